"""Reading a record does each part of its work once: decoding, playing, and importing games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.contest import read_record
from boardgames.core.lookup.installed_games import registered
from boardgames.games.shogi.records import encodings
from boardgames.games.shogi.rules import State
from boardgames.records import GameRecord, UnreadableRecord, record_formats
from boardgames.records.record_format import RecordFormat
from tests.samples import cases

ACTIONS = 40
FORMS = ("kif", "ki2", "csa", "usi", "jkf")
PROGRAM = """
import json, sys
from boardgames.contest import read_record
from boardgames.core.lookup.installed_games import registered
record = read_record(sys.argv[1])
packages = {name.split(".")[2] for name, module in sys.modules.items() if name.startswith("boardgames.games.")
            and hasattr(module, "SPEC")}
print(json.dumps([record.game, sorted(packages)]))
"""


@pytest.fixture(scope="module", params=FORMS)
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a game of 40 moves."""
    playthrough = bg.Playthrough(bg.load("shogi").start())
    while playthrough.plies < ACTIONS:
        actions = playthrough.state.actions()
        playthrough.apply(actions[7 * playthrough.plies % len(actions)])
    path = tmp_path_factory.mktemp("records") / f"game.{request.param}"
    path.write_bytes(record_formats.content(GameRecord.of(playthrough), path.name))
    return path


def counter(of: Callable[..., Any], calls: list[object]) -> Callable[..., Any]:
    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        return of(*arguments)

    return counted


def test_a_file_is_decoded_twice_its_head_and_the_whole(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    encodings.first_lines.cache_clear()
    monkeypatch.setattr(encodings, "decode", counter(encodings.decode, calls))
    assert len(read_record(file).actions) == ACTIONS
    assert len(calls) <= 2


def test_its_moves_are_played_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    monkeypatch.setattr(State, "apply", counter(State.apply, calls))
    assert len(read_record(file).actions) == ACTIONS
    assert len(calls) == ACTIONS


def test_no_other_game_is_imported(file: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", PROGRAM, str(file)], capture_output=True, text=True, check=True)
    assert json.loads(ended.stdout) == ["shogi", ["shogi"]]


@cases(
    ("text", "game", "plies"),
    [
        ("position sfen gle/1c1/1C1/ELG b - 1 moves 2c2b\n   6 ７四燕(73)", "dobutsu", 1),
        ("position sfen gle/1c1/1C1/ELG b - 1 moves 2c2b\n▲７六歩", "dobutsu", 1),
        ("1. 22 5\n2. 23 20", "morris", 4),
        ("1. 76歩\n2. 34歩", "shogi", 2),
    ],
)
def test_a_file_that_looks_like_several_formats_belongs_to_the_first_game_by_name(
    text: str, game: str, plies: int
) -> None:
    record = record_formats.read(text.encode())
    assert (record.game, len(record.actions)) == (game, plies)


def test_a_format_of_a_game_of_others_is_read() -> None:
    """No package of the library has it; a format may come with any game."""
    text = "A NOTEBOOK OF UR"

    def read_all(game: bg.Game, data: bytes) -> list[GameRecord]:
        return [GameRecord.of(bg.Playthrough(game.start()))]

    notebook = RecordFormat(
        name="notebook",
        title="a notebook",
        recognises=text.encode().__eq__,
        read_all=read_all,
        write=lambda record: text,
    )
    spec = attrs.evolve(bg.find("ur"), name="ur-of-others", formats={"notebook": notebook})
    with registered(spec):
        assert record_formats.read(text.encode()).actions == ()
    with pytest.raises(UnreadableRecord):
        record_formats.read(text.encode())
