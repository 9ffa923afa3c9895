"""solve, advise, replay --annotate and the perfect player, as a user meets them."""

from __future__ import annotations

import functools
import os
import pty
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest

import boardgames as bg
from boardgames.contest import BadEntrant, play_game
from boardgames.core.protocol.clock import Clock
from boardgames.games.ur.table import solver
from boardgames.games.ur.table.table import UrTable
from boardgames.players import Perfect
from boardgames.solve import action_losses, load
from boardgames.solve.draft import SUFFIX
from boardgames.solve.tablebase import NoTablebase, table
from tests import command
from tests.command import Run
from tests.samples import cases

ENDING = "0,15 13,15 0 2"


def test_solve_writes_where_the_players_look(run: Run, cache: Path) -> None:
    result = run("solve", "ur", "--tokens", "1")
    assert result.returncode == 0, result.stderr
    assert f"table {cache / 'ur-1.table'} (0.0 MB)" in result.stdout
    assert "start 0.53004983952486" in result.stdout
    assert "boardgames play ur:tokens=1 human perfect" in result.stderr


def test_out_names_another_file(run: Run, tmp_path: Path, cache: Path) -> None:
    result = run("solve", "ur:tokens=1", "--out", str(tmp_path / "mine"))
    assert result.returncode == 0, result.stderr
    table = load(tmp_path / "mine")
    assert isinstance(table, UrTable) and table.tokens == 1
    assert not cache.exists()


