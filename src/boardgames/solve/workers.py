"""Tasks that wait for each other, such as the layers of a table, done by worker processes or by an executor."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from boardgames.core.text.foreign_code import described

Task = TypeVar("Task", bound=Hashable)

DONE: Final = "done"
NO_MEMORY: Final = "memory"


def check_workers(workers: object) -> None:
    """Raises :class:`ValueError` for what is not a number of worker processes."""
    if not isinstance(workers, int) or workers < 1:
        raise ValueError(f"workers is the number of processes, 1 or more, not {workers!r}")


def serve(do: Callable[[str], None]) -> None:
    """What a worker process does: read a task from each line of its input, do it, and answer.

    The answer is ``done``; or ``memory``, or the number and the text of an :class:`OSError`.  It ends with its input.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C, and ends this one
    for line in sys.stdin:
        try:
            do(line)
        except MemoryError:
            print(NO_MEMORY, flush=True)
        except OSError as error:
            print(error.errno or 0, error.strerror or error, flush=True)
        else:
            print(DONE, flush=True)


class Queue:
    """Tasks in order, each with those that it waits for."""

    def __init__(self, waits_for: Mapping[Any, set[Any]]) -> None:
        self.waiting: list[Any] = list(waits_for)
        self.waits_for = {task: others.intersection(waits_for) for task, others in waits_for.items()}

    def ready(self) -> list[Any]:
        """The tasks that can begin."""
        return [task for task in self.waiting if not self.waits_for[task]]

    def finish(self, task: Any) -> None:
        for others in self.waits_for.values():
            others.discard(task)


def one_by_one(tasks: Iterable[Task], do: Callable[[Task], Any]) -> Iterator[Task]:
    """Do tasks here, one after the other; yields each."""
    for task in tasks:
        do(task)
        yield task


def by_processes(
    module: str, arguments: Sequence[str], lines: Mapping[Task, str], waits_for: Mapping[Task, set[Task]],
    workers: int, path: Path,
) -> Iterator[Task]:  # fmt: skip
    """Have processes, ``python -m module arguments...``, do tasks, each as soon as it can begin; yields each.

    ``lines`` are the tasks as a process reads them, ``path`` is what they write to.
    Raises :class:`OSError` and :class:`MemoryError` of a worker.
    """
    queue = Queue(waits_for)
    command = [sys.executable, "-m", module, *arguments]
    with _started(command, workers) as processes, selectors.DefaultSelector() as answers:
        idle = list(processes)
        at_work: dict[subprocess.Popen[str], Task] = {}
        for process in processes:
            assert process.stdout is not None
            answers.register(process.stdout, selectors.EVENT_READ, process)
        while queue.waiting or at_work:
            for task in queue.ready()[: len(idle)]:
                queue.waiting.remove(task)
                process = idle.pop()
                at_work[process] = task
                assert process.stdin is not None
                process.stdin.write(f"{lines[task]}\n")
                process.stdin.flush()
            for key, _ in answers.select():
                process = key.data
                assert process.stdout is not None
                answer = process.stdout.readline().strip()
                if answer == NO_MEMORY or (not answer and process.wait() == -9):  # systems short of memory kill
                    raise MemoryError
                if answer != DONE:
                    raise _error_of(answer, process, path)
                task = at_work.pop(process)
                idle.append(process)
                queue.finish(task)
                yield task


def _error_of(answer: str, process: subprocess.Popen[str], path: Path) -> OSError:
    """The error that a worker has answered with, or that it has ended."""
    number, _, text = answer.partition(" ")
    if number.isdecimal() and int(number):
        return OSError(int(number), text, str(path))
    return OSError(text or answer or f"a worker ended with exit code {process.wait()}")


@contextmanager
def _started(command: list[str], workers: int) -> Iterator[list[subprocess.Popen[str]]]:
    """Worker processes; they are ended and waited for in any case."""
    processes = []
    try:
        for _ in range(workers):
            processes.append(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ)
            )
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def by_executor(
    executor: Executor, workers: int, do: Callable[[Task], Any], waits_for: Mapping[Task, set[Task]]
) -> Iterator[Task]:
    """Have an executor, such as a Dask cluster's, do tasks, at most ``workers`` at a time; yields each.

    Raises :class:`OSError` and :class:`MemoryError` of a worker.
    """
    queue = Queue(waits_for)
    at_work: dict[Future[Any], Task] = {}
    try:
        while queue.waiting or at_work:
            for task in queue.ready()[: workers - len(at_work)]:
                queue.waiting.remove(task)
                at_work[executor.submit(do, task)] = task
            for future in wait(at_work, return_when=FIRST_COMPLETED).done:
                try:
                    future.result()
                except (MemoryError, OSError):
                    raise
                except Exception as error:  # of whatever kind a cluster raises when a worker ends
                    raise OSError(f"a worker failed: {described(error)}") from error
                task = at_work.pop(future)
                queue.finish(task)
                yield task
    finally:
        for future in at_work:
            future.cancel()
