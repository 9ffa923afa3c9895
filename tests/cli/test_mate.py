"""``boardgames mate``: problems as text and in files, what it prints and writes, and what it says to bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardgames as bg
from boardgames.contest import write_record
from boardgames.records import GameRecord
from tests.command import Run
from tests.samples import cases

PROBLEM = "8k/9/6R2/9/9/9/9/9/9 b G 1"
WHOLE = "8k/9/6R2/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1"
PROBLEM_RECORD = GameRecord.of(bg.Playthrough(bg.load("shogi").parse(WHOLE)))
COOKED = "9/9/9/9/9/7np/8k/8B/7LR b rb4g4s3n3l17p 1"


def test_the_line_and_its_uniqueness_are_told(run: Run) -> None:
    done = run("mate", "shogi", "--rest", "--position", PROBLEM)
    assert done.returncode == 0
    assert done.stdout == "mate in 3 plies: 3c1c+ 1a2a G*2b\nno other solution of up to 5 plies\n"
    assert done.stderr == ""


def test_a_cook_is_told(run: Run) -> None:
    done = run("mate", "shogi", "--position", COOKED)
    assert "cooked: at ply 1, 1h7b+ mates too, in 3 plies" in done.stdout
    assert "minor flaw (promotion): at ply 1, 1h6c mates too, in 3 plies" in done.stdout


def test_several_problems_as_json(run: Run, tmp_path: Path) -> None:
    (tmp_path / "problems.sfen").write_text(f"sfen {WHOLE}\nsfen 8k/9/9/9/9/9/9/9/9 b 2Gr 1\n")
    done = run("mate", "shogi", "--position", "problems.sfen", "--json")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["plies"], first["line"], first["unique"]) == (3, ["3c1c+", "1a2a", "G*2b"], True)
    assert (second["plies"], second["never"], second["unique"], second["problem"]) == (None, True, None, "problem 2")


def test_a_file_needs_no_option(run: Run, tmp_path: Path) -> None:
    (tmp_path / "problem.kif").write_text(bg.find("shogi").formats["bod"].write(PROBLEM_RECORD), "utf-8")
    assert run("mate", "shogi", "problem.kif").stdout.startswith("mate in 3 plies: 3c1c+ 1a2a G*2b\n")


def test_a_record_says_which_game_it_is(run: Run, tmp_path: Path) -> None:
    """A problem is searched from its first position, and a game from its last."""
    (tmp_path / "problem.kif").write_text(bg.find("shogi").formats["bod"].write(PROBLEM_RECORD), "utf-8")
    assert run("mate", "problem.kif").stdout.startswith("mate in 3 plies: 3c1c+ 1a2a G*2b\n")
    opening = ["7g7f", "8c8d", "6i7h", "8d8e", "8h7g", "9c9d", "7g8h"]
    playthrough = bg.Playthrough.replay(bg.load("shogi").start(), opening)
    write_record(GameRecord.of(playthrough), tmp_path / "game.json")
    for words in (["game.json"], ["shogi", "game.json"], ["shogi", "--position", "game.json"]):
        assert "after 7 actions" in run("mate", *words, "--plies", "1").stderr
    assert not run("mate", "game.json", "--ply", "0", "--plies", "1").stderr


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["none.kif"], "there is no file none.kif"),
        (["game.kif", "game.kif"], "give the problem once"),
        (["bad.kif"], "bad.kif: "),
    ],
)
def test_a_file_in_place_of_the_game_that_cannot_be_used(
    run: Run, tmp_path: Path, words: list[str], fault: str
) -> None:
    (tmp_path / "game.kif").write_text(bg.find("shogi").formats["bod"].write(PROBLEM_RECORD), "utf-8")
    (tmp_path / "bad.kif").write_text("no record\n")
    done = run("mate", *words)
    assert done.returncode == 2
    assert fault in done.stderr


def test_kif_and_diagrams_in_and_out(run: Run, tmp_path: Path) -> None:
    """The solution as KIF, the problem as a diagram, and both read again."""
    for name in ("solution.kif", "problem.bod"):
        done = run("mate", "shogi", "--position", WHOLE, "--out", name)
        assert done.stderr == f"{name} is written.\n"
    text = (tmp_path / "solution.kif").read_text("cp932")
    assert "１三飛成(33)" in text
    assert "*mate in 3 plies" in text
    assert "   4 詰み" in text
    drawn = (tmp_path / "problem.bod").read_text("utf-8")
    hand = next(line for line in drawn.splitlines() if line.startswith("後手の持駒"))
    (tmp_path / "print.kif").write_text("手合割：詰将棋\n" + drawn.replace(hand, "後手の持駒：残り全部"), "utf-8")
    for words in (["problem.bod"], ["print.kif"], ["solution.kif"], ["solution.kif", "--ply", "2"]):
        done = run("mate", "shogi", "--second", "-1", "--position", *words)
        assert done.stdout.startswith(f"mate in {'1 ply: G*2b' if '--ply' in words else '3 plies: 3c1c+'}")


@pytest.mark.parametrize(("name", "codec"), [("b.kif", "cp932"), ("b.kifu", "utf-8"), ("b.ki2", "cp932")])
def test_the_name_of_the_file_means_an_encoding(run: Run, tmp_path: Path, name: str, codec: str) -> None:
    assert run("mate", "shogi", "--position", WHOLE, "--out", name).stderr == f"{name} is written.\n"
    assert "手合割：その他" in (tmp_path / name).read_bytes().decode(codec)


def test_second_solutions_become_variations(run: Run, tmp_path: Path) -> None:
    run("mate", "shogi", "--position", COOKED, "--second", "0", "--out", "cooked.kif")
    text = (tmp_path / "cooked.kif").read_text("cp932")
    assert "変化：1手\n   1 ７二角成(18)" in text
    assert "   4 投了" in text, "futile interpositions are left"


def test_from_standard_input(run: Run) -> None:
    done = run("mate", "shogi", "--position", "-", stdin=f"position sfen {WHOLE}\n")
    assert done.stdout.startswith("mate in 3 plies")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--plies", "1"], "no mate within 1 ply\n"),
        (["--nodes", "30"], "undecided: no mate within 1 ply; more nodes or time decide more\n"),
    ],
)
def test_no_mate_is_a_result(run: Run, words: list[str], sentence: str) -> None:
    done = run("mate", "shogi", "--position", WHOLE, *words)
    assert (done.stdout, done.returncode) == (sentence, 0)


def test_a_defender_without_pieces_is_noted(run: Run) -> None:
    done = run("mate", "minishogi", "--position", "4k/5/2G2/5/K4 b G 1", "--plies", "1")
    assert done.stderr == "Note: the defender has nothing in hand; --rest gives it all other pieces\n"


@cases(
    ("words", "sentence"),
    [
        (["ur", "--position", "0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 -"], "ur has no mate problems"),
        (["shogi", "--position", "problem.kif"], "no file has this name, and as a position it is unreadable"),
        (["shogi", "--position", WHOLE, "--out", "x.pgn"], "the ending of the name says the format: .kif"),
        (["shogi", "--position", WHOLE, "--ply", "2"], "--ply picks a position of a game in a file"),
        (["shogi", "--position", "one.sfen", "--ply", "2"], "record 1 has 0 actions"),
        (["minishogi", "--position", "one.sfen"], "one.sfen: "),
        (["shogi", "--position", "empty"], "empty: this file is empty"),
        (["shogi"], "give the problem once"),
        (["shogi", "one.sfen", "--position", WHOLE], "give the problem once"),
    ],
)
def test_bad_input_gets_a_sentence(run: Run, tmp_path: Path, words: list[str], sentence: str) -> None:
    (tmp_path / "one.sfen").write_text(f"sfen {WHOLE}\n")
    (tmp_path / "empty").write_text("")
    done = run("mate", *words)
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


def test_an_interruption_says_what_is_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from boardgames.players.mates.mate_problem import ProblemSearch

    def interrupt(*words: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ProblemSearch, "find_second", interrupt)
    done = run("mate", "shogi", "--position", WHOLE)
    assert done.returncode == 130
    assert done.stdout.startswith("mate in 3 plies: 3c1c+ 1a2a G*2b\n")
    assert done.stderr == "Interrupted. The mate is proved; second solutions were not all looked for.\n"


def test_moves_may_follow_the_position_of_a_problem(run: Run) -> None:
    told = run("mate", "shogi", "--rest", "--position", "8k/9/6R2/9/9/9/9/9/9 b G 1 moves 13飛成 1a2a", "--json")
    assert json.loads(told.stdout)["line"] == ["G*2b"]
