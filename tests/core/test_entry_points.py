"""Entry points read from files are those of :mod:`importlib.metadata`; where there is more to search it is asked."""

from __future__ import annotations

import email.message  # noqa: F401 - the standard library needs it, and finds it on the path no more
import sys
import zipfile
from importlib import metadata
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.lookup import Registry
from boardgames.core.lookup.entry_points import entry_points, only_folders

GROUPS = ["boardgames.games", "boardgames.players", "boardgames.protocols", "pytest11", "console_scripts", "nothing"]


def standard(group: str) -> dict[str, str]:
    """What the standard library finds."""
    return {point.name: point.value for point in metadata.entry_points(group=group)}


def ours(group: str) -> dict[str, str]:
    return {name: point.value for name, point in entry_points(group).items()}


@pytest.mark.parametrize("group", GROUPS)
def test_they_are_the_standard_librarys(group: str) -> None:
    assert ours(group) == standard(group)


def test_they_are_loaded() -> None:
    for group in GROUPS[:3]:
        for point in metadata.entry_points(group=group):
            assert entry_points(group)[point.name].load() is point.load()


def written(folder: Path, text: str, name: str = "a_game-1.0.dist-info", project: str = "a-game") -> str:
    """A folder for Python's path with one distribution in it."""
    information = folder / name
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Name: {project}\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(text)
    return str(folder)


def searched(monkeypatch: pytest.MonkeyPatch, *path: Any) -> None:
    """Let Python's path be these entries alone."""
    monkeypatch.setattr(sys, "path", list(path))


def test_the_first_distribution_of_a_name_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# a comment\n[a.group]\none = first:ONE\n\n[another]\none = else:where\n"
    first = written(tmp_path / "a", text)
    second = written(tmp_path / "b", "[a.group]\ntwo = second:TWO\n")
    third = written(tmp_path / "c", "[a.group]\nthree = third:a.b [extra]\n", "else-1.0.dist-info")
    searched(monkeypatch, first, second, third)
    assert only_folders()
    assert ours("a.group") == standard("a.group") == {"one": "first:ONE", "three": "third:a.b [extra]"}


@pytest.mark.parametrize(
    "name",
    [
        "A_GAME-1.0.dist-info",
        "a.game-1.0.dist-info",
        "a__game-2.0.dist-info",
        "A_Game-1.0.DIST-INFO",
        "a_game.egg-info",
        ".dist-info",
    ],
)
def test_names_are_compared_as_the_standard_library_does(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = written(tmp_path / "a", "[a.group]\none = first:ONE\n", name)
    searched(monkeypatch, first, written(tmp_path / "b", "[a.group]\none = second:TWO\ntwo = second:TWO\n"))
    assert only_folders()
    assert ours("a.group") == standard("a.group")
    assert ours("a.group")["one"] == "first:ONE"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[a.group]",
        "[a.group]\n  one=a:b\n#two = c:d\n",
        "one = a:b\n[a.group]\n",
        "[a.group]\none = a:b\n[b]\ntwo = c\n",
    ],
)
def test_files_are_read_as_the_standard_library_does(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched(monkeypatch, written(tmp_path, text))
    assert ours("a.group") == standard("a.group")


def test_a_distribution_without_entry_points_or_with_a_damaged_file_offers_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "none-1.0.dist-info").mkdir()
    (tmp_path / "file-1.0.egg-info").write_text("Name: file\n")
    written(tmp_path, "", "damaged-1.0.dist-info")
    (tmp_path / "damaged-1.0.dist-info" / "entry_points.txt").write_bytes(b"[a.group]\none = \xff:a\n")
    searched(monkeypatch, written(tmp_path, "[a.group]\none = a:b\n"))
    assert ours("a.group") == {"one": "a:b"}


# -- where more than folders is searched: the standard library is asked ----------------------


def archive(path: Path) -> str:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("zipped-1.0.dist-info/METADATA", "Name: zipped\nVersion: 1.0\n")
        file.writestr("zipped-1.0.dist-info/entry_points.txt", "[a.group]\nzipped = zipped_game:SPEC\n")
        source = "import boardgames as bg\nSPEC = bg.GameSpec(name='zipped', title='', game=None, reasons={})\n"
        file.writestr("zipped_game.py", source)
    return str(path)


def test_archives_are_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched(monkeypatch, archive(tmp_path / "games.zip"), *sys.path)
    assert not only_folders()
    assert ours("a.group") == standard("a.group") == {"zipped": "zipped_game:SPEC"}
    assert ours("boardgames.games") == standard("boardgames.games")
    registry = Registry("a.group", bg.GameSpec, "game", bg.UnknownGame)
    assert registry.names() == ["zipped"]
    assert registry.find("zipped").name == "zipped"
    assert "zipped" not in bg.games()
    sys.modules.pop("zipped_game")


def test_the_group_is_asked_for_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 answers ``entry_points()`` with a dictionary of groups."""
    asked: list[Any] = []

    def answer(**how: Any) -> Any:
        asked.append(how)
        return metadata.EntryPoints([metadata.EntryPoint("one", "a:b", "a.group")])

    monkeypatch.setattr(metadata, "entry_points", answer)
    searched(monkeypatch, archive(tmp_path / "games.zip"))
    assert ours("a.group") == {"one": "a:b"}
    assert asked == [{"group": "a.group"}]


class Finder:
    """Somebody's own finder of distributions."""

    @staticmethod
    def find_spec(*arguments: Any) -> None:
        return None

    @staticmethod
    def find_distributions(*arguments: Any) -> list[Any]:
        return []


@pytest.mark.parametrize("finders", [[Finder], [Finder, PathFinder], []], ids=["another", "more", "none"])
def test_finders(finders: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched(monkeypatch, written(tmp_path, "[a.group]\none = a:b\n"))
    others = [finder for finder in sys.meta_path if not hasattr(finder, "find_distributions")]
    monkeypatch.setattr(sys, "meta_path", [*others, *finders])
    assert not only_folders()
    assert ours("a.group") == standard("a.group") == ({"one": "a:b"} if PathFinder in finders else {})


def test_odd_entries_of_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(tmp_path / "folder", "[a.group]\none = a:b\n")
    egg = tmp_path / "game-1.0.egg"
    written(egg, "[a.group]\negg = in_an:egg\n", "EGG-INFO", "an-egg")
    text = tmp_path / "text"
    text.write_text("no archive")
    odd: list[tuple[Any, bool]] = [
        (str(tmp_path / "nowhere"), True),
        (str(tmp_path / "nowhere" / "python311.zip"), True),
        ("", True),
        (str(egg), False),
        (str(text), False),
        (archive(tmp_path / "games.zip") + "/inside", False),
        (tmp_path / "folder", False),
    ]
    for entry, plain in odd:
        searched(monkeypatch, entry, folder)
        assert only_folders() is plain, entry
        assert ours("a.group") == standard("a.group"), entry
        assert ours("a.group")["one"] == "a:b"


def test_a_folder_that_vanishes_has_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(tmp_path / "folder", "[a.group]\none = a:b\n")
    searched(monkeypatch, folder)
    assert ours("a.group") == {"one": "a:b"}
    (tmp_path / "folder").rename(tmp_path / "moved")
    assert only_folders()
    assert ours("a.group") == standard("a.group") == {}
