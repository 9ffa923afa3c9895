"""A record while it is read: moves are played as they come, those of variations too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from boardgames.core.model.game import IllegalAction, UnreadablePosition, shortened
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.verdict import RESIGNATION, Fault, Verdict
from boardgames.core.text.printable import shown
from boardgames.games.shogi.records import evaluations
from boardgames.games.shogi.records.endings import (
    BROKEN_OFF,
    CHECKMATE,
    CSA,
    CSA_FOULS,
    DECLARED,
    FOUL,
    MOVER,
    OTHERS_FOUL,
    RecordEnding,
    own_word,
)
from boardgames.games.shogi.repetition import PERPETUAL_CHECK, REPETITION
from boardgames.games.shogi.rules import Shogi, State
from boardgames.records.game_record import GameRecord, RecordedPlayer, UnreadableRecord, Variation

HINTS: Final = 4
LONGEST: Final = 9_999_999  # seconds of a move, four months
MOST_MOVES: Final = 200_000  # of a game with all its variations
DEEPEST: Final = 60  # variations of variations


class Line(Playthrough[State]):
    """A line of play while it is read: the game itself, or a variation that leaves one after ``ply`` actions."""

    def __init__(self, ply: int, state: State) -> None:
        super().__init__(state)
        self.ply = ply
        self.seconds: list[float | None] = []
        self.comments: dict[int, list[str]] = {}
        self.branches: list[Line] = []
        self.ended = False
        self.pause = ""  # the word with which it was broken off, where it may go on

    @property
    def end(self) -> int:
        """The number of actions that lead to its end, from the start of the game."""
        return self.ply + len(self.actions)

    def comment_texts(self) -> dict[int, str]:
        """The comments by ply, each as one text."""
        return {ply: "\n".join(lines) for ply, lines in self.comments.items()}

    def variations(self) -> tuple[Variation, ...]:
        """Its variations in the order in which they leave it."""
        return tuple(
            Variation(
                ply=line.ply,
                actions=tuple(map(str, line.actions)),
                times=tuple(line.seconds) if any(seconds is not None for seconds in line.seconds) else (),
                comments=line.comment_texts(),
                variations=line.variations(),
            )
            for line in sorted(self.branches, key=lambda line: line.ply)
            if line.actions
        )


class RecordBuilder:
    """The record so far, and the position it has led to.

    ``spell`` writes an action in the notation of the file, for hints.
    """

    def __init__(self, game: Shogi, spell: Callable[..., str]) -> None:
        self.spell = spell
        self.main = Line(0, game.start())
        self.path = [self.main]  # the line that is being read, after those that it leaves
        self.names = ["", ""]
        self.headers: dict[str, str] = {}
        self.notes: list[str] = []
        self.verdict: Verdict | None = None
        self.ending_time: float | None = None
        self.word = ""  # of the end
        self.moves = 0
        self._foul: UnreadableRecord | None = None
        self.doubt: UnreadableRecord | None = None  # why the record is refused unless it has moves

    @property
    def line(self) -> Line:
        """The line to which moves are added: the game, or a variation."""
        return self.path[-1]

    @property
    def state(self) -> State:
        """The last position of that line."""
        return self.line.state

    @property
    def start(self) -> State:
        return self.main.start

    @property
    def aside(self) -> bool:
        """True if a variation is being read."""
        return len(self.path) > 1

    @property
    def ended(self) -> bool:
        """True if that line has come to its end, from which it does not go on."""
        return self.line.ended and not self.line.pause

    def begin(self, sfen: str, line: int | None, refusal: str = "the position cannot be read") -> None:
        """Begin from the position of an SFEN instead of the game's own.

        A position that no game leads to, as composed problems have, is read with a
        note if the record goes on from it.  Raises :class:`UnreadableRecord`, with
        ``refusal``.
        """
        game = self.start.game
        try:
            start = game.parse(sfen)
        except UnreadablePosition as error:
            refused = UnreadableRecord(f"{refusal}: {error}", line)
            try:
                start = game.parse_composed(sfen)
            except UnreadablePosition:
                raise refused from None
            self.doubt = refused
            self.note(line, f"{error}; the position was read as it is, since the record goes on from it")
        missing = [
            name for name, king in zip(("Black", "White"), start.kings(), strict=True) if king == start.tables.nowhere
        ]
        if missing:
            self.note(line, f"{missing[0]} has no king; the position was read as a composed problem")
        self.main.states = [start]

    @property
    def under_way(self) -> bool:
        """True if there is a move or an ending yet."""
        return bool(self.main.actions) or self.main.ended or self._foul is not None

    def note(self, line: int | None, text: str) -> None:
        """Keep a remark of the reader about a line of the file."""
        self.notes.append(text if line is None else f"line {line}: {text}")

    def comment(self, text: str) -> None:
        """Add a line of comment to the last position."""
        self.line.comments.setdefault(self.line.end, []).append(text)

    # -- variations -----------------------------------------------------------------------

    def branch(self, ply: int) -> None:
        """Go back to where a variation leaves after ``ply`` actions: the line read last that leads there.

        Raises :class:`UnreadableRecord` if no line does.
        """
        if self._foul is not None:
            raise self._foul
        while self.aside and not self.line.ply < ply <= self.line.end:
            self.path.pop()
        self.branch_here(ply)

    def branch_here(self, ply: int) -> None:
        """Begin a variation that leaves this line.  Raises :class:`UnreadableRecord` if the line is too short."""
        while self.aside and ply == self.line.ply:
            self.path.pop()  # it leaves the line that the variation itself leaves
        if not self.line.ply <= ply <= self.line.end:
            raise UnreadableRecord(f"a variation leaves at move {ply + 1}, but no line goes so far")
        if len(self.path) > DEEPEST:
            raise UnreadableRecord(f"variations are more than {DEEPEST} levels deep")
        line = Line(ply, self.line.states[ply - self.line.ply])
        self.line.branches.append(line)
        self.path.append(line)

    def give_up(self, error: UnreadableRecord) -> None:
        """Leave out the rest of a variation, with a note."""
        self.notes.append(f"{error}; the rest of this variation was left out")
        self.line.ended = True

    # -- moves ----------------------------------------------------------------------------

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
        if self.line.pause:
            self.comment(self.line.pause)
            self.line.ended, self.line.pause, self.ending_time = False, "", None
        self.moves += 1
        if self.moves > MOST_MOVES:
            raise UnreadableRecord(f"there are more than {MOST_MOVES} moves", line)
        try:
            action = self.state.read(usi)
        except IllegalAction as error:
            foul = UnreadableRecord(f"{shown(text)} is not legal: {error.why}{self._hint(error)}", line)
            if self.aside:
                raise foul from None
            over = self.state.outcome
            if over is not None and over.reason in (REPETITION, PERPETUAL_CHECK):  # not all count the first position
                self.note(line, f"{shown(text)} comes after the end of the game by {over.reason}, and was left out")
                self.verdict, self.line.ended = Verdict(over), True
                return
            self._foul = foul
            return
        self.line.apply(action)
        self.line.seconds.append(None)

    def took(self, line: int, seconds: float | None) -> None:
        """Note how many seconds the last move took, or the ending after it, if that is known."""
        if seconds is None:
            return
        if seconds > LONGEST:
            raise UnreadableRecord(f"a move took {seconds} seconds: expected at most {LONGEST}", line)
        if self.line.seconds and self._foul is None and (not self.line.ended or self.line.actions[-1].target < 0):
            self.line.seconds[-1] = seconds
        elif self.line.ended and not self.aside:
            self.ending_time = seconds

    # -- endings --------------------------------------------------------------------------

    def end(self, line: int, word: str, ending: RecordEnding, loser: int | None = None) -> None:
        """End with this word.  ``loser`` is the seat that lost, where the word says it, by an ending of the mover's."""
        over, self.line.pause = self.ended, "" if self.ended or ending != BROKEN_OFF else word
        if self.aside:
            if ending.reason is not None and not over:
                self.comment(word)
            self.line.ended = True
            return
        mover = self.state.seat if loser is None else loser
        if over:
            again = ending.verdict(mover, word)
            if (again and again.outcome) != (self.verdict and self.verdict.outcome):
                self.note(line, f"{shown(word)} ends a game that has ended before, and was left out")
            return
        self.word = word
        if self._foul is not None:
            if ending not in (FOUL, OTHERS_FOUL):
                raise self._foul
            self.notes.append(f"{self._foul}; it was a foul, and the record ends before it")
            self.verdict = Verdict.forfeit(Fault(int(self.state.seat), "illegal", self._foul.message))
            self._foul = None
        elif ending.reason == CHECKMATE and self.state.outcome is None:
            self.note(line, f"{word} is said of a position with legal moves; taken for a resignation")
            self.verdict = RecordEnding(ending.loser, RESIGNATION).verdict(mover, word)
        else:
            self.verdict = ending.verdict(mover, word)
        self.line.ended = True

    def summarise(self, ending: RecordEnding, loser: int | None, word: str) -> None:
        """Set the verdict of a record that has none: ``loser`` is the seat that lost, ``None`` for a draw."""
        if self._foul is not None or self.state.outcome is not None:
            return
        lost = ending if loser is None else RecordEnding(MOVER, ending.reason)
        self.verdict = lost.verdict(loser or 0, word)
        self.main.ended = True

    def declare(self, line: int, word: str, ending: RecordEnding) -> None:
        """End by a declaration, which is an action where the rules of the game have it."""
        if self.start.game.declares and self._foul is None and not self.ended and self.state.outcome is None:
            self.play(line, word, "win")
            self.line.ended = True
        else:
            self.end(line, word, ending)

    def end_by(self, line: int, word: str) -> bool:
        """End with a word of CSA; ``False`` if it is none."""
        if word in CSA_FOULS:
            self.end(line, word, FOUL, CSA_FOULS[word])
        elif word in CSA:
            (self.declare if CSA[word] is DECLARED else self.end)(line, word, CSA[word])
        return word in CSA_FOULS or word in CSA

    def finish(self) -> GameRecord:
        """The whole record; where the rules have ended the game, theirs is the verdict."""
        if self._foul is not None:
            raise self._foul
        if self.doubt is not None and not self.main.actions:
            raise self.doubt
        outcome = self.main.state.outcome
        if outcome is not None:
            if self.verdict is not None and self.verdict.outcome.winner != outcome.winner:
                claim = f"the record ends with {self.verdict.outcome.reason!r}"
                self.notes.append(f"{claim}, but the rules have ended the game: {outcome.reason}")
            self.verdict = Verdict(outcome)
        if self.main.ended:
            self.headers.update(own_word(self.verdict, self.main.state.seat, self.word))
        return GameRecord.of(
            self.main,
            players=[RecordedPlayer(name) for name in self.names],
            times=self.main.seconds,
            ending_time=self.ending_time,
            comments=self.main.comment_texts(),
            evaluations=evaluations.read(self.main.states, self.main.comment_texts()),
            verdict=self.verdict,
            headers=self.headers,
            variations=self.main.variations(),
            notes=self.notes,
        )

    def blame(self, error: UnreadableRecord) -> UnreadableRecord:
        """The error to report: that of an illegal move before it comes first."""
        return error if self._foul is None else self._foul

    def _hint(self, error: IllegalAction) -> str:
        moves = [self.spell(self.state, self.state.read(text)) for text in error.nearest[:HINTS]]
        return f"; legal here: {shortened(moves, error.legal)}" if moves else ""
