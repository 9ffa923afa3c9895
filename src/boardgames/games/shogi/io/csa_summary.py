"""The summary of a game with which a server of the CSA protocol proposes it, as text and as values.

Times are seconds, whatever the unit of the server.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Briefing
from boardgames.core.text.printable import printable
from boardgames.games.shogi.records import csa_reader
from boardgames.games.shogi.records.csa import start_lines
from boardgames.games.shogi.records.csa_moves import MOVE, SIGNS, spell
from boardgames.games.shogi.rules import Shogi, State
from boardgames.records.game_record import UnreadableRecord

BEGIN: Final = "BEGIN Game_Summary"
END: Final = "END Game_Summary"
UNITS: Final[Mapping[str, float]] = {"msec": 0.001, "sec": 1.0, "min": 60.0}
UNIT: Final = re.compile(r"([1-9][0-9]{0,5})?(msec|sec|min)")
NUMBER: Final = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{1,6})?")
TIMES: Final = ("Total_Time", "Remaining_Time", "Byoyomi", "Delay", "Increment")
DECLARING: Final = "Jishogi 1.1"
"""The declaration of the CSA's championship: 28 points for Black and 27 for White win."""


class BadSummary(ValueError):
    """A summary that cannot be read; the message says why."""


@attrs.frozen(kw_only=True)
class Summary:
    """A game that a server proposes to one side."""

    game_id: str
    names: tuple[str, str]
    seat: int
    state: State
    """The position after all moves that were played before."""
    clocks: tuple[Clock, Clock]
    """The clocks of the sides; moves that were played before have used their time."""
    declaration: str
    """The rule by which a side can declare; empty if there is none."""
    units: tuple[float, float]
    """The server's unit of time in seconds, for each side."""


def read_summary(game: Shogi, lines: Sequence[str]) -> Summary:
    """The game that the lines between ``BEGIN Game_Summary`` and ``END Game_Summary`` propose.

    Raises :class:`BadSummary`.
    """
    place = {line: number for number, line in reversed(list(enumerate(lines)))}
    start, end = place.get("BEGIN Position"), place.get("END Position")
    if start is None or end is None:
        raise BadSummary("the summary has no position")
    sides = _sides([*lines[:start], *lines[end:]])
    values = sides[0]
    side = values.get("Your_Turn", "")
    if len(side) != 1 or side not in SIGNS:
        raise BadSummary("the summary does not say which side is ours: it has no 'Your_Turn:+' or 'Your_Turn:-'")
    units = (_unit(sides[0]), _unit(sides[1]))
    clocks = (_clock(sides[0], units[0]), _clock(sides[1], units[1]))
    position = lines[start + 1 : end]
    data = "\n".join(["V2.2", *position, "%CHUDAN", ""]).encode(errors="replace")
    try:
        record = csa_reader.read(game, data)
    except UnreadableRecord as error:
        raise BadSummary(f"the summary's position: {error}") from None
    states = record.playthrough().states
    if not {"K", "k"} <= set(str(states[0]).split()[0]):
        raise BadSummary("the summary's position: each side needs a king")
    moves = [move[0] for line in position if not line.startswith("'") for move in MOVE.finditer(line)]
    if len(moves) >= len(states):
        raise BadSummary(f"the summary's position: {moves[len(states) - 1]} cannot be played")
    unused = [clock.remaining for clock in clocks]
    for state, time in zip(states, record.times, strict=False):
        if not sides[state.turn].get("Remaining_Time"):
            clocks[state.turn].spend((time or 0.0) * units[state.turn])
    for clock, most in zip(clocks, unused, strict=True):  # some servers count no time here, so none is added
        clock.remaining = most if most is None or clock.remaining is None else min(most, clock.remaining)
    return Summary(
        game_id=values.get("Game_ID", ""),
        names=(values.get("Name", ""), sides[1].get("Name", "")),
        seat=SIGNS.index(side),
        state=states[-1],
        clocks=clocks,
        declaration=values.get("Declaration", ""),
        units=units,
    )


