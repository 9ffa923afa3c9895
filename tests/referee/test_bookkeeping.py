"""What the referee keeps account of: clocks, strikes, grace, bytes, pace, moves taken back."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from io import StringIO
from random import Random
from textwrap import dedent
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Briefing, Event
from boardgames.core.protocol.player import Player, Undo
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.protocol.verdict import PLY_LIMIT, Verdict
from boardgames.players import Greedy, Uniform
from boardgames.referee import Limits, PlayerSeat, ProgramSeat, ProtocolLog, Referee, Seat, SeededDice

UR = bg.find("ur")
ALWAYS_FIRST = dedent("""\
    import sys, time
    seen = 0
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["go"]:
            seen += 1
            {before}
            print(words[1], flush=True)
    """)


def plain(before: str) -> list[str]:
    """A program that speaks ``plain`` and plays the first action, after ``before``."""
    return [sys.executable, "-c", ALWAYS_FIRST.format(before=before)]


def against_random(command: Sequence[str], limits: Limits, game: str = "ur:tokens=1") -> tuple[Referee, Seat]:
    program = ProgramSeat(command, UR.protocol("plain"), limits)
    seats: list[Seat] = [program, PlayerSeat(Uniform(Random(1)))]
    referee = Referee(bg.Playthrough(bg.load(game).start()), ["program", "random"], seats, SeededDice(1))
    referee.run()
    return referee, program


def test_a_clock_is_spent_and_gets_its_increment() -> None:
    referee, program = against_random(plain("time.sleep(0.05)"), Limits(clock=(60.0, 0.5)))
    answers = sum(state.turn == 0 for state in referee.playthrough.states)
    own = [taken for state, taken in zip(referee.playthrough.states, referee.times, strict=False) if state.turn == 0]
    assert referee.verdict is not None
    assert referee.verdict.fault is None
    assert program.clock.answers == answers > 3
    assert program.clock.remaining is not None
    assert program.clock.remaining <= 60.0 + 0.5 * answers - 0.05 * answers
    given_back = program.clock.remaining - (60.0 + 0.5 * answers - sum(own))  # what the referee itself overslept
    assert -0.01 * answers <= given_back < sum(own)


@pytest.mark.usefixtures("short_parting")
def test_a_spent_clock_is_a_timeout() -> None:
    """Each answer alone would be in time."""
    referee, _ = against_random(plain("time.sleep(0.3)"), Limits(clock=(0.7, 0.0)), "ur")
    assert referee.verdict is not None
    assert referee.verdict.fault is not None
    assert referee.verdict.fault.kind == "timeout"
    assert sum(state.turn == 0 for state in referee.playthrough.states) <= 3


@pytest.mark.usefixtures("short_parting")
@pytest.mark.parametrize(
    ("late", "strikes", "kind"),
    [
        (2, 1, "timeout"),
        *(
            pytest.param(late, strikes, kind, marks=pytest.mark.thorough)
            for late, strikes, kind in (
                (1, 1, None),
                (1, 0, "timeout"),
                (2, 2, None),
                (3, 2, "timeout"),
            )
        ),
    ],
)
def test_so_many_strikes_and_no_more(late: int, strikes: int, kind: str | None) -> None:
    """The answers after the first are late, but come in the time that a strike gives."""
    limits = Limits(first_move_time=30.0, move_time=0.75, strikes=strikes)
    referee, program = against_random(plain(f"time.sleep(0.9 if 1 < seen < {late + 2} else 0)"), limits, "ur")
    fault = referee.verdict and referee.verdict.fault
    assert (fault and fault.kind) == kind
    assert isinstance(program, ProgramSeat)
    assert program.late == min(late, strikes)


@pytest.mark.usefixtures("short_parting")
def test_grace_is_in_seconds() -> None:
    for grace, kind in ((0.3, "timeout"), (30.0, None)):
        limits = Limits(first_move_time=30.0, move_time=0.2, grace=grace)
        referee, _ = against_random(plain("time.sleep(0.8 if seen == 2 else 0)"), limits)
        fault = referee.verdict and referee.verdict.fault
        assert (fault and fault.kind) == kind


def test_an_answer_has_a_limit_of_bytes() -> None:
    """Many short lines that are no answer, where the protocol allows such."""
    engine = "import sys\nfor line in sys.stdin:\n  w = line.split()\n" + "".join(
        f"  if w[0] == {word!r}: print({answer!r}, flush=True)\n"
        for word, answer in {"usi": "usiok", "isready": "readyok"}.items()
    )
    engine += "  if w[0] == 'go':\n    print('info string ' + 'x' * 80 + '\\n' * 0, flush=True)\n"
    engine += (
        "    for _ in range({lines}): print('info string ' + 'x' * 88)\n    print('bestmove resign', flush=True)\n"
    )
    for lines, kind in ((500, None), (6000, "output limit")):
        program = ProgramSeat(
            [sys.executable, "-c", engine.format(lines=lines)],
            bg.find("shogi").protocol("usi"),
            Limits(move_time=20.0, answer_bytes=100_000),
        )
        seats: list[Seat] = [program, PlayerSeat(Uniform(Random(1)))]
        referee = Referee(bg.Playthrough(bg.load("shogi").start()), ["a", "b"], seats, SeededDice(1))
        verdict = referee.run()
        assert (verdict.fault and verdict.fault.kind) == kind, verdict


@pytest.mark.parametrize(
    ("last", "kind"),
    [
        ("bestmove resign", None),
        pytest.param("bestmove none", "illegal", marks=pytest.mark.thorough),
        pytest.param("", "timeout", marks=pytest.mark.thorough),
    ],
)
def test_the_log_of_a_flood_is_bounded(last: str, kind: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.referee.program_seat.MOST_LOGGED", 50)
    engine = (
        "import sys, time\nbegun = False\nfor line in sys.stdin:\n"
        "    if line.startswith('usi\\n'): print('usiok', flush=True)\n"
        "    if line.startswith('isready'): print('readyok', flush=True)\n"
        "    if line.startswith('go') and not begun: print('bestmove 7g7f', flush=True)\n"
        f"    elif line.startswith('go'): print('info string flood\\n' * 200 + {last!r}, flush=True)\n"
        "    begun = begun or line.startswith('go')\n"
    )
    file = StringIO()
    log = ProtocolLog(file)
    limits = Limits(first_move_time=20.0, move_time=1.0 if kind == "timeout" else 20.0)
    program = ProgramSeat([sys.executable, "-c", engine], bg.find("shogi").protocol("usi"), limits, log=log)
    seats: list[Seat] = [program, PlayerSeat(Uniform(Random(1)))]
    referee = Referee(
        bg.Playthrough(bg.load("shogi").start()), ["flood", "random"], seats, SeededDice(1), onlookers=[log]
    )
    verdict = referee.run()
    assert (verdict.fault and verdict.fault.kind) == kind, verdict
    lines = file.getvalue().splitlines()
    assert sum("info string flood" in line for line in lines) == 50
    assert sum("# flood: 15" in line and "more lines are left out" in line for line in lines) == 1
    assert not last or sum(line.endswith(last) for line in lines if not line.startswith("#")) == 1


def test_the_pace_is_kept() -> None:
    seats = [PlayerSeat(Uniform(Random(seat))) for seat in range(2)]
    referee = Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1), pace=0.02, max_plies=10)
    begun = time.monotonic()
    referee.run()
    assert time.monotonic() - begun >= 9 * 0.02


@pytest.mark.parametrize("most", [1, 7])
def test_so_many_plies_and_no_more(most: int) -> None:
    seats = [PlayerSeat(Uniform(Random(seat))) for seat in range(2)]
    referee = Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1), max_plies=most)
    assert referee.run().outcome == bg.Outcome((0.0, 0.0), PLY_LIMIT)
    assert referee.playthrough.plies == most


class Doubter(Player):
    """Takes back what was played, once, when it is asked for the ``n``-th time."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.asked = 0
        self.told: list[str] = []

    def choose(self, state: bg.State, clock: Clock) -> Any:
        self.asked += 1
        return Undo() if self.asked == self.n else state.actions()[0]

    def tell(self, message: str) -> None:
        self.told.append(message)


