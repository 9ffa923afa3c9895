"""The words with which records end, and what they mean for the two sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from boardgames.core.model.game import Outcome
from boardgames.core.protocol.verdict import FAULTS, PLY_LIMIT, RESIGNATION, Fault, Verdict
from boardgames.games.shogi.impasse import DECLARATION, FALSE_DECLARATION, IMPASSE
from boardgames.games.shogi.repetition import PERPETUAL_CHECK, REPETITION

MOVER: Final = 0  # the side that loses, seen from the side to move
OTHER: Final = 1
NOBODY: Final = None
NO_SHOW: Final = "no show"
CHECKMATE: Final = "checkmate"


@attrs.frozen
class RecordEnding:
    """How a game ended: the side that loses, and a reason or the kind of a fault; ``None``: nothing is decided."""

    loser: int | None
    reason: str | None

    def verdict(self, mover: int, word: str) -> Verdict | None:
        """The verdict when seat ``mover`` is to move."""
        if self.reason is None:
            return None
        if self.loser is NOBODY:
            return Verdict(Outcome((0.0, 0.0), self.reason))
        seat = mover if self.loser == MOVER else 1 - mover
        if self.reason in FAULTS:
            return Verdict.forfeit(Fault(seat, self.reason, word))
        return Verdict(Outcome.lost_by(seat, self.reason))


RESIGNED: Final = RecordEnding(MOVER, RESIGNATION)
MATED: Final = RecordEnding(MOVER, CHECKMATE)
REPEATED: Final = RecordEnding(NOBODY, REPETITION)
STALLED: Final = RecordEnding(NOBODY, IMPASSE)
LONG_ENOUGH: Final = RecordEnding(NOBODY, PLY_LIMIT)
DECLARED: Final = RecordEnding(OTHER, DECLARATION)
TIMED_OUT: Final = RecordEnding(MOVER, "timeout")
FOUL: Final = RecordEnding(MOVER, "illegal")
OTHERS_FOUL: Final = RecordEnding(OTHER, "illegal")
BROKEN_OFF: Final = RecordEnding(NOBODY, None)

KIF: Final[Mapping[str, RecordEnding]] = {
    "投了": RESIGNED,
    "詰み": MATED,
    "詰": MATED,
    "千日手": REPEATED,
    "持将棋": STALLED,
    "引き分け": STALLED,
    "引き分": STALLED,
    "引分け": STALLED,
    "引分": STALLED,
    "最大手数": LONG_ENOUGH,
    "入玉勝ち": DECLARED,
    "入玉宣言": DECLARED,
    "入玉宣言勝ち": DECLARED,
    "切れ負け": TIMED_OUT,
    "時間切れ": TIMED_OUT,
    "時間切れ負け": TIMED_OUT,
    "Time-up": TIMED_OUT,
    "反則負け": FOUL,
    "反則勝ち": OTHERS_FOUL,
    "反則行為": FOUL,
    "反則手": FOUL,
    "反則": FOUL,
    "不戦敗": RecordEnding(MOVER, NO_SHOW),
    "不戦勝": RecordEnding(OTHER, NO_SHOW),
    "中断": BROKEN_OFF,
    "封じ手": BROKEN_OFF,
    "不詰": BROKEN_OFF,
}
"""The endings of KIF; the first word of each meaning is the one to write."""

CSA: Final[Mapping[str, RecordEnding]] = {
    "%TORYO": RESIGNED,
    "%TSUMI": MATED,
    "%SENNICHITE": REPEATED,
    "%JISHOGI": STALLED,
    "%HIKIWAKE": STALLED,
    "%MAX_MOVES": LONG_ENOUGH,
    "%KACHI": DECLARED,
    "%TIME_UP": TIMED_OUT,
    "%ILLEGAL_MOVE": FOUL,
    "%CHUDAN": BROKEN_OFF,
    "%FUZUMI": BROKEN_OFF,
    "%MATTA": BROKEN_OFF,
    "%ERROR": BROKEN_OFF,
}
"""The endings of CSA, without the two that name the seat that fouled."""

ENDING: Final = "ending"
"""The header of a record with CSA's word for its end, where CSA has several of that meaning."""

CSA_FOULS: Final = {"%+ILLEGAL_ACTION": 0, "%-ILLEGAL_ACTION": 1}
"""Endings of CSA by the foul of a seat."""


def ending_of(verdict: Verdict | None, mover: int) -> RecordEnding | None:
    """The ending that means a verdict when seat ``mover`` is to move; ``None`` if records have no word for it."""
    if verdict is None:
        return BROKEN_OFF
    loser, reason = verdict.loser, verdict.outcome.reason
    if loser is None:
        return {REPETITION: REPEATED, PLY_LIMIT: LONG_ENOUGH}.get(reason, STALLED)
    to_blame = verdict.fault is not None and verdict.fault.kind != TIMED_OUT.reason
    if to_blame or reason in (PERPETUAL_CHECK, FALSE_DECLARATION):
        return FOUL if loser == mover else OTHERS_FOUL
    if loser != mover:
        return DECLARED if reason == DECLARATION else RecordEnding(OTHER, NO_SHOW) if reason == NO_SHOW else None
    words = {"timeout": TIMED_OUT, CHECKMATE: MATED, "stalemate": MATED, NO_SHOW: RecordEnding(MOVER, NO_SHOW)}
    return words.get(reason, RESIGNED)


def csa_word(verdict: Verdict | None, mover: int, own: str = "") -> str | None:
    """CSA's word for a verdict when seat ``mover`` is to move: ``own``, that of its file, if it means the same."""
    loser = NOBODY if verdict is None else verdict.loser
    seats = {NOBODY: NOBODY, MOVER: mover, OTHER: 1 - mover}
    same = own in CSA and seats[CSA[own].loser] == loser and (CSA[own].reason is None) == (verdict is None)
    if same or (loser is not NOBODY and CSA_FOULS.get(own) == loser):
        return own
    ending = ending_of(verdict, mover)
    if ending == OTHERS_FOUL:
        return "%+ILLEGAL_ACTION" if mover else "%-ILLEGAL_ACTION"
    return next((word for word, meaning in CSA.items() if meaning == ending), None)


def own_word(verdict: Verdict | None, mover: int, word: str) -> dict[str, str]:
    """The header for the word with which a file ends, if CSA has another for the verdict."""
    return {ENDING: word} if csa_word(verdict, mover) != csa_word(verdict, mover, word) else {}
