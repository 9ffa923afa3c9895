"""The settings of matches and tournaments, declared once.

The command line's options, the keys of a TOML file and the arguments of
:func:`~boardgames.contest.play_match` and :func:`~boardgames.contest.play_tournament`
are derived from them (:mod:`boardgames.core.settings`).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from operator import index
from typing import TYPE_CHECKING, Any, Final

import attrs

from boardgames.core.settings import (
    GREATEST_SEED,
    LEAST_SEED,
    BadSetting,
    Setting,
    Switch,
    Text,
    Whole,
    setting,
    settings_of,
)
from boardgames.referee import SANDBOXES, Limits

if TYPE_CHECKING:
    from boardgames.contest.sprt import Sprt

FORMATS: Final = {
    "match": "two players, game after game",
    "roundrobin": "everybody meets everybody",
    "gauntlet": "the first player meets each of the others",
    "swiss": "round by round, like meets like and nobody twice",
    "knockout": "who loses a meeting is out",
}
"""The formats of a contest."""

TOURNAMENTS: Final = {name: meaning for name, meaning in FORMATS.items() if name != "match"}
"""The formats for many players."""

MOST_GAMES: Final = 10_000_000  # the plan of a contest is kept in memory: some 150 bytes a game


class BadContest(ValueError):
    """A contest that cannot be; the message says what is wrong and what would do."""


@attrs.frozen
class OneOf(Text):
    """One of ``choices``; ``hints`` say more of a wrong name."""

    noun: str = "value"
    hints: Mapping[str, str] = attrs.field(factory=dict)

    def read(self, text: str) -> str:
        if text not in self.choices:
            hint = self.hints.get(text, "")
            raise BadSetting(f"there is no {self.noun} {text!r}: choose {', '.join(self.choices)}{hint}")
        return text


@attrs.frozen
class SprtText:
    """A sequential test: ``elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic``."""

    name: str = attrs.field(default="a test such as elo0=0,elo1=10", init=False)

    def read(self, text: str) -> Sprt:
        from boardgames.contest.sprt import BadSprt, Sprt  # a single game starts sooner without it

        try:
            return Sprt.parse(text)
        except BadSprt as error:
            raise BadSetting(str(error)) from None

    def show(self, value: Sprt) -> str:
        return str(value)

    def from_toml(self, value: Any) -> Sprt:
        if not isinstance(value, str):
            raise TypeError
        return self.read(value)


@attrs.frozen(kw_only=True)
class ContestSettings:
    """The games of a contest and the conditions of play.  ``None`` leaves a choice open."""

    format: str = setting(
        "roundrobin",
        OneOf(tuple(TOURNAMENTS), "format", {"match": "; two players meet in a match"}),
        "; ".join(f"{name}: {meaning}" for name, meaning in TOURNAMENTS.items()) + ".  [roundrobin]",
    )
    games: int | None = setting(
        None,
        Whole(1, MOST_GAMES),
        "Games of a match, at most (100); of each meeting of a tournament (2).",
        metavar="N",
    )
    rounds: int | None = setting(
        None,
        Whole(1, 10**9),
        "Rounds of a Swiss tournament; how often everybody meets everybody.",
        metavar="N",
    )
    sprt: Sprt | None = setting(
        None,
        SprtText(),
        "Stop as soon as it is known whether the first player is better by elo0 or by elo1 Elo; "
        "also alpha=, beta= (0.05) and model=logistic|normalized.",
        metavar="elo0=0,elo1=10,...",
    )
    seed: int | None = setting(
        None,
        Whole(LEAST_SEED, GREATEST_SEED),
        "Of dice, openings and built-in players; the same seed, the same games.",
        metavar="N",
    )
    openings: str | None = setting(
        None,
        Text(),
        "Start from the positions in FILE, one a line, or after so many random plies; each pair shares one.",
        metavar="FILE|random:PLIES",
    )
    swap: bool = setting(True, Switch(), "Whether the players swap sides within a pair.  [swap]")
    max_plies: int | None = setting(
        None, Whole(1, 10**9), "Call a game a draw after N plies, dice included.", metavar="N"
    )
    sandbox: str = setting(
        "none",
        OneOf(SANDBOXES, "sandbox"),
        "Run programs without network and unable to write files; auto: where bwrap works.",
        show_default=True,
    )
    limits: Limits = attrs.field(factory=Limits)


SETTINGS: Final[Mapping[str, Setting]] = {each.name: each for each in settings_of(ContestSettings)}


def checked(declared: Setting, value: Any) -> Any:
    """The value of a setting as Python gives it, whole numbers of any kind among them.  Raises :class:`BadContest`."""
    if value is None and declared.default is None:
        return None
    if isinstance(declared.kind, Whole) and not isinstance(value, bool | str | float):
        with suppress(TypeError):
            value = index(value)  # of numpy, say
    try:
        return declared.from_toml(value)
    except BadSetting as error:
        raise BadContest(str(error)) from None


def checked_field(name: str, default: Any) -> Any:
    """A field of a class of attrs that takes what the setting of this name takes."""
    return attrs.field(default=default, converter=lambda value: checked(SETTINGS[name], value))
