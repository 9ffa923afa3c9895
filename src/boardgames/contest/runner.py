"""The runner: has an executor play the planned games, and keeps each as soon as it is over."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Final

import attrs

from boardgames.contest.configuration import Configuration
from boardgames.contest.entrants import BadEntrant
from boardgames.contest.plan import Plan, PlannedGame, plan
from boardgames.contest.score import SprtState
from boardgames.contest.settings import BadContest
from boardgames.contest.store import FinishedGame, KeptGame, Store
from boardgames.contest.workers.game_task import dismiss, play
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, split_name
from boardgames.core.model.options import BadOption
from boardgames.core.record.game_record import GameRecord, RecordedPlayer
from boardgames.core.record.verdict import Fault, Verdict

MOST_FAILED_STARTS: Final = 3  # in a row; then a player is benched
TRIES: Final = 3  # of a game whose workers die
BENCHED: Final = "it was benched: it could not get going three times in a row"

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
    masked: tuple[str, ...] = ()
    """Files that no program in a sandbox can read: those of the contest, which tell of the games to come."""
    results: dict[int, float] = attrs.field(factory=dict)
    failures: Counter[int] = attrs.field(factory=Counter)
    benched: dict[int, str] = attrs.field(factory=dict)
    """By player that failed to start three times in a row: the detail of its last failure."""
    sprt: SprtState | None = None

    def run(self) -> Plan:
        """Play until no game is missing, or none is needed any more.  Returns the final plan.

        Raises :class:`~boardgames.contest.BadStore` if a game cannot be kept, and
        :class:`~boardgames.contest.BadContest` if one cannot be played.
        """
        self.results = self.store.results()
        self.sprt = SprtState.of(self.configuration)
        if self.sprt is not None:
            for game in self.store.games():
                self.sprt.add(game)
        while True:
            made = plan(self.configuration, self.results)
            missing = deque(game for game in made.games if game.number not in self.results)
            if not missing or self.over:
                return made
            try:
                self._play(missing)
            finally:
                dismiss()

    @property
    def over(self) -> bool:
        """Whether a match is decided, or one of its players is benched."""
        decided = self.sprt is not None and self.sprt.accepted is not None
        return decided or (self.configuration.format == "match" and bool(self.benched))

    def _play(self, missing: deque[PlannedGame]) -> None:
        if self.executor is None:
            for planned in self._wanted(missing):
                self._keep(planned, play(self.configuration, planned, self.masked))
            return
        submitted: dict[Future[FinishedGame], PlannedGame] = {}
        tries: Counter[int] = Counter()
        try:
            while True:
                while len(submitted) < self.prefetch and (ready := next(self._wanted(missing), None)) is not None:
                    submitted[self.executor.submit(play, self.configuration, ready, self.masked)] = ready
                if not submitted or self.over:
                    return
                for future in wait(submitted, return_when=FIRST_COMPLETED).done:
                    planned = submitted.pop(future)
                    error = future.exception()
                    if error is None:
                        self._keep(planned, future.result())
                    elif _is_of_the_worker(error) and tries[planned.number] < TRIES - 1:
                        tries[planned.number] += 1
                        missing.appendleft(planned)
                    elif _is_of_the_worker(error):
                        raise BadContest(f"game {planned.number} has brought down {TRIES} workers: {error}") from error
                    elif isinstance(error, BadEntrant | BadOption | BadContest):
                        raise error
                    else:
                        reason = f"{type(error).__name__}: {error}"
                        raise BadContest(f"game {planned.number} cannot be played: {reason}") from error
        finally:
            for future in submitted:
                future.cancel()

    def _wanted(self, missing: deque[PlannedGame]) -> Iterator[PlannedGame]:
        """The games still to be played, in their order.  A benched player loses its games without playing."""
        while missing and not self.over:
            planned = missing.popleft()
            seat = next((seat for seat in (0, 1) if (planned.first, planned.second)[seat] in self.benched), None)
            if seat is None:
                yield planned
            else:
                self._keep(planned, self._forfeited(planned, seat))

    def _keep(self, planned: PlannedGame, game: FinishedGame) -> None:
        kept = self.store.add(planned, game)
        self.results[kept.number] = kept.score
        if self.sprt is not None:
            self.sprt.add(kept)
        for seat, player in enumerate((planned.first, planned.second)):
            if player in self.benched:
                continue
            if game.failed_start == seat:
                self.failures[player] += 1
            elif game.failed_start is None and game.detail != BENCHED:  # a forfeit says nothing of the rival's start
                self.failures[player] = 0
            if self.failures[player] == MOST_FAILED_STARTS:
                self.benched[player] = game.detail or game.reason
        if self.on_game is not None:
            self.on_game(kept)

    def _forfeited(self, planned: PlannedGame, seat: int) -> FinishedGame:
        name, options = split_name(self.configuration.game)
        game = make(find(name), options)
        verdict = Verdict.forfeit(Fault(seat, "not started", BENCHED))
        names = [self.configuration.names[player] for player in (planned.first, planned.second)]
        record = GameRecord(
            game=game.name,
            options=attrs.asdict(game.options, recurse=False),
            start=str(game.start()),
            players=[RecordedPlayer(name) for name in names],
            verdict=verdict,
            seed=planned.seed(self.configuration),
        )
        return FinishedGame(
            score=float(seat),
            reason=verdict.outcome.reason,
            fault="not started",
            fault_seat=seat,
            detail=BENCHED,
            record=record.json(),
        )


def _is_of_the_worker(error: BaseException) -> bool:
    """Whether the worker failed, so that another may succeed; else every worker would meet the same mistake."""
    return isinstance(error, BrokenExecutor | OSError) or type(error).__module__.startswith("distributed")
