"""CodinGame's protocol of Nine Men's Morris: the referee's side and the player's.

A point is a direction, 0 for the top left and on clockwise, and a radius, 0 for
the innermost square.  Each turn the program is told the counts, all men with
their numbers, and options; it answers ``PUT d r`` or ``MOVE id d r``, then the
numbers of men that it wishes removed.

The arena keeps the men in a hash table of Java, and lists them in its order: see
:func:`place_in_table`.

Source: the statement, and the arena's referee, github Fati-Fatou/JeuDeMerelles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from boardgames.core.model.game import Game
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.dialogue import Answer, Ask, Breach, Briefing, Event, LineProtocol, NeedData, Over, Resign
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.kinds import Whole
from boardgames.core.text.said import Reason
from boardgames.games.java import integer
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.board import NINE, POINTS, RADII, REFEREES, points_of
from boardgames.games.morris.geometry import DIRECTIONS
from boardgames.games.morris.notation import FREE, MEN, NONE, SIDES
from boardgames.games.morris.rules import Morris, State, resumed

COLOURS: Final = ("BLACK", "WHITE")
MOST_LINES: Final = 10_000  # of one turn, far more than there can be
MOST_TURNS: Final = 10**6
LONGEST_KEPT: Final = 100  # characters of an answer that is worth remembering
NUMBERS: Final = {"PUT": 2, "MOVE": 3}
"""The count of numbers that an answer must have behind its first word."""
FORM: Final = "expected 'PUT direction radius [ids]' or 'MOVE id direction radius [ids]'"
SMALL_TABLE: Final = 16
"""The places of the arena's table before it grows."""
MOST_IN_SMALL: Final = 12
"""The men that it holds at a time; with one more it grows and stays large."""
NOTHING: Final[Sequence[str]] = ()


# -- words -----------------------------------------------------------------------


def place(point: int) -> str:
    """A point as ``direction radius``."""
    return f"{point % DIRECTIONS} {point // DIRECTIONS}"


