"""The static site: how it is built, and its Python without a browser."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import re
import tarfile
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from boardgames_site import build, building, packages, play, worker
from boardgames_site.building import MARK
from boardgames_site.packages import RUNTIME, NoPackage, pyodide_files
from boardgames_site.pages import index_page, site_pages

from boardgames.contest import play_game
from boardgames.core.lookup.installed_games import GAMES
from boardgames.session import open_records
from boardgames.session.stepped_session import SteppedSession
from boardgames.web import table
from packages.site.tests.static_site import served
from tests.command import Run
from tests.web.test_analysis import latest

MODULES = re.compile(r"""from "\./([\w.]+)";""")
LINKS = re.compile(r"""(?:href|src|action)="([^"#?]*)""")
READ_ONLY = re.compile(r'<pre.*?</pre>|<a [^>]*href="https?:[^>]*>', re.DOTALL)
"""Text that is code, and links to other sites, which load nothing."""
OTHER_HOST = re.compile(r"""(?<!xmlns=)["'(](https?:)?//""")


def tarball(names: tuple[str, ...] = RUNTIME) -> bytes:
    """An npm package with such files."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name in names:
            content = b'{"info": {}, "packages": {"numpy": {}}}' if name.endswith(".json") else name.encode()
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("npm") / "pyodide.tgz"
    path.write_bytes(tarball())
    return path


@pytest.fixture
def small_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site with the pages of one game, and without the library: those of all take most of the time of building it."""
    monkeypatch.setattr(building, "games", lambda: ["ur"])
    monkeypatch.setattr(building, "python_archive", lambda extensions: b"no library")


# -- the folder -----------------------------------------------------------------------------


