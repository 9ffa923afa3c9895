"""GameRecord: one game as it was played or recorded, independent of formats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

import attrs

from boardgames.core.above import above
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, name_of
from boardgames.core.model.game import IllegalAction, UnreadablePosition
from boardgames.core.model.options import values_of
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.evaluation import Evaluation
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.seeds import whole_seed
from boardgames.core.text.said import Said
from boardgames.foreign_names import answer


class UnreadableRecord(ValueError):
    """A file that is not a correct record; the message says where, what is wrong and what was expected.

    ``line`` is the number of the line in the file, from 1; ``None`` if the error is in no
    single line.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message, line)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


@attrs.frozen
class RecordedPlayer:
    """The player in a seat: its name, and the built-in player or command.

    ``""`` if the record does not say it.
    """

    name: str = ""
    player: str = ""


@attrs.frozen(kw_only=True)
class Variation:
    """Other actions from a point of the game: after ``ply`` actions of the line that it leaves."""

    ply: int
    actions: tuple[str, ...]
    times: tuple[float | None, ...] = ()
    comments: Mapping[int, str] = attrs.field(factory=dict)
    """Comments by the number of actions before them, counted as in the line that it leaves."""
    variations: tuple[Variation, ...] = ()
    """Variations of this variation; their ``ply`` also counts from the start of the game."""


def _texts(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(items)


def _players(items: Iterable[RecordedPlayer]) -> tuple[RecordedPlayer, ...]:
    return tuple(items)


def _seed(seed: SupportsIndex | None) -> int | None:
    return None if seed is None else whole_seed(seed)


def _times(items: Iterable[float | None]) -> tuple[float | None, ...]:
    return tuple(None if seconds is None else round(seconds, 6) for seconds in items)


@attrs.frozen(kw_only=True, repr=False)
class GameRecord:
    """One game, in texts and numbers.

    >>> import boardgames as bg
    >>> playthrough = bg.Playthrough.replay(bg.load("ur", tokens=1).start(), ["=2", "0"])
    >>> record = GameRecord.of(playthrough, players=(RecordedPlayer("Ann"), RecordedPlayer("Bob")))
    >>> record.game, record.actions, record.names
    ('ur', ('=2', '0'), ('Ann', 'Bob'))
    >>> record.playthrough().state == playthrough.state
    True
    """

    game: str
    """The name of the game; if it is not installed, its object reference as it was written: ``rules.py:SPEC``."""
    options: Mapping[str, Any] = attrs.field(factory=dict)
    """Its rule options."""
    start: str
    """The text of the position in which it began."""
    actions: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    """The canonical texts of the actions from the start, throws of dice included."""
    times: tuple[float | None, ...] = attrs.field(default=(), converter=_times)
    """The seconds that each action took, 0 for dice; ``None``, or a shorter tuple, if it is not known."""
    ending_time: float | None = None
    """The seconds that the side to move took at the end, as until it resigned; ``None`` if it is not known."""
    players: tuple[RecordedPlayer, ...] = attrs.field(default=(), converter=_players)
    """The players by seat."""
    verdict: Verdict | None = None
    """How the game ended; ``None`` if it was broken off, or that is not known."""
    seed: int | None = attrs.field(default=None, converter=_seed)
    """The seed of the game; ``None`` if it had none, or that is not known."""
    comments: Mapping[int, str] = attrs.field(factory=dict)
    """Comments by the number of actions before them, 0 for the start; lines are joined by newlines."""
    evaluations: Mapping[int, Evaluation] = attrs.field(factory=dict)
    """Values of positions, as players or a judge found them, by the number of actions before them."""
    headers: Mapping[str, str] = attrs.field(factory=dict)
    """Other facts about the game: ``event``, ``site``, ``start``, ``end``, ``time limit``, ``opening``, ``ending``, and
    any others under the names that the record gives them."""
    variations: tuple[Variation, ...] = ()
    """The variations in the record."""
    notes: tuple[str, ...] = attrs.field(default=(), converter=_texts, eq=False)
    """Parts that the reader left out or doubts, in sentences; not part of the game."""
    language: str = attrs.field(default="", eq=False)
    """The code of the language in which its file writes moves, if that is the notation of one; not part of the game."""

    @classmethod
    def of(
        cls,
        playthrough: Playthrough,
        *,
        players: Sequence[RecordedPlayer] = (),
        times: Sequence[float | None] = (),
        verdict: Verdict | None = None,
        seed: int | None = None,
        **others: Any,
    ) -> GameRecord:
        """The record of a playthrough; ``others`` are other fields of the record."""
        game = playthrough.start.game
        return cls(
            game=name_of(game),
            options=values_of(game.options),
            start=str(playthrough.start),
            actions=playthrough.texts,
            times=times,
            players=players or (RecordedPlayer(),) * game.seats,
            verdict=verdict,
            seed=seed,
            **others,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.players)

    @property
    def winner(self) -> int | None:
        """The seat that won alone, or ``None``."""
        return None if self.verdict is None else self.verdict.outcome.winner

    @property
    def moves(self) -> tuple[str, ...]:
        """The actions, by the name that people look for."""
        return self.actions

    @property
    def result(self) -> str:
        """The end of the game in words, as ``boardgames play`` prints it."""
        seats = len(self.names if self.verdict is None else self.verdict.outcome.returns)
        names = (*self.names, *[""] * seats)[:seats]  # a record may name fewer players, or more
        return self.ending([name or f"seat {seat}" for seat, name in enumerate(names, 1)])

    def __str__(self) -> str:
        return self.result

    def __repr__(self) -> str:
        return f"<GameRecord of {self.game}: {self.result}; plies: {len(self.actions)}>"

    def playthrough(self) -> Playthrough:
        """The game, played again under the rules.

        Raises :class:`~boardgames.core.model.game.UnknownGame` or
        :class:`~boardgames.core.model.options.BadOption` if the game cannot be loaded,
        else :class:`UnreadableRecord`.
        """
        game = make(find(self.game), self.options)
        try:
            parse = getattr(game, "parse_composed", game.parse)  # a record may begin where no game leads
            return Playthrough.replay(parse(self.start), self.actions)
        except (UnreadablePosition, IllegalAction) as error:
            raise UnreadableRecord(str(error)) from None

    def ending(self, names: Sequence[str]) -> str:
        """How the game ended, in words; ``names`` are those of the players."""
        if self.verdict is not None:
            return self.verdict.sentence(names)
        return Said.counted("broken off after {number} ply", "broken off after {number} plies", len(self.actions))

    def _repr_html_(self) -> str | None:
        """The game as HTML to step through, for notebooks."""
        document: str | None = above("boardgames.view.displays:replay_of")(self)
        return document

    def json(self) -> str:
        """The record as one line of JSON (:mod:`boardgames.records.json_record`)."""
        text: str = above("boardgames.records.json_record:write")(self)
        return text.rstrip("\n")


answer(GameRecord, "record.")
