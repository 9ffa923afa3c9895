"""The games of a vector environment in this process and others, from this one's side."""

from __future__ import annotations

import errno
import os
import pickle
import socket
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from boardgames.core.model.game import Outcome
from boardgames.rl.batch import BUFFERS
from boardgames.rl.local_batch import BatchSettings
from boardgames.rl.processes.processor import processor
from boardgames.rl.processes.shared_arrays import TRUNCATED, Share, SharedArrays, in_area, memory_file, size_of
from boardgames.rl.processes.shared_batch import SharedBatch, ShareResult
from boardgames.rl.processes.worker import CALL, CHECK, DONE, main
from boardgames.rl.step_result import StepResult, read_only

LIMITS: Final = {
    errno.EMFILE: "open files (ulimit -n)",
    errno.ENFILE: "open files of the whole system",
    errno.EAGAIN: "processes (ulimit -u)",
}
"""What there is too little of, by the error that says so."""
OWN_WEIGHT: Final = 0.95
"""Games that this process plays for each game of another one: it also joins the results."""
END_TIMEOUT: Final = 3.0
"""Seconds to wait for the status of a worker that answers no more."""


class WorkerEnded(RuntimeError):
    """A process that plays some of the games has ended by itself, or was killed."""


class OwnShare:
    """The share of the games that this process plays, called as a worker is."""

    def __init__(self, settings: BatchSettings, share: Share, descriptor: int) -> None:
        self.share: Final = share
        self.batch: Final = SharedBatch(settings, share, descriptor)
        self.outcomes: list[Outcome] = []
        """The outcomes so far, by their numbers."""
        self._asked: tuple[str, tuple[Any, ...]] = "", ()

    def call(self, name: str, *arguments: Any) -> None:
        """Say what :meth:`answer` does, so that the workers begin first."""
        if name == "restart":
            self.outcomes.clear()
        self._asked = name, arguments

    def answer(self) -> tuple[bool, Any]:
        """Whether the call worked, and its value or exception."""
        name, arguments = self._asked
        try:
            value = getattr(self.batch, name)(*arguments)
        except Exception as error:
            return False, error
        if isinstance(value, ShareResult):
            self.outcomes += value.outcomes
        return True, value


