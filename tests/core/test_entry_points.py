"""Entry points read from files are those of :mod:`importlib.metadata`."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

import pytest

from boardgames.core.lookup.entry_points import entry_points

GROUPS = ["boardgames.games", "boardgames.players", "boardgames.protocols", "pytest11", "console_scripts", "nothing"]


@pytest.mark.parametrize("group", GROUPS)
def test_they_are_the_standard_librarys(group: str) -> None:
    expected = {point.name: point.value for point in metadata.entry_points(group=group)}
    assert {name: point.value for name, point in entry_points(group).items()} == expected


def test_they_are_loaded() -> None:
    for group in GROUPS[:3]:
        for point in metadata.entry_points(group=group):
            assert entry_points(group)[point.name].load() is point.load()


def written(folder: Path, name: str, text: str) -> None:
    information = folder / f"{name}-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(text)


def test_the_first_distribution_of_a_name_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# a comment\n[a.group]\none = first:ONE\n\n[another]\none = else:where\n"
    written(tmp_path / "a", "a_game", text)
    written(tmp_path / "b", "a_game", "[a.group]\ntwo = second:TWO\n")
    written(tmp_path / "c", "else", "[a.group]\nthree = third:a.b [extra]\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / name) for name in "abc"])
    points = entry_points("a.group")
    assert {name: point.value for name, point in points.items()} == {"one": "first:ONE", "three": "third:a.b [extra]"}
    assert points.keys() == {point.name for point in metadata.entry_points(group="a.group")}


def test_archives_are_searched_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        archive.writestr("zipped-1.0.dist-info/METADATA", "Name: zipped\nVersion: 1.0\n")
        archive.writestr("zipped-1.0.dist-info/entry_points.txt", "[a.group]\none = first:ONE\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "games.zip")])
    assert entry_points("a.group")["one"].value == "first:ONE"
