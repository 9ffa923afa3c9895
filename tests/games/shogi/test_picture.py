"""The board as it is drawn: straight in a terminal, and true to the position."""

from __future__ import annotations

import random
import unicodedata

import boardgames as bg
from boardgames.games.shogi.io.picture import draw
from tests.samples import cases


def width(line: str) -> int:
    """Columns in a terminal; ambiguous characters would be a quarrel, so there must be none."""
    widths = [unicodedata.east_asian_width(character) for character in line]
    assert "A" not in widths, line
    return sum(2 if kind in "WF" else 1 for kind in widths)


@cases("letters", ["kanji", "western"])
@cases("name", ["shogi", "minishogi"])
def test_rows_are_equally_wide_and_tell_the_position(name: str, letters: str) -> None:
    rng = random.Random(7)
    state = bg.load(name).start()
    seen = {draw(state, letters)}  # type: ignore[arg-type]
    for _ in range(120):
        if state.outcome is not None:
            break
        state = state.play(rng.choice(state.actions()))
        picture = draw(state, letters)  # type: ignore[arg-type]
        rows = [line for line in picture.splitlines() if line.startswith(("  |", "  +"))]
        boards = {width(line.rpartition(line[2])[0]) for line in rows}
        assert len(boards) == 1
        assert picture.count("[") == 1
        assert picture not in seen
        seen.add(picture)


def test_shogi_at_the_start() -> None:
    assert (
        draw(bg.load("shogi").start())
        == """\
  後手 White: -
     ９  ８  ７  ６  ５  ４  ３  ２  １
  +-------------------------------------+
  | v香 v桂 v銀 v金 v玉 v金 v銀 v桂 v香 | 一 a
  |  ・ v飛  ・  ・  ・  ・  ・ v角  ・ | 二 b
  | v歩 v歩 v歩 v歩 v歩 v歩 v歩 v歩 v歩 | 三 c
  |  ・  ・  ・  ・  ・  ・  ・  ・  ・ | 四 d
  |  ・  ・  ・  ・  ・  ・  ・  ・  ・ | 五 e
  |  ・  ・  ・  ・  ・  ・  ・  ・  ・ | 六 f
  |  歩  歩  歩  歩  歩  歩  歩  歩  歩 | 七 g
  |  ・  角  ・  ・  ・  ・  ・  飛  ・ | 八 h
  |  香  桂  銀  金  玉  金  銀  桂  香 | 九 i
  +-------------------------------------+
  先手 Black: -
  先手 Black to move"""
    )


def test_hands_promotions_and_the_last_move() -> None:
    state = bg.load("shogi").parse("4k4/9/2+R+B+S4/3+N+L+P3/9/9/9/4K4/9 b G10Prb 1").play("P*2e")
    picture = draw(state)
    assert "  先手 Black: 金 歩九" in picture
    assert "  後手 White: 飛 角" in picture
    assert " 龍  馬  全 " in picture
    assert " 圭  杏  と " in picture
    assert " ・[ 歩] ・ | 五 e" in picture
    assert picture.endswith("  後手 White to move, after P*2e")
    western = draw(state, "western")
    assert "  White: R B" in western
    assert "  Black: G P9" in western
    assert " +R +B +S " in western
    assert " .[ P] . | e" in western


def test_the_end_is_told() -> None:
    mated = bg.load("shogi").parse("8k/9/8P/9/9/9/9/9/K8 b G 1").play("G*1b")
    assert draw(mated).endswith("  先手 Black has won: checkmate, after G*1b")
    drawn = bg.load("minishogi", repetition="none", max_plies=1).start().play("5d5c")
    assert draw(drawn, "western").endswith("  a draw: ply limit, after 5d5c")
    declared = bg.load("shogi", impasse="27-point").start().play("win")
    assert draw(declared).endswith("後手 White has won: false declaration, after win")
    assert "[" not in draw(declared)
