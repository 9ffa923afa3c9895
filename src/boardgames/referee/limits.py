"""How long a program may take, and how much it may write and hold."""

from __future__ import annotations

from math import inf
from typing import ClassVar, Final

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import option, options_of
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import LineProtocol
from boardgames.core.text.kinds import Number, Whole

LINE_BYTES: Final = 64 * 1024
ANSWER_BYTES: Final = 1024 * 1024
PROCESSES: Final = 100
SANDBOXES: Final = ("auto", "bwrap", "none")
"""The kinds of sandbox that programs may be run in; auto is bwrap where it works, else none."""
LONGEST: Final = 1_000_000.0  # seconds: eleven days

SECONDS: Final = Number(0, LONGEST, above=True)


@attrs.frozen
class BaseAndIncrement:
    """``60+0.5``: seconds for the game, and seconds added for each answer.

    ``600+0+30`` has byo-yomi: when the 600 seconds are used up, there are 30 for each answer.
    """

    expected: str = attrs.field(
        default="a clock of seconds, BASE+INC as in 60+0.5, or with byo-yomi BASE+INC+BYOYOMI as in 600+0+30; "
        "the base must be more than 0 seconds, unless seconds are added to it",
        init=False,
    )

    def read(self, text: str) -> tuple[float, ...]:
        return self.check([float(number or 0) for number in text.split("+")])

    def check(self, value: object) -> tuple[float, ...]:
        """Also a list of two or three numbers, or the base alone, or a text."""
        if isinstance(value, str):
            return self.read(value)
        base, *rest = value if isinstance(value, (list, tuple)) and 0 < len(value) <= 3 else (value,)
        increment, *byoyomi = (Number(0, LONGEST).check(number) for number in rest or [0.0])
        kind = Number(0, LONGEST, above=not any((increment, *byoyomi)))
        return kind.check(base), increment, *(number for number in byoyomi if number)

    def show(self, value: tuple[float, ...]) -> str:
        return "+".join(map(SECONDS.show, value))


@attrs.frozen(kw_only=True)
class Limits:
    """Seconds and bytes allowed to a program; past any of them it loses.

    What is left open is as the program's protocol says.  Raises :class:`ValueError` for a limit below 0.

    Each field declares the limit for the command line and for TOML files too: see
    :mod:`boardgames.core.model.options`.  Those that are ``enforced`` are the supervisor's.
    """

    SECTION: ClassVar = "Limits"

    start_time: float | None = option(
        None, "Seconds to get ready, where the protocol asks for it.", kind=SECONDS, metavar="S"
    )
    first_move_time: float | None = option(None, "Seconds for a program's first answer.", kind=SECONDS, metavar="S")
    """Where only ``move_time`` is given, that holds for the first answer, too."""
    move_time: float | None = option(None, "Seconds for each later answer.", kind=SECONDS, metavar="S")
    clock: tuple[float, ...] | None = option(
        None,
        "Instead: BASE seconds for the game, and INC more for each answer.",
        kind=BaseAndIncrement(),
        metavar="BASE+INC",
    )
    """A third number is byo-yomi: the seconds for each answer when those for the game are used up.  The protocol says
    whether seconds are added before or after an answer."""
    grace: float = option(
        0.0, "How many milliseconds late an answer may be.", kind=Number(0, LONGEST * 1000), metavar="MS", unit=0.001
    )
    strikes: int = option(0, "How often a program may be late in a game.", least=0, most=10**9)
    """It gets the same time again each time."""
    line_bytes: int = option(LINE_BYTES, "Bytes in one line.", least=0, offered=False)
    answer_bytes: int = option(ANSWER_BYTES, "Bytes in all lines of one answer.", least=0, offered=False)
    memory: int | None = option(
        None,
        "Memory of a program and all that it starts, in MiB.",
        kind=Number(1, 2**24),
        metavar="MB",
        unit=2**20,
        enforced=True,
    )
    processes: int | None = option(
        PROCESSES,
        "How many processes a program may have at a time, itself included.",
        kind=Whole(1, 10**9),
        enforced=True,
    )
    """They may have a hundred threads together, and ten more for each process."""
    cpu_time: float | None = option(
        None, "Seconds of processor time for all of them in a game.", kind=SECONDS, metavar="S", enforced=True
    )
    """The time that they use while others think counts, too."""
    ponder: bool = option(False, "Let programs use the processor while another one is asked.")
    """Without it, a program that uses the processor then is stopped, since it would take the time of the other one."""

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
        clock = self._clock(first, protocol.move_time, protocol.increment_first)
        clock.unit = protocol.time_unit
        return clock

    def player_clock(self, spec: GameSpec) -> Clock:
        """The clock of a player in this process: it tells the time, and the player cannot lose by it.

        Its increment comes first if that is so for programs that speak a protocol of the game.
        """
        protocols = () if self.clock is None else spec.protocols.values()
        increment_first = any(protocol.increment_first for protocol in protocols)
        return self._clock(inf if self.move_time is None else self.move_time, inf, increment_first)

    def person_clock(self, spec: GameSpec) -> Clock:
        """The clock of a person at a page, for whom only the time for the whole game counts."""
        return Clock() if self.clock is None else self.player_clock(spec)

    def start_time_for(self, protocol: LineProtocol) -> float:
        """Seconds for a program that speaks this protocol to be ready."""
        return protocol.start_time if self.start_time is None else self.start_time

    def enforced(self) -> dict[str, float]:
        """The limits that the supervisor enforces, by their names, without those that are left open.

        >>> Limits(memory=2**20).enforced()
        {'memory': 1048576, 'processes': 100}
        """
        chosen = {name: getattr(self, name) for name, limit in options_of(Limits).items() if limit.facts.enforced}
        return {name: value for name, value in chosen.items() if value is not None}

    def _clock(self, first_move_time: float, move_time: float, increment_first: bool) -> Clock:
        if self.clock is not None:
            base, increment, *byoyomi = self.clock
            increment_first |= not base  # else there would be nothing for the first answer
            return Clock(base=base, increment=increment, byoyomi=sum(byoyomi), increment_first=increment_first)
        return Clock(
            first_move_time if self.first_move_time is None else self.first_move_time,
            move_time if self.move_time is None else self.move_time,
        )
