"""One submission on the ladder, in a process of its own under limits; what it says is checked here."""

from __future__ import annotations

import json
import os
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames.core.text.printable import printable
from boardgames.grading import inside
from boardgames.grading.game_file import game_in
from boardgames.grading.grade import Grade
from boardgames.grading.unpacking import UnreadableSubmissions
from boardgames.grading.weights import Weights
from boardgames.referee.limits import Limits
from boardgames.referee.process import Process
from boardgames.referee.program_lines import ProgramFault
from boardgames.referee.sandbox import PASSED_ON, Mounts
from boardgames.testkit.climb import RUNGS, SEED
from boardgames.testkit.report import FAILED, NOT_SEEN, NOT_TRIED, OK, Finding

CODE: Final = "import sys; sys.path.append(sys.argv[1]); __import__(sys.argv[2], fromlist=['main']).main()"
SOURCE: Final = str(Path(__file__).resolve().parents[2])
"""The folder that the library is imported from; the checker sees it."""
GAMES: Final = 20
TIME: Final = 30.0
MEMORY: Final = 1024 * 2**20
PROCESSES: Final = 20
WAITING: Final = 2
"""So many times the processor time may pass on the clock: a submission may wait, and so may a busy machine."""
STARTING: Final = 20.0  # seconds besides, for the start on a busy machine
MIB: Final = 2**20
IMPORT: Final = "the import"
"""Where a submission is before its first rung."""
RUNG_OF: Final = {rung.name: rung for rung in RUNGS}


@attrs.frozen(kw_only=True)
class GradingConditions:
    """How submissions are verified, all alike."""

    weights: Weights = attrs.field(factory=Weights)
    games: int | None = GAMES
    """Random games, which makes grades the same on every machine; ``None``: as many as fit into ``seconds``."""
    seconds: float = 2.0
    seed: int = SEED
    max_plies: int | None = None
    file: str | None = None
    """The name of the file with the game, if the assignment gave one."""
    time: float = TIME
    """Seconds of processor time for a submission."""
    memory: int | None = MEMORY
    """Bytes."""
    sandboxed: bool = True

    @property
    def limits(self) -> Limits:
        return Limits(memory=self.memory, cpu_time=self.time, processes=PROCESSES)


@attrs.frozen
class Graded:
    """A grade, and what a teacher should know of how it came about."""

    grade: Grade
    game: str
    """The object reference of the game in the submission; empty if there is none."""
    remark: str = ""
    """Why the ladder was not climbed to its end; empty if it was."""
    altered: bool = False
    """Whether the submission has changed the checker."""


def ungraded(sentence: str, conditions: GradingConditions, game: str = "") -> Graded:
    """No points, as no rung could be tried."""
    findings = [Finding(rung, NOT_TRIED, sentence) for rung in RUNGS]
    return Graded(Grade.of_findings(findings, conditions.weights, game, 0, conditions.seed), game, sentence)


def grade_submission(
    folder: Path,
    conditions: GradingConditions,
    running: Callable[[Process], AbstractContextManager[None]] | None = None,
) -> Graded:
    """Grade what lies in a folder, which only this submission has.

    ``running`` is entered with the process while it runs, so that another thread can end it.
    Raises :class:`UnreadableSubmissions` where there is no game in it, and
    :class:`~boardgames.referee.Shortage` if this machine lacks something.
    """
    reference = game_in(folder, conditions.file)
    with tempfile.TemporaryDirectory(prefix="home-") as home:
        command = [sys.executable, "-I", "-B", "-c", CODE, SOURCE, inside.__name__]
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        environment |= {"HOME": home, "TMPDIR": home}
        mounts = Mounts.around(command, os.environ, folder=str(folder)) if conditions.sandboxed else None
        try:
            process = Process(command, conditions.limits, environment, None, mounts)
        except ProgramFault as fault:
            raise UnreadableSubmissions(f"the checker cannot be started: {fault.detail}") from None
        try:
            with nullcontext() if running is None else running(process):
                return Conversation(process, conditions, folder, reference).graded()
        finally:
            process.end(time.monotonic())


