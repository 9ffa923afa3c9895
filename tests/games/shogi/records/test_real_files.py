"""What real files have that no standard mentions, each case in a file of its own."""

from __future__ import annotations

import json
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model.game import UnreadablePosition
from boardgames.core.protocol import Verdict
from boardgames.records import json_record, record_formats
from boardgames.records.game_record import GameRecord, UnreadableRecord, Variation
from tests.games.shogi.records.game_records import reading_game
from tests.samples import cases

SHOGI = reading_game("shogi")


def read(form: str, text: str) -> GameRecord:
    """The record; written in every format and as JSON it can be read again."""
    record: GameRecord = bg.find("shogi").formats[form].read(SHOGI, text.encode())
    assert [str(action) for action in record.playthrough().actions] == list(record.actions)
    for name in ("kif", "ki2", "csa", "jkf", "usi"):
        other = bg.find("shogi").formats[name]
        assert other.read(SHOGI, other.write(record).encode()).actions == record.actions
    return record


# -- CSA ----------------------------------------------------------------------------------

BOARD = """\
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
+
+7776FU
"""


@cases("blanks", [" ", "", "   ", "\t"])
def test_rows_with_other_blanks_are_read_by_their_squares(blanks: str) -> None:
    text = BOARD.replace(" ", "").replace("*", f"{blanks}*{blanks}")
    assert bg.find("shogi").formats["csa"].recognises(text.encode())
    assert read("csa", text).start == str(SHOGI.start())
    if blanks == " ":
        assert read("csa", "V2.2\n" + text.replace(" * ", " *")).start == str(SHOGI.start())


@cases("row", ["P2 * -HI * * * * -KA *", "P2 * -HI * * * * * * -KA *", "P2 * -HI * ? * * * -KA *"])
def test_a_row_of_other_squares_is_refused(row: str) -> None:
    with pytest.raises(UnreadableRecord, match="cannot read the row"):
        read("csa", BOARD.replace("P2 * -HI *  *  *  *  * -KA *", row))


@cases(
    "text",
    [
        "P+55OU,P-51OU\nP+00KI00GI,P-00HI\n+\n+0052KI\n",
        "V2.2,P+55OU,P-51OU,P+00KI00GI,P-00HI,+,+0052KI\n",
        "P+55OU\nP-51OU\nP+00KI00GI,P-00HI,+,+0052KI,T3\n",
    ],
)
def test_a_comma_separates_statements_of_every_kind(text: str) -> None:
    record = read("csa", text)
    assert record.start == "4k4/9/9/9/4K4/9/9/9/9 b GSr 1"
    assert record.actions == ("G*5b",)


def test_a_comma_separates_no_names_and_headers() -> None:
    record = read("csa", "N+Ann, Bob\n$EVENT:one,two\nPI\n+\n+7776FU\n'a,b\n")
    assert (record.names[0], record.headers, record.comments) == ("Ann, Bob", {"event": "one,two"}, {1: "a,b"})


@cases(
    ("summary", "loser", "reason"),
    [
        ("toryo:Ann lose:Bob win", 0, "resignation"),
        ("toryo:Ann win:Bob lose", 1, "resignation"),
        ("toryo:Bob win:Ann lose", 0, "resignation"),
        ("time up:Ann lose:Bob win", 0, "timeout"),
        ("illegal move:Ann win:Bob lose", 1, "illegal"),
        ("abnormal:Ann win:Bob lose", 1, "crash"),
        ("kachi:Ann win:Bob lose", 1, "declaration"),
        ("oute_sennichite:Ann lose:Bob win", 0, "illegal"),
        ("sennichite:Ann draw:Bob draw", None, "repetition"),
        ("max_moves:Ann draw:Bob draw", None, "ply limit"),
    ],
)
@cases("end", ["", "%CHUDAN\n"])
def test_the_verdict_may_stand_in_the_servers_summary(summary: str, loser: int | None, reason: str, end: str) -> None:
    record = read("csa", f"N+Ann\nN-Bob\nPI\n+\n+7776FU\n-3334FU\n{end}'summary:{summary}\n")
    assert record.verdict is not None
    assert (record.verdict.loser, record.verdict.outcome.reason) == (loser, reason)


