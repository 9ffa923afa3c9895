"""The games of a share in a batch that writes its results into shared memory."""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from boardgames.rl.batch import BUFFERS, StepBuffer
from boardgames.rl.local_batch import BatchSettings, LocalBatch
from boardgames.rl.processes.moved_arrays import SLACK, give_back, moved
from boardgames.rl.processes.shared_arrays import TRUNCATED, Share, SharedArrays, in_area
from boardgames.rl.step_result import StepResult


@attrs.frozen(eq=False)
class ShareResult:
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
        self._moved: Final[list[tuple[Any, int, int]]] = []  # arrays, where what is moved begins, and its bytes
        try:
            super().__init__(settings, share.n, share.first)
        except BaseException:
            self._give_back()
            raise

    def write_next(self, number: int) -> None:
        """Choose the buffer of the next results: a call that was broken off may have gone to either."""
        self.next = number
        self._batch.current = (number - 1) % BUFFERS

    @override
    def close(self) -> None:
        super().close()
        self._give_back()

    @override
    def _make(self) -> None:
        self._give_back()
        super()._make()

    @override
    def _place(self, number: int, buffer: StepBuffer) -> None:
        if number == 0:
            self._batch.current = (self.next - 1) % BUFFERS
        shared = self.parts[number]
        if shared.observation is not None:
            buffer.floats_at = self._move(buffer.floats, shared.observation) // shared.observation.itemsize
        if shared.mask is not None:
            buffer.mask_at = self._move(buffer.mask, shared.mask)

    def _move(self, array: Any, shared: NDArray[Any]) -> int:
        """Move an array of zeros to where a part of the shared arrays lies."""
        shared[:] = 0
        first = moved(array, self.descriptor, *self.arrays.place_of(shared))
        self._moved.append((array, first, shared.nbytes))
        return first

    def _give_back(self) -> None:
        """Free the arrays of the last batch."""
        while self._moved:
            give_back(*self._moved.pop())


class SharedBatch:
    """A batch that writes its results into shared memory."""

    def __init__(self, settings: BatchSettings, share: Share, descriptor: int) -> None:
        self.batch: Final = MovedBatch(settings, share, descriptor)
        self.actions: Final = self.batch.arrays.actions[share.rows]
        self.share: Final = share
        self.numbers: Final[dict[Any, int]] = {}  # of the outcomes that the caller knows

    def restart(self, buffer: int, seed: int | None) -> ShareResult | None:
        self.numbers.clear()
        self.batch.write_next(buffer)
        return self._shared(buffer, self.batch.restart(seed))

    def check(self) -> None:
        """Raise :class:`~boardgames.rl.IllegalStep` for the first action that is not legal."""
        self.batch.check(self.actions)

    def step(self, buffer: int) -> ShareResult | None:
        """Take the actions, which are legal."""
        return self._shared(buffer, self.batch.play(self.actions))

    def states(self) -> list[Any]:
        return self.batch.states

    def close(self) -> None:
        """Free the games."""
        self.batch.close()

    def _shared(self, number: int, result: StepResult) -> ShareResult | None:
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
            return None if legal is None else ShareResult(legal, [], None)
        outcomes: list[Any] = []
        numbers = [self._numbered(result.outcomes[place], outcomes) for place in result.ended.tolist()]
        in_area(part.outcome, len(numbers), self.share)[:] = numbers
        np.add(result.ended, self.share.first, out=in_area(part.ended, len(numbers), self.share))
        final = None
        if result.final is not None and part.final is not None:
            final = self._fitted(result.final, part.final)
        return ShareResult(legal, outcomes, final) if outcomes or legal is not None or final is not None else None

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
        number = self.numbers.get(outcome)
        if number is None:
            number = self.numbers[outcome] = len(self.numbers)
            fresh.append(outcome)
        return number
