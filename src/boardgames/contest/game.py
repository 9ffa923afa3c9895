"""One game under the referee, as a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypedDict, Unpack

import attrs
from typing_extensions import TypeIs

from boardgames.contest.entrants import BadEntrant, Conditions, Entrant, entrant, for_game, names_of
from boardgames.core.lookup.installed_games import load, spec_of
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, Game, State, UnreadablePosition
from boardgames.core.model.options import BadOption, with_options
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.evaluation import Evaluation
from boardgames.core.protocol.player import PlayerLike
from boardgames.core.seeds import new_seed, whole_seed
from boardgames.records.game_record import GameRecord, RecordedPlayer
from boardgames.records.printed_numbers import game_numbers
from boardgames.referee import (
    Adjudicate,
    ArenaDice,
    Dice,
    Limits,
    Onlooker,
    PlayerSeat,
    Referee,
    Seat,
    SeededDice,
)

if TYPE_CHECKING:
    from boardgames.referee import ProgramSeat


@attrs.define(kw_only=True)
class RefereedGame:
    """A game that is set up: the referee with its seats, and the players' names.

    ``record`` can be called at any time, also for a game that was interrupted.
    """

    spec: GameSpec
    referee: Referee
    seats: Sequence[Seat]
    players: tuple[RecordedPlayer, ...]
    seed: int

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes of the players by seat; ``""`` for a program and for a player that has none."""
        return tuple(seat.player.note if isinstance(seat, PlayerSeat) else "" for seat in self.seats)

    @property
    def numbers(self) -> tuple[dict[str, float], ...]:
        """The numbers that programs printed on their standard error, by seat and name."""
        states, texts = self.referee.playthrough.states, [list[str]() for _ in self.seats]
        for ply, remark in sorted(self.referee.remarks.items()):
            if ply <= self.referee.playthrough.plies:
                texts[states[ply - 1].turn].append(remark)
        return tuple(map(game_numbers, texts))

    def staying(self) -> list[Seat | None]:
        """The programs that live on after the game, for the next one, by seat; ``None`` for the others.

        If you set up no other game with it, call its ``quit``.
        """
        return [seat if _kept_alive(seat) else None for seat in self.seats]

    def record(self, evaluations: bool = False) -> GameRecord:
        """The record so far; with ``evaluations`` also what players found of the positions, and their remarks."""
        referee = self.referee
        return GameRecord.of(
            referee.playthrough,
            players=self.players,
            times=referee.times,
            verdict=referee.verdict,
            seed=self.seed,
            evaluations=self._evaluations() if evaluations else {},
            comments={
                ply: remark
                for ply, remark in referee.remarks.items()
                if evaluations and ply <= referee.playthrough.plies
            },
        )

    def _evaluations(self) -> dict[int, Evaluation]:
        """The players' evaluations of the positions of a game for two, as far as they make sense."""
        states = self.referee.playthrough.states
        evaluations: dict[int, Evaluation] = {}
        for ply, thought in self.referee.thoughts.items() if len(self.players) == 2 else ():
            turn = states[ply].turn
            with suppress(AttributeError, TypeError, ValueError):  # a thought of a player that we do not know
                evaluations[ply] = thought.evaluation(turn, self.players[turn].name)
        return evaluations


class SetUpArguments(TypedDict, total=False):
    """The rarer arguments of :func:`set_up`."""

    spec: GameSpec | None
    """That of the game, if you have it at hand."""
    dice: Dice | None
    """Instead of those of the seed."""
    onlookers: Sequence[Onlooker]
    pace: float
    """Seconds between two actions, at least."""
    max_plies: int | None
    adjudicate: Adjudicate | None
    """Is asked at each position for a result that ends the game."""
    number: int | None
    """The number of the game in its contest."""
    staying: Sequence[Seat | None]
    """The programs that the entrants' last games left running (:meth:`RefereedGame.staying`), by seat."""
    reap: Callable[[Seat], object] | None
    """Is called with each seat after the game, to close it at once or later."""


def _is_program(seat: Seat) -> TypeIs[ProgramSeat]:
    return hasattr(seat, "stalled")


def _kept_alive(seat: Seat) -> TypeIs[ProgramSeat]:
    return bool(getattr(seat, "kept_alive", False))


