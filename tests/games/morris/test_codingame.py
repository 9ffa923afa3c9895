"""CodinGame's protocol of Nine Men's Morris: what the statement and the referee say, line by line."""

from __future__ import annotations

from typing import cast

import pytest

import boardgames as bg
from boardgames.core.protocol.dialogue import Answer, Ask, Breach, Briefing, Event, NeedData
from boardgames.games.morris import State
from boardgames.games.morris.board import NINE
from boardgames.games.morris.codingame import CODINGAME, CodinGame, CodinGamePlayer, parsed, place
from tests.samples import cases


def start() -> State:
    return bg.load("morris").start()


def after(*actions: str) -> State:
    state = start()
    for action in actions:
        state = state.play(action)
    return state


def told(state: State) -> list[str]:
    return CodinGame(Briefing(state, ["Ann", "Bob"]), state.turn).ask(state)


def answer(state: State, words: str) -> Answer | Breach:
    side = CodinGame(Briefing(state, ["Ann", "Bob"]), state.turn)
    side.ask(state)
    return cast("Answer | Breach", side.hear(words))


def text(state: State, words: str) -> str:
    heard = answer(state, words)
    assert isinstance(heard, Answer), heard
    return str(heard.action)


# A mill for Black on the left edge is one man away; White has men 2 and 4.
BEFORE_MILL = ("a7", "d6", "a4", "d5")
# Black closes two mills at once with a7; White has 2, 4, 6, 8.
BEFORE_TWO = ("a4", "b2", "a1", "d2", "d7", "f4", "g7", "e5")


def test_a_slot_is_a_direction_and_a_radius() -> None:
    """Direction 0 is the top left, clockwise; radius 0 is the innermost square."""
    assert [place(NINE.point[name]) for name in ("c5", "d5", "e5", "a7", "a1", "b4")] == [
        "0 0", "1 0", "2 0", "0 2", "6 2", "7 1",
    ]  # fmt: skip


def test_the_first_turn() -> None:
    lines = told(start())
    assert lines[:3] == ["BLACK 200 0 0 9 9", "0", "24"]
    # direction is the outer loop, radius the inner one
    assert lines[3:9] == ["PUT 0 0 0 0", "PUT 0 1 0 0", "PUT 0 2 0 0", "PUT 1 0 0 0", "PUT 1 1 0 0", "PUT 1 2 0 0"]
    assert lines[-1] == "PUT 7 2 0 0"


def test_turns_are_counted_for_each_player_and_pieces_told_by_number() -> None:
    lines = told(after("a7"))
    assert lines[:3] == ["WHITE 200 0 1 9 8", "1", "1 1 0 2"]
    lines = told(after("a7", "d6"))
    assert lines[:4] == ["BLACK 199 1 1 8 8", "2", "1 0 0 2", "2 1 1 1"]


def test_put_with_any_number_of_wishes_and_a_message() -> None:
    for words in ("PUT 6 2", "PUT 6 2 0 0", "PUT 6 2 4", "PUT 6 2 4 0 7 -3", "PUT 6 2 0 0;hello", "PUT 6 2 0 0 ; hi"):
        assert text(start(), words) == "a1"


def test_the_wished_man_is_removed() -> None:
    """The named numbers in order that can be removed, then the lowest."""
    state = after(*BEFORE_MILL)
    assert text(state, "PUT 6 2 4 0") == "a1xd5"
    assert text(state, "PUT 6 2 2 4") == "a1xd6"
    assert text(state, "PUT 6 2 4 2") == "a1xd5", "the first wish comes first, whatever its number"
    assert text(state, "PUT 6 2 0 0") == "a1xd6"
    assert text(state, "PUT 6 2") == "a1xd6"
    assert text(state, "PUT 6 2 1 4") == "a1xd5", "one's own man cannot be removed, so the next wish counts"
    assert text(state, "PUT 6 2 99 0") == "a1xd6"


