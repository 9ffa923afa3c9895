"""Reads RGN, the Royal Game Notation of RoyalUr (:mod:`boardgames.games.ur.rgn` says what it looks like)."""

from __future__ import annotations

import re
from itertools import product
from typing import Final

from boardgames.core.model.game import CHANCE, Game, IllegalAction
from boardgames.core.model.options import values_of
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.printable import shown
from boardgames.games.tagged_records import HEAD, Lines, TaggedReader, heading_of, lines_of
from boardgames.games.ur.actions import WAITING
from boardgames.games.ur.rules import State, Ur
from boardgames.games.ur.tracks import mirrored
from boardgames.records.game_record import GameRecord, UnreadableRecord

PLAYERS: Final = ("Light", "Dark")
SIDES: Final = ("Light (seat 0)", "Dark (seat 1)")

FIRST: Final = re.compile(r"1\.\s*(?:[A-Ca-c]@[A-Ca-c][0-9]|[0-9]{1,2}\s*--)")
"""The beginning of the moves of a file."""
TOKEN: Final = re.compile(
    r"\s*(?:"
    r"(?P<number>[0-9]{1,9})\."
    r"|(?P<dark>/)"
    r"|(?P<passed>[0-9]{1,9})\s*--"
    r"|(?:(?P<enters>[A-Ca-c])@|(?P<source>[A-Ca-c][0-9]{1,2}))(?:(?P<home>[A-Ca-c])\+|(?P<target>[A-Ca-c][0-9]{1,2}))"
    r"(?P<captures>x?)(?P<rosette>\s*\*)?"
    r"|(?P<over>\#)"
    r")"
)
EXPECTED: Final = (
    "expected a move such as A@A3, B4B6x or A7A+, a throw without a move such as 2 --, or / before Dark's turn"
)


def recognises(data: bytes) -> bool:
    """True if a file looks like RGN: its first line that is no tag begins with the first turn."""
    for line in lines_of(data[:HEAD]):
        if line.strip() and not line.lstrip().startswith("["):
            return FIRST.match(line.strip()) is not None
    return False


def _play(game: Game, lines: Lines, tags: dict[str, str]) -> GameRecord:
    return _Reader(game, lines, tags).record()


READER: Final = TaggedReader(title="RGN", begins=FIRST, play=_play, usual={}, example="masters")