def set_up(
    start: State | Playthrough,
    entrants: Sequence[Entrant],
    *,
    seed: int | None = None,
    names: Sequence[str] | None = None,
    conditions: Conditions | None = None,
    **more: Unpack[SetUpArguments],
) -> RefereedGame:
    """Seat the entrants at a game that begins in a state, or continues a playthrough.

    ``start`` is that state or playthrough.  ``names`` are the players' names, by default short ones.  ``conditions``
    are the limits and the sandbox of programs.

    The seed decides the dice.  A game that is continued gets the dice that it would
    have got without the interruption.  For ``more`` see :class:`SetUpArguments`.
    Raises :class:`~boardgames.contest.BadEntrant`.
    """
    playthrough = start if isinstance(start, Playthrough) else Playthrough(start)
    game = playthrough.start.game
    spec = more.get("spec") or spec_of(game)
    seed = new_seed() if seed is None else whole_seed(seed)
    conditions = Conditions() if conditions is None else conditions
    for_game(game, entrants)
    written = tuple(path for who in entrants for path in who.files)
    conditions = attrs.evolve(conditions, masked=(*conditions.masked, *written))
    names = names_of(entrants) if names is None else names
    dice = more.get("dice")
    if dice is None:
        dice = SeededDice(seed) if spec.dice is None else ArenaDice(spec.dice(seed))
        for state in playthrough.states[:-1]:
            if state.turn == CHANCE:
                dice.throw(state)
    seats: list[Seat] = []
    staying = more.get("staying") or [None] * len(entrants)
    for seat, (who, before) in enumerate(zip(entrants, staying, strict=True)):
        if before is not None and _kept_alive(before):
            before.begin_anew()
            seats.append(before)
        else:
            seats.append(who.take_seat(spec, seat, seed, names[seat], conditions))
    facts = {
        "game": with_options(spec.name, playthrough.start.game.options),
        "game_id": more.get("number"),
        "seed": seed,
    }
    for seat, (who, taken) in enumerate(zip(entrants, seats, strict=True)):
        here = {**facts, "seat": seat, "player": names[seat]}
        if conditions.on_seat is not None:
            conditions.on_seat(taken, here)
        if _is_program(taken):
            from boardgames.referee import Waiting  # which players in this process do not need

            taken.stalled = Waiting(playthrough, spec.describe)
        elif isinstance(taken, PlayerSeat):
            taken.player.facts = here
            try:
                taken.player.prepare(playthrough.state)
            except BadOption as error:
                raise BadEntrant(f"{who.text}: {error}") from None
    log = [] if conditions.log is None else [conditions.log]
    referee = Referee(
        playthrough,
        names,
        seats,
        dice,
        seed=seed,
        onlookers=[*log, *more.get("onlookers", ())],
        pace=more.get("pace", 0.0),
        max_plies=more.get("max_plies"),
        adjudicate=more.get("adjudicate"),
        reap=more.get("reap"),
    )
    players = tuple(RecordedPlayer(name, who.text) for name, who in zip(names, entrants, strict=True))
    return RefereedGame(spec=spec, referee=referee, seats=seats, players=players, seed=seed)


def play_game(
    game: str | Game,
    *players: str | PlayerLike | PlayerSpec,
    seed: int | None = None,
    limits: Limits | None = None,
    start: str | State | None = None,
    onlookers: Sequence[Onlooker] = (),
    names: Sequence[str] | None = None,
    max_plies: int | None = None,
    sandbox: str = "none",
) -> GameRecord:
    """Play one game under the referee: what ``boardgames play`` does, in a line.

    ``players`` are one for each seat.  ``onlookers`` hear everything that happens.  ``max_plies`` breaks the game off
    after that many plies.  ``sandbox`` says what programs are kept from, as in ``boardgames play --sandbox``.

    A player is a text as on the command line (``"greedy"``, ``"python bot.py"``,
    ``"usi:./engine"``, ``"module:Class"``) or a
    :class:`~boardgames.core.protocol.player.Player`; there is one for each seat, the
    first to act first.  ``limits`` say what programs may use, by default what
    their protocol says; ``start`` is a position to begin in.

    A player's fault is a verdict, never an exception.  Raises what
    :func:`boardgames.core.lookup.installed_games.load` raises, :class:`~boardgames.contest.entrants.BadEntrant`, and
    :class:`~boardgames.core.model.game.UnreadablePosition` for a ``start`` that is not of the game.

    >>> record = play_game("ur", "greedy", "random", seed=1)
    >>> record.verdict.sentence(record.names), len(record.actions)
    ('greedy wins against random: home', 335)
    """
    rules = load(game)
    spec = spec_of(rules)
    state = rules.start() if start is None else rules.parse(start) if isinstance(start, str) else start
    begun = getattr(state, "game", None)
    if begun is None or (begun.name, begun.options) != (rules.name, rules.options):
        raise UnreadablePosition(f"expected a state of {rules!r}, or its text, to start from, not {start!r}")
    refereed = set_up(
        state,
        [entrant(player, spec) for player in players],
        spec=spec,
        seed=seed,
        names=names,
        conditions=Conditions(limits=Limits() if limits is None else limits, sandbox=sandbox),
        onlookers=onlookers,
        max_plies=max_plies,
    )
    refereed.referee.run()
    return refereed.record(evaluations=True)


__all__ = ["BadEntrant", "RefereedGame", "new_seed", "play_game", "set_up"]