@pytest.mark.parametrize("most", [2, pytest.param(None, marks=pytest.mark.thorough)])
def test_the_folder_is_whole_and_asks_no_other_host(
    most: int | None, package: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the pages of all games, or of so many, the last of which is Ur."""
    games = sorted(GAMES.installed())[-most if most else None :]
    monkeypatch.setattr(building, "games", lambda: games)
    out = tmp_path / "public"
    done = run("site", str(out), "--pyodide", str(package))
    assert done.returncode == 0, done.stderr
    assert f"{out} is built" in done.stderr and re.search(r"in all +\d", done.stderr)
    listed = json.loads((out / MARK).read_text())["files"]
    assert {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()} == {*listed, MARK}
    assert {f"play/{name}.html" for name in games} <= set(listed)
    for path in listed:
        if path.endswith(".html"):
            text = READ_ONLY.sub("", (out / path).read_text())
            assert not OTHER_HOST.search(text), path
            for link in LINKS.findall(text):
                assert link == "" or (not link.startswith("/") and (out / path).parent.joinpath(link).is_file()), link
    form = (out / "new" / "ur.html").read_text()
    assert 'value="mcts"' in form and 'value="perfect"' not in form
    for script in out.glob("files-*/*.js"):
        for name in MODULES.findall(script.read_text()):
            assert (script.parent / name).is_file(), f"{script.name} imports {name}"
    with zipfile.ZipFile(next(out.glob("files-*/packages.zip"))) as archive:
        names = archive.namelist()
        assert {"boardgames/__init__.py", "attr/__init__.py", "typing_extensions.py"} <= set(names)
        assert not [name for name in names if name.startswith("boardgames/cli") or name.endswith((".so", ".pyc"))]
    lock = next(out.glob("pyodide-*/pyodide-lock.json"))
    assert json.loads(lock.read_text())["packages"] == {}, "what is not here must not be offered"


@pytest.mark.thorough
def test_installed_games_of_others_are_part_of_it_if_they_can_be(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    for name, more in [("alone", ""), ("hungry", "Requires-Dist: numpy>=2\n")]:
        (tmp_path / f"{name}.py").write_text("SPEC = None")
        info = tmp_path / f"my_{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: my-{name}\nVersion: 1\n{more}")
        (info / "entry_points.txt").write_text(f"[boardgames.games]\n{name} = {name}:SPEC\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = {name: each for each in packages.extensions() for name in each.games}
    alone, hungry = found["alone"], found["hungry"]
    assert (alone.games, alone.modules, alone.why_not) == (frozenset({"alone"}), ("alone",), None)
    assert hungry.why_not == "it needs numpy, which a site does not have"
    with zipfile.ZipFile(io.BytesIO(packages.python_archive([alone]))) as archive:
        assert {"alone.py", "my_alone-1.dist-info/entry_points.txt"} <= set(archive.namelist())
    monkeypatch.setattr(building, "games", lambda: ["alone", "hungry", "ur"])
    monkeypatch.setattr(building, "python_archive", lambda extensions: b"no library")
    done = run("site", str(tmp_path / "out"), "--pyodide", str(package))
    assert done.returncode == 0
    assert "hungry is left out: it needs numpy" in done.stderr
    assert "alone is left out: game 'alone' (alone:SPEC) is not a GameSpec" in done.stderr


def test_another_installation_of_the_library_is_refused_with_what_to_do(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    info = tmp_path / "boardgames-0.0.9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: boardgames\nVersion: 0.0.9\n")
    (info / "entry_points.txt").write_text("[boardgames.games]\nur = boardgames.games.ur:SPEC\n")
    monkeypatch.syspath_prepend(tmp_path)
    done = run("site", str(tmp_path / "out"), "--pyodide", str(package))
    assert done.returncode == 2 and not (tmp_path / "out").exists()
    assert "boardgames 0.0.9 is another installation of this library, and offers ur too: remove it" in done.stderr


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.usefixtures("small_site")
def test_a_full_disk_names_the_file(package: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "index.html").symlink_to("/dev/full")
    done = run("site", str(tmp_path), "--pyodide", str(package), "--force")
    assert done.returncode == 2
    assert f"{tmp_path / 'index.html'}: No space left on device" in done.stderr


@pytest.mark.thorough
@pytest.mark.usefixtures("small_site")
def test_a_second_build_replaces_the_first_and_nothing_else(package: Path, tmp_path: Path) -> None:
    out = tmp_path / "public"
    build(str(out), cache=tmp_path, pyodide=package, docs=False)
    first = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    (out / "CNAME").write_text("example.org")
    old = out / "files-0" / "old.js"
    old.parent.mkdir()
    old.write_text("")
    listed = json.loads((out / MARK).read_text())
    (out / MARK).write_text(json.dumps({"files": [*listed["files"], "files-0/old.js", "../keep"]}))
    (tmp_path / "keep").write_text("")
    (out / "empty").mkdir()
    build(str(out), cache=tmp_path, pyodide=package, docs=False)
    assert not old.parent.exists() and (out / "CNAME").exists() and (tmp_path / "keep").exists()
    assert (out / "empty").exists()
    assert {path: path.read_bytes() for path in first} == first


@pytest.mark.usefixtures("small_site")
def test_a_folder_of_somebody_else_is_left_alone(package: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    done = run("site", str(tmp_path), "--pyodide", str(package))
    assert (done.returncode, [path.name for path in tmp_path.iterdir()]) == (2, ["thesis.txt"])
    assert "is not empty, and no site was built in it: name another folder, or give --force" in done.stderr
    (tmp_path / MARK).write_text("{}")
    assert run("site", str(tmp_path), "--pyodide", str(package)).returncode == 2
    done = run("site", str(tmp_path), "--pyodide", str(package), "--force")
    assert done.returncode == 0 and (tmp_path / "thesis.txt").read_text() == "mine"


# -- where Pyodide comes from ------------------------------------------------------------------


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A registry on this machine; the path of its package."""
    root = tmp_path / "registry"
    path = root / "pyodide" / "-" / f"pyodide-{packages.PYODIDE_VERSION}.tgz"
    path.parent.mkdir(parents=True)
    content = tarball()
    path.write_bytes(content)
    digest = b64encode(hashlib.sha512(content).digest()).decode()
    monkeypatch.setattr(packages, "PYODIDE_INTEGRITY", f"sha512-{digest}")
    with served(root) as origin:
        monkeypatch.setenv("NPM_CONFIG_REGISTRY", origin)
        yield path


def test_pyodide_is_fetched_once_and_checked(registry: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    files = pyodide_files(None, tmp_path / "cache", lambda *facts: told.append(facts))
    assert set(files) == set(RUNTIME) and told[-1] == (len(registry.read_bytes()),) * 2
    registry.unlink()
    assert pyodide_files(None, tmp_path / "cache", lambda *facts: told.append(facts)) == files
    kept = next((tmp_path / "cache").iterdir())
    kept.write_bytes(kept.read_bytes()[:100])  # a broken cache is fetched anew, which fails here
    with pytest.raises(
        NoPackage, match=r"cannot be fetched .*404.*; fetch it where there is a network, with 'npm pack"
    ):
        pyodide_files(None, tmp_path / "cache", print)


def test_another_package_than_the_known_one_is_refused(registry: Path, tmp_path: Path) -> None:
    registry.write_bytes(tarball(RUNTIME[:2]))
    with pytest.raises(NoPackage, match="its digest differs"):
        pyodide_files(None, tmp_path / "cache", lambda done, total: None)
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no package", "is no npm package, which is a .tgz file"),
        (tarball(RUNTIME[:3]), "it lacks python_stdlib.zip, pyodide-lock.json"),
        (tarball()[:-40], "is no npm package, which is a .tgz file"),
    ],
)
def test_a_file_that_is_no_package(content: bytes, reason: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "given.tgz").write_bytes(content)
    done = run("site", str(tmp_path / "out"), "--pyodide", str(tmp_path / "given.tgz"))
    assert (done.returncode, (tmp_path / "out").exists()) == (2, False)
    assert reason in done.stderr and "Traceback" not in done.stderr


