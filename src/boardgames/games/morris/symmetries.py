"""The symmetries of the boards of the family: turned, mirrored, and the squares inside out."""

from __future__ import annotations

from functools import cache, partial

from boardgames.core.model.symmetry import Symmetry
from boardgames.games.morris.actions import STOCK, Action, catalogue
from boardgames.games.morris.board import BOARDS, MOST_POINTS, NINE, points_of, set_of
from boardgames.games.morris.mill_memory import LINE
from boardgames.games.morris.position import HALF, WIDTH, number_on
from boardgames.games.morris.rules import Morris, State, resumed

TURNS = 4
Map = tuple[int, ...]
"""Where each point goes."""


@cache
def _indices(board: str) -> dict[tuple[int, int, int], int]:
    """The index of an action by its source, target and removed men; those that count twice are negative."""
    every = catalogue(BOARDS[board]).every
    return {(int(action.source), int(action.target), action.signed_removal()): int(action.index) for action in every}


def _mapped(men: int, to: Map) -> int:
    return set_of([to[point] for point in points_of(men)])


def mapped_action(to: Map, action: Action) -> Action:
    """The same action on a board that is turned or mirrored."""
    source = int(action.source)
    removed = _mapped(int(action.removed), to) * (-1 if action.twice else 1)
    image = (STOCK if source == STOCK else to[source], to[action.target], removed)
    board = action.board
    return catalogue(board).every[_indices(board.name)[image]]


def mapped_state(to: Map, state: State) -> State:
    """The image of a position, and of the positions before it that may come again."""
    game = state.game
    lines = {line: number for number, line in enumerate(game.board.line_sets)}
    line_to = [lines[_mapped(line, to)] for line in game.board.line_sets]
    fields = []
    for earlier in state.line():
        seat, men, stocks, ply, (low, high), filled, *others = earlier.fields()
        numbers = [0] * MOST_POINTS
        for point, image in enumerate(to):
            numbers[image] = int(number_on(point, low, high))
        low = sum(number * 2 ** (WIDTH * point) for point, number in enumerate(numbers[:HALF]))
        high = sum(number * 2 ** (WIDTH * point) for point, number in enumerate(numbers[HALF:]))
        filled = tuple(line_to[mill // LINE] * LINE + mill % LINE for mill in filled)
        men = tuple(_mapped(int(side), to) for side in men)
        fields.append((seat, men, stocks, ply, (low, high), filled, *others))
    return resumed(game, fields)


def _name(number: int) -> str:
    inside_out, number = divmod(number, 2 * TURNS)
    mirrored, turns = divmod(number, TURNS)
    words = ["inside out"] * inside_out + ["mirrored"] * mirrored + [f"turned by {90 * turns} degrees"] * (turns > 0)
    return ", ".join(words)


def symmetries(game: Morris) -> tuple[Symmetry, ...]:
    """The board's symmetries without the first, which changes nothing: 15, 7 with a centre, 3 with open sides."""
    possible = NINE.symmetries if game.board.has_open_sides else game.board.symmetries
    return tuple(
        Symmetry(_name(number), partial(mapped_state, to), partial(mapped_action, to))
        for number, to in enumerate(possible)
        if number and to in game.board.symmetries
    )
