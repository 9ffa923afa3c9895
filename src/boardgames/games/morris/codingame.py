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
from functools import cache
from typing import Final, cast

from boardgames.core.dialogue import Answer, Ask, Breach, Event, LineProtocol, More, Over, Resign, Table
from boardgames.core.model import Game
from boardgames.core.model import State as AnyState
from boardgames.core.verdict import Verdict
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.board import DIRECTIONS, NEIGHBOURS, POINTS, RADII, READING_ORDER, points_of
from boardgames.games.morris.notation import FREE, MEN, NONE, SIDES
from boardgames.games.morris.rules import State

COLOURS: Final = ("BLACK", "WHITE")
ANSWER: Final = re.compile(r"(?:PUT|MOVE (-?\d{1,9})) (-?\d{1,9}) (-?\d{1,9})((?: -?\d{1,9})*)")
NOTHING: Final[Sequence[str]] = ()


# -- words -----------------------------------------------------------------------


def place(point: int) -> str:
    """A point as ``direction radius``."""
    return f"{point % DIRECTIONS} {point // DIRECTIONS}"


PLACES: Final = [place(point) for point in range(POINTS)]
LISTED: Final = sorted(range(POINTS), key=lambda point: (point % DIRECTIONS, point // DIRECTIONS))
"""The points in the order in which the arena lists them: directions, then radii."""
RANK: Final = [LISTED.index(point) for point in range(POINTS)]


@cache
def man_line(number: int, owner: int, point: int) -> str:
    return f"{number} {owner} {PLACES[point]}"


PUTS: Final = [f"PUT {there} 0 0" for there in PLACES]


@cache
def move_line(number: int, target: int) -> str:
    return f"MOVE {number} {PLACES[target]} 0 0"


class Men:
    """Where each man stands, by number; numbers ascend in the order of placing, Black's are odd."""

    def __init__(self, state: State) -> None:
        there = points_of(state.men(0) | state.men(1))
        self.points = dict(sorted((int(state.number(point)), point) for point in there))

    def see(self, before: State, action: Action) -> None:
        if action.source == STOCK:
            self.points[int(before.next_number())] = int(action.target)
        else:
            self.points[self.at(int(action.source))] = int(action.target)
        for point in points_of(int(action.removed)) if action.removed else ():
            del self.points[self.at(point)]

    def at(self, point: int) -> int:
        """The number of the man on a point."""
        return next(number for number, there in self.points.items() if there == point)

    def of(self, seat: int) -> dict[int, int]:
        """A seat's men and where they stand."""
        return {number: point for number, point in self.points.items() if number % 2 != seat}


def words_for(men: Men, action: Action) -> str:
    """An action as the arena hears it, with the men that it removes."""
    wishes = [men.at(point) for point in points_of(int(action.removed))]
    target, wished = PLACES[action.target], " ".join(map(str, [*wishes, 0, 0][:2]))
    return f"PUT {target} {wished}" if action.source == STOCK else f"MOVE {men.at(action.source)} {target} {wished}"


# -- the referee's side ------------------------------------------------------------


class CodinGame:
    """The referee's side."""

    ready = True

    def __init__(self, table: Table, seat: int | None) -> None:
        self.seat = seat
        self.state = cast(State, table.start)
        self.men = Men(self.state)
        self.actions: Sequence[Action] = ()

    def opening(self) -> Sequence[str]:
        return NOTHING

    def happened(self, event: Event) -> Sequence[str]:
        words = NOTHING if self.seat is not None else (words_for(self.men, event.action),)
        self.men.see(cast(State, event.before), event.action)
        return words

    def ask(self, state: AnyState) -> list[str]:
        self.state = asked = cast(State, state)
        seat = asked.turn
        self.actions = asked.actions()
        points = self.men.points
        mine = sum([number % 2 != seat for number in points])
        stock, others_stock = asked.stock(seat), asked.stock(1 - seat)
        turns_left = asked.game.options.turns - int(asked.ply) // 2
        options = self.options(seat)
        return [
            f"{COLOURS[seat]} {turns_left} {mine} {len(points) - mine} {stock} {others_stock}",
            str(len(points)),
            *[man_line(number, 1 - (number + seat) % 2, point) for number, point in points.items()],
            str(len(options)),
            *options,
        ]

    def options(self, seat: int) -> list[str]:
        """What the arena lists: placements, or moves by man; never removals.

        Three men who may jump are listed with their steps alone, unless they have none.
        """
        if self.actions[0].source == STOCK:
            placements = {action.target for action in self.actions}
            return [PUTS[target] for target in LISTED if target in placements]
        moves = {(action.source, action.target) for action in self.actions}
        steps = {(source, target) for source, target in moves if target in NEIGHBOURS[source]}
        numbers = {point: number for number, point in self.men.of(seat).items()}
        listed = sorted([(numbers[source], RANK[target], target) for source, target in steps or moves])
        return [move_line(number, target) for number, _, target in listed]

    def hear(self, line: str) -> Answer | More | Resign | Breach:
        text = line.partition(";")[0].strip()
        heard = ANSWER.fullmatch(text)
        if heard is None:
            return Breach("garbled", "expected 'PUT direction radius [ids]' or 'MOVE id direction radius [ids]'")
        mover, direction, radius, wishes = heard.groups()
        if not (0 <= int(direction) < DIRECTIONS and 0 <= int(radius) < RADII):
            return Breach("illegal", f"direction {direction}, radius {radius} is no slot: 0 to 7, and 0 to 2")
        target = int(radius) * DIRECTIONS + int(direction)
        source = STOCK
        if mover is not None:
            if int(mover) not in self.men.of(self.state.turn):
                return Breach("illegal", f"piece {mover} is none of yours on the board")
            source = self.men.points[int(mover)]
        choices = [action for action in self.actions if action.target == target and action.source == source]
        if not choices:
            return Breach("illegal", self.why_not(source, target))
        if not choices[0].removed:
            return Answer(choices[0])
        return Answer(self.removing(choices, [int(wish) for wish in wishes.split()]))

    def removing(self, choices: Sequence[Action], wishes: Sequence[int]) -> Action:
        """Of the ways to remove men, the one by the wishes, in their order; then by the lowest numbers."""
        other = self.men.of(1 - self.state.turn)
        due = len(points_of(int(choices[0].removed)))
        removable = [
            number for number, point in other.items() if any(action.removed >> point & 1 for action in choices)
        ]
        wanted = [number for number in dict.fromkeys([*wishes, *removable]) if number in removable][:due]
        removed = {other[number] for number in wanted}
        return next(action for action in choices if set(points_of(int(action.removed))) == removed)

    def why_not(self, source: int, target: int) -> str:
        if (source == STOCK) != bool(self.state.stock(self.state.turn)):
            return "you must PUT while you have pieces in stock, and MOVE after that"
        if target in self.men.points.values():
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
        words = words_for(Men(self.state), action)
        self.state = self.state.apply(action)
        return [words]


CODINGAME: Final = LineProtocol(
    name="codingame", referee=CodinGame, player=CodinGamePlayer, first_move_time=1.0, move_time=0.05
)
