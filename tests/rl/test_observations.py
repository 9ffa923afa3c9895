"""A position looks as its planes say, from every seat."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import boardgames as bg
from boardgames import rl
from boardgames.core.lookup.installed_games import spec_of
from boardgames.learning.floats import blank
from boardgames.learning.observation import Observation, Plane
from boardgames.learning.observed_games import observation_of
from boardgames.learning.plain_observation import plain_observation
from boardgames.learning.state_writer import StateWriter
from tests.positions import positions
from tests.rl.plane_by_plane import expected
from tests.rl.walks import FEW, OURS, VARIED
from tests.samples import cases, few

SHAPES: dict[str, tuple[int, ...]] = {
    "shogi": (45, 9, 9),
    "minishogi": (33, 5, 5),
    "dice-shogi": (39, 5, 5),
    "morris": (2739,),
    "ur": (37,),
    "judkins": (39, 6, 6),
    "gorogoro": (21, 6, 5),
    "dobutsu": (19, 4, 3),
    "kyotoshogi": (29, 5, 5),
    "morris:preset=classic": (51,),
    "ur:preset=aseb": (41,),
}


FORGETFUL = ["shogi", "minishogi", "judkins", "gorogoro", "dobutsu", "kyotoshogi"]
"""Games whose views do not show the positions before."""


def looks_as_described(name: str, count: int) -> None:
    """Every position, written anew and over the one before, is as worked out from the descriptions."""
    observation = observation_of(bg.load(name))
    floats = blank(observation.size)
    for state in positions(name, count):
        wanted = expected(state)
        assert np.array_equal(rl.observe(state), wanted), f"{name}: {state}"
        observation.writer.fill(state, floats, 0)
        assert bytes(memoryview(floats)) == wanted.tobytes(), f"{name}: {state}, written over another"


@pytest.mark.parametrize("name", few([*OURS, *VARIED, "dobutsu", "kyotoshogi"], *FEW, "kyotoshogi"))
def test_each_plane_shows_what_it_says(name: str) -> None:
    looks_as_described(name, 20 if "morris" in name else 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_each_plane_shows_what_it_says_on_100000_positions(name: str) -> None:
    looks_as_described(name, 100_000 if name != "morris" else 20_000)


@cases("name", SHAPES)
def test_the_shapes(name: str) -> None:
    game = bg.load(name)
    observation = observation_of(game)
    seen = rl.observe(game.start())
    assert observation.shape == seen.shape == SHAPES[name]
    assert seen.dtype == np.float32 and seen.flags.writeable and seen.flags.c_contiguous
    last = rl.observe(game.start(), layout="hwc")
    assert last.shape == (*seen.shape[1:], seen.shape[0])
    assert np.array_equal(np.moveaxis(last, -1, 0), seen)


@pytest.mark.parametrize(
    ("name", "round_trip", "times"),
    [("shogi", "2h3h 8b7b 3h2h 7b8b", 4), ("minishogi", "1e1d 5a5b 1d1e 5b5a", 3)],
)
def test_a_position_that_occurs_again(name: str, round_trip: str, times: int) -> None:
    """Random games hardly ever repeat a position; these moves do nothing else."""
    state: Any = bg.load(name).start()
    seen = [rl.observe(state)]
    while state.outcome is None:
        for move in round_trip.split():
            if state.outcome is None:
                state = state.play(move)
                assert np.array_equal(rl.observe(state), expected(state)), f"{name}: {state}"
        seen.append(rl.observe(state))
    again = [planes[-2, 0, 0] for planes in seen[: times - 1]]
    assert again == [np.float32(number / (times - 1)) for number in range(times - 1)]
    assert seen[-1][-2].max() == 1.0, "the last occurrence, which ends the game"


def test_which_views_tell_all() -> None:
    told = {name: observation_of(bg.load(name)).markov for name in SHAPES}
    assert [name for name, markov in told.items() if not markov] == FORGETFUL
    assert not observation_of(bg.load("morris:repetition=3")).markov
    assert observation_of(bg.load("shogi:repetition=none,impasse=none")).markov
    assert not observation_of(bg.load("shogi:repetition=none,impasse=27-point")).markov


def test_both_sides_see_the_same_board_alike() -> None:
    """But for the plane that says who is White."""
    start = bg.load("shogi").start()
    later = start.play("7g7f")
    answered = bg.load("shogi").parse("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2")
    assert np.array_equal(rl.observe(later)[:42], rl.observe(answered)[:42])
    turned = bg.load("shogi").parse("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 2")
    assert np.array_equal(rl.observe(later)[:42], rl.observe(turned)[:42])


def test_the_movers_view_of_an_action() -> None:
    game = bg.load("shogi")
    black, white = game.start().read("7g7f"), game.start().play("7g7f").read("3c3d")
    assert game.turned(white.index, 1) == game.turned(black.index, 0) == black.index
    assert game.turned(black.index, 1) == white.index
    assert bg.load("ur").turned(3, 1) == 3


@cases("name", ["shogi", "minishogi", "dice-shogi", "judkins"])
def test_a_board_turned_and_a_seat_changed_have_the_turned_actions(name: str) -> None:
    """The side to move may do, seen from its seat, what the other may with the board turned."""
    game = bg.load(name)
    names = [plane.name for plane in observation_of(game).planes]
    told_otherwise = [names.index("White"), names.index("occurrences"), names.index("count")]  # the way to it
    for state in positions(name, 150):
        if not state.actions():
            continue
        text = str(state).split()
        ranks = "/".join(rank[::-1] for rank in text[0].split("/")[::-1]).swapcase()
        text[0] = "".join(reversed_promotions(ranks))
        text[1] = "w" if text[1] == "b" else "b"
        text[2] = text[2].swapcase()
        if text[2] != "-":
            text[2] = "".join(sorted_hands(text[2]))
        if name == "dice-shogi" and text[4] in "12345":
            text[4] = str(6 - int(text[4]))  # it shows a file
        other = game.parse(" ".join(text))
        assert np.array_equal(
            np.delete(rl.observe(state), told_otherwise, 0), np.delete(rl.observe(other), told_otherwise, 0)
        )
        mine = sorted(game.turned(action.index, state.turn) for action in state.actions())
        assert mine == sorted(game.turned(action.index, other.turn) for action in other.actions()), f"{state} {other}"


def reversed_promotions(ranks: str) -> str:
    """``B+`` back to ``+B``, after a rank was read backwards."""
    signs = list(ranks)
    for place, sign in enumerate(signs):
        if sign == "+":
            signs[place - 1], signs[place] = "+", signs[place - 1]
    return "".join(signs)


def sorted_hands(hands: str) -> str:
    """Black's first, as the canonical text has them."""
    import re

    parts = re.findall(r"\d*[A-Za-z]", hands)
    return "".join(sorted(parts, key=lambda part: part[-1].islower()))