@cases(
    ("arguments", "told"),
    [
        (["ur", "--tokens", "8"], "from 1 to 7, not '8'"),
        (["morris", "--tokens", "3"], "--tokens: morris: there is no option 'tokens'"),
        (["ur", "--tokens", "1", "--out", "/nowhere/at/all"], "/nowhere/at"),
        (["morris", "--positions", "100"], "morris has more than 100 positions"),
        (["ur:tokens=1", "--position", "0 0 0 -", "--out", "x"], "--out: ur from a position is solved in memory"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(run: Run, arguments: list[str], told: str) -> None:
    result = run("solve", *arguments)
    assert result.returncode == 2
    assert told in result.stderr


def test_other_rules_are_solved_by_the_solver_for_any_game(run: Run, cache: Path) -> None:
    result = run("solve", "ur:tokens=1,capture_turn=on")
    assert result.returncode == 0, result.stderr
    kept, positions, start = result.stdout.split("\n")[:3]
    assert kept.startswith(f"table {cache}") and positions.startswith("positions ")
    assert 0.5 < float(start.removeprefix("start ")) < 0.6


def test_how_far_it_is_stands_in_a_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.cli.progress.now_and_then", lambda say: lambda *given: print(say(*given)))
    lines = run("solve", "ur", "--tokens", "1", "--out", str(tmp_path / "t")).stdout.splitlines()
    assert "positions: solved 0 of 217, 217 to go" in lines
    assert any(re.fullmatch(r"\d-\d: solved \d+ of 217, \d+ to go, \d+ s left", line) for line in lines), lines
    assert "positions: solved 217 of 217, 0 to go, 0 s left" in lines


@pytest.mark.thorough
def test_a_bar_is_drawn_at_a_terminal(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    program = [sys.executable, "-m", "boardgames", "solve", "ur", "--tokens", "1", "--out", str(tmp_path / "t")]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=follower, env={**os.environ, "TERM": "xterm"})
    os.close(follower)
    told = b""
    while True:
        try:
            more = os.read(leader, 4096)
        except OSError:  # how the end looks on Linux
            break
        told += more
        if not more:
            break
    assert process.wait() == 0
    assert b"217/217" in told
    assert (tmp_path / "t").exists()


@pytest.mark.usefixtures("two_in_cache")
def test_advise_puts_the_best_first(run: Run) -> None:
    result = run("advise", "ur:tokens=2", "--position", ENDING)
    assert result.returncode == 0, result.stderr
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [row[0] for row in rows] == [str(action) for action in table(bg.load("ur", tokens=2)).rate(
        bg.load("ur", tokens=2).parse(ENDING)
    )]  # fmt: skip
    assert rows[0][2] == "+0.0000 %"
    assert float(rows[0][1].removesuffix(" %")) > 0


def test_advise_before_a_throw(run: Run) -> None:
    result = run("advise", "ur", "--tokens", "1")
    assert result.stdout.splitlines()[0] == "before the throw\t53.0050 %"
    assert [line.split("\t")[0] for line in result.stdout.splitlines()[1:]] == ["=0", "=1", "=2", "=3", "=4"]


@cases(
    ("arguments", "told"),
    [
        (["minishogi"], "minishogi has not been solved; the games that are: dobutsu, morris, ur"),
        (["ur"], ", with: boardgames solve ur"),
        (["shogi", "--tokens", "3"], "--tokens: shogi: there is no option 'tokens'"),
        (["ur:tokens=2,dice=0+1"], "tables of ur are for Finkel's rules"),
        (["ur:tokens=1", "--position", "15 1 1 -"], "the game is over"),
    ],
)
def test_what_cannot_be_advised(run: Run, arguments: list[str], told: str) -> None:
    result = run("advise", *arguments)
    assert result.returncode == 2
    assert told in result.stderr


def test_a_player_may_be_asked(run: Run) -> None:
    result = run("advise", "minishogi", "--by", "alphabeta:depth=1")
    assert result.returncode == 0, result.stderr
    assert len(result.stdout.splitlines()) == len(bg.load("minishogi").start().actions())
    result = run("advise", "morris", "--by", "random")
    assert result.returncode == 2
    assert "random has no opinion of single actions" in result.stderr


def test_a_player_that_fails_is_told_in_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> float:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("boardgames.players.greedy.Greedy.rate", fail)
    result = run("advise", "minishogi", "--by", "greedy")
    assert result.returncode == 2
    assert "--by: greedy raised ZeroDivisionError: division by zero" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.usefixtures("two_in_cache")
def test_perfect_plays_what_advise_says() -> None:
    game = bg.load("ur", tokens=2)
    player = Perfect()
    player.prepare(game.start())
    state = game.parse(ENDING)
    assert player.choose(state, Clock()) is next(iter(table(game).rate(state)))


@pytest.mark.usefixtures("two_in_cache")
def test_perfect_beats_random() -> None:
    wins = 0
    for seed in range(60):
        seat = seed % 2
        record = play_game("ur:tokens=2", *(("perfect", "random") if seat == 0 else ("random", "perfect")), seed=seed)
        assert record.verdict is not None
        wins += record.verdict.outcome.winner == seat
    assert wins > 36


def test_perfect_says_what_to_type_when_there_is_no_table(run: Run) -> None:
    with pytest.raises(BadEntrant, match=r"perfect: there is no table of ur yet.*boardgames solve ur"):
        play_game("ur", "perfect", "random")
    result = run("play", "morris", "--p1", "perfect", "--p2", "random")
    assert result.returncode == 2
    assert "a mill that was filled before removes nobody (mill_memory); preset=classic has a table" in result.stderr
    result = run("bot", "ur", "perfect")
    assert result.returncode == 2
    assert "boardgames solve ur" in result.stderr


@pytest.mark.usefixtures("two_in_cache")
def test_replay_tells_what_was_given_away(run: Run, tmp_path: Path) -> None:
    record = play_game("ur:tokens=2", "perfect", "random", seed=5)
    (tmp_path / "game.json").write_text(record.json())
    result = run("replay", str(tmp_path / "game.json"), "--annotate")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert all(line.endswith("\tbest") for line in lines if line.startswith("perfect: "))
    assert any("\t-" in line for line in lines if line.startswith("random: "))
    assert "perfect gave away 0.00 % in 0 of" in result.stdout
    given = action_losses(record.playthrough(), table(bg.load("ur", tokens=2)))
    assert len(given) == len(record.actions)
    moved = [lost for lost, text in zip(given, record.actions, strict=True) if not text.startswith("=")]
    assert all(lost is not None and lost >= 0 for lost in moved)


def test_analyse_marks_the_move_that_threw_the_draw_away(run: Run, tmp_path: Path) -> None:
    game = "morris:preset=three,flying=on"  # a draw
    record = play_game(game, "perfect", "random", seed=1)
    (tmp_path / "game.json").write_text(record.json())
    losses = action_losses(record.playthrough(), table(bg.load("morris", preset="three", flying=True)))
    assert [loss for loss in losses if loss] == [0.5]
    result = run("analyse", str(tmp_path / "game.json"), "--by", "exact")
    assert result.returncode == 0, result.stderr
    (marked,) = (line for line in result.stdout.splitlines() if "??" in line)
    number, player, action = marked.split()[:3]
    assert losses[int(number) - 1] == 0.5
    assert (player, action) == ("random", record.actions[int(number) - 1])


def test_replay_of_a_game_that_nobody_has_solved_is_judged_by_a_search(run: Run, tmp_path: Path) -> None:
    record = play_game("morris", "random", "random", seed=1, max_plies=2)
    (tmp_path / "game.json").write_text(record.json())
    result = run("replay", str(tmp_path / "game.json"), "--annotate")
    assert result.returncode == 0
    assert "Judged by alphabeta:nodes=3000" in result.stderr
    assert "gave away" in result.stdout


def test_a_table_that_is_damaged_is_told(cache: Path) -> None:
    solver.table(bg.load("ur", tokens=1))
    path = cache / "ur-1.table"
    data = bytearray(path.read_bytes())
    data[Random(1).randrange(600, len(data))] ^= 1
    path.write_bytes(data)
    with pytest.raises(NoTablebase, match=r"damaged.*Delete it and solve again"):
        table(bg.load("ur", tokens=1))


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="files are limited as on Linux")
def test_a_worker_that_cannot_write_says_why(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_over: object
) -> None:
    import resource

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # Python would leave the first 64 bytes of its bytecode
    monkeypatch.setattr(subprocess, "Popen", functools.partial(subprocess.Popen, preexec_fn=limited))
    monkeypatch.setattr(command, "threads_as_workers", nullcontext)  # the limit is one of processes
    result = run("solve", "ur", "--tokens", "2", "--jobs", "2", "--out", "t")
    assert result.returncode == 2
    assert f"the table cannot be written: t{SUFFIX}: File too large; --out FILE" in result.stderr
