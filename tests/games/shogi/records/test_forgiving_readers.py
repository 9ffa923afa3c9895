"""Files as people write them: what is neither a move nor an ending is kept, and the game is read all the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.shogi.records import jkf_reader, ki2, kif, usi_record
from boardgames.records import record_formats as records
from boardgames.records.game_record import GameRecord, UnreadableRecord
from tests.games.shogi.records.game_records import reading_game, usi
from tests.games.shogi.records.test_tsshogi import READER
from tests.samples import cases

SHOGI = reading_game("shogi")
MOVES = ["7g7f", "3c3d", "8h2b+", "3a2b"]
LINES = [
    "手合割：平手",
    "先手：Ann",
    "後手：Bob",
    "手数----指手---------消費時間--",
    "   1 ７六歩(77)   ( 0:16/00:00:16)",
    "   2 ３四歩(33)   ( 1:05/00:01:05)",
    "   3 ２二角成(88) ( 0:04/00:00:20)",
    "   4 同　銀(31)   ( 0:10/00:01:15)",
    "   5 投了",
    "まで4手で後手の勝ち",
    "",
]
KI2 = "先手：Ann\n後手：Bob\n\n▲７六歩　△３四歩　▲２二角成　△同　銀\nまで4手で後手の勝ち\n"
BEGUN = LINES[:6]


def read(text: str) -> GameRecord:
    """The record, which is the same when it is written as KIF and read again."""
    record = records.read(text.encode())
    again = records.read(kif.write(record).encode())
    assert (again.actions, again.comments, again.variations) == (record.actions, record.comments, record.variations)
    return record


def verdict_of(record: GameRecord) -> tuple[int | None, str] | None:
    return None if record.verdict is None else (record.verdict.loser, record.verdict.outcome.reason)


def remarks_of(record: GameRecord) -> list[str]:
    return [line for text in record.comments.values() for line in text.split("\n")]


# -- lines that are none of the game's --------------------------------------------------------

REMARKS = [
    "盤面回転", "感想戦", "図は▲７六歩まで", "第１図は▲７六歩まで",
    "[第1譜]", "【第２譜】", "------", "==========", "* * *",
    "（次ページへ）", "https://example.org/", "▲先手 Ann", "以下略",
    "解説 山田", "●感想", "3手詰", "12時 休憩", "昼食休憩",
    "検討", "「好手」", "%TORYO", ";x", "10 分考慮", "まで", "以上", "同じ局面", "─────", "<b>x</b>", "+30",
]  # fmt: skip


@cases("place", [0, 3, 4, 5, 6, 8])
@cases("remark", REMARKS)
def test_a_line_that_is_no_move_is_kept(remark: str, place: int) -> None:
    record = read("\n".join([*LINES[:place], remark, *LINES[place:]]))
    assert usi(record) == MOVES
    assert verdict_of(record) == (0, "resignation")
    assert record.times == (16, 65, 4, 10)
    assert record.names == ("Ann", "Bob")
    assert remark.removeprefix("* ") in remarks_of(record) or remark.removeprefix("*") in remarks_of(record)


@cases("remark", REMARKS)
def test_a_line_that_is_no_move_is_kept_in_ki2(remark: str) -> None:
    for text in (KI2.replace("　▲２二", f"\n{remark}\n▲２二"), f"{remark}\n手合割：平手\n{KI2}"):
        record = read(text)
        assert usi(record) == MOVES
        assert verdict_of(record) == (0, "resignation")


@cases(
    ("tail", "seconds", "remark"),
    [
        ("いい手", None, "いい手"), ("!?", None, "!?"),
        ("( 0:07/00:00:07) 長考", 7, "長考"), ("( 0:07/00:00:07)+", 7, ""),
        ("好手 ( 0:07/00:00:07)", 7, "好手 ( 0:07/00:00:07)"), ("(7秒)", None, "(7秒)"), ("[0:07]", None, "[0:07]"),
        ("0:07", None, "0:07"), ("(0:07)", 7, ""), ("( 0:07/00:00:07", None, "( 0:07/00:00:07"), ("+*x", None, "*x"),
        ("△３四歩とは", None, "△3四歩とは"), ("(99999999:00/)", None, "(99999999:00/)"), ("--:--", None, "--:--"),
    ],
)  # fmt: skip
@cases("line", [4, 6, 8])
def test_a_text_behind_a_move_or_its_time_is_kept(
    tail: str, seconds: int | None, remark: str | None, line: int
) -> None:
    record = read(
        "\n".join([*LINES[:line], f"{LINES[line].split('  (')[0].split(' ( ')[0]} {tail}", *LINES[line + 1 :]])
    )
    assert usi(record) == MOVES
    assert (record.ending_time if line == 8 else record.times[line - 4]) == seconds
    assert remarks_of(record) == ([remark] if remark else [])


@cases("behind", ["（好手）", "！", "!?", " まで", "(0:01)", "（３四歩が普通）"])
def test_a_text_behind_a_move_is_kept_in_ki2(behind: str) -> None:
    record = read(KI2.replace("▲７六歩", f"▲７六歩{behind}"))
    assert usi(record) == MOVES
    assert len(remarks_of(record)) == 1


def test_prose_is_no_move_in_ki2() -> None:
    record = read(KI2.replace("　▲２二", "\n７六歩は自然な手。\n▲２二").replace("\n▲７", "\n本日の一局。\n▲７"))
    assert usi(record) == MOVES
    assert remarks_of(record) == ["本日の一局。", "７六歩は自然な手。"]


@cases("bad", ["３四犬(33)", "３五歩(33)", "４四歩(33)"])
def test_a_move_that_cannot_be_is_still_an_error(bad: str) -> None:
    with pytest.raises(UnreadableRecord, match="line 7: "):
        read("\n".join(["感想戦", *LINES]).replace("３四歩(33)", bad))
    with pytest.raises(UnreadableRecord, match="line 4: "):
        read(KI2.replace("△３四歩", f"△{bad}"))


@pytest.mark.parametrize("position", [LINES[0], "開始日時：2024/05/07"])
def test_another_game_in_the_file_is_left_out(position: str) -> None:
    record = read("\n".join([*LINES, position, *LINES]))
    assert (usi(record), record.variations, len(record.notes)) == (MOVES, (), 1)
    assert "another record follows" in record.notes[0]


def test_a_diagram_of_a_later_position_is_a_comment() -> None:
    record = read("\n".join([*LINES, *kif.diagram(SHOGI.parse("k8/9/9/9/9/9/9/9/8K w R 7"))]))
    assert usi(record) == MOVES
    assert len(remarks_of(record)) == 13  # all but the ruler and the edges
    cut = read("\n".join([*LINES, "投了図", "|v香v桂v銀|一"]))
    assert remarks_of(cut) == ["投了図", "|v香v桂v銀|一"]


# -- numbers, names and marks -----------------------------------------------------------------


@cases(
    ("find", "replace"),
    [
        ("   1 ", "1手目 "), ("   1 ", "第1手 "), ("   1 ", "1. "),
        ("   1 ", "1) "), ("   1 ", "1▲"), ("   1 ", " " * 30 + "1 "),
        ("同　銀", "２二同銀"), ("同　銀", "同銀"), ("平手", "平手　　"),
        ("平手", "平手#x"), ("\n", "\r"), ("\n", "\n\n"), ("\n", "\n\t\t"),
    ],
)  # fmt: skip
def test_spellings(find: str, replace: str) -> None:
    record = read("\n".join(LINES).replace(find, replace))
    assert (usi(record), verdict_of(record), record.notes) == (MOVES, (0, "resignation"), ())


def test_a_variation_before_the_game_is_none() -> None:
    assert usi(records.read("\n".join([LINES[0], "変化：3手", *LINES[1:]]).encode())) == MOVES


def test_numbers_that_are_odd_are_notes() -> None:
    text = "\n".join(LINES)
    late = text.replace("   1 ", "  11 ").replace("   2 ", "  12 ").replace("   3 ", "  13 ").replace("   4 ", "  14 ")
    record = read(late.replace("   5 ", "  15 ") + "変化：13手\n  13 ２六歩(27)\n")
    assert (usi(record), record.variations[0].ply) == (MOVES, 2)
    assert record.notes == ("line 5: this is numbered 11: expected move 1; it was read as that",)
    gap = read(text.replace("   3 ", "   5 ").replace("   4 ", "   6 "))
    assert usi(gap) == MOVES
    assert "line 7: this is numbered 5: expected move 3" in gap.notes[0]


def test_a_piece_may_be_named_by_its_other_side() -> None:
    record = read("\n".join([*BEGUN, "   3 ２二馬(88)", "   4 同　銀(31)"]))
    assert usi(record) == MOVES
    assert record.notes == ("line 7: '馬' is to move from ８八, but 角 stands there, and was moved",)


@cases(("mark", "white"), [("v", True), ("V", True), ("△", True), (" ", False), ("^", False), ("▲", False)])
def test_marks_of_a_diagram(mark: str, white: bool) -> None:
    lines = kif.diagram(SHOGI.parse("4k4/9/9/9/9/9/9/9/4K4 b - 1"))
    start = read(
        "\n".join(lines).replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|五", f"| ・ ・ ・{mark}飛 ・ ・ ・ ・ ・|五")
    ).start
    assert ("3r5" in start) == white and ("3R5" in start) != white


# -- how games go on, and end -----------------------------------------------------------------


@cases("word", ["中断", "封じ手", "封手", "不詰", "指し掛け", "打ち掛け", "待った", "中断 昼食"])
@cases("number", ["   3 ", ""])
@cases("shift", [0, 1])
def test_a_game_goes_on_after_a_break(word: str, number: str, shift: int) -> None:
    rest = [f"{3 + shift:4} ２二角成(88)", f"{4 + shift:4} 同　銀(31)", f"{5 + shift:4} 投了 ( 0:01/00:00:21)"]
    text = "\n".join([*BEGUN, f"{number}{word}", *rest, "", f"変化：{4 + shift}手", f"{4 + shift:4} ８八飛成(82)"])
    record = read(text.replace("８八飛成(82)", "４二飛(82)"))
    assert usi(record) == MOVES
    assert verdict_of(record) == (0, "resignation")
    assert record.ending_time == 1
    assert word.split()[0] in record.comments[2]
    assert [(each.ply, each.actions) for each in record.variations] == [(3, ("8b4b",))]
    assert len(record.notes) == (not number and shift)  # a number is missing there
    assert read(text.replace("８八飛成(82)", "４二飛(82)").replace("変化：", "*")).variations == record.variations
    assert usi(read(f"▲７六歩　△３四歩\n{word.split()[0]}\n▲２二角成\n")) == MOVES[:3]


def test_the_word_of_a_break_at_the_end_is_kept() -> None:
    assert read("\n".join([*BEGUN, "   3 封じ手"])).comments == {2: "封じ手"}
    assert read("\n".join([*BEGUN, "   3 中断"])).comments == {}


def test_a_break_in_a_variation() -> None:
    record = read("\n".join([*LINES, "変化：3手", "   3 ２六歩(27)", "   4 中断", "   4 ８四歩(83)"]))
    assert record.variations[0].actions == ("2g2f", "8c8d")


def test_a_game_that_was_broken_off_can_end() -> None:
    assert verdict_of(read("\n".join([*BEGUN, "   3 中断", "   4 投了"]))) == (0, "resignation")
    assert verdict_of(read("\n".join([*BEGUN, "   3 中断", "まで2手で先手の勝ち"]))) == (1, "resignation")
    assert verdict_of(read("\n".join([*BEGUN, "   3 中断", "まで2手で中断"]))) is None


def test_moves_after_the_end_are_a_variation() -> None:
    record = read("\n".join([*LINES[:9], "   6 ４五角打", "   7 ６二銀(71)"]))
    assert (usi(record), verdict_of(record)) == (MOVES, (0, "resignation"))
    assert [(each.ply, each.actions) for each in record.variations] == [(4, ("B*4e", "7a6b"))]
    assert "comes after the end of the game" in record.notes[0]


ENDINGS: dict[str, tuple[int | None, str] | None] = {
    "投了": (0, "resignation"), "中断": None, "持将棋": (None, "impasse"), "千日手": (None, "repetition"),
    "詰み": (0, "resignation"), "詰": (0, "resignation"), "詰み上がり": (0, "resignation"), "切れ負け": (0, "timeout"),
    "時間切れ": (0, "timeout"), "時間切れ負け": (0, "timeout"),
    "時間切れ勝ち": (1, "timeout"), "切れ勝ち": (1, "timeout"),
    "後手時間切れ": (1, "timeout"), "Time-up": (0, "timeout"), "反則勝ち": (1, "illegal"), "反則負け": (0, "illegal"),
    "反則": (0, "illegal"), "反則行為": (0, "illegal"), "二歩": (0, "illegal"), "先手の反則": (0, "illegal"),
    "後手反則": (1, "illegal"), "先手の反則負け": (0, "illegal"), "後手の反則勝ち": (0, "illegal"),
    "連続王手の千日手": (0, "perpetual check"), "後手の連続王手の千日手": (1, "perpetual check"),
    "入玉勝ち": (1, "declaration"), "宣言勝ち": (1, "declaration"), "入玉宣言": (1, "declaration"),
    "後手の入玉宣言": (0, "declaration"), "不戦勝": (1, "no show"),
    "不戦敗": (0, "no show"), "不戦負け": (0, "no show"),
    "不詰": None, "封じ手": None, "最大手数": (None, "ply limit"), "手数制限": (None, "ply limit"),
    "引き分け": (None, "impasse"), "引分": (None, "impasse"),
    "無勝負": (None, "impasse"), "持将棋成立": (None, "impasse"),
    "先手投了": (0, "resignation"), "後手投了": (1, "resignation"), "先手の勝ち": (1, "resignation"),
    "後手勝ち": (0, "resignation"), "後手の負け": (1, "resignation"), "▲投了": (0, "resignation"),
}  # fmt: skip


@cases("word", ENDINGS)
def test_endings_are_read_as_what_they_say(word: str) -> None:
    moves = "\n".join(LINES[:8])
    for end in (
        f"   5 {word}",
        f"   5 {word} ( 0:01/00:00:21)",
        f"まで4手で{word}",
        f"まで、{word}",
        f"以上4手にて{word}",
    ):
        record = read(f"{moves}\n{end}\n")
        assert (usi(record), verdict_of(record)) == (MOVES, ENDINGS[word]), end
    if len(word) > 2 or word in ("投了", "中断"):
        assert verdict_of(read(f"{moves}\n{word}\n")) == ENDINGS[word]
    assert verdict_of(read(KI2.replace("後手の勝ち", word))) == ENDINGS[word]


@cases(
    ("summary", "end"),
    [
        ("まで4手で先手の勝ち（時間切れ）", (1, "timeout")), ("まで4手で時間切れにより先手の勝ち", (1, "timeout")),
        ("まで4手で後手の反則により先手の勝ち", (1, "illegal")),
        ("4手まで先手の勝ち", (1, "resignation")), ("まで四手で先手の勝ち", (1, "resignation")),
        ("まで4手でAnnの勝ち", (1, "resignation")), ("まで4手で▲の勝ち", (1, "resignation")),
        ("まで4手で先手の中押し勝ち", (1, "resignation")), ("まで4手で後手の不戦敗", (1, "no show")),
        ("まで4手で千日手により引き分け", (None, "repetition")),
        ("まで4手で先手の入玉宣言による勝ち", (1, "declaration")),
    ],
)  # fmt: skip
def test_the_line_after_the_moves(summary: str, end: tuple[int | None, str]) -> None:
    assert verdict_of(read("\n".join([*LINES[:8], summary]))) == end
    assert verdict_of(read(KI2.replace("まで4手で後手の勝ち", summary))) == end


@cases("word", ["切断", "エラー", "誰かの勝ち", "トライ"])
def test_an_ending_that_is_not_known_is_kept(word: str) -> None:
    record = read("\n".join([*LINES[:8], f"   5 {word}"]))
    assert (usi(record), verdict_of(record), remarks_of(record)) == (MOVES, None, [f"5 {word}"])
    assert f"line 9: '{word}' is neither a move nor an ending" in record.notes[0]
    timed = read("\n".join([*LINES[:8], f"   5 {word} ( 0:09/00:00:29)"]))
    assert (timed.times, timed.ending_time) == (record.times, None)
    assert remarks_of(read("\n".join([*LINES[:8], f"まで4手で{word}"]))) == [f"まで4手で{word}"]


def test_a_perpetual_check_is_the_fault_of_the_side_that_gives_it() -> None:
    check = ["   1 ７六歩(77)", "   2 ８四歩(83)", "   3 ３三角成(88)", "   4 連続王手の千日手"]
    assert verdict_of(read("\n".join(check))) == (0, "perpetual check")


# -- JKF and USI ------------------------------------------------------------------------------


def test_a_special_that_is_not_known_is_a_note() -> None:
    record = jkf_reader.read(SHOGI, json.dumps({"moves": [{"special": "QUIT"}]}).encode())
    assert record.verdict is None
    assert record.notes[0].startswith("move 1: 'special' is 'QUIT', which was left out: expected one of TORYO")


def test_what_follows_a_game_in_usi_is_a_note() -> None:
    record = usi_record.read_all(SHOGI, b"position startpos moves 7g7f 3c3d\ngo btime 0 wtime 0\nbestmove 2g2f")[0]
    assert usi(record) == MOVES[:2]
    assert record.notes == ("line 2: 'go' and what follows is neither a move nor an ending, and was left out",)


# -- beside other readers ---------------------------------------------------------------------


def files() -> list[str]:
    """Files in which something is that is no move."""
    remarks = ["\n".join([*LINES[:5], each, *LINES[5:]]) for each in REMARKS]
    tails = ["\n".join([*LINES[:4], f"{LINES[4]} {each}", *LINES[5:]]) for each in REMARKS]
    breaks = ["\n".join([*BEGUN, each, *LINES[6:]]) for each in ("中断", "封じ手", "   3 中断", "   3 封じ手")]
    return [*remarks, *tails, *breaks]


def test_cshogi_reads_the_same_moves() -> None:
    cshogi: Any = pytest.importorskip("cshogi")
    parser = pytest.importorskip("cshogi.KIF").Parser
    for text in files():
        theirs = [cshogi.move_to_usi(move) for move in parser.parse_str(text).moves]
        assert theirs in (usi(read(text)), MOVES[:2]), text  # it stops at some that we read


def test_tsshogi_reads_the_same_moves() -> None:
    node, folder = shutil.which("node"), os.environ.get("TSSHOGI", "")
    if node is None or not (Path(folder) / "node_modules" / "tsshogi").is_dir():
        pytest.skip("node with tsshogi is not here: npm install tsshogi, and name the folder in TSSHOGI")
    asked = "".join(json.dumps({"form": "kif", "text": text}) + "\n" for text in files())
    answer = subprocess.run(
        [node, str(READER), os.path.abspath(folder)], input=asked, capture_output=True, text=True, check=True
    )
    for text, line in zip(files(), answer.stdout.splitlines(), strict=True):
        moves = json.loads(line).get("moves", [])  # it ends a game at a number without a move, which we read on
        assert moves == usi(read(text))[: len(moves)], text


def test_both_kinds_of_files_are_recognised() -> None:
    for form, text in (("kif", "\n".join(LINES)), ("ki2", KI2)):
        assert bg.find("shogi").formats[form].recognises(text.encode())
    assert ki2.write(read(KI2)).startswith("手合割：平手\n先手：Ann\n")
