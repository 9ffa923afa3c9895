"""Each broken game is caught by the rung that is there for it, and the explanation leads to the mistake."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames import testkit
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import registered
from boardgames.solve import generic
from boardgames.solve.tablebase import NoTablebase
from boardgames.testkit import FAILED, NOT_SEEN, NOT_TRIED, OK, RUNGS, Climb, Grade, verify
from boardgames.testkit.climb import FIRST_SEED
from boardgames.testkit.report import Finding
from boardgames.testkit.rung import Flaw
from tests.samples import cases, few, sample
from tests.testkit.broken import (
    ALSO,
    BROKEN,
    FORGETFUL_KEYS,
    GAMES,
    GOOD,
    LEFT,
    RING,
    SAYS,
    SUM,
    TAKES,
    UNLIKE,
    UNSEEN,
    Game,
    State,
    Sum,
    SumGame,
    spec_of,
)
from tests.testkit.hexagons import FORGETFUL, HEX

NO_POSITION = {"indices-are-dense", "unreadable-positions", "who-it-is", "options", "one-game"}
"""Rungs that look at no position."""
NO_WAY = {
    "StartFails",
    "ABoundOfNoPlies",
    *("AProtocolThatWaits", "AProtocolWithLongLines", "AProtocolThatGreets"),
    *("AnArenaWhoseDiceRunOut", "ReturnsThatJsonCannotHold"),
    *("APlaneWithoutAMeaning", "TwoPlanesOfOneName", "AViewThatLeavesOutUntold"),
    *("PartsBeyondTheHeads", "TwoActionsOfTheSameParts"),
}
"""Games that fail before there is a position."""
SHORT = 13


@cache
def found(name: str) -> Finding:
    """What the rung that a game breaks has to say about it."""
    broken, spec = BROKEN[name]
    return climbed(spec, broken, GAMES.get(name, 3))


def climbed(spec: bg.GameSpec, name: str, games: int = 3, like: bg.GameSpec | None = None) -> Finding:
    """What one rung finds; only the foundations below it are tried too."""
    climb = Climb(spec, games, like=like)
    for rung in climb.rungs:
        if rung.foundation or rung.name == name:
            climb.climb(rung)
    return climb.findings[name]


@sample(1, thorough=5)
@pytest.mark.parametrize("spec", [GOOD, SUM, RING], ids=["heaps", "sum", "ring"])
def test_the_games_that_the_others_break_are_good(spec: bg.GameSpec, sample: int) -> None:
    report = verify(spec, games=3 * sample)
    assert report.ok, str(report)


@cases("name", BROKEN)
def test_its_rung_fails_and_explains_why(name: str) -> None:
    """The rung notices, its explanation is complete, and its actions lead to the position that it names."""
    rung, spec = BROKEN[name]
    finding = found(name)
    assert finding.status == FAILED
    assert SAYS.get(name, "") in finding.what
    explanation = finding.explained()
    assert explanation.startswith(f"FAILED {rung}: ")
    for label in ("Seen:", "Why:", "Look at:"):
        assert label in explanation
    if rung in NO_POSITION or name in NO_WAY:
        assert finding.seed is None or rung in NO_POSITION
        return
    assert f"seed {finding.seed}, " in explanation
    assert len(finding.actions) <= SHORT
    if rung not in ("apply-is-pure", "apply-is-repeatable"):  # there replaying it would not give the same again
        with registered(spec):
            playthrough = bg.Playthrough.replay(make(spec, {}).start(), finding.actions)
        assert str(playthrough.state) == finding.position


@pytest.mark.thorough
@pytest.mark.parametrize("name", BROKEN)
def test_on_the_whole_ladder_its_rung_fails_first(name: str) -> None:
    rung, spec = BROKEN[name]
    assert verify(spec, games=GAMES.get(name, 3)).failures[0].rung.name == rung


def test_every_rung_has_a_game_that_breaks_it() -> None:
    broken = {rung for rung, _ in BROKEN.values()}
    assert {rung.name for rung in RUNGS} - broken == {"every-reason", "every-action", "reachable-positions"}, (
        "which are never failures"
    )


def test_what_a_mistake_shows_first() -> None:
    """A few explanations word for word, as people read them."""
    assert found("ApplySharesAList").what == (
        "apply('left') changed the state that it was called on: str() was '4 4 0 1 1' and became '3 4 0 1 1'"
    )
    assert found("ApplySharesAList").actions == ("=1",)
    assert found("ChancesSumToLess").what == "the chances sum to 15/16"
    assert found("PassingIsAnAction").what.endswith("has nothing to choose but 'pass'")
    assert "not declared; the spec's reasons are: 'last stone', 'limit'" in found("AReasonNotDeclared").what
    assert "broken.py, line " in found("ApplyFails").what, "the line of the game, not of the testkit"
    assert "KeyError: 'right'" in found("ApplyFails").what


def test_a_shorter_way_is_looked_for_in_other_games() -> None:
    finding = climbed(BROKEN["TurnForgetsTheEnd"][1], "turn-and-outcome", games=1)
    assert finding.seed != FIRST_SEED
    assert len(finding.actions) == 8, "two heaps of four take four throws of 2 at least, and four takes"


def test_a_list_that_was_spoilt_is_mended_for_the_other_rungs() -> None:
    assert len(verify(BROKEN["TheListIsTheStatesOwn"][1], games=5).failures) == 1


def test_a_position_in_which_nobody_can_act_is_no_position() -> None:
    assert found("ParseReadsWhatCannotBe").what.endswith("seat 0 is to act and has no action")


def test_a_protocol_whose_player_is_elsewhere() -> None:
    assert (
        "forgetful: seat 0 believes the position is '4 4 0 0 0', but it is '4 4 0 1 1'"
        in found("AProtocolThatIsLate").what
    )


class Stairs(State):
    """Six steps up, by turns; there is nothing else to do."""

    @property
    def outcome(self) -> bg.Outcome | None:
        return bg.Outcome((0.0, 0.0), "limit") if self.ply == 6 else None

    @property
    def key(self) -> Any:
        return self.ply

    def actions(self) -> Any:
        return [] if self.outcome else TAKES[:1]

    def apply(self, action: Any) -> Any:
        return Stairs(self.game, self.heaps, 1 - self.seat, 1, self.ply + 1)


class StairsGame(Game):
    def start(self) -> Any:
        return Stairs(self, (4, 4), 0, 1, 0)

    def parse(self, text: str) -> Any:
        ply = int(super().parse(text).ply)
        if ply > 6 or text != f"4 4 {ply % 2} 1 {ply}":
            raise bg.UnreadablePosition("expected a step from 0 to 6")
        return Stairs(self, (4, 4), ply % 2, 1, ply)


def test_what_grows_in_the_only_game_there_is_need_not_be_a_counter() -> None:
    report = verify(spec_of(StairsGame, max_plies=6), games=5)
    assert report.ok, str(report)


@pytest.mark.parametrize("name", ["ApplySharesAList", "StartFails"])
def test_nothing_is_tried_above_a_foundation_that_gave_way(name: str) -> None:
    report = verify(BROKEN[name][1], games=2)
    assert len(report.failures) == 1
    below = [finding.status for finding in report.findings].index(FAILED)
    assert {finding.status for finding in report.findings[below + 1 :]} == {NOT_TRIED}


def test_a_game_that_is_not_installed_is_known_meanwhile_only() -> None:
    assert climbed(GOOD, "one-game", games=1).status == OK
    with pytest.raises(bg.UnknownGame):
        bg.load("heaps")
    with registered(GOOD):
        assert bg.load("heaps") is bg.load("heaps")
        assert bg.find("heaps") is GOOD
    with pytest.raises(bg.UnknownGame):
        bg.find("heaps")


def test_a_game_may_stand_in_for_an_installed_one() -> None:
    ur = bg.load("ur")
    stand_in = bg.GameSpec(name="ur", title="Stones", game=GOOD.game, reasons=GOOD.reasons)
    with registered(stand_in):
        assert bg.load("ur").title == "Heaps"
    assert bg.load("ur") is ur


def test_games_being_written_may_stand_in_for_each_other() -> None:
    other = spec_of(StairsGame)
    with registered(GOOD):
        with registered(other):
            assert bg.find("heaps") is other
        assert bg.find("heaps") is GOOD


@pytest.mark.thorough
def test_what_random_play_hardly_ever_does_is_found_in_the_usual_time() -> None:
    """One choice of eighty, at one ply: uniformly random games of any number may miss it."""
    assert verify(FORGETFUL).failures[0].rung.name == "position-text"


@pytest.mark.thorough
@sample(1, thorough=6)
def test_the_game_with_a_swap_is_good(sample: int) -> None:
    report = verify(HEX, games=sample)
    assert report.ok, str(report)


@cases(("name", "rung", "says"), ALSO)
def test_a_mistake_is_seen_from_higher_rungs_too(name: str, rung: str, says: str) -> None:
    finding = climbed(BROKEN[name][1], rung)
    assert finding.status == FAILED
    assert says in finding.what


@cases("name", UNSEEN)
def test_what_random_games_do_not_show_is_told(name: str) -> None:
    rung, spec, says = UNSEEN[name]
    finding = climbed(spec, rung)
    assert finding.status == NOT_SEEN
    assert says in finding.what


@cases("name", UNLIKE)
def test_other_rules_than_those_of_the_reference_are_told(name: str) -> None:
    rung, spec, says = UNLIKE[name]
    finding = climbed(spec, rung, like=GOOD)
    assert finding.status == FAILED
    assert says in finding.what


def test_of_the_differences_from_a_reference_the_one_after_the_fewest_actions_is_told() -> None:
    rung, spec, _ = UNLIKE["TheLastStoneLoses"]
    first, of_many = climbed(spec, rung, 1, GOOD), climbed(spec, rung, 20, GOOD)
    assert first.seed == FIRST_SEED != of_many.seed
    assert len(of_many.actions) == 8 < len(first.actions)


# -- every fault that the ladder knows ------------------------------------------------


def sites(folder: Path) -> set[tuple[str, int]]:
    """The file and line of each flaw in the ladder's code."""
    return {
        (path.name, node.lineno)
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Flaw", "NotSeen")
    }


