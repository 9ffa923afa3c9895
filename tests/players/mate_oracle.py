"""Mate problems solved by the book: all checks, all answers, and futile interpositions by their definition.

It shares nothing with the solver but the rules: checks are found by playing every move, the checking man by taking
men off the board, and pieces are given back in the text of a position.
"""

from __future__ import annotations

from typing import Any


class Oracle:
    """A full search with a memory of what it has decided."""

    def __init__(self) -> None:
        self.decided: dict[tuple[int, int], bool] = {}
        self.live: dict[int, list[Any]] = {}

    def length(self, state: Any, most: int) -> int | None:
        """The length of the shortest mate of at most so many plies."""
        return next((plies for plies in range(1, most + 1, 2) if self.wins(state, plies)), None)

    def first_moves(self, state: Any, plies: int) -> set[str]:
        """The first moves that mate within so many plies."""
        after = [(str(action), state.apply(action)) for action in state.actions()]
        return {text for text, child in after if child.in_check() and self.loses(child, plies - 1)}

    def wins(self, state: Any, plies: int) -> bool:
        key = state.key, plies
        if key not in self.decided:
            after = [state.apply(action) for action in state.actions()] if plies > 0 else []
            self.decided[key] = any(child.in_check() and self.loses(child, plies - 1) for child in after)
        return self.decided[key]

    def loses(self, state: Any, plies: int) -> bool:
        key = state.key, plies
        if key not in self.decided:
            self.decided[key] = self._loses(state, plies)
        return self.decided[key]

    def _loses(self, state: Any, plies: int) -> bool:
        moves = [state.apply(action) for action in state.actions() if not action.piece]
        if not all(self.wins(child, plies - 1) for child in moves):
            return False
        if state.key not in self.live:
            needed = 0
            while not all(self.wins(child, needed - 1) for child in moves):
                needed += 2
            drops = [action for action in state.actions() if action.piece]
            self.live[state.key] = [
                state.apply(action) for action in drops if not self.is_futile(state, action, needed)
            ]
        return all(self.wins(child, plies - 1) for child in self.live[state.key])

    def is_futile(self, state: Any, drop: Any, plies: int) -> bool:
        """Whether the man that gives check may take what was dropped and mate as soon, if it is given back."""
        after = state.apply(drop)
        for taking in after.actions():
            if taking.destination != drop.destination or taking.piece:
                continue
            if placed(state, remove=taking.origin).in_check():  # another man gave the check
                continue
            again = placed(after.apply(taking), give=drop.piece)
            if again.in_check() and self.loses(again, plies):
                return True
        return False


def placed(state: Any, remove: str = "", give: str = "") -> Any:
    """The position without the man on a square, or with a piece given from the hand of the side that has moved."""
    ranks, side, _, ply = str(state).split()
    hands = {seat: dict(state.hand(seat)) for seat in (0, 1)}
    if give:
        hands[1 - state.seat][give] -= 1
        hands[state.seat][give] = hands[state.seat].get(give, 0) + 1
    rows = []
    for row, _ in enumerate(ranks.split("/")):
        squares = [f"{file}{chr(ord('a') + row)}" for file in range(state.game.variant.files, 0, -1)]
        rows.append("".join("1" if square == remove else state.piece_at(square) or "1" for square in squares))
    texts = [
        (str(count) if count > 1 else "") + (letter if seat == 0 else letter.lower())
        for seat, hand in hands.items()
        for letter, count in hand.items()
        if count
    ]
    return state.game.parse(f"{'/'.join(rows)} {side} {''.join(texts) or '-'} {ply}")