def test_two_mills_remove_two_men_each_number_once() -> None:
    state = after(*BEFORE_TWO)
    assert text(state, "PUT 0 2 8 4") == "a7xd2xe5"
    assert text(state, "PUT 0 2 8 8") == "a7xb2xe5"
    assert text(state, "PUT 0 2 0 0") == "a7xb2xd2"


def test_a_man_in_a_mill_is_no_valid_wish() -> None:
    state = after("a7", "b6", "a4", "d6", "e3", "f6xe3", "d3", "g1")  # White's b6 d6 f6 make a mill, g1 stands alone
    assert text(state, "PUT 6 2 2 0") == "a1xg1"


def test_moves_are_listed_by_man_direction_and_radius() -> None:
    state = bg.load("morris").parse("BBB......B.....WWW.W.... b 0 0 37")
    lines = told(state)
    assert lines[:10] == [
        "BLACK 182 4 4 0 0", "8",
        "1 0 0 2", "2 1 6 0", "3 0 1 2", "4 1 5 0", "5 0 2 2", "6 1 4 0", "7 0 7 2", "8 1 5 1",
    ]  # fmt: skip
    assert lines[10:] == ["4", "MOVE 3 1 1 0 0", "MOVE 5 3 2 0 0", "MOVE 7 6 2 0 0", "MOVE 7 7 1 0 0"]


FLYING = "B..B..B...W..W..W.W..... b 0 0 41"


def test_three_men_are_listed_their_steps_alone() -> None:
    state = bg.load("morris").parse(FLYING)
    lines = told(state)
    options = lines[lines.index(next(line for line in lines[2:] if " " not in line)) + 1 :]
    assert 0 < len(options) < len(state.actions())
    assert all(line.startswith("MOVE ") for line in options)


def test_jumps_are_listed_by_direction_and_radius_then_man() -> None:
    state = bg.load("morris").parse("BWB......W....W......BW. b 0 0 41")  # no step is free
    lines = told(state)
    assert lines[9] == "51"
    jumps = [f"MOVE {number} {slot} 0 0" for slot in ("0 0", "0 1", "1 0", "1 1") for number in (1, 3, 5)]
    assert lines[10:22] == jumps


def test_a_jump_that_is_not_listed_is_valid_with_three_men() -> None:
    state = bg.load("morris").parse(FLYING)
    number = int(state.number(NINE.point["a7"]))
    assert text(state, f"MOVE {number} 4 2 0 0").startswith("a7-g1")


@cases(
    ("words", "kind"),
    [
        ("", "garbled"),
        ("put 0 0", "garbled"),
        ("PUT", "garbled"),
        ("PUT 0", "garbled"),
        ("PUT  0 0", "garbled"),
        ("PUT 0 0 x", "garbled"),
        ("PLACE 0 0", "garbled"),
        ("MOVE 1 0", "garbled"),
        ("PUT 8 0 0 0", "illegal"),
        ("PUT 0 3 0 0", "illegal"),
        ("PUT -1 0 0 0", "illegal"),
        ("PUT 0 2 0 0", "illegal"),
        ("MOVE 1 0 1 0 0", "illegal"),
        ("MOVE 2 0 1 0 0", "illegal"),
        ("PUT 99999999999999999999 0", "garbled"),
    ],
)
def test_anything_else_loses(words: str, kind: str) -> None:
    heard = answer(after("a7", "d6"), words)
    assert isinstance(heard, Breach)
    assert heard.kind == kind
    assert heard.detail


def test_the_limits_are_the_arenas() -> None:
    assert (CODINGAME.first_move_time, CODINGAME.move_time) == (1.0, 0.05)


