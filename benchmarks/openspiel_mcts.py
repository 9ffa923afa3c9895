"""OpenSpiel's Monte Carlo tree search as a player of nine men's morris (``morris:preset=classic``)."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
from typing_extensions import override

from boardgames.core.model.game import State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Briefing, Event
from boardgames.core.protocol.player import Player

POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
"""Our names of OpenSpiel's points, in its order."""
READING = POINTS.split()
EXPLORATION = 1.4
MEMORY = 1000  # megabytes


class OpenSpielMcts(Player):
    """Follows the game on OpenSpiel's board, and asks its ``MCTSBot`` with random playouts to the end."""

    def __init__(self, simulations: int, rng: Random) -> None:
        self.game = pyspiel.load_game("nine_mens_morris")
        self.board: Any = None
        seed = rng.randrange(2**31)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self.bot = pyspiel.MCTSBot(self.game, evaluator, EXPLORATION, simulations, MEMORY, True, seed, False)

    @override
    def begins(self, briefing: Briefing, seat: int) -> None:
        self.board = self.game.new_initial_state()

    @override
    def happened(self, event: Event) -> None:
        if not self.board.is_terminal():  # OpenSpiel's draw after 200 turns; ours may go on
            for step in self.turns()[str(event.action)]:
                self.board.apply_action(step)

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        if self.board.is_terminal():
            return state.actions()[0]
        thinking = self.board.clone()
        steps: list[int] = []
        while not steps or (not thinking.is_terminal() and thinking.current_player() == self.board.current_player()):
            steps.append(self.bot.step(thinking))
            thinking.apply_action(steps[-1])
        return state.read(next(text for text, turn in self.turns().items() if turn == steps))

    def turns(self) -> dict[str, list[int]]:
        """The legal turns, by our text: OpenSpiel removes a man in an action of its own."""
        turns: dict[str, list[int]] = {}
        for first in self.board.legal_actions():
            place, target = divmod(first, len(READING))
            way = READING[target] if place == 0 else f"{READING[place - 1]}-{READING[target]}"
            after = self.board.child(first)
            if not after.is_terminal() and after.current_player() == self.board.current_player():
                for second in after.legal_actions():
                    turns[f"{way}x{READING[second]}"] = [first, second]
            else:
                turns[way] = [first]
        return turns
