"""A language model plays at an arena from home."""

from __future__ import annotations

import json
from pathlib import Path

import boardgames_arena as arena
import pytest

from packages.arena.tests.raw_bot import PATIENCE
from packages.arena.tests.test_games import GAME, PATIENT, in_thread
from packages.models.tests.model_server import legal, model_server


def test_a_model_plays_at_an_arena(tmp_path: Path, left_over: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_KEY", "sk-very-secret-0123456789")
    with model_server(legal) as models, arena.Server([GAME], tmp_path / "a.db", settings=PATIENT) as server:
        rival = in_thread(lambda: arena.connect(server.url, GAME, "random", name="ann", games=2))
        bot = f"llm:model=m,url={models.url},legal=on,key=FAKE_KEY,transcript={tmp_path / 't.jsonl'}"
        games = arena.connect(server.url, GAME, bot, name="bob", games=2)
        rival.join(PATIENCE)
        assert "authorization" in {name.lower() for name in models.heads[0]}, "the bot has its user's environment"
    assert len(games) == 2
    assert all(game.returns is not None and "forfeits" not in game.sentence for game in games), games
    lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert {line["kind"] for line in lines} == {"answer"}
