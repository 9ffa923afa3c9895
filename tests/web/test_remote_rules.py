"""Rules in another process look as they do here: positions, clicks, pictures, words, reasons, players."""

from __future__ import annotations

import sys
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.lookup.near_misses import near_misses
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.clock import Clock
from boardgames.session.click_paths import click_paths
from boardgames.web.reload.reloader import Reloader
from boardgames.web.reload.remote_rules import RemotePlayer, remote_spec
from boardgames.web.reload.rules_process import RulesProcess
from boardgames.web.reload.serve_rules import Rules
from tests.command import forget_foreign
from tests.web.test_mistakes import ACTIONS, PIG


class HereProcess(RulesProcess):
    """Answers in this process, by the same messages."""

    def __init__(self) -> None:
        self.answers: list[dict[str, Any]] = []
        self.rules = Rules(self.answers.append)
        self.forgotten, self.ended = SimpleQueue(), None

    def ask(self, do: str, bound: float = 0, on_thought: Any = None, **facts: Any) -> Any:
        self.rules.forget(self.take_forgotten())
        self.rules.answer(do, 0, facts if on_thought is None else {**facts, "reply": 0})
        return self._result(self.answers[-1])


@pytest.mark.parametrize("name", ["ur:tokens=2", "minishogi", "morris:preset=three"])
def test_they_look_as_they_do_here(name: str) -> None:
    game = bg.load(name)
    spec, rng = spec_of(game), Random(7)
    options = {"preset": "three"} if "preset" in name else {"tokens": "2"} if "ur" in name else {}
    process = HereProcess()
    theirs, remote, _ = remote_spec(process, f"boardgames.games.{spec.name}:SPEC", options)
    assert (theirs.title, theirs.reasons, theirs.rules) == (spec.title, spec.reasons, spec.rules)
    here, there = game.start(), remote.start()
    for _ in range(40):
        assert (str(there), there.turn, there.outcome) == (str(here), here.turn, here.outcome)
        assert theirs.scene(there, 1) == spec.scene(here, 1)
        if here.outcome is not None:
            break
        edges = list(here.actions()) or [throw for throw, _ in here.chances()]
        assert [str(each) for each in there.actions() or [throw for throw, _ in there.chances()]] == list(
            map(str, edges)
        )
        assert [part for _, part in there.chances()] == [part for _, part in here.chances()]
        if here.actions():
            assert click_paths(theirs, there) == click_paths(spec, here)
            path = list(spec.clicks(here, rng.choice(edges)))[:1]
            assert near_misses(theirs, there, path) == near_misses(spec, here, path)
        text = str(rng.choice(edges))
        after, later = there.play(text), here.play(text)
        action, other = there.read(text), here.read(text)
        assert theirs.describe(there, action, after) == spec.describe(here, other, later)
        with pytest.raises(bg.IllegalAction) as refused:
            there.read("nonsense")
        assert refused.value.why == here.why_not("nonsense")
        here, there = later, after
        assert len(process.rules.states) <= 6, "states that nobody needs are forgotten"


def test_players_choose_among_its_actions() -> None:
    process = HereProcess()
    _, game, _ = remote_spec(process, "boardgames.games.ur:SPEC", {})
    state = game.start().play("=4")
    player = RemotePlayer("alphabeta:depth=1", game, Random(1))
    player.prepare(state)
    assert player.choose(state, Clock()) is state.actions()[0]
    assert [action for action, _ in player.rate(state, Clock(5.0, 5.0))] == list(state.actions())
    with pytest.raises(BadOption, match="there is no option 'deep'"):
        RemotePlayer("alphabeta:deep=1", game, Random(1))


def test_options_that_are_wrong() -> None:
    with pytest.raises(BadOption, match="option tokens cannot be '99'"):
        remote_spec(HereProcess(), "boardgames.games.ur:SPEC", {"tokens": "99"})


def test_actions_are_played_again_as_far_as_they_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved rules take the game over where an action is not legal any more, and keep all of it where each is."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    file, played = tmp_path / "pig.py", ["=5", "roll", "=3", "hold", "=4"]
    changed = PIG.replace(ACTIONS, "return ACTIONS[1:] if self.turn >= 0 else ()")
    for text, plies, note in (
        (PIG, 5, "The rules were loaded again, and the game continues after 5 moves."),
        (
            changed,
            1,
            "Move 2 'roll' is not legal any more: no such action in this position; the game continues before it.",
        ),
    ):
        forget_foreign()
        file.write_text(text, "utf-8")
        reloader = Reloader(f"{file}:SPEC", {}, None, lambda spec, game: [], spare=HereProcess())
        loaded = reloader.load(played)
        assert loaded.playthrough.texts == played[:plies] and loaded.note == note
    forget_foreign()
