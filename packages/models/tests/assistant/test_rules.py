"""The tools about rules: what they answer, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from boardgames_models.assistant import answers
from boardgames_models.assistant.bounded_calls import CallLimits

import boardgames as bg
from boardgames.contest import play_game
from boardgames.core.model import Playthrough
from boardgames.processes.workers import Workers
from boardgames.referee.dice import SeededDice
from boardgames.solve import table
from packages.models.tests.assistant.conftest import LIMITS, asked, code_of, served, strange_game

Ask = Callable[..., Any]
HARD = "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L 1"
"""A problem with thousands of second solutions."""
MATE = "8k/9/6R2/9/9/9/9/9/9 b G 1"


def test_a_whole_game_of_ur(ask: Ask) -> None:
    """Each call carries all actions so far, and the same seed throws the same dice again."""
    ur = {"game": "ur:tokens=1"}
    facts = ask("play", **ur, seed=3).structured_content
    assert facts["added"] == ask("play", **ur, seed=3).structured_content["added"]
    actions: list[str] = facts["added"]
    while not facts["over"]:
        action = ask("legal", **ur, actions=actions).structured_content["actions"][0]
        facts = ask("play", **ur, actions=actions, action=action, reply="greedy", seed=3).structured_content
        actions += facts["added"]
    playthrough = Playthrough.replay(bg.load("ur", tokens=1).start(), actions)
    dice = SeededDice(3)
    for state, action in zip(playthrough.states, playthrough.actions, strict=False):
        assert state.turn != bg.CHANCE or dice.throw(state)[0] == action
    assert playthrough.state.outcome is not None
    assert facts["outcome"]["returns"] == list(playthrough.state.outcome.returns)
    told = ask("analyse", **ur, actions=actions, by="exact").structured_content
    result = told["start"] + told["luck"][0] - told["losses"][0] + told["losses"][1]
    assert result == pytest.approx((1 + facts["outcome"]["returns"][0]) / 2, abs=1e-3)
    assert code_of(ask("play", **ur, actions=actions, action="0")) == "game-over"
    assert code_of(ask("advise", **ur, actions=actions)) == "game-over"
    assert code_of(ask("look", **ur, actions=[*actions, "=1"])) == "game-over"


def test_a_reply_may_begin_the_game(ask: Ask) -> None:
    facts = ask("play", game="minishogi", reply="greedy").structured_content
    assert (len(facts["added"]), facts["turn"]) == (1, "White")


def test_a_mate_problem_explained(ask: Ask) -> None:
    facts = ask("mate", game="shogi", position=MATE, rest=True).structured_content
    assert (facts["line"], facts["unique"], facts["decided"]) == (["3c1c+", "1a2a", "G*2b"], True, True)
    played = {"game": "shogi", "position": facts["position"], "actions": facts["line"][:2]}
    told = ask("explain", **played, action="G*2b").structured_content
    assert told["legal"] and told["outcome"]["reason"] == "checkmate"
    other = ask("explain", **played, action="R*2b").structured_content
    assert (other["legal"], other["code"]) == (False, bg.explain("shogi", "R*2b", told["position"]).code)


def test_actions_are_read_in_any_spelling_that_has_one_meaning(ask: Ask) -> None:
    shogi = {"game": "shogi", "actions": ["７六歩", "P-3d", "22角成"]}
    facts = ask("play", **shogi, action="同銀").structured_content
    assert facts["added"] == ["3a2b"]
    assert ask("look", **shogi).structured_content["plies"] == 3
    assert ask("explain", **shogi, action="S-2b").structured_content["action"] == "3a2b"
    assert code_of(ask("explain", game="shogi", actions=["G-5h"])) == "ambiguous"
    assert "of 30" in ask("play", game="shogi", action="7g7e").content[0].text


def test_what_is_seen_is_what_the_library_says(ask: Ask) -> None:
    state = bg.load("minishogi").start()
    seen = ask("look", game="minishogi", actions=["5d5c"], picture=True)
    assert seen.structured_content["position"] == str(state.play("5d5c"))
    assert seen.structured_content["board"] in seen.content[0].text and "svg" not in seen.structured_content
    assert seen.content[1].resource.text.startswith("<svg") and "<svg" not in seen.content[0].text
    legal = ask("legal", game="minishogi").structured_content["actions"]
    assert legal == [str(action) for action in state.actions()]
    assert ask("legal", game="ur").structured_content["throws"]["=2"] == "3/8"
    told = ask("explain", game="minishogi", action="1e1a").structured_content
    assert told == bg.explain("minishogi", "1e1a").fields()
    assert ask("rules", game="ur").structured_content["rules"].startswith("# Royal Game of Ur")
    assert ask("games").structured_content["games"]["ur"] == "Royal Game of Ur"


def test_a_game_that_is_over_is_judged_whole() -> None:
    """Also where the last actions are forced, and the first seat has no chance left."""
    record = play_game("ur:tokens=1", "random", "random", seed=3)
    assert record.verdict is not None and record.verdict.outcome.returns == (-1.0, 1.0)
    plies = len(record.actions)
    told = answers.analyse("ur:tokens=1", list(map(str, record.actions)), by="exact")
    assert told["judged"] == f"{plies + 1} of {plies + 1} positions"
    assert [ply["ply"] for ply in told["plies"]] == list(range(1, plies + 1)) and told["plies"][-1]["chance"] == 0.0


def test_a_long_game_is_judged_as_far_as_time_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, so that no time has to pass."""
    clock = count(0, 3)
    monkeypatch.setattr(answers, "process_time", lambda: next(clock))
    told = answers.analyse("minishogi", ["5d5c", "1b1c", "5e5d"], by="alphabeta:depth=1")
    assert told["judged"] == "2 of 4 positions" and "loss" in str(told["plies"][0])
    assert answers.analyse("minishogi", [], by="alphabeta:depth=1")["judged"] == "1 of 1 positions"


