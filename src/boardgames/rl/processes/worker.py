"""A worker process: it plays some of the games of a vector environment, in a batch of its own.

It reads what it has to play, as a pickle.  Then one byte of the caller, ``CHECK``, asks whether all actions are legal,
and one asks for the step: the number of its buffer.  Another byte, ``CALL``, comes before a call of
:class:`SharedBatch`, the pickle of ``(name, arguments)``.  It answers with one byte: ``DONE``, or ``TOLD`` before the
pickle of ``(True, value)`` or ``(False, exception)``.  Actions and most results lie in shared memory, so most steps
take two bytes each way.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from boardgames.rl.processes.processor import allowed, keep_to
from boardgames.rl.processes.shared_batch import SharedBatch

CALL, CHECK = b"\xff", b"\xfe"
DONE, TOLD = b"\0", b"\1"


def main() -> None:
    """Answer calls until the caller closes the connection, or ends."""
    connection, descriptor = Connection(int(sys.argv[1])), int(sys.argv[2])
    processors = allowed()
    threading.Thread(target=_end_with_caller, daemon=True).start()
    try:
        described = connection.recv_bytes()
        batch = answered(connection, partial(begin, described, descriptor), with_value=False)
        while batch is not None and (asked := os.read(connection.fileno(), 1)):
            if asked == CALL:
                name, arguments = pickle.loads(connection.recv_bytes())
                answered(connection, partial(getattr(batch, name), *arguments))
            elif asked == CHECK:
                keep_to(processors - {int(batch.batch.arrays.processor[0])})
                answered(connection, batch.check)
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
