"""The options and errors that ``match`` and ``tournament run`` share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import attrs
import click

from boardgames.cli.arguments import mistakes
from boardgames.cli.options import FILE, LIMITS, MORE, Function, given_values, takes
from boardgames.contest import BadContest, BadEntrant, BadSprt, BadStore, MatchScore, Standings
from boardgames.contest.pairings import NoPairing
from boardgames.contest.run_settings import MOST_WORKERS, RUN_SETTINGS, RunSettings
from boardgames.contest.settings import ContestSettings
from boardgames.contest.unplayed import GIVEN_UP, LOST_GAMES, SET_ASIDE
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.core.text.kinds import Whole
from boardgames.records.game_record import UnreadableRecord
from boardgames.referee import Limits


@attrs.frozen(kw_only=True)
class ContestOptions:
    """The options of a contest."""

    settings: ContestSettings = attrs.field(factory=ContestSettings)
    run: RunSettings = attrs.field(factory=RunSettings)

    @property
    def db(self) -> Path | None:
        """The file that keeps the games."""
        return None if self.run.db is None else Path(self.run.db)

    @property
    def given(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The settings and the limits that stand on the command line."""
        return given_values(self.settings), given_values(self.settings.limits)

    @property
    def running(self) -> dict[str, Any]:
        """How the games are run."""
        return {name: getattr(self.run, name) for name in RUN_SETTINGS}

    @property
    def arguments(self) -> dict[str, Any]:
        """All of them, as arguments of :func:`~boardgames.contest.play_match`."""
        settings, limits = self.given
        return {**settings, "limits": Limits(**limits), **self.running}


def takes_contest_options(*own: str) -> Callable[[Function], Function]:
    """Give a command the options of a contest as its argument ``options``.

    ``own`` are those settings that not all contests have.
    """
    few = {name: {"section": MORE} for name in ("seed", "swap", "max_plies", "adjudicate", "openings")}
    return takes(
        ContestOptions,
        "options",
        {"format", "games", "rounds", "sprt", "until"}.difference(own),
        jobs={"kind": Whole(1, MOST_WORKERS), "short": "j", "default": 1, "show_default": True},
        executor={"section": MORE},
        db={"kind": FILE},
        sandbox={"section": LIMITS},
        **few,
    )


def finish(result: MatchScore | Standings, interrupted: bool, db: Path | None) -> None:
    """Say which games no worker has survived, and if there are more to play why, and exit then."""
    games = f"{result.played} of {result.planned} games"
    if set_aside := result.reasons.get(SET_ASIDE, 0):
        lost = "1 game was" if set_aside == 1 else f"{set_aside} games were"
        look = "" if db is None else f": boardgames tournament games --db {db} --faults"
        click.echo(
            f"{lost} set aside and count as draws, since none of them could be finished in three tries{look}", err=True
        )
    if interrupted:
        report_interruption(games, db)
    report_stop(result.stopped, games, db)


def report_stop(why: str, games: str, db: Path | None, again: str = "--resume") -> None:
    """Say after which games a contest stopped early and what goes on with it, if it did, and exit then.

    ``why`` is the reason, empty if it did not stop; ``db`` is the contest's file, ``again`` what goes on with it.
    """
    if why:
        click.echo(f"Stopped after {games}{kept_in(db, again)}. {why[0].upper()}{why[1:]}.", err=True)
        sys.exit(3 if GIVEN_UP in why else 0)


def report_interruption(games: str, db: Path | None, again: str = "--resume") -> NoReturn:
    """Say after which games a contest was interrupted and what goes on with it, and exit.

    ``db`` is the contest's file, ``again`` what goes on with it.
    """
    click.echo(f"Interrupted after {games}{kept_in(db, again)}.", err=True)
    sys.exit(130)


def kept_in(db: Path | None, again: str = "--resume") -> str:
    """Where the games are kept, as the end of a sentence of an interruption; nothing if they are kept nowhere."""
    return f"; they are in {db}: {again} goes on" if db else ""


def finish_standings(standings: Standings, interrupted: bool, db: Path | None) -> None:
    """Say what is left to say of a table, and exit with its status.

    ``standings`` is the table; ``interrupted`` says whether a signal ended the contest; ``db`` is its file.
    """
    finish(standings, interrupted, db)
    for name, why in standings.benched.items():
        reason = ":" if why.startswith(LOST_GAMES) else ", as it could not get going three times in a row:"
        click.echo(f"{name} was benched{reason} {why}", err=True)
    if standings.benched:
        sys.exit(3)


@contextmanager
def usage_errors() -> Iterator[None]:
    """Report what is wrong with a contest as the user's mistake."""
    with mistakes(BadContest, BadEntrant, BadOption, BadSprt, BadStore, NoPairing, UnknownGame, UnreadableRecord):
        yield
