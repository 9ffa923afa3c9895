"""KI2: words for where men come from, by our own files and positions."""

from __future__ import annotations

import re

import pytest

from boardgames.games.shogi.records import ki2, ki2_reader, kif
from boardgames.records.game_record import GameRecord, UnreadableRecord
from tests.games.shogi.records.game_records import random_record, reading_game, told_record, usi
from tests.samples import cases, sample

SHOGI = reading_game("shogi")


def read(text: str) -> GameRecord:
    return ki2_reader.read(SHOGI, text.encode())


def test_a_record_in_full() -> None:
    text = (
        "棋戦：町内戦\n手合割：平手\n先手：Ann\n後手：Bob\n\n*よろしく\n"
        "▲７六歩　△３四歩\n*角道\n▲２二角成　△同　銀　▲４五角　△５二金右　▲５八金右　△３三銀\n"
        "まで8手で後手の勝ち\n\n変化：5手\n▲６八銀　△３三銀\n\n変化：2手\n△８四歩\n"
    )
    record = read(text)
    assert usi(record) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "6a5b", "4i5h", "2b3c"]
    assert record.names == ("Ann", "Bob")
    assert record.comments == {0: "よろしく", 2: "角道"}
    assert record.verdict is not None and record.verdict.loser == 0
    assert [(line.ply, line.actions) for line in record.variations] == [(1, ("8c8d",)), (4, ("7i6h", "2b3c"))]


WORDS = [  # the men of Black, the square, and what each move there is called
    ("k8/9/9/9/9/9/5G3/3GG4/8K b - 1", "5g", {"4g5g": "寄", "5h5g": "直", "6h5g": "左"}),
    ("k8/9/9/9/9/9/9/3G1G3/8K b - 1", "5g", {"6h5g": "左", "4h5g": "右"}),
    ("k8/9/9/9/9/3S1S3/9/3S1S3/8K b - 1", "5g", {"6f5g": "左引", "4f5g": "右引", "6h5g": "左上", "4h5g": "右上"}),
    ("k8/9/9/9/9/9/4S4/9/4G1G1K b - 1", "4h", {"5i4h": "左", "3i4h": "右"}),
    ("k8/9/9/9/9/9/9/2R6/6R1K b - 1", "3h", {"7h3h": "寄", "3i3h": "上"}),
    ("k8/9/9/9/9/9/2R3R2/9/8K b - 1", "5g", {"7g5g": "左", "3g5g": "右"}),
    ("k8/9/9/9/9/9/9/3N1N3/8K b - 1", "5f", {"6h5f": "左", "4h5f": "右"}),
    ("k8/9/9/4+B4/9/9/4+B4/9/8K b - 1", "6f", {"5g6f": ""}),
    ("k8/9/9/4+B4/9/4+B4/9/9/8K b - 1", "5e", {"5f5e": "上", "5d5e": "引"}),
    ("8k/9/9/9/9/9/9/2+R3+R2/8K b - 1", "5h", {"7h5h": "左", "3h5h": "右"}),
    ("8k/3+P1+P3/3+P1+P3/9/9/9/9/9/8K b - 1", "5b", {"6b5b": "左寄", "4b5b": "右寄", "6c5b": "左上", "4c5b": "右上"}),
    ("4k4/3g1g3/9/9/9/9/9/9/8K w - 1", "5c", {"6b5c": "右", "4b5c": "左"}),  # White looks from the other side
    ("k8/9/9/9/9/9/9/9/4G3K b G 1", "5h", {"5i5h": "", "G*5h": "打"}),
    ("k8/9/9/9/9/9/9/9/8K b G 1", "5h", {"G*5h": ""}),
]


@cases(("position", "target", "called"), WORDS)
def test_words_for_origins(position: str, target: str, called: dict[str, str]) -> None:
    state = SHOGI.parse(position)
    for text, words in called.items():
        move = state.read(text)
        told = ki2.spell(state, move)
        assert told[-len(words) :] == words if words else told[-1] not in "右左上寄引直打", told
        assert text[2:] == target
        begin = "\n".join(kif.diagram(state))
        assert usi(read(f"{begin}\n{told}\n")) == [text]


@sample(4, thorough=15)
def test_every_move_is_told_apart(sample: int) -> None:
    """In random games, that of all legal moves no two are called the same."""
    for seed in range(sample):
        state = told_record("shogi", seed).playthrough().start
        for text in told_record("shogi", seed).actions:
            called = [ki2.spell(state, action, state.last) for action in state.actions()]
            assert len(set(called)) == len(called)
            state = state.play(text)


@sample(4, thorough=25)
def test_another_program_reads_what_we_write(sample: int) -> None:
    """Move by move, since it takes but two of a line; and to it ``直`` may also come from above."""
    cshogi = pytest.importorskip("cshogi")
    parser = pytest.importorskip("cshogi.KI2").Parser
    for seed in range(sample):
        record = random_record("shogi", seed)
        board = cshogi.Board(record.start)
        lines = [line.strip() for line in ki2.write(record).splitlines() if line.startswith(("▲", "△"))]
        words = [word for line in lines for word in re.split(r"\s+(?=[▲△])", line)]
        for word, text in zip(words, record.actions, strict=True):
            if "直" not in word:
                assert [cshogi.move_to_usi(move) for move in parser.parse_move_str(word, board)] == [text]
            else:
                board.push_usi(text)


@cases(
    ("text", "moves"),
    [
        ("7六歩 3四歩 2二角成 同銀", ["7g7f", "3c3d", "8h2b+", "3a2b"]),  # without signs
        ("☗７六歩☖３四歩☗２二角不成", ["7g7f", "3c3d", "8h2b"]),
        ("▲７六歩(77)△３四歩(33)", ["7g7f", "3c3d"]),
        ("手合割：2枚落ち\n△６二銀　▲７六歩", ["7a6b", "7g7f"]),
        ("▲５八金右上", ["4i5h"]),
        ("▲５八金左 △投了", ["6i5h"]),
        ("▲４八銀上 △６二銀行", ["3i4h", "7a6b"]),
        ("▲７六歩\n△３四", ["7g7f"]),
    ],
)
def test_dialects(text: str, moves: list[str]) -> None:
    assert usi(read(text)) == moves


@cases(
    ("text", "message"),
    [
        ("▲５八金", "line 1: '▲5八金' may come from any of ４九, ６九: expected its origin, as '(77)', or words"),
        ("▲５八金寄", "does not fit those that can go there, from ４九, ６九"),
        ("▲５五歩", "line 1: '▲5五歩' is not legal"),
        ("▲７六歩 △３四犬", "line 1: cannot read the move '△3四犬': expected a square and a piece"),
        ("▲７六歩 ３四犬", "line 1: cannot read the move '3四犬': expected a square and a piece"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(UnreadableRecord) as raised:
        read(text + "\n")
    assert message in str(raised.value)
