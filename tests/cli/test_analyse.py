"""``boardgames analyse``, as a player and a bot's author meet it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.analysis import judges
from boardgames.contest import GameRecord, play_game, read_record
from tests.analysis.test_judges import engine
from tests.command import Run
from tests.samples import cases, few


def written(path: Path, *actions: str, game: str = "minishogi") -> str:
    """The path of a record of these actions."""
    record = GameRecord.of(bg.Playthrough.replay(bg.load(game).start(), actions))
    path.write_text(record.json(), encoding="utf-8")
    return str(path)


def test_a_game_of_dice_is_told_in_words_and_in_json(run: Run, tmp_path: Path) -> None:
    record = play_game("ur:tokens=1", "random", "greedy", seed=3)
    (tmp_path / "game.json").write_text(record.json())
    result = run("analyse", "game.json", "--by", "exact")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].split()[0] == "start"
    assert len(lines) == 1 + len(record.actions) + 1 + 2 + 1
    assert "luck" in lines[-2]
    assert "won" in lines[-1] or "lost" in lines[-1] or "dice" in lines[-1]
    told = json.loads(run("analyse", "game.json", "--by", "exact", "--json").stdout)
    assert told["start"] + told["luck"][0] - told["losses"][0] + told["losses"][1] == pytest.approx(told["result"])
    assert {"chance", "best", "loss", "mark"} <= told["plies"][0].keys()
    assert len(told["accuracy"]) == 2


@pytest.mark.parametrize("ending", few(["kif", "csa", "json"], "kif"))
def test_a_judged_game_is_written_and_read_back(run: Run, tmp_path: Path, ending: str) -> None:
    game = written(tmp_path / "game.json", "7g7f", "3c3d", "8h6f", "2b6f", game="shogi")
    by = engine(tmp_path, *[f"info depth 3 score cp {score} pv {move}\nbestmove {move}" for score, move in ANSWERS])
    out = tmp_path / f"judged.{ending}"
    result = run("analyse", game, "--by", by, "--nodes", "9", "--out", str(out))
    assert result.returncode == 0, result.stderr
    back = read_record(out)
    assert [back.evaluations[ply].line for ply in range(4)] == [(move,) for _, move in ANSWERS[:4]]
    if ending != "json":
        assert "blunder" in back.comments[3]
    shown = run("analyse", str(out), "--by", "record", "--json")
    assert json.loads(shown.stdout)["plies"][2]["mark"] == "??"
    for picture in ("html", "svg"):
        assert run("analyse", str(out), "--by", "record", "--out", f"game.{picture}").returncode == 0
        assert 'id="graph"' in (tmp_path / f"game.{picture}").read_text(encoding="utf-8")


@cases(("name", "codec"), [("b.kif", "cp932"), ("b.kifu", "utf-8"), ("b.ki2", "cp932"), ("b.ki2u", "utf-8")])
def test_a_judged_game_is_written_in_the_encoding_of_its_name(run: Run, tmp_path: Path, name: str, codec: str) -> None:
    game = written(tmp_path / "game.json", "7g7f", "3c3d", game="shogi")
    done = run("analyse", game, "--by", "alphabeta:nodes=20", "--out", str(tmp_path / name))
    assert done.returncode == 0, done.stderr
    assert "手合割：平手" in (tmp_path / name).read_bytes().decode(codec)


ANSWERS = [(50, "7g7f"), (-40, "3c3d"), (60, "2g2f"), (900, "2b6f"), (-900, "6g6f")]


def test_games_of_a_match_and_of_a_folder(run: Run, tmp_path: Path) -> None:
    match = (
        "match",
        "minishogi",
        "--p1",
        "random",
        "--p2",
        "greedy",
        "--games",
        "2",
        "--seed",
        "1",
        "--max-plies",
        "6",
    )
    assert run(*match, "--db", "m.db").returncode == 0
    result = run("analyse", "--db", "m.db", "--by", "alphabeta:nodes=20")
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("game 1:\n")
    assert "random: 2 games, gave away" in result.stdout
    one = run("analyse", "--db", "m.db", "2", "--by", "alphabeta:nodes=20", "--json")
    assert json.loads(one.stdout)["record"] == "game 2"
    (tmp_path / "club").mkdir()
    written(tmp_path / "club" / "a.json", "1e1d")
    written(tmp_path / "club" / "b.json", "1e1d", "5a5b")
    (tmp_path / "club" / "notes.txt").write_text("no record")
    result = run("analyse", "club", "--by", "alphabeta:nodes=20", "--json")
    assert len(result.stdout.splitlines()) == 2
    assert "left out: club/notes.txt" in result.stderr


@pytest.mark.thorough
def test_processes_give_the_same_as_one(run: Run, tmp_path: Path) -> None:
    names = [written(tmp_path / f"{number}.json", "1e1d", "5a5b") for number in range(3)]
    words = ["analyse", *names, "--by", "alphabeta:nodes=50", "--json"]
    command = [sys.executable, "-m", "boardgames", *words, "-j", "2"]
    several = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert several.stdout == run(*words).stdout != ""


def test_a_judge_that_dies_leaves_what_was_done(run: Run, tmp_path: Path) -> None:
    game = written(tmp_path / "game.json", "1e1d", "5a5b")
    by = engine(tmp_path, "info score cp 600 pv 4e4d\nbestmove 4e4d", "info score cp 0\nbestmove 5a5b")
    result = run("analyse", game, "--by", by, "--nodes", "9", "--out", "judged.json")
    assert result.returncode == 3
    assert "2 of 3 positions were judged" in result.stderr
    assert "better 4e4d" in result.stdout
    assert set(read_record(tmp_path / "judged.json").evaluations) == {0, 1}
    several = run("analyse", game, game, "--by", by, "--nodes", "9")
    assert (several.returncode, several.stdout.count("broken off")) == (3, 2)
    assert "the judge failed in 2 of 2 games" in several.stderr


def test_an_engine_of_another_game_is_told_with_what_would_do(run: Run, tmp_path: Path) -> None:
    game = written(tmp_path / "game.json", game="morris")
    result = run("analyse", game, "--by", "usi:./engine")
    assert result.returncode == 2
    assert result.stderr == (
        "Error: 'usi:./engine': morris has no protocol 'usi'; there are: codingame, plain; "
        "judge by a search, such as alphabeta:nodes=3000\n"
    )
    by = engine(tmp_path)
    result = run("analyse", written(tmp_path / "gorogoro.json", game="gorogoro"), "--by", by)
    assert result.returncode == 2
    assert "does not play gorogoro" in result.stderr and "use another engine" in result.stderr


def test_an_interrupted_analysis_keeps_what_was_done(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, judge = written(tmp_path / "game.json", "1e1d", "5a5b", "3e3d"), judges.PlayerJudge.judge

    def interrupted(self: Any, playthrough: Any, ply: int) -> Any:
        if ply == 2:
            raise KeyboardInterrupt
        return judge(self, playthrough, ply)

    monkeypatch.setattr(judges.PlayerJudge, "judge", interrupted)
    result = run("analyse", game, "--by", "alphabeta:nodes=50", "--out", "judged.json")
    assert result.returncode == 130
    assert "2 of 4 positions were judged" in result.stderr
    assert set(read_record(tmp_path / "judged.json").evaluations) == {0, 1}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "name a record"),
        (["nothing.json"], "cannot read nothing.json"),
        (["game.json", "--nodes", "5", "--time", "1"], "not both"),
        (["game.json", "--by", "random"], "rates no actions"),
        (["game.json", "--by", "record"], "holds no evaluations"),
        (["game.json", "--by", "usi:false"], "failed"),
        (["game.json", "--out", "game.pdf"], "ending of the name says the format"),
        (["game.json", "--marks", "5,10"], "three numbers"),
        (["game.json", "--marks", "10,5,1"], "must grow"),
        (["--db", "nothing.db"], "there is no file"),
        (["--db", "nothing.db", "x"], "say the number of a game"),
    ],
)
def test_bad_input_is_told_in_a_sentence(run: Run, tmp_path: Path, words: list[str], why: str) -> None:
    written(tmp_path / "game.json", "1e1d")
    result = run("analyse", *words)
    assert result.returncode == 2
    assert why in result.stderr


def test_a_report_tells_where_players_lose_points(run: Run, tmp_path: Path) -> None:
    for number, actions in enumerate((("1e1d", "5a5b", "3e3d"), ("2e3d", "4a3b"))):
        written(tmp_path / f"{number}.json", *actions)
    by = "alphabeta:nodes=100"
    result = run("analyse", "0.json", "1.json", "--by", by, "--marks", "0.1,1,5", "--report", "html", "--out", "r.html")
    assert result.returncode == 0, result.stderr
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "2 games, judged by alphabeta:nodes=100" in page
    assert "<h2>Black</h2>" in page
    assert "Its worst moves" in page
    assert "the opening" not in page, "a game of three plies has no opening"
    assert "bishop" in page or "gold" in page
    assert "http://www.w3.org/2000/svg" in page or "<svg" in page


def test_exercises_are_a_page_to_practise_on(run: Run, tmp_path: Path) -> None:
    game = written(tmp_path / "game.json", "1e1d", "5a5b")
    result = run("analyse", game, "--by", "alphabeta:nodes=300,judgement=material", "--exercises", "exercises.html")
    assert result.returncode == 0, result.stderr
    page = (tmp_path / "exercises.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and '"problems":[[{' in page.replace(" ", "")
    refused = run("analyse", game, "--exercises", "exercises.md")
    assert refused.returncode == 2 and "the ending says what is written" in refused.stderr