class Witness:
    """An onlooker that notes how many plies were taken back."""

    def __init__(self) -> None:
        self.plies = 0
        self.taken_back: list[int] = []

    def opening(self, briefing: Briefing) -> None:
        pass

    def happened(self, event: Event) -> None:
        self.plies += 1

    def undone(self, plies: int) -> None:
        self.taken_back.append(plies)
        self.plies -= plies

    def closing(self, verdict: Verdict | None) -> None:
        pass


def played_with(doubter: Doubter, rival: Seat) -> tuple[Referee, Witness]:
    witness = Witness()
    seats = [PlayerSeat(doubter), rival]
    referee = Referee(
        bg.Playthrough(bg.load("ur").start()),
        ["a", "b"],
        seats,
        SeededDice(1),
        onlookers=[witness],
        max_plies=40,
    )
    referee.run()
    return referee, witness


def test_moves_taken_back_are_as_if_never_played() -> None:
    doubter = Doubter(3)
    referee, witness = played_with(doubter, PlayerSeat(Uniform(Random(1))))
    assert len(referee.times) == referee.playthrough.plies == witness.plies
    assert all((taken == 0.0) == (state.turn == bg.CHANCE) for state, taken in zip(
        referee.playthrough.states, referee.times, strict=False
    ))  # fmt: skip
    assert len(witness.taken_back) == 1
    assert witness.taken_back[0] >= 2
    assert doubter.told == []


