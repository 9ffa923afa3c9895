"""Starts a server of the page for the rules as they were saved, and has it take over from the one before.

The process of this module holds the listening socket and what the next server needs of the table, and it runs no
rules.  So a mistake in them, an endless loop too, ends a server at most; the page connects to the next one.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Final, NoReturn

from boardgames.core.lookup.object_reference import is_path
from boardgames.web.reload.mistake import Mistake, RulesMistake, mistake_at, mistake_of_dump
from boardgames.web.reload.watch import Watch

SERVER_FILES: Final = "BOARDGAMES_RELOAD"
"""The environment variable with a server's files: the numbers of the socket, and of the pipe for its stacks."""
TICK: Final = 0.1
"""Seconds from look to look at the files and the server."""
START_TICKS: Final = 300
"""Ticks until a server must have started to import."""
SILENT_TICKS: Final = 30
"""Ticks without a sign of life after which a server is ended: ticks and not seconds, as all may be suspended."""
END_TIME: Final = 4.0  # seconds for a server to end its players
ANSWER_TIME: Final = 1.0  # seconds to answer the requests under way for a server whose rules made a mistake
MAX_MESSAGE: Final = 2**24  # characters
KINDS: Final = {"mistake", "files", "kept", "link", "ended"}
FOREIGN: Final = (
    "the rules wrote to, or closed, a file of the process itself: they may use only files that they have opened"
)
DUMP_TIME: Final = 1.0  # seconds to wait for the stacks of a process that does not answer, and for each part of them
DEAD_TIME: Final = 0.1  # the same for a process that has ended: all is there
LAST_FRAME: Final = b" in _run_module_as_main\n"
"""The outermost frame of the main thread, which is written last."""
UNCHANGED: Final = "The board still plays by the rules as they were."
CONTINUES: Final = "The game continues from before this move: choose another one, or fix the rules and save them."
PAUSED: Final = "The game is paused until you fix and save the rules."


class ServerProcess:
    """A server that has imported all but the rules, until it is told to load them."""

    def __init__(self, command: Sequence[str], listener: socket.socket, root: str) -> None:
        self.root = root
        self.messages: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.silent, self.most_silent = 0, START_TICKS
        self.dump, dump = os.pipe()
        if sys.platform != "win32":  # where the command refuses to reload
            os.set_blocking(self.dump, False)
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=(dump, listener.fileno()),
                env={**os.environ, SERVER_FILES: f"{listener.fileno()} {dump}"},
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        finally:
            os.close(dump)
        threading.Thread(target=self._receive, name="messages of a server", daemon=True).start()

    def _receive(self) -> None:
        assert self.process.stdout is not None
        while line := self.process.stdout.readline(MAX_MESSAGE):
            self.silent, self.most_silent = 0, SILENT_TICKS
            try:
                message = dict(json.loads(line))
            except (ValueError, TypeError):
                message = {"": line}
            if not message.keys() <= KINDS:
                message = {"mistake": mistake_at(FOREIGN).facts()}
            if message:
                self.messages.put(message)
        self.messages.put({"gone": True})

    def send(self, **order: object) -> None:
        """Send an order to the server; one that has ended gets none."""
        assert self.process.stdin is not None
        with suppress(OSError):  # it has ended, and its messages say so
            self.process.stdin.write(json.dumps(order) + "\n")
            self.process.stdin.flush()

    def next_message(self, ticks: float = float("inf")) -> dict[str, Any]:
        """The next message; empty after ``ticks`` without one.

        Raises :class:`RulesMistake` if the rules made a mistake that ends this process, and ends it.
        """
        while True:
            try:
                message = self.messages.get(timeout=TICK)
            except Empty:
                self.silent += 1
                ticks -= 1
                if self.silent > self.most_silent:
                    raise RulesMistake(self._stopped()) from None
                if ticks <= 0:
                    return {}
                continue
            if "gone" in message:
                raise RulesMistake(self._ended())
            if "mistake" in message:
                self.send(end=True)
                with suppress(subprocess.TimeoutExpired):  # a page that is being loaded is to get all of its parts
                    self.process.wait(ANSWER_TIME)
                self.close()
                raise RulesMistake(Mistake(**message["mistake"]))
            return message

    def load(self, kept: Mapping[str, object] | None, tried: bool) -> Sequence[str]:
        """Have it load the rules, and play the actions of a table; the files that the rules were read from.

        ``tried`` says to draw and describe the position too.  Raises :class:`RulesMistake`.
        """
        self.send(kept=kept, tried=tried)
        return list(self.next_message()["files"])

    def end(self) -> dict[str, object] | None:
        """End it; what the next server needs of the table, if it still says so."""
        self.send(end=True)
        kept = None
        with suppress(RulesMistake):
            while "ended" not in (message := self.next_message(END_TIME / TICK)) and message:
                kept = message.get("kept", kept)
        self.close()
        return kept

    def close(self) -> None:
        self.process.kill()
        self.process.wait()

    def _stopped(self) -> Mistake:
        """End a process that gives no sign of life."""
        if sys.platform != "win32":
            with suppress(OSError):
                os.kill(self.process.pid, signal.SIGUSR1)
        dump = self._stacks(DUMP_TIME)
        self.close()
        seconds = f"{SILENT_TICKS * TICK:.0f} s"
        return mistake_of_dump(
            dump, self.root, f"{{}} has not ended after {seconds} and was stopped: is there an endless loop?"
        )

    def _ended(self) -> Mistake:
        """The reason why a process has ended by itself."""
        try:
            status = self.process.wait(DUMP_TIME)
        except subprocess.TimeoutExpired:
            self.close()
            return mistake_at(FOREIGN)
        how = f"signal {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
        return mistake_of_dump(self._stacks(DEAD_TIME), self.root, f"{{}} ended the process of the rules ({how})")

    def _stacks(self, patience: float) -> str:
        """The stacks that :mod:`faulthandler` wrote in the process."""
        written = b""
        while not written.endswith(LAST_FRAME) and select.select([self.dump], [], [], patience)[0]:
            part = os.read(self.dump, 65536)
            if not part:
                break
            written += part
        return written.decode("utf-8", "replace")

    def __del__(self) -> None:
        os.close(self.dump)


