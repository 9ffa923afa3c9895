"""What the board shows and says while an action is chosen click by click."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import boardgames as bg
from boardgames.core.model.game import Outcome
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.language.phrases import phrases
from boardgames.records.game_record import RecordedPlayer
from boardgames.session.click_paths import click_paths
from boardgames.session.event_log import EventLog
from boardgames.session.partial_choice import partial_choice
from boardgames.session.result_to_you import result
from tests.samples import cases
from tests.web.site import Site
from tests.web.tabs import MIDDLE, NARROW, tab_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MILLS = "B.B.B..B.......W.WW.W... b 5 5 9"
HAND = "4k/5/5/5/4K b P 1"
FIGURE = """name => getComputedStyle(document.querySelector(`[data-spot="${name}"] .mark`)).visibility"""
OUTLINE = """name => getComputedStyle(document.querySelector(`[data-spot="${name}"] .hit`)).stroke"""


@cases(
    ("game", "position", "chosen", "prompt", "men"),
    [
        ("morris", MILLS, ["d7"], "choose 2 men to remove", {"d7": "Black", "f2": "White"}),
        ("morris", MILLS, ["d7", "f2"], "choose a man to remove", {"d7": "Black", "f2": None, "b2": "White"}),
        ("minishogi", None, ["2e"], "move where?", {"2e": "Black bishop", "3d": None}),
        ("minishogi", HAND, ["P*"], "drop where?", {"P*": "Black pawn in hand"}),
        ("shogi", "4k4/9/B8/9/9/9/9/9/4K4 b - 1", ["9c", "8b"], "promote or do not promote?",
         {"9c": None, "8b": "Black bishop"}),
    ],
)  # fmt: skip
def test_a_choice_that_is_not_complete(
    game: str, position: str | None, chosen: list[str], prompt: str, men: dict[str, str | None]
) -> None:
    """What has been placed or removed is shown so; a man that is only picked up stays where it stands."""
    rules, spec = bg.load(game), bg.find(game)
    state = rules.start() if position is None else rules.parse(position)
    choice = partial_choice(spec, state, click_paths(spec, state), chosen, 0)
    assert choice is not None and choice.prompt == prompt
    assert choice.scene.caption == prompt[0].upper() + prompt[1:]
    shown = {man.spot: man.label for man in choice.scene.men}
    assert {spot: shown.get(spot) for spot in men} == men


def test_a_man_of_several_in_hand_is_dropped_as_it_lay() -> None:
    """Whichever of its sides stands first among the choices."""
    spec, state = bg.find("kyotoshogi"), bg.load("kyotoshogi").parse("2k2/5/5/5/2K2 b 2L 1")
    paths = {"L*": {"3c": {"promote": "+L*3c", "decline": "L*3c"}}}
    choice = partial_choice(spec, state, paths, ["L*", "3c"], 0)
    assert choice is not None
    assert [man.label for man in choice.scene.men if man.spot == "3c"] == ["Black lance"]


@cases("chosen", [[], ["a1", "a1"], ["nowhere"], ["a7"], ["d7", "b2", "f2", "c3"]])
def test_what_is_no_such_choice(chosen: list[str]) -> None:
    spec, state = bg.find("morris"), bg.load("morris").parse(MILLS)
    assert partial_choice(spec, state, click_paths(spec, state), chosen, 0) is None


def test_what_is_said_to_the_player_itself() -> None:
    for game in ("ur", "morris", "shogi"):
        spec, state = bg.find(game), bg.load(game).start()
        state = state.play("=4") if game == "ur" else state
        action = state.actions()[0]
        words = phrases().yours(spec.describe(state, action, state.apply(action)))
        assert words.split()[0] in ("enter", "place", "play"), words
    forfeit = Verdict(Outcome((-1.0, 1.0), "timeout"), Fault(0, "timeout", "too late"))
    assert result(forfeit, ["Ann", "Bob"], 0) == ("Bob wins against you", "you forfeit (timeout): too late")
    assert result(forfeit, ["Ann", "Bob"], 1) == ("You win against Ann", "Ann forfeits (timeout): too late")
    assert result(forfeit, ["Ann", "Bob"], 0, [0])[1] == "you ran out of time"
    assert (
        result(forfeit, ["Ann", "Bob"], 1, [0])[1]
        == result(forfeit, ["Ann", "Bob"], None, [0])[1]
        == "Ann ran out of time"
    )
    start, players = bg.load("ur").start(), [RecordedPlayer("Ann", "human"), RecordedPlayer("Bob", "greedy")]
    log = EventLog(bg.find("ur"), start, players, 1)
    log.ended(Verdict(Outcome((1.0, -1.0), "home")))
    assert "home (a side has brought all its tokens home and wins)" in log.entries[-1]["sentence"], (
        "the reason is explained"
    )
    draw = Verdict(Outcome((0.0, 0.0), "repetition"))
    assert result(draw, ["Ann", "Bob"], 0) == ("You and Bob draw", "repetition")
    assert result(Verdict(Outcome((-1.0,), "stuck")), ["Ann"], 0) == ("You lose", "stuck")


@pytest.mark.thorough
def test_the_army_is_not_lit_up(site: Site, browser: Browser) -> None:
    table = site.open("shogi", "human", "human")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        assert (tab.page.evaluate(FIGURE, "7g"), tab.page.evaluate(OUTLINE, "7g")) == ("visible", "none")
        assert tab.page.evaluate(FIGURE, "7e") == "hidden"
        tab.click("2h")
        assert tab.page.evaluate(FIGURE, "3h") == "visible"
        tab.page.get_by_text("2h, Black rook: move where?").wait_for()
        assert tab.page.locator("#moves").is_hidden(), "there is no move yet"
    table = site.open("minishogi", "human", "human", start=HAND)
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("P*")
        tab.page.wait_for_function(
            "() => document.getElementById('status').textContent.startsWith('Black pawn in hand: drop where?')"
        )


@pytest.mark.thorough
def test_a_finger_drags_a_man(site: Site, browser: Browser) -> None:
    """It does not scroll the page, which it does from any other place."""
    table = site.open("minishogi", "human", "human")
    with tab_at(browser, site.link(table), NARROW, has_touch=True) as tab:
        tab.offered()
        finger = tab.page.context.new_cdp_session(tab.page)
        (x0, y0), (x1, y1) = (tab.page.locator(f'[data-spot="{name}"]').evaluate(MIDDLE) for name in ("2e", "4c"))
        for kind, x, y in [
            ("Start", x0, y0),
            *(("Move", x0 + (x1 - x0) * n / 8, y0 + (y1 - y0) * n / 8) for n in range(9)),
        ]:
            finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": [{"x": x, "y": y}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        tab.at(1)
        assert table.session.log.playthrough.texts == ["2e4c"]