def _sides(lines: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The values for each side: of the lines and sections with its sign, else of those without one."""
    general: dict[str, str] = {}
    own: tuple[dict[str, str], dict[str, str]] = ({}, {})
    section = ""
    for line in lines:
        word, _, name = line.partition(" ")
        section = name if word == "BEGIN" else "" if word == "END" else section
        key, colon, value = line.partition(":")
        if colon:
            signs = [sign for sign in (section[-1:], key[-1:]) if sign and sign in SIGNS]
            values = own[SIGNS.index(signs[0])] if signs else general
            values[key.rstrip(SIGNS)] = value.strip()
    return {**general, **own[0]}, {**general, **own[1]}


def _unit(values: Mapping[str, str]) -> float:
    text = values.get("Time_Unit", "1sec")
    unit = UNIT.fullmatch(text)
    if unit is None:
        raise BadSummary(f"cannot read the unit of time {text[:20]!r}: expected 1sec, 1msec or 1min")
    return int(unit[1] or 1) * UNITS[unit[2]]


def _clock(values: Mapping[str, str], unit: float) -> Clock:
    """The clock of a side.  A delay is like byo-yomi, as the time that comes before the charge.

    Where time is rounded up, a unit of each answer must be left: it would be charged as a whole.
    """
    times = {}
    for name in TIMES:
        text = values.get(name) or "0"
        if NUMBER.fullmatch(text) is None:
            raise BadSummary(f"cannot read the summary's {name}:{printable(text)[:20]!r}: expected a number")
        times[name] = max(0.0, float(text)) * unit
    if not any(times.values()):
        return Clock()  # no limit
    base = times["Remaining_Time" if values.get("Remaining_Time") else "Total_Time"]
    byoyomi = times["Byoyomi"] + times["Delay"] - unit * (values.get("Time_Roundup") == "YES")
    return Clock(base=base, byoyomi=byoyomi, increment=times["Increment"], increment_first=True)


def summary_lines(briefing: Briefing[State], seat: int, max_moves: int | None) -> list[str]:
    """The summary of a game for a seat, in whole seconds."""
    clocks = briefing.clocks
    own = clocks[seat] if clocks else Clock()
    earlier = briefing.earlier
    start = earlier[0].before if earlier else briefing.start
    lines = [
        BEGIN,
        "Protocol_Version:1.2",
        "Protocol_Mode:Server",
        "Format:Shogi 1.0",
        *([f"Declaration:{DECLARING}"] * (briefing.start.game.declares)),
        f"Game_ID:{game_id(briefing)}",
        f"Name+:{briefing.names[0]}",
        f"Name-:{briefing.names[1]}",
        f"Your_Turn:{SIGNS[seat]}",
        "Rematch_On_Draw:NO",
        f"To_Move:{SIGNS[briefing.start.seat]}",
        *([f"Max_Moves:{max_moves}"] * bool(max_moves)),
        "BEGIN Time",
        "Time_Unit:1sec",
    ]
    if own.remaining is None:
        lines += ["Total_Time:0", f"Byoyomi:{whole(min(own.first_move_time, own.move_time))}"]
    else:
        lines += [f"Total_Time:{whole(own.before_increment)}", f"Byoyomi:{whole(own.byoyomi)}"]
        lines.append(f"Increment:{whole(own.increment)}")
    lines.append("Least_Time_Per_Move:0")
    left = [clock.before_increment for clock in clocks]
    if len(left) == 2 and left[0] != left[1]:
        lines += [f"Remaining_Time{sign}:{whole(time)}" for sign, time in zip(SIGNS, left, strict=True)]
    moves = [f"{spell(event.before, event.action)},T0" for event in earlier]
    return [
        *lines,
        "END Time",
        "BEGIN Position",
        *start_lines(start),
        SIGNS[start.seat],
        *moves,
        "END Position",
        END,
    ]


def game_id(briefing: Briefing[State]) -> str:
    """The name of a game for both sides; its seed tells games between the same players apart."""
    seed = "" if briefing.seed is None else f"+{briefing.seed}"
    return f"{briefing.start.game.name}+{briefing.names[0]}+{briefing.names[1]}{seed}"


def whole(seconds: float) -> int:
    """Seconds without their fraction, as CSA writes them."""
    return int(min(seconds, 10.0**9))
