"""Games of strangers' distributions: found, verified, listed and played like ours, though nothing here knows them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from boardgames.testkit import RUNGS
from tests.conftest import BOTS, ROOT
from tests.testkit.conftest import Command

pytestmark = pytest.mark.thorough  # a fresh environment is made for them; hexapawn is played every day

FOUR = ROOT / "examples" / "connect_four"


def test_the_rules_of_the_sixth_game_fit_a_page() -> None:
    assert len((FOUR / "src" / "connect_four" / "rules.py").read_text().splitlines()) <= 100


def test_they_are_listed(installed: Command) -> None:
    told = installed("boardgames", "list").stdout
    assert "connect-four Connect Four\n" in told
    assert "last_stone   Last Stone\n" in told
    assert "ur           Royal Game of Ur\n" in told


VARIED = ["connect-four:preset=five-in-a-row", "connect-four:columns=4,height=3,row=3"]


@pytest.mark.parametrize("name", ["connect-four", *VARIED, "last_stone"])
def test_they_climb_the_ladder(installed: Command, name: str) -> None:
    result = installed("boardgames", "verify", name, "--games", "3")
    assert result.returncode == 0, result.stdout
    assert f" climbs the ladder: {len(RUNGS)} rungs, " in result.stdout


@pytest.mark.parametrize("name", ["connect-four", "last_stone"])
def test_two_programs_play_them_over_plain(installed: Command, name: str) -> None:
    bot = f"{sys.executable} {BOTS / 'plain_random.py'}"
    result = installed("boardgames", "play", name, "--p1", bot, "--p2", bot, "--json", "--strict")
    assert result.returncode == 0, result.stderr
    outcome = json.loads(result.stdout)["outcome"]
    assert outcome["fault"] is None
    assert outcome["reason"] in ("row", "full", "last stone")


def test_their_rules_and_positions_are_shown(installed: Command) -> None:
    assert "## Sources" in installed("boardgames", "rules", "connect-four").stdout
    position = "......./......./......./......./...O.../..XXO.."
    assert installed("boardgames", "show", "connect-four", "--position", position).stdout.splitlines()[4:] == [
        ". . . O . . .", ". . X X O . .", "1 2 3 4 5 6 7", position,
    ]  # fmt: skip
    floating = position.replace("XX", ".X")
    told = installed("boardgames", "show", "connect-four", "--position", floating)
    assert told.returncode == 2
    assert "unreadable position: discs rest on discs" in told.stderr


@pytest.mark.parametrize("name", [pytest.param("connect-four", marks=pytest.mark.thorough), "last_stone"])
def test_their_own_tests_pass(installed: Command, new_game: Path, name: str) -> None:
    folder = FOUR if name == "connect-four" else new_game
    result = installed(
        "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "--ladder-games", "2", cwd=folder
    )
    assert result.returncode == 0, result.stdout
    assert f"{len(RUNGS) * (3 if name == 'connect-four' else 1)} passed" in result.stdout


def test_each_test_of_the_new_game_is_three_lines(new_game: Path) -> None:
    assert (new_game / "tests" / "test_last_stone.py").read_text() == (
        'from boardgames.testkit import ladder\n\ntest_the_ladder = ladder("last_stone")\n'
    )
