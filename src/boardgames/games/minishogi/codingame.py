"""CodinGame's protocol of Minishogi and Dice Shogi: the referee's side and the player's.

Files are numbered 5 to 1 from left to right, rows 1 to 5 from the top: ``5544``
is USI's ``5e4d``.  Each turn the program is told the board, the hands, the die
(Dice Shogi), the opponent's last action and all legal actions.

Source: the statements, and the arena's referees, github jdermont/MiniShogi and
jdermont/DiceShogi.  Where they differ the referee decides: row 1 is the top line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from random import Random
from typing import Any, Final

import attrs

from boardgames.core.model.game import CHANCE, Game, IllegalAction, State, UnreadablePosition
from boardgames.core.protocol.dialogue import Answer, Ask, Breach, Briefing, Event, LineProtocol, NeedData, Over, Resign
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.seeds import player_random
from boardgames.core.text.kinds import Whole
from boardgames.games.java import equal_but_for_case, trim
from boardgames.games.shogi.io.sfen import gaps_counted, hands_field

SIZE: Final = 5
ROWS: Final = "abcde"
EMPTY: Final = "."
NONE: Final = "none"
NOBODY: Final = "-"  # in a hand
RANDOM: Final = "random"
WORDS: Final = re.compile(r"[1-5]{4}\+?|[a-zA-Z]\*[1-5]{2}")
ANY_FILE: Final = "=6"  # the throw that binds nothing
MOST_ACTIONS: Final = 10_000  # far more than there can be
NOTHING: Final[Sequence[str]] = ()


# -- words ---------------------------------------------------------------------


@cache
def to_arena(usi: str, seat: int) -> str:
    """An action as the arena writes it, a dropped piece in the mover's case.

    >>> to_arena("5e4d", 0), to_arena("1d2e+", 1), to_arena("P*3c", 1)
    ('5544', '1425+', 'p*33')
    """
    for row in ROWS:
        usi = usi.replace(row, str(ROWS.index(row) + 1))
    return usi.lower() if seat == 1 else usi


def to_usi(arena: str) -> str:
    """The canonical text of an action as the arena writes it, in either case.

    >>> to_usi("5544"), to_usi("1425+"), to_usi("p*33")
    ('5e4d', '1d2e+', 'P*3c')
    """
    if "*" in arena:
        return f"{arena[:2].upper()}{arena[2]}{_row(arena[3:4])}"
    return f"{arena[0]}{_row(arena[1:2])}{arena[2]}{_row(arena[3:4])}{arena[4:]}"


def _row(digit: str) -> str:
    return ROWS[int(digit) - 1]


class ArenaWords(dict[Any, str]):
    """The arena's word for each action of a seat, kept: most of what is sent is lists of actions."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __missing__(self, action: Any) -> str:
        words = self[action] = to_arena(str(action), self.seat)
        return words


WORDS_OF: Final = (ArenaWords(0), ArenaWords(1))

SQUARES: Final = {f"{SIZE - column}{ROWS[row]}": (row, column) for row in range(SIZE) for column in range(SIZE)}
"""The row from the top and the column from the left of a square such as ``5e``."""


class Changes(dict[Any, tuple[tuple[int, int] | None, tuple[int, int], str]]):
    """The changes of each action, kept: the square it leaves, the one it reaches, and ``+`` for a promotion.

    A drop leaves no square, and has its piece in place of the ``+``.

    >>> Changes()["5e4d"], Changes()["P*3c"]
    (((4, 0), (3, 1), ''), (None, (2, 2), 'P'))
    """

    def __missing__(self, action: Any) -> tuple[tuple[int, int] | None, tuple[int, int], str]:
        usi = str(action)
        target = SQUARES[usi[2:4]]
        change = self[action] = (None, target, usi[0]) if usi[1] == "*" else (SQUARES[usi[:2]], target, usi[4:])
        return change


CHANGES: Final = Changes()


