"""CSA: what is written is read back, here and by others; what others write is read; damage is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model.game import Outcome
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.games.shogi.records import csa, csa_reader, endings, jkf, jkf_reader
from boardgames.records import record_formats
from boardgames.records.game_record import GameRecord, RecordedPlayer, UnreadableRecord
from tests.games.shogi.records.game_records import random_record, reading_game, usi
from tests.samples import cases, sample

SHOGI = reading_game("shogi")
MINISHOGI = reading_game("minishogi")


def read(text: str, encoding: str = "utf-8", game: Any = SHOGI) -> GameRecord:
    return csa_reader.read(game, text.encode(encoding))


# -- there and back -----------------------------------------------------------------------


@sample(4, thorough=30)
def test_another_program_reads_what_we_write(sample: int) -> None:
    cshogi = pytest.importorskip("cshogi")
    for seed in range(sample):
        record = random_record("shogi", seed)
        theirs = cshogi.Parser.parse_str(csa.write(record))[0]
        assert [cshogi.move_to_usi(move) for move in theirs.moves] == usi(record)
        assert str(SHOGI.parse(theirs.sfen)).split()[:3] == record.start.split()[:3]
        assert theirs.names == list(record.names)
        assert list(theirs.times)[: len(record.actions)] == list(record.times)


def test_a_record_in_full() -> None:
    text = """\
