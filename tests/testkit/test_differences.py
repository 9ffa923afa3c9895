"""Where two sets of rules part: each kind of difference once, with the shortest line to it."""

from __future__ import annotations

import json
import shlex
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.testkit import Difference, differences
from boardgames.testkit.comparing.differences import _Comparison, parting
from boardgames.testkit.comparing.outside_rules import OutsideFailed
from boardgames.testkit.like import game_of
from tests.command import Run
from tests.conftest import ROOT
from tests.testkit.broken import CHANCES, GOOD, LEFT, RIGHT, Game, State, spec_of


def by_kind(a: str, b: str, games: int = 3) -> dict[tuple[str, ...], Difference]:
    parted = differences(a, b, games=games)
    assert [len(one.line) for one in parted] == sorted(len(one.line) for one in parted)
    return {(one.kind.name, *one.kind.details): one for one in parted}


def test_games_that_are_alike() -> None:
    assert differences("ur:tokens=1", "ur:tokens=1", games=3) == []


def test_a_turn_that_passes() -> None:
    parted = by_kind("ur:tokens=1", "ur:tokens=1,rosette_turn=false")
    assert parted.keys() == {("turn",)}
    (one,) = parted.values()
    assert one.line == ("=4", "0") and one.is_shortest and one.played == 3
    assert one.position == "4 0 0 -"


def test_dice() -> None:
    parted = by_kind("ur:tokens=1", "ur:tokens=1,dice=1+1+1+1+1")
    assert parted["chances",].line == () and parted["chances",].is_shortest


def test_actions_and_the_reason_of_the_side_that_refuses_them() -> None:
    parted = by_kind("morris:preset=three", "morris:preset=three,flying=true", games=20)
    assert {kind[0] for kind in parted} == {"actions"}
    one = parted["actions", "B", "not-adjacent"]
    state, other = bg.load("morris:preset=three").start(), bg.load("morris:preset=three,flying=true").start()
    for action in one.line:
        state, other = state.play(action), other.play(action)
    name = one.words.split()[0].rstrip(":")
    assert str(state) == one.position and "legal in B alone" in one.words
    assert name in map(str, other.actions()) and name not in map(str, state.actions())


def test_an_end_and_how_many_games_meet_it() -> None:
    parted = by_kind("morris:turns=3", "morris:turns=4", games=5)
    (kind,) = (kind for kind in parted if kind[0] == "end")
    one = parted[kind]
    assert kind[2] == "" and kind[1] and (one.games, one.played) == (5, 5)
    assert len(one.line) == 6 and not one.is_shortest


def test_a_line_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Actions that lead nowhere are left out of the line of a random game."""
    games = ("ur:tokens=2", "ur:tokens=2,track=masters")
    short = by_kind(*games, games=2)
    for one in short.values():
        states = [bg.load(game).start() for game in games]
        for action in one.line:
            states = [state.play(action) for state in states]
        assert dict(parting(*states))[one.kind] == one.words and str(states[0]) == one.position
    monkeypatch.setattr(_Comparison, "shorten", lambda comparison, difference, end: None)
    long = by_kind(*games, games=2)
    assert all(len(one.line) <= len(long[kind].line) for kind, one in short.items())
    assert any(len(one.line) < len(long[kind].line) for kind, one in short.items())


def test_each_game_that_meets_a_difference_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those before the one with the shortest line."""
    monkeypatch.setattr(_Comparison, "shorten", lambda comparison, difference, end: None)
    a, b = bg.load("ur:tokens=1"), bg.load("ur:tokens=1,rosette_turn=false")
    whole, alone = _Comparison(a, b), [_Comparison(a, b) for _ in range(8)]
    for seed, one in enumerate(alone):
        one.random_game(seed, 100)
        whole.random_game(seed, 100)
    lines = [len(difference.line) for one in alone for difference in one.differences.values()]
    (difference,) = whole.differences.values()
    assert lines[0] > min(lines) == len(difference.line)
    assert difference.games == len(lines) > 4


class RefusesTheLastTwo(State):
    def actions(self) -> Sequence[Any]:
        return [take for take in super().actions() if (self.heaps[take.index], self.die) != (2, 2)]


class TakesMoreThanThereIs(State):
    def actions(self) -> Sequence[Any]:
        return [LEFT, RIGHT] if self.heaps == (1, 4) and self.turn >= 0 else super().actions()

    def apply(self, action: Any) -> Any:
        after = super().apply(action)
        return attrs.evolve(after, heaps=(max(0, after.heaps[0]), after.heaps[1]))


