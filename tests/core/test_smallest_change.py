"""The smallest change that makes an action legal: it does, and it is as small as it can be."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.reasons import GaveUp, smallest_change
from boardgames.reasons.variations import TextLayout
from tests.command import Run
from tests.core.test_near_misses import HEX
from tests.samples import FIVE, cases, few

MORRIS = "morris"
NO_HAND = "3gkg3/9/4P4/9/9/9/9/9/4K4 b 2P 1"


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search has all its tries, however busy the machine is."""
    monkeypatch.setattr("boardgames.reasons.counterfactual.monotonic", lambda: 0.0)


def walked(game: Any, plies: int) -> Any:
    """The position after random plies, before the game is over."""
    rng, state = Random(plies), game.start()
    for _ in range(plies):
        after = state.apply(bg.throw(state.chances(), rng) if state.turn == bg.CHANCE else rng.choice(state.actions()))
        if after.outcome is not None:
            break
        state = after
    return state


@pytest.mark.parametrize("name", few([*bg.games(), HEX, "morris:preset=classic"], HEX, *FIVE))
def test_the_action_is_legal_in_the_changed_position(name: str) -> None:
    game = bg.load(name)
    for plies in range(0, 40, 10):
        state = walked(game, plies)
        legal = {str(action) for action in state.actions()}
        action = next(
            name for name in map(str, map(game.action_at, range(plies % 15, game.action_count))) if name not in legal
        )
        with suppress(GaveUp):
            change = smallest_change(state, action, tries=300)
            if change is None:
                continue
            assert change.state.seat == state.seat and change.state.key != state.key
            assert change.action in change.state.actions() and str(change.action) == action
            assert game.parse(str(change.state)).play(action).key == change.state.play(change.action).key


@cases(
    ("name", "position", "action", "words", "spots"),
    [
        ("shogi", NO_HAND, "P*5b", "the Black pawn on 5c were not there", ["5c"]),
        ("shogi", NO_HAND, "R*5b", None, None),
        ("shogi", NO_HAND, "G*5h", 'the number at "gold general in Black\'s hand" were 1, not 0 and ', ["6a", "G*"]),
        ("shogi", "k8/9/9/9/9/9/9/4R4/K8 b - 1", "3h3a", "the Black rook on 5h stood on 3h", ["3h", "5h"]),
        ("shogi", "k8/9/4p4/9/4P4/9/9/4R4/8K b - 1", "5h5b", "the White pawn on 5c were not there and ", ["5c", "5e"]),
        ("dice-shogi", "rbsgk/4p/5/P4/KGSBR b - 1 4", "5d5c", "the dice showed 5", []),
        ("dice-shogi", "rbsgk/4p/5/P4/KGSBR b - 1 -", "5d5c", "the dice showed 5", []),
        ("ur", "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2", "4", "the Dark token on shared cell 6 stood on ", ["5", "6"]),
        ("ur", "0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 2", "5", 'the number at "waiting: Dark" were 6, not 7 and ', ["5", "a0"]),
        (MORRIS, "B....................... w 8 9 2", "a7", "the Black man on a7 were not there", ["a7"]),
        (MORRIS, "BB.BB......WWW.......... b 0 0 19", "b6-g7", "the Black man on a7 were not there", ["a7"]),
        (
            MORRIS,
            "B.BBW......WWW.......... b 1 0 19",
            "b6-d6",
            'the number at "Black\'s stock" were 0, not 1 and the White man on d6 ',
            ["d6", "stock Black"],
        ),
        (MORRIS, "B.BB.......WWW.......... b 1 0 19", "b6-d6", 'the number at "', ["stock Black"]),
    ],
)
def test_the_words_and_the_spots(
    name: str, position: str, action: str, words: str | None, spots: list[str] | None
) -> None:
    change = smallest_change(bg.load(name).parse(position), action)
    if words is None:
        assert change is None
    else:
        assert change is not None and change.words.startswith(words) and sorted(change.spots) == spots
        assert change.sentences() == [f"Legal if {change.words}{': then ' * bool(change.then)}{change.then}."]


@pytest.mark.parametrize(
    ("name", "position", "action", "words"),
    [
        (
            "shogi",
            "3rkr3/9/4G4/9/9/9/9/9/4K4 b P 1",
            "P*5b",
            "the White rook on 6a were not there: then the king could go to 6a.",
        ),
        (
            "shogi",
            "R2gkl3/9/4G4/9/9/9/9/9/4K4 b P 1",
            "P*5b",
            "the Black rook on 9a were not there: then the gold general on 6a could take the pawn.",
        ),
        (
            "shogi",
            "4k4/9/4r4/9/4G4/9/9/9/4K4 b - 1",
            "5e4e",
            "the White rook on 5c were not there: then nothing would attack the king.",
        ),
        (
            MORRIS,
            "BBBBW......WWW.B.B...... b 0 0 19",
            "a7-d5",
            "no Black man stood on e3, c3 and b6: then Black could fly.",
        ),
    ],
)
def test_what_would_be_possible_then(name: str, position: str, action: str, words: str) -> None:
    sentence = f"Legal if {words}"
    change = bg.unless(bg.load(name).parse(position), action)
    assert change is not None and change.sentences() == [sentence] and change.fields()["then"] == change.then
    assert sentence in bg.explain(name, action, position, unless=True).sentences()


