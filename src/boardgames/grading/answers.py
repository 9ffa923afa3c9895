"""What a submission's process says, read under bounds: a student's code may have written every line of it.

There is no other reader.  A line without the nonce is not an answer; a value that is not of its kind is refused, and
nothing is computed with it.  The bytes of a line, of an answer and the time are bounded too.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames.core.text.json_message import BadMessage, fits, read_message
from boardgames.core.text.kinds import SEED, Number, OneOf, OrNone, Several, Text, Whole
from boardgames.core.text.printable import printable
from boardgames.grading.conditions import GradingConditions
from boardgames.grading.served import LONGEST_TEXT, SHARE
from boardgames.referee.limits import LINE_BYTES
from boardgames.referee.process import Process
from boardgames.referee.program_lines import ProgramFault
from boardgames.testkit.climb import RUNGS
from boardgames.testkit.report import FAILED, NOT_SEEN, NOT_TRIED, OK

RATIO: Final = re.compile(r"-?[0-9]{1,30}/[1-9][0-9]{0,29}")
MANY: Final = 10**9
RUNG: Final = OneOf(tuple(rung.name for rung in RUNGS))
TEXTS: Final = Several(Text())


def _ratios(answer: object, field: object, value: object) -> None:
    """Chances are texts such as ``1/16``, with 30 digits at most: a number of more could take for ever to compute."""
    if not (isinstance(value, list) and all(type(each) is str and RATIO.fullmatch(each) for each in value)):
        raise BadMessage("'chances' must be ratios of at most 30 digits, as in 1/16")


@attrs.frozen
class Trying:
    """The checker begins with a rung."""

    rung: str = attrs.field(validator=fits(RUNG))


@attrs.frozen
class Found:
    """The checker's finding of a rung."""

    rung: str = attrs.field(validator=fits(RUNG))
    status: str = attrs.field(validator=fits(OneOf((OK, NOT_SEEN, FAILED, NOT_TRIED))))
    what: str = attrs.field(default="", validator=fits(Text()))
    seed: int | None = attrs.field(default=None, validator=fits(OrNone(SEED)))
    actions: list[str] = attrs.field(factory=list, validator=fits(TEXTS))
    position: str | None = attrs.field(default=None, validator=fits(OrNone(Text())))


@attrs.frozen
class Done:
    """The checker is done."""

    games: int = attrs.field(validator=fits(Whole(0, MANY)))
    game: str = attrs.field(validator=fits(Text()))


@attrs.frozen
class About:
    """What a game says of itself."""

    seats: int = attrs.field(validator=fits(Whole(1, 99)))
    reasons: list[str] = attrs.field(validator=fits(TEXTS))
    by_history: list[str] = attrs.field(validator=fits(TEXTS))


@attrs.frozen
class Facts:
    """What a game says of a state: the ways on from it are ``edges``."""

    text: str = attrs.field(validator=fits(Text()))
    turn: int = attrs.field(validator=fits(Whole(-MANY, MANY)))
    edges: list[str] = attrs.field(validator=fits(TEXTS))
    chances: list[str] = attrs.field(validator=_ratios)
    returns: list[float] | None = attrs.field(validator=fits(OrNone(Several(Number(-SHARE, SHARE)))))
    reason: str | None = attrs.field(validator=fits(OrNone(Text())))

    @property
    def future(self) -> tuple[object, ...]:
        """All but the text."""
        return self.turn, self.edges, self.chances, self.returns, self.reason


@attrs.frozen
class Numbers:
    """Counts, or 1 for yes and 0 for no."""

    numbers: list[int] = attrs.field(validator=fits(Several(Whole(0, MANY))))


@attrs.frozen
class Refused:
    """There is no game, or an error of the game: ``unreadable`` and ``illegal`` are what a text may deserve."""

    code: str = attrs.field(validator=fits(OneOf(("no game", "changed", "stopped", "unreadable", "illegal", "raised"))))
    words: str = attrs.field(validator=fits(Text()))


Answer = Trying | Found | Done | About | Facts | Numbers | Refused
KINDS: Final[Mapping[str, type[Any]]] = {
    kind.__name__.lower(): kind for kind in (Trying, Found, Done, About, Facts, Numbers, Refused)
}


class Conversation:
    """Orders to a submission's process, and its answers."""

    def __init__(
        self, process: Process, folder: Path, reference: str, conditions: GradingConditions, order: Mapping[str, object]
    ) -> None:
        self.process = process
        self.folder = folder
        self.conditions = conditions
        self.nonce = secrets.token_hex(16)
        self.deadline = time.monotonic() + conditions.longest
        self.tell({"nonce": self.nonce, "folder": str(folder), "reference": str(folder / reference), **order})

    def tell(self, order: Mapping[str, object]) -> None:
        self.process.send([json.dumps(order)])
        self.process.flush()

    def answer(self) -> Answer:
        """The next answer.  Raises :class:`ProgramFault`, and :class:`BadMessage` for one that makes no sense."""
        self.process.begin_answer(keep=True)
        while True:
            line = self.process.read_line(self.deadline)
            if time.monotonic() > self.deadline + self.process.overslept:  # lines that have come already take no wait
                raise ProgramFault("timeout", "it talks for too long")
            word, _, text = line.partition(b" ")
            if secrets.compare_digest(word, self.nonce.encode()):
                example = '{"is": "trying", "rung": "plays"}'
                answer: Answer = read_message(text.decode(errors="replace"), "is", KINDS, LINE_BYTES, example)
                return answer

    def text(self, text: str) -> str:
        """A text of the process's, fit to be shown, with files named from the submission's folder."""
        return printable(text.replace(f"{self.folder}/", "")[: LONGEST_TEXT + 1], keep="\n")

    def sentence(self, fault: ProgramFault) -> str:
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
