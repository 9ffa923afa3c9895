"""JKF by our own files: what it says of games, and what is wrong with some."""

from __future__ import annotations

import json
from typing import Any

import boardgames as bg
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.games.shogi.records import jkf, jkf_reader
from boardgames.games.shogi.records.handicaps import SFENS
from boardgames.records.game_record import GameRecord, Variation
from tests.games.shogi.records.game_records import reading_game, usi
from tests.samples import cases

SHOGI = reading_game("shogi")


def read(**fields: Any) -> GameRecord:
    return jkf_reader.read(SHOGI, json.dumps(fields, ensure_ascii=False).encode())


def move(piece: str, to: int, origin: int = 0, seconds: int | None = None, **more: Any) -> dict[str, Any]:
    """A move with its squares as two digits; without an origin a drop."""
    fields: dict[str, Any] = {"piece": piece, "to": {"x": to // 10, "y": to % 10}}
    if origin:
        fields["from"] = {"x": origin // 10, "y": origin % 10}
    for name in ("promote", "same", "relative", "color"):
        if name in more:
            fields[name] = more.pop(name)
    time = {} if seconds is None else {"time": {"now": {"m": seconds // 60, "s": seconds % 60}}}
    return {"move": fields, **time, **more}


def test_a_record_in_full() -> None:
    record = read(
        header={"先手": "Ann", "後手": "Bob", "棋戦": "町内戦", "開始日時": "2024/05/06"},
        initial={"preset": "HIRATE"},
        moves=[
            {"comments": ["よろしく"]},
            move("FU", 76, 77, 1),
            move("FU", 34, 33, 62, comments=["角道", "が開いた"]),
            move("KA", 22, 88, 3, promote=True, forks=[[move("FU", 26, 27), move("FU", 84, 83)]]),
            move("GI", 22, 31, same=True),
            move("KA", 45, relative="H"),
            {"special": "TIME_UP"},
        ],
    )  # fmt: skip
    assert usi(record) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]
    assert record.names == ("Ann", "Bob")
    assert record.times == (1, 62, 3, None, None)
    assert record.comments == {0: "よろしく", 2: "角道\nが開いた"}
    assert record.headers == {"event": "町内戦", "start": "2024/05/06"}
    assert record.variations == (Variation(ply=2, actions=("2g2f", "8c8d")),)
    assert record.verdict == Verdict.forfeit(Fault(1, "timeout", "%TIME_UP"))
    assert jkf_reader.read(SHOGI, jkf.write(record).encode()) == record


def test_words_instead_of_origins() -> None:
    """A program may leave out what the words tell, as KI2 does."""
    for words, origin in (("R", "4i"), ("L", "6i")):
        assert usi(read(moves=[move("KI", 58, relative=words)])) == [f"{origin}5h"]


@cases(("preset", "name"), [("KY", "香落ち"), ("2", "二枚落ち"), ("6", "六枚落ち"), ("10", "十枚落ち")])
def test_handicaps(preset: str, name: str) -> None:
    record = read(initial={"preset": preset}, moves=[{}, move("OU", 52, 51, color=1)])
    assert record.start == SFENS[name][0]
    assert usi(record) == ["5a5b"]
    assert json.loads(jkf.write(record))["initial"] == {"preset": preset}


def test_a_position_of_ones_own() -> None:
    board: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    board[4][0], board[4][8] = {"color": 1, "kind": "OU"}, {"color": 0, "kind": "OU"}
    board[4][2] = {"color": 0, "kind": "TO"}
    data = {"color": 0, "board": board, "hands": [{"KI": 1, "FU": 0}, {"FU": 17}]}
    record = read(initial={"preset": "OTHER", "data": data}, moves=[{}, move("KI", 52), {"special": "TSUMI"}])
    assert record.start == "4k4/9/4+P4/9/9/9/9/9/4K4 b G17p 1"
    assert record.verdict == Verdict(bg.Outcome((1.0, -1.0), "checkmate"))
    assert jkf_reader.read(SHOGI, jkf.write(record).encode()).start == record.start
