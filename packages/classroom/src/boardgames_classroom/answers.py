"""The answers of a submission's process, read under bounds: a student's code may have written every line of it.

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

from boardgames.core.text import SEED, Number, OneOf, OrNone, Several, Text, Whole, printable
from boardgames.referee import LINE_BYTES, Process, ProgramFault, Shortage
from boardgames.testkit import FAILED, NOT_SEEN, NOT_TRIED, OK, RUNGS
from boardgames.web import BadMessage, FieldCheck, fits, read_message
from boardgames_classroom.conditions import GradingConditions
from boardgames_classroom.served import LONGEST_TEXT, SHARE

RATIO: Final = re.compile(r"-?[0-9]{1,30}/[1-9][0-9]{0,29}")
MANY: Final = 10**9
CRASHED: Final = "its code ended the check: "
TEXT: Final = fits(Text())
TEXTS: Final = fits(Several(Text()))
RUNG: Final = fits(OneOf(tuple(rung.name for rung in RUNGS)))
CODES: Final = ("no game", "changed", "stopped", "unreadable", "illegal", "raised")


def _ratios(answer: object, field: object, value: object) -> None:
    """Chances are texts such as ``1/16``, with 30 digits at most: a number of more could take for ever to compute."""
    if not (isinstance(value, list) and all(type(ratio) is str and RATIO.fullmatch(ratio) for ratio in value)):
        raise BadMessage("'chances' must be ratios of at most 30 digits, as in 1/16")


FIELDS: Final[Mapping[str, Mapping[str, FieldCheck]]] = {
    "trying": {"rung": RUNG},
    "found": {
        "rung": RUNG,
        "status": fits(OneOf((OK, NOT_SEEN, FAILED, NOT_TRIED))),
        "what": TEXT,
        "seed": fits(OrNone(SEED)),
        "actions": TEXTS,
        "position": fits(OrNone(Text())),
    },
    "done": {"games": fits(Whole(0, MANY)), "game": TEXT},
    "about": {"seats": fits(Whole(1, 99)), "reasons": TEXTS, "by_history": TEXTS},
    "facts": {
        "text": TEXT,
        "turn": fits(Whole(-MANY, MANY)),
        "edges": TEXTS,
        "chances": _ratios,
        "returns": fits(OrNone(Several(Number(-SHARE, SHARE)))),
        "reason": fits(OrNone(Text())),
    },
    "numbers": {"numbers": fits(Several(Whole(0, MANY)))},
    "refused": {"code": fits(OneOf(CODES)), "words": TEXT},
    "begun": {},
}
"""The fields of each kind of answer.  The first three are the checker's; ``edges`` are the ways on from a state, and
``numbers`` counts, or 1 for yes and 0 for no.  ``begun`` comes first, before the student's code is read."""
KINDS: Final[Mapping[str, type[Any]]] = {
    kind: attrs.make_class(kind.title(), {name: attrs.field(validator=check) for name, check in fields.items()})
    for kind, fields in FIELDS.items()
}
Trying, Found, Done, About, Facts, Numbers, Refused, Begun = KINDS.values()


class Exchange:
    """Orders to a submission's process, and its answers.

    Raises :class:`~boardgames.referee.Shortage` if the process ends before it has read anything of the student's.
    """

    def __init__(
        self, process: Process, folder: Path, reference: str, conditions: GradingConditions, order: Mapping[str, object]
    ) -> None:
        self.process = process
        self.folder = folder
        self.conditions = conditions
        self.nonce = secrets.token_hex(16)
        self.deadline = time.monotonic() + conditions.longest
        self.tell({"nonce": self.nonce, "folder": str(folder), "reference": str(folder / reference), **order})
        try:
            self.answer()
        except ProgramFault as fault:
            why = self.sentence(fault).removeprefix(CRASHED)
            raise Shortage(f"the checker cannot be started: {why}") from None

    def tell(self, order: Mapping[str, object]) -> None:
        self.process.send([json.dumps(order)])
        self.process.flush()

    def answer(self) -> Any:
        """The next answer.  Raises :class:`ProgramFault`, and :class:`BadMessage` for one that makes no sense."""
        self.process.begin_answer(keep=True)
        while True:
            line = self.process.read_line(self.deadline)
            if time.monotonic() > self.deadline + self.process.overslept:  # lines that have come already take no wait
                raise ProgramFault("timeout", "it talks for too long")
            word, _, text = line.partition(b" ")
            if secrets.compare_digest(word, self.nonce.encode()):
                example = '{"is": "trying", "rung": "plays"}'
                return read_message(text.decode(errors="replace"), "is", KINDS, LINE_BYTES, example)

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
            return f"{CRASHED}it {ended}{last}"
        return f"it broke a limit: {fault.detail}"