class PlaysOnAfterEmptyingAHeap(State):
    def apply(self, action: Any) -> Any:
        after = super().apply(action)
        return attrs.evolve(after, seat=self.seat) if 0 in after.heaps and 0 not in self.heaps else after


class ThrowsOtherwiseInTheEnd(State):
    def chances(self) -> Sequence[Any]:
        chances = super().chances()
        turned = [(throw, chance) for (throw, _), (_, chance) in zip(CHANCES, CHANCES[::-1], strict=True)]
        return turned if chances and sum(self.heaps) == 2 else chances


class EndsWithAnEmptyHeap(State):
    @property
    def outcome(self) -> bg.Outcome | None:
        return self.right_outcome or (bg.Outcome((0.0, 0.0), "limit") if 0 in self.heaps else None)


class LosesByTheLastStone(State):
    @property
    def outcome(self) -> bg.Outcome | None:
        right = self.right_outcome
        return right and attrs.evolve(right, returns=tuple(-each for each in right.returns))


PLANTED = {
    RefusesTheLastTwo: "actions", TakesMoreThanThereIs: "actions", PlaysOnAfterEmptyingAHeap: "turn",
    ThrowsOtherwiseInTheEnd: "chances", EndsWithAnEmptyHeap: "end", LosesByTheLastStone: "end",
}  # fmt: skip
"""Copies of rules with one thing planted in each, and the kind of difference that it is."""


def facts(state: Any, kind: str) -> object:
    """The facts of a state that differences of a kind are about."""
    if kind == "end":
        return state.outcome
    if kind == "turn":
        return state.turn == bg.OVER or state.seat
    return sorted(map(str, state.chances() if kind == "chances" else state.actions()))


def fewest_plies(kind: str, one: Any, other: Any) -> int:
    """The plies to the first difference of a kind, breadth first, with no bound; independent of what is tested."""
    waiting = deque([(one, other, 0)])
    met = {(str(one), str(other))}
    while waiting:
        one, other, plies = waiting.popleft()
        if facts(one, kind) != facts(other, kind):
            return plies
        for way in [*one.actions()] or [throw for throw, _ in one.chances()]:
            if way in other.actions() or way in [throw for throw, _ in other.chances()]:
                pair = one.apply(way), other.apply(way)
                if (str(pair[0]), str(pair[1])) not in met:
                    met.add((str(pair[0]), str(pair[1])))
                    waiting.append((*pair, plies + 1))
    raise AssertionError("there is no difference")


@pytest.mark.parametrize(("planted", "kind"), PLANTED.items(), ids=[planted.__name__ for planted in PLANTED])
def test_a_planted_difference_is_found_by_its_shortest_line(planted: type[State], kind: str) -> None:
    copy = spec_of(type("Copy", (Game,), {"kind": planted}))
    parted = differences(GOOD, copy, games=20)
    first = parted[0]
    assert first.kind.name == kind and first.is_shortest and first.games > 0
    start, changed = game_of(GOOD).start(), game_of(copy).start()
    assert len(first.line) == fewest_plies(kind, start, changed)
    for action in first.line:
        start, changed = start.play(action), changed.play(action)
    assert facts(start, kind) != facts(changed, kind)


def test_the_command(run: Run, tmp_path: Path) -> None:
    words = ("diff", "ur:tokens=1", "ur:tokens=1,rosette_turn=false", "--games", "3")
    told = run(*words).stdout
    assert "1. another seat is to act, in 3 of 3 random games" in told and "after 2 plies: =4 0 (no line" in told
    facts = json.loads(run(*words, "--json").stdout)
    (one,) = differences("ur:tokens=1", "ur:tokens=1,rosette_turn=false", games=3)
    assert facts["differences"] == [json.loads(json.dumps(one.fields()))] and facts["a"] == "ur:tokens=1"
    assert "They do not differ" in run("diff", "ur:tokens=1", "ur:tokens=1", "--games", "1").stdout
    assert "were played" in run("diff", "ur:tokens=1", "ur:tokens=1,rosette_turn=false", "--seconds", "0").stderr
    assert "of 1000 games were played" in run("diff", "ur:tokens=1", "ur:tokens=1", "--seconds", "0").stderr
    assert run("diff", "ur", "chess").returncode == 2


def test_a_signal_ends_the_command_and_blames_no_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("boardgames.cli.games.diff.differences", interrupted)
    told = run("diff", "ur:tokens=1", "ur:tokens=1")
    assert (told.returncode, told.stderr.split(". ")[0]) == (130, "Interrupted")


