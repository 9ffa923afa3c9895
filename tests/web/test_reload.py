"""``--reload``: a file is saved, and the table goes on under its new rules."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import click
import pytest

import boardgames as bg
from boardgames.cli.playing.reloading import WrittenGame, WrittenGameType
from boardgames.core.lookup.installed_games import spec_of
from boardgames.session.analyst import Analyst
from boardgames.session.game_session import GameSetup
from boardgames.session.slots import slot
from boardgames.web.reload.mistake import Mistake, RulesMistake
from boardgames.web.reload.reloader import FOREIGN, ServerProcess
from boardgames.web.reload.watch import Watch
from boardgames.web.reload.written_server import Rules, WrittenTable
from tests.command import Run, forget_foreign, started_command
from tests.web.site import PATIENCE, Site
from tests.web.tabs import Tab, tab_at
from tests.web.test_mistakes import ACTIONS, PIG

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOLDS = "        if action is HOLD:\n"


@contextmanager
def reloading(file: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command with a file that is being written, and the link that it prints; Ctrl-C ends it."""
    with started_command("web", str(file), "--reload", "--port", "0", "--seed", "3", *options) as (command, link):
        yield command, link
        command.send_signal(signal.SIGINT)
        _, errors = command.communicate(timeout=PATIENCE)
        assert command.returncode == 130 and "Traceback" not in errors, errors


def plies(tab: Tab) -> int:
    """The plies of the game on the page."""
    return int(tab.page.locator("#ply").inner_text().partition(" / ")[2])


def report(tab: Tab) -> str:
    """What the page says of the rules."""
    return " | ".join(tab.page.locator("#report > :visible").all_inner_texts())


PEOPLE = ("--p1", "human", "--p2", "human")


@pytest.mark.thorough
def test_a_game_goes_on_while_its_rules_are_written(browser: Browser, tmp_path: Path, left_over: object) -> None:
    """A mistake is shown and the board kept; better rules take its place; an endless loop ends no page."""
    file = tmp_path / "pig.py"
    file.write_text(PIG, "utf-8")
    with reloading(file, *PEOPLE) as (_, link), tab_at(browser, link) as tab:
        tab.offered()
        before = plies(tab)
        tab.click("roll")
        tab.at(before + 2)
        board = tab.drawn()
        file.write_text(PIG.replace("GOAL = 20", "GOAL = 20 +"), "utf-8")
        tab.page.get_by_text("SyntaxError: invalid syntax").wait_for()
        assert report(tab).endswith("pig.py, line 11 | GOAL = 20 + | The board still plays by the rules as they were.")
        assert tab.drawn() == board and tab.open_spots() == ["hold", "roll"]

        file.write_text(PIG.replace(HOLDS, f"{HOLDS}            while True: pass\n"), "utf-8")
        tab.page.get_by_text("The rules were loaded again, and the game continues after").wait_for()
        tab.offered()
        assert tab.drawn() == board
        tab.click("hold")
        tab.page.get_by_text("apply has not ended after 3 s and was stopped: is there an endless loop?").wait_for()
        tab.page.get_by_text("The game continues from before this move").wait_for()
        assert "pig.py, line 51 | while True: pass | " in report(tab)
        tab.offered()
        assert tab.drawn() == board

        file.write_text(PIG.replace(ACTIONS, "return ACTIONS[1:] if self.turn >= 0 else ()"), "utf-8")
        tab.page.get_by_text(
            "'roll' is not legal any more: no such action in this position; the game contin"
        ).wait_for()
        tab.offered()
        assert tab.open_spots() == ["hold"] and plies(tab) == before
        tab.click("hold")
        tab.page.wait_for_function(f"() => document.querySelectorAll('#moves li').length > {before}")


@pytest.mark.thorough
def test_an_exception_does_not_end_the_page(browser: Browser, tmp_path: Path, left_over: object) -> None:
    file = tmp_path / "pig.py"
    file.write_text(PIG, "utf-8")
    with reloading(file, *PEOPLE) as (_, link), tab_at(browser, link) as tab:
        tab.offered()
        board = tab.drawn()
        file.write_text(PIG.replace(HOLDS, f"{HOLDS}            1 / 0\n"), "utf-8")
        tab.page.get_by_text("The rules were loaded again").wait_for()
        tab.offered()
        tab.click("hold")
        tab.page.get_by_text("ZeroDivisionError in apply: division by zero").wait_for()
        tab.page.get_by_text("The game continues from before this move").wait_for()
        tab.offered()
        assert tab.drawn() == board


THROWS = "    def apply(self, action):\n"
BY_THEMSELVES = f"{THROWS}        if str(action)[0] == '=' and str(action) != '=1': "
"""Throws but a 1 fail, which nobody chooses; when the rules are loaded, a 1 is tried."""


