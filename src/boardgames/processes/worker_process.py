"""A worker process: it reads calls as pickles and writes their values."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from queue import SimpleQueue
from types import FrameType
from typing import Any


def main() -> None:
    """Serve until the input ends or a signal asks to stop; then abandon the call in progress."""
    source = os.fdopen(os.dup(0), "rb")
    sink = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)  # what a player prints must not mix with the answers
    sys.unraisablehook = _ask_again
    signal.signal(signal.SIGTERM, _leave)
    try:
        sys.path[:] = pickle.load(source)
    except (EOFError, pickle.UnpicklingError):  # the runner has ended already
        return
    calls: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(source, calls), daemon=True).start()
    while True:
        try:
            fn, args, kwargs = calls.get()
            answer: tuple[bool, Any] = True, fn(*args, **kwargs)
        except Exception as error:  # for the caller to handle
            answer = False, error
        try:
            sink.write(_pickled(answer))
            sink.flush()
        except OSError:  # the runner has ended; closing the file writes the rest to where nobody reads it
            with open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), sink.fileno())
            return


def _listen(source: Any, calls: SimpleQueue[object]) -> None:
    while True:
        try:
            calls.put(pickle.load(source))
        except (EOFError, pickle.UnpicklingError):  # the runner has ended, or ends this worker
            os.kill(os.getpid(), signal.SIGTERM)
            return
        except Exception as error:  # such as a class that cannot be imported here
            calls.put((_raise, (error,), {}))


def _raise(error: Exception) -> None:
    raise error


def _leave(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: programs are being ended
    raise SystemExit(0)


def _ask_again(unraisable: Any) -> None:
    """Exit although code that cannot raise, such as a finalizer, was running when the signal came."""
    if isinstance(unraisable.exc_value, SystemExit) and sys.platform != "win32":  # where no signal comes
        signal.signal(signal.SIGTERM, _leave)
        main_thread = threading.main_thread().ident  # what it waits for must be interrupted
        again = threading.Timer(0.05, lambda: signal.pthread_kill(main_thread or 0, signal.SIGTERM))
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(unraisable)


def _pickled(answer: tuple[bool, Any]) -> bytes:
    try:
        data = pickle.dumps(answer)
        if not answer[0]:
            pickle.loads(data)  # some exceptions can be written and not be read
        return data
    except Exception:
        error = RuntimeError(f"{type(answer[1]).__name__}: {answer[1]}")
        for note in getattr(answer[1], "__notes__", ()):
            error.add_note(str(note))
        return pickle.dumps((False, error))


if __name__ == "__main__":
    main()
