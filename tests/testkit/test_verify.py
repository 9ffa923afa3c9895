"""What verify takes, and what it reports."""

from __future__ import annotations

from typing import Any

import pytest

import boardgames as bg
from boardgames.testkit import FAILED, NOT_SEEN, OK, RUNGS, Climb, Finding, Rung, verify
from tests.samples import cases
from tests.testkit.broken import BROKEN, GOOD, Game, State, spec_of


def test_a_game_by_name_by_spec_and_itself() -> None:
    for subject in ("ur:tokens=1", bg.load("ur", tokens=1)):
        report = verify(subject, games=1)
        assert report.ok, str(report)
        assert report.game == "ur:tokens=1"
    assert Climb(bg.find("ur"), games=1, options={"tokens": 1}).name == "ur:tokens=1"
    assert Climb("ur", games=1).name == "ur"


def test_progress_is_told_before_and_after_each_rung() -> None:
    told: list[tuple[Rung, Finding | None]] = []
    report = verify("ur:tokens=1", games=1, progress=lambda rung, finding: told.append((rung, finding)))
    assert told[::2] == [(rung, None) for rung in RUNGS]
    assert told[1::2] == list(zip(RUNGS, report.findings, strict=True))


def test_the_same_seed_finds_the_same() -> None:
    spec = BROKEN["KeyForgetsTheDie"][1]
    report = verify(spec, games=1)
    assert str(report) == str(verify(spec, games=1))
    assert report.findings != verify(spec, games=1, seed=50).findings


def test_what_was_not_seen_is_no_failure() -> None:
    report = verify(GOOD, games=1)
    unseen = [finding for finding in report.findings if finding.status == NOT_SEEN]
    assert [finding.rung.name for finding in unseen] == ["every-reason"]
    assert unseen[0].what == "no random game of 1 ended by ['limit']"
    assert report.ok
    assert report.summary() == f"heaps climbs the ladder: {len(RUNGS)} rungs, 1 random games, 1 not seen."


def test_every_reason_can_be_seen() -> None:
    assert {finding.status for finding in verify("ur:tokens=1", games=4).findings} == {OK}


def test_a_bound_may_be_given() -> None:
    report = verify("ur", games=1, max_plies=3)
    assert [finding.rung.name for finding in report.failures] == ["ends"]
    assert "was not over after 3 plies" in report.failures[0].what


def test_a_report_reads_from_the_ladder_to_the_summary() -> None:
    report = verify(BROKEN["HashIgnoresTheDie"][1], games=2)
    lines = str(report).splitlines()
    assert lines[0].startswith("ok        apply-is-pure")
    assert any(line.startswith("FAILED equality: ") for line in lines)
    assert "  By hand: state = bg.Playthrough.replay(game.start(), []).state" in lines
    assert lines[-1] == f"heaps: 1 of {len(RUNGS)} rungs failed."
    two = verify(BROKEN["ApplyThrowsDiceInSecret"][1], games=2)
    assert two.summary().endswith("Fix the first one first: it may be the cause of the others.")


def test_unknown_games_and_options_are_the_callers_mistake() -> None:
    with pytest.raises(bg.UnknownGame):
        verify("tiddlywinks")
    with pytest.raises(bg.BadOption):
        verify("ur:tokens=99")
    with pytest.raises(bg.BadOption):
        verify(bg.find("ur"), options={"token": 1})


@cases(
    ("arguments", "says"),
    [
        ({"games": 0}, "games is a whole number, 1 or more, or None: not 0"),
        ({"games": -1}, "games is a whole number, 1 or more, or None: not -1"),
        ({"games": 1.5}, "games is a whole number, 1 or more, or None: not 1.5"),
        ({"max_plies": 0}, "max_plies is a whole number, 1 or more, or None: not 0"),
        ({"seed": "x"}, "seed is a whole number, not 'x'"),
        ({"seconds": float("nan")}, "seconds is a number, 0 or more, not nan"),
        ({"seconds": float("inf")}, "seconds is a number, 0 or more, not inf"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}$"):
        verify("ur:tokens=1", **arguments)


def test_a_subject_that_is_no_game_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a game, its name or its GameSpec, not 3"):
        verify(3)  # type: ignore[arg-type]


class Ending(State):
    def apply(self, action: Any) -> Any:
        raise SystemExit("the game ends the program")


class Endless(Game):
    action_count = 10**9


class Negative(Game):
    action_count = -1


class Crowded(Game):
    seats = 10**9


@cases(
    ("spec", "rung", "says"),
    [
        (spec_of(type("Exits", (Game,), {"kind": Ending})), "plays", "raised SystemExit: the game ends the program"),
        (
            spec_of(Endless),
            "indices-are-dense",
            "action_count is 1000000000: ",
        ),
        (spec_of(Negative), "indices-are-dense", "action_count is -1: "),
        (spec_of(Crowded), "who-it-is", "the game has 1000000000 seats, and the spec names 2"),
        (spec_of(max_plies="9"), "ends", "max_plies is '9': "),
        (spec_of(max_plies=-5), "ends", "max_plies is -5: "),
    ],
)
def test_what_could_end_or_stop_the_ladder_is_a_finding(spec: bg.GameSpec, rung: str, says: str) -> None:
    report = verify(spec, games=1)
    finding = next(finding for finding in report.findings if finding.rung.name == rung)
    assert finding.status == FAILED
    assert says in finding.what


def test_rungs_are_named_and_explained() -> None:
    names = [rung.name for rung in RUNGS]
    assert len(set(names)) == len(names)
    for rung in RUNGS:
        assert rung.name == rung.name.lower().replace(" ", "-")
        assert rung.title
        assert rung.why.endswith(".")
        assert rung.look.endswith((".", "?"))
