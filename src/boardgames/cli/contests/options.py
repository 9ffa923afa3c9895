"""The options and errors that ``match`` and ``tournament run`` share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import click

from boardgames.cli.arguments import mistakes
from boardgames.cli.options import FILE, LIMITS, MORE, Function, takes, typed_values
from boardgames.contest import BadContest, BadEntrant, BadSprt, BadStore, ContestResult
from boardgames.contest.pairings import NoPairing
from boardgames.contest.run_settings import MOST_WORKERS, RUN_SETTINGS, RunSettings
from boardgames.contest.settings import ContestSettings
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
    def typed(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The settings and the limits that stand on the command line."""
        return typed_values(self.settings), typed_values(self.settings.limits)

    @property
    def running(self) -> dict[str, Any]:
        """How the games are run."""
        return {name: getattr(self.run, name) for name in RUN_SETTINGS}

    @property
    def arguments(self) -> dict[str, Any]:
        """All of them, as arguments of :func:`~boardgames.contest.play_match`."""
        settings, limits = self.typed
        return {**settings, "limits": Limits(**limits), **self.running}


def takes_contest_options(*own: str, games: str = "") -> Callable[[Function], Function]:
    """Give a command the options of a contest as its argument ``options``.

    ``own`` are those settings that not all contests have; ``games`` is the help of ``--games``, where it is one.
    """
    few = {name: {"section": MORE} for name in ("seed", "swap", "max_plies", "adjudicate", "openings")}
    return takes(
        ContestOptions,
        "options",
        {"format", "rounds", "sprt", "until", *(() if games else ["games"])}.difference(own),
        games={"meaning": games},
        jobs={"kind": Whole(1, MOST_WORKERS), "short": "j", "default": 1, "show_default": True},
        executor={"section": MORE},
        db={"kind": FILE},
        sandbox={"section": LIMITS},
        **few,
    )


def finish(result: ContestResult, interrupted: bool, db: Path | None, again: str = "--resume") -> None:
    """Say what the tables do not: of games set aside, of games left and what goes on with them, of benched players.

    Exits unless the contest is over.  ``result`` is its result, ``interrupted`` says whether a signal ended it, ``db``
    is its file and ``again`` what goes on with it.
    """
    if note := result.set_aside():
        look = "" if db is None else f": boardgames tournament games --db {db} --faults"
        click.echo(note + look, err=True)
    more = f"; they are in {db}: {again} goes on" if db else ""
    if interrupted:
        click.echo(f"Interrupted after {result.so_far}{more}.", err=True)
        sys.exit(130)
    if why := result.stopped:
        click.echo(f"Stopped after {result.so_far}{more}. {why[0].upper()}{why[1:]}.", err=True)
        sys.exit(3 if result.gave_up else 0)
    for sentence in result.bench_sentences():
        click.echo(sentence, err=True)
    if result.benched:
        sys.exit(3)


@contextmanager
def usage_errors() -> Iterator[None]:
    """Report what is wrong with a contest as the user's mistake."""
    with mistakes(BadContest, BadEntrant, BadOption, BadSprt, BadStore, NoPairing, UnknownGame, UnreadableRecord):
        yield
