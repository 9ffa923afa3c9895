"""On tracks that turn back tokens block each other: with the options that are allowed, never all of both sides."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.ur.blocks import can_block
from boardgames.games.ur.tracks import TRACKS, mirrored
from tests.samples import few

Tokens = dict[str, tuple[int, int]]
"""What stands on a square: a side and the cell that the square is for it."""


class Search:
    """Every position in which, by these throws, no token on the board can move: found square by square.

    A token that must not move needs something on each square that it could reach: one of its own side, or an
    opponent on a safe square.  So the search begins with a token of each side and puts what is needed next.
    """

    def __init__(
        self, track: str, throws: tuple[int, ...], most: int = 7, safe: tuple[int, ...] = (4, 8, 12, 16, 20, 24)
    ) -> None:
        self.squares = (TRACKS[track].squares, tuple(map(mirrored, TRACKS[track].squares)))
        self.throws, self.most = throws, most
        self.safe = {side[cell - 1] for side in self.squares for cell in safe if cell <= len(side)}
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


ENDS = [(12, 16), (13, 15), (14,)]
"""The squares on which tokens meet head on where Masters' track ends, by the cells of both sides."""
SAFE = [tuple(sorted(sum(some, ()))) for size in range(4) for some in combinations(ENDS, size)]


THROWS = [(1,), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 2, 3), (1, 3, 4)]


@pytest.mark.parametrize("throws", few(THROWS, (1, 2), (1, 4)))
def test_where_the_sides_meet_head_on_a_search_over_the_whole_track_finds_the_same_blocks(throws: Any) -> None:
    for safe in SAFE:
        for most in (1, 2, 7):
            blocked = Search("masters", throws, most, safe).found() is not None
            assert can_block("masters", safe, throws, most) == blocked, (safe, most)


def alive(game: bg.Game) -> bool:
    """Whether some end can be reached from every position that a game comes to."""
    leads_to: dict[Any, list[Any]] = {}
    states: list[Any] = [game.start()]
    known, ends = {states[0].key}, []
    while states:
        state = states.pop()
        if state.outcome is not None:
            ends.append(state.key)
            continue
        for edge in state.actions() or [throw for throw, _ in state.chances()]:
            after = state.apply(edge)
            leads_to.setdefault(after.key, []).append(state.key)
            if after.key not in known:
                known.add(after.key)
                states.append(after)
    reached = set(ends)
    while ends:
        for before in leads_to.get(ends.pop(), ()):
            if before not in reached:
                reached.add(before)
                ends.append(before)
    return reached == known


@pytest.mark.parametrize("dice", [(1, 1), (1, 1, 0, 0, 0, 1), (1, 1, 1)])
def test_exactly_the_options_are_refused_whose_game_can_stay_without_an_end(
    dice: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a token of each side, over every position that a game comes to."""
    throws = tuple(number for number, weight in enumerate(dice) if number and weight)
    for safe in SAFE:
        given: Any = {"tokens": 1, "track": "masters", "dice": dice, "rosettes": SAFE[-1], "safe_rosettes": safe}
        refused = can_block("masters", safe, throws, 1)
        if refused:
            with pytest.raises(bg.BadOption, match="block each other for good"):
                bg.load("ur", **given)
        with monkeypatch.context() as unchecked:
            unchecked.setattr("boardgames.games.ur.options.check_blocks", lambda *given: None)
            assert alive(bg.load("ur", **given)) != refused, safe