@pytest.mark.thorough
def test_rules_that_fail_by_themselves_do_not_continue(site: Site, tmp_path: Path) -> None:
    """Else they would fail again and again."""
    file = tmp_path / "pig.py"
    file.write_text(PIG.replace(THROWS, f"{BY_THEMSELVES}1 / 0\n"), "utf-8")
    forget_foreign()
    people = [slot("human", spec_of(bg.load("ur"))), slot("human", spec_of(bg.load("ur")))]
    loaded = Rules(f"{file}:SPEC", {}, None, lambda spec, game: people).load([], tried=True)
    setup = GameSetup(spec=loaded.spec, start=loaded.playthrough.start, slots=loaded.slots, seed=3)
    notes: list[str] = []

    async def play() -> None:
        table = WrittenTable("1", setup, "host", Analyst())
        paused = asyncio.Event()

        def look() -> None:
            if table.report is not None:
                notes.append(table.report["note"])
                paused.set()

        table.listeners.add(look)
        await table.start_game()
        await asyncio.wait_for(paused.wait(), PATIENCE)
        await asyncio.sleep(0.3)
        table.close()
        assert table.games == 1

    site.run(play())
    assert set(notes) == {"The game is paused until you fix and save the rules."}


@pytest.mark.thorough
def test_an_endless_loop_that_nobody_chose_pauses_the_game(browser: Browser, tmp_path: Path, left_over: object) -> None:
    file = tmp_path / "pig.py"
    file.write_text(PIG.replace(THROWS, f"{BY_THEMSELVES}\n            while True: pass\n"), "utf-8")
    with reloading(file, *PEOPLE) as (_, link), tab_at(browser, link) as tab:
        tab.page.get_by_text("The game is paused until you fix and save the rules.").wait_for()
        assert "apply has not ended after 3 s and was stopped: is there an endless loop?" in report(tab)
        file.write_text(PIG, "utf-8")
        tab.page.get_by_text("The rules were loaded again").wait_for()
        tab.offered()


@pytest.mark.thorough
def test_players_of_ours_play_a_whole_game(tmp_path: Path, left_over: object) -> None:
    """Then its rules are saved, and the game is the same."""
    file = tmp_path / "pig.py"
    file.write_text(PIG, "utf-8")
    with reloading(file, "--p1", "greedy", "--p2", "alphabeta:level=1", "--pace", "0") as (_, link):
        record = link.replace("?", "/record.json?")
        while (game := json.loads(fetched(record)))["outcome"] is None:
            time.sleep(0.1)
        assert game["outcome"]["fault"] is None
        file.write_text(PIG.replace('title="Pig"', 'title="Hog"'), "utf-8")
        until_shown(link, "Hog")
        while len((again := json.loads(fetched(record)))["actions"]) < len(game["actions"]):
            time.sleep(0.1)
        assert again["actions"] == game["actions"]


def fetched(link: str) -> str:
    with urlopen(link, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def until_shown(link: str, text: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError):  # one server ends, and the next one has not begun
            if text in fetched(link):
                return
        time.sleep(0.1)
    pytest.fail(f"{link} never showed {text!r}")


@pytest.mark.thorough
def test_the_links_and_the_game_stay_when_the_rules_are_saved(tmp_path: Path, left_over: object) -> None:
    file = tmp_path / "pig.py"
    file.write_text(PIG, "utf-8")
    with reloading(file, *PEOPLE) as (_, link):
        record = link.replace("?", "/record.json?")
        before = json.loads(fetched(record))["actions"]
        file.write_text(PIG.replace('title="Pig"', 'title="Hog"'), "utf-8")
        until_shown(link, "Hog")
        assert json.loads(fetched(record))["actions"] == before


def test_files_that_are_saved_in_parts(tmp_path: Path) -> None:
    """A change counts when it has settled; a file that is replaced, new or gone is a change too."""
    file = tmp_path / "rules.py"
    changes: tuple[list[Callable[[], object]], ...] = (
        [lambda: file.write_text("a"), lambda: file.write_text("ab")],
        [lambda: (tmp_path / "new.py").write_text("abc"), lambda: (tmp_path / "new.py").replace(file)],
        [file.unlink],
    )
    for works in changes:
        watch = Watch(str(tmp_path))
        assert not watch.changed()
        for work in works:
            work()
            assert not watch.changed(), "it may be written still"
        assert watch.changed() and not watch.changed()


@pytest.mark.thorough
def test_the_command_waits_for_a_file_without_mistakes(tmp_path: Path, left_over: object) -> None:
    """It says what is wrong; when the file is saved, it prints the link.  Ctrl-C ends all processes."""
    file = tmp_path / "pig.py"
    file.write_text(PIG.replace("GOAL = 20", "GOAL ="), "utf-8")
    lines: list[Any] = []

    def save() -> None:
        file.write_text(PIG, "utf-8")

    timer = threading.Timer(2.0, save)
    timer.start()
    with started_command("web", str(file), "--reload", "--port", "0") as (server, link):
        timer.join()
        assert "/table/1?token=" in link
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=PATIENCE)
        lines = errors.splitlines()
        assert server.returncode == 130 and "Traceback" not in errors
    if "SyntaxError" in errors:  # a slow machine starts the command after the file was mended
        assert lines[0].endswith("pig.py, line 11: SyntaxError: invalid syntax") and lines[1] == "    GOAL ="
        assert lines[2] == "The page opens when the file is saved without this mistake."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["ur"], "--reload is for rules in a file or module, as in 'boardgames web mygame.py --reload', not 'ur'"),
        ([], "say which game is being written, as in 'boardgames web mygame.py --reload'"),
    ],
)
def test_what_cannot_be_reloaded(run: Run, words: list[str], sentence: str) -> None:
    result = run("web", *words, "--reload", "--port", "0")
    assert result.returncode == 2 and sentence in result.stderr


