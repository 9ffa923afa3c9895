"""Nothing makes a side of any protocol of any game fall over.  That both sides agree is a rung of the testkit."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given, settings, strategies as st

import boardgames as bg
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Answer, Ask, Breach, Briefing, NeedData, Over, Resign
from boardgames.core.protocol.plain import PLAIN
from boardgames.testkit.walks import walked
from tests.samples import few, sample

EVERY = [(name, protocol) for name in bg.games() for protocol in [*bg.find(name).protocols, "plain"]]
FEW = [
    ("ur", "colosseum"), ("minishogi", "codingame"), ("dice-shogi", "codingame"), ("morris", "codingame"),
    ("shogi", "usi"), ("shogi", "csa"), ("ur", "plain"), ("kyotoshogi", "plain"),
]  # fmt: skip
"""Each protocol once for each kind of rules: what is tried every day."""


LINES = st.one_of(
    st.text(max_size=40),
    st.from_regex(r"(PUT|MOVE|bestmove|go|position|resign|random)?( ?[-+*a-zA-Z0-9]{0,5}){0,6}(;.*)?", fullmatch=True),
    st.sampled_from(["bestmove", "bestmove resign", "bestmove win", "random", "PUT 9 9", "MOVE 1 0 0", "5544", "P*33"]),
)


@sample(2, thorough=10)
@pytest.mark.parametrize("spoken", few(EVERY, *FEW), ids="-".join)
def test_any_line_is_an_answer_or_more_or_a_named_breach(spoken: tuple[str, str], sample: int) -> None:
    """What a program says is told, or understood; it never makes the referee fall over."""
    name, protocol = spoken
    states = _asked_in(name)

    @settings(max_examples=sample, deadline=None)
    @given(st.sampled_from(states), LINES)
    def check(state: bg.State, line: str) -> None:
        briefing = Briefing(state, ["Ann", "Bob"], clocks=[Clock(1.0, 1.0), Clock(1.0, 1.0)])
        dialogue = bg.find(name).protocol(protocol).referee(briefing, state.turn)
        dialogue.opening()
        dialogue.ask(state)
        heard = dialogue.hear(line)
        if isinstance(heard, Answer):
            assert any(heard.action is action for action in state.actions())
        elif isinstance(heard, Breach):
            assert heard.kind in ("illegal", "garbled")
            assert heard.detail
        else:
            assert isinstance(heard, (NeedData, Resign))

    check()


class Unhashable:
    """An action of a game that defines equality alone."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashable) and self.text == other.text

    def __str__(self) -> str:
        return self.text


@pytest.mark.parametrize("kind", [Unhashable, bg.SimpleAction])
def test_plain_lists_actions_and_answers_with_the_one_that_was_listed(kind: Any) -> None:
    class Forks(bg.BaseState):
        def actions(self) -> list[Any]:
            return forks

    forks = [Unhashable(text) if kind is Unhashable else bg.SimpleAction(0, text) for text in ("left", "right")]
    dialogue = PLAIN.referee(Briefing(cast(Any, Forks()), ["Ann", "Bob"]), 0)
    for _ in range(2):  # the second time from what was kept
        assert dialogue.ask(cast(Any, Forks())) == ("go left right",)
        for fork in forks:
            heard = dialogue.hear(f" {fork} ")
            assert isinstance(heard, Answer)
            assert heard.action is fork
        assert isinstance(dialogue.hear("lef"), Breach)


@sample(2, thorough=10)
@pytest.mark.parametrize("spoken", few(EVERY, *FEW), ids="-".join)
def test_any_line_leaves_the_player_standing(spoken: tuple[str, str], sample: int) -> None:
    name, protocol = spoken

    @settings(max_examples=sample, deadline=None)
    @given(st.lists(LINES, max_size=12))
    def check(lines: list[str]) -> None:
        reply = bg.find(name).protocol(protocol).player(bg.load(name))
        for line in lines:
            heard = reply.hear(line)
            assert isinstance(heard, (Ask, NeedData, Over, Breach))
            if isinstance(heard, Ask):
                assert heard.state.turn >= 0
                reply.answer(heard.state.actions()[0])

    check()


def _asked_in(name: str) -> list[bg.State]:
    """Positions of random games in which somebody is to act."""
    walks = [walked(bg.load(name), seed, 80) for seed in range(3)]
    return [state for walk in walks for state in walk.states if state.turn >= 0]
