"""RGN: games that RoyalUr-Java wrote are read and written again, and what is no game is refused at its line."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.ur import rgn
from boardgames.records import record_formats
from boardgames.records.game_record import GameRecord, RecordedPlayer, UnreadableRecord
from tests.command import Run
from tests.samples import cases

ROYALUR = Path(__file__).parent / "royalur"
"""Games of random players that RoyalUr-Java f09c562 played and its ``RGN.encodeGame`` wrote."""
OPTIONS: dict[str, dict[str, Any]] = {
    "finkel": {},
    "masters": {"preset": "masters", "dice": "0+3+3+1+1"},
    "blitz": {"preset": "blitz"},
    "aseb": {"preset": "aseb"},
    "murray": {"preset": "murray", "tokens": 2},
    "skiriuk": {"preset": "skiriuk", "tokens": 2},
}


@cases("name", list(OPTIONS))
def test_a_game_that_royalur_wrote_is_read_to_its_end_and_written_as_it_was(name: str) -> None:
    data = (ROYALUR / f"{name}.rgn").read_bytes()
    game = bg.load("ur", **OPTIONS[name])
    record = record_formats.read(data, game)
    assert record.notes == () and record.headers == {"start": "2026-11-23T01:20:00Z"}
    assert record.verdict is not None and record.verdict.outcome == record.playthrough().state.outcome
    written = rgn.write(record)
    assert written.partition("\n\n")[2] == data.decode().partition("\n\n")[2]
    again = record_formats.read(written.encode())
    assert (again.options, again.actions, again.notes) == (record.options, record.actions, ())
    assert record_formats.losses(record, "rgn") == []


def test_rules_that_are_not_said_are_found_among_the_presets() -> None:
    for name in ("blitz", "aseb"):
        record = record_formats.read((ROYALUR / f"{name}.rgn").read_bytes())
        assert (
            record.options
            == record_formats.read((ROYALUR / f"{name}.rgn").read_bytes(), bg.load(f"ur:preset={name}")).options
        )
        assert record.notes[0].startswith(f"the record does not say its rules: it was read as ur:preset={name}, since")


@cases("preset", list(bg.find("ur").presets))
def test_random_games_come_back(preset: str) -> None:
    rng = Random(preset)
    game = bg.load("ur", preset=preset, tokens=2)
    state, actions = game.start(), list[str]()
    while state.outcome is None:
        edge = rng.choice(state.actions()) if state.actions() else rng.choice(state.chances())[0]
        actions.append(str(edge))
        state = state.apply(edge)
    for length in (len(actions), 7, 8):
        playthrough = bg.Playthrough.replay(game.start(), actions[:length])
        players = (RecordedPlayer("Ann"), RecordedPlayer('the "other", \\'))
        record = GameRecord.of(playthrough, players=players, headers={"event": "Cup 1", "start": "2026-11-23"})
        text = rgn.write(record)
        again = record_formats.read(text.encode())
        assert again.actions == record.actions
        assert (again.names, again.headers, again.options) == (record.names, record.headers, record.options)


def test_names_and_headers_change_neither_lines_nor_rules() -> None:
    game = bg.load("ur:preset=masters")
    players = (RecordedPlayer("Ann\u2028[Light Eve]\x1b[31m"), RecordedPlayer("Bob"))
    headers = {"Rules": "ur:tokens=1", "Dark": "Eve", "event": "Cup\x85"}
    record = GameRecord.of(bg.Playthrough.replay(game.start(), ["=0"]), players=players, headers=headers)
    written = rgn.write(record)
    assert "\x1b" not in written and len(written.splitlines()) == 6
    again = record_formats.read(written.encode())
    assert (again.options, again.names) == (record.options, ("Ann [Light Eve] [31m", "Bob"))
    assert again.headers == {"event": "Cup "}


def test_several_games_are_one_file() -> None:
    texts = [(ROYALUR / f"{name}.rgn").read_text("utf-8") for name in ("finkel", "finkel")]
    records = record_formats.read_all("\n".join(texts).encode())
    assert len(records) == 2 and records[0] == records[1]


@cases(
    ("text", "line", "message"),
    [
        ("1. A@A9 / C@C4", 1, "'A@A9': Light (seat 0) never comes to A9"),
        ("1. C@C4", 1, "'C@C4' enters a token of Dark (seat 1), but it is Light (seat 0)'s turn"),
        ("1. A@A4\n2. A4A3", 2, "'2.' begins the turn of Light (seat 0), but it is Dark (seat 1)'s"),
        ("1. 1 -- / C@C4", 1, "'/' follows 1 --, after which a token can move, from 0"),
        ("1. 5 --", 1, "'5 --' needs a throw of 5, and these dice throw 0, 1, 2, 3, 4"),
        ("1. A@A4 / C@C4\n2. A4B5", 2, "'A4B5' goes 8 cells, and these dice throw 1, 2, 3, 4"),
        ("1. A@A2 / 0 --\n2. A2A3", 2, "'A2A3' goes backwards, and these dice throw 1, 2, 3, 4"),
        ("1. A@A4 / 0 --\n2. A3A2", 2, "'A3A2': no token on cell 2"),
        ("[Light Ann]\n\n1. A@A4 e4", 3, "expected a move such as A@A3"),
        ("[Light]\n1. A@A4", 1, "expected a tag such as [Light \"Ann\"], not '[Light]'"),
        ('[Rules "ur:tokens=9"]\n1. A@A4', 1, "the tag Rules: ur: option tokens cannot be '9'"),
    ],
)
def test_what_is_no_game_is_refused_at_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(UnreadableRecord) as caught:
        bg.find("ur").formats["rgn"].read(bg.load("ur"), text.encode())
    assert caught.value.line == line
    assert caught.value.message.startswith(message)


def test_marks_that_do_not_fit_are_notes() -> None:
    record = record_formats.read(b"1. A@A4x / 0 --#####\n")
    assert record.verdict is None and record.actions == ("=1", "0", "=0")
    assert record.notes == (
        "line 1: A@A4x: x says that it captures, but it does not",
        "line 1: the record says that the game is over, but not how; by the rules it goes on",
    )


def test_a_game_from_another_position_cannot_be_written() -> None:
    start = bg.load("ur:tokens=1").parse("5 0 0 -")
    with pytest.raises(ValueError, match="rgn holds whole games only, and this one begins at 5 0 0 -"):
        rgn.write(GameRecord.of(bg.Playthrough.replay(start, [])))


def test_the_commands_read_and_write_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.rgn").write_bytes((ROYALUR / "aseb.rgn").read_bytes())
    written = run("convert", "game.rgn", "--to", "rgn")
    assert written.returncode == 0 and written.stdout.startswith('[Rules "ur:tokens=5,track=aseb,')
    assert "it was read as ur:preset=aseb" in written.stderr
    (tmp_path / "game.rgn").write_text("1. A@A4 / A@A4\n", encoding="utf-8")
    refused = run("replay", "game.rgn")
    assert refused.returncode == 2
    assert "game.rgn: line 1: 'A@A4' enters a token of Light (seat 0), but it is Dark (seat 1)'s turn" in refused.stderr
    assert "--game ur:preset=masters" in refused.stderr