class Reloader:
    """Keeps one server, with the rules as they are in their file, and a spare one for the next rules.

    ``command`` starts a server.  ``tell`` gets what has no page: a mistake, and what it means for the game.
    ``on_link`` gets the path of the table once the first server is open.
    """

    def __init__(
        self,
        command: Sequence[str],
        file: str,
        watch: Watch,
        listener: socket.socket,
        tell: Callable[[Mistake, str], None],
        on_link: Callable[[str], None],
    ) -> None:
        self.command = command
        self.file = file
        self.watch = watch
        self.listener = listener
        self.tell = tell
        self.on_link = on_link
        self.current: ServerProcess | None = None
        self.spare: ServerProcess | None = None
        self.kept: dict[str, object] | None = None
        """The links of the table and the actions of its game, for the next server."""
        self.opened = False
        """True if a page has been served."""
        self.paused = False
        """True if the game waits for better rules."""

    def run(self) -> NoReturn:
        """Serve until this is interrupted."""
        try:
            self.reload()
            while True:
                if self.watch.changed():
                    self.reload()
                self._hear()
        finally:
            if self.current is not None:
                self.current.end()
            if self.spare is not None:
                self.spare.close()

    def _hear(self) -> None:
        """Do what the server says, for a tick at most."""
        if self.current is None:
            threading.Event().wait(TICK)
            return
        try:
            message = self.current.next_message(1)
        except RulesMistake as error:
            self.current = None
            self.reload(error.mistake)
            return
        self.kept = message.get("kept", self.kept)
        if "link" in message and not self.opened:
            self.opened = True
            self.on_link(message["link"])

    def reload(self, mistake: Mistake | None = None) -> None:
        """Start a server for the rules as they are now.

        With a ``mistake`` the rules are those that made it, and ended the server: the game continues from before it.
        If nobody has chosen a move since these rules were loaded, they fail by themselves, so the game is paused.
        """
        server = self.spare or ServerProcess(self.command, self.listener, self.watch.folder)
        self.spare = None
        try:
            if is_path(self.file) and not os.path.exists(self.file):
                raise RulesMistake(mistake_at("the file is gone: save it again under this name", self.file))
            files = server.load(self.kept, tried=mistake is None)
        except RulesMistake as error:
            server.close()
            self._show(mistake or error.mistake)
        else:
            if self.current is not None:
                self.kept = self.current.end() or self.kept
            self.watch.watch(files)
            self.paused = mistake is not None and not (self.kept or {}).get("chosen")
            note = "" if mistake is None else PAUSED if self.paused else CONTINUES
            facts = None if mistake is None else mistake.facts()
            server.send(kept=self.kept, report={"mistake": facts, "note": note}, paused=self.paused)
            self.current = server
        self.spare = ServerProcess(self.command, self.listener, self.watch.folder)

    def _show(self, mistake: Mistake) -> None:
        """Have the pages show a mistake, or the terminal, if there is no page."""
        if self.current is not None:
            note = PAUSED if self.paused else UNCHANGED
            self.current.send(report={"mistake": mistake.facts(), "note": note})
        else:
            self.tell(mistake, PAUSED if self.kept else "The page opens when the file is saved without this mistake.")
