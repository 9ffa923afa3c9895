"""Games of others are found by :mod:`importlib.metadata`, wherever Python finds distributions."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

import boardgames as bg
from boardgames.core.lookup import Registry

SOURCE = "import boardgames as bg\nSPEC = bg.GameSpec(name='zipped', title='', game=None, reasons={})\n"


def registry() -> Registry[bg.GameSpec]:
    return Registry("a.group", bg.GameSpec, "game", bg.UnknownGame)


def written(folder: Path, text: str, name: str = "a_game-1.0.dist-info", project: str = "a-game") -> str:
    """A folder for Python's path with one distribution in it."""
    information = folder / name
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Name: {project}\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(text)
    return str(folder)


def searched(monkeypatch: pytest.MonkeyPatch, *path: str) -> None:
    """Put these entries first on Python's path."""
    monkeypatch.setattr(sys, "path", [*path, *sys.path])


def test_the_first_distribution_of_a_name_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = written(tmp_path / "a", "# a comment\n[a.group]\none = first:ONE\n\n[another]\none = else:where\n")
    second = written(tmp_path / "b", "[a.group]\none = second:ONE\ntwo = second:TWO\n")
    third = written(tmp_path / "c", "[a.group]\nthree = third:a.b [extra]\n", "else-1.0.dist-info", "else")
    searched(monkeypatch, first, second, third)
    assert {name: point.value for name, point in registry().entry_points().items()} == {
        "one": "first:ONE",
        "three": "third:a.b [extra]",
    }


def test_archives_are_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as file:
        file.writestr("zipped-1.0.dist-info/METADATA", "Name: zipped\nVersion: 1.0\n")
        file.writestr("zipped-1.0.dist-info/entry_points.txt", "[a.group]\nzipped = zipped_game:SPEC\n")
        file.writestr("zipped_game.py", SOURCE)
    searched(monkeypatch, str(tmp_path / "games.zip"))
    assert registry().names() == ["zipped"]
    assert registry().find("zipped").name == "zipped"
    assert "zipped" not in bg.games()
    sys.modules.pop("zipped_game")


def test_one_that_fails_to_import_is_listed_with_its_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_game.py").write_text("raise RuntimeError('no board')\n")
    searched(monkeypatch, written(tmp_path, "[a.group]\nbroken = broken_game:SPEC\nhalf = json:NOTHING\n"))
    with pytest.raises(bg.UnknownGame, match=r"broken_game:SPEC\) failed to import: RuntimeError: no board") as caught:
        registry().find("nothing")
    assert "'half' (json:NOTHING) failed to import: AttributeError" in str(caught.value)
    assert "the games found are: none" in str(caught.value)
