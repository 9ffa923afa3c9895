"""``boardgames web`` as users start and end it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from boardgames.web.server import HOST, listen
from tests.command import started_command
from tests.conftest import ROOT
from tests.samples import cases
from tests.view.command import run
from tests.web.site import PATIENCE


def begun(*arguments: str) -> AbstractContextManager[tuple[subprocess.Popen[str], str]]:
    """The command, and the link that it prints."""
    return started_command("web", *arguments, "--port", "0")


def test_the_link_opens_the_table_and_ctrl_c_ends_all(left_over: Callable[[], list[str]]) -> None:
    slow = f'{sys.executable} -c "import time; time.sleep(600)"'
    with begun("ur", "--p1", slow, "--p2", "human", "--first-move-time", "600", "--seed", "1") as (server, link):
        assert link.startswith(f"http://{HOST}:") and "token=" in link
        with urlopen(link, timeout=PATIENCE) as answer:
            assert b"Royal Game of Ur" in answer.read()
        with pytest.raises(HTTPError) as refused:
            urlopen(link.partition("?")[0], timeout=PATIENCE)
        assert refused.value.code == 403
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=PATIENCE)
        assert server.returncode == 130
        assert errors.splitlines()[-1] == "Interrupted." and "Traceback" not in errors
    assert left_over() == []


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_ways_to_ask_it_to_stop(number: int, left_over: object) -> None:
    with begun() as (server, link):
        with urlopen(link, timeout=PATIENCE) as answer:
            assert b"A new table" in answer.read()
        server.send_signal(number)
        _, errors = server.communicate(timeout=PATIENCE)
        assert (server.returncode, "Traceback" in errors) == (130, False), errors


def test_a_port_in_use() -> None:
    with listen(HOST, 0) as listener:
        port = listener.getsockname()[1]
        result = run("web", "--port", str(port))
    assert result.exit_code == 2
    assert f"--port: {port} is in use at 127.0.0.1: give another, or 0 for any that is free" in result.output


def test_without_the_extra_it_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.cli.serving.find_spec", lambda name: None if name == "uvicorn" else object())
    result = run("web", "ur")
    assert result.exit_code == 2
    assert "the page needs uvicorn: pip install 'abstract-boardgames[web]'" in result.output


@cases(
    ("arguments", "sentence"),
    [
        (["chess"], "there is no game 'chess'"),
        (["--p1", "greedy"], "say which game, as in 'boardgames web ur"),
        (["ur", "--p2", "gredy"], "--p2: there is no player and no program 'gredy'"),
        (["shogi", "--p2", "usi:no-such-engine"], "--p2: there is no program 'no-such-engine': check the spelling"),
        (["ur", "--p2", "alphabeta:deep=2"], "--p2: alphabeta: there is no option 'deep'"),
        (["ur", "--p2", "human:hint=mcts"], "--p2: human:hint=mcts plays at a terminal; on the page use human"),
        (["ur", "--p1-name", "much too long a name"], "--p1-name: a name is 1 to 16 printable characters"),
        (["ur", "greedy", "random", "--p1", "human"], "is for 2 players: leave out 'random'"),
        (["ur", "--p1-set", "Threads=1"], "player 1: human is no program, so it has no option 'Threads=1' to set"),
        (["ur", "--p2-set", "Threads=1"], "player 2: alphabeta:level=3 is not a program"),
        (["ur", "--max-plies", "0"], "--max-plies"),
        (["ur", "--position", "here"], "unreadable position"),
        (["ur", "--dice", "no-such-file"], "--dice: cannot read no-such-file"),
        (["ur", "--port", "70000"], "from 0 to 65535"),
        (["ur", "--port", "0", "--host", "192.0.2.1"], "--host: cannot listen at '192.0.2.1'"),
        (["ur", "--port", "0", "--host", ""], "--host: '' means every address of this machine"),
        (["ur", "--port", "0", "--host", "0.0.0.0"], "--host: '0.0.0.0' means every address of this machine"),
        (["ur:tokens=900"], "option tokens cannot be '900'"),
    ],
)
def test_mistakes_are_told_in_a_sentence(arguments: list[str], sentence: str) -> None:
    result = run("web", *arguments)
    assert result.exit_code == 2, result.output
    assert sentence in result.output


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("perfect", "Error: perfect: "),
        pytest.param(
            "usi:false",
            "Error: false cannot play: it exited with status 1 and gave no answer\n",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_a_player_that_cannot_play_is_told_before_the_link(player: str, sentence: str) -> None:
    result = run("web", "minishogi", "--p2", player, "--port", "0")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)


def test_a_script_that_is_not_there() -> None:
    result = run("web", "minishogi", "--p2", "python3 -u no_such_bot.py", "--port", "0")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--p2: there is no file 'no_such_bot.py': check the spelling" in result.stderr


def test_nothing_of_the_web_is_imported_without_need() -> None:
    code = "import sys, boardgames; from boardgames.cli import command; import boardgames.cli.playing.play; "
    code += "web = ('jinja2', 'markdown_it', 'starlette', 'uvicorn', 'websockets')\n"
    code += "print([name for name in sys.modules if name.split('.')[0] in web])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert ran.stdout == "[]\n"
