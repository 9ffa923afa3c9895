"""Evaluations in records: written in the forms of ShogiHome and Floodgate, and read back from files of others."""

from __future__ import annotations

from random import Random

import attrs
import pytest

import boardgames as bg
from boardgames.core.protocol import Evaluation
from boardgames.records import GameRecord, UnreadableRecord, assess, json_record, record_formats
from tests.samples import cases

SHOGIHOME = """手合割：平手
手数----指手---------消費時間--
   1 ２六歩(27)   ( 0:00/00:00:00)
*互角
*#評価値=108
*#読み筋=△３四歩▲７六歩△８八角成▲同　銀△３三銀
*#深さ=8
*#ノード数=123456
*#エンジン=Engine01
   2 ８四歩(83)   ( 0:00/00:00:00)
**評価値=-210.5
**読み筋=▲７六歩(77)△３四歩(33)
   3 ７六歩(77)   ( 0:00/00:00:00)
*#詰み=後手勝ち:15手
*#エンジン=Engine02
   4 ３四歩(33)   ( 0:00/00:00:00)
*** 3勝目
"""
FLOODGATE = """V2.2
N+one
N-other
PI
+
+2726FU
'** 108 -3334FU +7776FU -2288UM +7988GI
T3
-8384FU
'* 3 wins
+7776FU,'** -30000
"""


def test_a_file_of_shogihome_has_its_evaluations() -> None:
    record = record_formats.read(SHOGIHOME.encode())
    assert record.comments[1].startswith("互角\n#評価値=108")  # the comments stay as they are
    first, second, third = record.evaluations[1], record.evaluations[2], record.evaluations[3]
    assert first.line == ("3c3d", "7g7f", "2b8h+", "7i8h", "3a3b")[:4] + first.line[4:]
    assert (first.depth, first.nodes, first.judge) == (8, 123456, "Engine01")
    assert first.chance == pytest.approx(0.545, abs=1e-3)
    assert (second.chance < 0.5, second.line) == (True, ("7g7f", "3c3d"))
    assert (third.chance, third.plies_to_end) == (0.0, 15)
    assert set(record.evaluations) == {1, 2, 3}
    assert [ply.loss is None for ply in assess(record.playthrough(), record.evaluations).plies] == [
        True,
        False,
        False,
        True,
    ]


def test_a_file_of_floodgate_has_its_evaluations() -> None:
    record = record_formats.read(FLOODGATE.encode())
    assert record.evaluations[1].line == ("3c3d", "7g7f", "2b8h+", "7i8h")
    assert record.evaluations[3].chance == pytest.approx(0.0)
    assert set(record.evaluations) == {1, 3}


@cases(
    ("said", "line"),
    [
        ("** 0 joseki", ()),
        ("** 108 -3334FU +7776FU %PASS", ("3c3d", "7g7f")),
        ("** 108 -3334FU +7776FU in the book", ("3c3d", "7g7f")),
        ("** 108 3c3d 7g7f 2b8h+ %PASS 7i8h", ("3c3d", "7g7f", "2b8h+")),
        ("** 108 3c3d -8384FU", ("3c3d",)),
        ("** 108 -0055XX -3334FU", ()),
        ("** 108 -3334FU +7776FU -2288HI", ("3c3d", "7g7f")),  # a bishop does not become a rook
        ("** 108 -3334FU +7776FU %KACHI", ("3c3d", "7g7f")),
    ],
)
def test_floodgate_s_words_and_other_moves_end_a_line_and_not_its_evaluation(said: str, line: tuple[str, ...]) -> None:
    record = record_formats.read(f"PI\n+\n+2726FU\n'{said}\n".encode())
    assert record.evaluations[1].line == line
    for form in ("csa", "kif", "jkf", "ki2"):
        back = record_formats.read(record_formats.write(record, form).encode())
        assert (back.comments, back.evaluations) == (record.comments, record.evaluations)


@cases("said", ["** 3.5", "** 3rd", "** joseki", "* 3 wins"])
def test_other_comments_evaluate_nothing(said: str) -> None:
    assert not record_formats.read(f"PI\n+\n+2726FU\n'{said}\n".encode()).evaluations


def evaluated(seed: int) -> GameRecord:
    """A short random game in which every position has an evaluation with a line."""
    rng = Random(seed)
    game = bg.Playthrough(bg.load("shogi").start())
    found = {}
    for ply in range(12):
        line, state = [], game.state
        for _ in range(4):
            action = rng.choice(state.actions())
            line.append(str(action))
            state = state.apply(action)
            if not state.actions():
                break
        mate = rng.random() < 0.2
        found[ply] = Evaluation(
            chance=float(rng.random() < 0.5) if mate else 0.02 + 0.96 * rng.random(),
            line=tuple(line),
            depth=rng.randrange(30),
            nodes=rng.randrange(10**9),
            plies_to_end=rng.randrange(1, 40) if mate else None,
            judge="an engine",
        )
        game.apply(rng.choice(game.state.actions()))
    return attrs.evolve(GameRecord.of(game), evaluations=found, comments={2: "a remark", 3: "#評価値=5\nold"})


@cases("form", ["json", "kif", "ki2", "jkf", "csa"])
def test_evaluations_are_written_and_read_back(form: str) -> None:
    for seed in range(2):
        record = evaluated(seed)
        text = record_formats.write(record, form)
        back = record_formats.read(text.encode())
        for ply, one in record.evaluations.items():
            other = back.evaluations[ply]
            assert other.line == one.line
            assert other.chance == pytest.approx(one.chance, abs=1e-3)
            if form != "csa":
                assert attrs.evolve(other, chance=one.chance) == one
        assert record_formats.write(back, form) == text
        assert "comments" not in str(record_formats.losses(attrs.evolve(record, comments={2: "a remark"}), form))


@cases(
    "wrong",
    [
        '{"0": {"chance": 2}}',
        '{"0": {"chance": null}}',
        '{"x": {"chance": 0.5}}',
        '{"9": {"chance": 0.5}}',
        '{"0": {"chance": 0.5, "depth": -1}}',
        '{"0": {"chance": 0.5, "line": [1]}}',
        '{"0": []}',
        "[]",
    ],
)
def test_wrong_evaluations_in_json_are_told(wrong: str) -> None:
    text = json_record.write(GameRecord.of(bg.Playthrough(bg.load("ur").start())))
    with pytest.raises(UnreadableRecord, match=r"evaluation|must be"):
        json_record.read(text.replace('"outcome"', f'"evaluations": {wrong}, "outcome"').encode())
