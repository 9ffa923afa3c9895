"""Many games, analysed one after the other, or several at a time in processes of their own."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from typing import Any, TypeVar

import attrs

from boardgames.analysis.game import Analysis, Stopped, analyse, summed_up
from boardgames.analysis.judges import NoJudge
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.core.record import Bounds, GameRecord, NotForTwo, UnreadableRecord

Key = TypeVar("Key")
AHEAD = 2
"""Games that wait for each process, so that none is idle, and few are in memory."""


@attrs.frozen(kw_only=True)
class JudgeSettings:
    """What a judge is, and what it may use for each position; as in :func:`~boardgames.analysis.analyse`."""

    by: str | None = None
    nodes: int | None = None
    time: float | None = None
    options: tuple[str, ...] = ()
    bounds: Bounds | None = None


@attrs.frozen
class JudgedGame:
    """What became of a game: its analysis as far as it went, and why it went no further, if it did not."""

    analysis: Analysis | None
    problem: str = ""


def analyse_games(
    records: Iterable[tuple[Key, GameRecord]],
    settings: JudgeSettings,
    workers: int = 1,
    report: Callable[[int, int], None] | None = None,
) -> Iterator[tuple[Key, JudgedGame]]:
    """Analyse games in their order, each by a judge of its own.  ``report`` is that of one game at a time.

    A game that cannot be judged is told of and hinders no other.
    """
    if workers == 1:
        for key, record in records:
            yield key, _analysed(record, settings, report)
        return
    with get_context("spawn").Pool(workers, _ignore_interrupts) as pool:  # which ends the processes, come what may
        waiting: deque[tuple[Key, GameRecord, Any]] = deque()
        for key, record in records:
            waiting.append((key, record, pool.apply_async(_evaluated, (record, settings))))
            if len(waiting) > AHEAD * workers:
                yield _finished(settings, *waiting.popleft())
        while waiting:
            yield _finished(settings, *waiting.popleft())


def _ignore_interrupts() -> None:
    """Ctrl-C reaches all processes of a terminal; the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _analysed(
    record: GameRecord, settings: JudgeSettings, report: Callable[[int, int], None] | None = None
) -> JudgedGame:
    try:
        return JudgedGame(
            analyse(
                record,
                settings.by,
                nodes=settings.nodes,
                time=settings.time,
                settings=settings.options,
                bounds=settings.bounds,
                report=report,
            )
        )
    except Stopped as stopped:
        return JudgedGame(stopped.analysis, str(stopped))
    except (NoJudge, NotForTwo, UnreadableRecord, UnknownGame, BadOption) as error:
        return JudgedGame(None, str(error))


def _evaluated(record: GameRecord, settings: JudgeSettings) -> tuple[Any, str, str]:
    """In a process of its own: the evaluations, the judge and the problem."""
    judged = _analysed(record, settings)
    if judged.analysis is None:
        return None, "", judged.problem
    return dict(judged.analysis.record.evaluations), judged.analysis.by, judged.problem


def _finished(settings: JudgeSettings, key: Key, record: GameRecord, result: Any) -> tuple[Key, JudgedGame]:
    evaluations, by, problem = result.get()
    if evaluations is None:
        return key, JudgedGame(None, problem)
    return key, JudgedGame(summed_up(record, record.playthrough(), evaluations, by, settings.bounds), problem)
