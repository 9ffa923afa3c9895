"""Old seeds give old games: each stream of random numbers is compared with numbers of the first version."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import boardgames as bg
from boardgames.core import seeds
from boardgames.core.protocol import Briefing
from boardgames.games.minishogi.codingame import CodinGame
from boardgames.referee import SeededDice
from tests.samples import cases

SEEDS = (0, 7, -3, 2**64 - 1)


def by_seed(values: list[Any]) -> list[tuple[int, Any]]:
    return list(zip(SEEDS, values, strict=True))


def first(random: Any) -> int:
    number: int = random.getrandbits(32)
    return number


@cases(
    ("seed", "throws"),
    by_seed(
        [
            (173, 684, 142, 997, 465, 917, 251, 765),
            (318, 902, 885, 179, 275, 488, 451, 8),
            (47, 136, 918, 159, 861, 456, 709, 264),
            (36, 638, 988, 296, 49, 695, 476, 553),
        ]
    ),
)
def test_dice(seed: int, throws: tuple[int, ...]) -> None:
    """A die of a thousand sides, which the two seats throw in turn."""
    assert tuple(seeds.dice_number(seed, ply % 2, ply // 2) % 1000 for ply in range(8)) == throws
    chances = tuple((side, Fraction(1, 1000)) for side in range(1000))
    dice = SeededDice(seed)
    states: list[Any] = [SimpleNamespace(seat=seat, chances=lambda: chances) for seat in (0, 1)]
    assert tuple(dice.throw(states[ply % 2])[0] for ply in range(8)) == throws


@cases(("seed", "number"), by_seed([3626764237, 1390851128, 3317679654, 93740670]))
def test_one_generator(seed: int, number: int) -> None:
    assert first(seeds.random_of(seed)) == number


@cases(
    ("seed", "numbers"),
    by_seed([(1471817666, 3246093991), (3031963040, 236563028), (3407600671, 1355749758), (2643578365, 3629607063)]),
)
def test_players(seed: int, numbers: tuple[int, int]) -> None:
    assert tuple(first(seeds.player_random(seed, seat)) for seat in (0, 1)) == numbers
    start = bg.load("minishogi").start()
    answers = [CodinGame(Briefing(start, ["a", "b"], seed=seed), seat) for seat in (0, 1)]
    assert tuple(first(answer.rng) for answer in answers) == numbers


@cases(
    ("seed", "pairs"),
    by_seed(
        [
            (44771277016905, 250200814326128),
            (154426389244031, 222818642429359),
            (184129362282433, 19021219139507),
            (78263030039011, 91919880686171),
        ]
    ),
)
def test_pairs_of_games(seed: int, pairs: tuple[int, int]) -> None:
    assert (seeds.pair_seed(seed, (0, 1), 1), seeds.pair_seed(seed, (0, 2), 3)) == pairs


@cases(
    ("seed", "numbers"),
    by_seed(
        [
            (149635764, 4086171590, 3519244080),
            (3584266904, 2384911998, 653443396),
            (2931807899, 180326108, 3648387086),
            (1563829557, 850549734, 2331023472),
        ]
    ),
)
def test_openings(seed: int, numbers: tuple[int, ...]) -> None:
    assert tuple(first(seeds.opening_random(seed, attempt)) for attempt in range(3)) == numbers


@cases(
    ("seed", "numbers"),
    by_seed(
        [
            (1506503743, 599057444, 773166746),
            (1638755591, 4070638609, 3993787334),
            (17289258, 2258275072, 1171900138),
            (4030691228, 2225168726, 4031097023),
        ]
    ),
)
def test_environments(seed: int, numbers: tuple[int, ...]) -> None:
    assert tuple(first(seeds.environment_random(seed, game)) for game in range(3)) == numbers


def test_a_new_seed_is_new_each_time() -> None:
    new = {seeds.new_seed() for _ in range(8)}
    assert len(new) > 1
    assert all(0 <= seed < 2**48 for seed in new) and max(new) > 2**32