# -- Python, as the worker runs it -----------------------------------------------------------------


class Page:
    """What a page does and is told, without a browser."""

    def __init__(self) -> None:
        self.facts: list[dict[str, Any]] = []
        worker.listen(lambda topic, text: self.facts.append({"topic": topic, **json.loads(text)}))

    async def call(self, function: str, *arguments: Any) -> Any:
        answer = json.loads(await worker.call(f"boardgames_site.{function}", json.dumps(arguments)))
        assert "error" not in answer, answer["traceback"]
        return answer["result"]

    async def say(self, **message: Any) -> None:
        await self.call("play:receive", json.dumps(message))

    def last(self, kind: str) -> dict[str, Any]:
        return next(fact for fact in reversed(self.facts) if fact.get("kind") == kind)

    def events(self, kind: str) -> list[dict[str, Any]]:
        """The entries of the event log of the game that is played now."""
        hello = max(place for place, fact in enumerate(self.facts) if fact.get("kind") == "hello")
        entries = [each for fact in self.facts[hello:] if fact.get("kind") == "events" for each in fact["entries"]]
        return [entry for entry in entries if entry["kind"] == kind]

    async def until(self, wanted: Any) -> None:
        for _ in range(10_000):
            if wanted():
                return
            await asyncio.sleep(0)
        raise AssertionError(self.facts[-3:])

    async def asked(self, ply: int) -> None:
        await self.until(lambda: (turn := self.last("turn"))["paths"] is not None and turn["ply"] == ply)


def first_action(paths: Any) -> str:
    return paths if isinstance(paths, str) else first_action(next(iter(paths.values())))


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    monkeypatch.setattr(play, "PACE", 0.0)
    monkeypatch.setattr(table, "HINT_TIME", 0.1)
    return Page()


def test_a_whole_game_without_threads(page: Page) -> None:
    async def game() -> None:
        form = {"game": "ur", "option-tokens": "1", "player-1": "greedy", "seed": "3", "name-0": "Ann"}
        await page.call("play:open_form", form)
        await page.until(lambda: page.last("turn")["paths"] is not None)
        while not page.events("over"):
            turn = page.last("turn")
            if turn["paths"] is not None:
                await page.say(do="act", ply=turn["ply"], action=first_action(turn["paths"]))
            await asyncio.sleep(0)
        record = json.loads(await page.call("play:record"))
        assert record["players"][0]["name"] == "Ann" and record["outcome"]["reason"] == "home"
        assert [entry["action"] for entry in page.events("ply")] == record["actions"]
        assert "<svg" in await page.call("play:replay")

    asyncio.run(game())


def test_undo_hint_review_resignation_and_a_new_game(page: Page) -> None:
    async def game() -> None:
        await page.call("play:open_form", {"game": "minishogi", "player-1": "greedy", "seed": "1"})
        await page.asked(0)
        await page.say(do="hint")
        assert page.last("hint")["rated"][0]["actions"]
        await page.say(do="act", ply=0, action="1a1b")
        assert "error" in {fact.get("kind") for fact in page.facts}
        await page.say(do="act", ply=0, action="5d5c")
        await page.asked(2)
        await page.say(do="look", seat=1, ply=1)
        assert (page.last("picture")["ply"], page.last("picture")["seat"]) == (1, 1)
        await page.say(do="undo")
        await page.asked(0)
        waiting = play.current().table.session
        await page.say(do="new")
        await page.asked(0)
        assert isinstance(waiting, SteppedSession) and waiting.task is not None and waiting.task.done()
        await page.say(do="resign")
        await page.until(lambda: page.events("over"))
        assert page.events("over")[0]["yours"][0] == ["greedy wins against you", "resignation"]
        await page.say(do="new", swap=True)
        await page.asked(1)
        assert page.events("game")[0]["names"] == ["greedy", "human"]
        old = play.current().table.session
        await page.call("play:open_form", {"game": "ur"})
        assert old.aborted

    asyncio.run(game())


