"""Each sentence on the presets of morris, on positions that show it."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.dialogue import Briefing
from boardgames.games.morris.codingame import CODINGAME, CodinGame
from tests.games.morris.model import BOARDS, reading
from tests.samples import cases

SPEC = bg.find("morris")
PRESETS = list(SPEC.presets)


def at(preset: str, black: str, white: str, side: str = "b", stock: tuple[int, int] = (0, 0), ply: int = 31) -> Any:
    """The state with men on these points."""
    game: Any = bg.load("morris", preset=preset)
    men = {**dict.fromkeys(black.split(), "B"), **dict.fromkeys(white.split(), "W")}
    order = reading(BOARDS[game.board.name][0])
    assert men.keys() <= set(order)
    board = "".join(men.get(point, ".") for point in order)
    return game.parse(f"{board} {side} {stock[0]} {stock[1]} {ply}")


def texts(state: Any, way: str = "") -> set[str]:
    return {text for text in map(str, state.actions()) if text.startswith(way)}


def test_the_presets() -> None:
    assert PRESETS == ["statement", "codingame", "classic", "three", "six", "twelve", "morabaraba", "sesotho", "lasker"]
    assert bg.load("morris:preset=statement") is bg.load("morris")


def test_presets_are_found_by_their_former_names_too() -> None:
    assert bg.load("morris:preset=arena") is bg.load("morris")
    assert bg.load("morris", preset="referee") is bg.load("morris:preset=codingame")
    assert bg.load("morris:preset=referee,turns=9") is bg.load("morris:preset=codingame,turns=9")
    with pytest.raises(BadOption, match=r"no preset 'nobody'\. The presets are: statement, codingame, classic, "):
        bg.load("morris:preset=nobody")


def test_every_preset_is_told_of_with_its_source() -> None:
    told = SPEC.rules.split("## Presets")[1].split("\n## ")[0]
    for preset in PRESETS:
        assert f"\n`{preset}` " in told
    assert told.count("*\n") == len(PRESETS), "each ends with its source"


@cases("preset", PRESETS[2:])
def test_in_the_games_of_old_every_closing_removes_one(preset: str) -> None:
    options = bg.load("morris", preset=preset).options
    assert (options.mill_memory, options.double_mill) == (False, 1)


# -- three ------------------------------------------------------------------------


def test_three_men_each_on_nine_points() -> None:
    start = bg.load("morris:preset=three").start()
    assert str(start) == "......... b 3 3 1"
    assert texts(start) == {column + row for column in "abc" for row in "123"}


@cases("line", BOARDS["three"][0], ids="-".join)
def test_who_fills_a_line_wins_at_once_by_placing_or_moving(line: list[str]) -> None:
    """Eight lines, with the two diagonals; nobody is removed."""
    others = [point for point in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3") if point not in line]
    white = next(pair for pair in ([others[0], others[2]], [others[0], others[3]]) if len(pair) == 2)
    for target in line:
        own = [point for point in line if point != target]
        state = at("three", " ".join(own), " ".join(white), stock=(1, 1), ply=5)
        assert target in texts(state)
        assert state.play(target).outcome == bg.Outcome((1.0, -1.0), "mill")
        for source in others:
            if source not in white and frozenset((source, target)) in BOARDS["three"][1]:
                moved = at("three", " ".join([*own, source]), " ".join([*white, *spare(line, white, source)]))
                assert moved.play(f"{source}-{target}").outcome == bg.Outcome((1.0, -1.0), "mill")


def spare(line: list[str], white: list[str], source: str) -> list[str]:
    """A third point for White off the line, with which it has no mill."""
    for point in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"):
        three = {*white, point}
        if point not in [*line, *white, source] and not any(set(other) == three for other in BOARDS["three"][0]):
            return [point]
    raise AssertionError("there is none")


def test_men_move_to_the_next_point_along_a_line_the_diagonals_too() -> None:
    state = at("three", "a3 c2 b1", "b3 c1 a2")
    assert texts(state) == {"a3-b2", "c2-b2", "c2-c3", "b1-b2", "b1-a1"}
    middle = at("three", "b2 c2 a1", "b3 c3 a2")
    assert texts(middle, "b2-") == {"b2-a3", "b2-b1", "b2-c1"}


def test_three_men_do_not_jump_but_with_flying_it_is_nine_holes() -> None:
    assert "c2-a1" not in texts(at("three", "a3 c2 b1", "b3 c1 a2"))
    board = str(at("three", "a3 c2 b1", "b3 c1 a2"))
    assert len(bg.load("morris:preset=three,flying=on").parse(board).actions()) == 9


def test_a_side_that_cannot_move_loses_with_three_men_too() -> None:
    state = at("three", "b2 c2 b1", "a1 a3 c1", "w")
    assert state.outcome is None
    state = at("three", "a2 b2 b1", "a1 c3 b3", "w")
    assert texts(state) == {"b3-a3", "c3-c2"}
    blocked = at("three", "a2 b2 b3", "a3 a1 b1", "w")
    assert texts(blocked) == {"b1-c1"}


def test_no_position_has_a_mill_of_the_side_to_act() -> None:
    with pytest.raises(bg.UnreadablePosition, match="the side to act has a mill, with which it would have won before"):
        at("three", "a1 a2 a3", "b1 b2 c3")
    assert at("three", "a1 a2 a3", "b1 b2 c3", "w").outcome == bg.Outcome((1.0, -1.0), "mill")


def first_player_wins(name: str, first: str = "") -> bool:
    """Whether the side that begins can force a win, however long it takes: the positions won are found backwards."""
    start: Any = bg.load(name).start()
    start = start.play(first) if first else start
    states = {start.key: start}
    following: dict[Any, list[Any]] = {}
    frontier = [start]
    for state in frontier:  # it grows as we go
        following[state.key] = []
        for action in state.actions():
            after = state.apply(action)
            following[state.key].append(after.key)
            if after.key not in states:
                states[after.key] = after
                frontier.append(after)
    won: dict[Any, bool] = {}  # for the side to act
    for key, state in states.items():
        if state.outcome is not None:
            won[key] = state.outcome.winner == state.seat
    changed = True
    while changed:
        changed = False
        for key, after in following.items():
            if key not in won and after:
                results = [won.get(there) for there in after]
                if False in results or all(results):
                    won[key] = False in results
                    changed = True
    return won.get(start.key) is (not first)


@pytest.mark.thorough
def test_the_first_player_wins_three_mens_morris_by_the_centre() -> None:
    """Known of it: there is a winning strategy that begins in the centre."""
    assert first_player_wins("morris:preset=three")
    assert first_player_wins("morris:preset=three", "b2")
    assert not first_player_wins("morris:preset=three", "a2")


# -- six --------------------------------------------------------------------------


def test_six_men_each_on_sixteen_points() -> None:
    start = bg.load("morris:preset=six").start()
    assert str(start) == "................ b 6 6 1"
    assert texts(start) == set(reading(BOARDS["six"][0]))


@cases("line", BOARDS["six"][0], ids="-".join)
def test_the_eight_sides_are_mills(line: list[str]) -> None:
    for target in line:
        own = [point for point in line if point != target]
        white = [point for point in reading(BOARDS["six"][0]) if point not in line][:2]
        state = at("six", " ".join(own), " ".join(white), stock=(2, 2), ply=5)
        assert texts(state, target) == {f"{target}x{point}" for point in white}


def test_between_the_squares_there_are_ways_but_no_mills() -> None:
    state = at("six", "c5 b4 a1 e1", "d2 c2 e5 d4")
    assert texts(state, "c5-") == {"c5-a5", "c5-c4"}


def test_six_men_never_jump() -> None:
    assert texts(at("six", "a5 c5 e1", "d2 c2 b2 d4 e3")) == {"a5-a3", "c5-c4", "c5-e5", "e1-c1"}


# -- twelve -----------------------------------------------------------------------


def test_twelve_men_each() -> None:
    assert str(bg.load("morris:preset=twelve").start()) == "........................ b 12 12 1"


@cases("line", ["a7 b6 c5", "g7 f6 e5", "e3 f2 g1", "c3 b2 a1"])
def test_corners_are_joined_by_ways_and_make_mills(line: str) -> None:
    points = line.split()
    for target in points:
        own = [point for point in points if point != target]
        state = at("twelve", " ".join(own), "d7 d1", stock=(2, 2), ply=5)
        assert texts(state, target) == {f"{target}xd7", f"{target}xd1"}
    state = at("twelve", f"{points[0]} {points[2]} d6 d2", "d7 d1 e4 c4")
    assert {f"{points[0]}-{points[1]}", f"{points[2]}-{points[1]}"} <= texts(state)


def test_a_man_who_moves_may_close_two_mills_with_diagonals_and_removes_one() -> None:
    """From d7 to a7, where the column and the diagonal are filled."""
    state = at("twelve", "d7 a4 a1 b6 c5", "e4 f4 g1 d2")
    assert texts(state, "d7-a7") == {f"d7-a7x{point}" for point in ("e4", "f4", "g1", "d2")}
    two = bg.load("morris:preset=twelve,double_mill=2").parse(str(state))
    assert len(texts(two, "d7-a7")) == 6
    assert all(text.count("x") == 2 for text in texts(two, "d7-a7"))


def test_a_full_board_is_a_draw() -> None:
    order = reading(BOARDS["twelve"][0])
    black, white = full_board(order)
    state = at("twelve", " ".join(black), " ".join(white[:-1]), "w", stock=(0, 1), ply=24)
    assert state.play(white[-1]).outcome == bg.Outcome((0.0, 0.0), "full board")
    nine = bg.load("morris:men=12,mill_memory=off").parse(str(state)).play(white[-1])
    assert nine.outcome == bg.Outcome((-1.0, 1.0), "blocked"), "without the option"


def full_board(order: list[str]) -> tuple[list[str], list[str]]:
    """Twelve points each on which neither side's last man closes a mill."""
    rng = Random(12)
    lines = BOARDS["twelve"][0]
    while True:
        points = order[:]
        rng.shuffle(points)
        black, white = points[:12], points[12:]
        if not any(white[-1] in line and set(line) <= set(white) for line in lines):
            return black, white


