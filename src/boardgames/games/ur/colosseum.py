"""The protocol of Code Colosseum's Royal Game of Ur: the referee's side and the player's.

The rules move tokens that are all alike; this protocol numbers those of each
side from 0 to 6.  So every dialogue of a game keeps where each token stands; all
of them read the same lines, and agree.

Source: the statement of the game and its referee, github dariost/CodeColosseum.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from boardgames.core.model.game import CHANCE, Game
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.dialogue import Answer, Ask, Breach, Briefing, Event, LineProtocol, NeedData, Over, Resign
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.said import Reason, Said
from boardgames.games.rust import trim
from boardgames.games.ur.actions import CELL, MOVES, Move, Throw
from boardgames.games.ur.rules import State, Ur

RETIRE: Final = "RETIRE"
COINS: Final = 4
FACES: Final = [
    [" ".join(coins) for coins in product("01", repeat=COINS) if coins.count("1") == heads]
    for heads in range(COINS + 1)
]
"""The ways in which four coins show a number of heads."""
HEADS: Final = {face: heads for heads, faces in enumerate(FACES) for face in faces}
DIGITS: Final = {str(digit): digit for digit in range(10)}
NAME_LENGTH: Final = 16
NOTHING: Final[Sequence[str]] = ()


def carried(names: Sequence[str]) -> list[str]:
    """Names cut to the length that the arena allows; different names stay different.

    >>> carried(["alphabeta-depth=2", "alphabeta-depth=3"])
    ['alphabeta-dept-1', 'alphabeta-dept-2']
    """
    short = [name[:NAME_LENGTH] for name in names]
    if len(set(short)) == len(set(names)):
        return short
    return [f"{name[: NAME_LENGTH - 2]}-{seat + 1}" for seat, name in enumerate(names)]


class Tokens:
    """Which token of each side stands on which cell."""

    def __init__(self, start: State) -> None:
        self.opposite = start.game.track.opposite
        self.cells = [start.cells(seat) for seat in range(2)]

    def play(self, before: State, move: Move, words: str) -> int:
        """Advance a token.  Returns its number: the one that was named, if it stands there, else the first there."""
        seat = before.seat
        cells = self.cells[seat]
        token = DIGITS.get(words, 0)
        if cells[token] != move.cell:
            token = cells.index(move.cell)
        cells[token] = target = int(move.cell + before.thrown)
        for cell in self.opposite[target]:
            others = self.cells[1 - seat]
            if cell in others:
                others[others.index(cell)] = 0
        return token


class Colosseum:
    """The referee's side, for a seat or (``None``) for the spectators."""

    ready = True

    def __init__(self, briefing: Briefing[State], seat: int | None) -> None:
        start = briefing.start
        check_coins(start.game)
        self.seat = seat
        self.last_token = int(start.game.tokens) - 1
        self.home = int(start.game.home)
        self.names = carried(briefing.names)
        self.state = start
        self.tokens = Tokens(start)
        self.throws = 0

    def opening(self) -> list[str]:
        return [*self.names] if self.seat is None else [*self.names, str(self.seat)]

    def happened(self, event: Event[State]) -> Sequence[str]:
        before, action, self.state, words, _ = event
        if isinstance(action, Throw):
            return (self.coins(int(action.number), words),)
        token = self.tokens.play(before, action, words)
        return NOTHING if before.seat == self.seat else (str(token),)

    def coins(self, heads: int, words: str) -> str:
        """Four coins for a throw: those of the arena if they are known, else each of the possible ways in turn."""
        self.throws += 1
        faces = FACES[heads]
        return words if words in faces else faces[self.throws % len(faces)]

    def ask(self, state: State) -> Sequence[str]:
        return NOTHING  # the coins say it all

    def hear(self, line: str) -> Answer | NeedData | Resign | Breach:
        token = DIGITS.get(line)
        if token is None:  # more than a bare digit
            digits = trim(line).removeprefix("+")
            if not (digits.isascii() and digits.isdecimal()):
                return Breach("garbled", f"expected the number of a token, 0 to {self.last_token}")
            token = DIGITS.get(digits.lstrip("0") or "0", self.last_token + 1)
        if token > self.last_token:
            return Breach(
                "illegal",
                Reason(
                    "no-such-token",
                    "there is no such token: they are numbered 0 to {number}",
                    number=self.last_token,
                ),
            )
        state = self.state
        cell = self.tokens.cells[state.seat][token]
        if cell == self.home:
            return Breach("illegal", Reason("home-already", "token {number} is home already", number=token))
        if not state.movable & CELL[cell]:
            why = state.why_not(str(cell))
            detail = Said("token {number} on cell {number2}: {why}", number=token, number2=cell, why=why)
            return Breach("illegal", detail)
        return Answer(MOVES[cell], str(token))

    def closing(self, verdict: Verdict) -> Sequence[str]:
        """``RETIRE`` if the other side gave up or was at fault; nothing if the game was played to its end."""
        if self.state.outcome is None and verdict.loser is not None and verdict.loser != self.seat:
            return (RETIRE,)
        return NOTHING


