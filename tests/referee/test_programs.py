"""Many games between real programs of several kinds, with nothing left behind."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

import boardgames as bg
from boardgames.core.lookup import GAMES
from boardgames.core.protocol.plain import PLAIN
from boardgames.players import Uniform
from boardgames.referee import ArenaDice, Limits, PlayerSeat, ProgramSeat, Referee, SeededDice
from tests.conftest import BOTS
from tests.samples import few, sample


@sample(2, thorough=200)
def test_many_games_of_four_programs(
    sample: int, c_bot: str, python_bot: list[str], left_over: Callable[[], list[str]]
) -> None:
    """Our own players as programs, a bot in C and one in Python: all pairs, both ways round."""
    spec = bg.find("ur")
    ours = [sys.executable, "-m", "boardgames", "bot", "ur"]
    programs = {"greedy": [*ours, "greedy"], "random": [*ours, "random"], "c": [c_bot], "python": python_bot}
    # the two that start at once play most of the games
    pairs = sorted(permutations(programs, 2), key=lambda pair: pair not in {("greedy", "c"), ("python", "random")})
    pairs = pairs[:sample]
    pairs += [("c", "python"), ("python", "c")] * ((sample - len(pairs)) // 2)
    wins: Counter[str] = Counter()
    for seed, pair in enumerate(pairs):
        limits = Limits(first_move_time=30, move_time=30)
        seats = [ProgramSeat(programs[name], spec.protocol(), limits) for name in pair]
        playthrough = bg.Playthrough(bg.load("ur").start())
        verdict = Referee(playthrough, pair, seats, SeededDice(seed)).run()
        assert verdict.fault is None, verdict.fault
        assert verdict.outcome == playthrough.state.outcome
        assert bg.Playthrough.replay(playthrough.start, playthrough.texts).state == playthrough.state
        winner = verdict.outcome.winner
        assert winner is not None
        wins[pair[winner]] += 1
    assert sum(wins.values()) == len(pairs) == sample
    assert left_over() == []


@pytest.mark.parametrize("tokens", few([7, 3, 1], 3))
def test_a_shell_bot_plays_the_same_game_as_the_others(
    tokens: int, c_bot: str, python_bot: list[str], left_over: Callable[[], list[str]]
) -> None:
    """All three bots move the first token that can move, so one seed gives one game; they are told of fewer tokens."""
    spec = bg.find("ur")
    played = []
    for command in ([c_bot], python_bot, ["sh", str(BOTS / "ur_first.sh")]):
        if tokens < 7:
            command = [*command, str(tokens)]
        seats = [ProgramSeat(command, spec.protocol(), Limits()) for _ in range(2)]
        playthrough = bg.Playthrough(bg.load("ur", tokens=tokens).start())
        verdict = Referee(playthrough, ["a", "b"], seats, SeededDice(11)).run()
        assert verdict.fault is None, verdict.fault
        played.append(playthrough.texts)
    assert played[0] == played[1] == played[2]


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts open files in /proc")
def test_a_match_leaves_no_open_file(c_bot: str, left_over: Callable[[], list[str]]) -> None:
    spec = bg.find("ur")
    before = len(os.listdir("/proc/self/fd"))
    for seed in range(5):
        seats = [ProgramSeat([c_bot], spec.protocol(), Limits()) for _ in range(2)]
        Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(seed)).run()
    assert len(os.listdir("/proc/self/fd")) == before


ARENAS = {
    "ur": ("colosseum", "ur_first.py"),
    "minishogi": ("codingame", "minishogi_captures.py"),
    "dice-shogi": ("codingame", "minishogi_captures.py"),
    "morris": ("codingame", "morris_mills.py"),
    "shogi": ("usi", "usi_random.py"),
}


@pytest.mark.parametrize("game", few(ARENAS, "morris"))
@sample(100, thorough=300)
def test_the_example_bots_play_their_games(game: str, sample: int, left_over: Callable[[], list[str]]) -> None:
    """From both seats, against our own player as a program, and without a fault."""
    protocol_name, bot = ARENAS[game]
    protocol = bg.find(game).protocol()
    assert protocol.name == protocol_name
    limits = Limits(first_move_time=30, move_time=30)
    ours = [sys.executable, "-m", "boardgames", "bot", game, "random", "--seed", "1"]
    for pair in permutations([ours, [sys.executable, str(BOTS / bot)]]):
        seats = [ProgramSeat(command, protocol, limits) for command in pair]
        playthrough = bg.Playthrough(bg.load(game).start())
        verdict = Referee(playthrough, ["a", "b"], seats, SeededDice(3), max_plies=sample).run()
        assert verdict.fault is None, verdict.fault
        assert playthrough.plies > 20


@pytest.mark.parametrize("games", [["ur", "morris", "shogi"], pytest.param(None, id="all", marks=pytest.mark.thorough)])
def test_a_plain_bot_plays_every_game(games: list[str] | None, left_over: Callable[[], list[str]]) -> None:
    for game in games or GAMES.installed():  # other tests load games from files
        seats = [
            ProgramSeat([sys.executable, str(BOTS / "plain_random.py")], PLAIN, Limits(first_move_time=30))
            for _ in range(2)
        ]
        verdict = Referee(bg.Playthrough(bg.load(game).start()), ["a", "b"], seats, SeededDice(3), max_plies=200).run()
        assert verdict.fault is None, verdict.fault


def test_the_arenas_dice_are_the_arenas(left_over: Callable[[], list[str]]) -> None:
    """Dice Shogi throws for a seed what CodinGame throws, and all sixes for seed 0."""
    spec = bg.find("dice-shogi")
    assert spec.dice is not None
    for seed, throws in ((0, "6 6 6 6 6 6"), (1, "5 4 5 6 3 6"), (42, "3 2 4 5 4 2")):
        playthrough = bg.Playthrough(bg.load("dice-shogi").start())
        seats = [PlayerSeat(Uniform(Random(1))) for _ in range(2)]
        Referee(playthrough, ["a", "b"], seats, ArenaDice(spec.dice(seed)), max_plies=12).run()
        assert playthrough.texts[::2] == [f"={throw}" for throw in throws.split()]
