"""Many games, analysed one after the other, or several at a time in processes of their own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future
from typing import TypeVar

import attrs

from boardgames.analysis.game import Analysis, Stopped, analyse
from boardgames.analysis.judges import NoJudge
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.core.protocol import Bounds
from boardgames.processes.workers import Workers
from boardgames.records import GameRecord, NotForTwo, UnreadableRecord

Key = TypeVar("Key")
AHEAD = 2
"""Games that wait for each process, so that none is idle, and few are in memory."""


@attrs.frozen(kw_only=True)
class JudgeSettings:
    """A judge and its budget for each position; as in :func:`~boardgames.analysis.analyse`."""

    by: str | None = None
    nodes: int | None = None
    time: float | None = None
    settings: tuple[str, ...] = ()
    bounds: Bounds | None = None


@attrs.frozen
class JudgedGame:
    """The analysis of a game as far as it went; ``problem`` says why it ended early, if it did."""

    analysis: Analysis | None
    problem: str = ""


def analyse_games(
    records: Iterable[tuple[Key, GameRecord]],
    settings: JudgeSettings,
    jobs: int = 1,
    report: Callable[[int, int], None] | None = None,
) -> Iterator[tuple[Key, JudgedGame]]:
    """Analyse games in their order, each by a judge of its own.

    ``records`` are games with a name for each, ``settings`` say how they are judged; ``jobs`` are judged at a time.

    ``report`` is called with the number of positions judged and of all, of one game at a time; with several
    workers, when a game is done.  A game that cannot be judged is reported as such, and does not stop the others.
    After Ctrl-C those that were done already are still returned.
    """
    if jobs == 1:
        for key, record in records:
            yield key, _analysed(record, settings, report)
        return
    waiting: deque[tuple[Key, Future[JudgedGame]]] = deque()

    def next_game() -> tuple[Key, JudgedGame]:
        key, judged = waiting[0][0], _value(waiting[0][1])
        waiting.popleft()  # only now, so that an interrupt loses no game
        if report is not None and judged.analysis is not None:
            positions = len(judged.analysis.plies) + 1
            report(positions, positions)
        return key, judged

    with Workers(jobs) as pool:
        try:
            for key, record in records:
                waiting.append((key, pool.submit(_analysed, record, settings)))
                if len(waiting) > AHEAD * jobs:
                    yield next_game()
            while waiting:
                yield next_game()
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            for key, result in waiting:  # a later game may be done before an earlier one
                if not result.cancelled() and result.exception() is None:
                    yield key, result.result()
            raise


def _analysed(
    record: GameRecord, settings: JudgeSettings, report: Callable[[int, int], None] | None = None
) -> JudgedGame:
    try:
        return JudgedGame(analyse(record, **attrs.asdict(settings, recurse=False), report=report))
    except Stopped as stopped:
        return JudgedGame(stopped.analysis, str(stopped))
    except (NoJudge, NotForTwo, UnreadableRecord, UnknownGame, BadOption) as error:
        return JudgedGame(None, str(error))


def _value(result: Future[JudgedGame]) -> JudgedGame:
    try:
        return result.result()
    except BrokenExecutor as error:
        return JudgedGame(None, str(error))
