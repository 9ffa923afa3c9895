"""CodinGame's protocol of Minishogi and Dice Shogi: what the statements and the referees say, line by line."""

from __future__ import annotations

import shlex
import sys
from typing import cast

import pytest

import boardgames as bg
from boardgames.contest import play_game
from boardgames.core.protocol.dialogue import Answer, Ask, Breach, Briefing, Event, NeedData
from boardgames.games.minishogi.codingame import CODINGAME, CodinGame, CodinGamePlayer, to_usi
from boardgames.referee import Limits
from tests.samples import cases

OPENING = "5544 4544 4534 3544 3534 3524 2534 2543 2552 2514 1514 1513 1512 5453"


def dialogue(state: bg.State, seat: int) -> CodinGame:
    return cast(CodinGame, CODINGAME.referee(Briefing(state, ["Ann", "Bob"]), seat))


def after(game: str, *actions: str, start: bg.State | None = None) -> tuple[CodinGame, CodinGame, bg.State]:
    """Both referee's sides and the state after some actions."""
    state = start or bg.load(game).start()
    sides = dialogue(state, 0), dialogue(state, 1)
    for text in actions:
        action = state.read(text)
        following = state.apply(action)
        for side in sides:
            side.happened(Event(state, action, following))
        state = following
    return *sides, state


def test_the_first_turn_of_the_first_player() -> None:
    """Id and size once, the board from the top line, two empty hands, 'none', the count, the actions."""
    side, _, state = after("minishogi")
    lines = side.ask(state)
    assert lines[:11] == ["0", "5", "rbsgk", "....p", ".....", "P....", "KGSBR", "-", "-", "none", "14"]
    assert sorted(lines[11:]) == sorted(OPENING.split())


@pytest.mark.parametrize("game", ["minishogi", "dice-shogi"])
def test_the_arena_shuffles_its_list_and_so_may_we(game: str) -> None:
    """By the seed of the game; an answer means the action that was listed."""
    shuffled = bg.find(game).protocol("codingame-shuffled")
    state = bg.load(game).start()
    if state.turn == bg.CHANCE:
        state = state.play("=6")

    def listed(seed: int) -> list[str]:
        side = shuffled.referee(Briefing(state, ["Ann", "Bob"], seed=seed), 0)
        lines = [line for line in side.ask(state) if line.isdecimal() and len(line) == 4]
        heard = side.hear(lines[3])
        assert isinstance(heard, Answer)
        assert dialogue(state, 0).ask(state)[-14:].count(lines[3]) == 1
        assert heard.action == state.read(to_usi(lines[3]))
        return lines

    orders = [listed(seed) for seed in (1, 2, 1)]
    assert orders[0] == orders[2] != orders[1]
    assert [sorted(order) for order in orders] == [sorted(OPENING.split())] * 3


def test_id_and_size_come_once() -> None:
    black, white, state = after("minishogi", "5e4d", "1b1c")
    assert black.ask(state)[0] == "0"
    assert black.ask(state)[0] == "rbsgk"
    assert white.ask(state.play("4e5e"))[0] == "1"


def test_the_opponents_last_action_is_told() -> None:
    _, white, state = after("minishogi", "2e5b")
    assert white.ask(state)[2:10] == ["rbsgk", "B...p", ".....", "P....", "KGS.R", "-", "-", "2552"]


def test_promoted_pieces_take_two_characters() -> None:
    state = bg.load("minishogi").parse("4k/5/5/5/K2+B+p b - 1")
    assert dialogue(state, 0).ask(state)[6] == "K..+B+p"


def test_hands_are_in_the_order_of_capture_in_each_sides_case() -> None:
    """A letter a piece and no counts; a drop takes one away."""
    start = bg.load("minishogi").parse("4k/3bs/5/3RR/1K3 b - 1")
    black, white, state = after("minishogi", "1d1b", "1a1b", "2d2b", "1b2b", start=start)
    assert black.ask(state)[7:10] == ["SB", "rr", "1222"]
    black, white, state = after("minishogi", "1d1b", "1a1b", "2d2b", "1b2b", "S*4d", "R*5a", start=start)
    assert white.ask(state.play("4e3e"))[7:9] == ["B", "r"]
    assert black.ask(state)[9] == "r*51", "the drop is told in the mover's case"


def test_hands_of_a_position_to_start_from() -> None:
    state = bg.load("minishogi").parse("4k/5/5/5/K4 b 2PSr 1")
    assert dialogue(state, 0).ask(state)[7:9] == ["SPP", "r"]


@cases("words", ["5544", "5544 Take this!", "  5544", "5544\r"])
def test_an_answer_may_have_a_message_behind_a_space(words: str) -> None:
    side, _, state = after("minishogi")
    side.ask(state)
    assert side.hear(words) == Answer(state.read("5e4d"))


@cases("words", ["G*33", "g*33", "g*33 message"])
def test_letters_may_be_in_either_case(words: str) -> None:
    state = bg.load("minishogi").parse("4k/5/5/5/K4 b G 1")
    side = dialogue(state, 0)
    side.ask(state)
    assert side.hear(words) == Answer(state.read("G*3c"))


def test_random_picks_a_legal_action() -> None:
    side, _, state = after("minishogi")
    side.ask(state)
    picked = {str(cast(Answer, side.hear("random")).action) for _ in range(300)}
    assert picked == {str(action) for action in state.actions()}


