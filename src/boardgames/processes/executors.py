"""Executors: worker processes of this machine, a Dask cluster at an address, or any other; and their calls."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
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


class BadExecutor(ValueError):
    """An executor that cannot be used; the message says what is wrong and what would do."""


@contextmanager
def opened(
    executor: Executor | str | None, jobs: int, at_end: Callable[[], object] | None = None
) -> Iterator[tuple[Executor | None, int, CheckExecutor | None]]:
    """The executor that is meant, with the calls that it does at a time, and a check whether it can finish calls.

    That is one given, the Dask cluster at an address, ``jobs`` worker processes of this machine, which are ended on
    leaving, or with 0 jobs none.  A cluster's workers call ``at_end`` then.

    Raises :class:`BadExecutor`.
    """
    if isinstance(executor, str):
        with executor_at(executor, at_end) as cluster:
            yield cluster
    elif executor is not None:
        yield executor, jobs or getattr(executor, "_max_workers", None) or 8, None
    elif jobs:
        with Workers(jobs) as pool:
            yield pool, jobs, None
    else:
        yield None, 1, None


def finished(
    executor: Executor,
    function: Callable[[Argument], Value],
    arguments: Iterable[Argument],
    ahead: int,
    check: CheckExecutor | None = None,
) -> Iterator[tuple[Argument, Value]]:
    """The values of calls as they end, each with its argument; ``ahead`` calls are submitted at a time.

    Raises what a call raises, and what ``check`` raises, which is called when no call has ended for a second.
    """
    waiting, at_work = iter(arguments), dict[Future[Value], Argument]()
    try:
        while True:
            for argument in islice(waiting, ahead - len(at_work)):
                at_work[executor.submit(function, argument)] = argument
            if not at_work:
                return
            done = first_done(at_work, LOOK_EVERY)
            if not done and check is not None:
                check(False)
            for future in done:
                if check is not None and future.cancelled():
                    check(True)
                yield at_work.pop(future), future.result()
    finally:
        for future in at_work:
            future.cancel()


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


def first_done(futures: Collection[Future[Value]], seconds: float) -> set[Future[Value]]:
    """Wait until a future is done, ``seconds`` at most, and return those that are done or cancelled."""
    done = wait(futures, seconds, return_when=FIRST_COMPLETED).done
    return done | {future for future in futures if future.cancelled()}  # by a cluster that ends; wait() may miss these


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
