"""A game that was broken off goes on as it would have gone, had nobody left."""

from __future__ import annotations

from typing import Any

import boardgames as bg
from boardgames.contest import entrant, play_game, set_up
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Briefing
from boardgames.core.protocol.player import Player
from tests.samples import cases


class First(Player):
    """Plays the first legal action, and keeps what it was told of the beginning."""

    briefing: Briefing | None = None

    def begins(self, briefing: Briefing, seat: int) -> None:
        self.briefing = briefing

    def choose(self, state: bg.State, clock: Clock) -> Any:
        return state.actions()[0]


@cases("name", ["ur:tokens=2", "dice-shogi:max_plies=30"])
@cases("plies", [1, 6, 7])
def test_the_same_dice_fall(name: str, plies: int) -> None:
    whole = play_game(name, First(), First(), seed=7)
    begun = bg.Playthrough.replay(bg.load(name).start(), whole.actions[:plies])
    player = First()
    spec = bg.find(whole.game)
    game = set_up(begun, [entrant(player, spec), entrant(First(), spec)], seed=7)
    game.referee.run()
    assert game.record().actions == whole.actions
    assert len(game.record().times) == len(whole.actions)
    assert player.briefing is not None
    assert [str(event.action) for event in player.briefing.earlier] == list(whole.actions[:plies])
