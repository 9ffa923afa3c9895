"""The settings of matches and tournaments, declared once.

The command line's options, the keys of a TOML file and the arguments of
:func:`~boardgames.contest.play_match` and :func:`~boardgames.contest.play_tournament`
are derived from them (:mod:`boardgames.core.model.options`).
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

import attrs

from boardgames.core.lookup.installed_games import ChosenGame
from boardgames.core.model.game import Game
from boardgames.core.model.options import BadOption, Option, offered, option
from boardgames.core.text.kinds import PLIES, SEED, Number, OneOf, Switch, Text, Whole
from boardgames.referee import SANDBOXES, Limits

if TYPE_CHECKING:
    from boardgames.contest.adjudication import Adjudication
    from boardgames.contest.sprt import Sprt

FORMATS: Final = {
    "match": "two players, game after game",
    "roundrobin": "everybody meets everybody",
    "gauntlet": "the first player meets each of the others",
    "swiss": "in each round players with like points meet, no two of them twice",
    "knockout": "who loses a meeting is out",
    "rating": "the first player meets others of known Elo, as long as its own is uncertain",
}
"""The formats of a contest."""

TOURNAMENTS: Final = {name: meaning for name, meaning in FORMATS.items() if name not in ("match", "rating")}
"""The formats for many players."""

MOST_GAMES: Final = 10_000_000  # the plan of a contest is kept in memory: some 150 bytes a game


class BadContest(ValueError):
    """A contest that cannot be; the message says what is wrong and what would do."""


def for_two(game: str | Game | ChosenGame) -> ChosenGame:
    """A game for a contest.  Raises :class:`BadContest` if it has other than two seats.

    Raises what :func:`boardgames.core.lookup.installed_games.load` raises, too.
    """
    chosen = ChosenGame.of(game)
    rules = chosen.game
    if rules.seats != 2:
        raise BadContest(
            f"a contest is of games between two players, and {rules.title} is for "
            f"{'one' if rules.seats == 1 else rules.seats}: 'boardgames play {chosen.text} PLAYER', with "
            "a PLAYER for each seat, plays one game"
        )
    return chosen


@attrs.frozen
class ParsedText:
    """A text that a class of a contest parses, which is imported when it is needed: a single game starts sooner."""

    expected: str
    reference: str
    """The class: its ``parse`` reads a text, its ``str`` writes one."""

    def read(self, text: str) -> Any:
        try:
            return resolve_name(self.reference).parse(text)
        except ValueError as error:
            raise BadOption(str(error)) from None

    def check(self, value: object) -> Any:
        if isinstance(value, resolve_name(self.reference)):
            return value
        if not isinstance(value, str):
            raise ValueError
        return self.read(value)

    def show(self, value: Any) -> str:
        return str(value)


@attrs.frozen(kw_only=True)
class ContestSettings:
    """The games of a contest and the conditions of play.  ``None`` leaves a choice open."""

    format: str = option(
        "roundrobin",
        "; ".join(f"{name}: {meaning}" for name, meaning in TOURNAMENTS.items()) + ".  [roundrobin]",
        kind=OneOf(tuple(TOURNAMENTS), note=" (two players meet in a match)"),
        show_default=False,
    )
    games: int | None = option(
        None,
        "Games of a match (100) or a rating (1000), at most; of each meeting of a tournament (2).",
        kind=Whole(1, MOST_GAMES),
    )
    rounds: int | None = option(
        None, "Rounds of a Swiss tournament; in a round robin, how often two players meet.", kind=Whole(1, 10**9)
    )
    sprt: Sprt | None = option(
        None,
        "Stop as soon as it is known whether the first player is better by elo0 or by elo1 Elo; "
        "also alpha=, beta= (0.05) and model=logistic|normalized.",
        kind=ParsedText("a test such as elo0=0,elo1=10", "boardgames.contest.sprt:Sprt"),
        metavar="elo0=0,elo1=10,...",
    )
    until: float | None = option(
        None,
        "Stop a rating as soon as it is known to plus or minus ELO, with 95 % confidence.  [50]",
        kind=Number(1.0, 1000.0),
        metavar="ELO",
    )
    seed: int | None = option(
        None, "The seed of dice, openings and built-in players; the same seed gives the same games.", kind=SEED
    )
    openings: str | None = option(
        None,
        "Start from the positions in FILE, one a line; or after PLIES of random play; or, with even:, in such a "
        "position that gives both sides the same chance to within 5 %. The games of a pair share one.",
        kind=Text(),
        metavar="FILE|random:PLIES|even:PLIES",
    )
    swap: bool = option(True, "Let the players swap sides within a pair of games.  [swap]", kind=Switch())
    max_plies: int | None = option(None, "Call a game a draw after N plies, dice included.", kind=PLIES)
    adjudicate: Adjudication | None = option(
        None,
        "End games early: a player that sees itself SCORE hundredths of a pawn behind for ANSWERS answers loses, "
        "if the other sees it too; scores near 0 from PLY on are a draw; a table of exact values tells the result.",
        kind=ParsedText("ways such as resign=600:3,draw=10:8@60,table", "boardgames.contest.adjudication:Adjudication"),
        metavar="resign=SCORE:ANSWERS,...",
    )
    sandbox: str = option(
        "none",
        "Run programs without network and unable to write files; auto: where bwrap works.",
        kind=OneOf(SANDBOXES),
    )
    limits: Limits = attrs.field(factory=Limits)


CONTEST_SETTINGS: Final[Mapping[str, Option]] = offered(ContestSettings)


def checked_setting(declared: Option, value: Any) -> Any:
    """The value of a setting as Python gives it.  Raises :class:`BadContest`.

    ``declared`` is the setting.
    """
    if value is None and declared.default is None:
        return None
    try:
        return declared.given(value)
    except BadOption as error:
        raise BadContest(str(error)) from None


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The table in a TOML file.  Raises :class:`BadContest`.

    ``path`` is that of the file.
    """
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadContest(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadContest(f"{path}: byte {error.start} is not UTF-8, in which TOML is written: save it so") from None
    except tomllib.TOMLDecodeError as error:
        hint = '; a text needs quotes, as in game = "ur"' if "Invalid value" in str(error) else ""
        raise BadContest(f"{path}: {error}{hint}") from None
    except ValueError:
        raise BadContest(f"{path}: a number in it has thousands of digits") from None
    except RecursionError:
        raise BadContest(f"{path}: lists or tables in it are nested hundreds of levels deep") from None


def as_texts(items: Iterable[str]) -> tuple[str, ...]:
    """Texts as a field keeps them, whatever sequence they come in.

    ``items`` are the texts.
    """
    return tuple(map(str, items))


def checked_field(name: str, default: Any) -> Any:
    """A field of a class of attrs that takes what the setting of this name takes."""
    return attrs.field(default=default, converter=lambda value: checked_setting(CONTEST_SETTINGS[name], value))
