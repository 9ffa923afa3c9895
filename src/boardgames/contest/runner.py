"""The runner: an executor plays the planned games, and each is kept as soon as it is over."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from functools import partial
from typing import Any, Final

import attrs

from boardgames.contest.configuration import Configuration
from boardgames.contest.entrants import BadEntrant
from boardgames.contest.game_task import dismiss, play, suspect
from boardgames.contest.plan import Plan, PlannedGame, plan
from boardgames.contest.score import SprtState
from boardgames.contest.settings import BadContest
from boardgames.contest.store import BENCHED, BadStore, FinishedGame, KeptGame, Store
from boardgames.contest.unplayed import GIVEN_UP, SET_ASIDE, Benching, GivenUp, forfeited, set_aside
from boardgames.core.model.options import BadOption
from boardgames.processes.executors import CheckExecutor, finished, unchecked
from boardgames.referee import Interference

TRIES: Final = 3  # of a game whose workers die, or whose programs are stopped
MOST_LOST_GAMES: Final = {"match": 3, "tournament": 10}  # in a row that bring down their workers; then it ends

OnGame = Callable[[KeptGame], object]


@attrs.define(kw_only=True)
class Runner:
    """Plays the games that a store lacks.

    ``executor`` plays them, ``prefetch`` of them submitted at a time; without one they
    are played in this process.
    """

    configuration: Configuration
    store: Store
    executor: Executor | None = None
    prefetch: int = 1
    on_game: OnGame | None = None
    check: CheckExecutor = unchecked
    """Called when no game has ended for a second, and when one was lost."""
    masked: tuple[str, ...] = ()
    """Files that no program in a sandbox can read: those of the contest, which tell of the games to come."""
    stop: Callable[[], str] = str
    """``stop()``: why no other game may begin, as a sentence; ``""`` if one may."""
    given_up: dict[int, str] = attrs.field(factory=dict)
    """The games that cannot be played now, as a service has failed, each with the reason."""
    stopped: str = ""
    """The reason why games are left for another time; empty if none is."""
    results: dict[int, float] = attrs.field(factory=dict)
    seated: dict[int, tuple[int, int]] = attrs.field(factory=dict)
    benching: Benching = attrs.field()
    tries: Counter[int] = attrs.field(factory=Counter)
    """The tries of each game that could not be finished, by its number."""
    alone: bool = False
    """Games are played one at a time, as programs of others may have disturbed them."""
    lost_in_a_row: int = 0
    sprt: SprtState | None = None
    numbers: Mapping[str, Mapping[str, float]] = attrs.field(factory=dict)
    """The means of the numbers that programs printed, by player and name, once the games are played."""

    @benching.default
    def _nobody_benched(self) -> Benching:
        return Benching(tournament=self.configuration.is_tournament)

    @property
    def benched(self) -> dict[str, str]:
        """The names of the players that lose their games without playing, each with the reason."""
        return {self.configuration.names[player]: why for player, why in self.benching.reasons.items()}

    @property
    def ending(self) -> dict[str, Any]:
        """The fields of a result that its games do not tell."""
        return {"benched": self.benched, "stopped": self.stopped, "numbers": self.numbers}

    def run(self) -> Plan:
        """Play until no game is missing, or none is needed any more.  Returns the final plan.

        Raises :class:`~boardgames.contest.BadStore` if a game cannot be kept, and
        :class:`~boardgames.contest.BadContest` if one cannot be played.
        """
        self.results, self.seated = self.store.results(), self.store.seated()
        for game in self.store.games(by="finished"):
            self.benching.add(game)
        self.sprt = SprtState.of(self.configuration)
        if self.sprt is not None:
            for game in self.store.games():
                self.sprt.add(game)
        while True:
            made = self.planned()
            missing = deque(game for game in made.games if game.number not in self.results)
            if not missing or self.over:
                return made
            missing = deque(game for game in missing if game.number not in self.given_up)
            if self.limit or not missing:
                self.stopped = self.limit or self._given_up()
                return made
            disturbed = deque(game for game in missing if self.tries[game.number])
            self.alone = bool(disturbed)
            try:
                self._play(disturbed or missing)
            finally:
                dismiss()

    def planned(self) -> Plan:
        """The games of the contest, as far as its results let them be known."""
        return plan(self.configuration, self.results, self.seated)

    def configured(self, planned: PlannedGame) -> Configuration:
        """The configuration under which a game is played."""
        return self.configuration

    @property
    def over(self) -> bool:
        """True if a match is decided, or a player is benched without whom the contest cannot go on."""
        decided = self.sprt is not None and self.sprt.accepted is not None
        return decided or (bool(self.benched) and not self.configuration.is_tournament)

    @property
    def limit(self) -> str:
        """The reason why no other game may begin now; empty if one may."""
        return self.stop() or (self._given_up() if self.lost_in_a_row >= self._most_lost else "")

    @property
    def _most_lost(self) -> int:
        return MOST_LOST_GAMES["tournament" if self.configuration.is_tournament else "match"]

    def _given_up(self) -> str:
        games = "1 game was" if len(self.given_up) == 1 else f"{len(self.given_up)} games were"
        return f"{games} {GIVEN_UP}{next(reversed(self.given_up.values()))}"

    def _play(self, missing: deque[PlannedGame]) -> None:
        if self.executor is None:
            for planned in self._wanted(missing):
                try:
                    self.keep(planned, play(self.configured(planned), planned, self.masked))
                except (Interference, GivenUp) as error:
                    self._not_finished(missing, planned, error)
            return
        ready = partial(self._wanted, missing)
        ahead = 1 if self.alone else self.prefetch
        for planned, game in finished(self._submit, ready, ahead, self.check, lambda: bool(self.limit)):
            self._finished(missing, planned, game)
            if self.over:
                return

    def _submit(self, planned: PlannedGame) -> Future[FinishedGame]:
        assert self.executor is not None
        return self.executor.submit(play, self.configured(planned), planned, self.masked, self.alone)

    def _finished(self, missing: deque[PlannedGame], planned: PlannedGame, future: Future[FinishedGame]) -> None:
        """Keep the game that a worker has finished, or try it again."""
        try:
            game = future.result()
        except (BadEntrant, BadOption, BadContest):
            raise
        except CancelledError:
            self.check(True)
            raise BadContest(f"the executor has given up game {planned.number}; the games before are kept") from None
        except Exception as error:
            if not isinstance(error, GivenUp) and not _is_of_the_worker(error):
                where = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
                reason = f"{type(error).__name__}: {error}{where}"
                raise BadContest(f"game {planned.number} cannot be played: {reason}") from error
            if not isinstance(error, GivenUp):
                self.check(True)
            self._not_finished(missing, planned, error)
        else:
            self.keep(planned, game)

    def _not_finished(self, missing: deque[PlannedGame], planned: PlannedGame, error: Exception) -> None:
        """Try a game again that could not be finished, after three tries set it aside; leave one that was given up."""
        if isinstance(error, GivenUp):
            self.lost_in_a_row += 1
            self.given_up[planned.number] = f"game {planned.number}: {error}"
            self.store.add_given_up(planned, error.notes)
            return
        self.tries[planned.number] += 1
        if self.tries[planned.number] < TRIES:
            if not isinstance(error, Interference):  # such a game is played alone, when the others are over
                missing.appendleft(planned)
            return
        tried = f"was tried {TRIES} times" if isinstance(error, Interference) else f"has brought down {TRIES} workers"
        detail = f"it {tried}: {error}"
        seat = None if isinstance(error, Interference) else suspect(self.configuration, planned)
        if seat is None:
            self.keep(planned, self._set_aside(planned, detail))
        else:
            self.keep(planned, forfeited(self.configuration, planned, seat, "crash", detail))

    def _set_aside(self, planned: PlannedGame, detail: str) -> FinishedGame:
        self.lost_in_a_row += 1
        if self.lost_in_a_row >= self._most_lost:
            raise BadContest(
                f"{self.lost_in_a_row} games one after the other could not be finished; game {planned.number}: {detail}"
            )
        return set_aside(self.configuration, planned, detail)

    def _wanted(self, missing: deque[PlannedGame]) -> Iterator[PlannedGame]:
        """The games still to be played, in their order.  A benched player loses its games without playing."""
        while missing and not self.over and not self.limit:
            planned = missing.popleft()
            seat = next((seat for seat, player in enumerate(planned.players) if player in self.benching.reasons), None)
            if seat is None:
                yield planned
            else:
                self.keep(planned, forfeited(self.configuration, planned, seat))

    def keep(self, planned: PlannedGame, game: FinishedGame) -> KeptGame:
        """Keep a finished game, and take it into account."""
        try:
            kept = self.store.add(planned, game)
        except BadStore:
            if any(game.notes):  # what the players note may have been paid for
                with suppress(OSError):
                    what = f"game {planned.number} cannot be kept; this is its record:\n{game.record.rstrip()}"
                    print(what, file=sys.stderr, flush=True)
            raise
        self.results[kept.number] = kept.score
        self.seated[kept.number] = (kept.first, kept.second)
        if self.sprt is not None:
            self.sprt.add(kept)
        self.benching.add(kept)
        if kept.reason != SET_ASIDE and kept.detail != BENCHED:
            self.lost_in_a_row = 0
        if self.on_game is not None:
            self.on_game(kept)
        return kept


def _is_of_the_worker(error: BaseException) -> bool:
    """True if the worker failed, so that another may succeed.  Else every worker would meet the same mistake."""
    return isinstance(error, BrokenExecutor | OSError) or type(error).__module__.startswith("distributed")