class Scene:
    """The board and hands as the arena writes them; hands are in the order of capture, which no SFEN keeps.

    ``lines`` are the rows from the top, then the hands of both; promoted pieces
    take two characters.  An action changes two or three of them.

    >>> Scene("rbsgk/4p/5/P4/KG+SBR w Sp 1").lines
    ['rbsgk', '....p', '.....', 'P....', 'KG+SBR', 'S', 'p']
    """

    def __init__(self, sfen: str) -> None:
        placement, _, hands = sfen.split()[:3]
        self.rows = [_squares(row) for row in placement.split("/")]
        self.hands = ["", ""]
        for count, letter in re.findall(r"(\d*)([A-Za-z])", hands):
            self.hands[letter.islower()] += letter * int(count or 1)
        self.lines = [*map("".join, self.rows), *(hand or NOBODY for hand in self.hands)]

    def play(self, action: Any, seat: int) -> None:
        source, (row, column), piece = CHANGES[action]
        target_row = self.rows[row]
        if source is None:
            piece = piece.lower() if seat == 1 else piece
            self.hold(seat, self.hands[seat].replace(piece, "", 1))
        else:
            from_row, from_column = source
            here = self.rows[from_row]
            piece += here[from_column]
            here[from_column] = EMPTY
            self.lines[from_row] = "".join(here)
            captured = target_row[column]
            if captured != EMPTY:
                self.hold(seat, self.hands[seat] + (captured[-1].lower() if seat == 1 else captured[-1].upper()))
        target_row[column] = piece
        self.lines[row] = "".join(target_row)

    def hold(self, seat: int, hand: str) -> None:
        """Show what a side has in hand."""
        self.hands[seat] = hand
        self.lines[SIZE + seat] = hand or NOBODY


def _squares(row: str) -> list[str]:
    """The men on the squares of a row of an SFEN."""
    squares: list[str] = []
    for piece in re.findall(r"\d|\+?[A-Za-z]", row):
        squares += [EMPTY] * int(piece) if piece.isdigit() else [piece]
    return squares


def _has_die(game: Game) -> bool:
    return bool(game.start().chances())


# -- the referee's side ----------------------------------------------------------


class CodinGame:
    """The referee's side.  With ``shuffled`` the seed of the game shuffles each list of actions, as the arena does."""

    ready = True

    def __init__(self, briefing: Briefing, seat: int | None, shuffled: bool = False) -> None:
        self.seat = seat
        self.shuffled = shuffled
        self.state = briefing.start
        self.scene = Scene(str(briefing.start))
        self.die = [str(briefing.start).rpartition(" ")[2]] if _has_die(briefing.start.game) else []
        self.last = NONE
        self.introduced = False
        self.actions: Sequence[Any] = ()
        self.listed: list[str] = []
        self.rng = Random() if briefing.seed is None else player_random(briefing.seed, seat)  # and for 'random'

    def opening(self) -> Sequence[str]:
        return NOTHING

    def happened(self, event: Event) -> Sequence[str]:
        action, seat = event.action, event.before.turn
        if seat == CHANCE:
            self.die = [str(action)[1:]]
            return NOTHING
        self.scene.play(action, seat)
        self.last = WORDS_OF[seat][action]
        return NOTHING if self.seat is not None else (self.last,)

    def ask(self, state: State) -> list[str]:
        self.state = state
        seat = state.turn
        self.actions = state.actions()
        if self.shuffled:
            self.actions = self.rng.sample(self.actions, len(self.actions))
        self.listed = [*map(WORDS_OF[seat].__getitem__, self.actions)]
        lines = [] if self.introduced else [str(seat), str(SIZE)]
        self.introduced = True
        return [*lines, *self.scene.lines, *self.die, self.last, str(len(self.listed)), *self.listed]

    def hear(self, line: str) -> Answer | NeedData | Resign | Breach:
        words = trim(line).partition(CODINGAME.message_mark)[0]
        if words in self.listed:
            return Answer(self.actions[self.listed.index(words)])
        if equal_but_for_case(words, RANDOM):
            return Answer(self.rng.choice(self.actions))
        for text, action in zip(self.listed, self.actions, strict=True):
            if equal_but_for_case(words, text):
                return Answer(action)
        return self.breach(words)

    def breach(self, words: str) -> Breach:
        """The reason why these words are no legal answer."""
        if not WORDS.fullmatch(words):
            return Breach("garbled", "expected one of the listed actions, such as 5544, 1425+ or G*33, or 'random'")
        return Breach("illegal", self.state.why_not(to_usi(words)))

    def closing(self, verdict: Verdict) -> Sequence[str]:
        return NOTHING