def test_exact_values_and_a_search_advise(ask: Ask) -> None:
    start = ask("advise", game="ur:tokens=1").structured_content
    assert start["dice"] and start["chance"] > 0.5
    rated = ask("advise", game="ur:tokens=2", actions=["=4", "0", "=1"], by="exact").structured_content["rated"]
    assert [each["loss"] for each in rated] == sorted(each["loss"] for each in rated) and rated[0]["loss"] == 0
    assert ask("advise", game="minishogi", by="alphabeta:depth=1").structured_content["by"] == "alphabeta:depth=1"


@pytest.mark.parametrize("actions", [["=2", "0"], ["=2", "0", "=1", "0"]])
def test_before_a_throw_the_chance_is_that_of_the_side_that_throws(actions: list[str]) -> None:
    """The seat that is ahead has the larger one, whichever it is."""
    state = Playthrough.replay(bg.load("ur:tokens=1").start(), actions).state
    told = answers.advise("ur:tokens=1", actions)
    assert (told["dice"], told["chance"]) == (True, round(table("ur:tokens=1").value(state), 6))
    assert (told["chance"] > 0.5) == (state.seat == 0)


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("look", {"game": "chess"}, "unknown-game"),
        ("look", {"game": "rules.py"}, "not-installed"),
        ("look", {"game": "rules.py:SPEC:stones=9"}, "not-installed"),
        ("look", {"game": "os:path"}, "not-installed"),
        ("rules", {"game": ""}, "bad-value"),
        ("rules", {"game": "x" * 10_000_000}, "bad-value"),
        ("look", {"game": "ur:tokens=99"}, "bad-value"),
        ("look", {"game": "ur:stones=9"}, "unknown-option"),
        ("look", {"game": "ur", "position": "x"}, "unreadable-position"),
        ("look", {"game": "ur", "position": "0" * 10_000_000}, "bad-value"),
        ("look", {"game": "ur", "actions": ["=1"] * 2001}, "too-many-actions"),
        ("look", {"game": "ur", "actions": ["\0"]}, "dice-first"),
        ("look", {"game": "ur", "actions": ["9" * 1000]}, "bad-value"),
        ("legal", {"game": "minishogi", "actions": ["5d5c", "5d5c"]}, "no-own-man"),
        ("play", {"game": "minishogi", "action": "1e1a"}, "man-between"),
        ("play", {"game": "minishogi"}, "form"),
        ("play", {"game": "ur", "seed": 2**70}, "bad-value"),
        ("play", {"game": "ur", "reply": "python3 -c 0"}, "bad-entrant"),
        ("play", {"game": "ur", "reply": "human"}, "bad-entrant"),
        ("play", {"game": "ur", "reply": "alphabeta:level=11"}, "bad-entrant"),
        ("play", {"game": "ur", "reply": "alphabeta:judgement=/etc/passwd"}, "not-for-assistants"),
        ("play", {"game": "ur", "reply": "onnx:model=x.onnx"}, "not-for-assistants"),
        ("play", {"game": "ur", "reply": "llm:model=x,url=http://127.0.0.1:1/"}, "not-for-assistants"),
        ("play", {"game": "ur", "reply": "llm"}, "bad-entrant"),
        ("advise", {"game": "ur:tokens=1", "by": "usi:./engine"}, "bad-entrant"),
        ("advise", {"game": "minishogi", "by": "random"}, "no-judge"),
        ("analyse", {"game": "ur", "actions": ["=2"], "by": "exact"}, "no-judge"),
        ("mate", {"game": "ur"}, "no-mate-problems"),
        ("mate", {"game": "shogi", "plies": 999}, "bad-value"),
        ("mate", {"game": "shogi", "position": "x"}, "unreadable-position"),
    ],
)
def test_a_mistake_is_told_with_its_code(ask: Ask, tool: str, arguments: dict[str, Any], code: str) -> None:
    refused = ask(tool, **arguments)
    assert code_of(refused) == code and len(refused.content[0].text) < 600


