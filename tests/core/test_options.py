"""Rule options: values and texts, and what is said of those that cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.core.model.options import (
    BadOption,
    NoOptions,
    as_text,
    choose,
    describe,
    differences,
    option,
    values_of,
)
from boardgames.records import json_record
from tests.command import Run
from tests.samples import cases


@attrs.frozen
class Options:
    size: int = option(9, "points on a side", "a book", least=5, most=19)
    handicap: int = option(0, "stones", "a book", least=0)
    any_number: int = option(0, "whatever", "a book")
    ko: str = option("simple", "the rule of ko", "another book", choices=("simple", "super"))
    suicide: bool = option(False, "whether it is allowed", "New Zealand")
    corners: tuple[int, ...] = option((3, 4), "where stones may start", "a book", least=1, most=9)
    name: str = option("go", "what it is called", "a book")
    lead: str | None = option(None, "what may be left out", "a book", choices=("first", "second"))


@attrs.frozen
class Stones:
    stones: int = option(5, "stones in the heap", "a children's game", least=1, most=99)
    last: str = option("wins", "taking the last one", "a children's game", choices=("wins", "loses"))


@dataclass(frozen=True)
class StonesOfDataclass:
    stones: int = option(5, "stones in the heap", "a children's game", least=1, most=99)
    last: str = option("wins", "taking the last one", "a children's game", choices=("wins", "loses"))


@attrs.frozen
class MoreStones(Stones):
    heaps: int = option(1, "heaps", "ours", least=1)


@dataclass(frozen=True, slots=True)
class MoreStonesOfDataclass(StonesOfDataclass):
    heaps: int = option(1, "heaps", "ours", least=1)


STONES = pytest.mark.parametrize("kind", [Stones, StonesOfDataclass])
MORE_STONES = pytest.mark.parametrize("kind", [MoreStones, MoreStonesOfDataclass])


@STONES
def test_options_are_of_attrs_or_a_dataclass(kind: type[Any]) -> None:
    assert describe(kind) == [
        ("stones", "5", "stones in the heap", "a children's game"),
        ("last", "wins", "taking the last one", "a children's game"),
    ]
    assert (kind().stones, kind(last="loses").last) == (5, "loses")
    assert choose(kind, {"stones": "7"}) == kind(stones=7) != kind() == choose(kind, {})
    assert hash(kind(stones=7)) == hash(kind(stones=7))
    assert values_of(kind(stones=7)) == {"stones": 7, "last": "wins"}
    assert differences(kind(stones=7)) == "stones=7"
    with pytest.raises(BadOption, match="option stones cannot be '0': expected a whole number from 1 to 99"):
        choose(kind, {"stones": 0})


@MORE_STONES
def test_options_are_inherited(kind: type[Any]) -> None:
    assert choose(kind, {"heaps": "4", "stones": 7}) == kind(stones=7, heaps=4)
    assert [name for name, *_ in describe(kind)] == ["stones", "last", "heaps"]


def test_a_class_that_declares_no_fields_is_refused() -> None:
    with pytest.raises(TypeError, match="a frozen class of attrs or a frozen dataclass, not <class 'int'>"):
        describe(int)


NIM = """
import {module}
import boardgames as bg
from boardgames.core.model import option

@{decorator}
class Options:
    stones: int = option(5, "stones in the heap", "a children's game", least=1, most=99)

class State(bg.BaseState):
    def __init__(self, game, left, seat):
        self.game, self.left, self.seat = game, left, seat
    turn = property(lambda self: self.seat if self.left else bg.OVER)
    key = property(lambda self: (self.left, self.seat))
    outcome = property(lambda self: None if self.left else bg.Outcome.lost_by(self.seat, "empty"))
    def actions(self):
        return self.game.all_actions[:self.left]
    def apply(self, action):
        return State(self.game, self.left - action.index - 1, 1 - self.seat)
    def __str__(self):
        return f"{{self.left}} {{self.seat}}"
    def __eq__(self, other):
        return isinstance(other, State) and self.key == other.key
    def __hash__(self):
        return hash(self.key)

class Nim(bg.SimpleGame):
    name, title = "nim", "Nim"
    all_actions = (bg.SimpleAction(0, "one"), bg.SimpleAction(1, "two"))
    def start(self):
        return State(self, self.options.stones, 0)
    def parse(self, text):
        left, seat = text.split()
        return State(self, int(left), int(seat))