class Conversation:
    """What the checker says, from its order to its end."""

    def __init__(self, process: Process, conditions: GradingConditions, folder: Path, reference: str) -> None:
        self.process = process
        self.conditions = conditions
        self.reference = reference
        self.nonce = secrets.token_hex(16)
        self.folder = folder
        self.findings: dict[str, Finding] = {}
        self.trying = IMPORT

    def graded(self) -> Graded:
        conditions, process = self.conditions, self.process
        order = {
            "nonce": self.nonce,
            "folder": str(self.folder),
            "reference": f"{self.folder / self.reference}",
            "games": conditions.games,
            "seed": conditions.seed,
            "seconds": conditions.seconds,
            "max_plies": conditions.max_plies,
        }
        deadline = time.monotonic() + WAITING * conditions.time + STARTING
        process.send([json.dumps(order)])
        process.flush()
        try:
            while True:
                answer = self._answer(process.read_line(deadline))
                if answer is None:
                    continue
                process.begin_answer(keep=True)
                graded = self._heard(answer)
                if graded is not None:
                    return graded
        except ProgramFault as fault:
            return self._stopped(self._sentence(fault))

    def _answer(self, line: bytes) -> dict[str, Any] | None:
        """A line of the checker; ``None`` for one that is not its own."""
        nonce, _, text = line.partition(b" ")
        if not secrets.compare_digest(nonce, self.nonce.encode()):
            return None
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return answer if isinstance(answer, dict) else None

    def _heard(self, answer: dict[str, Any]) -> Graded | None:
        """The grade, if that was the last answer."""
        if "trying" in answer:
            self.trying = self._text(answer["trying"])
        elif "rung" in answer:
            finding = self._finding(answer)
            if finding is not None and finding.rung.name not in self.findings:
                self.findings[finding.rung.name] = finding
        elif "no game" in answer:
            return ungraded(self._text(answer["no game"]), self.conditions, self.reference)
        elif "changed" in answer:
            sentence = f"it changes the checker: {self._text(answer['changed'])} is not what it was"
            return attrs.evolve(ungraded(sentence, self.conditions, self.reference), altered=True)
        elif "stopped" in answer:
            return self._stopped(self._text(answer["stopped"]))
        elif "done" in answer and len(self.findings) == len(RUNGS):
            games = answer["done"]
            return self._graded(self._text(answer.get("game", "")), games if type(games) is int else 0, "")
        return None

    def _stopped(self, sentence: str) -> Graded:
        """The rungs before the one that was being tried keep their points."""
        at = self.trying if self.trying in RUNG_OF else IMPORT
        if at != IMPORT and at not in self.findings:
            self.findings[at] = Finding(RUNG_OF[at], FAILED, sentence)
        for rung in RUNGS:
            self.findings.setdefault(rung.name, Finding(rung, NOT_TRIED, f"could not be reached; at {at} {sentence}"))
        return self._graded("", 0, f"at {at} {sentence}")

    def _graded(self, name: str, games: int, remark: str) -> Graded:
        findings = [self.findings[rung.name] for rung in RUNGS]
        grade = Grade.of_findings(findings, self.conditions.weights, name, games, self.conditions.seed)
        return Graded(grade, self.reference, remark)

    def _finding(self, answer: dict[str, Any]) -> Finding | None:
        """What a rung has found, all of it checked: a student's code may have written it."""
        rung = RUNG_OF.get(self._text(answer.get("rung")))
        status = answer.get("status")
        if rung is None or status not in (OK, NOT_SEEN, FAILED, NOT_TRIED):
            return None
        seed, actions, position = answer.get("seed"), answer.get("actions"), answer.get("position")
        return Finding(
            rung,
            status,
            self._text(answer.get("what")),
            seed if type(seed) is int and abs(seed) < 2**63 else None,
            tuple(self._text(action) for action in actions[: inside.MOST_ACTIONS]) if isinstance(actions, list) else (),
            None if position is None else self._text(position),
        )

    def _text(self, value: Any) -> str:
        """A text of the checker's, fit to be shown, with files named from the submission's folder."""
        text = value.replace(f"{self.folder}/", "") if isinstance(value, str) else ""
        return printable(text[: inside.LONGEST_TEXT + 1], keep="\n")

    def _sentence(self, fault: ProgramFault) -> str:
        """A fault as a teacher reads it."""
        conditions = self.conditions
        if fault.kind == "cpu time":
            return f"its time was over: {conditions.time:g} s of processor time (--time); does it go on for ever?"
        if fault.kind == "timeout":
            return f"it was not done after {WAITING * conditions.time + STARTING:g} s: does it wait for something?"
        if fault.kind == "crash":
            words = self.process.last_words.decode("utf-8", "replace").strip().splitlines()
            last = f"; the last that it printed: {printable(words[-1])[:200]}" if words else ""
            ended = fault.detail.removesuffix(" and gave no answer").removeprefix("it ")
            return f"its code ended the check: it {ended}{last}"
        return f"it broke a limit: {fault.detail}"


def clear(folder: Path) -> None:
    """Make what a submission has left in a folder removable."""
    for path in [folder, *folder.rglob("*")]:
        with suppress(OSError):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)