@cases(
    "summary",
    ["chudan:Ann draw:Bob draw", "toryo:Ann draw:Bob draw", "sennichite:Ann lose:Bob win", "toryo:Ann:Bob", ""],
)
def test_a_summary_that_says_no_verdict_is_a_comment(summary: str) -> None:
    record = read("csa", f"N+Ann\nN-Bob\nPI\n+\n+7776FU\n'summary:{summary}\n")
    assert record.verdict is None and record.comments == {1: f"summary:{summary}"}


def test_the_verdict_of_the_moves_goes_before_the_summary() -> None:
    record = read("csa", "N+Ann\nN-Bob\nPI\n+\n+7776FU\n%TORYO\n'summary:time up:Ann lose:Bob win\n")
    assert record.verdict is not None
    assert (record.verdict.loser, record.verdict.outcome.reason) == (1, "resignation")


def test_a_variation_in_kif_may_come_back_to_a_move_before_it() -> None:
    """The second variation has no header, and leaves the game at a move of the other side."""
    text = "1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n1 ５六歩(57)\n2 ５四歩(53)\n"
    record = read("kif", text)
    assert [(each.ply, each.actions) for each in record.variations] == [(0, ("5g5f", "5c5d")), (1, ("8c8d", "2g2f"))]
    assert record.notes == ()


def test_shogi_server_ends_a_repetition_of_the_start_a_move_later() -> None:
    moves = "+4948KI\nT1\n-6162KI\nT1\n+4849KI\nT1\n-6261KI\nT1\n" * 3
    record = read("csa", f"PI\n+\n{moves}+4948KI\nT2\n%SENNICHITE\n'summary:sennichite:a draw:b draw\n")
    assert (len(record.actions), record.times, len(record.notes)) == (12, (1,) * 12, 1)
    assert record.verdict == Verdict(bg.Outcome((0.0, 0.0), "repetition"))
    with pytest.raises(UnreadableRecord):
        read("csa", f"PI\n+\n{moves}+4948KI\n-6162KI\n%SENNICHITE\n")


# -- composed positions ----------------------------------------------------------------------

TWO_PAWNS = "8k/9/8P/9/8P/9/9/9/9 b Gr 1"
PAWNS_NOTE = (
    "Black has two unpromoted pawns on file 1; the position was read as it is, since the record goes on from it"
)
KING_NOTE = "Black has no king; the position was read as a composed problem"

DIAGRAM = """\
手合割：詰将棋
後手の持駒：飛
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ 歩|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
"""
PROBLEMS = {
    "kif": DIAGRAM + "手数----指手---------消費時間--\n   1 １二金打\n",
    "ki2": DIAGRAM + "▲１二金\n",
    "csa": "P-11OU\nP+13FU15FU\nP+00KI\nP-00HI\n+\n+0012KI\n",
    "usi": f"position sfen {TWO_PAWNS} moves G*1b\n",
    "jkf": json.dumps(
        {
            "header": {},
            "initial": {
                "preset": "OTHER",
                "data": {
                    "color": 0,
                    "board": [
                        [
                            {"color": 1, "kind": "OU"} if (x, y) == (1, 1)
                            else {"color": 0, "kind": "FU"} if (x, y) in ((1, 3), (1, 5))
                            else {}
                            for y in range(1, 10)
                        ]
                        for x in range(1, 10)
                    ],
                    "hands": [{"KI": 1}, {"HI": 1}],
                },
            },
            "moves": [{}, {"move": {"color": 0, "to": {"x": 1, "y": 2}, "piece": "KI"}}],
        }
    ),
}  # fmt: skip


