"""Sentences that keep their templates, and the codes of reasons."""

from __future__ import annotations

import ast
import copy
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.protocol.verdict import FAULTS, Fault
from boardgames.core.text.said import Ordinal, Reason, Said
from tests.conftest import ROOT
from tests.samples import cases

SAID = Said("{number} from {point}", number=3, point=Reason("occupied", "{point} is occupied", point="d6"))
PLIES = Said.counted("{number} ply", "{number} plies", 2)


def test_a_sentence_is_a_text_that_keeps_its_template() -> None:
    assert SAID == "3 from d6 is occupied" and (SAID.template, SAID.values["number"]) == ("{number} from {point}", 3)
    assert PLIES == "2 plies" and (PLIES.template, PLIES.plural, PLIES.number) == ("{number} ply", "{number} plies", 2)
    assert Said("100 % {sure}") == "100 % {sure}", "without values it is the text itself"
    assert f"{Ordinal(7)}{Ordinal(6):abcdefghi}" == "7f"


def test_a_sentence_has_the_code_of_the_reason_that_it_quotes() -> None:
    assert SAID.code == "occupied" and PLIES.code == ""


@pytest.mark.parametrize("said", [SAID, PLIES])
def test_a_sentence_survives_pickling_and_copying(said: Said) -> None:
    for other in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):
        assert type(other) is type(said) and other == said and vars(other) == vars(said)


def test_errors_have_codes() -> None:
    state = bg.load("ur").start().play("=2")
    with pytest.raises(bg.IllegalAction) as illegal:
        state.play("5")
    assert illegal.value.code == pickle.loads(pickle.dumps(illegal.value)).code == "no-token"
    assert bg.IllegalAction("x", "a text of somebody's game").code == "illegal"
    with pytest.raises(bg.IllegalAction) as later:
        bg.Playthrough.replay(bg.load("ur").start(), ["=2", "5"])
    assert later.value.code == "no-token" and later.value.why == "at ply 2, no token on cell 5"
    assert Fault(0, "output limit", "too much").code == "output-limit"
    assert Fault(0, "illegal", Said("ply {ply}: {why}", ply=1, why=illegal.value.why)).code == "no-token"


@cases(
    ("game", "options", "code"),
    [
        ("ur", {"token": 3}, "unknown-option"),
        ("ur", {"tokens": "x"}, "bad-value"),
        ("ur", {"preset": "x"}, "unknown-preset"),
        ("ur:tokens", {}, "unreadable-option"),
        ("morris", {"board": "three", "men": 9}, "bad-value"),
    ],
)
def test_refused_options_have_codes(game: str, options: dict[str, Any], code: str) -> None:
    with pytest.raises(bg.BadOption) as refused:
        bg.load(game, **options)
    assert refused.value.code == code


SOURCES = [ROOT / "src/boardgames", *ROOT.glob("packages/*/src")]
PAGES = {"arena": "arena.md", "models": "models.md"}
"""The pages with the codes of packages beside the library."""


def codes_in_the_source(source: Path) -> dict[str, str]:
    """The codes of reasons, and the template of each; of one that has several, the first."""
    codes: dict[str, str] = {}
    for path in sorted(source.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for call in ast.walk(ast.parse(text)) if "Reason(" in text else ():
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Reason":
                match call.args:
                    case [ast.Constant(value=str(code)), ast.Constant(value=str(template))]:
                        codes.setdefault(code, template)
    return codes


@cases("source", SOURCES, ids=lambda source: str(source.relative_to(ROOT)))
def test_the_table_of_codes_is_true(source: Path) -> None:
    """docs/library.md has each code of the library, with its sentence, and each kind of fault; pages have packages'."""
    expected = codes_in_the_source(source)
    if source.name == "boardgames":
        expected |= {kind.replace(" ", "-"): meaning for kind, meaning in FAULTS.items()}
    name = "library.md" if source.name == "boardgames" else PAGES.get(source.parent.name)
    page = (ROOT / "docs" / name).read_text(encoding="utf-8") if name else ""
    rows = dict(
        re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", page.partition("## Codes")[2].partition("\n## ")[0], re.MULTILINE)
    )
    lines = [f"| `{code}` | {expected[code]} |" for code in sorted(expected)]
    assert rows == expected, "write these rows:\n" + "\n".join(lines)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in expected)
