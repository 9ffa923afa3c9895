"""The witness: plays a submission's game from outside, over a pipe, and says where it is not as the checker said.

The process at the other end holds the game and no checker.  To deceive a witness, code must behave as a game does.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from boardgames.core.model.game import CHANCE, OVER
from boardgames.core.seeds import random_of
from boardgames.core.text.printable import printable
from boardgames.grading import served
from boardgames.grading.conditions import GradingConditions, Running, started
from boardgames.referee.process import Process
from boardgames.referee.program_lines import ProgramFault

PLAYS: Final = "plays"
GAMES: Final = 2
MOST_PLIES: Final = 300
READ: Final = 20
"""Positions of a game that are written and read again."""
SHORT: Final = 300  # characters of a text in a sentence

Facts = Mapping[str, Any]
"""The facts that a game tells of a state."""


def order_of(nonce: str, folder: Path, reference: str) -> dict[str, object]:
    """The first message to every process of a submission."""
    return {"nonce": nonce, "folder": str(folder), "reference": str(folder / reference)}


def answer_in(line: bytes, nonce: str) -> dict[str, object] | None:
    """The answer in a line of a process; ``None`` for a line that is not our code's."""
    word, _, text = line.partition(b" ")
    if not secrets.compare_digest(word, nonce.encode()):
        return None
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def contradictions(
    folder: Path, reference: str, conditions: GradingConditions, running: Running | None
) -> dict[str, str]:
    """By the names of rungs, what was seen from outside that they forbid; ``plays`` is one if it cannot be played.

    Raises :class:`~boardgames.referee.Shortage`.
    """
    with started(served, folder, conditions, running) as process:
        witness = Witness(process, conditions)
        try:
            witness.begin(folder, reference)
            first = witness.play(conditions.seed)
            witness.play_again(first)
            for number in range(1, GAMES):
                witness.play(conditions.seed + number)
        except NotPlayableError as error:
            return {**witness.seen, PLAYS: str(error).replace(f"{folder}/", "")}
        except ProgramFault as fault:
            return {**witness.seen, witness.asking: f"it ended: {fault.detail}"}
    return witness.seen


class NotPlayableError(Exception):
    """The game cannot be played from outside; the message says why, in a sentence."""


class Witness:
    """Plays, and looks at what the game says of itself; ``seen`` is what is wrong, by rungs."""

    def __init__(self, process: Process, conditions: GradingConditions) -> None:
        self.process = process
        self.nonce = secrets.token_hex(16)
        self.deadline = time.monotonic() + conditions.longest
        self.asking = PLAYS
        """The rung that the request under way belongs to."""
        self.seen: dict[str, str] = {}
        self.seats = 0
        self.reasons: frozenset[str] = frozenset()

    def begin(self, folder: Path, reference: str) -> None:
        about = self._ask(order_of(self.nonce, folder, reference))
        if type(about.get("seats")) is not int or not isinstance(about.get("reasons"), list):
            raise NotPlayableError("it does not say what it is")
        self.seats = about["seats"]
        self.reasons = frozenset(map(str, about["reasons"]))

    def play(self, seed: int) -> list[tuple[int, str]]:
        """A random game; the actions by their places, and the text after each."""
        rng = random_of(seed)
        facts = self._state({"do": "start"})
        played: list[tuple[int, str]] = []
        while facts["edges"] and len(played) < MOST_PLIES:
            self.look(facts)
            if len(played) < READ:
                self.read(facts)
            place = rng.randrange(len(facts["edges"]))
            facts = self._state({"do": "apply", "place": place})
            played.append((place, facts["text"]))
        self.look(facts)
        return played

    def play_again(self, played: list[tuple[int, str]]) -> None:
        """The same actions lead to the same positions."""
        self._state({"do": "start"})
        for place, text in played:
            again = self._state({"do": "apply", "place": place})["text"]
            if again != text:
                self._see("apply-is-repeatable", f"the same actions led to {again!r} and to {text!r}")
                return

    def look(self, facts: Facts) -> None:
        """Check that the facts of a state agree."""
        turn, edges, outcome, where = facts["turn"], facts["edges"], facts["outcome"], f"at {facts['text']!r}"
        if (turn == OVER) != (outcome is not None) or not OVER <= turn < self.seats:
            self._see("turn-and-outcome", f"turn is {turn} and outcome is {outcome} {where}")
        if turn >= 0 and not edges:
            self._see("no-empty-choice", f"seat {turn} is to act and has no action {where}")
        if turn >= 0 and len(set(edges)) < len(edges):
            self._see("actions-once", f"an action is listed twice {where}")
        if turn == CHANCE and sum(facts["chances"]) != 1:
            self._see("chances-sum-to-one", f"the chances sum to {sum(facts['chances'])} {where}")
        if outcome is not None:
            returns, reason = outcome["returns"], outcome["reason"]
            if len(returns) != self.seats or not all(-1 <= share <= 1 for share in returns):
                self._see("returns", f"the returns are {returns} {where}")
            if self.seats == 2 and abs(sum(returns)) > 1e-9:
                self._see("returns", f"the returns {returns} do not sum to 0 {where}")
            if reason not in self.reasons:
                self._see("reasons", f"the reason {reason!r} is not declared {where}")

    def read(self, facts: Facts) -> None:
        """A position written and read again is the same."""
        self.asking = "position-text"
        answer = self._ask({"do": "read", "text": facts["text"]}, fails=True)
        self.asking = PLAYS
        same = ("text", "turn", "edges", "outcome")
        if "error" in answer or any(answer.get(name) != facts["said"].get(name) for name in same):
            self._see("position-text", f"{facts['text']!r} is another position when it is read again")

    def _see(self, rung: str, sentence: str) -> None:
        self.seen.setdefault(rung, printable(sentence)[:SHORT])

    def _state(self, request: Mapping[str, object]) -> Facts:
        said = self._ask(request)
        try:
            outcome = said["outcome"]
            return {
                "text": str(said["text"]),
                "turn": int(said["turn"]),
                "edges": [str(edge) for edge in said["edges"]],
                "chances": [Fraction(str(chance)) for chance in said["chances"]],
                "outcome": None
                if outcome is None
                else {"returns": [float(share) for share in outcome["returns"]], "reason": str(outcome["reason"])},
                "said": said,
            }
        except (KeyError, TypeError, ValueError, ZeroDivisionError):
            raise NotPlayableError("what it says of a position makes no sense") from None

    def _ask(self, request: Mapping[str, object], fails: bool = False) -> dict[str, Any]:
        """The answer.  Raises :class:`NotPlayableError` for an error of the game, unless ``fails`` allows one."""
        self.process.begin_answer(keep=True)
        self.process.send([json.dumps(request)])
        self.process.flush()
        while (answer := answer_in(self.process.read_line(self.deadline), self.nonce)) is None:
            pass
        if "error" in answer and not fails:
            raise NotPlayableError(printable(str(answer["error"]))[:SHORT])
        return answer
