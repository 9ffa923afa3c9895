"""One submission on the ladder, in a process of its own under limits; what it says is checked here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames.referee import Process, ProgramFault
from boardgames.testkit import FAILED, NOT_TRIED, RUNGS, Finding, Grade
from boardgames.web import BadMessage
from boardgames_classroom.answers import Done, Exchange, Found, Refused, Trying
from boardgames_classroom.conditions import GradingConditions, Running, started
from boardgames_classroom.game_file import game_in
from boardgames_classroom.witness import PLAYS, contradictions, differences

OUTSIDE: Final = "seen from outside: "
IMPORT: Final = "the import"
"""The stage of a submission before its first rung."""
RUNG_OF: Final = {rung.name: rung for rung in RUNGS}


@attrs.frozen
class Graded:
    """A grade, and what a teacher should know of how it came about."""

    grade: Grade
    game: str
    """The object reference of the game in the submission; empty if there is none."""
    remark: str = ""
    """The reason why the ladder was not climbed to its end; empty if it was."""
    altered: bool = False
    """The submission has changed the checker."""


def ungraded(sentence: str, conditions: GradingConditions, game: str = "") -> Graded:
    """No points, as no rung could be tried."""
    findings = [Finding(rung, NOT_TRIED, sentence) for rung in conditions.rungs]
    return Graded(Grade.of_findings(findings, conditions.weights, game, 0, conditions.seed), game, sentence)


def grade_submission(
    folder: str | os.PathLike[str], conditions: GradingConditions, running: Running | None = None
) -> Graded:
    """Grade what lies in a folder, which only this submission has.

    ``conditions`` are those of the class: games, limits, weights.  ``running`` holds the processes, so that another
    thread can end them.

    The checker beside it climbs the ladder; then a witness plays the game from outside.
    Raises :class:`~boardgames_classroom.UnreadableSubmissions` where there is no game in it, and
    :class:`~boardgames.referee.Shortage` if this machine lacks something.
    """
    folder = Path(folder)
    reference = game_in(folder, conditions.file)
    with started(folder, conditions, running) as process:
        graded = CheckerConversation(process, conditions, folder, reference).graded()
    lost = {rung.name for rung in graded.grade.rungs if not rung.passed}
    if PLAYS in lost:
        return graded
    graded = confirmed(graded, contradictions(folder, reference, conditions, running, lost), conditions)
    if conditions.like is None or not any(rung.passed for rung in graded.grade.rungs):
        return graded
    return with_findings(graded, differences(folder, reference, conditions, running))


def with_findings(graded: Graded, findings: Mapping[str, Finding]) -> Graded:
    """The grade with these findings, by the names of their rungs, in place of its own."""
    rungs = tuple(attrs.evolve(rung, finding=findings.get(rung.name, rung.finding)) for rung in graded.grade.rungs)
    return attrs.evolve(graded, grade=attrs.evolve(graded.grade, rungs=rungs))


def confirmed(graded: Graded, faults: Mapping[str, str], conditions: GradingConditions) -> Graded:
    """The grade, with what was seen from outside, by rungs.

    Above a foundation that fails nothing can be trusted, so a game that cannot be played from outside has no points.
    """
    if PLAYS in faults:
        sentence = f"it cannot be played from outside: {faults[PLAYS]}"
        findings = [
            Finding(rung, FAILED, sentence) if rung.name == PLAYS else Finding(rung, NOT_TRIED, f"fix {PLAYS} first")
            for rung in conditions.rungs
        ]
        grade = Grade.of_findings(findings, conditions.weights, graded.grade.game, 0, conditions.seed)
        return Graded(grade, graded.game, "; ".join(part for part in (graded.remark, sentence) if part))
    passed = [rung.name for rung in graded.grade.rungs if rung.passed and rung.name in faults]
    return with_findings(graded, {name: Finding(RUNG_OF[name], FAILED, OUTSIDE + faults[name]) for name in passed})


class CheckerConversation:
    """The checker's answers, from its order to its end."""

    def __init__(self, process: Process, conditions: GradingConditions, folder: Path, reference: str) -> None:
        order = {name: getattr(conditions, name) for name in ("games", "seed", "seconds", "max_plies")}
        self.conversation = Exchange(process, folder, reference, conditions, order)
        self.conditions = conditions
        self.reference = reference
        self.findings: dict[str, Finding] = {}
        self.trying = IMPORT

    def graded(self) -> Graded:
        """Hear the checker until it tells the grade; a checker that fails is a grade with the reason."""
        try:
            while True:
                with suppress(BadMessage):
                    graded = self._heard(self.conversation.answer())
                    if graded is not None:
                        return graded
        except ProgramFault as fault:
            return self._stopped(self.conversation.sentence(fault))

    def _heard(self, answer: Any) -> Graded | None:
        """The grade, if that was the last answer."""
        text = self.conversation.text
        if isinstance(answer, Trying):
            self.trying = answer.rung
        elif isinstance(answer, Found):
            actions = tuple(text(action) for action in answer.actions)
            position = None if answer.position is None else text(answer.position)
            finding = Finding(RUNG_OF[answer.rung], answer.status, text(answer.what), answer.seed, actions, position)
            self.findings.setdefault(answer.rung, finding)
        elif isinstance(answer, Done) and len(self.findings) == len(RUNGS):
            return self._graded(text(answer.game), answer.games, "")
        elif isinstance(answer, Refused) and answer.code == "stopped":
            return self._stopped(text(answer.words))
        elif isinstance(answer, Refused) and answer.code == "no game":
            return ungraded(text(answer.words), self.conditions, self.reference)
        elif isinstance(answer, Refused):
            sentence = f"it changes the checker: {text(answer.words)} is not what it was"
            return attrs.evolve(ungraded(sentence, self.conditions, self.reference), altered=True)
        return None

    def _stopped(self, sentence: str) -> Graded:
        """The rungs before the one that was being tried keep their points."""
        at = self.trying
        if at != IMPORT and at not in self.findings:
            self.findings[at] = Finding(RUNG_OF[at], FAILED, sentence)
        for rung in RUNGS:
            self.findings.setdefault(rung.name, Finding(rung, NOT_TRIED, f"could not be reached; at {at} {sentence}"))
        return self._graded("", 0, f"at {at} {sentence}")

    def _graded(self, name: str, games: int, remark: str) -> Graded:
        untried = f"fix {PLAYS} first"
        findings = [self.findings.get(rung.name, Finding(rung, NOT_TRIED, untried)) for rung in self.conditions.rungs]
        grade = Grade.of_findings(findings, self.conditions.weights, name, games, self.conditions.seed)
        return Graded(grade, self.reference, remark)
