"""KIF: what is written is read back, here and by others; what others write is read; damage is told."""

from __future__ import annotations

import contextlib
import time
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model.game import Outcome
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.games.shogi.records import bod, encodings, kif, kif_reader
from boardgames.games.shogi.records.handicaps import NAMES, SFENS
from boardgames.records import record_formats
from boardgames.records.game_record import GameRecord, RecordedPlayer, UnreadableRecord, Variation
from tests.games.shogi.records.game_records import random_record, reading_game, usi
from tests.samples import cases, sample

SHOGI = reading_game("shogi")
MINISHOGI = reading_game("minishogi")


def read(text: str, encoding: str = "utf-8", game: Any = SHOGI) -> GameRecord:
    return kif_reader.read(game, text.encode(encoding))


def plain(*moves: str) -> str:
    """A record of nothing but numbered moves."""
    return "".join(f"{number:4} {move}\n" for number, move in enumerate(moves, 1))


# -- there and back -----------------------------------------------------------------------


@sample(4, thorough=30)
def test_another_program_reads_what_we_write(sample: int) -> None:
    cshogi = pytest.importorskip("cshogi")
    parser = pytest.importorskip("cshogi.KIF").Parser
    for seed in range(sample):
        record = random_record("shogi", 4 * (seed // 2) + seed % 2)  # it reads no diagrams
        theirs = parser.parse_str(kif.write(record))
        assert [cshogi.move_to_usi(move) for move in theirs.moves] == usi(record)
        assert theirs.sfen == record.start
        assert theirs.names == list(record.names)
        assert [time or 0 for time in theirs.times][: len(record.actions)] == list(record.times)
        assert record.verdict is not None
        assert (
            theirs.win == {0: cshogi.BLACK_WIN, 1: cshogi.WHITE_WIN, None: cshogi.DRAW}[record.verdict.outcome.winner]
        )


def test_a_record_in_full() -> None:
    record = read(
        """\
開始日時：2024/05/06 09:00
棋戦：町内戦
手合割：平手
先手：Ann
後手：Bob
手数----指手---------消費時間--
*よろしく
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 1:05/00:01:05)
*角道
*が開いた
   3 ２二角成(88) ( 0:04/00:00:20)
   4 同　銀(31)   ( 0:10/00:01:15)
   5 ４五角打     (60:00/01:00:20)
   6 投了         ( 0:02/00:01:17)
まで5手で先手の勝ち
"""
    )
    assert usi(record) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]
    assert record.names == ("Ann", "Bob")
    assert record.times == (16, 65, 4, 10, 3600)
    assert record.comments == {0: "よろしく", 2: "角道\nが開いた"}
    assert record.headers == {"start": "2024/05/06 09:00", "event": "町内戦"}
    assert record.verdict == Verdict(Outcome.lost_by(1, "resignation"))
    assert record.notes == ()
    assert record.playthrough().plies == 5


def test_the_words_of_the_writer() -> None:
    playthrough = bg.Playthrough.replay(SHOGI.start(), ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"])
    record = GameRecord.of(
        playthrough, players=(RecordedPlayer("Ann"), RecordedPlayer("Bob")), times=(16, 65, None, 10.4)
    )
    assert kif.write(record) == (
        "手合割：平手\n先手：Ann\n後手：Bob\n手数----指手---------消費時間--\n"
        "   1 ７六歩(77)   ( 0:16/00:00:16)\n"
        "   2 ３四歩(33)   ( 1:05/00:01:05)\n"
        "   3 ２二角成(88)\n"
        "   4 同　銀(31)   ( 0:10/00:01:15)\n"
        "   5 ４五角打\n"
        "   6 中断\n"
        "まで5手で中断\n"
    )


def test_headers_that_would_be_taken_for_something_else_become_comments() -> None:
    headers = {"event": "町内戦", "備考": "秘", "手合割": "角落ち", "2手目": "△"}
    text = kif.write(GameRecord.of(bg.Playthrough(SHOGI.start()), headers=headers))
    before, _, after = text.partition("手数----")
    assert before == "棋戦：町内戦\n備考：秘\n手合割：平手\n先手：\n後手：\n"
    assert "\n*手合割：角落ち\n*2手目：△\n   1 中断\n" in after
    assert "備考" not in after


# -- the dialects -------------------------------------------------------------------------

OPENING = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]


@cases(
    "text",
    [
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ４五角打\n",
        "   1 7六歩(77)\n   2 3四歩(33)\n   3 2二角成(88)\n   4 同 銀(31)\n   5 4五角打(00)\n",  # 将棋所's (00)
        "1 ▲７六歩(77)\n2 △３四歩(33)\n3 ▲２二角成(88)\n4 △同銀(31)\n5 ▲４五角打\n",
        "1 ☗７六歩(77) (00:01 / 00:00:01)\n2 ☖３四歩(33)(0:01/)\n"
        "3 ☗２二角成(88)( 0:01/00:00:02)+\n4 ☖同　銀(31)\n5 ☗４五角打\n",
        "１　７六歩（７７）\n２　３四歩（３３）\n３　２二角成（８８）\n４　同　銀（３１）\n５　４五角打\n",
        "1 76歩(77)\n2 34歩(33)\n3 22角成(88)\n4 同　銀(31)\n5 45角\n",
        "1 七六歩\n2 三四歩\n3 ２二角成\n4 同　銀\n5 ４五角\n",
        "   1 ７六歩(77) ( 0:00/00:00:00) ( 0:00/00:00:00)\n   2 ３四歩(33)\n"
        "   3 ２二角成(88)\n   4 同　銀(31)\n   5 ４五角打",
        "\ufeff# 何か\n#KIF version=2.0 encoding=UTF-8\n\n手合割:平手　\n先手:Ann\n1 ７六歩(77)\n2 ３四歩(33)\n"
        "3 ２二角成(88)\n\n4 同　銀(31)\n5 ４五角打\n",
    ],
)
def test_dialects(text: str) -> None:
    for encoding in ("utf-8", "cp932") if "☗" not in text and "\ufeff" not in text else ("utf-8",):
        for ending in ("\n", "\r\n", "\r"):
            record = read(text.replace("\n", ending), encoding)
            assert usi(record) == OPENING
            assert record.notes == ()
            assert kif_reader.recognises(SHOGI.variant, text.encode(encoding))  # type: ignore[attr-defined]


def test_names_of_pieces() -> None:
    game = "9/4+R+B3/2+S+N+L+P3/k8/9/K8/9/9/9 b - 1"
    for name, square, target in [
        ("龍", "52", "5a"), ("竜", "52", "5a"), ("竜王", "52", "5a"), ("馬", "42", "4a"), ("竜馬", "42", "4a"),
        ("成銀", "73", "7b"), ("全", "73", "7b"), ("成桂", "63", "6b"), ("圭", "63", "6b"), ("成香", "53", "5d"),
        ("杏", "53", "5d"), ("と", "43", "4d"), ("王", "96", "9g"), ("玉", "96", "9g"),
    ]:  # fmt: skip
        state = SHOGI.parse(game)
        diagram = "\n".join(kif.diagram(state))
        digits = f"{target[0]}{'一二三四五六七八九'['abcdefghi'.index(target[1])]}"
        record = read(f"{diagram}\n1 {digits}{name}({square})\n")
        assert str(record.actions[0])[2:] == target


def test_promotion_may_be_declined_in_words() -> None:
    moves = ["７六歩(77)", "３四歩(33)"]
    for word in ("", "不成", "不"):
        assert usi(read(plain(*moves, f"２二角{word}(88)")))[-1] == "8h2b"


def test_what_players_write_around_the_moves() -> None:
    """As in 81Dojo's, ShogiGUI's and Kifu for Windows's files: URLs in headers, comments before headers, bookmarks."""
    record = read(
        "*KEY：VALUE\n先手：Ann 五段\n場所：https://example.org/a?b=1\n備考：まで\n先手消費時間加算：0\n"
        "手数----指手---------消費時間--\n1 ７六歩(77)   ( 0:16/00:00:16)\n**対局 評価値 -10 ▲８六歩(85)\n&急所\n"
        "2 中断 ( 0:02/00:00:02)\n"
    )
    assert usi(record) == ["7g7f"]
    assert record.comments == {0: "KEY：VALUE", 1: "*対局 評価値 -10 ▲８六歩(85)"}
    assert record.headers["site"] == "https://example.org/a?b=1"
    assert record.headers["備考"] == "まで"
    assert record.verdict is None
    assert record.notes == ("line 9: the bookmark '急所' was left out",)


def test_variations_are_kept() -> None:
    """Each leaves the line read last that leads to its move; what cannot be read in one ends that one alone."""
    text = (
        plain("７六歩(77)", "３四歩(33)+", "２六歩(27)", "投了")
        + "\n変化：3手\n*ここで\n   3 ２二角成(88) ( 0:05/00:00:05)\n*強い\n   4 同　銀(31)\n   5 ４五角打\n"
        + "\n変化：5手\n   5 ６六歩(67)\n   6 投了\n"
        + "\n変化：2手\n   2 ８四歩(83)\n   3 ６四犬(63)\n   4 ３四歩(33)\n"
        + "\n変化：1手\n   1 ２六歩(27)\n   2 ９九歩(33)\n\n変化：90手\n   90 ２六歩(27)\n"
    )
    record = read(text)
    assert usi(record) == ["7g7f", "3c3d", "2g2f"]
    assert record.variations == (
        Variation(ply=0, actions=("2g2f",)),
        Variation(ply=1, actions=("8c8d",)),
        Variation(
            ply=2,
            actions=("8h2b+", "3a2b", "B*4e"),
            times=(5.0, None, None),
            comments={2: "ここで", 3: "強い"},
            variations=(Variation(ply=4, actions=("6g6f",), comments={5: "投了"}),),
        ),
    )
    assert record.notes[0].startswith("line 19: cannot read the move '6四犬(63)': ")
    assert "'歩' is to move from ３三" in record.notes[1] or "'9九歩(33)' is not legal" in record.notes[1]
    assert record.notes[2].startswith("line 26: a variation leaves at move 90, but no line goes so far")
    written = kif.write(record)
    assert "\n変化：3手\n*ここで\n   3 ２二角成(88) ( 0:05/00:00:05)\n*強い\n" in written
    assert read(written) == record


# -- how games begin ----------------------------------------------------------------------


@cases("handicap", SFENS)
def test_handicaps(handicap: str) -> None:
    record = read(f"手合割：{handicap}　\n下手：Ann\n上手：Bob\n" + plain("５二玉(51)", "７六歩(77)"))
    assert record.names == ("Ann", "Bob")
    assert record.start.split()[1] == "w"
    written = kif.write(record)
    assert f"手合割：{handicap}\n" in written or (handicap not in NAMES.values() and "手合割：その他" in written)
    assert "：Bob" in written
    assert read(written) == record


def test_handicaps_agree_with_another_program() -> None:
    theirs = pytest.importorskip("cshogi.KIF").Parser.HANDYCAP_SFENS
    shared = [name for name in SFENS if name in theirs]
    assert len(shared) == 13
    for name in shared:
        assert str(read(f"手合割：{name}\n").start) == theirs[name]


DIAGRAM = """\
後手の持駒：飛　角二 金四　銀三 桂四香四歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ 歩 ・|二
| ・ ・ ・ ・ ・ ・v龍 ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 王 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：銀
"""


def test_diagrams() -> None:
    start = str(read("手合割：その他\n" + DIAGRAM + plain("１二銀打")).start)
    assert start == "8k/7P1/6+r2/9/9/9/9/9/4K4 b Sr2b4g3s4n4l17p 1"
    assert str(read("手数＝171  ▲１一銀  まで\n" + DIAGRAM).start).endswith(" 172")
    white = read(DIAGRAM + "後手番\n" + plain("同　玉(11)").replace("同　", "２二"))
    assert usi(white) == ["1a2b"]


def test_the_last_line_may_tell_the_end_alone() -> None:
    moves = plain("７六歩(77)", "３四歩(33)")
    expected: dict[str, Any] = {
        "先手の勝ち": Outcome.lost_by(1, "resignation"),
        "後手の勝ち": Outcome.lost_by(0, "resignation"),
        "時間切れにより先手の勝ち": Outcome.lost_by(1, "timeout"),
        "後手の反則負け": Outcome.lost_by(1, "illegal"),
        "後手の反則勝ち": Outcome.lost_by(0, "illegal"),
        "後手の入玉勝ち": Outcome.lost_by(0, "declaration"),
        "千日手": bg.Outcome((0.0, 0.0), "repetition"),
        "持将棋": bg.Outcome((0.0, 0.0), "impasse"),
    }
    for text, outcome in expected.items():
        verdict = read(f"{moves}まで2手で{text}\n").verdict
        assert verdict is not None and verdict.outcome == outcome
    assert read(f"{moves}まで2手で中断\n").verdict is None
    assert read(f"{moves}まで3手で先手の勝ち\n").notes == (
        "line 3: 3 moves are said to have been made, but there are 2",
    )


# -- how they end -------------------------------------------------------------------------


@cases(
    ("word", "loser", "reason"),
    [
        ("投了", 1, "resignation"), ("千日手", None, "repetition"), ("持将棋", None, "impasse"),
        ("切れ負け", 1, "timeout"), ("反則負け", 1, "illegal"), ("反則勝ち", 0, "illegal"),
        ("入玉勝ち", 0, "declaration"), ("不戦敗", 1, "no show"), ("不戦勝", 0, "no show"),
        ("引き分け", None, "impasse"),
    ],
)  # fmt: skip
def test_endings(word: str, loser: int | None, reason: str) -> None:
    record = read(plain("７六歩(77)", f"{word}   ( 0:01/00:00:01)"))
    assert record.verdict is not None
    assert (record.verdict.loser, record.verdict.outcome.reason) == (loser, reason)
    assert read(kif.write(record)).verdict == record.verdict


MATE_IN_ONE = "\n".join(kif.diagram(SHOGI.parse("8k/9/8P/9/9/9/9/9/K8 b G 1"))) + "\n"


def test_the_rules_have_the_last_word() -> None:
    record = read(f"{MATE_IN_ONE}1 １二金打\n2 千日手\n")
    assert record.verdict == Verdict(Outcome.lost_by(1, "checkmate"))
    assert record.notes == ("the record ends with 'repetition', but the rules have ended the game: checkmate",)


def test_a_game_can_end_by_an_illegal_move() -> None:
    for word in ("反則勝ち", "反則負け"):
        record = read(plain("７六歩(77)", "３四歩(33)", "５五歩打", word))
        assert usi(record) == ["7g7f", "3c3d"]
        assert record.verdict is not None and record.verdict.loser == 0
        assert record.verdict.fault is not None and "'5五歩打' is not legal" in record.verdict.fault.detail
        assert "it was a foul" in record.notes[0]
        again = read(kif.write(record))
        assert again.verdict is not None and again.verdict.loser == 0
        assert "is not legal" in again.comments[2]


def test_what_kif_has_no_word_for_stands_in_the_last_line() -> None:
    playthrough = bg.Playthrough.replay(SHOGI.start(), ["7g7f"])
    for verdict in (Verdict(Outcome.lost_by(0, "resignation")), Verdict.forfeit(Fault(0, "timeout", "時間切れ"))):
        record = GameRecord.of(playthrough, verdict=verdict)
        text = kif.write(record)
        assert text.endswith("\nまで1手で後手の勝ち\n")
        assert "投了" not in text
        verdict_read = read(text).verdict
        assert verdict_read is not None and verdict_read.loser == 0


# -- minishogi ----------------------------------------------------------------------------


# -- errors -------------------------------------------------------------------------------

GOOD = "手合割：平手\n1 ７六歩(77)\n"


def test_errors_of_a_small_board() -> None:
    with pytest.raises(UnreadableRecord, match="there is no square 76 on a board of 5 files and 5 ranks"):
        read("1 ７六歩(77)", game=MINISHOGI)
    with pytest.raises(UnreadableRecord, match="手合割 is '角落ち': expected one of 5五将棋"):
        read("手合割：角落ち\n1 投了", game=MINISHOGI)


def test_encodings() -> None:
    assert encodings.decode("先手：ｱﾍﾞ".encode("cp932")) == "先手：ｱﾍﾞ"
    assert encodings.lines("あ\r\nい\rう\nえ".encode("euc_jp")) == ["あ", "い", "う", "え"]
    assert "\ufffd" in encodings.decode(b"\xff\xff\x81 ok")


# -- what servers and people write ---------------------------------------------------------


@cases(
    ("lines", "loser", "reason"),
    [
        ("3 Time-up   ( 0:0/)\n", 0, "timeout"),
        ("*時間切れにて終局\n", 0, "timeout"),
        ("*反則手にて終局\n", 0, "illegal"),
        ("3 ５五歩打\n*反則手にて終局\n", 0, "illegal"),
        ("*投了にて終局\n", 0, "resignation"),
        ("3 引分け\n", None, "impasse"),
        ("3 最大手数\n", None, "ply limit"),
        ("まで2手で引分け\n", None, "impasse"),
        ("まで2手で最大手数\n", None, "ply limit"),
        ("まで2手で時間切れ\n", 0, "timeout"),
        ("3 投了\n4 中断\n", 0, "resignation"),
        ("3 投了\n*時間切れにて終局\n", 0, "resignation"),
    ],
)
def test_endings_of_81dojo_and_others(lines: str, loser: int | None, reason: str) -> None:
    record = read(plain("７六歩(77)", "３四歩(33)") + lines)
    assert usi(record) == ["7g7f", "3c3d"]
    assert record.verdict is not None
    assert (record.verdict.loser, record.verdict.outcome.reason) == (loser, reason)
    again = read(kif.write(record)).verdict
    assert again is not None and again.outcome == record.verdict.outcome


@cases(
    ("told", "name"),
    [
        ("2枚落ち", "二枚落ち"), ("２枚落", "二枚落ち"), ("二枚", "二枚落ち"), ("香落", "香落ち"),
        ("飛落ち", "飛車落ち"),
        ("飛香落", "飛香落ち"), ("10枚落ち", "十枚落ち"), ("七枚落ち", "左七枚落ち"), ("右香落", "右香落ち"),
        ("六枚落ち（町内戦）", "六枚落ち"), ("左香落ち", "香落ち"), ("裸玉", "十九枚落ち"), ("歩三兵", "歩三兵"),
    ],
)  # fmt: skip
def test_spellings_of_handicaps(told: str, name: str) -> None:
    record = read(f"手合割：{told}\n" + plain("５二玉(51)"))
    assert record.start == SFENS[name][0]
    assert f"手合割：{name if name in NAMES.values() else 'その他'}\n" in kif.write(record)


def test_a_handicap_of_two_meanings_is_read_by_its_moves() -> None:
    left = read("手合割：三枚落ち\n" + plain("９四歩(93)", "９六歩(97)", "９二香(91)"))
    assert left.start == SFENS["三枚落ち"][0]
    assert left.notes == ()
    right = read("手合割：三枚落ち\n" + plain("１四歩(13)", "９六歩(97)", "１二香(11)"))
    assert right.start == SFENS["三枚落ち"][1]
    assert right.notes == (
        "手合割 can mean several boards: read as White's first two ranks being 1nsgkgsnl/9, since the moves fit it",
    )
    assert read(kif.write(right)).start == right.start  # which now is drawn
    with pytest.raises(UnreadableRecord, match="line 2"):
        read("手合割：三枚落ち\n" + plain("８二飛(92)"))


@cases("end", ["2", "2 ", "2 ３", "2 ３四", "2 ３四歩", "2 ３四歩(", "2 ３四歩(3", "2 投", "   2 △８四歩(8"])
def test_a_file_that_breaks_off_keeps_what_is_before(end: str) -> None:
    record = read(plain("７六歩(77)") + end)
    assert usi(record)[:1] == ["7g7f"]
    if end not in ("2 ３四歩",):
        assert usi(record) == ["7g7f"]
        assert record.notes == (f"line 2: the file breaks off here, in {end.strip()!r}",)
    cut = read(plain("７六歩(77)") + "2 ３四歩(33) ( 0:1")
    assert usi(cut) == ["7g7f", "3c3d"]
    whole = (plain("７六歩(77)") + "*注釈").encode()
    assert "注" in kif_reader.read(SHOGI, whole[:-1]).comments[1]


def test_a_diagram_alone_is_a_position() -> None:
    record = read(DIAGRAM)
    assert record.actions == ()
    assert bod.recognises(SHOGI.variant, DIAGRAM.encode())  # type: ignore[attr-defined]
    assert read(bod.write(record)).start == record.start
    assert not kif_reader.recognises(SHOGI.variant, DIAGRAM.encode())  # type: ignore[attr-defined]


def test_control_characters_become_blanks() -> None:
    assert read("先手：A\x00b\x1b[2J\x9b\n" + plain("７六歩(77)")).names[0] == "A b [2J"


LONG = 10_000


@pytest.mark.parametrize(
    "data",
    [
        ("1 ７六歩(77)" + "(0:00/)" * 40 + "x").encode(),
        ("1 ７六歩(77)" + "(" * LONG).encode(),
        ("1 ７六歩(77) " + "( 0:00/" * LONG).encode(),
        b"\n" * 5 * LONG,
        ("手合割：平手" + "\n" * 5 * LONG + "x").encode(),
        b" " * 4 * LONG + b":",
        ("先手" + " " * 4 * LONG + "x").encode(),
        ("まで" + " " * 4 * LONG + "x").encode(),
        ("|" + " " * 4 * LONG + "|").encode(),
        ("|" + "|" * LONG).encode(),
        ("まで2手で" + "先手の" * LONG).encode(),
        ("1" + "." * LONG).encode(),
        ("1 ７六" + " " * LONG + "歩").encode(),
        ("▲" + "同 " * LONG).encode(),
        ("先手の持駒：" + "歩" * LONG + "x").encode(),
        ("+" + "- " * LONG + "x").encode(),
        ("1 " * LONG).encode(),
        ("変化：" + " " * LONG + "x").encode(),
        ("手合割：" + " " * LONG + "落").encode(),
        ("P1" + " " * LONG + "x").encode(),
        ("PI" + "82HI" * LONG).encode(),
        ("T" + "9" * LONG).encode(),
        ("position sfen " + "9/" * LONG).encode(),
        b"a/" * 2 * LONG,
        b"[" * 4 * LONG,
        b'{"moves": [' + b"[" * LONG,
        b'{"moves": [' + b'{"forks": [[' * LONG,
    ],
    ids=lambda data: repr(data[:12]),
)
@pytest.mark.thorough
def test_no_input_takes_long(data: bytes) -> None:
    """Each of these once took, or could take, seconds to hours."""
    reading_game("shogi").start().actions()
    started = time.process_time()
    for form in bg.find("shogi").formats.values():
        form.recognises(data)
        form.looks_alike(data)
        with contextlib.suppress(UnreadableRecord):
            form.read_all(SHOGI, data)
    assert time.process_time() - started < 1.0  # for all readers; each was over ten times that, or is far below


@cases("name", ["詰将棋", "実戦詰将棋", "その他"])
def test_a_missing_diagram_is_named(name: str) -> None:
    with pytest.raises(UnreadableRecord, match="line 1: a diagram of the board was expected, and there is none"):
        record_formats.read(f"手合割：{name}\n手数----指手---------消費時間--\n   1 １二金打\n".encode())
