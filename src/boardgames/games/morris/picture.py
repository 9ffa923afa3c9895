"""The boards of morris in text: squares, with ``●`` Black and ``○`` White at their points."""

from __future__ import annotations

from typing import Final

from boardgames.core.picture.view_options import PLAIN, ViewOptions
from boardgames.core.text.said import Said
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.board import BIT, NINE, points_of
from boardgames.games.morris.rules import State
from boardgames.games.morris.variant import SEATS

MEN: Final = "●○"
COLOURS: Final = (Said("Black"), Said("White"))
DRAWINGS: Final = {
    "nine": """\
┌───────────┬───────────┐
│           │           │
│   ┌───────┼───────┐   │
│   │       │       │   │
│   │   ┌───┴───┐   │   │
│   │   │       │   │   │
├───┼───┤       ├───┼───┤
│   │   │       │   │   │
│   │   └───┬───┘   │   │
│   │       │       │   │
│   └───────┼───────┘   │
│           │           │
└───────────┴───────────┘""",
    "three": """\
┌───┬───┐
│ ╲ │ ╱ │
├───┼───┤
│ ╱ │ ╲ │
└───┴───┘""",
    "six": """\
┌───────┬───────┐
│       │       │
│   ┌───┴───┐   │
│   │       │   │
├───┤       ├───┤
│   │       │   │
│   └───┬───┘   │
│       │       │
└───────┴───────┘""",
    "twelve": """\
┌───────────┬───────────┐
│ ╲         │         ╱ │
│   ┌───────┼───────┐   │
│   │ ╲     │     ╱ │   │
│   │   ┌───┴───┐   │   │
│   │   │       │   │   │
├───┼───┤       ├───┼───┤
│   │   │       │   │   │
│   │   └───┬───┘   │   │
│   │ ╱     │     ╲ │   │
│   └───────┼───────┘   │
│ ╱         │         ╲ │
└───────────┴───────────┘""",
    "sesotho": """\
┌───────────┬───────────┐
│ ╲         │         ╱ │
│   ┌───────┼───────┐   │
│   │       │       │   │
│   │   ┌───┼───┐   │   │
│   │   │   │   │   │   │
├───┼───┼───┼───┼───┼───┤
│   │   │   │   │   │   │
│   │   └───┼───┘   │   │
│   │       │       │   │
│   └───────┼───────┘   │
│ ╱         │         ╲ │
└───────────┴───────────┘""",
}
"""The lines of each board; points lie four columns and two rows apart."""


def draw(state: State) -> str:
    """The position with the men in stock, and the side to act.

    >>> import boardgames as bg
    >>> print(draw(bg.load("morris").parse("B.WB..B..W..............  b 6 7 5")))
      7 ●───────────┬───────────○
        │           │           │
      6 │   ●───────┼───────┐   │
        │   │       │       │   │
      5 │   │   ●───┴───┐   │   │
        │   │   │       │   │   │
      4 ○───┼───┤       ├───┼───┤
        │   │   │       │   │   │
      3 │   │   └───┬───┘   │   │
        │   │       │       │   │
      2 │   └───────┼───────┘   │
        │           │           │
      1 └───────────┴───────────┘
        a   b   c   d   e   f   g
      in stock: ●●●●●● ○○○○○○○
      ● Black is to place a man
    """
    return table(state, PLAIN)


def table(state: State, view: ViewOptions) -> str:
    """The position as the side of ``view.seat`` sees it, with the last action in brackets.

    A man that was removed leaves the brackets empty.
    """
    marked = _touched(view.action) if isinstance(view.action, Action) else set()
    board = state.game.board
    drawing = DRAWINGS[NINE.name if board.has_open_sides else board.name].splitlines()  # the same from both sides
    size = len(drawing) // 2 + 1
    files = "abcdefg"[:size][:: -1 if view.seat else 1]
    lines = []
    for row, line in enumerate(drawing):
        rank = 1 + row // 2 if view.seat else size - row // 2
        text = f"  {rank if row % 2 == 0 else ' '} "
        for column, sign in enumerate(line):
            name = f"{files[column // 4]}{rank}" if row % 2 == 0 and column % 4 == 0 else ""
            if name in marked:
                text = text[:-1] + view.paint("[", "mark")
            beside = row % 2 == 0 and column % 4 == 1 and f"{files[column // 4]}{rank}" in marked
            text += view.paint("]", "mark") if beside else _mark(state, name, sign, view)
        if f"{files[-1]}{rank}" in marked and row % 2 == 0:
            text += view.paint("]", "mark")
        lines.append(text)
    lines.append("    " + "   ".join(files))
    stocks = [view.man(MEN[seat] * state.stock(seat), seat) for seat in range(SEATS) if state.stock(seat)]
    if stocks:
        lines.append(f"  in stock: {' '.join(stocks)}")
    return "\n".join([*lines, _turn(state)])


def _touched(action: Action) -> set[str]:
    names = action.board.names
    return {names[action.target], *(names[point] for point in points_of(action.removed))}


def _mark(state: State, name: str, sign: str, view: ViewOptions) -> str:
    point = state.game.board.point
    for seat in range(SEATS):
        if name in point and state.men(seat) & BIT[point[name]]:
            return view.man(MEN[seat], seat)
    return sign


def _turn(state: State) -> str:
    outcome = state.outcome
    if outcome is not None:
        winner = outcome.winner
        return "  a draw" if winner is None else f"  {MEN[winner]} {COLOURS[winner]} has won"
    if state.own_stock:
        task = "place or move a man" if state.game.early_moves else "place a man"
    else:
        task = "jump" if state.game.flies(state.own) else "move"
    return f"  {MEN[state.seat]} {COLOURS[state.seat]} is to {task}"


LEGEND: Final = """\
`●` is Black, `○` White. A point is called by its file and rank, as they stand beside the board.

Type `d6` to place a man, `d6-d7` to move one, and after either `x` with the man to remove: `d6-d7xa1`.
"""


def describe(before: State, action: Action, after: State) -> str:
    """The event, in words.

    >>> import boardgames as bg
    >>> state = bg.load("morris").start()
    >>> describe(state, state.read("d6"), state.play("d6"))
    'places a man on d6'
    """
    names = action.board.names
    target = names[action.target]
    if action.source == STOCK:
        words = Said("places a man on {point}", point=target)
    else:
        words = Said("moves {point} to {point2}", point=names[action.source], point2=target)
    removed = sorted(names[point] for point in points_of(action.removed))
    if action.twice:
        return Said("{words} and removes {point}, who counts for two", words=words, point=removed[0])
    return Said("{words} and removes {points}", words=words, points=_listed(removed)) if removed else words


def _listed(points: list[str]) -> str:
    return Said("{point} and {point2}", point=points[0], point2=_listed(points[1:])) if points[1:] else points[0]


def group(state: State, action: Action) -> str:
    """A man's moves stand together."""
    return "place" if action.source == STOCK else f"from {action.board.names[action.source]}"
