"""One submission on the ladder, in a process of its own under limits; what it says is checked here."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import attrs

from boardgames.core.text.printable import printable
from boardgames.grading import inside
from boardgames.grading.conditions import GradingConditions, Running, started
from boardgames.grading.game_file import game_in
from boardgames.grading.grade import Grade
from boardgames.grading.witness import PLAYS, answer_in, contradictions, order_of
from boardgames.referee.process import Process
from boardgames.referee.program_lines import ProgramFault
from boardgames.testkit.climb import RUNGS
from boardgames.testkit.report import FAILED, NOT_SEEN, NOT_TRIED, OK, Finding

IMPORT: Final = "the import"
"""Where a submission is before its first rung."""
RUNG_OF: Final = {rung.name: rung for rung in RUNGS}


@attrs.frozen
class Graded:
    """A grade, and what a teacher should know of how it came about."""

    grade: Grade
    game: str
    """The object reference of the game in the submission; empty if there is none."""
    remark: str = ""
    """Why the ladder was not climbed to its end; empty if it was."""
    altered: bool = False
    """The submission has changed the checker."""


def ungraded(sentence: str, conditions: GradingConditions, game: str = "") -> Graded:
    """No points, as no rung could be tried."""
    findings = [Finding(rung, NOT_TRIED, sentence) for rung in RUNGS]
    return Graded(Grade.of_findings(findings, conditions.weights, game, 0, conditions.seed), game, sentence)


def grade_submission(
    folder: str | os.PathLike[str], conditions: GradingConditions, running: Running | None = None
) -> Graded:
    """Grade what lies in a folder, which only this submission has.

    ``conditions`` are those of the class: games, limits, weights.  ``running`` holds the processes, so that another
    thread can end them.

    The checker beside it climbs the ladder; then a witness plays the game from outside.
    Raises :class:`~boardgames.grading.UnreadableSubmissions` where there is no game in it, and
    :class:`~boardgames.referee.Shortage` if this machine lacks something.
    """
    folder = Path(folder)
    reference = game_in(folder, conditions.file)
    with started(inside, folder, conditions, running) as process:
        graded = CheckerConversation(process, conditions, folder, reference).graded()
    if not any(rung.name == PLAYS and rung.passed for rung in graded.grade.rungs):
        return graded
    return confirmed(graded, contradictions(folder, reference, conditions, running), conditions)


def confirmed(graded: Graded, seen: Mapping[str, str], conditions: GradingConditions) -> Graded:
    """The grade, with what was seen from outside, by rungs.

    Above a foundation that fails nothing can be trusted, so a game that cannot be played from outside has no points.
    """
    if PLAYS in seen:
        sentence = f"it cannot be played from outside: {seen[PLAYS]}"
        findings = [
            Finding(rung, FAILED, sentence) if rung.name == PLAYS else Finding(rung, NOT_TRIED, f"first mend {PLAYS}")
            for rung in RUNGS
        ]
        grade = Grade.of_findings(findings, conditions.weights, graded.grade.game, 0, conditions.seed)
        return Graded(grade, graded.game, "; ".join(part for part in (graded.remark, sentence) if part))
    rungs = tuple(
        attrs.evolve(rung, finding=Finding(rung.finding.rung, FAILED, f"seen from outside: {seen[rung.name]}"))
        if rung.passed and rung.name in seen
        else rung
        for rung in graded.grade.rungs
    )
    return attrs.evolve(graded, grade=attrs.evolve(graded.grade, rungs=rungs))


class CheckerConversation:
    """The checker's lines, from its order to its end."""

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
            **order_of(self.nonce, self.folder, self.reference),
            "games": conditions.games,
            "seed": conditions.seed,
            "seconds": conditions.seconds,
            "max_plies": conditions.max_plies,
        }
        deadline = time.monotonic() + conditions.longest
        process.send([json.dumps(order)])
        process.flush()
        try:
            while True:
                answer = answer_in(process.read_line(deadline), self.nonce)
                if answer is None:
                    continue
                process.begin_answer(keep=True)
                graded = self._heard(answer)
                if graded is not None:
                    return graded
        except ProgramFault as fault:
            return self._stopped(self._sentence(fault))

    def _heard(self, answer: dict[str, object]) -> Graded | None:
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

    def _finding(self, answer: dict[str, object]) -> Finding | None:
        """The finding of a rung, all of it checked: a student's code may have written it."""
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

    def _text(self, value: object) -> str:
        """A text of the checker's, fit to be shown, with files named from the submission's folder."""
        text = value.replace(f"{self.folder}/", "") if isinstance(value, str) else ""
        return printable(text[: inside.LONGEST_TEXT + 1], keep="\n")

    def _sentence(self, fault: ProgramFault) -> str:
        """A fault as a teacher reads it."""
        conditions = self.conditions
        if fault.kind == "cpu time":
            return f"its time was over: {conditions.time:g} s of processor time (--time); does it go on for ever?"
        if fault.kind == "timeout":
            return f"it was not done after {conditions.longest:g} s: does it wait for something?"
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
