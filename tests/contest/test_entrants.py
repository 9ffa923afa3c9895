"""Texts as on the command line become players; those that name nobody are told apart."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.contest import BadEntrant, PlayerEntrant, ProgramEntrant, check_name, entrant, names_of, play_game
from boardgames.core.lookup.players import PLAYERS, PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import option
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Briefing
from boardgames.core.protocol.player import Player
from boardgames.players import Uniform
from boardgames.referee import Limits

UR = bg.find("ur")


@attrs.frozen
class LastOptions:
    offset: int = option(0, "how far from the end", least=0)
    share: float = option(1.0, "how often", least=0, most=1)
    seconds: float | None = option(None, "for each answer", least=0)


class Last(Player):
    """Plays the last action."""

    def __init__(self, options: LastOptions) -> None:
        self.options = options
        self.allowed: list[float] = []

    def choose(self, state: bg.State, clock: Clock) -> Any:
        self.allowed.append(clock.allowed)
        return state.actions()[-1 - self.options.offset % len(state.actions())]


LAST = PlayerSpec(name="last", summary="the last", player=lambda spec, options, rng: Last(options), options=LastOptions)


def test_a_player_by_its_name_with_options() -> None:
    with PLAYERS.registered("last", LAST):
        who = entrant("last:offset=2,share=0.5,seconds=none", UR)
        assert isinstance(who, PlayerEntrant)
        player = who.make(UR, Random(1))
        assert isinstance(player, Last)
        assert player.options == LastOptions(offset=2, share=0.5, seconds=None)
        assert entrant("last:seconds=0.2", UR).name == "last-seconds=0.2"
        for text, message in {
            "last:offset=x": "last: option offset cannot be 'x'",
            "last:share=2": "option share cannot be '2': expected a number from 0 to 1",
            "last:seconds=-1": "expected a number of at least 0, or none",
            "last:ofset=1": "there is no option 'ofset'",
            "last:offset": "write NAME=VALUE, as in last:offset=3",
        }.items():
            with pytest.raises(BadEntrant) as caught:
                entrant(text, UR)
            assert message in str(caught.value)


def test_a_class_by_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    Path("wooden.py").write_text(
        dedent("""\
            from boardgames.core.protocol.player import Player
            from boardgames.core.lookup.players import PlayerSpec

            class First(Player):
                def __init__(self, rng):
                    self.rng = rng

                def choose(self, state, clock):
                    return state.actions()[0]

            class Plain:
                pass

            FIRST = PlayerSpec(name="first", summary="the first", player=lambda spec, options, rng: First(rng))
            """)
    )
    records = [play_game("ur", text, "random", seed=3) for text in ("wooden:First", "wooden.py:First", "wooden:FIRST")]
    assert records[0].actions == records[1].actions == records[2].actions
    assert records[0].names == ("first", "random")
    assert records[0].players[0].player == "wooden:First"
    for text, message in {
        "wooden:Second": "wooden has no class 'Second' with a method choose(state, clock)",
        "wooden:Plain": "wooden has no class 'Plain' with a method choose",
        "woden:First": "there is no module 'woden' in this folder or on Python's path; in this folder are: wooden.py",
        "wooden:First:depth=4": "a class takes no options; a PlayerSpec does",
        "uci:./mini": "ur has no protocol 'uci'; there are: colosseum, plain",
    }.items():
        with pytest.raises(BadEntrant) as caught:
            entrant(text, UR)
        assert message in str(caught.value)


def test_a_command_and_its_protocol() -> None:
    who = entrant("plain:python 'my bot.py' --fast", UR)
    assert isinstance(who, ProgramEntrant)
    assert (who.command, who.protocol.name, who.name) == (("python", "my bot.py", "--fast"), "plain", "mybot")
    usual = entrant("./bot C:/x", UR)
    assert isinstance(usual, ProgramEntrant)
    assert usual.protocol.name == "colosseum"
    with pytest.raises(BadEntrant, match="greedy is not a program, so it has no option 'Hash=1' to set"):
        entrant("greedy", UR, ["Hash=1"])
    with pytest.raises(BadEntrant, match="write NAME=VALUE, not 'Hash'"):
        entrant("./bot", UR, ["Hash"])
    with pytest.raises(BadEntrant, match="cannot split the command"):
        entrant("./bot 'x", UR)


def test_names_are_short_and_different() -> None:
    players = [entrant(text, UR) for text in ("greedy", "greedy", "random")]
    assert names_of(players) == ["greedy-1", "greedy-2", "random"]
    assert names_of(players, ["Ann", None, "Ann"]) == ["Ann", "greedy", "Ann"]


def test_names_tell_the_options_whole() -> None:
    shogi = bg.find("shogi")
    players = [entrant(text, shogi) for text in ("alphabeta:depth=2", "alphabeta:depth=3,nodes=10000")]
    assert names_of(players) == ["alphabeta-depth=2", "alphabeta-depth=3-nodes=10000"]
    with pytest.raises(BadEntrant, match="1 to 16 printable characters"):
        check_name("a-name-of-17-char")


def test_a_player_from_a_file_is_called_by_it() -> None:
    """And by all of its options where two would be called alike."""
    texts = ["onnx:model=nets/small.onnx,nodes=200", "mcts:policy=big.onnx", "mcts:policy=mine:policy"]
    players = [entrant(text, "ur") for text in texts]
    assert names_of(players) == ["small.onnx", "big.onnx", "mcts-policy=mine:policy"]
    texts[1] = "onnx:model=small.onnx,nodes=9"
    assert names_of([entrant(text, "ur") for text in texts[:2]]) == ["small.onnx-nodes=200", "small.onnx-nodes=9"]
    assert names_of([entrant(texts[0], "ur")] * 2) == ["small.onnx-nodes=200-1", "small.onnx-nodes=200-2"]


def test_a_protocol_with_shorter_names_cuts_them() -> None:
    begins = Briefing(bg.load("ur").start(), ["alphabeta-depth=2", "alphabeta-depth=3"])
    assert UR.protocol("colosseum").referee(begins, 0).opening() == ["alphabeta-dept-1", "alphabeta-dept-2", "0"]
    begins = Briefing(bg.load("ur").start(), ["alphabeta-depth=2", "Ann"])
    assert UR.protocol("colosseum").referee(begins, None).opening() == ["alphabeta-depth=", "Ann"]


def test_a_player_knows_its_time() -> None:
    players = [Last(LastOptions()), Last(LastOptions())]
    play_game("ur:tokens=1", *players, seed=1, limits=Limits(first_move_time=3.0, move_time=0.5))
    assert players[0].allowed[0] == 3.0
    assert set(players[0].allowed[1:]) == {0.5}
    play_game("ur:tokens=1", *players, seed=1, limits=Limits(clock=(60.0, 1.0)))
    assert 59.0 < players[0].allowed[-1] < 160.0


def test_the_seed_reaches_everybody() -> None:
    games = {play_game("ur", "random", "random", seed=seed).actions for seed in (1, 2, 3, 1)}
    assert len(games) == 3


def test_the_right_number_of_players() -> None:
    with pytest.raises(BadEntrant, match="Royal Game of Ur is for 2 players, not 1"):
        play_game("ur", "random")
    with pytest.raises(bg.UnknownGame):
        play_game("urr", "random", "random")
    with pytest.raises(bg.UnreadablePosition):
        play_game("ur", "random", "random", start="nonsense")


def test_a_player_that_raises_loses() -> None:
    class Broken(Player):
        def choose(self, state: bg.State, clock: Clock) -> Any:
            raise RuntimeError("oh")

    record = play_game("ur", Broken(), Uniform(Random(1)), seed=1)
    assert record.verdict is not None
    assert record.verdict.sentence(["a", "b"]).startswith(
        "b wins against a: a forfeits (crash): ply 2: the player raised"
    )


def test_a_player_that_cannot_play_this_game() -> None:
    def refuse(spec: GameSpec, options: object, rng: Random) -> Player:
        raise bg.BadOption(f"it knows nothing of {spec.name}")

    with pytest.raises(BadEntrant, match="picky: it knows nothing of ur"):
        play_game("ur", PlayerSpec(name="picky", summary="", player=refuse), "random")
