"""Language models on the command line: a game, a tournament that is killed and resumed, and ``boardgames prompt``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from boardgames_models import ModelUse

from boardgames.contest import Store
from packages.models.tests.model_server import Reply, in_turn, legal, model_server
from tests.command import run_command

KEY = "sk-very-secret-0123456789"


def test_a_game_with_its_transcript_and_the_remarks_in_its_record(tmp_path: Path) -> None:
    with model_server(legal) as server:
        done = run_command(
            ["play", "minishogi", "--p1", f"llm:model=m,url={server.url},legal=on,transcript=t.jsonl", "--p2", "random",
             "--seed", "1", "--max-plies", "4", "--record", "g.json"],
            tmp_path,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "m-legal=on and random draw" in done.stdout
    record = json.loads((tmp_path / "g.json").read_text())
    assert record["comments"] == {"1": "I take the first one.", "3": "I take the first one."}
    lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert [(line["ply"], line["kind"]) for line in lines] == [(0, "answer"), (2, "answer")]


def test_a_game_whose_server_fails_goes_on_later(tmp_path: Path) -> None:
    with model_server(in_turn("5d5c", Reply("", status=401))) as server:
        player = f"llm:model=m,url={server.url}"
        done = run_command(
            ["play", "minishogi", "--p1", player, "--p2", "random", "--seed", "1", "--record", "g.json"], tmp_path
        )
        assert done.returncode == 3
        assert "status 401" in done.stderr
        assert json.loads((tmp_path / "g.json").read_text())["actions"][0] == "5d5c"
    with model_server(legal) as server:
        player = f"llm:model=m,url={server.url},legal=on"
        done = run_command(["play", "--continue", "g.json", "--p1", player, "--max-plies", "6"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "ply limit" in done.stdout


def test_what_would_be_sent_and_what_an_answer_means(tmp_path: Path) -> None:
    assert "You are Black (seat 1 of 2)" in run_command(["prompt", "minishogi"], tmp_path).stdout
    listed = run_command(["prompt", "ur", "--position", "7 0 0 1", "--player", "llm:legal=on"], tmp_path)
    assert listed.returncode == 2
    for answer, told in {
        '{"action": "5d5c"}': "It plays 5d5c",
        '{"resign": true}': "It resigns",
        '{"action": "1e1a"}': "It is refused (illegal): something stands between",
    }.items():
        (tmp_path / "a.txt").write_text(answer)
        assert told in run_command(["prompt", "minishogi", "--answer", "a.txt"], tmp_path).stdout
    for wrong in (["--player", "greedy"], ["--player", "llm:legal=perhaps"], ["--answer", "none.txt"]):
        assert run_command(["prompt", "minishogi", *wrong], tmp_path).returncode == 2
    assert run_command(["prompt", "ur"], tmp_path).returncode == 2


CUP = """
game = "ur:tokens=1"
games = 4
seed = 1
[bots]
a = "llm:model=a,url={url},legal=on,transcript=talk.jsonl,prices=prices.toml,key=FAKE_KEY"
b = "llm:model=b,url={url},legal=on,transcript=talk.jsonl,prices=prices.toml,key=FAKE_KEY,disguise=1"
c = "llm:model=c,url={url},legal=on,transcript=talk.jsonl,prices=prices.toml,key=FAKE_KEY"
low = "alphabeta:level=1"
mid = "alphabeta:level=3"
"""


def slowly(body: dict[str, object]) -> Reply:
    reply = legal(body)
    reply.delay, reply.content = (
        0.02,
        f"{reply.content.partition('{')[0]} key {KEY}: {{{reply.content.partition('{')[2]}",
    )
    return reply


@pytest.mark.slow
def test_a_tournament_of_three_models_is_killed_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_KEY", KEY)
    with model_server(slowly) as server:
        (tmp_path / "cup.toml").write_text(CUP.format(url=server.url))
        (tmp_path / "prices.toml").write_text("".join(f"[{name}]\nprompt = 1\nanswer = 2\n" for name in "abc"))
        command = ["tournament", "run", "cup.toml", "-j", "2"]
        running = subprocess.Popen(
            [sys.executable, "-m", "boardgames", *command], cwd=tmp_path, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        deadline = time.monotonic() + 60
        while _games(tmp_path / "cup.db") < 5 and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        before = _games(tmp_path / "cup.db")
        assert 5 <= before < 40
        (tmp_path / "cup.toml").write_text(CUP.format(url=server.url).replace("key=", "calls=1,key="))
        stopped = run_command([*command, "--resume"], tmp_path)
        assert stopped.returncode == 0
        assert f"Stopped after {before} of 40 games" in stopped.stderr
        (tmp_path / "cup.toml").write_text(CUP.format(url=server.url))
        done = run_command([*command, "--resume", "--json"], tmp_path)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["games"] == 40
    report = run_command(["tournament", "export", "cup.db", "--html", "r.html"], tmp_path)
    assert report.returncode == 0
    with Store.reading(tmp_path / "cup.db") as store:
        kept = {(note.number, note.seat): ModelUse.from_json(note.text) for note in store.notes()}
        assert {use.model for use in kept.values()} == set("abc")
        assert {use.settings for use in kept.values()} == {"legal=on", "legal=on,disguise=1"}
        assert all(use.cost and use.legal == use.actions == use.first_try for use in kept.values())
        calls = {place: use.calls for place, use in kept.items()}
    lines = [json.loads(line) for line in (tmp_path / "talk.jsonl").read_text().splitlines()]
    assert len(lines) >= sum(calls.values())
    assert {(line["game_id"], line["seat"]) for line in lines} >= calls.keys()
    for path in tmp_path.iterdir():
        assert KEY.encode() not in path.read_bytes(), path


def _games(path: Path) -> int:
    if not path.exists():
        return 0
    try:
        with Store.reading(path) as store:
            return store.count()
    except ValueError:  # the runner is making it just now
        return 0


@pytest.mark.parametrize(
    "command",
    [
        ["rate", "ur", "--player", "PLAYER", "--games", "8"],
        pytest.param(
            ["tune", "ur:tokens=1", "--player", "PLAYER,temperature=0.5", "--vary", "temperature=0..1"],
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_a_rating_and_a_tuning_say_why_they_stopped_and_go_on(command: list[str], tmp_path: Path) -> None:
    with model_server(legal) as server:
        for most in ("1", "5"):
            player = f"llm:model=m,url={server.url},legal=on,transcript=t.jsonl,calls={most}"
            words = [word.replace("PLAYER", player) for word in command]
            done = run_command([*words, "--seed", "1", "--db", "c.db"], tmp_path)
            assert done.returncode == 0, done.stderr
            assert "; they are in c.db: the same command goes on. M has answered" in done.stderr
            assert done.stderr.endswith(f"'calls' is {most}.\n")