def test_a_wrong_type_is_refused_by_the_schema(ask: Ask) -> None:
    for arguments in ({"game": 7}, {"game": "ur", "actions": "=1"}, {"game": "ur", "actions": [1]}, {}):
        assert ask("look", **arguments).is_error


def test_many_calls_at_a_time(workers: Workers) -> None:
    calls = [("look", {"game": "minishogi", "actions": ["5d5c"] * (number % 2)}) for number in range(12)]
    results = asked(served(workers, LIMITS), calls)
    assert [each.structured_content["plies"] for each in results] == [number % 2 for number in range(12)]


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(strange_game(tmp_path_factory.mktemp("strange")))
        with Workers(1) as workers:
            yield served(workers, CallLimits(cpu=2, seconds=60, memory=2**30)), workers


@pytest.mark.parametrize(
    ("trap", "code"),
    [
        ("raise", "broken-rules"),
        ("memory", "broken-rules"),
        pytest.param("exit", "ended", marks=pytest.mark.thorough),
        pytest.param("loop", "too-long", marks=pytest.mark.thorough),
    ],
)
def test_rules_of_others_hold_up_nothing(strange: Any, trap: str, code: str) -> None:
    """The next call has a worker again."""
    server, _ = strange
    refused = asked(server, [("look", {"game": "strange", "position": trap})])[0]
    assert code_of(refused) == code
    assert not asked(server, [("look", {"game": "strange"})])[0].is_error


@pytest.mark.thorough
def test_a_search_is_ended_at_its_limit(strange: Any) -> None:
    server = served(strange[1], CallLimits(cpu=1, seconds=60))
    assert code_of(asked(server, [("mate", {"game": "shogi", "position": HARD, "plies": 201})])[0]) == "too-long"


def test_a_file_of_rules_is_not_run(ask: Ask, tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'run')!r}, 'w')\n")
    assert code_of(ask("look", game=str(trap))) == "not-installed"
    assert not (tmp_path / "run").exists()