def test_each_flaw_of_the_ladder_is_found_in_a_broken_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that no game has may as well not be looked for: who breaks the check is not told."""
    reached: set[tuple[str, int]] = set()
    make = Flaw.__init__

    def noted(self: Flaw, *arguments: Any, **others: Any) -> None:
        frame = sys._getframe(1)
        reached.add((Path(frame.f_code.co_filename).name, frame.f_lineno))
        make(self, *arguments, **others)

    monkeypatch.setattr(Flaw, "__init__", noted)
    for name, (rung, spec) in BROKEN.items():
        climbed(spec, rung, GAMES.get(name, 3))
    for name, rung, _ in ALSO:
        climbed(BROKEN[name][1], rung)
    for rung, spec, _ in UNSEEN.values():
        climbed(spec, rung)
    for rung, spec, _ in UNLIKE.values():
        climbed(spec, rung, like=GOOD)
    every = sites(Path(testkit.__file__).parent)
    assert len(every) > 100
    assert sorted(every - reached) == []


# -- keys ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] * (name in GAMES)) for name in FORGETFUL_KEYS]
)
def test_a_key_that_forgets_something_costs_points_beside_a_reference_too(name: str) -> None:
    """The rules are those of the reference, so nothing else does."""
    reference = SUM if BROKEN[name][1].reasons == SUM.reasons else RING
    report = verify(BROKEN[name][1], games=GAMES.get(name, 3), like=reference)
    assert [finding.rung.name for finding in report.failures] == ["key"]
    assert Grade.of(report).points < Grade.of(verify(reference, games=1, like=reference)).points == 200


@cases("name", [*FORGETFUL_KEYS, "KeyForgetsTheDie", "KeyForgetsWhoHasWon"])
def test_no_game_is_solved_whose_key_forgets_something(name: str) -> None:
    with pytest.raises(NoTablebase, match="has the key of another position, but not its future"):
        generic.solve(make(BROKEN[name][1], {}).start())


def ending(counts: Callable[[Any, Any, Any], bool], ends: Callable[[Any], bool]) -> type[Game]:
    """The heaps with a draw that the key does not tell: ``counts(before, action, after)`` is what ``ply`` counts."""

    class Counting(State):
        @property
        def outcome(self) -> bg.Outcome | None:
            return super().outcome or (bg.Outcome((0.0, 0.0), "limit") if ends(self) else None)

        def apply(self, action: Any) -> Any:
            after = super().apply(action)
            return attrs.evolve(after, ply=self.ply + counts(self, action, after))

    return type("Counted", (Game,), {"kind": Counting})


LIMITS: dict[str, Callable[[Any, Any, Any], bool]] = {
    "plies": lambda before, action, after: True,
    "choices": lambda before, action, after: action in TAKES,
    "throws": lambda before, action, after: action not in TAKES,
    "turns": lambda before, action, after: before.seat != after.seat,
}


@pytest.mark.parametrize("counted", few(LIMITS, next(iter(LIMITS))))
def test_a_key_need_not_tell_a_limit_of_the_length_of_games(counted: str) -> None:
    spec = spec_of(ending(LIMITS[counted], lambda state: state.ply >= 5))
    climb = Climb(spec, 200)
    assert any("limit" in str(walk.states[-1].outcome) for walk in climb.trial.walks)
    for rung in RUNGS:
        if rung.name in ("equality", "key"):
            assert climb.climb(rung).status == OK, climb.findings[rung.name].explained()


@attrs.frozen
class Turns(Sum):
    """A turn has several throws and choices; six turns are a draw."""

    turns: int = 0

    @property
    def outcome(self) -> bg.Outcome | None:
        return super().outcome or (bg.Outcome((0.0, 0.0), "limit") if self.turns >= 6 else None)

    def held(self, won: int) -> Any:
        after = super().held(won)
        return Turns(after.game, after.scores, after.seat, 0, "throw", self.turns + 1)

    def __str__(self) -> str:
        return f"{super().__str__()} {self.turns}"


class TurnsGame(SumGame):
    def start(self) -> Any:
        return Turns(self, (0, 0), 0, 0, "throw")


@pytest.mark.thorough
def test_a_key_need_not_tell_a_limit_of_turns() -> None:
    spec = spec_of(lambda options: TurnsGame(lambda at: (at.scores, at.seat, at.sum, at.phase)))
    assert climbed(spec, "key", 200).status == OK


@cases("limit", range(3, 12))
def test_a_solver_does_not_mind_a_limit_of_plies(limit: int) -> None:
    """It finds no draws by it."""
    spec = spec_of(ending(LIMITS["plies"], lambda state: state.ply >= limit))
    assert len(generic.solve(make(spec, {}).start())) > limit


@pytest.mark.parametrize("by_history", few([False, True], True))
def test_a_key_need_not_tell_an_end_by_earlier_positions(by_history: bool) -> None:
    game = ending(lambda before, action, after: action is LEFT, lambda state: state.ply >= 2)
    spec = spec_of(game, by_history=frozenset({"limit"} if by_history else ()))
    assert climbed(spec, "key", 200).status == (OK if by_history else FAILED)
    if by_history:
        assert len(generic.solve(make(spec, {}).start())) > 50
    else:
        with pytest.raises(NoTablebase, match="but not its future"):
            generic.solve(make(spec, {}).start())
