"""The boards of morris to look at and to click on.  Spots are the points, by their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import attrs

from boardgames.core.picture.scene import Area, Line, Man, Scene, Spot, Text, turn_in_words
from boardgames.core.text.said import Said
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.board import points_of
from boardgames.games.morris.movegen import counts_twice, removals_due
from boardgames.games.morris.picture import COLOURS
from boardgames.games.morris.rules import Morris, State
from boardgames.games.morris.variant import SEATS

EDGE: Final = 0.45  # around the board stand the coordinates
ASIDE: Final = 1.2  # above and below it lie the men in stock


def scene(morris: State, seat: int) -> Scene:
    """The position with the men in stock."""
    names = morris.game.board.names
    men = [
        Man(names[point], side, label=COLOURS[side]) for side in range(SEATS) for point in points_of(morris.men(side))
    ]
    men += [
        Man(f"stock {COLOURS[side]}", side, count=morris.stock(side), label=Said("{side} in stock", side=COLOURS[side]))
        for side in range(SEATS)
        if morris.stock(side)
    ]
    caption = turn_in_words(morris, COLOURS)
    if morris.outcome is None and morris.own_stock:
        side = COLOURS[morris.seat]
        if morris.game.early_moves:
            caption = Said("{side} to place or move a man", side=side)
        else:
            caption = Said("{side} to place a man", side=side)
    return attrs.evolve(board(morris.game), men=tuple(men), caption=caption).seen_from(seat)


@cache
def board(game: Morris) -> Scene:
    """The empty board, Black's stock at the bottom."""
    names = game.board.names
    size = max(int(name[1]) for name in names)
    where = {name: (EDGE + "abcdefg".index(name[0]) + 0.5, ASIDE + size - int(name[1]) + 0.5) for name in names}
    width, bottom = size + 2 * EDGE, ASIDE + size + EDGE
    spots = [Spot(name, *where[name], "point") for name in names]
    for side, y in ((0, bottom + 0.6), (1, 0.45)):
        colour = COLOURS[side]
        spots.append(
            Spot(f"stock {colour}", width / 2, y, "tray", size, 0.9, label=Said("{side}'s stock", side=colour))
        )
    lines = [*game.board.lines, *game.board.links]
    return Scene(
        title=game.title,
        width=width,
        height=bottom + 1.05,
        spots=tuple(spots),
        areas=(
            Area(EDGE, ASIDE, size, size),
            Area(EDGE, 0, size, 0.9, "tray"),
            Area(EDGE, bottom + 0.15, size, 0.9, "tray"),
        ),
        lines=tuple(Line(*where[names[line[0]]], *where[names[line[-1]]]) for line in lines),
        texts=tuple(Text(EDGE + column + 0.5, bottom - 0.12, "abcdefg"[column]) for column in range(size))
        + tuple(Text(0.12, ASIDE + size - row + 0.5, str(row)) for row in range(1, size + 1)),
    )


def clicks(state: State, move: Action) -> tuple[str, ...]:
    """The point that the man leaves, unless he comes from the stock, the one that he reaches, and the men removed."""
    names = state.game.board.names
    source = () if move.source == STOCK else (names[move.source],)
    return *source, names[move.target], *sorted(names[point] for point in move.removals())


def unordered_clicks(state: State, move: Action) -> int:
    """The men removed may be chosen in any order."""
    return len(move.removals())


def candidates(state: State, path: Sequence[str]) -> Iterator[Action]:
    """Placing a man anywhere, moving one anywhere, and each removal after a way that fills a mill."""
    catalogue, points = state.game.catalogue, state.game.board.point
    placements, *moves = catalogue.jumps
    sources = [points[name] for name in path[:1] if name in points]
    if state.own_stock or not path:
        yield from placements.moves
    places = sources if path else points_of(state.own)
    if state.own_stock and not state.game.early_moves:  # a free point is one where a man is placed
        places = [point for point in places if point in points_of(state.own)]
    ways = [move for point in places for move in moves[point].moves]
    yield from ways
    for way in (*placements.moves, *ways) if path else ():
        if clicks(state, way) == tuple(path[: 1 + (way.source != STOCK)]):
            removing = (catalogue.with_one, catalogue.with_two)[removals_due(state, way) == 2][way.index]
            for removal in (*removing, *(catalogue.with_twice[way.index] if counts_twice(state, way) else ())):
                if points_of(removal.removed & state.other):
                    yield removal
