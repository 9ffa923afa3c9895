"""A record while it is being read: its moves are played as they come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from boardgames.core.model import IllegalAction, UnreadablePosition
from boardgames.core.playthrough import Playthrough
from boardgames.core.record import GameRecord, NamedPlayer, UnreadableRecord
from boardgames.core.verdict import RESIGNATION, Fault, Verdict
from boardgames.games.shogi.records.endings import CHECKMATE, FOUL, OTHERS_FOUL, Ending
from boardgames.games.shogi.rules import Shogi, State
from boardgames.games.shogi.tables import Action

HINTS: Final = 4
SHOWN: Final = 60
LONGEST: Final = 9_999_999  # seconds of a move, four months


def shown(text: str) -> str:
    """A text from a file as an error quotes it."""
    text = text.strip()
    return repr(text if len(text) <= SHOWN else text[: SHOWN - 3] + "...")


class RecordBuilder:
    """The record so far, and the position it has led to.

    ``spell`` writes an action in the notation of the file, for hints.
    """

    def __init__(self, game: Shogi, spell: Callable[[State, Action], str]) -> None:
        self.spell = spell
        self.state = self.start = game.start()
        self.actions: list[Action] = []
        self.seconds: list[float | None] = []
        self.names = ["", ""]
        self.comments: dict[int, list[str]] = {}
        self.headers: dict[str, str] = {}
        self.notes: list[str] = []
        self.verdict: Verdict | None = None
        self.ended = False
        self._foul: UnreadableRecord | None = None

    def set_out(self, start: State) -> None:
        """Begin from this position instead of the game's own."""
        self.state = self.start = start

    def begin(self, sfen: str, line: int) -> None:
        """Begin from the position of an SFEN.  Raises :class:`UnreadableRecord`."""
        try:
            self.set_out(self.start.game.parse(sfen))
        except UnreadablePosition as error:
            raise UnreadableRecord(f"the position cannot be read: {error}", line) from None

    @property
    def under_way(self) -> bool:
        """Has a move been made, or the end been told?"""
        return bool(self.actions) or self.ended or self._foul is not None

    def note(self, line: int, text: str) -> None:
        self.notes.append(f"line {line}: {text}")

    def comment(self, text: str) -> None:
        self.comments.setdefault(len(self.actions), []).append(text)

    def square(self, line: int, column: int, row: int) -> str:
        """The name of the square on file ``column`` and in ``row``, both counted from 1."""
        variant = self.start.game.variant
        if not (1 <= column <= variant.files and 1 <= row <= variant.ranks):
            raise UnreadableRecord(
                f"there is no square {column}{row} on a board of {variant.files} files and {variant.ranks} ranks", line
            )
        return f"{column}{chr(ord('a') + row - 1)}"

    def play(self, line: int, text: str, usi: str) -> None:
        """Make the move ``usi``, which the file writes as ``text``.

        A move that is not legal is remembered, since the next line may be about
        it: a game can end by a foul.  If it is not, :class:`UnreadableRecord`
        is raised then.
        """
        if self._foul is not None:
            raise self._foul
        if self.ended:
            raise UnreadableRecord(f"{shown(text)} comes after the end of the game, where no move can follow", line)
        try:
            action = self.state.read(usi)
        except IllegalAction as error:
            self._foul = UnreadableRecord(f"{shown(text)} is not legal: {error.why}{self._hint(error.nearest)}", line)
            return
        self.state = self.state.apply(action)
        self.actions.append(action)
        self.seconds.append(None)

    def took(self, line: int, seconds: float) -> None:
        """Say what the last move took."""
        if seconds > LONGEST:
            raise UnreadableRecord(f"a move took {seconds} seconds: expected at most {LONGEST}", line)
        if self.seconds and not self.ended and self._foul is None:
            self.seconds[-1] = seconds

    def end(self, line: int, word: str, ending: Ending, loser: int | None = None) -> None:
        """End with this word.  ``loser`` is the seat that fouled, where the word says it."""
        if self.ended:
            raise UnreadableRecord(f"{shown(word)} ends a game that has ended before", line)
        mover = self.state.seat
        if self._foul is not None:
            if ending not in (FOUL, OTHERS_FOUL):
                raise self._foul
            self.notes.append(f"{self._foul}; it was a foul, and the record ends before it")
            self.verdict = Verdict.forfeit(Fault(mover, "illegal", self._foul.message))
            self._foul = None
        elif loser is not None:
            self.verdict = Verdict.forfeit(Fault(loser, "illegal", word))
        elif ending.reason == CHECKMATE and self.state.outcome is None:
            self.note(line, f"{word} is said of a position with legal moves; taken for a resignation")
            self.verdict = Ending(ending.loser, RESIGNATION).verdict(mover, word)
        else:
            self.verdict = ending.verdict(mover, word)
        self.ended = True

    def declare(self, line: int, word: str, ending: Ending) -> None:
        """End by a declaration, which is an action where the rules of the game have it."""
        if self.start.game.declares and self._foul is None and not self.ended and self.state.outcome is None:
            self.play(line, word, "win")
            self.ended = True
        else:
            self.end(line, word, ending)

    def finish(self) -> GameRecord:
        """The whole record; where the rules have ended the game, theirs is the verdict."""
        if self._foul is not None:
            raise self._foul
        outcome = self.state.outcome
        if outcome is not None:
            if self.verdict is not None and self.verdict.outcome.winner != outcome.winner:
                told = self.verdict.outcome.reason
                self.notes.append(f"the record ends with {told!r}, but the rules have ended the game: {outcome.reason}")
            self.verdict = Verdict(outcome)
        played = Playthrough(self.start)
        for action in self.actions:
            played.apply(action)
        return GameRecord.of(
            played,
            players=[NamedPlayer(name) for name in self.names],
            times=self.seconds,
            comments={ply: "\n".join(lines) for ply, lines in self.comments.items()},
            verdict=self.verdict,
            headers=self.headers,
            notes=self.notes,
        )

    def blame(self, error: UnreadableRecord) -> UnreadableRecord:
        """The error to report: that of an illegal move before it comes first."""
        return error if self._foul is None else self._foul

    def _hint(self, nearest: tuple[str, ...]) -> str:
        moves = [self.spell(self.state, self.state.read(text)) for text in nearest[:HINTS]]
        return f"; legal here: {', '.join(moves)}" if moves else ""