V2.2
N+Ann
N-Bob, the second
$EVENT:町内戦, 決勝
$START_TIME:2024/05/06 09:00:00
PI
+
'*よろしく
+7776FU
T16
-3334FU
T65
'*角道
'*が開いた
+8822UM
T4
-3122GI
T10
+0045KA
T3600
%TORYO
"""
    record = read(text)
    assert usi(record) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]
    assert record.names == ("Ann", "Bob, the second")
    assert record.times == (16, 65, 4, 10, 3600)
    assert record.comments == {0: "よろしく", 2: "角道\nが開いた"}
    assert record.headers == {"start": "2024/05/06 09:00:00", "event": "町内戦, 決勝"}
    assert record.verdict == Verdict(Outcome.lost_by(1, "resignation"))
    assert record.notes == ()
    assert csa.write(record) == text


# -- the dialects -------------------------------------------------------------------------

OPENING = ["7g7f", "3c3d", "8h2b+"]


@cases(
    "text",
    [
        "PI\n+\n+7776FU\n-3334FU\n+8822UM\n",
        "+7776FU\n-3334FU\n+8822UM\n",  # no position: the usual one
        "V2\nN+a\nN-b\n'Max_Moves:256\n'rating:a:b\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA *\n"
        "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  *\nP5 *  *  *  *  *  *  *  *  *\n"
        "P6 *  *  *  *  *  *  *  *  *\nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI *\n"
        "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n+7776FU,T1\n'** 30 -3334FU\n-3334FU,T2\n+8822UM,T3\n",  # floodgate's
        "'CSA encoding=UTF-8\nV3.0\n$TIME+:600+0+10\nPI\n+\n+7776FU\nT1.250\n-3334FU\nT0\n+8822UM\nT12\n",
        " V2.2\n PI\n +\n +7776FU\n -\n -3334FU\n\n +8822UM\n",
        "V2.2,PI,+,+7776FU,-3334FU,+8822UM\n",
        "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 . -HI .  .  .  .  . -KA . \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 .  .  .  . \n"
        "P5\nP6\nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 . +KA .  .  .  .  . +HI . \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n"
        "+7776FU (0:01)\n-3334FU\n+8822UM T3\n#RESIGN\n",
        "PI,\n+\n+7776FU,T1,-3334FU,T2\n+8822UM\n".replace("PI,", "PI"),
    ],
)
def test_dialects(text: str) -> None:
    for ending in ("\n", "\r\n", "\r"):
        record = read(text.replace("\n", ending))
        assert usi(record) == OPENING
        assert csa_reader.recognises(SHOGI.variant, text.encode())  # type: ignore[attr-defined]


def test_fractions_of_seconds() -> None:
    assert read("+7776FU\nT1.250\n").times == (1.25,)


def test_positions() -> None:
    handicap = read("PI82HI22KA\n-\n-5152OU\n")
    assert str(handicap.start) == "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    problem = read("P-11OU\nP+13FU\nP+59OU00KI\nP-00AL\n+\n+0012KI\n")
    assert str(problem.start) == "8k/9/8P/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"
    assert usi(problem) == ["G*1b"]


# -- how they end -------------------------------------------------------------------------


@cases(
    ("word", "loser", "reason"),
    [
        ("%TORYO", 1, "resignation"), ("%SENNICHITE", None, "repetition"), ("%JISHOGI", None, "impasse"),
        ("%HIKIWAKE", None, "impasse"), ("%TIME_UP", 1, "timeout"), ("%ILLEGAL_MOVE", 1, "illegal"),
        ("%+ILLEGAL_ACTION", 0, "illegal"), ("%-ILLEGAL_ACTION", 1, "illegal"), ("%KACHI", 0, "declaration"),
    ],
)  # fmt: skip
def test_endings(word: str, loser: int | None, reason: str) -> None:
    record = read(f"+7776FU\n{word}\nT3\n")
    assert record.verdict is not None
    assert (record.verdict.loser, record.verdict.outcome.reason) == (loser, reason)
    assert record.times == (None,)
    again = read(csa.write(record)).verdict
    assert again is not None and again.outcome == record.verdict.outcome


@cases("word", [*endings.CSA, *endings.CSA_FOULS])
@cases("moves", ["+7776FU\n", "+7776FU\n-3334FU\n"])
def test_the_word_of_an_ending_is_kept(word: str, moves: str) -> None:
    record = read(f"PI\n+\n{moves}{word}\nT3\n")
    text = csa.write(record)
    assert text.endswith(f"\n{moves}{word}\n" + "T3\n" * (record.ending_time is not None))
    assert record_formats.losses(record, "csa") == []
    kept = json.loads(jkf.write(record))["moves"][-1]["special"]
    assert kept == word.removeprefix("%")
    assert jkf_reader.read(SHOGI, jkf.write(record).encode()).headers == record.headers


def test_a_word_that_means_something_else_is_not_kept() -> None:
    playthrough = bg.Playthrough.replay(SHOGI.start(), ["7g7f"])
    for word in ("%TORYO", "%FUZUMI", "%-ILLEGAL_ACTION", "%+ILLEGAL_ACTION", "nonsense", "%JISHOGI"):
        record = GameRecord.of(
            playthrough, verdict=Verdict(Outcome((0.0, 0.0), "repetition")), headers={"ending": word}
        )
        assert csa.write(record).endswith("%JISHOGI\n" if word == "%JISHOGI" else "%SENNICHITE\n")


def test_mates_keep_the_word_too() -> None:
    mated = "P-11OU\nP+13FU59OU00KI\n+\n+0012KI\n"
    assert csa.write(read(mated + "%TORYO\n")).endswith("%TORYO\n")
    assert csa.write(read(mated)).endswith("%TSUMI\n")


def test_a_game_can_end_by_an_illegal_move() -> None:
    record = read("+7776FU\n-3334FU\n+0055FU\n%ILLEGAL_MOVE\n")
    assert usi(record) == ["7g7f", "3c3d"]
    assert record.verdict is not None and record.verdict.fault is not None
    assert record.verdict.loser == 0
    assert csa.write(record).endswith("%ILLEGAL_MOVE\n")
    assert "is not legal" in csa.write(record)


def test_what_csa_has_no_word_for_becomes_a_comment() -> None:
    playthrough = bg.Playthrough.replay(SHOGI.start(), ["7g7f"])
    verdict = Verdict(Outcome.lost_by(0, "resignation"))
    record = GameRecord.of(
        playthrough,
        players=(RecordedPlayer("Ann"), RecordedPlayer()),
        verdict=verdict,
        headers={"備考": "秘"},
    )
    text = csa.write(record)
    assert text.endswith("+7776FU\n'*- wins against Ann: resignation\n%CHUDAN\n")
    assert "'*備考：秘\n" in text


def test_fouls_out_of_turn_name_the_side() -> None:
    playthrough = bg.Playthrough.replay(SHOGI.start(), ["7g7f"])
    for seat, word in ((0, "%+ILLEGAL_ACTION"), (1, "%ILLEGAL_MOVE")):
        verdict = Verdict.forfeit(Fault(seat, "illegal", "moved twice"))
        record = GameRecord.of(playthrough, verdict=verdict)
        assert csa.write(record).endswith(f"'*moved twice\n{word}\n")
        again = read(csa.write(record)).verdict
        assert again is not None and again.loser == seat


# -- minishogi ----------------------------------------------------------------------------


# -- errors -------------------------------------------------------------------------------

GOOD = "PI\n+\n+7776FU\n"


def test_errors_of_a_small_board() -> None:
    with pytest.raises(UnreadableRecord, match="line 1: there is no row 6 on a board of 5 ranks"):
        read("P6 *  *  *  *  * \n+\n", game=MINISHOGI)
    with pytest.raises(UnreadableRecord, match="expected 5 squares"):
        read("P1 *  *  *  *  *  *  *  *  * \n+\n", game=MINISHOGI)


@cases("line", ["hello", "Tea", "$EVENT", "%GAVE_UP", "Pwhat", "------", "#KIF", "- see below", "T"])
def test_what_is_neither_a_move_nor_an_ending_is_a_comment(line: str) -> None:
    record = read(f"{GOOD}T3\n{line}\n-3334FU\n" if line != "%GAVE_UP" else f"{GOOD}T3\n{line}\n")
    assert usi(record) == (["7g7f", "3c3d"] if line != "%GAVE_UP" else ["7g7f"])
    assert record.comments == {1: line} and record.verdict is None
    assert record.notes == (f"line 5: {line!r} is no statement of CSA; it was read as a comment",)


def test_text_behind_a_move() -> None:
    record = read("PI\n+\n+7776FU (00:12)\n-3334FU T5\n+2726FU,T 3 \n%TORYO T4\n")
    assert usi(record) == ["7g7f", "3c3d", "2g2f"]
    assert record.times == (None, 5, 3) and record.ending_time == 4 and record.comments == {1: "(00:12)"}


# -- by the page of the standard --------------------------------------------------------------


@cases(
    ("key", "value", "line"),
    [
        ("start", "1999/07/15(木) 9:07:12", "$START_TIME:1999/07/15 09:07:12"),
        ("start", "1999年7月5日", "$START_TIME:1999/07/05"),
        ("start", "2026-11-23T01:20:00Z", "$START_TIME:2026/11/23 01:20:00"),
        ("end", "2024/05/06 9:00", "$END_TIME:2024/05/06 09:00:00"),
        ("start", "2024/05/06", "$START_TIME:2024/05/06"),
        ("start", "春", "'*start：春"),
        ("start", "2024/13/06", "'*start：2024/13/06"),
        ("time limit", "00:25+00", "$TIME_LIMIT:00:25+00"),
        ("time limit", "各1時間30分 秒読み60秒", "$TIME_LIMIT:01:30+60"),
        ("time limit", "15分+60秒", "$TIME_LIMIT:00:15+60"),
        ("time limit", "0分+10秒", "$TIME_LIMIT:00:00+10"),
        ("time limit", "各５時間", "$TIME_LIMIT:05:00+00"),
        ("start", "２０２４年５月６日（月）", "$START_TIME:2024/05/06"),
        ("time limit", "10分", "$TIME_LIMIT:00:10+00"),
        ("time limit", "90分（1手30秒）", "$TIME_LIMIT:01:30+30"),
        ("time limit", "25分切れ負け", "$TIME_LIMIT:00:25+00"),
        ("time limit", "5分+5秒加算", "'*time limit：5分+5秒加算"),
        ("time limit", "なし", "'*time limit：なし"),
        ("event", "王位戦", "$EVENT:王位戦"),
    ],
)
def test_headers_have_the_form_of_the_page(key: str, value: str, line: str) -> None:
    record = GameRecord.of(bg.Playthrough(SHOGI.start()), headers={key: value})
    assert line in csa.write(record).splitlines()


def test_headers_and_words_of_version_3_need_it() -> None:
    text = "'CSA encoding=UTF-8\nV3.0\n$TIME+:600+0+10\n$NOTE:so\nPI\n+\n+7776FU\n%MAX_MOVES\n"
    record = read(text)
    assert record.headers == {"TIME+": "600+0+10", "NOTE": "so"} and csa.write(record) == text
    older = csa.write(read("PI\n+\n+7776FU\n%TORYO\n"))
    assert csa.join([text, older]) == text + "/\n" + older.removeprefix("V2.2\n")
    assert len(csa_reader.read_all(SHOGI, csa.join([older, text]).encode())) == 2
    assert csa.write(read(older.replace("%TORYO", "%MAX_MOVES"))).startswith("'CSA encoding=UTF-8\nV3.0\nPI\n")


# -- several games, comments behind statements, files that break off ------------------------


def test_comments_after_a_comma() -> None:
    record = read("PI\n+\n+7776FU,T3,'*居飛車か, 振り飛車か\n-3334FU,'そして\n%TORYO,'終わり\n")
    assert usi(record) == ["7g7f", "3c3d"]
    assert record.times == (3, None)
    assert record.comments == {1: "居飛車か, 振り飛車か", 2: "そして\n終わり"}


def test_several_games_in_a_file() -> None:
    data = b"V2.2\nN+a\nPI\n+\n+7776FU\n%TORYO\n/\nN+b\nPI\n+\n+2726FU\n-3334FU\n%CHUDAN\n/\n\n"
    first, second = csa_reader.read_all(SHOGI, data)
    assert (usi(first), usi(second)) == (["7g7f"], ["2g2f", "3c3d"])
    assert (first.names[0], second.names[0]) == ("a", "b")
    with pytest.raises(UnreadableRecord, match="line 11: '\\+2728FU' is not legal"):
        csa_reader.read_all(SHOGI, data.replace(b"+2726FU", b"+2728FU"))
    written = csa.join([csa.write(first), csa.write(second)])
    assert written.count("V2.2") == 1 and csa_reader.read_all(SHOGI, written.encode()) == [first, second]


def test_a_limit_of_moves_is_a_draw() -> None:
    verdict = read("+7776FU\n%MAX_MOVES\n").verdict
    assert verdict is not None and verdict.outcome == Outcome((0.0, 0.0), "ply limit")


@cases("end", ["-33", "-3334", "-3334F", "%TO", "T"])
def test_a_file_that_breaks_off(end: str) -> None:
    record = read("PI\n+\n+7776FU\n" + end)
    assert usi(record) == ["7g7f"]
    assert record.notes == (f"line 4: the file breaks off here, in {end!r}",)
