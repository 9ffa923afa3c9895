"""The command, started beforehand: imported once, and forked for each run.

Run as a program with one end of a socket, this is the command up to where it reads
its arguments.  Each request brings these, a folder, an environment and three files;
a fork of it goes on from there and ends as any process does.  Starting Python anew
costs ten times as much, and the tests start hundreds of commands.  Other programs
in Python that import the package can be run so, too.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

SIZE = struct.Struct("=i")
ROOMS = ["check", "convert", "look", "contests.match", "play", "replay", "contests.tournament", "verify"]


class Prestarted:
    """The other end: runs commands as :func:`subprocess.run` does."""

    def __init__(self) -> None:
        self.control, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.prestarted", str(theirs.fileno())],
                cwd=Path(__file__).parents[1],
                pass_fds=[theirs.fileno()],
            )
        self.environment = started_with()

    def run(
        self, words: list[str], folder: Path, text: str = "", timeout: float = 120, program: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run ``boardgames``, or a program, with these arguments.

        Raises :class:`subprocess.TimeoutExpired`, and the command is ended.
        """
        with ExitStack() as stack:
            files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            files[0].write(text.encode())
            files[0].seek(0)
            order = json.dumps([program and str(program), words, str(folder), dict(os.environ)]).encode()
            socket.send_fds(self.control, [SIZE.pack(len(order))], [file.fileno() for file in files])
            self.control.sendall(order)
            number, status = self.hear(30.0), self.hear(timeout)
            if number is None or status is None:
                os.kill(number or self.process.pid, signal.SIGKILL)
                self.hear(5.0)
                raise subprocess.TimeoutExpired(words, timeout)
            told = []
            for file in files[1:]:
                file.seek(0)
                told.append(file.read().decode())
            return subprocess.CompletedProcess(words, status, *told)

    def hear(self, timeout: float) -> int | None:
        self.control.settimeout(timeout)
        try:
            number: int = SIZE.unpack(self.control.recv(SIZE.size, socket.MSG_WAITALL))[0]
            return number
        except TimeoutError:
            return None
        finally:
            self.control.settimeout(None)

    def close(self) -> None:
        self.control.close()
        self.process.wait()


def started_with() -> dict[str, str]:
    """What of the environment is read before the arguments are."""
    return {
        name: os.environ[name] for name in os.environ if name.startswith(("PYTHON", "BOARDGAMES_PURE", "LC_", "LANG"))
    }


def serve(control: socket.socket) -> tuple[str | None, list[str]]:
    """Fork for each request; in the fork, the program and its arguments are what is returned."""
    while True:
        head, files, _, _ = socket.recv_fds(control, SIZE.size, 3)
        if not head:
            os._exit(0)
        order = b""
        while len(order) < SIZE.unpack(head)[0]:
            order += control.recv(65536)
        if not (number := os.fork()):
            break
        for file in files:
            os.close(file)
        control.sendall(SIZE.pack(number))
        control.sendall(SIZE.pack(os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])))
    control.close()
    program, words, folder, environment = json.loads(order)
    for place, file in enumerate(files):
        os.dup2(file, place)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0] = folder if program is None else str(Path(folder, program).parent)
    return program, [str(word) for word in words]


if __name__ == "__main__":
    from importlib import import_module
    from runpy import run_path

    import boardgames as bg
    from boardgames.__main__ import main

    for room in ROOMS:
        import_module(f"boardgames.cli.{room}")
    for game in bg.games():
        bg.load(game).start().actions()
    gc.collect()
    gc.freeze()  # no fork need look through, and so copy, what it has from here
    program, sys.argv[1:] = serve(socket.socket(fileno=int(sys.argv[1])))
    if program is None:
        main()
    else:
        sys.argv[0] = program
        run_path(program, run_name="__main__")
