"""What ``match`` and ``tournament run`` share: their options, and how a contest is run and ended."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any

import attrs
import click
from click.core import ParameterSource

from boardgames.cli.arguments import UserError
from boardgames.cli.interruption import ASKING
from boardgames.cli.numbers import COUNT, SEED, Whole
from boardgames.cli.programs import LIMIT_OPTIONS, LIMIT_TYPES, Option, limits_of
from boardgames.contest.configuration import BadContest, Configuration
from boardgames.contest.entrants import BadEntrant
from boardgames.contest.pairings import NoPairing
from boardgames.contest.play import MOST_WORKERS, crew, known_seed, opened
from boardgames.contest.runner import Runner
from boardgames.contest.sprt import BadSprt
from boardgames.contest.store import BadStore, Store
from boardgames.contest.workers.executors import executor_at
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.core.record.game_record import UnreadableRecord
from boardgames.referee import NoSandbox, require_sandbox


@attrs.frozen
class ContestOptions:
    """How a contest is played, as chosen on the command line."""

    jobs: int
    executor: str | None
    seed: int | None
    openings: str | None
    swap: bool
    max_plies: int | None
    resume: bool
    limits: dict[str, Any]
    said: frozenset[str]
    """Those that stood on the command line, by their names; the others have what they have by default."""

    def of_configuration(self, db: Path | None) -> dict[str, Any]:
        """What of it belongs to the configuration; a contest whose file is there keeps its seed."""
        sandbox = self.limits["sandbox"]
        try:
            require_sandbox(sandbox)
        except NoSandbox as error:
            raise UserError(f"--sandbox {sandbox}: {error}") from None
        return {
            "seed": known_seed(db) if self.seed is None else self.seed,
            "openings": self.openings,
            "swap": self.swap,
            "max_plies": self.max_plies,
            "limits": limits_of(self.limits),
            "sandbox": sandbox,
        }


def takes_contest_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of :class:`ContestOptions`, as its argument ``options``."""

    @wraps(command)
    def gathered(**given: Any) -> Any:
        source = click.get_current_context().get_parameter_source
        said = frozenset(name for name in given if source(name) is ParameterSource.COMMANDLINE)
        limits = {name: given.pop(name) for name in (*LIMIT_TYPES, "sandbox")}
        names = [field.name for field in attrs.fields(ContestOptions) if field.name not in ("limits", "said")]
        chosen = {name: given.pop(name) for name in names}
        return command(options=ContestOptions(**chosen, limits=limits, said=said), **given)

    taking: Callable[..., Any] = gathered
    for option in reversed([*OPTIONS, *LIMIT_OPTIONS]):
        taking = option(taking)
    return taking


OPTIONS: list[Option] = [
    click.option(
        "-j",
        "--jobs",
        type=Whole(1, MOST_WORKERS),
        default=1,
        show_default=True,
        metavar="N",
        help="How many games are played at a time, each in a process of its own.",
    ),
    click.option(
        "--executor", metavar="dask://HOST:PORT", help="Have the games played by a Dask cluster's workers instead."
    ),
    click.option(
        "--seed",
        type=SEED,
        metavar="N",
        help="Of dice, openings and built-in players; the same seed, the same luck.",
    ),
    click.option(
        "--openings",
        metavar="FILE|random:PLIES",
        help="Start from the positions in FILE, one a line, or after so many random plies; each pair shares one.",
    ),
    click.option("--swap/--no-swap", default=True, help="Whether the players swap sides within a pair.  [swap]"),
    click.option("--max-plies", type=COUNT, metavar="N", help="Call a game a draw after N plies, dice included."),
    click.option("--resume", is_flag=True, help="Go on with the file: play only the games that are missing."),
]


@contextmanager
def under_way(
    configuration: Configuration, options: ContestOptions, db: Path | None
) -> Iterator[tuple[Store, Executor | None, int]]:
    """The contest's store, who plays its games, and how many they should have at hand."""
    for number in ASKING:
        if number != signal.SIGINT:
            signal.signal(number, _interrupt)
    with ExitStack() as leaving:
        store = leaving.enter_context(opened(configuration, db, options.resume))
        if options.executor is not None:
            executor, size = leaving.enter_context(executor_at(options.executor))
            hands, ahead = leaving.enter_context(crew(size, executor))
        else:
            hands, ahead = leaving.enter_context(crew(options.jobs))
        yield store, hands, ahead


def finish(runner: Runner) -> bool:
    """Run; whether somebody broke it off."""
    try:
        runner.run()
    except KeyboardInterrupt:
        return True
    return False


def _interrupt(number: int, frame: FrameType | None) -> Any:
    raise KeyboardInterrupt


@contextmanager
def usage_errors() -> Iterator[None]:
    """The mistakes of users as sentences."""
    try:
        yield
    except (
        BadContest, BadEntrant, BadOption, BadSprt, BadStore, NoPairing, UnknownGame, UnreadableRecord
    ) as error:  # fmt: skip
        raise UserError(str(error)) from None
