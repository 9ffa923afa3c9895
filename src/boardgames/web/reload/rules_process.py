"""The server's side of the process in which rules run: questions with a time bound.

A process that does not answer in time is ended, and the line at which it was is told.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Final

from boardgames.core.model.game import IllegalAction, UnreadablePosition
from boardgames.core.model.options import BadOption
from boardgames.web.reload.mistake import Mistake, RulesMistake, mistake_at, mistake_of_dump

START_TIME: Final = 30.0
"""Seconds until the process must have imported all but the rules."""
RULE_TIME: Final = 3.0
"""Seconds for one question to the rules."""
LOAD_TIME: Final = 6.0
"""Seconds until the file must be loaded."""
THINK_TIME: Final = 20.0
"""Seconds for a player of ours to choose, beyond what its clock gives it."""
DUMP_TIME: Final = 1.0  # seconds to wait for the stacks of a process that does not answer, and for each part of them
DEAD_TIME: Final = 0.1  # the same for a process that has ended: all is there
LAST_FRAME: Final = b" in _run_module_as_main\n"
"""The outermost frame of the main thread, which is written last."""


class RulesProcess:
    """A process that has imported all but the rules.  Any thread may ask it; close it in the end.

    ``on_mistake`` is called, in the thread that asked, with each mistake that the rules make.
    """

    def __init__(self) -> None:
        self.on_mistake: Callable[[Mistake], None] = lambda mistake: None
        self.root = os.getcwd()
        """The folder of the rules."""
        self.ended: Mistake | None = None
        """Why the process has ended."""
        self.forgotten: SimpleQueue[int] = SimpleQueue()
        """The numbers of states that nobody needs any more."""
        self._waiting: dict[int, tuple[SimpleQueue[dict[str, Any]], Callable[[dict[str, Any]], None]]] = {}
        self._asked = 0
        self._lock = threading.Lock()
        self._ending = threading.Lock()
        self._dump, dump = os.pipe()
        os.set_blocking(self._dump, False)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "boardgames.web.reload.serve_rules", str(dump)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=(dump,),
                text=True,
                encoding="utf-8",
            )
        finally:
            os.close(dump)
        threading.Thread(target=self._receive, name="answers of the rules", daemon=True).start()

    def ask(
        self,
        do: str,
        bound: float = RULE_TIME,
        on_thought: Callable[[dict[str, Any]], None] | None = None,
        **facts: Any,
    ) -> Any:
        """The answer to a question.

        Raises :class:`~boardgames.web.reload.mistake.RulesMistake`, and what the rules raise by contract:
        :class:`~boardgames.core.model.game.IllegalAction`, ``UnreadablePosition`` and ``BadOption``.
        """
        answer: SimpleQueue[dict[str, Any]] = SimpleQueue()
        try:
            with self._lock:
                self._asked += 1
                number = self._asked
                self._waiting[number] = answer, on_thought or (lambda thought: None)
                forgotten = self.take_forgotten()
                if self.ended is not None:
                    raise RulesMistake(self.ended)
                assert self._process.stdin is not None
                with suppress(OSError, ValueError):  # it has ended, and _receive says so
                    self._process.stdin.write(json.dumps({"do": do, "id": number, "forget": forgotten, **facts}) + "\n")
                    self._process.stdin.flush()
            try:
                return self._result(answer.get(timeout=bound))
            except Empty:
                return self._result(self._stop(bound, in_main_thread=on_thought is None) or answer.get(timeout=bound))
        finally:
            with self._lock:
                self._waiting.pop(number, None)

    def take_forgotten(self) -> list[int]:
        """The numbers that nobody needs any more, each once."""
        return [self.forgotten.get_nowait() for _ in range(self.forgotten.qsize())]

    def _result(self, answer: dict[str, Any]) -> Any:
        if "done" in answer:
            return answer["done"]
        if "illegal" in answer:
            raise IllegalAction(*answer["illegal"])
        if "unreadable" in answer:
            raise UnreadablePosition(answer["unreadable"])
        if "bad" in answer:
            raise BadOption(answer["bad"])
        mistake = Mistake(**answer["mistake"])
        if self.ended is not mistake:
            self.on_mistake(mistake)
        raise RulesMistake(mistake)

    # -- its end -----------------------------------------------------------------------

    def close(self) -> None:
        """End the process."""
        self._end(mistake_at("newer rules have taken the place of these"))

    def _stop(self, bound: float, in_main_thread: bool) -> dict[str, Any] | None:
        """End the process because it has not answered; the mistake as an answer, ``None`` if it has just ended."""
        with self._ending:
            if self.ended is not None:
                return {"mistake": self.ended.facts()}
            dump = ""
            if hasattr(signal, "SIGUSR1"):
                with suppress(OSError):
                    os.kill(self._process.pid, signal.SIGUSR1)
                dump = self._stacks(DUMP_TIME)
            sentence = f"{{}} has not ended after {bound:.0f} s and was stopped: is there an endless loop?"
            mistake = mistake_of_dump(dump, self.root, sentence, in_main_thread)
            self._end(mistake)
        return {"mistake": mistake.facts()}

    def _end(self, mistake: Mistake) -> None:
        if self.ended is None:
            self.ended = mistake
        with suppress(OSError):
            self._process.kill()
        self._process.wait()

    def _stacks(self, patience: float) -> str:
        """What :mod:`faulthandler` wrote in the process."""
        written = b""
        while not written.endswith(LAST_FRAME) and select.select([self._dump], [], [], patience)[0]:
            part = os.read(self._dump, 65536)
            if not part:
                break
            written += part
        return written.decode("utf-8", "replace")

    def _receive(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            answer = json.loads(line)
            queue, on_thought = self._waiting.get(answer["id"], (None, None))
            if queue is None or on_thought is None:
                continue
            if "thought" in answer:
                on_thought(answer["thought"])
            else:
                queue.put(answer)
        self._process.wait()
        with self._ending:
            if self.ended is None:
                status = self._process.returncode
                how = f"signal {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
                sentence = f"{{}} ended the process of the rules ({how})"
                self.ended = mistake_of_dump(self._stacks(DEAD_TIME), self.root, sentence)
        with self._lock:
            for queue, _ in self._waiting.values():
                queue.put({"mistake": self.ended.facts()})
        with self._ending:
            os.close(self._dump)
        self._process.stdout.close()
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