def test_an_action_of_morris_as_a_pair() -> None:
    game = bg.load("morris")
    observation = observation_of(game)
    assert observation.heads == (576, 301) and observation.parts is not None
    pairs = {observation.parts(game.action_at(index)) for index in range(game.action_count)}
    assert len(pairs) == game.action_count == 17_184
    assert all(0 <= way < 576 and 0 <= removed < 301 for way, removed in pairs)
    state = game.parse("BB...................WW. b 7 7 5")
    alone, taking = state.read("d6"), state.read("g7xd1")
    assert observation.parts(alone)[1] == 0
    assert observation.parts(taking)[0] == game.action_at(observation.parts(taking)[0]).index
    assert str(game.action_at(observation.parts(taking)[0])) == "g7"


# -- the plain view -----------------------------------------------------------------------


@pytest.mark.thorough
def test_the_plain_view_is_the_same_in_every_process() -> None:
    command = (
        "import boardgames as bg, hashlib; "
        "from boardgames.learning.plain_observation import plain_observation as plain;"
        "state = bg.load('ur').start().play('=2');"
        "print(hashlib.md5(plain(state.game).show(state).cast('B')).hexdigest())"
    )
    first, second = (
        subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )
    assert first == second


@cases("name", ["ur", "minishogi", "morris"])
def test_the_plain_view_says_the_text(name: str) -> None:
    game = bg.load(name)
    observation = plain_observation(game)
    first = next(number for number, plane in enumerate(observation.planes) if plane.name == "character 1")
    seen: dict[tuple[float, ...], str] = {}
    for state in positions(name, 100):
        numbers = observation.show(state).tolist()
        text = "".join(chr(round(number * 128)) for number in numbers[first : first + 128]).rstrip("\0")
        assert text == str(state)[:128]
        assert seen.setdefault(tuple(numbers), str(state)) == str(state)
        assert numbers[first - 2 :][:2][state.seat] == 1.0
    assert observation.markov is not bool(spec_of(game).by_history)