def test_a_program_begins_when_the_page_has_said_how_it_shows_the_board(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its thinking would hold up a slow page, which shows the board from the wrong side until then."""
    monkeypatch.setattr(play, "PACE", 0.001)

    async def game() -> None:
        await page.call("play:open_form", {"game": "minishogi", "player-0": "greedy", "player-1": "human"})
        await asyncio.sleep(0.05)
        assert page.events("ply") == []
        await page.say(do="look", seat=1)
        assert page.last("picture")["seat"] == 1
        await page.until(lambda: page.events("ply"))

    asyncio.run(game())


def test_players_of_ours_play_each_other_and_a_new_game_ends_theirs(page: Page) -> None:
    async def game() -> None:
        await page.call("play:open_form", {"game": "morris", "player-0": "random", "player-1": "random"})
        await page.until(lambda: len(page.events("ply")) > 4)
        old = play.current().table.session
        await page.say(do="new")
        await page.until(lambda: len(page.events("ply")) > 4)
        assert old.aborted and old.log.verdict is None
        plies = old.log.plies
        await page.until(lambda: page.events("over"))
        assert old.log.plies == plies

    asyncio.run(game())


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"game": "go"}, "choose one of the games"),
        ({"game": "ur", "option-tokens": "many"}, "tokens"),
        ({"game": "ur", "player-1": "guest"}, "a guest with a link needs a server"),
        ({"game": "ur", "player-1": "python bot.py"}, "others play on a computer of yours: start 'boardgames web"),
        ({"game": "ur", "command-1": "python bot.py"}, "others play on a computer of yours"),
        ({"game": "ur", "position": "nowhere"}, "nowhere"),
    ],
)
def test_settings_that_make_no_game(form: dict[str, str], sentence: str, page: Page) -> None:
    answer = json.loads(asyncio.run(worker.call("boardgames_site.play:open_form", json.dumps([form]))))
    assert sentence in answer["error"]


def test_a_record_is_judged_as_far_as_it_goes_and_written(page: Page) -> None:
    async def session() -> None:
        record = play_game("minishogi", "greedy", "random", seed=3, max_plies=6)
        content = b64encode(record.json().encode()).decode()
        (card,) = await page.call("records:open_file", content)
        assert (card["title"], card["players"], card["plies"]) == ("Minishogi", ["greedy", "random"], 6)
        assert "kif" in card["formats"] and not card["judged"]
        monkey = [fact for fact in page.facts if fact["topic"] == "records"]
        assert monkey == [] and 'id="graph"' not in await page.call("records:replay", 0)
        judging = asyncio.create_task(page.call("records:analyse", 0, 0.001))
        await page.until(lambda: any(fact["topic"] == "records" and fact["done"] == 2 for fact in page.facts))
        await page.call("records:stop")
        assert await judging == {"positions": 2, "whole": False}
        assert (await page.call("records:analyse", 0, 0.001))["whole"]
        assert 'id="graph"' in await page.call("records:replay", 0)
        written = await page.call("records:write", 0, "kif")
        assert "手合割" in written["text"] and "評価値" in written["text"]
        assert b64decode(written["data"]).decode("cp932") == written["text"]

    asyncio.run(session())


def test_a_file_that_is_no_record(page: Page) -> None:
    content = b64encode(b"Dear diary").decode()
    answer = json.loads(asyncio.run(worker.call("boardgames_site.records:open_file", json.dumps([content]))))
    assert answer["kind"] == "UnreadableRecord" and "expected" in answer["error"]
    assert open_records.LARGEST < 64 * 1024**2


def test_a_game_of_the_static_site_is_analysed_between_its_messages() -> None:
    async def game() -> dict[str, Any]:
        await play.open_form({"game": "minishogi", "player-0": "human", "player-1": "random"})
        place = play.current()
        place.table.analyst.nodes = 30
        while place.table.session.turn is None:
            await asyncio.sleep(0)
        await play.receive('{"do": "resign"}')
        while not place.table.session.log.over:
            await asyncio.sleep(0)
        await play.receive('{"do": "analyse"}')
        while place.table.analyst.is_busy:
            await asyncio.sleep(0)
        place.feed.sent = None
        return latest(place.feed.unsent())

    assert "accuracy" in asyncio.run(game())["chances"]["html"]


def test_the_pages_link_to_the_problems_of_their_games() -> None:
    english, japanese = (index_page(["ur", "dobutsu"], "files/", language=language) for language in ("en", "ja"))
    assert 'href="practice/ur.html"' in english and 'href="../practice/ur.html"' in japanese
    assert "practice/dobutsu" not in english + japanese
    assert [path for path in site_pages(["ur", "dobutsu"], "files/") if "practice" in path] == ["practice/ur.html"]