@cases(
    ("words", "kind"),
    [
        ("", "garbled"),
        ("hello", "garbled"),
        ("55", "garbled"),
        ("5e4d", "garbled"),
        ("6644", "garbled"),
        ("5555", "illegal"),
        ("1525", "illegal"),
        ("5544+", "illegal"),
        ("P*33", "illegal"),
        ("4544;message", "garbled"),
        ("５５４４", "garbled"),
    ],
)
def test_anything_else_loses(words: str, kind: str) -> None:
    side, _, state = after("minishogi")
    side.ask(state)
    heard = side.hear(words)
    assert isinstance(heard, Breach)
    assert heard.kind == kind
    assert heard.detail


def test_dice_shogi_tells_the_die_after_the_hands() -> None:
    black, _, state = after("dice-shogi", "=5")
    lines = black.ask(state)
    assert lines[2:12] == ["rbsgk", "....p", ".....", "P....", "KGSBR", "-", "-", "5", "none", "2"]
    assert sorted(lines[12:]) == ["2552", "5453"]


def test_the_die_is_told_also_when_it_binds_nothing() -> None:
    state = bg.load("dice-shogi").parse("k4/5/5/5/4K b - 1 5")
    lines = dialogue(state, 0).ask(state)
    assert lines[9] == "5"
    assert lines[11] == str(len(state.actions())) == "3"


def test_dice_shogi_names_the_die_when_it_forbids() -> None:
    black, _, state = after("dice-shogi", "=5")
    black.ask(state)
    heard = black.hear("1514")
    assert isinstance(heard, Breach)
    assert "the die shows 5" in heard.detail


def test_the_limits_are_the_arenas() -> None:
    assert (CODINGAME.first_move_time, CODINGAME.move_time) == (1.0, 0.1)


def test_our_player_remembers_the_game_so_that_it_knows_of_repetitions() -> None:
    """The lines show a position; what came before is followed by the opponent's actions."""
    shuffle = ["2e3d", "4a3b", "3d2e", "3b4a"]
    player = CodinGamePlayer(bg.load("minishogi"))
    side, _, state = after("minishogi")
    for action in shuffle * 2:
        if state.turn == 0:
            asked = None
            for line in side.ask(state):
                heard = player.hear(line)
                asked = heard.state if isinstance(heard, Ask) else asked
            assert asked == state
            player.answer(state.read(action))
        before, state = state, state.play(action)
        if state.outcome is None:
            side.happened(Event(before, before.read(action), state))
    assert state.outcome == bg.Outcome((-1.0, 1.0), "repetition")
    assert player.state.play("3b4a").outcome == state.outcome


def test_our_player_can_sit_down_with_equal_men_in_hand() -> None:
    """The arena writes each, in the order of their capture."""
    player = CodinGamePlayer(bg.load("minishogi"))
    lines = ["0", "5", "..b.k", ".....", ".....", ".....", "K....", "PSGSP", "r", "5545", "1", "5545"]
    heard = [player.hear(line) for line in lines][-1]
    assert isinstance(heard, Ask)
    assert str(heard.state) == "2b1k/5/5/5/K4 b G2S2Pr 1"


def test_a_message_that_is_no_turn_is_a_breach() -> None:
    player = CodinGamePlayer(bg.load("minishogi"))
    assert player.hear("0") == NeedData()
    assert isinstance(player.hear("9"), Breach)
    assert isinstance(CodinGamePlayer(bg.load("minishogi")).hear("x"), Breach)


@cases("words", ["RANDOM", "rAndOm", "Random because I can", "\trandom \0"])
def test_random_in_any_case(words: str) -> None:
    side, _, state = after("minishogi")
    side.ask(state)
    heard = side.hear(words)
    assert isinstance(heard, Answer)
    assert heard.action in state.actions()


@cases("around", [" ", "\t", "\0", "\x1f", "\r", "\x0b\x0c \x01"])
def test_blanks_and_control_characters_around_an_answer_fall_away(around: str) -> None:
    side, _, state = after("minishogi")
    side.ask(state)
    for words in (around + "5544", "5544" + around, around + "5544" + around):
        assert side.hear(words) == Answer(state.read("5e4d"))


@cases("words", ["5544\u3000", "\u00a05544", "5544\x85", "\ufeff5544", "5544\x7f", "5544\tgo"])
def test_other_blanks_stay(words: str) -> None:
    """Up to U+0020 they fall away, and a message stands behind a space."""
    side, _, state = after("minishogi")
    side.ask(state)
    assert isinstance(side.hear(words), Breach)


RANDOM = """
import os, sys
ends = {ends!r}.split()
asked = 0
for line in sys.stdin:
    if len(line) > 1 and line.strip().isdigit() and line.strip() not in ("0", "1", "5"):
        os.write(1, b"random" + eval(ends[asked % len(ends)]))
        asked += 1
"""


@pytest.mark.parametrize("ends", [r"b'\r'", r"b'\r\n'", r"b'\n'", r"b'\r' b'\n' b'\r\n' b'\r\r'"])
def test_a_line_ends_with_a_line_feed_a_carriage_return_or_both(ends: str) -> None:
    """As Java reads lines.  Of two carriage returns the second ends an empty line, the next answer."""
    player = f"codingame:{shlex.quote(sys.executable)} -c {shlex.quote(RANDOM.format(ends=ends))}"
    record = play_game("minishogi", player, "random", seed=1, limits=Limits(move_time=20))
    assert record.verdict is not None
    fault = record.verdict.fault
    if "\\r\\r" not in ends:
        assert fault is None, fault
    else:
        assert fault is not None and fault.kind == "garbled" and "it said ''" in fault.detail
