"""A record as writers need it: what every format has, in texts that fit into a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf

from boardgames.core.protocol.evaluation import Evaluation
from boardgames.core.protocol.verdict import Verdict
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.records import evaluations
from boardgames.games.shogi.records.endings import CSA, CSA_FOULS, ENDING, KIF, RecordEnding, csa_word, ending_of
from boardgames.games.shogi.rules import State
from boardgames.records.game_record import GameRecord, Variation

SpellEvaluation = Callable[[State, Evaluation], list[str]]


class LineText:
    """The main line or a variation, ready to be written; plies count from the start of the game.

    ``variations`` leave this line.  A variation that the record has below another, but
    that leaves before it, is moved to the line that it leaves.
    """

    def __init__(
        self,
        ply: int,
        states: list[State],
        moves: list[Action],
        times: Sequence[float | None],
        comments: Mapping[int, str],
        is_main: bool = False,
    ) -> None:
        self.ply = ply
        self.states = states
        self.moves = moves
        self.times = times
        self.texts = comments
        self.is_main = is_main
        self.variations: list[LineText] = []

    @property
    def end(self) -> int:
        return self.ply + len(self.moves)

    def hang(self, variations: Sequence[Variation]) -> list[Variation]:
        """Take the variations that leave this line; return those that leave before it begins."""
        queue, back = list(variations), []
        while queue:
            variation = queue.pop(0)
            if variation.ply < self.ply or (variation.ply == self.ply and not self.is_main):
                back.append(variation)
                continue
            if variation.ply > self.end:
                raise ValueError(f"a variation leaves its line after {variation.ply} actions, which has {self.end}")
            states, moves = [self.states[variation.ply - self.ply]], []
            for text in variation.actions:
                moves.append(states[-1].read(text))
                states.append(states[-1].apply(moves[-1]))
            line = LineText(variation.ply, states, moves, variation.times, variation.comments)
            self.variations.append(line)
            queue = line.hang(variation.variations) + queue
        self.variations.sort(key=lambda line: line.ply)
        return back

    def actions(self) -> Iterator[tuple[int, State, Action]]:
        """The number of each move from 1, the state before it, and the move."""
        for place, (state, move) in enumerate(zip(self.states, self.moves, strict=False), 1):
            yield self.ply + place, state, move

    def seconds(self, ply: int) -> int | None:
        """The whole seconds of the action that leads to ``ply``, if they are known."""
        place = ply - self.ply - 1
        seconds = self.times[place] if place < len(self.times) else None
        return None if seconds is None else round(seconds)

    def spent(self, before: Sequence[int], last: float = inf) -> list[int]:
        """The seconds of both sides after ``last`` plies at most, where they had spent ``before`` before this line."""
        seconds = list(before)
        for ply, state, _ in self.actions():
            if ply <= last:
                seconds[state.seat] += self.seconds(ply) or 0
        return seconds

    def comments(self, ply: int) -> list[str]:
        """The lines of the comment after ``ply`` actions."""
        text = self.texts.get(ply)
        return [] if text is None else [plain(line) for line in text.split("\n")]


class RecordText:
    """A record ready to be written.

    ``main`` leaves out a declaration, which is an ending in all formats;
    ``mover`` is the seat to move at the end, and ``ending_seconds`` are the whole
    seconds that it took there; ``ending`` is ``None`` where no record has a word for
    the verdict; ``spell_evaluation`` gives the lines of a comment that say what a
    position is worth.
    """

    def __init__(self, record: GameRecord, spell_evaluation: SpellEvaluation | None = None) -> None:
        playthrough = record.playthrough()
        self.record = record
        states: list[State] = playthrough.states
        moves: list[Action] = playthrough.actions
        outcome = playthrough.state.outcome
        self.verdict = record.verdict if outcome is None else Verdict(outcome)
        ending_time = record.ending_time
        if moves and moves[-1].target < 0:
            ending_time = record.times[len(moves) - 1] if len(moves) == len(record.times) else None
            moves, states = moves[:-1], states[:-1]
        self.ending_seconds = None if ending_time is None else round(ending_time)
        self.mover: int = states[-1].seat
        self.ending: RecordEnding | None = ending_of(self.verdict, self.mover)
        self.csa_word = csa_word(self.verdict, self.mover, record.headers.get(ENDING, ""))
        comments = dict(record.comments)
        if spell_evaluation is not None:
            comments = evaluations.added(states, comments, record.evaluations, spell_evaluation)
        fault = self.verdict.fault if self.verdict is not None else None
        lines = comments.get(len(moves), "").split("\n")
        if fault is not None and plain(fault.detail) not in {*KIF, *CSA, *CSA_FOULS, *map(plain, lines)}:
            comments[len(moves)] = "\n".join(filter(None, [comments.get(len(moves)), plain(fault.detail)]))
        self.main = LineText(0, states, moves, record.times, comments, is_main=True)
        self.main.hang(record.variations)

    @property
    def start(self) -> State:
        return self.main.states[0]

    @property
    def names(self) -> list[str]:
        """The players' names, each in one line."""
        return [plain(name) for name in self.record.names]

    def headers(self) -> Iterator[tuple[str, str]]:
        """The headers, each key and value in one line."""
        for key, value in self.record.headers.items():
            yield plain(key), plain(value)


def plain(text: str) -> str:
    """A text that fits into a line: control characters become blanks, and blanks at its end go.

    >>> plain("one\\ntwo ")
    'one two'
    """
    return "".join(
        character if character.isprintable() or character == "\u3000" else " " for character in text
    ).rstrip()
