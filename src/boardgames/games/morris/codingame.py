"""CodinGame's protocol of Nine Men's Morris, from both sides.

A point is a direction, 0 for the top left and on clockwise, and a radius, 0 for
the innermost square.  Each turn the program is told the counts, all men with
their numbers, and options; it answers ``PUT d r`` or ``MOVE id d r``, then the
numbers of men that it wishes removed.

Source: the statement, and the arena's referee, github Fati-Fatou/JeuDeMerelles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, cast

from boardgames.core.dialogue import Answer, Ask, Breach, Event, LineProtocol, More, Over, Resign, Table
from boardgames.core.model import Game
from boardgames.core.model import State as AnyState
from boardgames.core.verdict import Verdict
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.board import DIRECTIONS, NEIGHBOURS, RADII, READING_ORDER, points_of
from boardgames.games.morris.notation import FREE, MEN, NONE, SIDES
from boardgames.games.morris.rules import State

COLOURS: Final = ("BLACK", "WHITE")
NO_WISH: Final = "0 0"
ANSWER: Final = re.compile(r"(?:PUT|MOVE (-?\d{1,9})) (-?\d{1,9}) (-?\d{1,9})((?: -?\d{1,9})*)")
NOTHING: Final[Sequence[str]] = ()


# -- words -----------------------------------------------------------------------


def place(point: int) -> str:
    """A point as ``direction radius``."""
    return f"{point % DIRECTIONS} {point // DIRECTIONS}"


def men_by_number(state: State, seat: int) -> dict[int, int]:
    """The points of a seat's men by their numbers, ascending."""
    return dict(sorted((int(state.number(point)), point) for point in points_of(state.men(seat))))


def words_for(state: State, action: Action) -> str:
    """An action as the arena hears it, with the men that it removes."""
    removed = [int(state.number(point)) for point in points_of(int(action.removed))]
    wishes = " ".join(map(str, [*removed, 0, 0][:2]))
    if action.source == STOCK:
        return f"PUT {place(int(action.target))} {wishes}"
    return f"MOVE {state.number(action.source)} {place(int(action.target))} {wishes}"


