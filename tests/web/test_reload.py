"""``--reload``: a file is saved, and the table goes on under its new rules."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest

from boardgames.cli.playing.options import PlayerOptions
from boardgames.cli.playing.reloading import WrittenGame, WrittenGameType, reloader_of
from boardgames.web.reload.mistake import Mistake
from boardgames.web.reload.watch import Watch
from boardgames.web.table import Table
from tests.command import Run, started_command
from tests.web.site import PATIENCE, Site
from tests.web.tabs import Tab, tab_at
from tests.web.test_mistakes import ACTIONS, PIG

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOLDS = "        if action is HOLD:\n"


@contextmanager
def written(site: Site, file: Path, *players: str) -> Iterator[Table]:
    """A table whose rules are in a file that is being written."""
    one, other = players
    game = WrittenGame(f"{file}:SPEC", {}, str(file))
    reloader = reloader_of(game, None, PlayerOptions(p1=one, p2=other))
    running: list[asyncio.Task[None]] = []

    async def begin() -> Table:
        loaded = await reloader.first(lambda mistake: pytest.fail(str(mistake)))
        table = await site.lobby.open(reloader.setup(loaded, seed=3))
        running.append(asyncio.create_task(reloader.run(table)))
        return table

    async def end() -> None:
        running[0].cancel()
        await asyncio.gather(*running, return_exceptions=True)

    try:
        yield site.run(begin())
    finally:
        site.run(end())


def report(tab: Tab) -> str:
    """What the page says of the rules."""
    return " | ".join(tab.page.locator("#report > :visible").all_inner_texts())


@pytest.mark.thorough
def test_a_game_goes_on_while_its_rules_are_written(
    site: Site, browser: Browser, tmp_path: Path, left_over: object
) -> None:
    """A mistake is shown and the board kept; better rules take its place; an endless loop ends no page."""
    file = tmp_path / "pig.py"
    file.write_text(PIG, "utf-8")
    with written(site, file, "human", "human") as table, tab_at(browser, site.link(table)) as tab:
        tab.offered()
        plies = table.session.log.plies
        tab.click("roll")
        tab.page.wait_for_selector(f'#board[data-ply="{plies + 2}"]')
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
        tab.page.get_by_text("The game was taken up before this move").wait_for()
        assert "pig.py, line 51 | while True: pass | " in report(tab)
        tab.offered()
        assert tab.drawn() == board, "the game has been taken up before the move"

        file.write_text(PIG.replace(ACTIONS, "return ACTIONS[1:] if self.turn >= 0 else ()"), "utf-8")
        tab.page.get_by_text(
            "'roll' is not legal any more: no such action in this position; the game contin"
        ).wait_for()
        tab.offered()
        assert tab.open_spots() == ["hold"] and table.session.log.plies == plies
        tab.click("hold")
        tab.page.wait_for_function(f"() => document.querySelectorAll('#moves li').length > {plies}")


@pytest.mark.thorough
def test_players_think_beside_the_rules(site: Site, tmp_path: Path) -> None:
    """A whole game between two of ours; then its rules are saved."""
    file = tmp_path / "pig.py"
    file.write_text(PIG, "utf-8")
    ended, saved = threading.Event(), threading.Event()
    with written(site, file, "greedy", "alphabeta:level=1") as table:

        def look() -> None:
            if table.session.log.over:
                ended.set()
            if table.report is not None:
                saved.set()

        site.call(lambda: table.listeners.add(look))
        site.call(look)
        assert ended.wait(PATIENCE)
        verdict, texts = table.session.log.verdict, table.session.log.playthrough.texts
        assert verdict is not None and verdict.fault is None
        file.write_text(PIG + "\n", "utf-8")
        assert saved.wait(PATIENCE)
        assert table.session.log.playthrough.texts == texts


def test_files_that_are_saved_in_parts(site: Site, tmp_path: Path) -> None:
    """A change counts when it has settled; a file that is replaced, new or gone is a change too."""

    async def change(*works: Callable[[], object]) -> None:
        watch = Watch(str(tmp_path))
        waiting = asyncio.create_task(watch.changed())
        for work in works:
            await asyncio.sleep(0.02)
            assert not waiting.done()
            work()
        await asyncio.wait_for(waiting, PATIENCE)
        assert watch.look() == watch.seen

    file = tmp_path / "rules.py"
    for works in (
        [lambda: file.write_text("a"), lambda: file.write_text("ab")],
        [lambda: (tmp_path / "new.py").write_text("abc"), lambda: (tmp_path / "new.py").replace(file)],
        [file.unlink],
    ):
        site.run(change(*works))


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