@cases("form", PROBLEMS)
def test_a_problem_with_two_pawns_on_a_file_is_read_with_a_note(form: str) -> None:
    record = read(form, PROBLEMS[form])
    assert (record.start, record.actions) == (TWO_PAWNS, ("G*1b",))
    notes = [note.removeprefix("line ").lstrip("123456789").removeprefix(": ") for note in record.notes]
    assert notes == [PAWNS_NOTE, KING_NOTE]
    assert record.playthrough().state.outcome == bg.Outcome((1.0, -1.0), "checkmate")
    assert json_record.read(record.json().encode()).playthrough().plies == 1


@cases("form", ["kif", "csa", "usi"])
def test_without_a_move_the_position_is_refused(form: str) -> None:
    text = PROBLEMS[form]
    for move in ("   1 １二金打\n", "+0012KI\n", " moves G*1b"):
        text = text.replace(move, "")
    with pytest.raises(UnreadableRecord, match="Black has two unpromoted pawns on file 1"):
        read(form, text)


NINE_PAWNS = "P3k4/P8/P8/P8/P8/P8/P8/P8/P3K4 b - 1"


@cases("form", ["kif", "ki2", "csa", "usi", "jkf"])
def test_a_file_full_of_pawns_is_read_with_a_note(form: str) -> None:
    record = read("usi", f"sfen {NINE_PAWNS} moves 5i5h 5a5b")
    back = read(form, bg.find("shogi").formats[form].write(record))
    assert (back.start, back.actions, len(back.notes)) == (NINE_PAWNS, ("5i5h", "5a5b"), 1)


@cases(
    ("text", "site", "names", "comment"),
    [
        ("PI,$SITE:Tokyo, 'x'\n+\n+7776FU\n", "Tokyo, 'x'", ("", ""), None),
        ("PI,N-Me, too\n+\n+7776FU\n", None, ("", "Me, too"), None),
        ("V2.2,PI,N+Me\n$SITE:a,N-b\n+,+7776FU,'a,$SITE:b\n", "a,N-b", ("Me", ""), "a,$SITE:b"),
    ],
)
def test_names_and_headers_of_csa_behind_a_comma(
    text: str, site: str | None, names: tuple[str, str], comment: str | None
) -> None:
    record = read("csa", text)
    assert (record.headers.get("site"), record.names, record.comments.get(1)) == (site, names, comment)
    assert record.actions == ("7g7f",)


TIMED_ENDS = {
    "kif": "1 ７六歩(77) ( 0:05/00:00:05)\n2 ３四歩(33) ( 0:07/00:00:07)\n3 投了 ( 0:01/00:00:06)\n",
    "csa": "PI\n+\n+7776FU\nT5\n-3334FU\nT7\n%TORYO\nT1\n",
    "jkf": """{"moves": [{}, {"move": {"to": {"x": 7, "y": 6}, "from": {"x": 7, "y": 7}, "piece": "FU"},
        "time": {"now": {"m": 0, "s": 5}}}, {"move": {"to": {"x": 3, "y": 4}, "from": {"x": 3, "y": 3}, "piece": "FU"},
        "time": {"now": {"m": 0, "s": 7}}}, {"special": "TORYO", "time": {"now": {"m": 0, "s": 1}}}]}""",
}


@cases("form", TIMED_ENDS)
def test_the_time_of_a_resignation_is_kept(form: str) -> None:
    record = read(form, TIMED_ENDS[form])
    assert (record.times, record.ending_time) == ((5, 7), 1)
    assert json_record.read(record.json().encode()).ending_time == 1
    written = {other: bg.find("shogi").formats[other].write(record) for other in TIMED_ENDS}
    assert "3 投了         ( 0:01/00:00:06)" in written["kif"]
    assert written["csa"].endswith("%TORYO\nT1\n")
    assert '"special": "TORYO", "time": {"now": {"m": 0, "s": 1}, "total": {"m": 0, "s": 6}}' in written["jkf"]
    assert record_formats.losses(record, "ki2") == ["ki2 cannot hold all of the times"]