def ways(state: State) -> list[tuple[int, int]]:
    """The placements and moves that the arena lists, as (source, target), removals left out.

    Men by number, then directions, then radii.  Three men who may jump are
    listed with their steps alone, unless they have none.
    """
    rank = {STOCK: 0, **{point: number for number, point in men_by_number(state, state.turn).items()}}
    found = {(int(action.source), int(action.target)) for action in state.actions()}
    steps = {way for way in found if way[0] == STOCK or way[1] in NEIGHBOURS[way[0]]}
    return sorted(steps or found, key=lambda way: (rank[way[0]], way[1] % DIRECTIONS, way[1] // DIRECTIONS))


# -- the referee's side ------------------------------------------------------------


class CodinGame:
    """The referee's side."""

    ready = True

    def __init__(self, table: Table, seat: int | None) -> None:
        self.seat = seat
        self.state = cast(State, table.start)

    def opening(self) -> Sequence[str]:
        return NOTHING

    def happened(self, event: Event) -> Sequence[str]:
        if self.seat is not None:
            return NOTHING
        return (words_for(cast(State, event.before), event.action),)

    def ask(self, state: AnyState) -> list[str]:
        self.state = asked = cast(State, state)
        own, other = asked.turn, 1 - asked.turn
        counts = [
            int(asked.game.options.turns) - int(asked.ply) // 2,
            len(points_of(asked.men(own))),
            len(points_of(asked.men(other))),
            asked.stock(own),
            asked.stock(other),
        ]
        men = [
            (number, owner, point)
            for owner, seat in enumerate((own, other))
            for number, point in men_by_number(asked, seat).items()
        ]
        options = [f"{self.way(*way)} {NO_WISH}" for way in ways(asked)]
        return [
            " ".join([COLOURS[own], *map(str, counts)]),
            str(len(men)),
            *(f"{number} {owner} {place(point)}" for number, owner, point in sorted(men)),
            str(len(options)),
            *options,
        ]

    def way(self, source: int, target: int) -> str:
        return f"PUT {place(target)}" if source == STOCK else f"MOVE {self.state.number(source)} {place(target)}"

    def hear(self, line: str) -> Answer | More | Resign | Breach:
        text = line.strip().partition(";")[0].rstrip()
        heard = ANSWER.fullmatch(text)
        if heard is None:
            return Breach("garbled", "expected 'PUT direction radius [ids]' or 'MOVE id direction radius [ids]'")
        mover, direction, radius, wishes = heard.groups()
        if not (0 <= int(direction) < DIRECTIONS and 0 <= int(radius) < RADII):
            return Breach("illegal", f"direction {direction}, radius {radius} is no slot: 0 to 7, and 0 to 2")
        target = int(radius) * DIRECTIONS + int(direction)
        source = STOCK
        if mover is not None:
            own = men_by_number(self.state, self.state.turn)
            if int(mover) not in own:
                return Breach("illegal", f"piece {mover} is none of yours on the board")
            source = own[int(mover)]
        choices = [action for action in self.state.actions() if (action.source, action.target) == (source, target)]
        if not choices:
            return Breach("illegal", self.why_not(source, target))
        return Answer(self.removing(choices, [int(wish) for wish in wishes.split()]))

    def removing(self, choices: Sequence[Action], wishes: Sequence[int]) -> Action:
        """Of the ways to remove men, the one by the wishes, in their order; then by the lowest numbers."""
        other = men_by_number(self.state, 1 - self.state.turn)
        due = len(points_of(int(choices[0].removed)))
        removable = [
            number for number, point in other.items() if any(action.removed >> point & 1 for action in choices)
        ]
        wanted = [number for number in dict.fromkeys([*wishes, *removable]) if number in removable][:due]
        removed = {other[number] for number in wanted}
        return next(action for action in choices if set(points_of(int(action.removed))) == removed)

    def why_not(self, source: int, target: int) -> str:
        if (source == STOCK) != bool(self.state.own_stock):
            return "you must PUT while you have pieces in stock, and MOVE after that"
        if (self.state.own | self.state.other) >> target & 1:
            return "that slot is occupied"
        return "that slot is not adjacent, and only three pieces may jump"

    def closing(self, verdict: Verdict) -> Sequence[str]:
        return NOTHING


# -- the player's side ---------------------------------------------------------------


class CodinGamePlayer:
    """The player's side.

    What the opponent did is read off the board, so that mills already paid are
    known; the lines alone do not tell.
    """

    def __init__(self, game: Game) -> None:
        self.state = cast(State, game.start())
        self.lines: list[str] = []

    def hear(self, line: str) -> Ask | More | Over | Breach:
        self.lines.append(line.strip())
        numbers = [int(text) for text in self.lines[1:] if text.isdecimal()]  # of men, then of options
        if len(numbers) < 2 or len(self.lines) < 3 + sum(numbers):
            return More()
        lines, self.lines = self.lines, []
        try:
            return self.turn(lines[0].split(), [list(map(int, text.split())) for text in lines[2 : 2 + numbers[0]]])
        except (ValueError, IndexError, KeyError):
            return Breach("garbled", "expected the counts, the men and the options of a turn")

    def turn(self, header: Sequence[str], men: Sequence[Sequence[int]]) -> Ask:
        seat = COLOURS.index(header[0])
        turns_left, stocks = int(header[1]), [int(header[4]), int(header[5])]
        sides = [0, 0]
        for _, owner, direction, radius in men:
            sides[owner] += 2 ** (radius * DIRECTIONS + direction)
        after = [self.state.apply(action) for action in self.state.actions()] if self.state.turn != seat else []
        for state in [self.state, *after]:
            if (state.turn, state.own, state.other) == (seat, *sides) and state.own_stock == stocks[0]:
                self.state = state
                return Ask(state)
        self.state = self.sit_down(seat, stocks, turns_left, men)
        return Ask(self.state)

    def sit_down(self, seat: int, stocks: Sequence[int], turns_left: int, men: Sequence[Sequence[int]]) -> State:
        """The position as told, for a game whose beginning we did not see."""
        game = self.state.game
        there = {radius * DIRECTIONS + direction: (number, owner) for number, owner, direction, radius in men}
        board = "".join(MEN[abs(seat - there[point][1])] if point in there else FREE for point in READING_ORDER)
        black, white = stocks if seat == 0 else reversed(stocks)
        ply = 2 * (int(game.options.turns) - turns_left) + seat + 1
        text = f"{board} {SIDES[seat]} {black} {white} {ply}"
        if game.mill_memory:
            numbers = ",".join(str(there[point][0]) for point in READING_ORDER if point in there)
            text += f" {numbers or NONE}"
        return game.parse(text)

    def answer(self, action: Action) -> list[str]:
        words = words_for(self.state, action)
        self.state = self.state.apply(action)
        return [words]


CODINGAME: Final = LineProtocol(
    name="codingame", referee=CodinGame, player=CodinGamePlayer, first_move_time=1.0, move_time=0.05
)
