"""Games for one, and for three, under the referee: in the process and by programs."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import boardgames as bg
from boardgames.contest import play_game
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import registered
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Resign
from boardgames.core.protocol.player import Player, Undo
from boardgames.records import record_formats as records
from boardgames.records.game_record import UnreadableRecord
from tests.conftest import ROOT
from tests.piles import ALONE, THREE

PROGRAM = f"plain:{sys.executable} {ROOT}/examples/bots/plain_random.py"


class Never(Player):
    def choose(self, state: bg.State, clock: Clock) -> Any:
        return Resign()


@pytest.mark.parametrize("spec", [THREE, ALONE], ids=lambda spec: str(spec.name))
def test_programs_play(spec: bg.GameSpec) -> None:
    game = make(spec, {})
    with registered(spec):
        record = play_game(game, *[PROGRAM] * game.seats, seed=1)
        assert record.verdict is not None
        assert record.verdict.fault is None
        assert sum(record.verdict.outcome.returns) == (0 if game.seats == 3 else 1)
        assert len(set(record.names)) == game.seats
        assert records.read(record.json().encode()) == record


def test_a_forfeit_is_shared_among_the_others() -> None:
    with registered(THREE):
        record = play_game(make(THREE, {}), "random", "plain:false", "random", seed=1, names=["Ann", "Bob", "Cid"])
        verdict = record.verdict
        assert verdict is not None
        assert verdict.outcome.returns == (0.5, -1.0, 0.5)
        assert verdict.loser == 1
        assert verdict.outcome.winner is None
        assert verdict.sentence(record.names).startswith("Ann and Cid win against Bob: Bob forfeits (crash)")
        assert records.read(record.json().encode()) == record
        for forged in ('"returns": [0.5, -1.0, 0.5]', '"loser": 1'):
            text = record.json().replace(forged, forged.replace("0.5]", "1.0]").replace(": 1", ": 2"))
            with pytest.raises(UnreadableRecord):
                records.read(text.encode())


def test_resigning_alone_is_a_loss() -> None:
    with registered(ALONE):
        record = play_game(make(ALONE, {}), Never(), seed=1)
        assert record.verdict is not None
        assert record.verdict.outcome == bg.Outcome((-1.0,), "resignation")
        assert record.verdict.sentence(["Ann"]) == "Ann loses: resignation"


def test_undo_goes_back_to_the_last_decision_of_that_seat() -> None:
    class Doubter(Player):
        def __init__(self) -> None:
            self.asked: list[str] = []

        def choose(self, state: bg.State, clock: Clock) -> Any:
            self.asked.append(str(state))
            return Undo() if len(self.asked) == 2 else state.actions()[0]

    doubter = Doubter()
    with registered(THREE):
        record = play_game(make(THREE, {}), doubter, "random", "random", seed=1)
    assert doubter.asked[0] == doubter.asked[2] == "10 0"
    assert doubter.asked[1].endswith(" 0")
    assert record.verdict is not None
    assert len(record.times) == len(record.actions)
