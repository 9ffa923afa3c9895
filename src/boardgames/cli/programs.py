"""The options that say how programs are run: their time, memory, sandbox and logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from typing import Any

import attrs
import click

from boardgames.cli.arguments import UserError
from boardgames.cli.numbers import COUNT, COUNT_OR_NONE, LONGEST, MEBIBYTES, MILLISECONDS, SECONDS
from boardgames.cli.output import opened, standard_error
from boardgames.contest import Conditions
from boardgames.core.text.printable import printable
from boardgames.referee import PROCESSES, SANDBOXES, Limits, NoSandbox, ProtocolLog, require_sandbox

MIB = 1024 * 1024
STDERR_BYTES = MIB  # of one program in one game


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
        if not (0 < clock[0] <= LONGEST and 0 <= clock[1] <= LONGEST):
            self.fail(f"{value!r}: the base must be more than 0 seconds, the increment at least 0", param, ctx)
        return clock


@attrs.frozen
class ProgramOptions:
    """How programs are run, as chosen on the command line; ``None`` leaves it to the protocol."""

    first_move_time: float | None = None
    move_time: float | None = None
    start_time: float | None = None
    clock: tuple[float, float] | None = None
    grace: float = 0.0
    strikes: int = 0
    memory: float | None = None
    processes: int = PROCESSES
    cpu_time: float | None = None
    sandbox: str = "none"
    log: Path | None = None
    stderr: str = "hide"

    def limits(self) -> Limits:
        return limits_of(attrs.asdict(self))

    def words(self) -> list[str]:
        """The limits and the sandbox as on the command line, but for those that are left as they are.

        >>> ProgramOptions(clock=(60.0, 0.5), memory=256.0, sandbox="auto").words()
        ['--clock', '60+0.5', '--memory', '256', '--sandbox', 'auto']
        """
        words: list[str] = []
        for field in attrs.fields(ProgramOptions):
            value = getattr(self, field.name)
            if value != field.default and field.name not in ("log", "stderr"):
                values = value if isinstance(value, tuple) else (value,)
                words += [
                    f"--{field.name.replace('_', '-')}",
                    "+".join(str(each).removesuffix(".0") for each in values),
                ]
        return words

    def conditions(self, files: ExitStack) -> Conditions:
        """The conditions for all players; ``files`` closes what is opened for them.  Raises :class:`UserError`."""
        try:
            require_sandbox(self.sandbox)
        except NoSandbox as error:
            raise UserError(f"--sandbox {self.sandbox}: {error}") from None
        return Conditions(
            limits=self.limits(),
            sandbox=self.sandbox,
            log=None if self.log is None else ProtocolLog(opened(self.log, "a", "--log", files)),
            on_stderr=self._stderr(files),
        )

    def _stderr(self, files: ExitStack) -> Callable[[str, bytes], None] | None:
        if self.stderr == "hide":
            return None
        sink = standard_error() if self.stderr == "show" else opened(Path(self.stderr), "a", "--stderr", files)
        passed_on: Counter[str] = Counter()

        def pass_on(name: str, data: bytes) -> None:
            if passed_on[name] > STDERR_BYTES:
                return
            passed_on[name] += len(data)
            for line in data.decode("utf-8", "backslashreplace").splitlines():
                sink.write(f"{name}: {printable(line)}\n")
            if passed_on[name] > STDERR_BYTES:
                sink.write(f"{name}: (what it says beyond {STDERR_BYTES // MIB} MiB in this game is left out)\n")

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
        processes=chosen["processes"],
        cpu_time=chosen["cpu_time"],
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


LIMIT_TYPES: dict[str, click.ParamType[Any]] = {
    "first_move_time": SECONDS,
    "move_time": SECONDS,
    "start_time": SECONDS,
    "clock": ClockType(),
    "grace": MILLISECONDS,
    "strikes": COUNT_OR_NONE,
    "memory": MEBIBYTES,
    "processes": COUNT,
    "cpu_time": SECONDS,
}
"""What each limit may be, wherever a user says it."""


Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def _limit_option(name: str, **others: Any) -> Option:
    return click.option(f"--{name.replace('_', '-')}", type=LIMIT_TYPES[name], **others)


LIMIT_OPTIONS: list[Option] = [
    _limit_option("first_move_time", metavar="S", help="Seconds for a program's first answer."),
    _limit_option("move_time", metavar="S", help="Seconds for each later answer."),
    _limit_option("start_time", metavar="S", help="Seconds to get ready, where the protocol asks for it."),
    _limit_option("clock", metavar="BASE+INC", help="Instead: seconds for the game, and per answer."),
    _limit_option("grace", default=0, metavar="MS", help="Milliseconds too late that still count."),
    _limit_option("strikes", default=0, metavar="N", help="How often a program may be late in a game."),
    _limit_option("memory", metavar="MB", help="MiB for a program and all that it starts."),
    _limit_option(
        "processes",
        default=PROCESSES,
        show_default=True,
        metavar="N",
        help="Processes that a program and all that it starts may be at a time.",
    ),
    _limit_option("cpu_time", metavar="S", help="Seconds of processor time for all of them in a game."),
    click.option(
        "--sandbox",
        type=click.Choice(SANDBOXES),
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
