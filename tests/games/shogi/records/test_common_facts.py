"""What all formats have in common: mistakes are told with their place, ends are those of the rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model.game import Outcome
from boardgames.core.protocol.verdict import Verdict
from boardgames.records.game_record import GameRecord, UnreadableRecord
from tests.games.shogi.records.game_records import reading_game, usi
from tests.games.shogi.records.test_jkf import move
from tests.games.shogi.records.test_kif import DIAGRAM
from tests.samples import cases

SHOGI = reading_game("shogi")
MINISHOGI = reading_game("minishogi")


def read(form: str, text: str, game: Any = SHOGI) -> GameRecord:
    record: GameRecord = game.spec.formats[form].read(game, text.encode())
    return record


# -- errors -------------------------------------------------------------------------------

KIF = "手合割：平手\n1 ７六歩(77)\n"
CSA = "PI\n+\n+7776FU\n"
ERRORS: dict[str, list[tuple[Any, str]]] = {
    "kif": [
        ("", "there is no move and no header in this file: expected a record in KIF"),
        (KIF + "2 ３四歩(32)", "line 3: '歩' is to move from ３二, but nobody stands there"),
        (KIF + "2 ３四歩(31)", "line 3: '歩' is to move from ３一, but 銀 stands there"),
        (KIF + "2 ３五歩(33)", "line 3: '3五歩(33)' is not legal: the pawn on 3c does not move so; legal here: "),
        (KIF + "2 ３五歩(33)", "３四歩(33)"),
        (KIF + "2 ３四歩成(33)", "line 3: '3四歩成(33)' is not legal"),
        (KIF + "2 ５五角打", "line 3: '5五角打' is not legal"),
        (KIF + "3 ２六歩(27)", "line 3: this is numbered 3: expected move 2"),
        (KIF + "2 ３四犬(33)", "line 3: cannot read the move '3四犬(33)': expected a square, a piece and"),
        (KIF + "2 投了 (((", "line 3: cannot read '(((' after the move"),
        ("手合割：平手\n1 何か\n2 何も", "line 2: '何か' is neither a move nor an ending"),
        (KIF + "手合割：角落ち", "line 3: 手合割 comes after the first move, but says how the game begins"),
        ("手合割：金落ち\n1 投了", "line 1: 手合割 is '金落ち': expected one of 平手, 香落ち"),
        ("手合割：その他\n1 投了", "line 1: a diagram of the board was expected, and there is none"),
        ("先手の持駒：歩\n1 投了", "line 1: a diagram of the board was expected, and there is none"),
        ("1 同　歩(33)", "line 1: 同 names the square of the move before, and there is none"),
        ("1 ５八金", "line 1: '5八金' may come from any of "),
        ("先手の持駒：龍二\n", "line 1: cannot read the hand '龍二': expected pieces and numbers as"),
        ("先手の持駒：歩0\n", "line 1: the hand has 0 of 歩: expected 一 to 九十九"),
        (DIAGRAM.replace("王", "犬"), "line 12: the row '・ ・ ・ ・ 犬 ・ ・ ・ ・' has '犬', which is no piece"),
        (DIAGRAM.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n", ""), "line 1: the diagram has 8 rows, but the board 9"),
        (DIAGRAM.replace("|八", "|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八"), "line 13: the diagram has more than 9 rows"),
        (
            DIAGRAM.replace(" 歩 ・|二", " 歩|二"),
            "line 5: cannot read the row '・ ・ ・ ・ ・ ・ ・ 歩': expected 9 squares",
        ),
        (DIAGRAM.replace("角二", "角三"), "line 1: the position here cannot be: there are 3 bishops, but only 2 exist"),
        ("1 ７六歩(07)", "line 1: there is no square 07 on a board of 9 files and 9 ranks"),
        (KIF + "2 ５五角打\n何か\n", "line 3: '5五角打' is not legal"),
        (KIF + "2 ５五角打\n3 投了\n", "line 3: '5五角打' is not legal"),
        (KIF + "2 ５五角打\n3 ２六歩(27)\n", "line 3: '5五角打' is not legal"),
    ],
    "csa": [
        ("", "this file is empty: expected a record in CSA"),
        (CSA + "-3435FU", "line 4: '-3435FU' moves FU from 34, but nobody stands there and cannot become FU"),
        (CSA + "-3334GI", "line 4: '-3334GI' moves GI from 33, but FU stands there"),
        (CSA + "-3335FU", "line 4: '-3335FU' is not legal: the pawn on 3c does not move so; legal here: "),
        (CSA + "-3335FU", "-3334FU"),
        (CSA + "-3334TO", "line 4: '-3334TO' is not legal"),
        (CSA + "-0055KA", "line 4: '-0055KA' is not legal"),
        (CSA + "+2726FU", "line 4: '+2726FU' is a move of +: expected one of -"),
        (CSA + "-3304FU", "line 4: there is no square 04 on a board of 9 files and 9 ranks"),
        (CSA + "-3334XX", "line 4: cannot read '-3334XX': expected a move as '+7776FU'"),
        (CSA + "T99999999", "line 4: a move took 99999999 seconds: expected at most 9999999"),
        (CSA + "%TORYO\n-3334FU", "line 5: '-3334FU' comes after the end of the game"),
        (CSA + "PI", "line 4: this describes a position, which can only stand before the first move"),
        (CSA + "+", "line 4: + is not the side to move here: expected -"),
        ("PI55KA\n+", "line 1: there is no KA on 55 to be taken away"),
        ("PI5KA\n+", "line 1: cannot read '5KA': expected squares and pieces as '82HI22KA' or '00AL'"),
        ("P1-KY\n+KY", "line 2: cannot read '+KY': expected a move"),
        ("P1*KY\n+", "line 1: cannot read the row '*KY"),
        ("P+00OU\n+", "line 1: OU cannot be in hand"),
        ("P+00TO\n+", "line 1: TO cannot be in hand"),
        ("P+00FU\n+", "line 1: the position here cannot be: there is no king on the board"),
        (CSA + "-0055KA\nhello", "line 4: '-0055KA' is not legal"),
        (CSA + "-0055KA\n%TORYO", "line 4: '-0055KA' is not legal"),
    ],
    "usi": [
        ("", "this file is empty: expected 'position startpos moves 7g7f ...'"),
        ("position fen x", "line 1: cannot read 'fen': expected a move as '7g7f'"),
        ("position sfen 9/9 b - 1", "line 1: the position cannot be read: field 1 must have 9 ranks"),
        ("7g7f\n3c3e", "line 2: '3c3e' is not legal: the pawn on 3c does not move so; legal here: 3c3d"),
        ("7g7f 3c3\n2g2f", "line 1: cannot read '3c3': expected a move as '7g7f', '8h2b+' or 'P*5e'"),
        ("7g7f resign 3c3d", "line 1: '3c3d' comes after the end of the game"),
    ],
    "jkf": [
        ({}, "'moves' must be a list"),
        ({"moves": [1]}, "a move must be an object"),
        ({"moves": [], "header": [1]}, "'header' must be an object"),
        ({"moves": [], "initial": {"preset": "金"}}, "'preset' is '金': expected one of HIRATE, KY"),
        ({"moves": [move("FU", 75, 77)]}, "at move 1, 'move 1' is not legal: the pawn on 7g does not move so"),
        ({"moves": [move("KI", 76, 77)]}, "move 1 is one of KI from 7g, which stands elsewhere"),
        ({"moves": [move("XX", 76, 77)]}, "'XX' is no piece: expected one of OU, FU"),
        ({"moves": [{"move": {"piece": "FU"}}]}, "move 1 has no 'to'"),
        ({"moves": [move("FU", 99 + 1, 77)]}, "there is no such square: 'x' and 'y' are 1 to 9"),
        ({"moves": [{**move("FU", 76, 77), "time": {"now": {"s": -1}}}]}, "'now' of 'time' must be hours"),
        ({"moves": [move("KI", 58, relative="X")]}, "is not legal"),
    ],
}


@cases("form", ERRORS)
def test_errors_say_where_and_what(form: str) -> None:
    for text, message in ERRORS[form]:
        with pytest.raises(UnreadableRecord) as raised:
            read(form, text if isinstance(text, str) else json.dumps(text, ensure_ascii=False))
        assert message in str(raised.value), text


# -- how games end ------------------------------------------------------------------------

MATE = {"kif": "詰み", "csa": "%TSUMI"}


def ended(form: str, word: str, moves: int = 1) -> str:
    """A game of a move or two, and the word of its end."""
    if form == "csa":
        return f"+7776FU\n{'-3334FU' * (moves - 1)}\n{word}\n"
    return "1 ７六歩(77)\n" + "2 ３四歩(33)\n" * (moves - 1) + f"{moves + 1} {word}\n"


@cases(
    ("form", "word"),
    [
        *(("kif", word) for word in ("中断", "封じ手", "不詰")),
        *(("csa", word) for word in ("%CHUDAN", "%FUZUMI", "%MATTA", "%ERROR")),
    ],
)
def test_endings_that_decide_nothing(form: str, word: str) -> None:
    assert read(form, ended(form, word)).verdict is None


MATE_IN_ONE = bg.Playthrough.replay(SHOGI.parse("8k/9/8P/9/9/9/9/9/K8 b G 1"), ["G*1b"])


@cases(("form", "word"), MATE.items())
def test_a_mate_is_only_one_on_the_board(form: str, word: str) -> None:
    record = read(form, ended(form, word))
    assert record.verdict == Verdict(Outcome.lost_by(1, "resignation"))
    assert "is said of a position with legal moves; taken for a resignation" in record.notes[0]
    text = SHOGI.spec.formats[form].write(GameRecord.of(MATE_IN_ONE))
    assert word in text and read(form, text).verdict == Verdict(Outcome.lost_by(1, "checkmate"))


@cases(("form", "first", "second"), [("kif", "投了", "中断"), ("csa", "%TORYO", "%CHUDAN")])
def test_a_second_ending_is_a_note(form: str, first: str, second: str) -> None:
    record = read(form, ended(form, first) + ("3 " if form == "kif" else "") + f"{second}\n")
    assert record.verdict == Verdict(Outcome.lost_by(1, "resignation"))
    (note,) = record.notes
    assert note.endswith(f": {second!r} ends a game that has ended before, and was left out")


@cases(("form", "end"), [("kif", "\n   1 入玉勝ち\nまで0手で先手の入玉勝ち\n"), ("csa", "\n+\n%KACHI\n")])
def test_a_declaration_is_an_action_where_the_rules_have_it(form: str, end: str) -> None:
    game = bg.load("shogi", impasse="27-point")
    start = game.parse("1K2G4/RRBB1GGG1/SSSS5/9/9/9/9/9/6k2 b 4N4L18P 1")
    record = GameRecord.of(bg.Playthrough.replay(start, ["win"]))
    text = SHOGI.spec.formats[form].write(record)
    assert text.endswith(end)
    assert read(form, text, game=game).actions == record.actions
    elsewhere = read(form, text)
    assert (elsewhere.actions, elsewhere.verdict) == ((), Verdict(Outcome.lost_by(1, "declaration")))


# -- minishogi ----------------------------------------------------------------------------


@cases(
    ("form", "text", "board"),
    [
        ("kif", "手合割：５五将棋\n1 ５三歩(54)\n2 同　飛(51)\n", "手合割：5五将棋\n"),
        ("csa", "PI\n+\n+5453FU\n-5153HI\n", "P1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\n"),
    ],
)
def test_minishogi(form: str, text: str, board: str) -> None:
    record = read(form, text, game=MINISHOGI)
    assert usi(record) == ["5d5c", "5a5c"]
    written = MINISHOGI.spec.formats[form].write(record)
    assert board in written
    assert MINISHOGI.spec.formats[form].recognises(written.encode())
    assert not SHOGI.spec.formats[form].recognises(written.encode())
