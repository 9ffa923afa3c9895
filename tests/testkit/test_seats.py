"""Games for one and for three climb the ladder as those for two do."""

from __future__ import annotations

import pytest

import boardgames as bg
from boardgames.testkit import verify
from tests.piles import ALONE, THREE


@pytest.mark.parametrize("spec", [THREE, ALONE], ids=lambda spec: str(spec.name))
def test_they_climb(spec: bg.GameSpec) -> None:
    report = verify(spec, games=5)
    assert report.ok, report
    assert "refereed" in [finding.rung.name for finding in report.findings]
