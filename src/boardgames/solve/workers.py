"""Layers that wait for each other, solved here, by worker processes or by an executor."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from boardgames.core.text.foreign_code import described
from boardgames.solve.draft import Draft

Solve = Callable[..., None]
"""``solve(name)`` solves the layer of that name into a draft; as ``solve(name, report)`` it tells the part done."""
MakeSolve = Callable[[Draft], Solve]
"""Makes such a function, once in each process; it stands at the top of a module."""

DONE: Final = "done"
NO_MEMORY: Final = "memory"


def check_jobs(jobs: object) -> None:
    """Raise :class:`ValueError` for a value that is not a number of worker processes."""
    if not isinstance(jobs, int) or jobs < 1:
        raise ValueError(f"jobs is the number of processes, 1 or more, not {jobs!r}")


def serve(solve: Solve) -> None:
    """Solve in a worker process: read a name from each line of the input, solve, and answer.

    The answer is ``done``; or ``memory``, or the number and the text of an :class:`OSError`.  It ends with its input.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C, and ends this one
    for line in sys.stdin:
        try:
            solve(line.strip())
        except MemoryError:
            print(NO_MEMORY, flush=True)
        except OSError as error:
            print(error.errno or 0, error.strerror or error, flush=True)
        else:
            print(DONE, flush=True)


class Queue:
    """Names in order, each with those that it waits for."""

    def __init__(self, waits_for: Mapping[str, set[str]]) -> None:
        self.waiting = list(waits_for)
        self.waits_for = {name: others.intersection(waits_for) for name, others in waits_for.items()}

    def ready(self) -> list[str]:
        """Those that can begin."""
        return [name for name in self.waiting if not self.waits_for[name]]

    def finish(self, name: str) -> None:
        for others in self.waits_for.values():
            others.discard(name)


def by_processes(make: MakeSolve, draft: Draft, waits_for: Mapping[str, set[str]], jobs: int) -> Iterator[str]:
    """Have processes solve layers, each as soon as it can begin; yields the names of those that are done.

    Raises :class:`OSError` and :class:`MemoryError` of a worker.
    """
    queue = Queue(waits_for)
    reference = f"{make.__module__}:{make.__qualname__}"
    command = [sys.executable, "-m", "boardgames.solve.worker", str(draft.folder), reference]
    with _started(command, jobs) as processes, selectors.DefaultSelector() as answers:
        idle = list(processes)
        at_work: dict[subprocess.Popen[str], str] = {}
        for process in processes:
            assert process.stdout is not None
            answers.register(process.stdout, selectors.EVENT_READ, process)
        while queue.waiting or at_work:
            for name in queue.ready()[: len(idle)]:
                queue.waiting.remove(name)
                process = idle.pop()
                at_work[process] = name
                assert process.stdin is not None
                process.stdin.write(f"{name}\n")
                process.stdin.flush()
            for key, _ in answers.select():
                process = key.data
                assert process.stdout is not None
                answer = process.stdout.readline().strip()
                if answer == NO_MEMORY or (not answer and process.wait() == -9):  # systems short of memory kill
                    raise MemoryError
                if answer != DONE:
                    raise _error_of(answer, process, draft.folder)
                name = at_work.pop(process)
                idle.append(process)
                queue.finish(name)
                yield name


def _error_of(answer: str, process: subprocess.Popen[str], folder: Path) -> OSError:
    """The error that a worker has answered with, or that it has ended."""
    number, _, text = answer.partition(" ")
    if number.isdecimal() and int(number):
        return OSError(int(number), text, str(folder))
    return OSError(text or answer or f"a worker ended with exit code {process.wait()}")


@contextmanager
def _started(command: list[str], jobs: int) -> Iterator[list[subprocess.Popen[str]]]:
    """Worker processes; they are ended and waited for in any case."""
    processes = []
    try:
        for _ in range(jobs):
            processes.append(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ)
            )
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def by_executor(
    make: MakeSolve, draft: Draft, waits_for: Mapping[str, set[str]], jobs: int, executor: Executor
) -> Iterator[str]:
    """Have an executor, such as a Dask cluster's, solve layers, at most ``jobs`` at a time; yields their names.

    Raises :class:`OSError` and :class:`MemoryError` of a worker.
    """
    queue = Queue(waits_for)
    folder = draft.folder.absolute()
    at_work: dict[Future[Any], str] = {}
    try:
        while queue.waiting or at_work:
            for name in queue.ready()[: jobs - len(at_work)]:
                queue.waiting.remove(name)
                at_work[executor.submit(solve_into, make, folder, name)] = name
            for future in wait(at_work, return_when=FIRST_COMPLETED).done:
                try:
                    future.result()
                except (MemoryError, OSError):
                    raise
                except Exception as error:  # of whatever kind a cluster raises when a worker ends
                    raise OSError(f"a worker failed: {described(error)}") from error
                name = at_work.pop(future)
                queue.finish(name)
                yield name
    finally:
        for future in at_work:
            future.cancel()


def solve_into(make: MakeSolve, folder: Path, name: str) -> None:
    """Solve a layer of the unfinished table in a folder, as a worker of a cluster.

    Raises :class:`OSError` where there is no such folder: it must be on a disk that all machines share.
    """
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder} is not there on a worker's machine: give --out FILE on a disk that all share"
        )
    make(Draft.at(folder))(name)
