"""Worker processes on this machine, as an executor.

``concurrent.futures.ProcessPoolExecutor`` differs in three ways.  If one of its workers dies, all calls fail; here
that one call fails, and the worker is replaced.  If its parent is killed, its workers stay for ever; these see their
input end, end what they started and exit.  And it imports the main module again in each worker, so a script that
calls it must stand below ``if __name__ == "__main__"``.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any, Self

SHUTDOWN_TIMEOUT = 3.0  # seconds for a worker to end its programs and itself

Job = tuple[Future[Any], Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class WorkerDied(BrokenExecutor):
    """A worker ended in the middle of a call; ``status`` is the exit status of its process, if it had one."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class Workers(Executor):
    """A number of worker processes, each started when there is a call for it.

    In a ``with`` statement they are ended at once when it is left, with the calls that are still under way.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.closing = False
        self.busy: list[_Worker] = [_Worker() for _ in range(number)]
        self.threads = [
            threading.Thread(target=self._serve, args=(worker,), daemon=True, name="boardgames worker")
            for worker in self.busy
        ]
        for thread in self.threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.shutdown(cancel_futures=True)

    def submit(self, fn: Callable[..., object], /, *args: object, **kwargs: object) -> Future[Any]:
        """Have a worker call a function.  The function and its arguments must be picklable.

        Raises :class:`RuntimeError` if the workers have been ended.
        """
        if self.closing:
            raise RuntimeError("these workers have been ended")
        future: Future[Any] = Future()
        self.jobs.put((future, fn, args, kwargs))
        return future

    def _serve(self, worker: _Worker) -> None:
        while (job := self.jobs.get()) is not None:
            future, fn, args, kwargs = job
            if self.closing or not future.set_running_or_notify_cancel():
                future.cancel()
                continue
            try:
                value = worker.call(fn, args, kwargs)
            except Exception as error:
                future.set_exception(error)
            else:
                future.set_result(value)
        worker.dismiss()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers: after everything submitted, or with ``cancel_futures`` at once.

        Then a worker that does not end within :data:`SHUTDOWN_TIMEOUT`, a frozen one
        say, is killed.
        """
        if cancel_futures:
            self.closing = True
            for worker in self.busy:
                worker.interrupt()
        if not self.closing or cancel_futures:
            for _ in self.threads:
                self.jobs.put(None)
        self.closing = True
        if wait and cancel_futures:
            deadline = time.monotonic() + SHUTDOWN_TIMEOUT
            for thread in self.threads:
                thread.join(max(0.0, deadline - time.monotonic()))
            for worker in self.busy:
                worker.kill()
        if wait:
            for thread in self.threads:
                thread.join()


class _Worker:
    """One of the workers: its process, which is replaced when it dies."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.interrupted = False

    def call(self, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The value of a call.  Raises what the call has raised, and :class:`WorkerDied`."""
        job = pickle.dumps((fn, args, kwargs))
        to_worker, from_worker = self._pipes()
        try:
            to_worker.write(job)
            to_worker.flush()
            worked, value = pickle.load(from_worker)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            status = self.dismiss()
            raise WorkerDied(
                f"a worker process ended in the middle of its work (its status was {status})", status
            ) from None
        if not worked:
            raise value
        return value

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self.interrupted:
            raise WorkerDied("the workers are being ended")
        if self.process is None or self.process.poll() is not None:
            self.dismiss()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "boardgames.processes.worker_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # so that Ctrl-C is the parent's alone
            )
            assert self.process.stdin is not None
            self.process.stdin.write(pickle.dumps(sys.path))
        assert self.process.stdin is not None and self.process.stdout is not None
        return self.process.stdin, self.process.stdout

    def interrupt(self) -> None:
        """Have the worker abandon its call."""
        self.interrupted = True
        if self.process is not None:
            with suppress(OSError):
                self.process.terminate()

    def kill(self) -> None:
        """End the process if it has not ended by itself; its programs see that and end."""
        process = self.process
        if process is not None and process.returncode is None:
            with suppress(OSError):
                process.kill()

    def dismiss(self) -> int | None:
        """End the process, and all that it leaves behind.  Its status."""
        if self.process is None:
            return None
        assert self.process.stdin is not None and self.process.stdout is not None
        with suppress(OSError):  # bytes that were not sent are lost
            self.process.stdin.close()
        try:
            status = self.process.wait(SHUTDOWN_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.process.stdout.close()
        self.process = None
        return status
