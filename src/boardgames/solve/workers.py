"""Layers that wait for each other, solved by an executor: worker processes here, or a cluster."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from graphlib import TopologicalSorter
from typing import Final

import attrs

from boardgames.core.text.foreign_code import described
from boardgames.processes.executors import CheckExecutor, finished, unchecked
from boardgames.processes.workers import WorkerDied
from boardgames.solve.draft import Draft
from boardgames.solve.tablebase import NoTablebase

Solve = Callable[..., None]
"""``solve(name)`` solves the layer of that name into a draft; as ``solve(name, report)`` it tells the part done."""
MakeSolve = Callable[[Draft], Solve]
"""Makes such a function, once in each worker; it stands at the top of a module."""

KILLED: Final = -9
"""The status of a worker that the system ended, mostly for lack of memory."""

_latest: dict[int, tuple[MakeSolve, Draft, Solve]] = {}
"""The function of each thread of a worker that solved the last layer; it keeps what the next layer can use."""


def check_jobs(jobs: object) -> None:
    """Raise :class:`ValueError` for a value that is not a number of worker processes."""
    if not isinstance(jobs, int) or jobs < 1:
        raise ValueError(f"jobs is the number of processes, 1 or more, not {jobs!r}")


def solve_by(
    executor: Executor,
    make: MakeSolve,
    draft: Draft,
    waits_for: Mapping[str, set[str]],
    jobs: int,
    check_executor: CheckExecutor = unchecked,
    look: Callable[[Mapping[str, float]], None] = lambda at_work: None,
) -> Iterator[tuple[str, float]]:
    """Solve layers in an executor, each as soon as it can begin, at most ``jobs`` at a time.

    ``check_executor`` is called when no layer has been solved for a second, and when one was lost; ``look`` each
    second, with the layers at work and the seconds since each was begun.

    Yields the names of those that are done, and the seconds that each took.

    Raises :class:`OSError` and :class:`MemoryError` of a worker, and
    :class:`~boardgames.solve.tablebase.NoTablebase` if one fails otherwise.
    """
    remote = attrs.evolve(draft, folder=draft.folder.absolute())
    order = TopologicalSorter({name: others & waits_for.keys() for name, others in waits_for.items()})
    order.prepare()
    waiting: deque[str] = deque()
    begun: dict[str, float] = {}

    def ready() -> Iterator[str]:
        waiting.extend(order.get_ready())
        while waiting:
            begun[waiting[0]] = time.monotonic()
            yield waiting.popleft()

    def check(lost: bool) -> None:
        look({name: time.monotonic() - since for name, since in begun.items()})
        check_executor(lost)

    for name, future in finished(lambda name: executor.submit(solve_layer, make, remote, name), ready, jobs, check):
        _raise_error_of(future, draft, check_executor)
        order.done(name)
        yield name, time.monotonic() - begun.pop(name)


def _raise_error_of(future: Future[None], draft: Draft, check_executor: CheckExecutor) -> None:
    try:
        future.result()
    except MemoryError:
        raise
    except OSError as error:
        if error.errno is not None and error.filename is None:
            error.filename = str(draft.folder)
        raise
    except Exception as error:  # of whatever kind a cluster raises when a worker ends
        check_executor(True)
        if isinstance(error, WorkerDied) and error.status == KILLED:
            raise MemoryError from None
        reason = str(error) if isinstance(error, BrokenExecutor) else described(error)
        raise NoTablebase(f"a worker failed: {reason}; what is done is kept: begin again to go on") from error


def solve_layer(make: MakeSolve, draft: Draft, name: str) -> None:
    """Solve a layer of an unfinished table, in a worker.

    Raises :class:`OSError` where its folder is not there: it must be on a disk that all machines share.
    """
    if not draft.folder.is_dir():
        raise FileNotFoundError(
            f"{draft.folder} is not there on a worker's machine: give --out FILE on a disk that all share"
        )
    maker, solved, solve = _latest.pop(threading.get_ident(), (None, None, None))
    if solve is None or (maker, solved) != (make, draft):
        solve = make(draft)
    solve(name)
    _latest[threading.get_ident()] = make, draft, solve


def forget() -> None:
    """Free what the functions that solved the last layers keep."""
    _latest.clear()
