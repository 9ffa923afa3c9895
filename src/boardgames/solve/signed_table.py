"""Tables that tell who wins, and in how many plies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from boardgames.core.model.game import OVER, Game, State
from boardgames.core.protocol.rated_actions import ActionChances
from boardgames.solve.viewer import end_value, viewer


class SignedTable(ABC):
    """A table whose values are *signed*: 0 is a draw, 1 + n a win of the side to act in n plies, -1 - n a loss.

    It leaves out limits of turns and draws by repetition: a position from which neither side can force a win is a draw.
    """

    path: Path

    @abstractmethod
    def signed(self, state: Any) -> int:
        """The signed value of a position of a game that is not over.

        Raises :class:`~boardgames.solve.tablebase.NotInTablebase`.
        """

    @abstractmethod
    def check_game(self, game: Game) -> None:
        """Raise :class:`~boardgames.solve.tablebase.NotInTablebase` for a game by other rules."""

    def value(self, state: State) -> float:
        """The chance that the side to act wins under best play; a draw counts half.

        Raises :class:`~boardgames.solve.tablebase.NotInTablebase`.
        """
        self.check_game(state.game)
        return _chance(self._signed(state))

    def rate(self, state: State) -> dict[Any, float]:
        """The winning chance of the side to act after each legal action, the best first.

        Of equals the quicker win comes first, and the slower loss.
        Raises :class:`~boardgames.solve.tablebase.NotInTablebase`.
        """
        self.check_game(state.game)
        seat = viewer(state)
        signed = {}
        for action in state.actions():
            after = state.apply(action)
            value = self._signed(after)
            signed[action] = value if viewer(after) == seat else -value
        best_first = sorted(signed, key=lambda action: (-_chance(signed[action]), signed[action]))
        return ActionChances([(action, _chance(signed[action])) for action in best_first])

    def plies(self, state: State) -> int | None:
        """The plies to the end, if the winner hurries and the loser delays; ``None`` for draws, and where not kept."""
        self.check_game(state.game)
        value = self._signed(state)
        return abs(value) - 1 if value else None

    def _signed(self, state: State) -> int:
        if state.turn != OVER:
            return self.signed(state)
        value = end_value(state, viewer(state))
        return 0 if value == 0.5 else 1 if value == 1.0 else -1


def _chance(value: int) -> float:
    return 0.5 if not value else 1.0 if value > 0 else 0.0
