"""Both sides of every protocol of every game understand each other, and nothing makes them fall over."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardgames as bg
from boardgames.core.clock import Clock
from boardgames.core.dialogue import (
    Answer,
    Ask,
    Breach,
    Dialogue,
    Event,
    LineProtocol,
    More,
    Over,
    Reply,
    Resign,
    Table,
)
from boardgames.core.dice import throw
from boardgames.core.plain import PLAIN
from boardgames.core.verdict import Verdict

EVERY = [(name, protocol) for name in bg.games() for protocol in [*bg.find(name).protocols, "plain"]]
GAMES = 3
PLIES = 300


class Chair:
    """A dialogue and the player that it talks to, wired line by line."""

    def __init__(self, protocol: LineProtocol, table: Table, seat: int) -> None:
        self.dialogue: Dialogue = protocol.referee(table, seat)
        self.reply: Reply = protocol.player(table.start.game)
        self.asked: list[bg.State] = []
        self.tell(self.dialogue.opening())
        assert self.dialogue.ready

    def tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            assert "\n" not in line
            heard = self.reply.hear(line)
            assert not isinstance(heard, Breach), (line, heard)
            if isinstance(heard, Ask):
                self.asked.append(heard.state)
            elif isinstance(heard, More):
                for answer in heard.send:
                    more = self.dialogue.hear(answer)
                    assert isinstance(more, More), (answer, more)
                    self.tell(more.send)


def one_game(name: str, protocol: LineProtocol, seed: int, plies: int) -> bg.Match:
    """A random game in which every player finds its state to be the referee's."""
    rng = Random(seed)
    match = bg.Match(bg.load(name).start())
    table = Table(match.start, ["Ann", "Bob"], clocks=[Clock(1.0, 1.0), Clock(1.0, 1.0)])
    chairs = [Chair(protocol, table, seat) for seat in range(2)]
    gallery = protocol.referee(table, None)
    gallery.opening()
    while match.state.outcome is None and match.plies < plies:
        before, words = match.state, ""
        if before.turn == bg.CHANCE:
            action = throw(before.chances(), rng)
        else:
            chair = chairs[before.turn]
            chair.tell(chair.dialogue.ask(before))
            (asked,) = chair.asked
            chair.asked = []
            assert (str(asked), asked.key, asked.turn) == (str(before), before.key, before.turn)
            action = asked.read(str(rng.choice(before.actions())))
            (line,) = chair.reply.answer(action)
            answer = chair.dialogue.hear(line)
            assert isinstance(answer, Answer), (line, answer)
            assert answer.action is action
            words = answer.words
        event = Event(before, action, match.apply(action), words)
        gallery.happened(event)
        for chair in chairs:
            chair.tell(chair.dialogue.happened(event))
    outcome = match.state.outcome or bg.Outcome((0.0, 0.0), "ply limit")
    for chair in chairs:
        chair.tell(chair.dialogue.closing(Verdict(outcome)))
    return match


@pytest.mark.parametrize(("name", "protocol"), EVERY)
def test_both_sides_agree(name: str, protocol: str) -> None:
    for seed in range(GAMES):
        one_game(name, bg.find(name).protocol(protocol), seed, PLIES)


LINES = st.one_of(
    st.text(max_size=40),
    st.from_regex(r"(PUT|MOVE|bestmove|go|position|resign|random)?( ?[-+*a-zA-Z0-9]{0,5}){0,6}(;.*)?", fullmatch=True),
    st.sampled_from(["bestmove", "bestmove resign", "bestmove win", "random", "PUT 9 9", "MOVE 1 0 0", "5544", "P*33"]),
)


@pytest.mark.parametrize(("name", "protocol"), EVERY)
def test_any_line_is_an_answer_or_more_or_a_named_breach(name: str, protocol: str) -> None:
    """What a program says is told, or understood; it never makes the referee fall over."""
    states = _asked_in(name)

    @settings(max_examples=60, deadline=None)
    @given(st.sampled_from(states), LINES)
    def check(state: bg.State, line: str) -> None:
        table = Table(state, ["Ann", "Bob"], clocks=[Clock(1.0, 1.0), Clock(1.0, 1.0)])
        dialogue = bg.find(name).protocol(protocol).referee(table, state.turn)
        dialogue.opening()
        dialogue.ask(state)
        heard = dialogue.hear(line)
        if isinstance(heard, Answer):
            assert any(heard.action is action for action in state.actions())
        elif isinstance(heard, Breach):
            assert heard.kind in ("illegal", "garbled")
            assert heard.detail
        else:
            assert isinstance(heard, (More, Resign))

    check()


@pytest.mark.parametrize(("name", "protocol"), EVERY)
def test_any_line_leaves_the_player_standing(name: str, protocol: str) -> None:
    @settings(max_examples=60, deadline=None)
    @given(st.lists(LINES, max_size=12))
    def check(lines: list[str]) -> None:
        reply = bg.find(name).protocol(protocol).player(bg.load(name))
        for line in lines:
            heard = reply.hear(line)
            assert isinstance(heard, (Ask, More, Over, Breach))
            if isinstance(heard, Ask):
                assert heard.state.turn >= 0
                reply.answer(heard.state.actions()[0])

    check()


def _asked_in(name: str) -> list[bg.State]:
    """Positions of random games in which somebody is to act."""
    found: list[bg.State] = []
    for seed in range(3):
        found += [state for state in one_game(name, PLAIN, seed, 80).states if state.turn >= 0]
    return found