def test_three_of_twelve_men_may_jump() -> None:
    assert len(texts(at("twelve", "a7 d6 e3", "g7 g4 d1 c4"), "a7-")) == 24 - 7


# -- sesotho ----------------------------------------------------------------------


def test_a_cow_in_the_middle_closes_mills_along_both_lines() -> None:
    assert str(bg.load("morris:preset=sesotho").start()) == "......................... b 12 12 1"
    for line in ("d6 d5", "d5 d3", "d3 d2", "b4 c4", "c4 e4", "e4 f4"):
        state = at("sesotho", line, "a7 g1", stock=(2, 2), ply=5)
        assert texts(state, "d4") == {"d4xa7", "d4xg1"}, line
    assert texts(at("sesotho", "d4 d5", "a7 g1", stock=(2, 2), ply=5), "d6") == {"d6xa7", "d6xg1"}
    assert texts(at("sesotho", "d6 d2", "a7 g1", stock=(2, 2), ply=5), "d4") == {"d4"}, "they are not next to it"


def test_the_outer_corners_are_ways_without_mills() -> None:
    state = at("sesotho", "a7 c5 d1 g1", "g7 g4 e3 b4")
    assert {"a7-b6", "g1-f2", "c5-d5", "c5-c4"} <= texts(state) and "c5-b6" not in texts(state)
    assert texts(at("sesotho", "a7 c5", "g7 g4", stock=(2, 2), ply=5), "b6") == {"b6"}


