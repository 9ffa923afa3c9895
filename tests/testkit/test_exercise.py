"""The exercise of docs/new-game.md, solved step by step: each step fails at the rung that the page names."""

from __future__ import annotations

import re
import sys
from types import ModuleType

import pytest

from boardgames.testkit import verify
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")


def changed(code: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in code
        code = code.replace(old, new)
    return code


def pig() -> str:
    found = re.search(r"^```python\n(# pig\.py\n.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


COUNTED = (
    ('    next: str  # "throw" or "choose"\n', "    next: str\n    ply: int = 0\n"),
    ("            return None\n", "            return bg.Outcome((0.0, 0.0), 'limit') if self.ply >= 20 else None\n"),
    ('attrs.evolve(self, next="throw")', 'attrs.evolve(self, next="throw", ply=self.ply + 1)'),
    ('next="choose")', 'next="choose", ply=self.ply + 1)'),
    ('1 - self.seat, 0, "throw")', '1 - self.seat, 0, "throw", self.ply + 1)'),
)  # fmt: skip
DECLARED = (('"who has 20 points wins"}', '"who has 20 points wins", "limit": "a draw after 200 plies"}'),)
WRITTEN = (
    ("{self.sum} {self.next}", "{self.sum} {self.next} {self.ply}"),
    ("(throw|choose)", "(throw|choose) (0|[1-9][0-9]{{0,2}})"),
    ("total, found[5])\n", "total, found[5], int(found[6]))\n"
     "        if int(found[6]) > 20:\n            raise bg.UnreadablePosition('the ply is 0 to 20')\n"),
)  # fmt: skip
IN_KEY = (("self.sum, self.next\n", "self.sum, self.next, self.ply\n"),)
BOUNDED = (("game=Pig,", "game=Pig, max_plies=200,"), ("self.ply >= 20", "self.ply >= 200"), ("> 20", "> 200"))


@pytest.mark.parametrize(
    ("changes", "fails"),
    [
        ((), []),
        (COUNTED, ["reasons"]),
        pytest.param((*COUNTED, *DECLARED), ["position-text"], marks=pytest.mark.thorough),
        pytest.param((*COUNTED, *DECLARED, *WRITTEN), [], marks=pytest.mark.thorough),
        pytest.param((*COUNTED, *DECLARED, *WRITTEN, *IN_KEY), ["key"], marks=pytest.mark.thorough),
        ((*COUNTED, *DECLARED, *WRITTEN, *BOUNDED), []),
    ],
    ids=["as printed", "counted", "declared", "written", "ply in the key", "done"],
)
def test_each_step(changes: tuple[tuple[str, str], ...], fails: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("pig")
    exec(compile(changed(pig(), *changes), "pig.py", "exec"), vars(module))
    monkeypatch.setitem(sys.modules, "pig", module)
    report = verify(module.SPEC, games=4)
    assert [finding.rung.name for finding in report.failures][:1] == fails, str(report)