@pytest.mark.parametrize("fault", ["1 / 0", "undefined"])
def test_a_game_whose_code_fails(run: Run, tmp_path: Path, fault: str) -> None:
    path = tmp_path / "mine.py"
    text = (ROOT / "src/boardgames/testkit/template/src/mygame/rules.py").read_text()
    text = text.replace("return TAKES[: self.stones]", f"return TAKES[: self.stones] if self.stones > 9 else {fault}")
    spec = 'SPEC = bg.GameSpec(name="mine", title="Mine", game=MyGame, reasons={"last stone": "x"})\n'
    path.write_text(f"{text}\n{spec}")
    told = run("diff", f"{path}:SPEC", f"{path}:SPEC")
    assert told.returncode == 2 and "cannot be compared: the game's code raised" in told.stderr


PROGRAM = """
import sys
import boardgames as bg
state = start = bg.load("minishogi").start()
for line in sys.stdin:
    words = line.split()
    if words[0] == "usi":
        print("usiok", flush=True)
    elif words[0] == "position":
        state = start
        for move in words[3:]:
            state = state.play(move)
    elif words[:2] == ["go", "perft"] and "slow" not in sys.argv:
        moves = [str(move) for move in state.actions() if not (str(move) == "5d5c" and state.ply > 2)]
        print("".join(f"{move}: 1\\n" for move in moves) + f"\\nNodes searched: {len(moves)}", flush=True)
"""
"""A program that lists moves, without 5d5c after two plies."""


def test_a_program_that_lists_moves(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "lister.py"
    path.write_text(PROGRAM)
    program = f"usi:{shlex.join([sys.executable, str(path)])}"
    (one,) = differences("minishogi", program, games=1, max_plies=10)
    assert (
        (one.kind.name, one.kind.details) == ("actions", ("A", "unlisted")) and len(one.line) == 2 and one.is_shortest
    )
    (other,) = differences(program, "minishogi", games=1, max_plies=10)
    assert other.line == one.line and other.kind.details == ("B", "unlisted")
    told = run("diff", "minishogi", program, "--games", "1", "--max-plies", "10")
    assert "5d5c: legal in A alone; B says: it does not list this action" in told.stdout


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("usi:./nowhere", "cannot be started"),
        ("usi:", "names nothing"),
        ("usi:true", "does not answer"),
        ("openspiel:nothing", "OpenSpiel has no game 'nothing'"),
    ],
)
def test_rules_that_cannot_be_had(run: Run, rules: str, says: str) -> None:
    if rules.startswith("openspiel"):
        pytest.importorskip("pyspiel")
    told = run("diff", "minishogi", rules)
    assert told.returncode == 2 and says in told.stderr and "Traceback" not in told.stderr


def test_a_program_that_keeps_silent(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.testkit.comparing.outside_rules.SECONDS", 0.5)
    path = tmp_path / "lister.py"
    path.write_text(PROGRAM)
    with pytest.raises(OutsideFailed, match="does not answer"):
        differences("minishogi", f"usi:{shlex.join([sys.executable, str(path), 'slow'])}", games=1)


def test_a_game_of_openspiel(run: Run) -> None:
    pytest.importorskip("pyspiel")
    from boardgames.rl.openspiel import register

    register("ur", tokens=1)
    assert differences("ur:tokens=1", "openspiel:boardgames_ur(tokens=1)", games=2) == []
    (one,) = differences("ur:tokens=1", "openspiel:boardgames_ur(tokens=1,rosette_turn=false)", games=3)
    assert one.kind.name == "turn" and one.line[:-1] == ("=4", "0"), "whose throw it is is not told"


def test_sensible_games_are_counted_apart() -> None:
    """A side that captures meets the turn after a capture sooner than one that plays at random."""
    parted = differences("ur:tokens=2", "ur:tokens=2,capture_turn=on", games=20)
    (difference,) = parted
    assert parted.games == parted.sensible == difference.played == difference.sensible_played == 20
    assert difference.sensible > difference.games > 0
    assert f"in {difference.games} of 20 random games and {difference.sensible} of 20 sensible ones" in str(parted)
    assert parted.fields()["sensible"] == 20 and differences("ur:tokens=1", "ur:tokens=1", games=2).sentences()[1] == (
        "They do not differ in any position near the start, nor in 2 random games and 2 sensible ones."
    )


def test_the_worth_of_both_starts_where_both_are_solved(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    one, other = "ur:tokens=1", "ur:tokens=1,rosette_turn=off"
    assert differences(one, other, games=1).values is None
    for game in (one, other):
        assert run("solve", game).returncode == 0
    parted = differences(one, other, games=1)
    assert parted.values is not None and 0.5 < parted.values[1] < parted.values[0] < 1
    assert f"{100 * parted.values[0]:.2f} % in A" in parted.sentences()[1] and parted.fields()["values"] == list(
        parted.values
    )