class Talker(Doubter):
    """Has a thought and says something when it is asked first, and takes that answer back."""

    thought: SearchInfo | None = None
    remark = ""

    def choose(self, state: bg.State, clock: Clock) -> Any:
        first = self.asked == 0
        self.thought, self.remark = (SearchInfo(value=0.5), "hm") if first else (None, "")
        return super().choose(state, clock)


def test_what_was_said_of_moves_taken_back_is_gone() -> None:
    kept, _ = played_with(Talker(-1), PlayerSeat(Uniform(Random(1))))
    assert len(kept.thoughts) == len(kept.remarks) == 1
    referee, witness = played_with(Talker(2), PlayerSeat(Uniform(Random(1))))
    assert witness.taken_back
    assert (referee.thoughts, referee.remarks) == ({}, {})


def test_who_cannot_take_back_is_told_why() -> None:
    first = Doubter(1)
    _, witness = played_with(first, PlayerSeat(Uniform(Random(1))))
    assert first.told == ["There is nothing to take back."]
    assert witness.taken_back == []
    second = Doubter(3)
    program = ProgramSeat(plain("pass"), UR.protocol("plain"), Limits(move_time=20.0))
    _, witness = played_with(second, program)
    assert second.told == ["A program is playing, and its moves cannot be taken back."]
    assert witness.taken_back == []


def test_greedy_draws_lots_among_equals() -> None:
    start = bg.load("morris").start()
    assert len({str(Greedy(Random(seed)).choose(start, Clock())) for seed in range(40)}) > 10


def test_greedy_prefers_winning_to_any_judgement() -> None:
    """The last token home, although another move is judged as good as can be."""
    state = bg.load("ur").parse("14,4,15,15,15,15,15 0,0,0,0,0,0,1 0 1")
    winning = bg.load("ur").parse("14,15,15,15,15,15,15 0,0,0,0,0,0,1 0 1")
    assert {str(Greedy(Random(seed), lambda state, seat: 1.0).choose(state, Clock())) for seed in range(20)} == {
        "4",
        "14",
    }
    player = Greedy(Random(1), lambda state, seat: 1.0)
    assert player.look(winning.play("14"), 0) > 1.0
    assert player.look(winning.play("14"), 1) < -1.0


def test_plain_takes_an_answer_with_blanks_around_it() -> None:
    dialogue = UR.protocol("plain").referee(Briefing(bg.load("ur").start(), ["a", "b"]), 0)
    state = bg.load("ur").start().play("=2")
    dialogue.ask(state)
    assert dialogue.hear("  0\t\r") == dialogue.hear("0")
