"""The learned judgement of morris: its patterns, what they are made of, and the rules that it is for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import boardgames as bg
from boardgames.core.protocol.clock import Clock
from boardgames.games.morris.board import NINE
from boardgames.games.morris.search_eval import judge
from boardgames.games.morris.values.judgements import NAME, evaluate, file, prior
from boardgames.games.morris.values.next_mills import spent_points, within_a_step
from boardgames.games.morris.values.patterns import KINDS, PHASES, SIZES, TABLE, WEIGHTS, Patterns, patterns_of
from boardgames.games.morris.values.shapes import SECTOR_IMAGES, SQUARE_IMAGES, classes
from boardgames.learning.judgement_file import UNIT, BadJudgementFile, Judgement, read_judgement
from boardgames.players.alphabeta import Alphabeta
from boardgames.players.budget import Effort
from tests.command import Run
from tests.conftest import ROOT
from tests.games.morris.positions import random_positions
from tests.samples import few

SHIPPED = file("morris")


def points(men: int) -> list[int]:
    return [point for point in range(24) if men >> point & 1]


# -- where mills can be filled ---------------------------------------------------------


@pytest.mark.parametrize(("game", "least"), [("morris", 40), ("morris:preset=classic", 0)])
def test_ready_points_are_those_where_a_move_removes_a_man(game: str, least: int) -> None:
    met: Counter[str] = Counter()
    for state in random_positions(game, 150):
        if state.own_stock:
            continue
        flies = state.game.flies(state.own)
        vacant = NINE.points & ~(state.own | state.other)
        ready = NINE.closing(state.own) & vacant
        if not flies:
            ready &= within_a_step(state.own)
        spent = spent_points(state, state.own, ready, flies)
        paying = {int(action.target) for action in state.actions() if action.removed}
        assert set(points(int(ready & ~spent))) == paying, str(state)
        met.update(ready=bool(ready), spent=bool(spent), flying=bool(flies and ready))
    assert met["ready"] > 300 and met["flying"] > 30 and met["spent"] >= least
    assert bool(met["spent"]) == bool(least)


# -- patterns --------------------------------------------------------------------------


def test_each_pattern_has_a_part_of_the_weights_to_itself() -> None:
    patterns, phases = Patterns(), set()
    for state in random_positions("morris", 40):
        found = patterns_of(patterns, state)
        (phase,) = {number // TABLE for number in found}
        phases.add(phase)
        for number, kind in zip(found, KINDS, strict=True):
            first = sum(SIZES[:kind])
            assert first <= number % TABLE < first + SIZES[kind]
    assert phases == set(range(PHASES))


def test_shapes_that_a_symmetry_turns_into_each_other_are_of_one_class() -> None:
    for images, size in ((SECTOR_IMAGES, SIZES[8]), (SQUARE_IMAGES, SIZES[10])):
        found = classes(images)
        assert set(found) == set(range(size))
        for places in images:
            digits = [(number // 3**place) % 3 for number in (7, 1234) for place in range(len(places))]
            for number, men in ((7, digits[: len(places)]), (1234, digits[len(places) :])):
                image = sum(3**place * man for place, man in zip(places, men, strict=True))
                assert found[image] == found[number]


@pytest.mark.parametrize("game", few(["morris", "morris:preset=classic"], "morris"))
def test_turned_and_mirrored_boards_are_judged_alike(game: str) -> None:
    rng = Random(5)
    by_chance = [rng.randrange(-500, 500) for _ in range(WEIGHTS)]
    judged = evaluate(bg.load(game), Judgement("morris", NAME, by_chance))
    symmetries = bg.find("morris").symmetries
    assert symmetries is not None
    values = set()
    for state in random_positions(game, 20)[::11]:
        value = judged(state, 0)
        values.add(value)
        assert judged(state, 1) == -value
        for symmetry in symmetries(state.game):
            assert judged(symmetry.state(state), 0) == value, symmetry.name
    assert len(values) > 80


def test_a_fit_begins_near_the_plain_judgement() -> None:
    game = bg.load("morris")
    begun = evaluate(game, Judgement("morris", NAME, [round(weight * UNIT) for weight in prior()], scale=4.5))
    # men, free points beside them, and the turn: all that both judgements see alike
    for text in (
        "B......................W b 8 8 3",
        "B.B....................W b 5 6 6",
        "BB.WW................... b 6 7 5",
    ):
        state = game.parse(text)
        assert begun(state, 0) == pytest.approx(judge(state, 0), abs=0.02)


@pytest.mark.parametrize("weight", [32767, -32767])
def test_the_largest_weights_make_a_value_too(weight: int) -> None:
    judged = evaluate(bg.load("morris"), Judgement("morris", NAME, [weight] * WEIGHTS, scale=0.1))
    assert judged(bg.load("morris").start(), 0) == (1.0 if weight > 0 else -1.0)


# -- the file that comes with the game -------------------------------------------------


@pytest.mark.thorough
def test_it_wins_against_the_plain_judgement_with_as_many_nodes() -> None:
    spec, won = bg.find("morris"), 0
    for number in range(12):
        rng = Random(number // 2)
        state: bg.State = bg.load("morris").start()
        for _ in range(4):
            state = state.apply(rng.choice(state.actions()))
        players = [
            Alphabeta(spec, Effort(nodes=100), Random(number), judgement=name) for name in ("learned", "material")
        ]
        while state.outcome is None:
            state = state.apply(players[(state.turn + number) % 2].choose(state, Clock()))
        won += state.outcome.returns[number % 2] > 0
    assert won >= 9


def test_other_rules_are_judged_plainly_or_refused(run: Run) -> None:
    for options in ("men=6", "preset=six", "preset=lasker"):
        words = ("play", f"morris:{options},turns=20", "--p2", "random", "--seed", "1", "--show", "result", "--p1")
        refused = run(*words, "alphabeta:nodes=9,judgement=learned")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "judgement=learned: the judgement was fitted " in refused.stderr
        assert run(*words, "alphabeta:time=0.002").returncode == 0


def test_it_is_for_the_classic_game_too() -> None:
    assert SHIPPED is not None
    shipped = read_judgement(SHIPPED)
    assert (shipped.features, shipped.made["game"]) == (NAME, "morris")
    for options in ("preset=classic", "turns=50,repetition=3"):
        evaluate(bg.load(f"morris:{options}"), shipped)
    with pytest.raises(BadJudgementFile, match="'boardgames fit morris:flying=off,men=6 --out FILE' makes one"):
        evaluate(bg.load("morris:men=6,flying=off"), shipped)


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:-2] + b"xx"])
def test_a_damaged_file_is_refused(damage: Callable[[bytes], bytes], tmp_path: Path, run: Run) -> None:
    assert SHIPPED is not None
    copy = tmp_path / "copy"
    copy.write_bytes(damage(SHIPPED.read_bytes()))
    words = ("--p1", f"alphabeta:nodes=9,judgement={copy}", "--p2", "random", "--seed", "1")
    ended = run("play", "morris", *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "is damaged" in ended.stderr


def test_it_is_no_judgement_of_another_game(run: Run) -> None:
    ended = run("play", "ur", "--p1", f"alphabeta:nodes=9,judgement={SHIPPED}", "--p2", "random", "--seed", "1")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "a judgement of morris, not of ur" in ended.stderr


def digest() -> str:
    """The shipped judgement of seeded positions, to the last bit."""
    assert SHIPPED is not None
    judged = evaluate(bg.load("morris"), read_judgement(SHIPPED))
    return " ".join(judged(state, 0).hex() for state in random_positions("morris", 8)[::7])


@pytest.mark.thorough
@pytest.mark.skipif(bg.build.kind() == "pure", reason="this is the pure build, and it would be compared with itself")
def test_compiled_and_pure_builds_judge_alike() -> None:
    run = subprocess.run(
        [sys.executable, "-m", __name__],
        cwd=ROOT,
        env={**os.environ, "BOARDGAMES_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == f"pure {digest()}"


if __name__ == "__main__":
    print(bg.build.kind(), digest())
