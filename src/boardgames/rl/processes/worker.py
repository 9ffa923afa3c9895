"""A worker process: it plays some of the games of a vector environment, in a batch of its own.

It reads what it has to play, as a pickle.  Then one byte of the caller asks for a step: the number of its buffer.
Another byte, ``CALL``, comes before a call of :class:`SharedBatch`, the pickle of ``(name, arguments)``.  It answers
with one byte: ``DONE``, or ``TOLD`` before the pickle of ``(True, value)`` or ``(False, exception)``.  Actions and most
results lie in shared memory, so most steps take a byte each way.
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
from typing_extensions import override

from boardgames.rl.batch import BUFFERS, IllegalStep, StepBuffer
from boardgames.rl.local_batch import BatchSettings, LocalBatch
from boardgames.rl.processes.moved_arrays import SLACK, moved
from boardgames.rl.processes.shared_arrays import TRUNCATED, Share, SharedArrays, in_area
from boardgames.rl.step_result import StepResult

CALL, DONE, TOLD = b"\xff", b"\0", b"\1"


@attrs.frozen(eq=False)
class WorkerResult:
    """The results of a step that are not in shared memory; most steps have none."""

    legal: NDArray[np.int32] | None
    """The legal actions, if they do not fit into the shared memory."""
    outcomes: list[Any]
    """Outcomes that the caller has not been told yet.  They get the next numbers."""
    final: NDArray[np.float32] | None
    """The last observations of the games that ended, if they do not fit."""


class MovedBatch(LocalBatch):
    """A batch whose observations and masks lie in shared memory."""

    slack = SLACK

    def __init__(self, settings: BatchSettings, share: Share, descriptor: int) -> None:
        self.arrays: Final = SharedArrays(descriptor, settings, share.total)
        self.parts: Final = [buffer.part(share) for buffer in self.arrays.buffers]
        self.descriptor: Final = descriptor
        self.next = 1  # the buffer that the next step or restart writes
        super().__init__(settings, share.n, share.first)

    def write_next(self, number: int) -> None:
        """Choose the buffer of the next results: a call that was broken off may have gone to either."""
        self.next = number
        self._batch.current = (number - 1) % BUFFERS

    @override
    def _place(self, number: int, buffer: StepBuffer) -> None:
        if number == 0:
            self._batch.current = (self.next - 1) % BUFFERS
        shared = self.parts[number]
        if shared.observation is not None:
            buffer.floats_at = self._moved(buffer.floats, shared.observation) // shared.observation.itemsize
        if shared.mask is not None:
            buffer.mask_at = self._moved(buffer.mask, shared.mask)

    def _moved(self, array: Any, shared: NDArray[Any]) -> int:
        """Move an array of zeros to where a part of the shared arrays lies."""
        shared[:] = 0
        return moved(array, self.descriptor, *self.arrays.place_of(shared))


class SharedBatch:
    """A batch that writes its results into shared memory."""

    def __init__(self, settings: BatchSettings, share: Share, descriptor: int) -> None:
        self.batch: Final = MovedBatch(settings, share, descriptor)
        self.actions: Final = self.batch.arrays.actions[share.rows]
        self.share: Final = share
        self.numbers: Final[dict[str, int]] = {}  # of the outcomes that the caller knows, by their texts

    def restart(self, buffer: int, seed: int | None) -> WorkerResult | None:
        self.numbers.clear()
        self.batch.write_next(buffer)
        return self._shared(buffer, self.batch.restart(seed))

    def step(self, buffer: int) -> WorkerResult | None:
        return self._shared(buffer, self.batch.play(self.actions))

    def states(self) -> list[Any]:
        return self.batch.states

    def illegal(self, place: int, index: int) -> IllegalStep:
        return self.batch.illegal(place, index)

    def _shared(self, number: int, result: StepResult) -> WorkerResult | None:
        """Write a result into a buffer of the shared memory; return the rest of it."""
        part = self.batch.parts[number]
        part.lengths[:] = len(result.legal), len(result.ended)
        part.offsets[:] = result.offsets[1:]
        part.turn[:] = result.turn
        part.rewards[:] = result.rewards
        part.terminated[:] = result.terminated
        part.truncated[:] = result.truncated
        legal = self._fitted(result.legal, part.legal)
        if not len(result.ended):
            return None if legal is None else WorkerResult(legal, [], None)
        outcomes: list[Any] = []
        numbers = [self._numbered(result.outcomes[place], outcomes) for place in result.ended.tolist()]
        in_area(part.outcome, len(numbers), self.share)[:] = numbers
        np.add(result.ended, self.share.first, out=in_area(part.ended, len(numbers), self.share))
        final = None
        if result.final is not None and part.final is not None:
            final = self._fitted(result.final, part.final)
        return WorkerResult(legal, outcomes, final) if outcomes or legal is not None or final is not None else None

    def _fitted(self, values: NDArray[Any], area: NDArray[Any]) -> NDArray[Any] | None:
        """Copy values into the area for them; return them if they do not fit."""
        if len(values) > len(area):
            return values
        in_area(area, len(values), self.share)[:] = values
        return None

    def _numbered(self, outcome: Any, fresh: list[Any]) -> int:
        """The number of an outcome, which is added to ``fresh`` if it is new."""
        if outcome is None:
            return TRUNCATED
        text = repr(outcome)
        number = self.numbers.get(text)
        if number is None:
            number = self.numbers[text] = len(self.numbers)
            fresh.append(outcome)
        return number


def main() -> None:
    """Answer calls until the caller closes the connection, or ends."""
    connection, descriptor = Connection(int(sys.argv[1])), int(sys.argv[2])
    threading.Thread(target=_end_with_caller, daemon=True).start()
    try:
        described = connection.recv_bytes()
        batch = answered(connection, partial(begin, described, descriptor), with_value=False)
        while batch is not None and (asked := os.read(connection.fileno(), 1)):
            if asked == CALL:
                name, arguments = pickle.loads(connection.recv_bytes())
                answered(connection, partial(getattr(batch, name), *arguments))
            else:
                answered(connection, partial(batch.step, asked[0]))
    except (EOFError, OSError):  # the caller closed the environment, or has ended
        return


def begin(described: bytes, descriptor: int) -> SharedBatch:
    """The batch of this process: what it plays as a pickle, and the file of the shared memory."""
    settings, share = pickle.loads(described)
    return SharedBatch(settings, share, descriptor)


def answered(connection: Connection, call: Callable[[], Any], with_value: bool = True) -> Any:
    """Answer with the value of a call, or only that it is done, or with its exception; return the value."""
    value = None
    try:
        value = call()
        answer = True, value if with_value else None
    except Exception as error:  # for the caller to handle
        answer = False, error
    if answer[0] and answer[1] is None:
        os.write(connection.fileno(), DONE)
    else:
        os.write(connection.fileno(), TOLD)
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
