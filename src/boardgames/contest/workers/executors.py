"""Executors on other machines, by their address."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress

from boardgames.contest.settings import BadContest
from boardgames.contest.workers.game_task import dismiss

CONNECT_TIMEOUT = 5.0  # seconds for a scheduler to answer


@contextmanager
def executor_at(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a Dask scheduler, ``dask://host:port``, and how many games its workers can play at a time.

    Needs the extra ``cluster``, here and where the workers run.
    Raises :class:`~boardgames.contest.BadContest`.
    """
    kind, separator, where = address.partition("://")
    if kind != "dask" or not separator or not where:
        raise BadContest(f"an executor is written dask://HOST:PORT, as in dask://localhost:8786, not {address!r}")
    try:
        from distributed import Client
    except ImportError:
        raise BadContest("dask:// needs one more package: pip install 'abstract-boardgames[cluster]'") from None
    try:
        client = Client(f"tcp://{where}", timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error) or type(error).__name__
        raise BadContest(
            f"there is no Dask scheduler at {where} ({reason}): start one with 'dask scheduler', and workers "
            f"with 'dask worker {where}'"
        ) from None
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise BadContest(f"the scheduler at {where} has no workers: start some with 'dask worker {where}'")
        try:
            yield client.get_executor(pure=False), threads
        finally:
            with suppress(Exception):  # a worker that has ended took its programs with it
                client.run(dismiss)
    finally:
        client.close()
