"""The runner: has the planned games played by whoever there is, and keeps each as soon as it is over."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Final

import attrs

from boardgames.contest.configuration import BadContest, Configuration
from boardgames.contest.entrants import BadEntrant
from boardgames.contest.plan import Plan, PlannedGame, plan
from boardgames.contest.score import SprtState
from boardgames.contest.store import FinishedGame, KeptGame, Store
from boardgames.contest.workers.game_task import dismiss, play
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, split_name
from boardgames.core.model.options import BadOption
from boardgames.core.record.game_record import GameRecord, RecordedPlayer
from boardgames.core.record.verdict import Fault, Verdict

STARTS: Final = 3  # failures in a row after which a player is benched
TRIES: Final = 3  # of a game whose workers die
BENCHED: Final = "it was benched: it could not get going three times in a row"

OnGame = Callable[[KeptGame], object]


@attrs.define(kw_only=True)
class Runner:
    """Plays what a store lacks.  ``executor`` plays games, ``ahead`` of them at a time; without one we do."""

    configuration: Configuration
    store: Store
    executor: Executor | None = None
    ahead: int = 1
    on_game: OnGame | None = None
    results: dict[int, float] = attrs.field(factory=dict)
    failures: Counter[int] = attrs.field(factory=Counter)
    benched: dict[int, str] = attrs.field(factory=dict)
    """Players who could not get going, and what was said of the last time."""
    sprt: SprtState | None = None

    def run(self) -> Plan:
        """Play until nothing is missing, or nothing more is needed.  The plan as it came out.

        Raises :class:`~boardgames.contest.store.BadStore` where a game cannot be kept, and
        :class:`~boardgames.contest.configuration.BadContest` where one cannot be played.
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
        """Whether a match is decided, or has nobody to go on with."""
        decided = self.sprt is not None and self.sprt.accepted is not None
        return decided or (self.configuration.format == "match" and bool(self.benched))

    def _play(self, missing: deque[PlannedGame]) -> None:
        if self.executor is None:
            for planned in self._wanted(missing):
                self._keep(planned, play(self.configuration, planned))
            return
        under_way: dict[Future[FinishedGame], PlannedGame] = {}
        tries: Counter[int] = Counter()
        try:
            while True:
                while len(under_way) < self.ahead and (ready := next(self._wanted(missing), None)) is not None:
                    under_way[self.executor.submit(play, self.configuration, ready)] = ready
                if not under_way or self.over:
                    return
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    planned = under_way.pop(future)
                    error = future.exception()
                    if error is None:
                        self._keep(planned, future.result())
                    elif _passing(error) and tries[planned.number] < TRIES - 1:
                        tries[planned.number] += 1
                        missing.appendleft(planned)
                    elif _passing(error):
                        raise BadContest(f"game {planned.number} has brought down {TRIES} workers: {error}") from error
                    elif isinstance(error, BadEntrant | BadOption | BadContest):
                        raise error
                    else:
                        told = f"{type(error).__name__}: {error}"
                        raise BadContest(f"game {planned.number} cannot be played: {told}") from error
        finally:
            for future in under_way:
                future.cancel()

    def _wanted(self, missing: deque[PlannedGame]) -> Iterator[PlannedGame]:
        """The games still to be played, in their order; those of benched players are lost without being played."""
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
            elif game.failed_start is None and game.detail != BENCHED:  # else nobody saw it start
                self.failures[player] = 0
            if self.failures[player] == STARTS:
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


def _passing(error: BaseException) -> bool:
    """Whether it is the worker's trouble, and no mistake that the next one would meet again."""
    return isinstance(error, BrokenExecutor | OSError) or type(error).__module__.startswith("distributed")