SPEC = bg.GameSpec(name="nim", title="Nim", game=Nim, options=Options, reasons={{"empty": "nothing was left"}})
"""


@pytest.mark.parametrize("decorator", ["attrs.frozen", "dataclasses.dataclass(frozen=True)"])
def test_a_game_has_options_of_either_kind(decorator: str, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM.format(module=decorator.partition(".")[0], decorator=decorator))
    game = bg.load(f"{file}:SPEC", stones="3")
    assert str(game.start()) == "3 0" and game is bg.load(f"{file}:SPEC:stones=3")
    rules = run("rules", str(file))
    assert rules.returncode == 0 and "stones in the heap" in rules.stdout and "5" in rules.stdout
    record = tmp_path / "game.json"
    played = run("play", f"{file}:SPEC:stones=3", "--p1", "greedy", "--p2", "random", "--seed", "1", "--record", record)
    assert played.returncode == 0, played.stderr
    read = json_record.read(record.read_bytes())
    assert dict(read.options) == {"stones": 3} and read.playthrough().state.game is game
    assert run("replay", str(record), "--game", f"{file}:SPEC:stones=3").returncode == 0
    refused = run("play", f"{file}:SPEC:stones=0", "--p1", "greedy", "--p2", "random")
    assert refused.returncode == 2 and "expected a whole number from 1 to 99" in refused.stderr


@cases(
    ("field", "text", "value"),
    [
        ("size", "13", 13),
        ("any_number", "-7", -7),
        ("ko", "super", "super"),
        ("suicide", "on", True),
        ("suicide", "yes", True),
        ("suicide", "TRUE", True),
        ("suicide", "1", True),
        ("suicide", "off", False),
        ("suicide", "no", False),
        ("suicide", "false", False),
        ("suicide", "0", False),
        ("corners", "1+5+9", (1, 5, 9)),
        ("corners", "7", (7,)),
        ("corners", "none", ()),
        ("name", "weiqi", "weiqi"),
        ("lead", "second", "second"),
        ("lead", "none", None),
    ],
)
def test_values_are_read_from_text(field: str, text: str, value: Any) -> None:
    read = getattr(choose(Options, {field: text}), field)
    assert read == value
    assert type(read) is type(value)
    assert choose(Options, {field: value}) == choose(Options, {field: text})
    assert choose(Options, {field: as_text(value)}) == choose(Options, {field: text})


CORNERS = "expected whole numbers from 1 to 9 joined by '+', or none"


@cases(
    ("given", "message"),
    [
        ({"size": "4"}, "option size cannot be '4': expected a whole number from 5 to 19"),
        ({"size": 20}, "option size cannot be '20': expected a whole number from 5 to 19"),
        ({"size": "big"}, "option size cannot be 'big': expected a whole number from 5 to 19"),
        ({"size": ""}, "option size cannot be '': expected a whole number from 5 to 19"),
        ({"size": None}, "option size cannot be 'none': expected a whole number from 5 to 19"),
        ({"size": True}, "option size cannot be 'on': expected a whole number from 5 to 19"),
        ({"handicap": "-1"}, "option handicap cannot be '-1': expected a whole number of at least 0"),
        ({"any_number": "x"}, "option any_number cannot be 'x': expected a whole number"),
        ({"ko": "none"}, "option ko cannot be 'none': expected one of simple, super"),
        ({"ko": 3}, "option ko cannot be '3': expected one of simple, super"),
        ({"suicide": "sometimes"}, "option suicide cannot be 'sometimes': expected on or off"),
        ({"suicide": 1}, "option suicide cannot be '1': expected on or off"),
        ({"corners": "1+x"}, f"option corners cannot be '1+x': {CORNERS}"),
        ({"corners": (1, 10)}, f"option corners cannot be '1+10': {CORNERS}"),
        ({"corners": (True,)}, f"option corners cannot be 'True': {CORNERS}"),
        ({"name": 5}, "option name cannot be '5': expected a word"),
        (
            {"siez": 9},
            "there is no option 'siez'; did you mean 'size'? "
            "The options are: size, handicap, any_number, ko, suicide, corners, name, lead",
        ),
        (
            {"quux": 9},
            "there is no option 'quux'. The options are: size, handicap, any_number, ko, suicide, corners, name, lead",
        ),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_is_named_with_what_was_expected(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as caught:
        choose(Options, given)
    assert str(caught.value) == message


def test_a_game_without_options_says_so() -> None:
    assert choose(NoOptions, {}) == NoOptions()
    with pytest.raises(BadOption, match="there is no option 'size': there are none"):
        choose(NoOptions, {"size": 9})


def test_options_are_described_with_their_sources() -> None:
    described = describe(Options)
    assert described[0] == ("size", "9", "points on a side", "a book")
    assert described[4] == ("suicide", "off", "whether it is allowed", "New Zealand")
    assert described[5][1] == "3+4"


@cases(
    ("given", "text"),
    [({}, ""), ({"size": 9}, ""), ({"size": 13}, "size=13"),
     ({"corners": (), "suicide": True}, "suicide=on,corners=none")],
    ids=str,
)  # fmt: skip
def test_differences_are_written_as_the_command_line_does(given: dict[str, Any], text: str) -> None:
    options = choose(Options, given)
    assert differences(options) == text
    assert choose(Options, dict(part.split("=") for part in text.split(",") if part)) == options