def test_our_player_knows_which_mills_were_paid() -> None:
    """The lines do not tell; it follows the game, its own removals and the opponent's."""
    actions = ["a7", "d6", "a4", "d5", "a1xd6", "d6", "b6", "d7xb6"]
    player = CodinGamePlayer(bg.load("morris"))
    side = CodinGame(Briefing(start(), ["Ann", "Bob"]), 0)
    state = start()
    for action in actions:
        if state.turn == 0:
            heard = [player.hear(line) for line in side.ask(state)][-1]
            assert isinstance(heard, Ask)
            assert heard.state == state
            player.answer(state.read(action))
        before, state = state, state.play(action)
        side.happened(Event(before, before.read(action), state))
    heard = [player.hear(line) for line in side.ask(state)][-1]
    assert heard == Ask(state)


def test_our_player_can_sit_down_in_the_middle() -> None:
    state = bg.load("morris").parse(FLYING)
    player = CodinGamePlayer(bg.load("morris"))
    heard = [player.hear(line) for line in told(state)][-1]
    assert isinstance(heard, Ask)
    assert [str(action) for action in heard.state.actions()] == [str(action) for action in state.actions()]
    assert cast(State, heard.state).ply == state.ply


def test_long_answers_are_not_remembered() -> None:
    """A message of 60 kB each turn would be as many bytes of ours."""
    dialogue = CodinGame(Briefing(bg.load("morris").start(), ["a", "b"]), 0)
    parsed.cache_clear()
    for number in range(50):
        dialogue.ask(dialogue.state)
        assert isinstance(dialogue.hear(f"PUT 0 0;{number}" + "x" * 60_000), Answer)
        assert isinstance(dialogue.hear(f"nonsense {number}" + "x" * 60_000), Breach)
    assert parsed.cache_info().currsize == 1


@cases("line", ["1 0 9999999999 0", "1 0 0 3", "1 2 0 0", "1 -1 0 0", "1 0 " + "9" * 5000 + " 0", "1 0 0"])
def test_a_player_of_ours_refuses_men_that_cannot_be(line: str) -> None:
    """They once made it compute a number of ten thousand million bits."""
    player = CODINGAME.player(bg.load("morris"))
    for each in ("BLACK 199 1 0 8 9", "1", line, "1"):
        assert isinstance(player.hear(each), NeedData)
    assert isinstance(player.hear("PUT 0 0 0 0"), Breach)


@pytest.mark.parametrize("count", ["9999999999", "9" * 5000])
def test_a_player_of_ours_does_not_wait_for_lines_without_end(count: str) -> None:
    player = CODINGAME.player(bg.load("morris"))
    player.hear("BLACK 199 1 0 8 9")
    assert isinstance(player.hear(count), Breach)


@cases(
    "words",
    ["PUT 6 2 +0 -0", "PUT +6 02 1234567890", "PUT 6 2 -2147483648 2147483647", "PUT 6 2 ٤", "PUT 6 2 ", "PUT 6 2\r"],
)
def test_numbers_are_what_javas_parser_takes(words: str) -> None:
    """A sign, leading zeros, any 32 bits, digits of any script; blanks behind the last word fall away."""
    assert text(start(), words) == "a1"


@cases(
    ("words", "why"),
    [
        (" PUT 6 2", "expected 'PUT"),
        ("\tPUT 6 2", "expected 'PUT"),
        ("PUT\t6 2", "expected 'PUT"),
        ("PUT 6 2\t", "no number of 32 bits"),
        ("PUT 6  2", "one space stands between two words"),
        ("PUT 6 2 2147483648", "no number of 32 bits"),
        ("PUT 6 2 -2147483649", "no number of 32 bits"),
        ("PUT 6 2 1_0", "no number of 32 bits"),
        ("PUT 6 2 𝟒", "no number of 32 bits"),
        ("PUT 6 2 " + "9" * 5000, "no number of 32 bits"),
    ],
)
def test_numbers_that_javas_parser_refuses(words: str, why: str) -> None:
    heard = answer(start(), words)
    assert isinstance(heard, Breach)
    assert heard.kind == "garbled"
    assert why in heard.detail


def test_thousands_of_leading_zeros_are_a_number() -> None:
    assert text(start(), "PUT 6 2 " + "0" * 6000) == "a1"
