"""``boardgames serve``, ``connect`` and ``ladder`` as users start and end them."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import boardgames_arena as arena
import pytest
from boardgames_arena import csa

from boardgames.web.server import HOST, listen
from packages.arena.tests.raw_bot import PATIENCE, RawBot
from tests.command import Run, started_command

GAME = "ur:tokens=1"


def serving(folder: Path, *arguments: str) -> AbstractContextManager[tuple[subprocess.Popen[str], str]]:
    """The command, and the address that it prints."""
    return started_command("serve", GAME, "--port", "0", "--db", str(folder / "a.db"), *arguments)


def test_the_first_five_minutes(tmp_path: Path, run: Run, left_over: Callable[[], list[str]]) -> None:
    with serving(tmp_path, "--clock", "60+1") as (server, url):
        assert url.startswith(f"http://{HOST}:")
        with RawBot(url, "ann", games=2) as ann:
            thread = threading.Thread(target=partial(ann.play, 2), daemon=True)
            thread.start()
            result = run("connect", url, GAME, "--player", "random", "--name", "bob", "--games", "2")
            thread.join(PATIENCE)
        assert result.returncode == 0, result.stderr
        assert [line.partition(":")[0] for line in result.stdout.splitlines()] == ["Game 1", "Game 2"]
        assert "Its token is" in result.stderr
        with urlopen(f"{url}/ladder.json", timeout=PATIENCE) as answer:
            rows = json.load(answer)
        assert {row["name"]: row["games"] for row in rows} == {"ann": 2, "bob": 2}
        wrong = run("connect", url, GAME, "--player", "random", "--name", "bob", "--token", "x")
        assert wrong.returncode == 2 and "the arena says: this token is wrong for the name 'bob'" in wrong.stderr
        wrong = run("connect", url, "morris", "--player", "random")
        assert wrong.returncode == 2 and f"it plays: {GAME}" in wrong.stderr
        assert "bob" in run("ladder", str(tmp_path / "a.db")).stdout, "while the server uses the file"
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=PATIENCE)
        assert server.returncode == 130 and "Traceback" not in errors
        assert "/admin?token=" in errors and errors.splitlines()[-1] == "Interrupted."
    table = run("ladder", str(tmp_path / "a.db"), "--format", "csv", "--from", "2020-01-01", "--out", "l.csv")
    assert table.returncode == 0 and (tmp_path / "l.csv").read_text().count("\n") == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("connect http://127.0.0.1:1 ur random", "cannot reach http://127.0.0.1:1"),
        ("connect arena.school.org ur random", "is not the address of an arena, such as"),
        ("connect http://127.0.0.1:1 ur usi:./x", "has no protocol 'usi'"),
        ("connect http://127.0.0.1:1 ur human", "plays at a terminal"),
        ("connect http://127.0.0.1:1 ur random --name", "requires an argument"),
        ("connect http://127.0.0.1:1 ur random --name a$b", "--name: a name is 1 to 16"),
        ("connect http://127.0.0.1:1 ur random --pause 99", "--pause"),
        ("ladder none.db", "there is no file none.db: 'boardgames serve GAME --db none.db' makes one"),
        ("serve nosuch", "nosuch"),
        ("serve ur --move-time x", "expected a number more than 0"),
        ("serve ur --register nofile --port 0", "--register: there is no file nofile"),
        ("serve ur --host 0.0.0.0", "means every address of this machine"),
        ("serve ur --url arena.org", "--url: 'arena.org' is not the address of a page"),
        ("serve ur --port 0 --db .", "is a directory"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words: str, sentence: str, run: Run) -> None:
    result = run(*words.split())
    assert result.returncode == 2
    assert sentence in " ".join(result.stderr.split())


def test_a_port_in_use(run: Run) -> None:
    with listen(HOST, 0) as listener:
        port = listener.getsockname()[1]
        result = run("serve", "ur", "--port", str(port))
    assert result.returncode == 2
    assert f"--port: {port} is in use at {HOST}: give another, or 0 for any that is free" in result.stderr


def test_the_pause_reaches_both_kinds_of_servers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    def connect(*given: object, pause: float, **more: object) -> list[arena.Ending]:
        pauses.append(pause)
        return []

    for module in (arena, csa):
        monkeypatch.setattr(module, "connect", connect)
    for url in ("http://127.0.0.1:1", "csa://127.0.0.1:1"):
        login = ["--password", "x"] if url.startswith("csa") else []
        assert (
            run("connect", url, "shogi", "--player", "random", "--name", "ann", "--pause", "2.5", *login).returncode
            == 0
        )
    assert pauses == [2.5, 2.5]
