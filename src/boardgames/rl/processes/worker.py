"""A worker process: it plays some of the games of a vector environment, in a batch of its own.

It reads what it has to play, and then calls of :class:`SharedBatch`,
``(name, arguments)``, all as pickles.  It answers with ``(True, value)`` or ``(False,
exception)``.  Actions and most results lie in shared memory.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from boardgames.rl.batch import IllegalStep
from boardgames.rl.local_batch import BatchSettings, LocalBatch
from boardgames.rl.processes.shared_arrays import SharedArrays
from boardgames.rl.step_result import StepResult


@attrs.frozen(eq=False)
class Share:
    """The part of the games that a worker plays: ``n``, from game ``first`` on, of ``total``."""

    first: int
    n: int
    total: int


@attrs.frozen(eq=False)
class WorkerResult:
    """The results of a step that are not in shared memory; most steps have none."""

    legal: NDArray[np.int32] | None
    """The legal actions, if they do not fit into the shared memory."""
    ended: list[int]
    """The numbers of the games that ended or were truncated, in the whole environment."""
    outcomes: list[Any]
    """Their outcomes, ``None`` for those that were truncated."""
    final: NDArray[np.float32] | None


class SharedBatch:
    """A batch that writes its results into shared memory."""

    def __init__(self, settings: BatchSettings, share: Share, descriptor: int) -> None:
        self.batch: Final = LocalBatch(attrs.evolve(settings, mask=False), share.n, share.first)
        self.rows: Final = slice(share.first, share.first + share.n)
        self.arrays: Final = SharedArrays(descriptor, settings, share.total)
        # In each buffer, where the mask is 1: games and actions as one number.
        self.shown: Final[list[NDArray[np.int64]]] = [np.empty(0, np.int64) for _ in self.arrays.buffers]
        self.first_entries: Final = np.arange(share.n, dtype=np.int64) * settings.game.action_count

    def restart(self, buffer: int, seed: int | None) -> WorkerResult | None:
        return self._shared(buffer, self.batch.restart(seed))

    def step(self, buffer: int) -> WorkerResult | None:
        return self._shared(buffer, self.batch.step(self.arrays.actions[self.rows]))

    def states(self) -> list[Any]:
        return self.batch.states

    def illegal(self, place: int, index: int) -> IllegalStep:
        return self.batch.illegal(place, index)

    def _shared(self, number: int, result: StepResult) -> WorkerResult | None:
        """Write a result into a buffer of the shared memory; return the rest of it."""
        buffer, rows = self.arrays.buffers[number], self.rows
        counts = buffer.counts[rows]
        np.subtract(result.offsets[1:], result.offsets[:-1], out=counts)
        shared = buffer.legal[rows].reshape(-1)
        fits = len(result.legal) <= len(shared)
        if fits:
            shared[: len(result.legal)] = result.legal
        buffer.turn[rows] = result.turn
        buffer.rewards[rows] = result.rewards
        buffer.terminated[rows] = result.terminated
        buffer.truncated[rows] = result.truncated
        if buffer.observation is not None:
            buffer.observation[rows] = result.observation
        if buffer.mask is not None:
            mask = buffer.mask[rows].reshape(-1)
            mask[self.shown[number]] = False
            self.shown[number] = np.repeat(self.first_entries, counts) + result.legal
            mask[self.shown[number]] = True
        ended: list[int] = result.ended.tolist()
        if fits and not ended:
            return None
        return WorkerResult(
            None if fits else result.legal,
            [rows.start + place for place in ended],
            [result.outcomes[place] for place in ended],
            result.final,
        )


def main() -> None:
    """Answer calls until the caller closes the connection, or ends."""
    connection, descriptor = Connection(int(sys.argv[1])), int(sys.argv[2])
    threading.Thread(target=_end_with_caller, daemon=True).start()
    try:
        described = connection.recv_bytes()
        batch = answered(connection, partial(begin, described, descriptor), with_value=False)
        os.close(descriptor)
        while batch is not None:
            name, arguments = pickle.loads(connection.recv_bytes())
            answered(connection, partial(getattr(batch, name), *arguments))
    except (EOFError, OSError):  # the caller closed the environment, or has ended
        return


def begin(described: bytes, descriptor: int) -> SharedBatch:
    """The batch of this process: what it plays as a pickle, and the file of the shared memory."""
    settings, share = pickle.loads(described)
    return SharedBatch(settings, share, descriptor)


def answered(connection: Connection, call: Callable[[], Any], with_value: bool = True) -> Any:
    """Answer with the value of a call, or only with ``None``, or with its exception; return the value."""
    value = None
    try:
        value = call()
        answer = True, value if with_value else None
    except Exception as error:  # for the caller to handle
        answer = False, error
    connection.send_bytes(_pickled(answer))
    return value


def _end_with_caller() -> None:
    """End this process when its input ends, also in the middle of a step."""
    os.read(0, 1)
    os._exit(0)


def _pickled(answer: tuple[bool, Any]) -> bytes:
    try:
        data = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
        if not answer[0]:
            pickle.loads(data)  # some exceptions can be written and not be read
        return data
    except Exception as error:
        reported = answer[1] if isinstance(answer[1], Exception) else error
        return pickle.dumps((False, RuntimeError(f"{type(reported).__name__}: {reported}")))