def test_a_cow_in_the_middle_blocks_and_is_blocked() -> None:
    state = at("sesotho", "d4 a7 d7 a4", "d5 d3 c4 e4 b6 g7 d6 b4 a1", "b")
    assert state.outcome == bg.Outcome((-1.0, 1.0), "blocked")
    assert at("sesotho", "d4 a7 d7 a4", "d5 d3 c4 g1 b6 g7 d6 b4 a1", "b").actions() != []
    assert [str(action) for action in at("sesotho", "d4 a7 d7 a4", "d5 d3 c4 g1 b6 g7 d6 b4 a1").actions()] == ["d4-e4"]


# -- lasker -----------------------------------------------------------------------


def test_ten_men_each() -> None:
    assert str(bg.load("morris:preset=lasker").start()) == "........................ b 10 10 1"


def test_men_are_placed_or_moved_at_will_while_there_are_any_in_stock() -> None:
    state = at("lasker", "a7 d6", "b4 e3", stock=(8, 8), ply=5)
    vacant = set(reading(BOARDS["nine"][0])) - {"a7", "d6", "b4", "e3"}
    moves = {"a7-a4", "a7-d7", "d6-b6", "d6-d5", "d6-d7", "d6-f6"}
    assert texts(state) == vacant | moves
    moved = state.play("a7-a4")
    assert (moved.stock(0), moved.stock(1), moved.turn) == (8, 8, 1)
    assert SPEC.picture(state).splitlines()[-1].strip() == "● Black is to place or move a man"


def test_with_men_in_stock_nobody_jumps() -> None:
    three = at("lasker", "a7 d6 e3", "b4 e4 g1", stock=(1, 1), ply=9)
    assert "a7-g7" not in texts(three)
    assert "a7-g7" in texts(at("lasker", "a7 d6 e3", "b4 e4 g1"))
    with pytest.raises(bg.IllegalAction, match="g7 is not next to a7"):
        three.play("a7-g7")


