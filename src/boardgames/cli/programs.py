"""The options that say how programs are run: their time, memory, sandbox and logs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from typing import IO, Any

import attrs
import click

from boardgames.cli.arguments import UserError
from boardgames.contest import Conditions
from boardgames.referee import Limits, NoSandbox, ProtocolLog, require_sandbox

SECONDS = click.FloatRange(min=0, min_open=True)
MIB = 1024 * 1024


class ClockType(click.ParamType[tuple[float, float]]):
    """``60+0.5``: seconds for the game, and seconds added after each answer."""

    name = "clock"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        base, _, increment = str(value).partition("+")
        try:
            clock = float(base), float(increment or 0)
        except ValueError:
            self.fail(f"{value!r} is not BASE+INC in seconds, as in 60+0.5", param, ctx)
        if not (0 < clock[0] < 1e9 and 0 <= clock[1] < 1e9):
            self.fail(f"{value!r}: the base must be more than 0 seconds, the increment at least 0", param, ctx)
        return clock


@attrs.frozen
class ProgramOptions:
    """How programs are run, as chosen on the command line; ``None`` leaves it to the protocol."""

    first_move_time: float | None
    move_time: float | None
    start_time: float | None
    clock: tuple[float, float] | None
    grace: float
    strikes: int
    memory: float | None
    sandbox: str
    log: Path | None
    stderr: str

    def limits(self) -> Limits:
        return limits_of(attrs.asdict(self))

    def conditions(self, files: ExitStack) -> Conditions:
        """The conditions for all players; ``files`` closes what is opened for them.  Raises :class:`UserError`."""
        try:
            require_sandbox(self.sandbox)
        except NoSandbox as error:
            raise UserError(f"--sandbox {self.sandbox}: {error}") from None
        return Conditions(
            limits=self.limits(),
            sandbox=self.sandbox,
            log=None if self.log is None else ProtocolLog(files.enter_context(appended(self.log, "--log"))),
            on_stderr=self._stderr(files),
        )

    def _stderr(self, files: ExitStack) -> Callable[[str, bytes], None] | None:
        if self.stderr == "hide":
            return None
        sink = sys.stderr if self.stderr == "show" else files.enter_context(appended(Path(self.stderr), "--stderr"))

        def pass_on(name: str, data: bytes) -> None:
            for line in data.decode("utf-8", "backslashreplace").splitlines():
                sink.write(f"{name}: {line}\n")
            sink.flush()

        return pass_on


def limits_of(chosen: Mapping[str, Any]) -> Limits:
    """The limits that the options say, by their names."""
    return Limits(
        start_time=chosen["start_time"],
        first_move_time=chosen["first_move_time"],
        move_time=chosen["move_time"],
        clock=chosen["clock"],
        grace=chosen["grace"] / 1000,
        strikes=chosen["strikes"],
        memory=None if chosen["memory"] is None else int(chosen["memory"] * MIB),
    )


def takes_program_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of :class:`ProgramOptions`, as its argument ``programs``."""

    @wraps(command)
    def gathered(**given: Any) -> Any:
        programs = ProgramOptions(**{field.name: given.pop(field.name) for field in attrs.fields(ProgramOptions)})
        return command(programs=programs, **given)

    for option in reversed(OPTIONS):
        gathered = option(gathered)
    return gathered


LIMIT_OPTIONS = [
    click.option("--first-move-time", type=SECONDS, metavar="S", help="Seconds for a program's first answer."),
    click.option("--move-time", type=SECONDS, metavar="S", help="Seconds for each later answer."),
    click.option(
        "--start-time", type=SECONDS, metavar="S", help="Seconds to get ready, where the protocol asks for it."
    ),
    click.option(
        "--clock", type=ClockType(), metavar="BASE+INC", help="Instead: seconds for the game, and per answer."
    ),
    click.option(
        "--grace", type=click.FloatRange(min=0), default=0, metavar="MS", help="Milliseconds too late that still count."
    ),
    click.option(
        "--strikes",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="How often a program may be late in a game.",
    ),
    click.option("--memory", type=SECONDS, metavar="MB", help="MiB for a program and all that it starts."),
    click.option(
        "--sandbox",
        type=click.Choice(["auto", "bwrap", "none"]),
        default="none",
        show_default=True,
        help="Run programs without network and unable to write files; auto: where bwrap works.",
    ),
]
OPTIONS = [
    *LIMIT_OPTIONS,
    click.option(
        "--log", type=click.Path(path_type=Path), metavar="FILE", help="Append every line of the protocol to FILE."
    ),
    click.option(
        "--stderr",
        default="hide",
        show_default=True,
        metavar="show|hide|FILE",
        help="What to do with programs' stderr.",
    ),
]


def appended(path: Path, option: str) -> IO[str]:
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise UserError(f"{option}: cannot write {path}: {error.strerror}") from None
