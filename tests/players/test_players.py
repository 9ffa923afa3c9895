"""Who chooses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.lookup.players import PLAYERS
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Event, Resign
from boardgames.core.protocol.player import Player, Undo
from boardgames.core.protocol.verdict import Verdict
from boardgames.players import Greedy, Human, Uniform
from boardgames.referee import PlayerSeat, Referee, SeededDice
from tests.samples import cases, sample


def play(players: list[Player], seed: int, playthrough: bg.Playthrough | None = None) -> Verdict:
    playthrough = playthrough or bg.Playthrough(bg.load("ur").start())
    return Referee(playthrough, ["a", "b"], [PlayerSeat(player) for player in players], SeededDice(seed)).run()


@sample(30, thorough=300)
def test_greedy_beats_random_at_ur(sample: int) -> None:
    """Sides in turn, by more than three standard deviations in few games and six in many."""
    evaluate = bg.find("ur").evaluate
    wins = 0
    for seed in range(sample):
        players: list[Player] = [Greedy(Random(seed), evaluate), Uniform(Random(seed))]
        verdict = play(players if seed % 2 else players[::-1], seed // 2)
        wins += verdict.outcome.winner == (0 if seed % 2 else 1)
    deviations = 6 if sample == 300 else 3
    assert wins > sample / 2 + deviations * (sample / 4) ** 0.5


def test_greedy_takes_a_win() -> None:
    state = bg.load("ur:tokens=2").parse("14,15 3,0 0 1")
    for seed in range(20):
        assert str(Greedy(Random(seed)).choose(state, Clock())) == "14"


def test_the_same_seed_gives_the_same_game() -> None:
    games = []
    for _ in range(2):
        playthrough = bg.Playthrough(bg.load("ur").start())
        play([Uniform(Random("1/0")), Greedy(Random("1/1"), bg.find("ur").evaluate)], 5, playthrough)
        games.append(playthrough.texts)
    assert games[0] == games[1]


def test_every_player_says_what_it_does() -> None:
    assert {"random", "greedy", "human"} <= set(PLAYERS.names())
    assert all(PLAYERS.find(name).summary for name in PLAYERS.names())


class Terminal:
    """Somebody who types these lines, and what they were shown."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.shown: list[str] = []

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    def player(self) -> Human:
        return Human(bg.find("ur"), self.ask, self.shown.append)


def test_a_person_is_shown_the_board_and_the_actions() -> None:
    terminal = Terminal("0")
    state = bg.load("ur").parse("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2")
    assert terminal.player().choose(state, Clock()) is state.read("0")
    assert "● Dark has thrown 2" in terminal.text
    assert "You may play: 0 8" in terminal.text
    assert re.search(r"^ +8 {2}moves 8 to 10$", terminal.text, re.MULTILINE)


def test_a_hint_says_what_each_action_does() -> None:
    terminal = Terminal("hint", "0")
    state = bg.load("ur").parse("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2")
    Human(bg.find("ur"), terminal.ask, terminal.shown.append, lambda: Greedy(Random(1), bg.find("ur").evaluate)).choose(
        state, Clock()
    )
    assert "%  enters a token on 2" in terminal.text


def test_a_person_may_ask_err_and_resign() -> None:
    terminal = Terminal("?", "12", "", "resign")
    state = bg.load("ur").parse("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2")
    assert terminal.player().choose(state, Clock()) == Resign()
    assert "take back the moves" in terminal.text
    assert "'12' is not legal: no token on cell 12; legal here:" in terminal.text


@cases(
    ("game", "line", "action"),
    [
        ("shogi", "７六歩", "7g7f"),
        ("shogi", "P-7f", "7g7f"),
        ("shogi", "7g7f+", "7g7f"),
        ("shogi", "plays 7g7f", "7g7f"),
        ("morris", "D6", "d6"),
        ("morris", "places a man on d6", "d6"),
    ],
)
def test_a_person_may_type_what_is_shown(game: str, line: str, action: str) -> None:
    terminal, state = Terminal(line), bg.load(game).start()
    assert Human(bg.find(game), terminal.ask, terminal.shown.append).choose(state, Clock()) is state.read(action)


def test_words_that_begin_like_a_command_are_an_action_if_they_can_be() -> None:
    state = bg.load("morris", men=3).start()
    for text in ("a1", "g7", "d1", "d7", "a4", "g4"):
        state = state.play(text)
    action = next(action for action in state.actions() if "-" in str(action))
    words = bg.find("morris").describe(state, action, state.apply(action))
    assert words.startswith("moves ")
    terminal = Terminal("moves a", words)
    assert Human(bg.find("morris"), terminal.ask, terminal.shown.append).choose(state, Clock()) is action
    assert "from a1: a1-" in terminal.text


def test_a_hint_that_is_shortened_says_of_how_many() -> None:
    class Adviser(Player):
        def rate(self, state: bg.State, clock: Clock) -> Any:
            return [(action, 0.0) for action in state.actions()]

    terminal, state = Terminal("hint", "resign"), bg.load("shogi").start()
    Human(bg.find("shogi"), terminal.ask, terminal.shown.append, adviser=Adviser).choose(state, Clock())
    assert "(12 of 30)" in terminal.text


def test_a_person_may_undo() -> None:
    state = bg.load("ur").start().play("=2")
    assert Terminal("undo").player().choose(state, Clock()) == Undo()


def test_undo_goes_back_to_the_last_decision_with_the_same_dice() -> None:
    terminal = Terminal("0", "undo", "0", "resign")

    class First(Player):
        def choose(self, state: bg.State, clock: Clock) -> Any:
            return state.actions()[0]

    playthrough = bg.Playthrough(bg.load("ur").start())
    verdict = play([terminal.player(), First()], 4, playthrough)
    assert verdict.outcome.reason == "resignation"
    assert verdict.loser == 0
    boards = [shown for shown in terminal.shown if "has thrown" in shown]
    assert boards[0] == boards[2], "the same position is asked for again"
    assert boards[1] == boards[3], "and the same dice fall after it"


def test_undo_with_nothing_to_take_back_says_so() -> None:
    terminal = Terminal("undo", "resign")
    play([terminal.player(), Uniform(Random(2))], 4)
    assert "There is nothing to take back." in terminal.text


def test_the_end_of_input_is_leaving() -> None:
    with pytest.raises(KeyboardInterrupt):
        Terminal().player().choose(bg.load("ur").start().play("=2"), Clock())


def test_a_person_is_told_what_was_played() -> None:
    terminal = Terminal("0")
    player = terminal.player()
    start = bg.load("ur").start()
    player.happened(Event(start, start.read("=2"), start.play("=2")))
    player.choose(start.play("=2"), Clock())
    assert "Dark throws 2" in terminal.text
