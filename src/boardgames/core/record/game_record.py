"""GameRecord: one game as it was played or written down, whatever its format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from boardgames.core.model.game import IllegalAction, UnreadablePosition
from boardgames.core.model.hooks import hooks
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.record.verdict import Verdict


class UnreadableRecord(ValueError):
    """A file that is not the record of a game; the message says where, what is wrong and what was expected.

    ``line`` is the number of the line in the file, from 1; ``None`` where no
    line is to blame.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message, line)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


@attrs.frozen
class RecordedPlayer:
    """Who played in a seat: a name, and the built-in player or command that it was.

    ``""`` where the record does not say.
    """

    name: str = ""
    player: str = ""


@attrs.frozen(kw_only=True)
class Variation:
    """Another way to go on, after ``ply`` actions of the line that it leaves."""

    ply: int
    actions: tuple[str, ...]
    times: tuple[float | None, ...] = ()
    comments: Mapping[int, str] = attrs.field(factory=dict)
    """What is said after so many actions, counted as in the line that it leaves."""
    variations: tuple[Variation, ...] = ()
    """Ways to leave this one; their ``ply`` counts from the start of the game too."""


def _texts(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(items)


def _players(items: Iterable[RecordedPlayer]) -> tuple[RecordedPlayer, ...]:
    return tuple(items)


def _times(items: Iterable[float | None]) -> tuple[float | None, ...]:
    return tuple(None if seconds is None else round(seconds, 6) for seconds in items)


@attrs.frozen(kw_only=True)
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
    """The game's name; of a game that is not installed its address, as it was written: ``rules.py:SPEC``."""
    options: Mapping[str, Any] = attrs.field(factory=dict)
    """Its rule options."""
    start: str
    """The text of the position in which it began."""
    actions: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    """The canonical texts of the actions from the start, chance included."""
    times: tuple[float | None, ...] = attrs.field(default=(), converter=_times)
    """The seconds that each action took, 0 for dice; ``None``, or a tuple that ends early, where nobody knows."""
    players: tuple[RecordedPlayer, ...] = attrs.field(default=(), converter=_players)
    """Who sat where."""
    verdict: Verdict | None = None
    """How the game ended; ``None`` if it was broken off or nobody knows."""
    seed: int | None = None
    """The seed of its luck; ``None`` if it had none or nobody knows."""
    comments: Mapping[int, str] = attrs.field(factory=dict)
    """What is said after so many actions, 0 before the first; lines are joined by newlines."""
    headers: Mapping[str, str] = attrs.field(factory=dict)
    """All else that is said of the game: ``event``, ``site``, ``start``, ``end``, ``time limit``, ``opening``,
    and any others under the names that the record gives them."""
    variations: tuple[Variation, ...] = ()
    """Other ways to go on that the record tells of."""
    notes: tuple[str, ...] = attrs.field(default=(), converter=_texts, eq=False)
    """What the reader left out or doubted, in sentences; no part of the game."""

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
        """The record of a playthrough; ``others`` are any of the other fields."""
        game = playthrough.start.game
        return cls(
            game=hooks.name_of(game),
            options=attrs.asdict(game.options, recurse=False),
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

    def playthrough(self) -> Playthrough:
        """The game itself, played again under the rules.

        Raises :class:`~boardgames.core.model.game.UnknownGame` or
        :class:`~boardgames.core.model.options.BadOption` if the game is not to be had,
        else :class:`UnreadableRecord`.
        """
        game = hooks.make_game(hooks.find_spec(self.game), self.options)
        try:
            return Playthrough.replay(game.parse(self.start), self.actions)
        except (UnreadablePosition, IllegalAction) as error:
            raise UnreadableRecord(str(error)) from None

    def _repr_html_(self) -> str | None:
        """The game as a notebook shows it: to step through."""
        return hooks.record_html(self)

    def json(self) -> str:
        """The record as one line of JSON (:mod:`boardgames.core.record.json_record`)."""
        return hooks.record_json(self).rstrip("\n")