class _Reader:
    """Plays the moves of one game under some rules."""

    def __init__(self, game: Game, lines: Lines, tags: dict[str, str]) -> None:
        assert isinstance(game, Ur)
        self.game, self.lines, self.tags = game, lines, tags
        self.state = game.start()
        self.actions: list[str] = []
        self.notes: list[str] = []
        self.unfinished = ""
        """A throw that a token could have used, after which nothing may follow."""
        self.said_over = False
        """True if the record has said that the game is over, though by the rules it goes on."""

    def record(self) -> GameRecord:
        for number, text in self.lines:
            if not text.startswith("["):
                try:
                    self._moves(text, number)
                except UnreadableRecord as error:
                    raise UnreadableRecord(error.message, number) from None
        outcome = self.state.outcome
        return GameRecord(
            game=self.game.name,
            options=values_of(self.game.options),
            start=str(self.game.start()),
            actions=tuple(self.actions),
            verdict=None if outcome is None else Verdict(outcome),
            notes=tuple(self.notes),
            **heading_of(self.tags, PLAYERS),
        )

    def _moves(self, text: str, line: int) -> None:
        place = 0
        while place < len(text):
            token = TOKEN.match(text, place)
            if token is None:
                raise UnreadableRecord(f"{EXPECTED}, not {shown(text[place:].split()[0])}")
            place = token.end()
            self._token(token, line)
            while place < len(text) and text[place].isspace():
                place += 1

    def _token(self, token: re.Match[str], line: int) -> None:
        written = token[0].strip()
        if token["over"]:
            if self.state.outcome is None and not self.said_over:
                self.said_over = True
                self.notes.append(
                    f"line {line}: the record says that the game is over, but not how; by the rules it goes on"
                )
            return
        if self.state.outcome is not None:
            raise UnreadableRecord(f"{shown(written)} follows, but the game is over")
        if self.unfinished:
            raise UnreadableRecord(f"{shown(written)} follows {self.unfinished}")
        if token["number"] or token["dark"]:
            seat = 1 if token["dark"] else 0
            if self.state.seat != seat:
                raise UnreadableRecord(
                    f"{shown(written)} begins the turn of {SIDES[seat]}, but it is {SIDES[1 - seat]}'s"
                )
        elif token["passed"]:
            self._pass(token["passed"].lstrip("0") or "0", written)
        else:
            self._move(token, written, line)

    def _pass(self, number: str, written: str) -> None:
        thrown = self._throw(number, written)
        if thrown.turn != CHANCE:
            movable = ", ".join(map(str, thrown.actions()))
            self.unfinished = f"{written}, after which a token can move, from {movable}"
        self._play(f"={number}", thrown)

    def _throw(self, number: str, written: str) -> State:
        try:
            return self.state.play(f"={number}")
        except IllegalAction:
            dice = ", ".join(str(throw.number) for throw, _ in self.game.throws)
            raise UnreadableRecord(f"{shown(written)} needs a throw of {number}, and these dice throw {dice}") from None

    def _move(self, token: re.Match[str], written: str, line: int) -> None:
        before = self.state
        cell, number = self._cells(token, written)
        thrown = self._throw(str(number), written)
        if thrown.turn == CHANCE:
            raise UnreadableRecord(f"{shown(written)}: after a throw of {number} no token can move")
        try:
            action = thrown.read(str(cell))
        except IllegalAction as error:
            raise UnreadableRecord(f"{shown(written)}: {error.why}") from None
        after = thrown.apply(action)
        captures = after.cells(1 - int(before.seat)).count(WAITING) > before.cells(1 - int(before.seat)).count(WAITING)
        if captures != bool(token["captures"]):
            difference = "it captures, and no x says so" if captures else "x says that it captures, but it does not"
            self.notes.append(f"line {line}: {written}: {difference}")
        self._play(f"={number}", thrown)
        self._play(str(cell), after)

    def _cells(self, token: re.Match[str], written: str) -> tuple[int, int]:
        """The cell that a token leaves, and the number thrown."""
        seat = int(self.state.seat)
        if token["enters"] and token["enters"].lower() != "ac"[seat]:
            raise UnreadableRecord(
                f"{shown(written)} enters a token of {SIDES[1 - seat]}, but it is {SIDES[seat]}'s turn"
            )
        sources = (WAITING,) if token["enters"] else self._on(token["source"], seat, written)
        targets = (int(self.game.home),) if token["home"] else self._on(token["target"], seat, written)
        standing = [cell for cell in sources if cell in self.state.cells(seat)]
        numbers = {throw.number for throw, _ in self.game.throws if throw.number}
        steps = [(cell, target - cell) for cell, target in product(standing or sources, targets)]
        possible = [step for step in steps if step[1] in numbers]
        if not possible:
            far = min((number for _, number in steps if number > 0), default=0)
            how = f"{far} cells" if far else "backwards"
            dice = ", ".join(str(number) for number in sorted(numbers))
            raise UnreadableRecord(f"{shown(written)} goes {how}, and these dice throw {dice}")
        return possible[0]

    def _on(self, square: str, seat: int, written: str) -> tuple[int, ...]:
        own = square.lower()
        cells = self.game.track.cells_on(mirrored(own) if seat else own)
        if not cells:
            raise UnreadableRecord(f"{shown(written)}: {SIDES[seat]} never comes to {square.upper()}")
        return cells

    def _play(self, action: str, after: State) -> None:
        self.actions.append(action)
        self.state = after
