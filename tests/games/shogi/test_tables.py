"""What a variant's tables cost: a program that loads the game waits for them."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from boardgames import build
from boardgames.games.minishogi.rules import MINISHOGI
from boardgames.games.shogi.moves import actions, tables

MOST_CALLS = 37_000  # of them 4,400 refuse that an attribute of an action is set twice


@pytest.mark.skipif(build.kind() == "compiled", reason="compiled functions are not counted")
def test_tables_are_made_with_few_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "_catalogues", {})
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        tables.Tables(MINISHOGI)
    finally:
        sys.setprofile(before)
    assert calls <= MOST_CALLS