def test_an_installed_game_is_known_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of ours are not being written; one of ``boardgames new`` is."""
    context = click.Context(click.Command("web"))
    context.params["reload"] = True
    values = {"mine": "mine:SPEC", "ur": "boardgames.games.ur:SPEC"}
    points = {name: EntryPoint(name, value, "boardgames.games") for name, value in values.items()}
    monkeypatch.setattr("boardgames.core.lookup.registry._installed", lambda group, path: points)
    convert = WrittenGameType().convert
    assert convert("mine:stones=3", None, context) == WrittenGame("mine:SPEC", {"stones": "3"}, "mine:stones=3")
    assert convert("a/b.py", None, context) == WrittenGame("a/b.py:SPEC", {}, "a/b.py")
    with pytest.raises(click.BadParameter, match="--reload is for rules in a file or module"):
        convert("ur", None, context)


def test_a_mistake_in_words() -> None:
    assert str(Mistake(sentence="wrong", file="a.py", line=3, source="x = 1")) == "a.py, line 3: wrong\n    x = 1"


PIPES = """
import contextlib, os, stat

def PIPE(number):
    return os.path.exists(f"/proc/self/fd/{number}") and stat.S_ISFIFO(os.stat(number).st_mode)

def WRITES(number):
    with contextlib.suppress(OSError):
        os.write(number, b"hello\\n")
"""
HOLDS_TO = f"{HOLDS}            import os\n            "


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        ("os.fork()", "RuntimeError in apply: rules must not start processes, or replace this one"),
        ("os.execv('/bin/true', ['true'])", "RuntimeError in apply: rules must not start processes"),
        ("[WRITES(each) for each in range(3, 20) if PIPE(each)]", FOREIGN),
        ("[os.close(each) for each in range(3, 20) if PIPE(each)]", FOREIGN),
    ],
    ids=["fork", "exec", "write", "close"],
)
def test_rules_that_meddle_with_their_process_are_told(
    act: str, sentence: str, browser: Browser, tmp_path: Path, left_over: object
) -> None:
    file = tmp_path / "pig.py"
    file.write_text(PIG.replace(HOLDS, f"{HOLDS_TO}{act}\n") + PIPES, "utf-8")
    with reloading(file, *PEOPLE) as (_, link), tab_at(browser, link) as tab:
        tab.offered()
        tab.click("hold")
        tab.page.locator("#report").get_by_text(sentence).wait_for()
        if sentence != FOREIGN:  # what the server had to keep may be lost with its pipe, and then the game is paused
            tab.page.get_by_text("The game continues from before this move").wait_for()
        file.write_text(PIG, "utf-8")
        tab.page.get_by_text("The rules were loaded again").wait_for()
        tab.offered()


def test_a_server_whose_rules_made_a_mistake_answers_what_it_was_asked(tmp_path: Path) -> None:
    """Else a page that is being loaded lacks a script, and shows nothing."""
    server = (
        "import json, sys\nprint(json.dumps({'mistake': {'sentence': 'wrong'}}), flush=True)\n"
        f"order = json.loads(sys.stdin.readline())\nopen({str(tmp_path / 'order')!r}, 'w').write(json.dumps(order))"
    )
    with socket.socket() as listener:
        process = ServerProcess([sys.executable, "-c", server], listener, str(tmp_path))
        with pytest.raises(RulesMistake, match="wrong"):
            process.next_message()
    assert json.loads((tmp_path / "order").read_text()) == {"end": True}


@pytest.mark.parametrize("line", ["hello", "7", "null", '{"other": 1}', '"', "\\xff"])
def test_what_is_not_a_message_is_a_mistake_of_the_rules(line: str, tmp_path: Path) -> None:
    with socket.socket() as listener:
        process = ServerProcess([sys.executable, "-c", f"print({line!r})"], listener, str(tmp_path))
        with pytest.raises(RulesMistake) as raised:
            process.next_message()
    assert raised.value.mistake.sentence == FOREIGN
