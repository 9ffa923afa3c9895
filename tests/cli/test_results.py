"""Results speak: a Python user reads what the command prints, in words and in fields."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import attrs
import pytest

import boardgames as bg
from boardgames import analysis, contest, solve, testkit, view
from boardgames.contest.export.arena_result import ArenaResult
from boardgames.core.text.result import CommandResult
from boardgames.players import solve_mate
from tests.command import Run

UR = "ur:tokens=1"
OTHER = "ur:tokens=1,rosette_turn=false"
MATE = "8k/9/6R2/9/9/9/9/9/9 b G 1"


@cache
def game() -> contest.GameRecord:
    return bg.play_game(UR, "greedy", "random", seed=3)


def mate() -> CommandResult:
    return solve_mate(bg.load("shogi").parse(MATE), rest=True)


RESULTS: dict[str, tuple[list[str], Callable[[], CommandResult]]] = {
    "diff": (["diff", UR, OTHER, "--games", "3"], lambda: testkit.differences(UR, OTHER, games=3)),
    "mate": (["mate", "shogi", "--rest", "--position", MATE], mate),
    "solve": (["solve", UR, "--position", "startpos"], lambda: solve.SolvedPosition.of(bg.load(UR).start())),
    "advise": (["advise", UR], lambda: analysis.advise(bg.load(UR).start())),
    "advise by": (
        ["advise", "minishogi", "--by", "alphabeta:depth=1"],
        lambda: analysis.advise(bg.load("minishogi").start(), "alphabeta:depth=1"),
    ),
    "replay": (["replay", "game.json"], lambda: view.Replay(record=game())),
    "replay, board": (["replay", "game.json", "--ply", "3"], lambda: view.Replay(record=game(), ply=3)),
    "analyse": (
        ["analyse", "game.json", "--by", "alphabeta:depth=1"],
        lambda: analysis.analyse(game(), by="alphabeta:depth=1"),
    ),
    "referee": (
        ["referee", UR, "-p1", "greedy", "-p2", "random", "-seed", "3"],
        lambda: ArenaResult(game(), 3, [{}, {}]),
    ),
}
"""For each a command and the result that it prints."""


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_says_what_its_command_prints(name: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(game().json())
    words, result = RESULTS[name][0], RESULTS[name][1]()
    printed = run(*words)
    assert printed.returncode == 0, printed.stderr
    assert printed.stdout == f"{result}\n"
    assert result.sentences() and all(isinstance(line, str) for line in result.sentences())
    assert json.loads(json.dumps(result.fields()))
    for rows in result.tables():
        assert {len(row) for row in rows} == {len(rows[0])}


@pytest.mark.parametrize("name", ["diff", "mate", "replay"])
def test_the_fields_are_those_of_json(name: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(game().json())
    words, result = RESULTS[name][0], RESULTS[name][1]()
    first = {"problem": "problem 1"} if name == "mate" else {}
    printed = json.loads(run(*words, "--json").stdout)
    fields = json.loads(json.dumps({**first, **result.fields()}))
    for changing in ("seconds", "nodes"):
        printed.pop(changing, None)
        fields.pop(changing, None)
    assert printed == fields


def test_a_contest_says_how_far_it_is_and_lists_its_games(run: Run, tmp_path: Path) -> None:
    db = tmp_path / "m.db"
    score = bg.play_match(UR, "greedy", "random", games=4, seed=1, db=db)
    with contest.Store.reading(db) as store:
        status, games = contest.ContestStatus.of(store), contest.GameList.of(store)
        assert status.sentences()[-1] == score.sentence()
        assert run("tournament", "status", "m.db").stdout == f"{status}\n"
        assert json.loads(run("tournament", "status", "m.db", "--json").stdout).keys() == status.fields().keys()
        assert run("tournament", "games", "m.db").stdout == f"{games}\n"
        assert json.loads(run("tournament", "games", "m.db", "--json").stdout) == games.fields()
        with pytest.raises(contest.BadContest, match="nobody here is called 'nobody'"):
            contest.GameList.of(store, "nobody")


def test_a_replay_that_stops_ends_with_its_position() -> None:
    states = game().playthrough().states
    assert view.Replay(record=game(), ply=3).sentences()[-1] == str(states[3]) != str(states[0])
    assert view.Replay(record=game(), moves=False).sentences() == [str(game())]


def test_a_contest_that_was_broken_off_waits(tmp_path: Path) -> None:
    db = tmp_path / "m.db"
    bg.play_match(UR, "greedy", "random", games=2, seed=1, db=db)
    with contest.Store.reading(db) as store:
        whole = contest.ContestStatus.of(store)
    begun = attrs.evolve(whole, result=contest.MatchScore.of(whole.configuration))
    assert whole.sentences()[0].endswith("2 players: it is over.")
    assert begun.sentences()[:2] == [
        f"match of {UR}, 2 players: it waits for --resume.",
        "0 of 2 games, 0 ended by a fault.",
    ]


def test_a_report_is_read_in_paragraphs_and_in_fields() -> None:
    report = testkit.verify(UR, games=1)
    assert report.sentences()[-1] == report.summary()
    assert report.fields()["ok"] is True
    assert [finding["rung"] for finding in report.fields()["findings"]] == [each.rung.name for each in report.findings]
    grade = testkit.Grade.of(report)
    assert f"{sum(rung.points for rung in grade.rungs):g} of 100 points." == grade.sentences()[0]


def test_a_table_says_what_is_in_it(run: Run, tmp_path: Path) -> None:
    made = run("solve", UR, "--out", "ur.table")
    assert made.returncode == 0, made.stderr
    contents = solve.TableContents.of(tmp_path / "ur.table")
    assert contents.complete and contents.fields()["game"] == "ur"
    assert run("solve", "--info", str(tmp_path / "ur.table")).stdout == f"{contents}\n"


def test_a_new_game_is_written_from_python(tmp_path: Path) -> None:
    made = testkit.new_game("halma-for-four", tmp_path / "game")
    assert all(path.is_file() for path in made.files)
    assert "  boardgames verify halma-for-four" in made.sentences()
    with pytest.raises(FileExistsError, match="nothing is overwritten"):
        testkit.new_game("halma-for-four", tmp_path / "game")
    with pytest.raises(testkit.BadGameName, match="there is a game 'ur' already"):
        testkit.new_game("ur", tmp_path / "other")
