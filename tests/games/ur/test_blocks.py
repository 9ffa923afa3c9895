"""On tracks that turn back tokens block each other: with the options that are allowed, never all of both sides."""

from __future__ import annotations

import pytest

from boardgames.games.ur.tracks import TRACKS, mirrored

Tokens = dict[str, tuple[int, int]]
"""What stands on a square: a side and the cell that the square is for it."""


class Search:
    """Every position in which, by these throws, no token on the board can move: found square by square.

    A token that must not move needs something on each square that it could reach: one of its own side, or an
    opponent on a safe square.  So the search begins with a token of each side and puts what is needed next.
    """

    def __init__(self, track: str, throws: tuple[int, ...], most: int = 7) -> None:
        self.squares = (TRACKS[track].squares, tuple(map(mirrored, TRACKS[track].squares)))
        self.throws, self.most = throws, most
        self.safe = {square for side in self.squares for square in side[3::4]}
        self.seen: set[frozenset[tuple[str, tuple[int, int]]]] = set()

    def found(self) -> Tokens | None:
        first, second = (
            [(square, (side, cell)) for cell, square in enumerate(self.squares[side], 1)] for side in (0, 1)
        )
        return next(
            (stuck for one in first for two in second if one[0] != two[0] and (stuck := self.fill(dict([one, two])))),
            None,
        )

    def fill(self, tokens: Tokens) -> Tokens | None:
        key = frozenset(tokens.items())
        if key in self.seen:
            return None
        self.seen.add(key)
        need = self.need(tokens)
        if not isinstance(need, tuple):
            return tokens if need else None
        side, square = need
        for other in (side, 1 - side) if square in self.safe else (side,):
            if sum(owner == other for owner, _ in tokens.values()) < self.most:
                for cell, there in enumerate(self.squares[other], 1):
                    if there == square and (stuck := self.fill({**tokens, square: (other, cell)})):
                        return stuck
        return None

    def need(self, tokens: Tokens) -> tuple[int, str] | bool:
        """A side and an empty square that it must not be able to reach; else whether nobody can move."""
        for side, cell in tokens.values():
            squares = self.squares[side]
            for throw in self.throws:
                target = cell + throw
                if target == len(squares) + 1:
                    return False
                if target <= len(squares):
                    square = squares[target - 1]
                    if square not in tokens:
                        return side, square
                    if tokens[square][0] != side and square not in self.safe:
                        return False
        return True


@pytest.mark.parametrize("track", ["murray", "skiriuk"])
def test_with_throws_of_1_and_2_alone_both_sides_can_be_stuck(track: str) -> None:
    stuck = Search(track, (1, 2)).found()
    assert stuck and {side for side, _ in stuck.values()} == {0, 1}


@pytest.mark.thorough
@pytest.mark.parametrize("track", ["murray", "skiriuk"])
def test_with_throws_of_1_2_and_3_some_token_can_always_move(track: str) -> None:
    assert Search(track, (1, 2, 3)).found() is None
