"""``boardgames match`` and ``tournament``, as their users meet them."""

from __future__ import annotations

import csv
import json
import math
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from boardgames.cli import command
from boardgames.contest import Configuration, Entry, MatchScore, Store
from boardgames.contest.score import only_forfeits
from boardgames.contest.store import KeptGame
from boardgames.referee import Limits
from tests.command import threads_as_workers
from tests.samples import cases

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty folder; its games are played in this process, unless it says by how many workers."""
    monkeypatch.chdir(tmp_path)
    handler = signal.getsignal(signal.SIGTERM)

    def run(*words: str) -> Result:
        try:
            with nullcontext() if "-j" in words else threads_as_workers():
                return CliRunner().invoke(command, [*words])
        finally:
            signal.signal(signal.SIGTERM, handler)

    return run


MATCH = ("match", "ur:tokens=2", "--p1", "greedy", "--p2", "random", "--seed", "1")


def numbers(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [number for item in value.values() for number in numbers(item)]
    if isinstance(value, list):
        return [number for item in value for number in numbers(item)]
    return [value] if isinstance(value, float) else []


def test_the_result_as_json(run: Run) -> None:
    result = run(*MATCH, "--games", "40", "--json")
    assert result.exit_code == 0, result.output
    fields = json.loads(result.stdout)
    assert fields["games"] == fields["wins"] + fields["draws"] + fields["losses"] == 40
    assert fields["score"] == (fields["wins"] + fields["draws"] / 2) / 40
    assert len(fields["pairs"]) == 5 and sum(fields["pairs"]) == 20
    assert fields["first"]["wins"] + fields["second"]["wins"] == fields["wins"]
    assert fields["elo"] > 0 and fields["error"] > 0 and fields["faults"] == {}
    assert all(math.isfinite(number) for number in numbers(fields))
    other = json.loads(run(*MATCH, "--games", "40", "--json", "-j", "2").stdout)
    for untimed in (fields, other):
        del untimed["seconds"], untimed["slowest"]
    assert fields == other


def test_one_sided_results_are_numbers_too(run: Run) -> None:
    bad = "python3 -c 'print(9)'"
    words = ("match", "ur", "--p1", "random", "--p2", bad, "--games", "2", "--seed", "1", "--db", "m.db")
    fields = json.loads(run(*words, "--json").stdout)
    assert fields["score"] == 1.0 and fields["elo"] is None and fields["error"] is None
    assert fields["faults"] == {"python3": {"illegal": 2}}
    table = run(*words, "--resume").stdout
    assert "nan" not in table.lower() and "too few games" in table and "faults: illegal 2" in table


GARBLED = shlex.join([sys.executable, "-c", "print('nonsense')"])
SILENT = shlex.join([sys.executable, "-c", "input()"])


def test_who_forfeits_every_game_is_told_so_last(run: Run) -> None:
    words = (
        "match",
        "ur:tokens=2",
        "--p1",
        GARBLED,
        "--p1-name",
        "bad",
        "--p2",
        "random",
        "--move-time",
        "3",
        "--seed",
        "1",
    )
    last = run(*words, "--games", "2").stdout.splitlines()[-1]
    assert last.startswith("bad forfeited every game, which is no measure of strength. The first (garbled): ply ")
    assert "it said 'nonsense'" in last
    command = shlex.join(["boardgames", "check", "ur:tokens=2", GARBLED, "--move-time", "3"])
    assert last.endswith(f". See what is wrong: {command}")
    many = run(*words, "--games", "40", "--sprt", "elo0=0,elo1=200").stdout.splitlines()
    assert many[-2].startswith("The test is over: ") and many[-1].startswith("bad forfeited every game")


def test_two_that_forfeit_to_each_other_are_both_told(run: Run) -> None:
    words = ("match", "ur:tokens=2", "--p1", GARBLED, "--p2", SILENT, "--p1-name", "bad", "--p2-name", "mute")
    lines = run(*words, "--games", "2", "--seed", "1", "--db", "m.db").stdout.splitlines()[-2:]
    assert [line.partition(", ")[0] for line in lines] == [f"{name} forfeited 1 of 2 games" for name in ("bad", "mute")]
    assert run("tournament", "status", "m.db").stdout.splitlines()[-1] == " ".join(lines)


def test_a_tournament_says_who_forfeited_every_game(run: Run) -> None:
    bots = (f"bad={GARBLED}", "r=random", "g=greedy")
    run("tournament", "run", "--game", "ur:tokens=2", *bots, "--games", "6", "--seed", "1", "--db", "t.db")
    last = run("tournament", "table", "t.db").stdout.splitlines()[-1]
    assert last.startswith("bad forfeited every game, ")


def test_a_player_of_ours_that_forfeits_has_no_command_to_check() -> None:
    contest = Configuration(game="ur", entries=[Entry("a", "greedy:x=1"), Entry("b", GARBLED)], games=2)
    row = ("crash", 0, "ply 2: it raised", 2, 0.0, 0.0, 0.0, 0.0)
    games = [KeptGame(1, 1, 1, 0, 1, 0.0, "crash", *row), KeptGame(2, 1, 1, 1, 0, 1.0, "home", None, *row[1:])]
    assert only_forfeits(contest, MatchScore.of(contest, games).players) == []
    (told,) = MatchScore.of(contest, games[:1]).sentences()
    assert told.endswith("The first (crash): ply 2: it raised")


def test_the_table_and_the_sentence(run: Run) -> None:
    output = run(*MATCH, "--games", "60", "--p1-name", "mine").stdout
    assert "moving first" in output and "pairs scoring 0 ½ 1 1½ 2" in output
    assert output.splitlines()[-1].startswith("mine is better than random: it scores ")


def test_the_result_as_csv(run: Run) -> None:
    (row,) = csv.DictReader(StringIO(run(*MATCH, "--games", "10", "--csv").stdout))
    assert row["games"] == "10" and len(row["pairs"].split()) == 5 and row["faults"] == ""


@pytest.mark.parametrize(
    ("sprt", "games", "status"),
    [("elo0=0,elo1=60", "400", 0), ("elo0=500,elo1=600", "400", 4), ("elo0=0,elo1=1", "4", 5)],
)
def test_the_test_tells_by_its_status(run: Run, sprt: str, games: str, status: int) -> None:
    result = run(*MATCH, "--games", games, "--sprt", sprt, "--json")
    assert result.exit_code == status
    test = json.loads(result.stdout)["sprt"]
    assert test["accepted"] == {0: "H1", 4: "H0", 5: None}[status]
    assert test["lower"] < 0 < test["upper"]


def test_a_match_gone_on_with_and_a_game_of_it(run: Run) -> None:
    whole = run(*MATCH, "--games", "10", "--db", "m.db", "--json")
    again = run(*MATCH[:-2], "--games", "10", "--db", "m.db", "--resume", "--json")
    assert again.exit_code == 0 and again.stdout == whole.stdout, "its seed is that of the file"
    record = json.loads(run("replay", "--db", "m.db", "7", "--json").stdout)
    assert record["players"][0]["name"] == "greedy" and record["game"] == "ur"
    assert " wins against " in run("replay", "--db", "m.db", "7").stdout
    assert "10 of 10 games" in run("tournament", "status", "m.db").stdout


@cases(
    ("words", "told"),
    [
        (["--games", "4", "--db", "m.db"], "has 4 games of this contest already: add --resume"),
        (["--games", "10", "--db", "m.db", "--resume"], "games: 4, not 10"),
        (["--resume"], "say which one with --db FILE"),
        (["--db", "notes.txt"], "notes.txt is not a database"),
        (["--db", "no/m.db"], "there is no folder"),
        (["--sprt", "elo0=9,elo1=1"], "elo0 must be below elo1"),
        (["--openings", "missing.txt"], "cannot read openings from missing.txt"),
        (["--executor", "ray://x"], "an executor is written dask://HOST:PORT"),
        (["--json", "--csv"], "not both"),
        (["--p1-name", "x", "--p2-name", "x"], "two players are called 'x'"),
        (["--games", "0"], "--games"),
    ],
)
def test_mistakes_are_told_in_a_sentence(run: Run, tmp_path: Path, words: list[str], told: str) -> None:
    (tmp_path / "notes.txt").write_text("not a database, only notes " * 99)
    if "already" in told or "not 10" in told:
        run(*MATCH, "--games", "4", "--db", "m.db")
    result = run(*MATCH, *words)
    assert result.exit_code == 2 and told in result.output and "Traceback" not in result.output


def test_a_program_that_is_not_there(run: Run) -> None:
    result = run("match", "ur", "--p1", "random", "--p2", "./nowhere", "--games", "50")
    assert result.exit_code == 3
    assert "could not get going three times in a row" in result.output


def test_a_second_runner(run: Run) -> None:
    run(*MATCH, "--games", "2", "--db", "m.db")
    with Store.reading(Path("m.db")) as store:
        contest = store.configuration
    with Store.create_or_open(Path("m.db"), contest, resume=True):
        result = run(*MATCH, "--games", "2", "--db", "m.db", "--resume")
        assert result.exit_code == 2 and "written by another runner" in result.output
        assert "is over" in run("tournament", "status", "m.db").stdout


# -- tournaments --------------------------------------------------------------------


TOML = """
game = "ur:tokens=2"
format = "roundrobin"
games = 4
seed = 1
[limits]
move_time = 5
[bots]
good = "greedy"
easy = "random"
lazy = { player = "random" }
"""


def test_a_tournament_from_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(TOML)
    result = run("tournament", "run", "cup.toml")
    assert result.exit_code == 0 and "good wins with " in result.stdout
    assert run("tournament", "table", "cup.toml").stdout == result.stdout
    assert run("tournament", "table", "--db", "cup.db").stdout == result.stdout
    fields = json.loads(run("tournament", "table", "cup.db", "--json").stdout)
    assert [line["rank"] for line in fields["table"]] == [1, 2, 3] and fields["table"][0]["name"] == "good"
    status = json.loads(run("tournament", "status", "cup.db", "--json").stdout)
    assert status["games"] == status["planned"] == 12 and status["over"] and not status["being_played"]
    games = json.loads(run("tournament", "games", "cup.db", "--name", "easy", "--json").stdout)
    assert len(games) == 8 and all("easy" in (game["first"], game["second"]) for game in games)
    assert run("tournament", "games", "cup.db", "--name", "nobody").exit_code == 2
    assert "wins against" in run("tournament", "replay", "3", "--db", "cup.db").stdout
    assert "its games are 1 to 12" in run("tournament", "replay", "99", "--db", "cup.db").output
    rows = list(csv.DictReader(StringIO(run("tournament", "export", "cup.db", "--csv", "-").stdout)))
    assert len(rows) == 12
    whole = json.loads(run("tournament", "export", "cup.db", "--json", "-").stdout)
    assert len(whole["played"]) == 12 and whole["played"][0]["record"]["actions"]


def test_openings_are_looked_for_beside_the_file_that_names_them(run: Run, tmp_path: Path) -> None:
    """Wherever the command runs: here one folder above, where another file has the same name."""
    (tmp_path / "cups").mkdir()
    (tmp_path / "cups" / "starts.txt").write_text("0,0 0,5 1 -\n")
    (tmp_path / "starts.txt").write_text("nonsense\n")
    (tmp_path / "cups" / "cup.toml").write_text(f'openings = "starts.txt"\n{TWO}'.replace('"ur"', '"ur:tokens=2"'))
    result = run("tournament", "run", "cups/cup.toml")
    assert result.exit_code == 0, result.output
    with Store.reading(tmp_path / "cups" / "cup.db") as store:
        assert [store.record(number).start for number in (1, 2)] == ["0,0 0,5 1 -"] * 2


@pytest.mark.thorough
def test_a_tournament_from_the_command_line(run: Run) -> None:
    result = run(
        "tournament", "run", "--game", "ur:tokens=2", "a=greedy", "b=random", "c=random", "--format", "swiss",
        "--rounds", "2", "--seed", "4", "--json",
    )  # fmt: skip
    assert result.exit_code == 0
    fields = json.loads(result.stdout)
    assert {line["name"] for line in fields["table"]} == {"a", "b", "c"} and fields["over"]
    assert sum(line["byes"] for line in fields["table"]) == 2
    assert Path("tournament.db").exists()


def test_a_benched_player(run: Run) -> None:
    result = run("tournament", "run", "ur:tokens=2", "a=greedy", "b=random", "gone=./nowhere", "--games", "6")
    assert result.exit_code == 3 and "gone was benched" in result.output
    assert "gone forfeits (not started): it was benched" in run("tournament", "games", "--faults").stdout


TWO = 'game = "ur"\nbots.a = "greedy"\nbots.b = "random"\n'


@cases(
    ("text", "told"),
    [
        ("game = ", "cup.toml: "),
        (f"seed = {'9' * 5000}", "cup.toml: a number in it has thousands of digits"),
        (f"seed = {'[' * 5000}{']' * 5000}", "cup.toml: lists or tables in it are nested hundreds of levels deep"),
        ('game = "ur"\n[bots]\na = "greedy"', "at least two players, and here is one, a"),
        ('game = "ur"', "nobody plays"),
        ('[bots]\na = "greedy"\nb = "random"', "which game?"),
        ('game = "ur"\n[bots]\na = "greedy"\na = "random"', "cup.toml: "),
        ('game = "ur"\nbest_of = 3', "no setting 'best_of'"),
        ('game = "ur"\ngames = "many"', "from 1 to 10000000, not 'many'"),
        (
            'game = "ur"\nformat = "ladder"\n[bots]\na = "greedy"\nb = "random"',
            "format: expected one of roundrobin, gauntlet, swiss, knockout",
        ),
        ('game = "ur"\n[limits]\nmove_tim = 1\n[bots]\na = "greedy"\nb = "random"', "no limit 'move_tim'"),
        (
            'game = "ur"\n[limits]\nmove_time = "1"\n[bots]\na = "greedy"\nb = "random"',
            "move_time: expected a number more than 0",
        ),
        ('game = "ur"\n[bots]\na = 1\nb = "random"', "a is a player, as in"),
        (f"{TWO}[limits]\nmove_time = inf", "limits: move_time: expected a number more than 0"),
        (f"{TWO}[limits]\nmove_time = 0", "limits: move_time: expected a number more than 0"),
        (f"{TWO}[limits]\nprocesses = 1.5", "limits: processes: "),
        (f"{TWO}[limits]\nmemory = 0.5", "limits: memory: expected a number from 1"),
        (f"{TWO}[limits]\nclock = []", "limits: clock: expected a clock of seconds, BASE+INC"),
        (f"{TWO}[limits]\nclock = [0, 0]", "the base must be more than 0 seconds"),
        (f"{TWO}[limits]\nclock = {{ base = 1 }}", "expected a clock of seconds, BASE+INC"),
        (f'sandbox = "docker"\n{TWO}', "sandbox: expected one of auto, bwrap, none"),
        (f"max_plies = 0\n{TWO}", "max_plies: "),
        (f"games = 99999999999999999999\n{TWO}", "from 1 to 10000000, not"),
        (f'format = "match"\n{TWO}', "two players meet in a match"),
        ('game = "chess"\n[bots]\na = "greedy"\nb = "random"', "there is no game 'chess'"),
    ],
)
def test_files_that_make_no_tournament(run: Run, tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "cup.toml").write_text(text)
    result = run("tournament", "run", "cup.toml")
    assert result.exit_code == 2 and told in result.output and "Traceback" not in result.output
    assert not (tmp_path / "cup.db").exists()


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["tournament", "run", "FILE"], "cup.toml"),
        (["grade", ".", "--weights", "FILE"], "weights.toml"),
    ],
)
@pytest.mark.parametrize(("encoding", "byte"), [("latin-1", 7), ("utf-16", 0)])
def test_a_file_in_another_encoding(
    run: Run, tmp_path: Path, words: list[str], name: str, encoding: str, byte: int
) -> None:
    if words[0] == "grade":
        pytest.importorskip("boardgames_classroom")
    (tmp_path / name).write_text("# a caf\xe9\nplays = 10\n", encoding=encoding)
    result = run(*[str(tmp_path / name) if word == "FILE" else word for word in words])
    assert result.exit_code == 2
    assert f"{name}: byte {byte} is not UTF-8, in which TOML is written" in result.output


def test_a_file_with_a_byte_order_mark(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(f"games = 2\n{TWO}", encoding="utf-8-sig")
    assert run("tournament", "run", "cup.toml").exit_code == 0


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ([], Limits(grace=0.05, memory=64 * 1024 * 1024, clock=(60.0, 0.5), processes=7)),
        (["--processes", "100", "--grace", "0"], Limits(memory=64 * 1024 * 1024, clock=(60.0, 0.5), processes=100)),
    ],
)
@pytest.mark.parametrize("clock", ['"60+0.5"', "[60, 0.5]"])
def test_a_limit_means_the_same_in_a_file_and_on_the_command_line(
    run: Run, tmp_path: Path, words: list[str], limits: Limits, clock: str
) -> None:
    """Milliseconds and MiB; and the command line has the last say, also where it says what is usual."""
    (tmp_path / "cup.toml").write_text(
        f"{TWO}swap = false\n[limits]\ngrace = 50\nmemory = 64\nclock = {clock}\nprocesses = 7\n"
    )
    assert run("tournament", "run", "cup.toml", "--max-plies", "4", *words, "--swap").exit_code == 0
    with Store.reading(tmp_path / "cup.db") as store:
        assert store.configuration.limits == limits and store.configuration.swap


def test_a_tournament_gone_on_with_has_the_seed_of_its_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(f"seed = 1\nmax_plies = 4\n{TWO}")
    assert run("tournament", "run", "cup.toml").exit_code == 0
    (tmp_path / "cup.toml").write_text(f"seed = 2\nmax_plies = 4\n{TWO}")
    assert "seed: 1, not 2" in run("tournament", "run", "cup.toml", "--resume").stderr
    (tmp_path / "cup.toml").write_text(f"max_plies = 4\n{TWO}")
    assert run("tournament", "run", "cup.toml", "--resume").exit_code == 0
    assert "add --resume to play" in run("tournament", "run", "cup.toml").stderr


def test_words_that_are_no_tournament(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cup").write_text(TWO)
    assert "'cup' is neither a file whose name ends with .toml" in run("tournament", "run", "cup").stderr
    assert "is a folder" in run("tournament", "status", "--db", str(tmp_path)).stderr
    assert "from 1 to 1000" in run("match", "ur", "--p1", "greedy", "--p2", "random", "-j", "100000").stderr


def test_the_report_is_one_page_that_harms_nobody(run: Run) -> None:
    run("tournament", "run", "ur:tokens=2", "a=greedy", "b=random", "c=random", "--db", "x.db", "--seed", "1")
    assert run("tournament", "export", "x.db", "--html", "r.html").exit_code == 0
    page = Path("r.html").read_text()
    assert page.count('<script type="text/plain"') == 6 and page.count("data-game=") == 6 and "{{" not in page
    assert "http://" not in page and "https://" not in page and "src=" not in page
    assert page.count('<span class="value">') == 3, "each player has a rating"
    assert not re.search(r"\bnan\b", page[: page.index('type="text/plain"')].lower())


@pytest.mark.thorough
def test_without_a_terminal_progress_is_lines_and_the_result_alone_is_on_stdout(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "boardgames", *MATCH, "--games", "10", "--json", "-j", "1"]
    result = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert json.loads(result.stdout)["games"] == 10 and "\x1b" not in result.stderr


def test_at_a_terminal_a_live_table(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    shown, terminal = pty.openpty()
    words = [sys.executable, "-m", "boardgames", *MATCH, "--games", "6", "--json", "-j", "1"]
    runner = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=terminal, cwd=tmp_path, env={**os.environ, "TERM": "xterm"}
    )
    os.close(terminal)
    seen = b""
    while True:
        try:
            data = os.read(shown, 65536)
        except OSError:
            break
        if not data:
            break
        seen += data
    os.close(shown)
    out, _ = runner.communicate()
    assert json.loads(out)["games"] == 6
    assert "together" in seen.decode() and "of 6 games" in seen.decode()