PLACES: Final = [place(point) for point in range(POINTS)]
LISTED: Final = sorted(range(POINTS), key=lambda point: (point % DIRECTIONS, point // DIRECTIONS))
"""The points in the order in which the arena lists them: directions, then radii."""
RANK: Final = [LISTED.index(point) for point in range(POINTS)]


PUTS: Final = [f"PUT {there} 0 0" for there in PLACES]
NEAR: Final = [sorted(NINE.neighbours[point], key=RANK.__getitem__) for point in range(POINTS)]


@cache
def move_line(number: int, target: int) -> str:
    """The line that offers to move a man to a point without removing any."""
    return f"MOVE {number} {PLACES[target]} 0 0"


class Wish(NamedTuple):
    """An answer as it is written: the man that moves (``None`` for a placement), its target, the men to remove."""

    mover: int | None
    target: int
    removals: tuple[int, ...]


@lru_cache(maxsize=4096)
def parsed(line: str) -> Wish | Breach:
    """The content of an answer without its message, whether or not it is legal.

    Single spaces separate its words, and none stands before the first.

    >>> parsed("MOVE 4 6 2 12 0")
    Wish(mover=4, target=22, removals=(12, 0))
    """
    keyword, *words = line.rstrip(" ").split(" ")
    fewest = NUMBERS.get(keyword)
    if fewest is None:
        return Breach("garbled", FORM)
    numbers: list[int] = []
    for word in words:
        number = integer(word)
        if number is None:
            wrong = "a word is no number of 32 bits" if word else "one space stands between two words"
            return Breach("garbled", f"{FORM}: {wrong}")
        numbers.append(number)
    if len(numbers) < fewest:
        return Breach("garbled", FORM)
    direction, radius = numbers[fewest - 2 : fewest]
    if not (0 <= direction < DIRECTIONS and 0 <= radius < RADII):
        return Breach(
            "illegal",
            Reason(
                "no-such-slot",
                "direction {number}, radius {number2} is not a slot: 0 to 7, and 0 to 2",
                number=direction,
                number2=radius,
            ),
        )
    mover = None if keyword == "PUT" else numbers[0]
    return Wish(mover, radius * DIRECTIONS + direction, tuple(numbers[fewest:]))


def place_in_table(number: int, small: bool) -> tuple[int, int]:
    """The key that sorts men into the order of the arena's table: 16, 1, 17, 2, 18, 3 ... while it is small.

    >>> sorted([1, 2, 3, 16, 17], key=lambda number: place_in_table(number, small=True))
    [16, 1, 17, 2, 3]
    """
    return (number % SMALL_TABLE if small else 0), number


class Men:
    """The points of each side's men, by number, in the order of the arena's table.

    The table grows when more than twelve men stand on the board at a time, and
    never shrinks.  ``lines`` are the men as they are sent to a seat, whose own men
    have owner 0.
    """

    def __init__(self, state: State, seat: int | None = None) -> None:
        self.seat = seat
        self.points: list[dict[int, int]] = [
            {int(state.number(point)): point for point in points_of(state.men(side))} for side in (0, 1)
        ]
        self.lines = {
            number: self.line(number, side, point) for side in (0, 1) for number, point in self.points[side].items()
        }
        self.small = True
        self.sort()

    def line(self, number: int, side: int, point: int) -> str:
        """The line that tells of a man: its number, its side as the reader sees it, its point."""
        return f"{number} {int(side != self.seat)} {PLACES[point]}"

    def see(self, before: State, action: Action) -> None:
        """Follow an action: men come, move and go."""
        side = before.turn
        source, target = int(action.source), int(action.target)
        number = int(before.next_number()) if source == STOCK else self.at(side, source)
        self.points[side][number] = target
        self.lines[number] = self.line(number, side, target)
        if source == STOCK:
            self.sort()  # with the man that is placed, before others are removed
        for point in points_of(int(action.removed)) if action.removed else ():
            removed = self.at(1 - side, point)
            del self.points[1 - side][removed], self.lines[removed]

    def stays_small(self, one_more: bool = False) -> bool:
        """True if the table is small now, or with one more man.  It grows before men are removed."""
        return self.small and len(self.lines) + one_more <= MOST_IN_SMALL

    def sort(self) -> None:
        """Put all into the table's order, after a man was placed."""
        self.small = self.stays_small()
        order = sorted(self.lines, key=lambda number: place_in_table(number, self.small))
        self.lines = {number: self.lines[number] for number in order}
        self.points = [{number: side[number] for number in order if number in side} for side in self.points]

    def at(self, side: int, point: int) -> int:
        """The number of a side's man on a point."""
        for number, own_point in self.points[side].items():
            if own_point == point:
                return number
        raise KeyError(point)


def words_for(men: Men, side: int, action: Action) -> str:
    """An action as a program sends it, with the men that it removes."""
    wishes = [men.at(1 - side, point) for point in action.removals()]
    way = f"{PLACES[action.target]} {' '.join(map(str, [*wishes, 0, 0][:2]))}"
    return f"PUT {way}" if action.source == STOCK else f"MOVE {men.at(side, int(action.source))} {way}"


# -- the referee's side ------------------------------------------------------------


class CodinGame:
    """The referee's side."""

    ready = True

    def __init__(self, briefing: Briefing[State], seat: int | None) -> None:
        self.seat = seat
        self.state = briefing.start
        check_rules(self.state.game)
        self.men = Men(self.state, seat)
        self.actions: Sequence[Action] = ()

    def opening(self) -> Sequence[str]:
        return NOTHING

    def happened(self, event: Event[State]) -> Sequence[str]:
        before = event.before
        words = NOTHING if self.seat is not None else (words_for(self.men, before.turn, event.action),)
        self.men.see(before, event.action)
        return words

    def ask(self, state: State) -> list[str]:
        self.state = state
        seat = state.turn
        self.actions = state.actions()
        mine, theirs = len(self.men.points[seat]), len(self.men.points[1 - seat])
        less, other_less = state.uncounted
        turns_left = state.game.options.turns - int(state.ply) // 2
        options = self.options(seat)
        return [
            f"{COLOURS[seat]} {turns_left} {mine - less} {theirs - other_less} {state.own_stock} {state.other_stock}",
            str(mine + theirs),
            *self.men.lines.values(),
            str(len(options)),
            *options,
        ]

    def options(self, seat: int) -> list[str]:
        """The arena's list: placements by target, steps by man and target, or jumps by target and man; no removals.

        Three men that may jump are listed with their steps alone, unless they have none.
        """
        if self.actions[0].source == STOCK:
            placements = {action.target for action in self.actions}
            return [PUTS[target] for target in LISTED if target in placements]
        moves = {(action.source, action.target) for action in self.actions}
        men = self.men.points[seat].items()
        steps = [move_line(number, goal) for number, point in men for goal in NEAR[point] if (point, goal) in moves]
        return steps or [move_line(number, goal) for goal in LISTED for number, point in men if (point, goal) in moves]

    def hear(self, line: str) -> Answer | NeedData | Resign | Breach:
        answer = line.removesuffix("\r").partition(CODINGAME.message_mark)[0]
        wish = parsed(answer) if len(answer) <= LONGEST_KEPT else parsed.__wrapped__(answer)
        if isinstance(wish, Breach):
            return wish
        target, source = wish.target, STOCK
        if wish.mover is not None:
            own = self.men.points[self.state.turn]
            if wish.mover not in own:
                return Breach(
                    "illegal", Reason("no-own-man", "piece {number} is none of yours on the board", number=wish.mover)
                )
            source = own[wish.mover]
        choices = [action for action in self.actions if action.target == target and action.source == source]
        if not choices:
            return Breach("illegal", self.why_not(source, target))
        if not choices[0].removed:
            return Answer(choices[0])
        return Answer(self.removing(choices, wish.removals))

    def removing(self, choices: Sequence[Action], wishes: Sequence[int]) -> Action:
        """The action that removes the men wished for, in their order, and then those that come first in the table."""
        other = self.men.points[1 - self.state.turn]
        due = max(len(action.removals()) for action in choices)
        small = self.men.stays_small(choices[0].source == STOCK)
        removable = [
            number
            for number in sorted(other, key=lambda number: place_in_table(number, small))
            if any(action.removed >> other[number] & 1 for action in choices)
        ]
        choice: Iterable[int] = [*wishes, *removable]
        if not self.state.game.double_count:
            choice = dict.fromkeys(choice)
        removed = sorted([other[number] for number in choice if number in removable][:due])
        return next(action for action in choices if action.removals() == removed)

    def why_not(self, source: int, target: int) -> Reason:
        if (source == STOCK) != bool(self.state.stock(self.state.turn)):
            return Reason("put-or-move", "you must PUT while you have pieces in stock, and MOVE after that")
        if any(target in side.values() for side in self.men.points):
            return Reason("occupied", "that slot is occupied")
        return Reason("not-adjacent", "that slot is not adjacent, and only three pieces may jump")

    def closing(self, verdict: Verdict) -> Sequence[str]:
        return NOTHING


# -- the player's side ---------------------------------------------------------------


def man(text: str) -> list[int]:
    """A man's number, owner, direction and radius from its line.  Raises :class:`ValueError`."""
    bounds = (MOST_LINES, 1, DIRECTIONS - 1, RADII - 1)
    return [Whole(0, most).read(word) for word, most in zip(text.split(), bounds, strict=True)]


class CodinGamePlayer:
    """The player's side.

    It finds out the opponent's action by comparing boards, and so knows which mills
    were filled before; the lines do not say it.
    """

    def __init__(self, game: Game[State]) -> None:
        self.state = game.start()
        check_rules(self.state.game)
        self.lines: list[str] = []

    def hear(self, line: str) -> Ask | NeedData | Over | Breach:
        self.lines.append(line.strip())
        try:
            # the number of men and the men, then the number of options and the options
            numbers = [Whole(0, MOST_LINES).read(text) for text in self.lines[1:] if text.isdecimal()]
            if len(numbers) < 2 or len(self.lines) < 3 + sum(numbers):
                full = len(self.lines) >= MOST_LINES
                return Breach("garbled", "expected no more lines in a turn") if full else NeedData()
            lines, self.lines = self.lines, []
            last_man = 2 + numbers[0]
            return self.turn(lines[0].split(), [man(text) for text in lines[2:last_man]], lines[last_man + 1 :])
        except (ValueError, IndexError, KeyError) as error:
            return Breach("garbled", f"expected the counts, the men and the options of a turn ({error})")

    def turn(self, header: Sequence[str], men: Sequence[Sequence[int]], options: Sequence[str]) -> Ask | NeedData:
        """Read a turn.  Where our rules have ended the game, what the arena lists first is an answer."""
        seat = COLOURS.index(header[0])
        turns_left = Whole(0, MOST_TURNS).read(header[1])
        counts = [int(count) for count in header[2:4]]
        stocks = [Whole(0, POINTS).read(stock) for stock in header[4:6]]
        sides = [0, 0]
        for _, owner, direction, radius in men:
            sides[owner] |= 2 ** (radius * DIRECTIONS + direction)
        after = [self.state.apply(action) for action in self.state.actions()] if self.state.turn != seat else []
        uncounted = tuple(side.bit_count() - count for side, count in zip(sides, counts, strict=True))
        for state in [self.state, *after]:
            is_same = (state.turn, state.own, state.other, state.own_stock) == (seat, *sides, stocks[0])
            if is_same and (state.uncounted == uncounted or not state.game.double_count):
                self.state = state
                return Ask(state)
        self.state = self.sit_down(seat, stocks, turns_left, men)
        if self.state.game.double_count:
            self.state = resumed(self.state.game, [(*self.state.fields()[:-1], uncounted)])
        return Ask(self.state) if self.state.outcome is None else NeedData((*options, PUTS[0])[:1])

    def sit_down(self, seat: int, stocks: Sequence[int], turns_left: int, men: Sequence[Sequence[int]]) -> State:
        """The position in the arena's lines, for a game that did not begin at its start."""
        game = self.state.game
        men_at = {radius * DIRECTIONS + direction: (number, owner) for number, owner, direction, radius in men}
        board = "".join(MEN[abs(seat - men_at[point][1])] if point in men_at else FREE for point in NINE.reading_order)
        black, white = stocks if seat == 0 else reversed(stocks)
        ply = min(2 * (int(game.options.turns) - turns_left) + seat, int(game.plies)) + 1
        text = f"{board} {SIDES[seat]} {black} {white} {ply}"
        if game.mill_memory:
            numbers = ",".join(str(men_at[point][0]) for point in NINE.reading_order if point in men_at)
            text += f" {numbers or NONE}"
        return game.parse(text)

    def answer(self, action: Action) -> list[str]:
        words = words_for(Men(self.state), self.state.turn, action)
        self.state = self.state.apply(action)
        return [words]


def check_rules(game: Morris) -> None:
    """The arena has one board, on which all men are placed before any is moved.

    Raises :class:`BadOption` for other rules, for which the protocol has no words.
    """
    options = game.options
    if options.board not in (NINE.name, REFEREES.name):
        raise BadOption(
            f"codingame names the points of the board {NINE.name}: board={options.board} needs the protocol 'plain'"
        )
    if options.early_moves:
        raise BadOption("codingame has men placed first and moved then: early_moves=on needs the protocol 'plain'")
    if options.mill_wins:
        raise BadOption("codingame has mills remove men: mill_wins=on needs the protocol 'plain'")


CODINGAME: Final = LineProtocol(
    name="codingame",
    referee=CodinGame,
    player=CodinGamePlayer,
    first_move_time=1.0,
    move_time=0.05,
    keeps_early_lines=True,
    cr_ends_lines=True,
    arena_preset="codingame",
    message_mark=";",
)
PROTOCOLS: Final = {CODINGAME.name: CODINGAME}
