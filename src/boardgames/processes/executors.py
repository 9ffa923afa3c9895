"""Executors: worker processes of this machine, a Dask cluster at an address, or any other; and their calls."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any, TypeVar

import attrs

from boardgames.processes.workers import Workers

CONNECT_TIMEOUT = 5.0  # seconds for a scheduler to answer
LEAVE_TIMEOUT = 3.0  # seconds for workers to end their programs, and for the connection to close
IDLE_TIMEOUT = 30.0  # seconds without a worker, or without an answer, after which no call will be finished any more

LOOK_EVERY = 1.0  # seconds without a finished call after which the executor is looked at

Value = TypeVar("Value")
Argument = TypeVar("Argument")
CheckExecutor = Callable[[bool], None]
"""Raises :class:`BadExecutor` if no call will be finished any more; ``True`` tells that calls have been lost."""


def unchecked(lost: bool) -> None:
    """The check of an executor that cannot be asked."""


class BadExecutor(ValueError):
    """An executor that cannot be used; the message says what is wrong and what would do."""


@contextmanager
def open_executor(
    executor: Executor | str | None, jobs: int, at_end: Callable[[], object] | None = None
) -> Iterator[tuple[Executor | None, int, CheckExecutor]]:
    """The executor that is meant, with the calls that it does at a time, and a check whether it can finish calls.

    That is one given, the Dask cluster at an address, ``jobs`` worker processes of this machine, which are ended on
    leaving, or with 0 jobs none.  A cluster's workers call ``at_end`` then.

    Raises :class:`BadExecutor`.
    """
    if isinstance(executor, str):
        with executor_at(executor, at_end) as cluster:
            yield cluster
    elif executor is not None:
        yield executor, jobs or getattr(executor, "_max_workers", None) or 8, unchecked
    elif jobs:
        with Workers(jobs) as pool:
            yield pool, jobs, unchecked
    else:
        yield None, 1, unchecked


def finished(
    submit: Callable[[Argument], Future[Value]],
    ready: Callable[[], Iterable[Argument]],
    ahead: int,
    check: CheckExecutor,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Argument, Future[Value]]]:
    """Calls as they end, each as its argument and its future; at most ``ahead`` are submitted at a time.

    ``ready`` has the arguments of those that can begin now, and is asked again after each call.  ``check`` is called
    when no call has ended for a second.  Once ``stopped`` says so, calls that have not begun are left out.
    """
    at_work: dict[Future[Value], Argument] = {}
    try:
        while True:
            for argument in islice(ready(), ahead - len(at_work)):
                at_work[submit(argument)] = argument
            if not at_work:
                return
            done = wait(at_work, LOOK_EVERY, return_when=FIRST_COMPLETED).done
            done |= {future for future in at_work if future.cancelled()}  # by a cluster that ends: wait() may miss them
            if not done:
                check(False)
            for future in done:
                yield at_work.pop(future), future
            if stopped():
                for future in [future for future in at_work if future.cancel()]:
                    del at_work[future]
    finally:
        for future in at_work:
            future.cancel()


def completed_calls(
    executor: Executor,
    function: Callable[[Argument], Value],
    arguments: Iterable[Argument],
    ahead: int,
    check: CheckExecutor,
) -> Iterator[tuple[Argument, Value]]:
    """The values of calls as they end, each with its argument.  Raises what a call raises, and what ``check`` does.

    ``executor`` calls ``function`` with each of ``arguments``, ``ahead`` of them at a time.
    """
    waiting = iter(arguments)
    for argument, future in finished(lambda one: executor.submit(function, one), lambda: waiting, ahead, check):
        if future.cancelled():
            check(True)
        yield argument, future.result()


@contextmanager
def executor_at(
    address: str, at_end: Callable[[], object] | None = None
) -> Iterator[tuple[Executor, int, CheckExecutor]]:
    """The executor of a Dask scheduler, ``dask://host:port``.

    With it come the number of calls that its workers can do at a time, and a check whether it can still finish
    calls.  Each worker calls ``at_end`` when the executor is left.

    Needs the extra ``cluster``, here and where the workers run.
    Raises :class:`BadExecutor`.
    """
    kind, separator, where = address.partition("://")
    if kind != "dask" or not separator or not where:
        raise BadExecutor(f"an executor is written dask://HOST:PORT, as in dask://localhost:8786, not {address!r}")
    try:
        from distributed import Client
    except ImportError:
        raise BadExecutor("dask:// needs one more package: pip install 'abstract-boardgames[cluster]'") from None
    try:
        client = within(
            2 * CONNECT_TIMEOUT,
            lambda: Client(f"tcp://{where}", timeout=CONNECT_TIMEOUT, set_as_default=False),
        )
    except (OSError, ValueError) as error:
        reason = str(error) or type(error).__name__
        raise BadExecutor(
            f"there is no Dask scheduler at {where} ({reason}): start one with 'dask scheduler', and workers "
            f"with 'dask worker {where}'"
        ) from None
    with _quiet_logs("distributed", "tornado"):  # a check says in a sentence what they say in tracebacks
        try:
            threads = _threads(client, where)
            if not threads:
                raise BadExecutor(f"the scheduler at {where} has no workers: start some with 'dask worker {where}'")
            try:
                yield client.get_executor(pure=False), threads, _Health(client, where).check
            finally:
                if at_end is not None and client.status == "running":
                    with suppress(Exception):  # a worker that has ended took its programs with it
                        within(LEAVE_TIMEOUT, lambda: client.run(at_end))
        finally:
            with suppress(TimeoutError):
                within(LEAVE_TIMEOUT, client.close)


@attrs.define
class _Health:
    """Checks that a scheduler and its workers can still finish a call."""

    client: Any
    where: str
    well: float = attrs.field(factory=time.monotonic)
    """The time when both last answered."""

    def check(self, lost: bool) -> None:
        """Raises :class:`BadExecutor` if they cannot; ``lost`` says that calls have been lost."""
        waited = time.monotonic() - self.well
        if self.client.status != "running":
            if lost or waited > CONNECT_TIMEOUT:
                raise BadExecutor(f"the Dask scheduler at {self.where} has ended: start it again, with its workers")
            return
        try:
            workers = within(CONNECT_TIMEOUT, self.client.nthreads)
        except Exception:  # of whatever kind the library raises just when the scheduler ends
            problem = f"the Dask scheduler at {self.where} does not answer: start it again, with its workers"
        else:
            problem = (
                f"the Dask scheduler at {self.where} has no worker any more: start some with 'dask worker {self.where}'"
            )
            if workers:
                self.well = time.monotonic()
        if time.monotonic() - self.well > IDLE_TIMEOUT:
            raise BadExecutor(problem)


def _threads(client: Any, where: str) -> int:
    try:
        return sum(within(CONNECT_TIMEOUT, client.nthreads).values())
    except TimeoutError:
        raise BadExecutor(f"the Dask scheduler at {where} does not answer: start it again, with its workers") from None


def within(seconds: float, call: Callable[[], Value]) -> Value:
    """The value of a call that may never return.  Raises :class:`TimeoutError` if it takes longer."""
    values: list[Value] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            values.append(call())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True, name="bounded call")
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not values:
        raise TimeoutError(f"no answer within {seconds:g} seconds")
    return values[0]


@contextmanager
def _quiet_logs(*names: str) -> Iterator[None]:
    """Within this, these loggers and those below them write nothing."""
    existing = list(logging.root.manager.loggerDict)
    loggers = [logging.getLogger(name) for name in existing if name.partition(".")[0] in names]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
