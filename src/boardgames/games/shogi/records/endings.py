"""The words with which records end, and what they mean for the two sides."""

from __future__ import annotations

import re
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
    """The end of a game: the side that loses, and a reason or the kind of a fault; ``None``: nothing is decided."""

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

PERPETUAL: Final = RecordEnding(MOVER, PERPETUAL_CHECK)
WON: Final = RecordEnding(OTHER, RESIGNATION)

ENDINGS: Final[Mapping[RecordEnding, str]] = {
    RESIGNED: "投了",
    MATED: "詰み 詰 詰み上がり",
    REPEATED: "千日手 千日手成立",
    STALLED: "持将棋 持将棋成立 引き分け 相入玉 無勝負 ドロー",
    LONG_ENOUGH: "最大手数 最大手数到達 手数制限 手数オーバー",
    DECLARED: "入玉勝ち 入玉 入玉宣言 入玉宣言勝ち 入玉宣言法 宣言 宣言勝ち 宣言法",
    TIMED_OUT: "切れ負け 切れ 時間切れ 時間切れ負け 持ち時間切れ タイムアップ Time-up timeup timeout",
    RecordEnding(OTHER, "timeout"): "切れ勝ち 時間切れ勝ち",
    FOUL: "反則負け 反則 反則行為 反則手 反則手負け 反則敗 二歩 打ち歩詰め 王手放置 二手指し",
    OTHERS_FOUL: "反則勝ち",
    PERPETUAL: "連続王手の千日手 連続王手 王手千日手",
    RecordEnding(MOVER, NO_SHOW): "不戦敗 不戦負け",
    RecordEnding(OTHER, NO_SHOW): "不戦勝",
    BROKEN_OFF: "中断 中断局 中止 封じ手 指し掛け 差し掛け 打ち掛け 不詰 待った",
}
KIF: Final = {word: ending for ending, words in ENDINGS.items() for word in words.split()}
"""The endings of KIF, as programs and people write them; the first word of each meaning is the one to write."""

SIDED: Final = re.compile(r"(?:([先下])手|([後上])手)?番?の?(.{1,20})")
PARTS: Final = re.compile(r"によ[りる]|[で\s、。,()]+")
STEM: Final = re.compile("[ちけげきれりみじしめっったの!]")
"""The letters of a word that are written or not, as in 勝ち."""
WORDS: Final = {STEM.sub("", word).lower(): ending for word, ending in KIF.items()}
WORDS_OF_A_SIDE: Final = WORDS | {"勝": WON, "勝利": WON, "中押勝": WON, "負": RESIGNED, "敗北": RESIGNED}


def ending_in(text: str) -> tuple[RecordEnding, int | None] | None:
    """The ending that a text says in words of KIF, if any, with the seat that lost if it names a side.

    >>> ending_in("投了"), ending_in("時間切れにより先手の勝ち"), ending_in("いい手")
    ((RecordEnding(loser=0, reason='resignation'), None), (RecordEnding(loser=0, reason='timeout'), 1), None)
    """
    endings: list[RecordEnding] = []
    loser = None
    for sided in filter(None, map(SIDED.fullmatch, PARTS.split(text[:100]))):
        side = None if not (sided[1] or sided[2]) else int(sided[1] is None)
        ending = (WORDS if side is None else WORDS_OF_A_SIDE).get(STEM.sub("", sided[3]).lower())
        if ending is not None:
            endings.append(ending)
            loser = loser if side is None or ending.loser is NOBODY else side if ending.loser == MOVER else 1 - side
    ending = next((one for one in endings if one.reason != RESIGNATION), endings[0] if endings else None)
    if ending is not None and loser is not None:
        ending = RecordEnding(MOVER, ending.reason)
    return None if ending is None else (ending, loser)


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

SUMMARIES: Final[Mapping[str, RecordEnding]] = {
    "toryo": RESIGNED,
    "time up": TIMED_OUT,
    "kachi": DECLARED,
    "illegal move": FOUL,
    "illegal kachi": FOUL,
    "outori": FOUL,
    "uchifuzume": FOUL,
    "oute_sennichite": FOUL,
    "oute_kaihimore": FOUL,
    "sennichite": REPEATED,
    "jishogi": STALLED,
    "max_moves": LONG_ENOUGH,
    "abnormal": RecordEnding(MOVER, "crash"),
}
"""The first words with which shogi-server summarises a game in a comment; which side lost is said after them."""


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
