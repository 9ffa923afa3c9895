"""The runner: an executor plays the planned games, and each is kept as soon as it is over."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Final

import attrs

from boardgames.contest.configuration import Configuration
from boardgames.contest.entrants import BadEntrant
from boardgames.contest.game_task import dismiss, play
from boardgames.contest.plan import Plan, PlannedGame, plan
from boardgames.contest.score import SprtState
from boardgames.contest.settings import BadContest
from boardgames.contest.store import BENCHED, FinishedGame, KeptGame, Store
from boardgames.contest.unplayed import SET_ASIDE, Benching, forfeited, set_aside
from boardgames.core.model.options import BadOption
from boardgames.processes.executors import CheckExecutor, first_done
from boardgames.referee import Interference

TRIES: Final = 3  # of a game whose workers die, or whose programs are stopped
MOST_LOST_GAMES: Final = {"match": 3, "tournament": 10}  # in a row that bring down their workers; then it ends
CHECK_INTERVAL: Final = 1.0  # seconds without a finished game after which the executor is looked at

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
    check: CheckExecutor | None = None
    """Called when no game has ended for a second, and when one was lost."""
    masked: tuple[str, ...] = ()
    """Files that no program in a sandbox can read: those of the contest, which tell of the games to come."""
    results: dict[int, float] = attrs.field(factory=dict)
    seated: dict[int, tuple[int, int]] = attrs.field(factory=dict)
    benching: Benching = attrs.field()
    tries: Counter[int] = attrs.field(factory=Counter)
    """By number of a game: the times that it could not be finished."""
    lost_in_a_row: int = 0
    sprt: SprtState | None = None

    @benching.default
    def _nobody_benched(self) -> Benching:
        return Benching(tournament=self.configuration.is_tournament)

    @property
    def benched(self) -> dict[int, str]:
        """The players that lose their games without playing, each with the reason."""
        return self.benching.reasons

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
            try:
                self._play(missing)
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
        """Is a match decided, or a player benched without whom the contest cannot go on?"""
        decided = self.sprt is not None and self.sprt.accepted is not None
        return decided or (bool(self.benched) and not self.configuration.is_tournament)

    def _play(self, missing: deque[PlannedGame]) -> None:
        if self.executor is None:
            for planned in self._wanted(missing):
                try:
                    game: FinishedGame | None = play(self.configured(planned), planned, self.masked)
                except Interference as error:
                    game = self._failed(planned, error)
                self._keep_or_try_again(missing, planned, game)
            return
        submitted: dict[Future[FinishedGame], PlannedGame] = {}
        try:
            while True:
                while len(submitted) < self.prefetch and (ready := next(self._wanted(missing), None)) is not None:
                    submitted[self.executor.submit(play, self.configured(ready), ready, self.masked)] = ready
                if not submitted or self.over:
                    return
                done = first_done(submitted, CHECK_INTERVAL)
                if not done and self.check is not None:
                    self.check(False)
                for future in done:
                    planned = submitted.pop(future)
                    self._keep_or_try_again(missing, planned, self._finished(planned, future))
        finally:
            for future in submitted:
                future.cancel()

    def _finished(self, planned: PlannedGame, future: Future[FinishedGame]) -> FinishedGame | None:
        """The game that a worker has finished, or ``None`` to try it again."""
        try:
            return future.result()
        except (BadEntrant, BadOption, BadContest):
            raise
        except CancelledError:
            if self.check is not None:
                self.check(True)
            raise BadContest(f"the executor has given up game {planned.number}; the games before are kept") from None
        except Exception as error:
            if not _is_of_the_worker(error):
                where = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
                reason = f"{type(error).__name__}: {error}{where}"
                raise BadContest(f"game {planned.number} cannot be played: {reason}") from error
            if self.check is not None:
                self.check(True)
            return self._failed(planned, error)

    def _failed(self, planned: PlannedGame, error: Exception) -> FinishedGame | None:
        """``None`` to try a game again that nobody could finish; after so many tries it is set aside."""
        self.tries[planned.number] += 1
        if self.tries[planned.number] < TRIES:
            return None
        tried = f"was tried {TRIES} times" if isinstance(error, Interference) else f"has brought down {TRIES} workers"
        return self._set_aside(planned, f"it {tried}: {error}")

    def _keep_or_try_again(self, missing: deque[PlannedGame], planned: PlannedGame, game: FinishedGame | None) -> None:
        if game is None:
            missing.appendleft(planned)
        else:
            self.keep(planned, game)

    def _set_aside(self, planned: PlannedGame, detail: str) -> FinishedGame:
        self.lost_in_a_row += 1
        if self.lost_in_a_row >= MOST_LOST_GAMES["tournament" if self.configuration.is_tournament else "match"]:
            raise BadContest(
                f"{self.lost_in_a_row} games one after the other could not be finished; game {planned.number}: {detail}"
            )
        return set_aside(self.configuration, planned, detail)

    def _wanted(self, missing: deque[PlannedGame]) -> Iterator[PlannedGame]:
        """The games still to be played, in their order.  A benched player loses its games without playing."""
        while missing and not self.over:
            planned = missing.popleft()
            seat = next((seat for seat, player in enumerate(planned.players) if player in self.benched), None)
            if seat is None:
                yield planned
            else:
                self.keep(planned, forfeited(self.configuration, planned, seat))

    def keep(self, planned: PlannedGame, game: FinishedGame) -> KeptGame:
        """Keep a finished game, and take it into account."""
        kept = self.store.add(planned, game)
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
    """Did the worker fail, so that another may succeed?  Else every worker would meet the same mistake."""
    return isinstance(error, BrokenExecutor | OSError) or type(error).__module__.startswith("distributed")