def test_when_the_stock_is_empty_men_are_only_moved() -> None:
    assert all("-" in text for text in texts(at("lasker", "a7 d6 e3 c3", "b4 e4 g1", stock=(0, 5), ply=9)))


def test_a_mill_closed_by_an_early_move_removes_too() -> None:
    state = at("lasker", "a7 d6 g7", "b4 e4 g1", stock=(7, 7), ply=9)
    assert texts(state, "d6-d7") == {f"d6-d7x{point}" for point in ("b4", "e4", "g1")}


def test_who_has_men_in_stock_has_not_lost_and_is_not_blocked() -> None:
    state = at("lasker", "a7", "d7 a4 c3", stock=(1, 0), ply=9)
    assert state.outcome is None
    assert all("-" not in text for text in texts(state))


# -- options ------------------------------------------------------------------------


@cases(
    ("wrong", "why"),
    [
        ("board=six", "men must have room: the board six has 16 points, so each side has at most 8, not 9"),
        ("board=three,men=5", "men must have room: the board three has 9 points, so each side has at most 4, not 5"),
        ("board=eight", "option board cannot be 'eight': expected one of nine, referee, three, six, twelve, sesotho"),
        (
            "board=sesotho",
            "mill_memory must be off on the board sesotho: it numbers men on 24 points at most",
        ),
    ],
)
def test_boards_that_cannot_be(wrong: str, why: str) -> None:
    with pytest.raises(BadOption) as caught:
        bg.load(f"morris:{wrong}")
    assert str(caught.value) == f"morris: {why}"


def test_every_preset_differs_from_the_others() -> None:
    others = [preset for preset in PRESETS if preset != "morabaraba"]  # twelve, by its name in Southern Africa
    assert len({attrs.astuple(bg.load("morris", preset=preset).options) for preset in others}) == len(others)
    assert bg.load("morris", preset="morabaraba") is bg.load("morris", preset="twelve")


# -- all that belongs to the game works for each ---------------------------------------


@cases("preset", PRESETS)
def test_the_picture_shows_every_man(preset: str) -> None:
    game: Any = bg.load("morris", preset=preset)
    size = int(max(name[1] for name in game.board.names))
    empty = SPEC.picture(game.start()).splitlines()
    for name in game.board.names:
        drawn = SPEC.picture(game.start().play(name)).splitlines()
        changed = [
            (row, column)
            for row in range(2 * size - 1)
            for column in range(len(empty[row]))
            if empty[row][column] != drawn[row][column]
        ]
        assert changed == [(2 * (size - int(name[1])), 4 + 4 * "abcdefg".index(name[0]))]


@cases("preset", PRESETS)
def test_seats_are_alike_to_the_evaluation(preset: str) -> None:
    """The position with colours exchanged is as good for the other seat; more men are better."""
    rng = Random(preset)
    state: Any = bg.load("morris", preset=preset).start()
    assert SPEC.evaluate is not None
    while state.outcome is None:
        fields = str(state).split()
        if not state.game.mill_memory:
            board = fields[0].translate(str.maketrans("BW", "WB"))
            side = {"b": "w", "w": "b"}[fields[1]]
            other = state.game.parse(f"{board} {side} {fields[3]} {fields[2]} {fields[4]}")
            assert SPEC.evaluate(other, 0) == pytest.approx(SPEC.evaluate(state, 1))
            assert texts(other) == texts(state)
        assert -1 < SPEC.evaluate(state, 0) < 1
        state = state.apply(rng.choice(list(state.actions())))


@cases(
    ("preset", "why"),
    [
        ("three", "codingame names the points of the board nine: board=three needs the protocol 'plain'"),
        ("six", "codingame names the points of the board nine: board=six needs the protocol 'plain'"),
        ("twelve", "codingame names the points of the board nine: board=twelve needs the protocol 'plain'"),
        ("lasker", "codingame has men placed first and moved then: early_moves=on needs the protocol 'plain'"),
    ],
)
def test_codingame_refuses_what_it_cannot_carry(preset: str, why: str) -> None:
    game = bg.load("morris", preset=preset)
    for make in (lambda: CodinGame(Briefing(game.start(), ["Ann", "Bob"]), 0), lambda: CODINGAME.player(game)):
        with pytest.raises(BadOption) as caught:
            make()
        assert str(caught.value) == why


@cases("preset", ["arena", "referee", "classic"])
def test_codingame_carries_the_others(preset: str) -> None:
    CodinGame(Briefing(bg.load("morris", preset=preset).start(), ["Ann", "Bob"]), 0)
