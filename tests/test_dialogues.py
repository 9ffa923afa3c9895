"""Nothing makes a side of any protocol of any game fall over.  That both sides agree is a rung of the testkit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardgames as bg
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Answer, Ask, Breach, Briefing, NeedData, Over, Resign
from boardgames.testkit.walks import walked
from tests.samples import sample

EVERY = [(name, protocol) for name in bg.games() for protocol in [*bg.find(name).protocols, "plain"]]


LINES = st.one_of(
    st.text(max_size=40),
    st.from_regex(r"(PUT|MOVE|bestmove|go|position|resign|random)?( ?[-+*a-zA-Z0-9]{0,5}){0,6}(;.*)?", fullmatch=True),
    st.sampled_from(["bestmove", "bestmove resign", "bestmove win", "random", "PUT 9 9", "MOVE 1 0 0", "5544", "P*33"]),
)


@pytest.mark.parametrize(("name", "protocol"), EVERY)
@sample(4, thorough=60)
def test_any_line_is_an_answer_or_more_or_a_named_breach(name: str, protocol: str, sample: int) -> None:
    """What a program says is told, or understood; it never makes the referee fall over."""
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


@pytest.mark.parametrize(("name", "protocol"), EVERY)
@sample(4, thorough=60)
def test_any_line_leaves_the_player_standing(name: str, protocol: str, sample: int) -> None:
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
