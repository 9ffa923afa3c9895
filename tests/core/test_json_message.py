"""JSON of others: numbers that it does not have, and those beyond all floats, are refused with a sentence."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.contest import Anchors, BadContest, play_game
from boardgames.core.model.options import BadOption
from boardgames.core.text.finite_json import finite_number, read_json
from boardgames.learning.judgement_file import FIRST_LINE, BadJudgementFile, read_judgement
from boardgames.records import UnreadableRecord, json_record
from boardgames.solve.table_file import Head
from boardgames.web.json_message import BadMessage, read_message
from tests.samples import cases

STRANGE = ["Infinity", "-Infinity", "NaN", "1e999", "-1e999", "9" * 400, "9" * 5000]
"""What Python reads as a number, or tries to, and JSON does not have or nobody can mean."""


@cases("text", STRANGE)
def test_a_number_that_is_not_finite_is_refused(text: str) -> None:
    for whole in (text, f"[{text}]", f'{{"a": {{"b": {text}}}}}'):
        with pytest.raises(ValueError, match="is not a finite number") as refused:
            read_json(whole)
        assert len(str(refused.value)) < 100
    with pytest.raises(ValueError, match="finite"):
        finite_number(text)
    with pytest.raises(BadMessage, match="this is not JSON"):
        read_message(f'{{"kind": "a", "b": {text}}}', "kind", {}, 10_000, "{}")


def test_other_values_are_those_of_json() -> None:
    value = {"a": [1, -2, 0, 10**300, 1.5, 1e308, True, None, "x"], "b": {}}
    read = read_json(json.dumps(value))
    assert read == value
    assert [type(each) for each in read["a"]] == [int, int, int, int, float, float, bool, type(None), str]
    assert read_json(b"[]") == []
    for wrong in ("[" * 100_000, "{", "", "'a'"):
        with pytest.raises(ValueError, match=r"Expecting|nested"):
            read_json(wrong)


def with_strange_numbers(value: Any) -> Iterator[str]:
    """A value in JSON, each part of it replaced by each strange number."""
    mark = "strange number"

    def changed(value: Any) -> Iterator[Any]:
        yield mark
        parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, part in parts:
            for other in changed(part):
                copy: Any = dict(value) if isinstance(value, dict) else list(value)
                copy[key] = other
                yield copy

    for other in changed(value):
        for number in STRANGE:
            yield json.dumps(other).replace(f'"{mark}"', number)


def judgement(folder: Path) -> Callable[[str], object]:
    def read(text: str) -> object:
        path = folder / "j.bin"
        path.write_bytes(FIRST_LINE + text.encode() + b"\n" + b"\0\0")
        return read_judgement(path)

    return read


def test_no_reader_of_ours_takes_them(tmp_path: Path) -> None:
    """Nor ends in an error of another kind."""
    record = play_game("ur:tokens=1", "greedy", "random", seed=1, max_plies=3)
    shogi = play_game("shogi", "random", "random", seed=1, max_plies=2)
    jkf = bg.find("shogi").formats["jkf"]
    head = {"game": "ur", "features": "f", "weights": 1, "crc32": zlib.crc32(b"\0\0"), "scale": 1.0, "made": {"by": 1}}
    section = {"name": "a", "size": 1, "positions": 1, "counts": [[1, 1]]}
    table = {"solver": "s", "game": "g", "options": "", "rules": {"men": 3}, "sections": [section]}
    readers: dict[str, tuple[str, Callable[[str], object], tuple[type[Exception], ...]]] = {
        "record": (record.json(), lambda text: json_record.read(text.encode()), (UnreadableRecord, BadOption)),
        "JKF": (jkf.write(shogi), lambda text: jkf.read(bg.load("shogi"), text.encode()), (UnreadableRecord,)),
        "anchors": (
            json.dumps({"players": ["a", "b"], "elo": [900, 1100], "covariance": [[1, 0], [0, 1]]}),
            lambda text: Anchors.read(text, "here"),
            (BadContest,),
        ),
        "judgement": (json.dumps(head), judgement(tmp_path), (BadJudgementFile,)),
        "table": (json.dumps(table), lambda text: Head.read(text.encode()), (ValueError, TypeError, KeyError)),
    }
    for name, (text, read, refusals) in readers.items():
        read(text)
        for strange in with_strange_numbers(json.loads(text)):
            with pytest.raises(refusals):
                pytest.fail(f"{name} takes {strange[:500]}, as {read(strange)}")
