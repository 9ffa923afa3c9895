"""``preset=codingame`` beside games that the program of CodinGame's referee has refereed, recorded from it unchanged.

``referee_games.txt`` has two lines a game: the answers, and both scores with a digest of every line that was sent.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.protocol.dialogue import Answer, Ask, Briefing, Event
from boardgames.games.morris.codingame import CodinGame, CodinGamePlayer
from tests.samples import cases

RECORDED = Path(__file__).with_name("referee_games.txt").read_text().splitlines()
GAMES = list(zip(RECORDED[::2], RECORDED[1::2], strict=True))
GAME: Any = bg.load("morris:preset=codingame")


@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=[pytest.mark.thorough] * (n not in (0, 1, 8))) for n in range(16)]
)
def test_every_line_is_that_of_the_program(number: int) -> None:
    answers, (black, white, digest) = GAMES[number][0].split("|"), GAMES[number][1].split()
    state = GAME.start()
    sides = [CodinGame(Briefing(state, ["Ann", "Bob"]), seat) for seat in (0, 1)]
    players = [CodinGamePlayer(GAME), CodinGamePlayer(GAME)]
    sent: list[str] = []
    for words in answers:
        block = sides[state.turn].ask(state)
        sent += block
        heard = sides[state.turn].hear(words)
        assert isinstance(heard, Answer), words
        asked = [players[state.turn].hear(line) for line in block][-1]
        assert isinstance(asked, Ask)
        assert asked.state == state, "our player knows from the lines which men do not count"
        players[state.turn].answer(heard.action)
        after = state.apply(heard.action)
        for side in sides:
            side.happened(Event(state, heard.action, after))
        assert GAME.parse(str(after)) == after
        state = after
    assert sha256("\n".join(sent).encode()).hexdigest() == digest
    assert state.outcome is not None
    assert state.outcome.returns[0] == (int(black) > int(white)) - (int(black) < int(white))


def test_a_mill_on_the_left_edge_wins_nobody() -> None:
    state = GAME.start().play("a7").play("d6").play("a4").play("d5")
    assert "a1" in map(str, state.actions())
    assert "g1" in map(str, state.actions())


def test_a_side_left_with_two_men_acts_once_more() -> None:
    state = GAME.parse("BB.........W.WB....W.... b 0 0 51")
    taking = next(action for action in state.actions() if action.removed)
    after = state.apply(taking)
    assert (after.turn, after.outcome) == (1, None)
    assert after.apply(after.actions()[0]).outcome.reason == "two men"


def test_two_men_on_each_side_are_a_draw() -> None:
    """White has three on the board, of whom two count."""
    outcome = GAME.parse(".........B.BW.W.....W..B w 0 0 52 - - 0,1").play("f2-f4xc4").outcome
    assert (outcome.returns, outcome.reason) == ((0.0, 0.0), "two men")


def test_three_men_do_not_jump() -> None:
    state = GAME.parse("BWB......W....W......BW. b 0 0 41")
    assert state.outcome.reason == "blocked"


DOUBLE = ("a4", "b2", "d7", "d2", "g4", "f4", "a7", "e5", "g1", "d6")
"""After these Black fills g7-a7 and g7-g1 with g7."""


def test_a_man_named_twice_counts_as_two() -> None:
    state = GAME.start()
    for action in DOUBLE:
        state = state.play(action)
    side = CodinGame(Briefing(state, ["Ann", "Bob"]), 0)
    side.ask(state)
    for wishes, expected in (("8 8", "xe5xe5"), ("2 0", "xb2xb2"), ("8 0", "xb2xe5"), ("0 0", "xb2xd2")):
        heard = side.hear(f"PUT 2 2 {wishes}")
        assert isinstance(heard, Answer)
        assert str(heard.action) == f"g7{expected}"
    state = state.play("g7xe5xe5")
    assert (state.own.bit_count(), state.uncounted, str(state).split()[-1]) == (4, (1, 0), "0,1")
    lines = CodinGame(Briefing(state, ["Ann", "Bob"]), 1).ask(state)
    assert lines[:2] == ["WHITE 195 3 6 4 3", "10"]


def test_the_option_needs_the_rules_that_it_belongs_to() -> None:
    with pytest.raises(bg.BadOption) as caught:
        bg.load("morris:double_count=on,double_mill=1")
    assert "double_mill=2" in str(caught.value)


@cases("field", ["1", "1,x", "0,10", "0,0,0"])
def test_men_that_do_not_count_are_two_numbers(field: str) -> None:
    with pytest.raises(bg.UnreadablePosition) as caught:
        GAME.parse(f"........................ b 9 9 1 - - {field}")
    assert str(caught.value).startswith("field 8")


def test_keys_tell_apart_whose_men_do_not_count() -> None:
    numbers = ("0,0", "0,1", "1,0", "1,1", "0,2")
    states = [GAME.parse(f".........B.BW.W.....W.BB {side} 0 0 52 - - {each}") for side in "bw" for each in numbers]
    assert len({state.key for state in states}) == len(states)


def test_our_player_sits_down_with_men_that_do_not_count() -> None:
    state = GAME.start()
    for action in (*DOUBLE, "g7xe5xe5"):
        state = state.play(action)
    player = CodinGamePlayer(GAME)
    heard = [player.hear(line) for line in CodinGame(Briefing(state, ["Ann", "Bob"]), 1).ask(state)][-1]
    assert isinstance(heard, Ask)
    assert heard.state.uncounted == (1, 0)
    assert heard.state.outcome is None