class ColosseumPlayer:
    """The player's side."""

    def __init__(self, game: Game[State]) -> None:
        self.state = game.start()
        check_coins(self.state.game)
        self.tokens = Tokens(self.state)
        self.header = 0
        self.seat = -1

    def hear(self, line: str) -> Ask | NeedData | Over | Breach:
        words = trim(line)
        if self.header < 3:
            return self.introduce(words)
        if words == RETIRE or self.state.outcome is not None:
            return Over()
        if self.state.turn == CHANCE:
            return self.see(words)
        return self.follow(words)

    def introduce(self, words: str) -> NeedData | Breach:
        """The names of both players, then our seat."""
        if self.header == 2:
            if words not in ("0", "1"):
                return Breach("garbled", f"expected our seat, 0 or 1, after the two names but heard {words!r}")
            self.seat = int(words)
        self.header += 1
        return NeedData()

    def see(self, words: str) -> Ask | NeedData | Breach:
        """Read the four coins; ask for an action if it is our turn."""
        if words not in HEADS:
            return Breach("garbled", f"expected four coins such as '0 1 1 0' but heard {words!r}")
        thrown = self.state.play(f"={HEADS[words]}")
        self.state = thrown
        return Ask(thrown) if thrown.turn == self.seat else NeedData()

    def follow(self, words: str) -> NeedData | Over | Breach:
        """The opponent's token."""
        if self.state.turn == self.seat:
            return Breach("garbled", f"expected nothing before our own answer but heard {words!r}")
        cells = self.tokens.cells[1 - self.seat]
        if words not in [str(token) for token in range(len(cells))]:
            return Breach("garbled", f"expected the opponent's token, 0 to {len(cells) - 1}, but heard {words!r}")
        cell = cells[int(words)]
        if cell == self.state.game.home or not self.state.movable & CELL[cell]:
            return Breach(
                "illegal", f"the opponent moved token {words} on cell {cell}: {self.state.why_not(str(cell))}"
            )
        self.advance(MOVES[cell], words)
        return NeedData() if self.state.outcome is None else Over()

    def answer(self, action: Move) -> list[str]:
        return [str(self.advance(action, ""))]

    def advance(self, move: Move, words: str) -> int:
        """Play a move.  Returns the number of its token."""
        token = self.tokens.play(self.state, move, words)
        self.state = self.state.apply(move)
        return token


def check_coins(game: Ur) -> None:
    """The protocol throws four coins.  Raises :class:`BadOption` for other dice."""
    if len(game.options.dice) != COINS + 1:
        raise BadOption(
            "colosseum throws four coins, so it needs dice with 5 weights (0 to 4); other dice need 'plain'"
        )


COLOSSEUM: Final = LineProtocol(
    name="colosseum",
    referee=Colosseum,
    player=ColosseumPlayer,
    first_move_time=90.0,
    move_time=90.0,
    keeps_early_lines=True,
    tells_position=False,
)
PROTOCOLS: Final = {COLOSSEUM.name: COLOSSEUM}
