"""How long a program may take, and how much it may write and hold."""

from __future__ import annotations

from math import inf
from typing import Any, Final

import attrs

from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import LineProtocol
from boardgames.core.settings import BadSetting, Number, Switch, Whole, setting, settings_of

LINE_BYTES: Final = 64 * 1024
ANSWER_BYTES: Final = 1024 * 1024
PROCESSES: Final = 100
SANDBOXES: Final = ("auto", "bwrap", "none")
"""What programs may be run in; auto is bwrap where it works, else none."""
LONGEST: Final = 1_000_000.0  # seconds: eleven days

SECONDS: Final = Number(0, LONGEST, above=True)


@attrs.frozen
class BaseAndIncrement:
    """``60+0.5``: seconds for the game, and seconds added after each answer."""

    name: str = attrs.field(default="a clock such as 60+0.5", init=False)

    def read(self, text: str) -> tuple[float, float]:
        base, _, increment = text.partition("+")
        try:
            clock = float(base), float(increment or 0)
        except ValueError:
            raise BadSetting(f"{text!r} is not BASE+INC in seconds, as in 60+0.5") from None
        if not (0 < clock[0] <= LONGEST and 0 <= clock[1] <= LONGEST):
            raise BadSetting(f"{text!r}: the base must be more than 0 seconds, the increment at least 0")
        return clock

    def show(self, value: tuple[float, float]) -> str:
        return "+".join(repr(float(each)).removesuffix(".0") for each in value)

    def from_toml(self, value: Any) -> tuple[float, float]:
        """Also a list of two numbers."""
        return self.read("+".join(map(str, value if isinstance(value, list) else [value])))


@attrs.frozen(kw_only=True)
class Limits:
    """Seconds and bytes allowed to a program; past any of them it loses.

    What is left open is as the program's protocol says.  Raises :class:`ValueError` for a limit below 0.

    Each field declares the limit for the command line and for TOML files too: see
    :mod:`boardgames.core.settings`.  Those that are ``enforced`` are the supervisor's.
    """

    start_time: float | None = setting(
        None, SECONDS, "Seconds to get ready, where the protocol asks for it.", metavar="S"
    )
    """Seconds to be ready for the game, where the protocol has the program say so."""
    first_move_time: float | None = setting(None, SECONDS, "Seconds for a program's first answer.", metavar="S")
    """Seconds for the first answer; if ``move_time`` alone is given, that."""
    move_time: float | None = setting(None, SECONDS, "Seconds for each later answer.", metavar="S")
    """Seconds for each later answer."""
    clock: tuple[float, float] | None = setting(
        None, BaseAndIncrement(), "Instead: seconds for the game, and per answer.", metavar="BASE+INC"
    )
    """Instead: seconds for the whole game, and seconds added after each answer."""
    grace: float = setting(
        0.0, Number(0, LONGEST * 1000), "Milliseconds too late that still count.", metavar="MS", unit=0.001
    )
    """Seconds by which an answer may be late all the same."""
    strikes: int = setting(0, Whole(0, 10**9), "How often a program may be late in a game.", metavar="N")
    """How many times in a game the program may be late, each time getting the same time again."""
    line_bytes: int = setting(LINE_BYTES, Whole(0), "Bytes in one line.", offered=False)
    """Bytes in one line."""
    answer_bytes: int = setting(ANSWER_BYTES, Whole(0), "Bytes in all lines of one answer.", offered=False)
    """Bytes in all lines of one answer."""
    memory: int | None = setting(
        None,
        Number(1, 2.0**24),
        "MiB for a program and all that it starts.",
        metavar="MB",
        unit=2**20,
        enforced=True,
    )
    """Bytes held by the program and all that it started."""
    processes: int | None = setting(
        PROCESSES,
        Whole(1, 10**9),
        "Processes that a program and all that it starts may be at a time.",
        metavar="N",
        show_default=True,
        enforced=True,
    )
    """How many processes the program and all that it started may be at a time, with a hundred threads, and ten
    more for each of them."""
    cpu_time: float | None = setting(
        None, SECONDS, "Seconds of processor time for all of them in a game.", metavar="S", enforced=True
    )
    """Seconds of processor time that they may use in a game, also while others think."""
    ponder: bool = setting(False, Switch(), "Let programs use the processor while another one is asked.")
    """Whether a program may think while another one is asked.  Else it is stopped then, if it uses the
    processor: it would take that from the other one, whose time runs."""

    def __attrs_post_init__(self) -> None:
        for name, value in attrs.asdict(self).items():
            for number in value if isinstance(value, tuple) else (value,):
                if number is not None and not number >= 0:  # which nan is not either
                    raise ValueError(f"{name} must be 0 or more, not {value}")

    def clock_for(self, protocol: LineProtocol) -> Clock:
        """The clock of a program that speaks this protocol.

        >>> from boardgames.core.protocol.plain import PLAIN
        >>> Limits(move_time=0.5).clock_for(PLAIN).allowed
        0.5
        """
        first = protocol.first_move_time if self.move_time is None else self.move_time
        clock = self._clock(first, protocol.move_time)
        clock.unit = protocol.time_unit
        return clock

    def player_clock(self) -> Clock:
        """The clock of a player in this process: it tells the time, and the player cannot lose by it."""
        return self._clock(inf if self.move_time is None else self.move_time, inf)

    def person_clock(self) -> Clock:
        """The clock of a person at a page, for whom only the time for the whole game counts."""
        return Clock() if self.clock is None else Clock(base=self.clock[0], increment=self.clock[1])

    def start_time_for(self, protocol: LineProtocol) -> float:
        """Seconds for a program that speaks this protocol to be ready."""
        return protocol.start_time if self.start_time is None else self.start_time

    def enforced(self) -> dict[str, float]:
        """The limits that the supervisor enforces, by their names, without those that are left open.

        >>> Limits(memory=2**20).enforced()
        {'memory': 1048576, 'processes': 100}
        """
        chosen = {each.name: getattr(self, each.name) for each in settings_of(Limits) if each.enforced}
        return {name: value for name, value in chosen.items() if value is not None}

    def _clock(self, first_move_time: float, move_time: float) -> Clock:
        if self.clock is not None:
            return Clock(base=self.clock[0], increment=self.clock[1])
        return Clock(
            first_move_time if self.first_move_time is None else self.first_move_time,
            move_time if self.move_time is None else self.move_time,
        )
