"""Records and results in Python: a line in a console, printed as the command prints them, and plain numbers."""

from __future__ import annotations

import re
from math import inf
from typing import Any

import pytest

import boardgames as bg
from boardgames.contest import GameRecord, play_rating, play_tournament
from boardgames.core.protocol import Player
from tests.command import Run

UR = "ur:tokens=1"


def test_a_record(run: Run) -> None:
    record = bg.play_game(UR, "greedy", "random", seed=1)
    assert repr(record) == f"<GameRecord of ur: greedy wins against random: home; plies: {len(record.actions)}>"
    printed = run("play", UR, "--p1", "greedy", "--p2", "random", "--seed", "1", "--show", "result").stdout
    assert f"{record}\n" == printed and record.result == str(record)
    assert (record.winner, record.moves) == (0, record.actions)


def test_records_of_other_ends() -> None:
    broken_off = bg.play_game(UR, "greedy", "random", seed=1, max_plies=3)
    assert (broken_off.winner, broken_off.result) == (None, "greedy and random draw: ply limit")
    nameless = GameRecord.of(bg.Playthrough.replay(bg.load("ur", tokens=1).start(), ["=2", "0"]))
    assert (nameless.winner, nameless.result) == (None, "broken off after 2 plies")

    class Broken(Player[Any]):
        def choose(self, state: Any, clock: Any) -> Any:
            raise ValueError

    lost = bg.play_game(UR, Broken(), "random", seed=1)
    assert lost.winner == 1 and lost.result.startswith("random wins against broken: broken forfeits (crash)")
    nobody = GameRecord(game="ur", start=lost.start, players=(), verdict=lost.verdict)
    assert "\n" not in repr(nobody)


def test_a_match(run: Run) -> None:
    score = bg.play_match(UR, "greedy", "random", games=20, seed=1)
    assert repr(score) == f"<MatchScore: {score.line()}>" and len(repr(score)) < 100
    assert (score.wins, score.draws, score.losses) == (score.tally.wins, score.tally.draws, score.tally.losses)
    assert score.wins + score.draws + score.losses == 20 and score.score == score.wins / 20
    assert score.elo == score.tally.elo.value
    printed = run("match", UR, "--p1", "greedy", "--p2", "random", "--games", "20", "--seed", "1").stdout
    assert re.sub(r"[\d.]+ s", "", str(score)) + "\n" == re.sub(r"[\d.]+ s", "", printed)
    assert bg.play_match(UR, "greedy", Never(), games=2, seed=1).elo == inf


class Never(Player[Any]):
    """Loses every game."""

    def choose(self, state: Any, clock: Any) -> Any:
        raise ValueError


def test_tables_and_ratings() -> None:
    table = play_tournament(UR, {"a": "greedy", "b": "random"}, games=2, seed=1)
    rating = play_rating("ur", "greedy", games=2, seed=1)
    for result in (table, rating):
        assert repr(result) == f"<{type(result).__name__}: {result.line()}>"
        assert str(result).endswith("\n".join(result.sentences()))
        assert result._repr_html_().count("<table>") == len(result.tables())
    assert "points against" in str(table) and "against" in str(rating)


@pytest.mark.parametrize("name", ["play_game", "play_match"])
def test_they_stand_in_the_library(name: str) -> None:
    import boardgames.contest as contest

    assert getattr(bg, name) is getattr(contest, name) and name in dir(bg)
