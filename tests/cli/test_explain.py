"""``boardgames explain``: the words of the referee and of the page, for people and programs."""

from __future__ import annotations

import json

import pytest

import boardgames as bg
from tests.command import Run

UR = "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"


def test_a_legal_action(run: Run) -> None:
    told = run("explain", "ur", "8", "--position", UR)
    assert told.returncode == 0
    assert "'8' is legal: Dark moves 8 to 10" in told.stdout and "home ●" in told.stdout


def test_an_action_that_ends_the_game(run: Run) -> None:
    facts = json.loads(run("explain", "ur:tokens=1", "14", "--position", "14 0 0 1", "--json").stdout)
    assert facts["outcome"] == {
        "returns": [1.0, -1.0],
        "reason": "home",
        "meaning": bg.find("ur").reasons["home"],
    }


def test_a_game_of_lions_has_no_king_at_its_end(run: Run) -> None:
    """The words for an end are those of the game, in the explanation, on the board, in the verdict and in the rules."""
    told = run("explain", "dobutsu", "3b3a", "--position", "l2/L2/3/3 b - 1").stdout
    played = run("play", "dobutsu", "--p1", "random", "--p2", "random", "--seed", "3", "--show", "board").stdout
    rules = run("rules", "dobutsu").stdout.partition("How a game ends")[2]
    for text in (told, played, rules):
        assert "lion captured" in text and "king" not in text
    assert (
        json.loads(run("explain", "dobutsu", "3b3a", "--position", "l2/L2/3/3 b - 1", "--json").stdout)["outcome"][
            "reason"
        ]
        == "king captured"
    ), "a code is for programs"


@pytest.mark.parametrize(
    ("game", "position", "action"),
    [
        ("ur", UR, "4"),
        ("ur", None, "0"),
        ("minishogi", None, "1e1a"),
        ("morris", "B.B.B..B.......W.WW.W... b 5 5 9", "d7xf2xg1"),
        ("ur", "15,15,15,15,15,15,15 0,0,0,0,0,0,0 1 -", "nonsense\x1b"),
    ],
)
def test_an_action_that_is_not_legal(run: Run, game: str, position: str | None, action: str) -> None:
    words = ["explain", game, action, *([] if position is None else ["--position", position])]
    state = bg.load(game).start() if position is None else bg.load(game).parse(position)
    with pytest.raises(bg.IllegalAction) as refused:
        state.read(action)
    told, facts = run(*words), json.loads(run(*words, "--json").stdout)
    assert told.returncode == 0 and f" is not legal: {refused.value.why}." in told.stdout
    assert "\x1b" not in told.stdout
    assert facts == bg.explain(game, action, position).as_json() == bg.explain(state.game, action, state).as_json()
    assert (facts["why"], facts["nearest"]) == (refused.value.why, list(refused.value.nearest))


def test_what_looks_possible_in_a_position(run: Run) -> None:
    told = run("explain", "minishogi").stdout
    assert "\n1e, Black rook\n  1e1a: something stands between 1e and 1a\n" in told
    facts = json.loads(run("explain", "minishogi", "--json").stdout)
    assert facts == bg.explain("minishogi").as_json()
    legal = {str(action) for action in bg.load("minishogi").start().actions()}
    assert facts["near_misses"] and not legal & {miss["action"] for miss in facts["near_misses"]}
    assert "Nothing looks possible that is not: the dice come first." in run("explain", "ur").stdout


def test_mistakes_of_its_user(run: Run) -> None:
    for words, sentence in (
        (["ur", "0", "--position", "nonsense"], "unreadable position"),
        (["chess", "e4"], "there is no game 'chess'"),
    ):
        told = run("explain", *words)
        assert told.returncode == 2 and sentence in told.stderr


def test_the_rule_behind_a_reason(run: Run) -> None:
    facts = json.loads(run("explain", "ur", "4", "--position", UR, "--json").stdout)
    assert facts["rule"] == {"game": "ur", "number": 3, "text": "No token moves onto another of its own side."}
    told = run("explain", "minishogi", "1e1a").stdout
    assert "Rule 1 of 'boardgames rules shogi': Pieces capture as they move, and only a knight passes over" in told


@pytest.mark.parametrize("name", bg.games())
def test_each_rule_that_is_named_is_on_its_page(name: str) -> None:
    for phrase, (game, number) in bg.find(name).rules_behind.items():
        page = bg.find(game).rules.partition("## Rules")[2].partition("\n## ")[0]
        assert f"\n{number}. " in page, phrase