def test_a_jump_needs_just_three_men() -> None:
    """Where no two changes help in morris, its own list does: all men but three are gone."""
    state = bg.load(MORRIS).parse("WWBWWW.WB.BWWBW....BBB.. b 0 0 19 2,6,13,16,14,8,10,1,7,4,12,9,18,17,15,3 -")
    change = bg.unless(state, "b4-a7")
    assert change is not None and str(change.state).split()[0].count("B") == 3 and change.then


def test_one_change_comes_before_two() -> None:
    state = bg.load("minishogi").start()
    for action, spots in (("4e5d", 1), ("1e1a", 2)):
        change = bg.unless(state, action)
        assert change is not None and len(change.spots) == spots


@pytest.mark.parametrize(
    ("name", "position", "action", "words"),
    [
        ("minishogi", "k4/5/5/3R1/K4 b - 1", "4b4a", "the Black rook on 2d stood on 4b"),
        ("ur", "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2", "4", "the Dark token on shared cell 6 stood on shared cell 5"),
    ],
)
def test_a_man_that_changes_is_told_once(name: str, position: str, action: str, words: str) -> None:
    change = smallest_change(bg.load(name).parse(position), action)
    assert change is not None and change.words == words


@cases("name", bg.games())
def test_a_layout_writes_the_text_that_it_was_made_of(name: str) -> None:
    game = bg.load(name)
    for plies in range(0, 60, 7):
        text = str(walked(game, plies))
        layout = TextLayout.of(text)
        assert str(layout) == text and (bool(layout.cells) or name == "ur")


def test_men_keep_their_numbers() -> None:
    """A man that is taken away takes its number along, by which the mills that are paid know the others."""
    text = "B.BB...................W b 5 8 8 5,1,3,2 -"
    first = next(TextLayout.of(text).without())
    assert str(first) == "..BB...................W b 5 8 8 1,3,2 -"


def test_a_search_that_gives_up_says_so(run: Run) -> None:
    state = bg.load("shogi").start()
    with pytest.raises(GaveUp):
        smallest_change(state, "1i1a+", tries=100)
    with pytest.raises(GaveUp):
        smallest_change(state, "1i1a+", seconds=-1)
    assert bg.unless(state, "nonsense") is None
    with pytest.raises(ValueError, match="legal"):
        bg.unless(state, "7g7f")


def test_a_game_may_offer_its_own_list(monkeypatch: pytest.MonkeyPatch) -> None:
    changed, state = "4k4/9/9/9/9/9/9/9/4K4 b R 1", bg.load("shogi").parse(NO_HAND)
    offers = {"R*5b": [changed], "R*5a": []}
    monkeypatch.setitem(vars(bg.find("shogi")), "variations", lambda state, action: offers[action])
    change = bg.unless(state, "R*5b")
    assert change is not None and str(change.state) == changed
    assert bg.unless(state, "R*5a") is None


def test_a_game_that_fails_at_odd_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bg.load(HEX).start().play("a1").play("b1")

    def fails(text: str) -> None:
        raise ZeroDivisionError

    change = bg.unless(state, "a1")
    assert change is not None and change.words == f"the position were {change.state}", "its scene shows no men"
    monkeypatch.setattr(type(state.game), "parse", lambda game, text: fails(text))
    assert bg.unless(state, "a1") is None


def test_the_command(run: Run) -> None:
    told = run("explain", "minishogi", "4e5d", "--unless").stdout
    assert "Legal if the Black pawn on 5d were not there.\nThe position then: rbsgk/4p/5/5/KGSBR b - 1\n" in told
    facts = json.loads(run("explain", "minishogi", "4e5d", "--unless", "--json").stdout)
    change = bg.unless(bg.load("minishogi").start(), "4e5d")
    assert change is not None and facts["unless"] == change.fields() and facts["gave_up"] is False
    assert facts == bg.explain("minishogi", "4e5d", unless=True).fields()
    assert "unless" not in json.loads(run("explain", "minishogi", "4e5d", "--json").stdout)
    assert "makes it legal" in run("explain", "minishogi", "nonsense", "--unless").stdout
    assert "unless" not in json.loads(run("explain", "minishogi", "5d5c", "--unless", "--json").stdout)
    refused = run("explain", "minishogi", "--unless")
    assert refused.returncode == 2 and "--unless" in refused.stderr
