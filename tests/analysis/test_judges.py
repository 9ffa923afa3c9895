"""Judges: tables, searches and engines; the same budget gives the same marks, and failures are told in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

import boardgames as bg
from boardgames import analysis, solve
from boardgames.analysis import analyse
from boardgames.analysis.games import JudgeSettings, analyse_games
from boardgames.contest import GameRecord, play_game
from boardgames.core.protocol import Clock
from boardgames.players import Greedy

ENGINE = """
import sys
from random import Random
moves = {answers}
for line in sys.stdin:
    word = line.split()[0]
    if word == "usi":
        print("option name UCI_Variant type combo default shogi var shogi var minishogi")
        print("usiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go" and "searchmoves" in line:
        print("info depth 5 score cp -900 pv", line.split()[-1])
        print("bestmove", line.split()[-1], flush=True)
    elif word == "go":
        if not moves:
            sys.exit(3)
        print(moves.pop(0), flush=True)
"""


def engine(folder: Path, *answers: str) -> str:
    """A USI engine that gives these answers, then ends itself."""
    path = folder / "engine.py"
    path.write_text(ENGINE.format(answers=list(answers)), encoding="utf-8")
    return f"usi:{sys.executable} {path}"


def record(*actions: str) -> GameRecord:
    return GameRecord.of(bg.Playthrough.replay(bg.load("minishogi").start(), actions))


@pytest.mark.parametrize(
    ("game", "plies", "by"), [("minishogi", 4, "alphabeta:nodes=150"), ("ur:tokens=2", 20, "mcts:nodes=30")]
)
def test_the_same_budget_gives_the_same_marks(game: str, plies: int, by: str) -> None:
    record = play_game(game, "random", "greedy", seed=2, max_plies=plies)
    one, other = (analyse(record, by=by) for _ in range(2))
    assert one == other
    assert any(not ply.forced and ply.loss is not None for ply in one.plies)


@pytest.mark.thorough
def test_a_random_player_gives_more_away_than_a_search_does() -> None:
    judged = analyse(play_game("minishogi", "alphabeta:nodes=200", "random", seed=3), by="alphabeta:nodes=300")
    assert judged.losses[0] < judged.losses[1]
    assert judged.marks(1)["??"] >= 1


def test_a_player_values_a_throw() -> None:
    state = bg.load("ur:tokens=1").start()
    table = solve.table(state.game)
    exact = 2 * table.value(state) - 1
    for name, near in (("expectation:depth=4", 0.05), ("greedy", 0.2), ("perfect", 1e-9)):
        judge = analysis.judge_of(name, state, analysis.JudgeEffort())
        value = judge.player.value(state, Clock())  # type: ignore[attr-defined]
        assert abs(value - exact) < near, name
    assert isinstance(analysis.judge_of("greedy", state, analysis.JudgeEffort()).player, Greedy)  # type: ignore[attr-defined]


@pytest.mark.thorough
def test_deeper_searches_come_closer_to_the_exact_losses() -> None:
    games = [play_game("ur:tokens=2", "random", "random", seed=seed) for seed in range(3)]
    errors = []
    for by in ("expectation:depth=2", "expectation:depth=4"):
        pairs = [(analyse(game, by=by).losses, analyse(game, by="exact").losses) for game in games]
        errors.append(sum(abs(mine - its) for judged, exact in pairs for mine, its in zip(judged, exact, strict=True)))
    assert errors[1] < errors[0]


def test_an_engine_judges(tmp_path: Path) -> None:
    by = engine(
        tmp_path,
        "info depth 5 score cp 600 nodes 70 pv 4e4d 5a5b\nbestmove 4e4d",
        "info depth 5 score cp 0 pv 5a5b\nbestmove 5a5b",
        "info depth 9 score mate -2 pv 3e3d\nbestmove 3e3d",
    )
    judged = analyse(record("1e1d", "5a5b"), by=by, nodes=100)
    first = judged.plies[0]
    assert (first.best, first.depth, first.nodes) == ("4e4d", 5, 70)
    assert judged.start == pytest.approx(0.731, abs=1e-3)
    assert (first.chance, first.mark) == (0.0, "??")  # the mate that was found last goes back
    assert judged.record.evaluations[2].plies_to_end == 2


def test_an_engine_that_dies_leaves_what_was_done(tmp_path: Path) -> None:
    by = engine(tmp_path, "info score cp 600 pv 4e4d\nbestmove 4e4d", "info score cp 0\nbestmove 5a5b")
    with pytest.raises(analysis.Stopped, match=r"failed .crash.*2 of 3 positions were judged") as stopped:
        analyse(record("1e1d", "5a5b"), by=by, nodes=100)
    assert len(stopped.value.analysis.record.evaluations) == 2
    assert stopped.value.analysis.plies[0].loss == pytest.approx(0.231, abs=1e-3)


@pytest.mark.parametrize(
    ("by", "why"),
    [
        ("random", "rates no actions"),
        ("human", "is a person"),
        ("exact", "judge by a search"),
        ("alphabet", "alphabeta"),
        ("usi:", "it is empty"),
        ("record", "holds no evaluations"),
        ("python -c pass", "judge|failed"),
    ],
)
def test_what_is_no_judge_is_told(by: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.analysis.named_judge.MOST_SOLVED", 300)
    with pytest.raises(analysis.NoJudge, match=why):
        analyse(record("1e1d"), by=by)


def test_an_engine_without_the_variant_is_told(tmp_path: Path) -> None:
    game = GameRecord.of(bg.Playthrough(bg.load("judkins").start()))
    with pytest.raises(analysis.NoJudge, match="does not play judkins; it plays: shogi, minishogi"):
        analyse(game, by=engine(tmp_path), nodes=10)


class Odd(Greedy):
    """Says of its search what nobody can read."""

    def choose(self, state: bg.State, clock: Clock) -> Any:
        self.thought = "no idea"  # type: ignore[assignment]
        return super().choose(state, clock)


def test_a_record_keeps_what_players_found_and_leaves_out_what_makes_no_sense() -> None:
    game = play_game("minishogi", "alphabeta:depth=1", Odd(Random(1)), seed=1, max_plies=4)
    assert sorted(game.evaluations) == [0, 2]
    assert game.evaluations[0].judge == "alphabeta-depth=1"
    assert game.evaluations[0].line[0] == game.actions[0]


def test_an_interrupt_is_told_although_a_game_could_not_be_sent_to_its_worker() -> None:
    tried = Event()

    class Unsendable:
        def __reduce__(self) -> str:
            tried.set()
            raise ValueError("it stays here")

    def records() -> Iterator[tuple[int, Any]]:
        yield 1, Unsendable()
        tried.wait()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(analyse_games(records(), JudgeSettings(), jobs=2))