class Worker:
    """A process that plays a share of the games, as the caller sees it."""

    def __init__(self, share: Share, descriptor: int) -> None:
        self.share: Final = share
        ours, theirs = socket.socketpair()
        for each in (ours, theirs):
            each.setblocking(True)  # whatever socket.setdefaulttimeout() says
        with theirs, ExitStack() as undone:
            undone.callback(ours.close)
            self.process = subprocess.Popen(
                [sys.executable, "-c", program(), str(theirs.fileno()), str(descriptor)],
                stdin=subprocess.PIPE,  # its end tells the worker that the caller has ended
                pass_fds=(theirs.fileno(), descriptor),
                start_new_session=True,  # so that Ctrl-C is the caller's alone
            )
            undone.pop_all()
        self.connection = Connection(ours.detach())
        self.outcomes: list[Outcome] = []
        """The outcomes that it has told, by their numbers."""

    def begin(self, settings: BatchSettings) -> None:
        """Say what it has to play.  Raises :class:`WorkerEnded`."""
        self._send(b"", (settings, self.share))

    def call(self, name: str, *arguments: Any) -> None:
        """Have it do something.  Raises :class:`WorkerEnded`."""
        if name == "step":
            self._send(bytes(arguments))
            return
        if name == "check":
            self._send(CHECK)
            return
        if name == "restart":
            self.outcomes.clear()
        self._send(CALL, (name, arguments))

    def _send(self, first: bytes, message: Any = None) -> None:
        """Send bytes, and something that pickle can write."""
        try:
            if first:
                os.write(self.connection.fileno(), first)
            if message is not None:
                self.connection.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
        except OSError:
            raise self.ended() from None

    def answer(self) -> tuple[bool, Any]:
        """Wait for an answer: whether the call worked, and its value or exception.  Raises :class:`WorkerEnded`."""
        try:
            kind = os.read(self.connection.fileno(), 1)
            if kind == DONE:
                return True, None
            answer: tuple[bool, Any] = pickle.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            raise self.ended() from None
        if isinstance(answer[1], ShareResult):
            self.outcomes += answer[1].outcomes
        return answer

    def ended(self) -> WorkerEnded:
        """The error for a worker that does not answer any more."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(END_TIMEOUT)
        first, last = self.share.first, self.share.first + self.share.n - 1
        return WorkerEnded(
            f"the process that plays games {first} to {last} has ended (status {self.process.returncode}): "
            "call reset() to start all games again"
        )


class BatchProcesses:
    """``n`` games in so many processes, of which this is one; the same games, seed for seed, as in one alone.

    Raises :class:`ValueError` for a game that other processes do not find, and for more processes or open files than
    the system allows; and :class:`MemoryError` for too many games.
    """

    def __init__(self, settings: BatchSettings, n: int, processes: int) -> None:
        if os.name != "posix":
            raise ValueError(
                f"games in several processes need Linux, macOS or another POSIX system, not {sys.platform}"
            )
        try:
            pickle.loads(pickle.dumps(settings))
        except Exception as error:
            raise not_found(settings.game, error) from error
        self.settings: Final = settings
        self.n: Final = n
        self.processes: Final = processes
        self.workers: Final[list[Worker]] = []
        self.last: StepResult | None = None
        self._seed: int | None = None
        self._left = False  # a step did not come to its end in every game
        self._unanswered = False  # a call did not come to its end
        self._kept: Final = ExitStack()  # the memory, and the games of this process
        self._end = weakref.finalize(self, end, self.workers, self._kept)  # also when Python ends
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        """Make the shared memory, and start the workers."""
        settings, n, processes = self.settings, self.n, self.processes
        try:
            descriptor = memory_file(size_of(settings, n))
        except (MemoryError, OverflowError):
            raise MemoryError(f"there is not enough memory for {n} games of {settings.game.name}") from None
        self._kept.callback(os.close, descriptor)
        own, *others = shares(n, processes)
        try:
            self._arrays = SharedArrays(descriptor, settings, n)
            for share in others:
                self.workers.append(Worker(share, descriptor))
        except OSError as refused:
            raise too_many(processes, refused) if refused.errno in LIMITS else refused from None
        self._views = [buffer.views() for buffer in self._arrays.buffers]
        self._parts = [[buffer.part(share) for share in (own, *others)] for buffer in self._arrays.buffers]
        # For each buffer the legal actions of all games in a row.
        self._legal = [np.empty(0, np.int32) for _ in range(BUFFERS)]
        self._current = 0
        for worker in self.workers:
            worker.begin(settings)
        own_share = OwnShare(settings, own, descriptor)
        self._kept.callback(own_share.batch.close)
        self._players: list[OwnShare | Worker] = [own_share, *self.workers]
        for worker in self.workers:
            worked, error = worker.answer()
            if not worked:
                raise error if isinstance(error, MemoryError) else not_found(settings.game, error)

    @property
    def interrupted(self) -> bool:
        """Whether a step did not come to its end: by Ctrl-C, an exception of a game's code, or a worker's end."""
        return self._left or self._unanswered

    # -- calls -------------------------------------------------------------------------

    def restart(self, seed: int | None) -> StepResult:
        """Start all games; without a seed the dice go on, which needs a seed once.

        Where a worker has ended or may still be in a step, all are started anew; then the dice follow from the last
        seed.
        """
        if seed is not None:
            self._seed = seed
        if self._unanswered or any([worker.process.poll() is not None for worker in self.workers]):
            end(self.workers, self._kept)
            self._start()
            seed = self._seed
            self._unanswered = False
        return self._result("restart", seed)

    def step(self, indices: NDArray[np.int64]) -> StepResult:
        """Take one action in each game.

        Raises :class:`~boardgames.rl.IllegalStep` before any is played, and :class:`WorkerEnded`.
        """
        self._arrays.actions[:] = indices
        self._arrays.processor[0] = processor()
        self._call("check")
        return self._result("step")

    @property
    def states(self) -> list[Any]:
        """Copies of the states of all games.  Raises :class:`RuntimeError` while answers to another call are due."""
        if self._unanswered:
            raise RuntimeError("the last step was left before its end: call reset()")
        states = self._call("states") if self.last is not None and self.workers else []
        return [state for some in states for state in some]

    def close(self) -> None:
        """End the workers."""
        end(self.workers, self._kept)
        self._end.detach()
        self._views = []

    def _call(self, name: str, *arguments: Any) -> list[Any]:
        """Have all processes do something at the same time; the values, in order.  Raises what the first one raised."""
        self._unanswered = True
        for player in self._players:
            player.call(name, *arguments)
        answers = [player.answer() for player in self._players]
        self._unanswered = False
        for worked, error in answers:
            if not worked:
                raise error
        return [value for _, value in answers]

    # -- results -----------------------------------------------------------------------

    def _result(self, name: str, *arguments: Any) -> StepResult:
        self._left = True
        self._current = (self._current + 1) % BUFFERS
        results: list[ShareResult | None] = self._call(name, self._current, *arguments)
        parts = self._parts[self._current]
        legal, ended = zip(*[part.lengths.tolist() for part in parts], strict=True)
        self._continue_offsets(legal)
        self.last = StepResult(
            **self._views[self._current],
            legal=self._in_a_row(
                "legal", legal, [None if each is None else each.legal for each in results], self._legal
            ),
            ended=self._in_a_row("ended", ended, [None] * len(parts)),
            outcomes=self._outcomes(ended),
            final=None
            if parts[0].final is None
            else self._in_a_row("final", ended, [None if each is None else each.final for each in results]),
        )
        self._left = False
        return self.last

    def _continue_offsets(self, counts: Sequence[int]) -> None:
        """Add to the offsets of each process, which has counted its own, the legal actions of those before it."""
        before = counts[0]
        for part, count in zip(self._parts[self._current][1:], counts[1:], strict=True):
            np.add(part.offsets, before, out=part.offsets)
            before += count

    def _in_a_row(
        self,
        name: str,
        counts: Sequence[int],
        sent: Sequence[NDArray[Any] | None],
        used: list[NDArray[Any]] | None = None,
    ) -> NDArray[Any]:
        """What each process has written into its area of an array, or sent, in one; ``counts`` says how many.

        What two processes have written lies side by side and is not copied.  Copies for each buffer go to ``used``.
        """
        current, total = self._current, sum(counts)
        areas = [getattr(part, name) for part in self._parts[current]]
        if len(areas) == 2 and sent[0] is None and sent[1] is None:
            first = len(areas[0]) - counts[0]
            return read_only(getattr(self._arrays.buffers[current], name)[first : first + total])
        if used is not None and total > len(used[current]):  # new memory each time would cost more than the copy
            used[current] = np.empty(2 * total, used[current].dtype)
        filled = [
            in_area(area, count, player.share) if array is None else array
            for player, area, count, array in zip(self._players, areas, counts, sent, strict=True)
        ]
        return read_only(np.concatenate(filled, out=None if used is None else used[current][:total]))

    def _outcomes(self, ended: Sequence[int]) -> list[Outcome | None]:
        """The outcomes of all games; ``ended`` has how many games of each process ended."""
        outcomes: list[Outcome | None] = [None] * self.n
        for player, part, count in zip(self._players, self._parts[self._current], ended, strict=True):
            places = in_area(part.ended, count, player.share).tolist()
            for place, number in zip(places, in_area(part.outcome, count, player.share).tolist(), strict=True):
                if number != TRUNCATED:
                    outcomes[place] = player.outcomes[number]
        return outcomes


def shares(n: int, processes: int) -> list[Share]:
    """The shares of ``n`` games, no fewer than there are processes: that of this process, and those of the others."""
    own = max(1, int(n * OWN_WEIGHT / (OWN_WEIGHT + processes - 1)))
    others = processes - 1
    firsts = [0, *(own + (n - own) * number // others for number in range(others)), n]
    return [Share(first, behind - first, n) for first, behind in pairwise(firsts)]


def program() -> str:
    """What a worker runs: it imports from where this process does, and not from the working folder first.

    As the main module, the worker's classes would have other names than here.
    """
    path = [folder for folder in sys.path if isinstance(folder, str)]
    return f"import sys; sys.path[:] = {path!a}; from {main.__module__} import main; main()"


def too_many(processes: int, error: OSError) -> ValueError:
    """The error for more processes than the system allows."""
    assert error.errno is not None
    return ValueError(
        f"the system does not allow {processes} processes here ({error.strerror}): give fewer processes, or raise its "
        f"limit of {LIMITS[error.errno]}"
    )


def not_found(game: Any, error: Exception) -> ValueError:
    """The error for a game that other processes cannot make."""
    return ValueError(
        f"other processes cannot find {game.name} ({type(error).__name__}: {error}): leave processes out, or load the "
        "game by its name or as FILE.py:SPEC"
    )


def end(workers: list[Worker], kept: ExitStack) -> None:
    """End worker processes, also in the middle of a step: nothing of theirs is lost.

    If Ctrl-C breaks it off, it can be called again.
    """
    for worker in workers:
        worker.process.kill()
        with suppress(OSError):
            worker.connection.close()
        assert worker.process.stdin is not None
        with suppress(OSError):
            worker.process.stdin.close()
    kept.close()
    for worker in workers:
        worker.process.wait()
    workers.clear()
