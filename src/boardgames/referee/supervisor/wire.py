"""The messages between the referee and a supervisor over their socket."""

from __future__ import annotations

import struct

# -- from the referee: one byte, after START an order --------------------------------------

START, END, PAUSE, RESUME = b"o", b"k", b"h", b"r"
"""Start a program; end it and all that it started; it waits while another one is asked; it is asked again."""

ORDER = struct.Struct("=QIII")
"""The head of an order: the bytes of its texts, and how many of these are arguments, private folders and limits.

The texts follow, separated by NUL: arguments, folders, limits (``NAME=NUMBER``), environment (``NAME=VALUE``).
"""

ENFORCED = ("memory", "processes", "cpu_time")
"""The limits that a supervisor knows, by the names of :class:`boardgames.referee.limits.Limits`."""

FILES = 4
"""The fewest files that come with an order: the program's three pipes and its working folder; more are passed on."""

# -- from the supervisor: a byte and a number ---------------------------------------------

EVENT = struct.Struct("=cq")

SUPERVISOR, STARTED, NOT_STARTED = b"w", b"s", b"x"
"""With the number of the supervisor's process, which comes first; of the program's process; an ``errno``."""

EXITED, EMPTY, RESUMED = b"l", b"e", b"r"
"""With the program's wait status; nothing (no process of it is left); nothing (what was stopped goes on)."""

MEMORY, PROCESSES, THREADS, CPU_TIME = b"m", b"p", b"t", b"c"
"""A limit was exceeded; with the bytes held, the number of processes, of threads, the milliseconds used."""


def threads_allowed(processes: int) -> int:
    """The number of threads that a number of processes may have in all.

    A virtual machine or an engine has dozens; thousands would leave none to other programs.
    """
    return 100 + 10 * processes


def order(command: list[bytes], folders: list[bytes], limits: dict[str, float], environment: list[bytes]) -> bytes:
    """An order to start a program, as the referee sends it after its files.

    Raises :class:`ValueError` for a NUL in one of the texts.
    """
    texts = [*command, *folders, *(f"{name}={value!r}".encode() for name, value in limits.items()), *environment]
    if any(b"\0" in text for text in texts):
        raise ValueError("a NUL in a program's command")
    text = b"\0".join(texts)
    return START + ORDER.pack(len(text), len(command), len(folders), len(limits)) + text


class Order:
    """An order as the supervisor reads it: the number of bytes of its texts from its head, then its parts."""

    def __init__(self, head: bytes) -> None:
        self.text_bytes, *self.counts = ORDER.unpack(head)

    def read(self, text: bytes) -> tuple[list[bytes], list[bytes], dict[str, float], dict[bytes, bytes]]:
        """The command, the private folders, the limits and the environment."""
        rest = text.split(b"\0")
        parts: list[list[bytes]] = []
        for count in self.counts:
            parts.append(rest[:count])
            rest = rest[count:]
        command, folders, limits = parts
        numbers = {name.decode(): float(value) for name, value in (limit.split(b"=", 1) for limit in limits)}
        environment = dict(setting.split(b"=", 1) for setting in rest if setting)
        return command, folders, numbers, environment