def test_a_view_of_a_game_of_ones_own() -> None:
    """By a function that lists the numbers; a list too short is told."""
    planes = (Plane("one", "always 1"), Plane("two", "always 0.5"))
    view = Observation(shape=(2,), planes=planes, encode=lambda state: [1.0, 0.5])
    assert view.show(bg.load("ur").start()).tolist() == [1.0, 0.5]
    with pytest.raises(ValueError, match=r"has 1 numbers, and the shape \(2,\)"):
        Observation(shape=(2,), planes=planes, encode=lambda state: [1.0]).show(bg.load("ur").start())
    with pytest.raises(ValueError, match="needs 3 planes, not 2"):
        Observation(shape=(3,), planes=planes, encode=lambda state: [1.0])
    with pytest.raises(ValueError, match="give one of them"):
        Observation(shape=(2,), planes=planes)


class Counted(StateWriter):
    """Writes the throw; the legal actions are listed for it."""

    def fill(self, state: Any, floats: Any, at: int) -> None:
        floats[at] = int(state.thrown)


def test_a_writer_in_plain_python() -> None:
    state: Any = bg.load("ur").start().play("=2")
    writer = Observation(shape=(1,), planes=(Plane("thrown", "as bits"),), writer=Counted()).writer
    floats, numbers = blank(3), blank(3)
    writer.fill(state, floats, 1)
    assert list(floats) == [0, 2, 0]
    assert (writer.number(state, numbers, 1), list(numbers)) == (1, [0, state.actions()[0].index, 0])
    assert (writer.number(state, numbers, 3), list(numbers)) == (1, [0, 0, 0]), "there is no room"
    with pytest.raises(ValueError, match="give one of them"):
        Observation(shape=(1,), planes=(Plane("thrown", "as bits"),), writer=Counted(), encode=lambda state: [1.0])


# -- mistakes -------------------------------------------------------------------------------


def test_an_unknown_layout() -> None:
    with pytest.raises(ValueError, match="there is no layout 'nchw': expected 'chw' or 'hwc'"):
        rl.observe(bg.load("ur").start(), layout="nchw")


def test_without_numpy_the_line_to_type_is_told() -> None:
    command = "import sys; sys.modules['numpy'] = None; from boardgames import rl; rl.VectorEnv"
    result = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True)
    assert (
        result.stderr.strip()
        .splitlines()[-1]
        .endswith("MissingExtra: boardgames.rl.VectorEnv needs numpy: pip install 'abstract-boardgames[rl]'")
    )


def test_the_package_is_imported_without_numpy() -> None:
    command = "import sys; sys.modules['numpy'] = None; from boardgames import rl; print('VectorEnv' in dir(rl))"
    assert subprocess.run([sys.executable, "-c", command], capture_output=True, text=True).stdout == "True\n"