# -- the player's side -------------------------------------------------------------


class CodinGamePlayer:
    """The player's side.  It follows the game by the opponent's actions, and so knows of repetitions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.dice = _has_die(game)
        self.state = game.start()
        self.seat = -1
        self.lines: list[str] = []

    def hear(self, line: str) -> Ask | NeedData | Over | Breach:
        self.lines.append(line.strip())
        if self.seat < 0:
            return self.introduce()
        facts = SIZE + 2 + self.dice  # board, hands, die; then the last action, the count, the actions
        if len(self.lines) < facts + 2:
            return NeedData()
        count = self.lines[facts + 1]
        try:
            actions = Whole(0, MOST_ACTIONS).read(count)
        except ValueError as error:
            return Breach("garbled", f"expected the number of actions ({error})")
        if len(self.lines) < facts + 2 + actions:
            return NeedData()
        lines, self.lines = self.lines, []
        return self.turn(lines[facts], lines[:facts], lines[facts + 2 :])

    def introduce(self) -> NeedData | Breach:
        """Read the first lines: our seat and the size of the board."""
        if self.lines[0] not in ("0", "1"):
            return Breach("garbled", "expected our id, 0 or 1")
        if len(self.lines) == 2:
            if self.lines[1] != str(SIZE):
                return Breach("garbled", f"expected the size of the board, {SIZE}")
            self.seat = int(self.lines[0])
            self.lines = []
        return NeedData()

    def turn(self, last: str, facts: Sequence[str], actions: Sequence[str]) -> Ask | NeedData | Breach:
        """Read a turn.  Where our rules have ended the game, what the arena lists first is an answer."""
        try:
            with suppress(IllegalAction):  # by our rules; the arena's lines say where its game stands
                if last != NONE:
                    self.play(to_usi(last))
                self.throw(facts)
            if Scene(str(self.state)).lines[:SIZE] != list(facts[:SIZE]) or self.state.turn != self.seat:
                self.state = self.game.parse(self.sfen(facts))
                self.throw(facts)
        except (IllegalAction, UnreadablePosition, ValueError, IndexError) as error:
            return Breach("illegal", str(error))
        return Ask(self.state) if self.state.outcome is None else NeedData((*actions, RANDOM)[:1])

    def play(self, usi: str) -> None:
        """Play the opponent's action.  Its throw is not sent, and no longer matters."""
        if self.state.turn == CHANCE:
            self.state = self.state.play(ANY_FILE)
        self.state = self.state.play(usi)

    def throw(self, facts: Sequence[str]) -> None:
        if self.dice and self.state.outcome is None:
            self.state = self.state.play(f"={facts[-1]}")

    def sfen(self, facts: Sequence[str]) -> str:
        """The SFEN of the position in the arena's lines before a throw, for a game that did not begin at its start."""
        rows, held = "/".join(facts[:SIZE]), Counter("".join(facts[SIZE : SIZE + 2]).replace(NOBODY, ""))
        side, hands = "bw"[self.seat], hands_field(held.items())
        return " ".join([gaps_counted(rows, EMPTY), side, hands, "1", *["-"] * self.dice])

    def answer(self, action: Any) -> list[str]:
        seat = self.state.turn
        self.state = self.state.apply(action)
        return [to_arena(str(action), seat)]


CODINGAME: Final = LineProtocol(
    name="codingame",
    referee=CodinGame,
    player=CodinGamePlayer,
    first_move_time=1.0,
    move_time=0.1,
    keeps_early_lines=True,
    cr_ends_lines=True,
    arena_preset="",
    message_mark=" ",
)
SHUFFLED: Final = attrs.evolve(CODINGAME, name="codingame-shuffled", referee=partial(CodinGame, shuffled=True))
PROTOCOLS: Final = {protocol.name: protocol for protocol in (CODINGAME, SHUFFLED)}