def test_times_lost_in_a_variation_are_no_lost_variation() -> None:
    text = "手合割：平手\n   1 ７六歩(77) ( 0:05/)\n   2 ３四歩(33) ( 0:07/)\n\n変化：2手\n   2 ８四歩(83) ( 0:09/)\n"
    record = read("kif", text)
    assert record.variations[0].times == (9,)
    assert record_formats.losses(record, "ki2") == ["ki2 cannot hold all of the times"]
    assert record_formats.losses(record, "csa") == ["csa cannot hold all of the variations"]


def test_the_time_of_a_declaration_is_that_of_its_action() -> None:
    csa = bg.find("shogi").formats["csa"]
    text = "P1+OU\nP-99OU\nP+00HI\n+\n%KACHI\nT9\n"  # it loses, by a false declaration
    record = csa.read(bg.load("shogi:impasse=27-point"), text.encode())
    assert (record.actions, record.times, record.ending_time) == (("win",), (9,), None)
    assert csa.write(record).endswith("%ILLEGAL_MOVE\nT9\n")


def test_positions_of_games_are_as_strict_as_before() -> None:
    with pytest.raises(UnreadablePosition, match="Black has two unpromoted pawns on file 1"):
        SHOGI.parse(TWO_PAWNS)


def test_a_position_without_any_king_stays_unreadable() -> None:
    with pytest.raises(UnreadableRecord, match="there is no king on the board"):
        read("csa", PROBLEMS["csa"].replace("P-11OU\n", ""))


# -- variations -------------------------------------------------------------------------------


def tree(variations: tuple[Variation, ...]) -> list[Any]:
    return [(each.ply, " ".join(each.actions), tree(each.variations)) for each in variations]


MAIN = """\
手合割：平手
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２六歩(27)
   4 ８四歩(83)

変化：2手
   2 ８四歩(83)
   3 ２六歩(27)
"""


def test_a_number_again_inside_a_variation_begins_another() -> None:
    record = read("kif", MAIN + "   2 ４四歩(43)\n   3 ４八銀(39)\n   3 ５八金(49)\n   4 ３四歩(33)\n")
    assert tree(record.variations) == [(1, "8c8d 2g2f", []), (1, "4c4d 3i4h", [(2, "4i5h 3c3d", [])])]
    assert record.notes == ()


@pytest.mark.parametrize("number", [0, 5])
def test_a_number_outside_the_variation_is_none_of_it(number: int) -> None:
    record = read("kif", MAIN + f"   {number} ５六歩(57)\n")
    assert tree(record.variations) == [(1, "8c8d 2g2f", [])]
    assert record.notes == (
        f"line 10: this is numbered {number}: expected move 4; the rest of this variation was left out",
    )


def test_a_number_again_in_the_game_itself_begins_a_variation() -> None:
    record = read("kif", "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n2 ８四歩(83)\n3 ２六歩(27)\n")
    assert record.actions == ("7g7f", "3c3d")
    assert tree(record.variations) == [(1, "8c8d 2g2f", [])]


def test_the_same_heading_again_begins_another_in_ki2() -> None:
    text = "手合割：平手\n▲７六歩　△３四歩\nまで2手で中断\n\n変化：2手\n△８四歩　▲２六歩\n変化：2手\n△４四歩\n"
    assert tree(read("ki2", text).variations) == [(1, "8c8d 2g2f", []), (1, "4c4d", [])]


def test_a_fork_at_the_first_move_of_a_fork_is_its_sibling_in_jkf() -> None:
    def move(color: int, source: int, target: int) -> dict[str, Any]:
        return {
            "move": {
                "color": color,
                "from": {"x": source // 10, "y": source % 10},
                "to": {"x": target // 10, "y": target % 10},
                "piece": "FU",
            }
        }

    deeper = [move(1, 43, 44), move(0, 27, 26)]
    fork = [{**move(1, 83, 84), "forks": [deeper]}, move(0, 27, 26)]
    moves = [{}, move(0, 77, 76), {**move(1, 33, 34), "forks": [fork]}]
    record = read("jkf", json.dumps({"header": {}, "initial": {"preset": "HIRATE"}, "moves": moves}))
    assert tree(record.variations) == [(1, "8c8d 2g2f", []), (1, "4c4d 2g2f", [])]
