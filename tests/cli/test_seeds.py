"""Seeds are whole numbers of 64 bits, with or without a sign, wherever one is given."""

from __future__ import annotations

import json
import sys
from hashlib import sha1
from itertools import islice
from pathlib import Path

import pytest

from boardgames.contest import play_game
from boardgames.games.dice_shogi import arena_dice
from tests.command import Run
from tests.samples import cases

LEAST, GREATEST = -(2**63), 2**64 - 1


@pytest.mark.parametrize("seed", [LEAST, -1])
def test_play_takes_a_negative_seed_and_its_record_keeps_it(run: Run, seed: int) -> None:
    """Dice Shogi's throws are the arena's own for it."""
    result = run("play", "dice-shogi", "--p1", "random", "--p2", "random", "--seed", str(seed), "--max-plies", "40",
                 "--record", "game.json", "--json")  # fmt: skip
    record = json.loads(result.stdout)
    assert record["seed"] == seed
    throws = [int(text[1:]) for text in record["actions"] if text.startswith("=")]
    assert throws == list(islice(arena_dice(seed), len(throws)))
    assert run("replay", "game.json", "--show", "result").returncode == 0


@pytest.mark.parametrize("game", ["ur", "dice-shogi", "minishogi"])
def test_the_record_of_every_seed_can_be_played_again_by_command(run: Run, game: str) -> None:
    played = play_game(game, "random", "random", seed=GREATEST, max_plies=40)
    again = run(
        "play", game, "--p1", "random", "--p2", "random", "--seed", str(GREATEST), "--max-plies", "40", "--json"
    )
    assert json.loads(again.stdout)["actions"] == list(played.actions), again.stderr


def test_a_seed_from_a_file_may_be_negative(run: Run) -> None:
    given = ("play", "ur", "--p1", "random", "--p2", "random", "--json")
    by_file = json.loads(run(*given, "--seed-file", "-", stdin=f"{LEAST}\n").stdout)
    assert by_file["actions"] == json.loads(run(*given, "--seed", str(LEAST)).stdout)["actions"]


@cases(
    ("text", "expected"),
    [
        (str(GREATEST), None),
        (str(LEAST), None),
        (str(GREATEST + 1), f"from {LEAST} to {GREATEST}"),
        (str(LEAST - 1), f"from {LEAST} to {GREATEST}"),
        ("", "expected a whole number"),
        ("1.5", "expected a whole number"),
        ("9" * 5000, "expected a whole number"),
    ],
    ids=lambda text: str(text)[:24],
)
def test_a_seed_from_a_file_has_the_same_bounds(run: Run, tmp_path: Path, text: str, expected: str | None) -> None:
    (tmp_path / "seed").write_text(f"{text}\n")
    result = run("play", "ur:tokens=1", "--p1", "random", "--p2", "random", "--seed-file", "seed", "--json")
    if expected is None:
        assert json.loads(result.stdout)["seed"] == int(text)
    else:
        assert result.returncode == 2
        assert result.stderr.startswith("Error: --seed-file: seed: ")
        assert expected in result.stderr


@pytest.mark.thorough
def test_check_and_bot_take_a_negative_seed(run: Run) -> None:
    bot = f"{sys.executable} -m boardgames bot ur random --seed -7"
    assert run("check", "ur", bot, "--games", "1", "--seed", "-1").returncode == 0


def test_verify_takes_a_negative_seed(run: Run) -> None:
    result = run("verify", "ur:tokens=1", "--seed", "-3", "--games", "3")
    assert result.returncode == 0, result.stdout + result.stderr


def test_each_seed_has_a_luck_of_its_own() -> None:
    games = [play_game("ur:tokens=2", "random", "random", seed=seed).actions for seed in (-2, -1, 0, 1, 2)]
    assert len(set(games)) == 5


@pytest.mark.parametrize("seed", [str(LEAST - 1), str(GREATEST + 1), "1.5", "x"])
def test_other_seeds_are_refused_in_a_sentence(run: Run, seed: str) -> None:
    result = run("play", "ur", "--p1", "random", "--p2", "random", "--seed", seed)
    assert result.returncode == 2
    assert f"expected a whole number from {LEAST} to {GREATEST}" in result.stderr


def test_the_arenas_dice_take_a_seed_as_a_long_of_java() -> None:
    """Its eight bytes, the lowest first; what lies beyond 64 bits is cut off, as Java cuts it."""
    for seed, first_bytes in ((-1, b"\xff" * 8), (LEAST, bytes(7) + b"\x80"), (-256, b"\x00" + b"\xff" * 7)):
        block = sha1(sha1(first_bytes).digest()).digest()
        numbers = [int.from_bytes(block[place : place + 4], "big") >> 1 for place in range(0, 20, 4)]
        assert list(islice(arena_dice(seed), 5)) == [number % 6 + 1 for number in numbers]
        assert list(islice(arena_dice(seed + 2**64), 20)) == list(islice(arena_dice(seed), 20))
