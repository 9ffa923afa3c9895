"""A record in JSON keeps all; one that contradicts itself is refused with a sentence."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.contest import play_game, read_record
from boardgames.core.protocol.verdict import PLY_LIMIT, RESIGNATION, Fault, Verdict
from boardgames.records import record_formats as records
from boardgames.records.game_record import GameRecord, RecordedPlayer, UnreadableRecord, Variation
from tests.samples import cases

PLAYED = play_game("ur:tokens=1", "greedy", "random", seed=1)
assert PLAYED.verdict is not None
LOSER = PLAYED.verdict.loser or 0


def test_everything_is_kept() -> None:
    start = bg.load("morris").start()
    record = GameRecord.of(
        bg.Playthrough.replay(start, ["d6", "a1", "g7"]),
        players=[RecordedPlayer("Ann", "human"), RecordedPlayer("Bob")],
        times=[0.25, None],
        verdict=Verdict.forfeit(Fault(1, "timeout", "too late")),
        seed=-(2**63),
        comments={0: "well\nthen", 3: "so"},
        headers={"event": "a picnic"},
        variations=(
            Variation(
                ply=1,
                actions=("d7", "g7"),
                comments={2: "better"},
                times=(1.0,),
                variations=(Variation(ply=2, actions=("a7",)),),
            ),
        ),
    )
    assert records.read(record.json().encode()) == record


@cases(
    ("change", "message"),
    [
        ({"outcome": {"returns": [-1.0, 1.0], "reason": "home", "loser": 0, "fault": None}}, "but its actions end"),
        ({"outcome": {"returns": [1.0, -1.0, 0.0], "reason": "home", "loser": 1, "fault": None}}, "3 numbers for 2"),
        (
            {
                "outcome": {
                    "returns": [1.0, -1.0],
                    "reason": "crash",
                    "loser": 9,
                    "fault": {"kind": "crash", "detail": ""},
                }
            },
            "'loser' must be the seat at fault, 0 to 1",
        ),
        ({"outcome": {"returns": [1.0, float("nan")], "reason": "home", "loser": 1}}, "must be a list of numbers"),
        ({"actions": [], "times": []}, "but its actions do not end the game"),
        ({"actions": [7]}, "each of 'actions' must be a text"),
        ({"times": [0.0] * 9999}, "'times' has 9999 entries"),
        ({"times": [1e300]}, "'times' must be a list of seconds"),
        ({"ending_time": -1}, "'ending_time' must be seconds"),
        ({"ending_time": [1]}, "'ending_time' must be seconds"),
        ({"seed": 1.5}, "'seed' must be null or a whole number of 64 bits"),
        ({"seed": 10**40}, "'seed' must be null"),
        ({"comments": {"x": "y"}}, "'comments' must be an object of texts"),
        ({"comments": {"99999": "y"}}, "'comments' go to ply 99999"),
        ({"headers": []}, "'headers' must be an object of texts"),
        ({"variations": [{"ply": 0, "actions": ["0"]}]}, "in the variation after ply 0, '0' is not legal"),
        ({"variations": [{"ply": 9999, "actions": []}]}, "leaves its line after 9999 actions"),
        ({"variations": [{"ply": len(PLAYED.actions) + 1, "actions": []}]}, "leaves its line after"),
        ({"variations": 3}, "'variations' must be a list"),
        ({"players": [{"name": "a", "player": "b"}] * 3}, "ur has 2 players, not 3"),
    ],
    ids=str,
)
def test_what_contradicts_itself_is_refused(change: dict[str, Any], message: str) -> None:
    fields = json.loads(PLAYED.json()) | change
    with pytest.raises(UnreadableRecord) as caught:
        records.read(json.dumps(fields).encode())
    assert message in str(caught.value)


def test_deep_nesting_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(70):
        deep = [{"ply": 0, "actions": [], "variations": deep}]
    for data in (
        b"{" + b'"a":[' * 100_000,
        json.dumps(json.loads(PLAYED.json()) | {"variations": deep}).encode(),
    ):
        with pytest.raises(UnreadableRecord):
            records.read(data)


def test_agreed_ends_are_accepted_where_the_rules_do_not_judge() -> None:
    begun = bg.Playthrough.replay(bg.load("shogi").start(), ["7g7f"])
    for outcome in (
        bg.Outcome((0.0, 0.0), "repetition"),
        bg.Outcome((0.0, 0.0), PLY_LIMIT),
        bg.Outcome((1.0, -1.0), RESIGNATION),
        bg.Outcome((1.0, -1.0), "no show"),
    ):
        record = GameRecord.of(begun, verdict=Verdict(outcome))
        assert records.read(record.json().encode()) == record
    with pytest.raises(UnreadableRecord, match="its actions do not end the game"):
        records.read(GameRecord.of(begun, verdict=Verdict(bg.Outcome((1.0, -1.0), "checkmate"))).json().encode())


def test_devices_and_endless_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnreadableRecord, match="it is a device"):
        read_record("/dev/zero")


def test_a_record_needs_no_players_to_be_of_a_game() -> None:
    nobody = GameRecord.of(bg.Playthrough(bg.load("ur").start()))
    assert nobody.names == ("", "")
    assert attrs.evolve(nobody, notes=("doubtful",)) == nobody, "what the reader doubted is no part of the game"


@cases(
    ("loser", "message"),
    [
        (1 - LOSER, r"says that seat \d lost, but by its returns 'home' \(.*1.*\) seat \d did$"),
        (None, r"says that nobody lost, but by its returns 'home' \(.*\) seat \d did$"),
        (7, "says that seat 7 lost, but by its returns"),
        ("0", "'loser' of 'outcome' must be null or the number of a seat$"),
        (True, "'loser' of 'outcome' must be null or the number of a seat$"),
        (1.0, "'loser' of 'outcome' must be null or the number of a seat$"),
    ],
)
def test_a_loser_that_contradicts_the_returns(loser: Any, message: str) -> None:
    fields = json.loads(PLAYED.json())
    fields["outcome"]["loser"] = loser
    with pytest.raises(UnreadableRecord, match=message):
        records.read(json.dumps(fields).encode())
    del fields["outcome"]["loser"]
    assert records.read(json.dumps(fields).encode()) == PLAYED


@cases("kind", [[], {}, 5, None, "no such kind"])
def test_a_fault_of_an_unknown_kind(kind: Any) -> None:
    fields = json.loads(PLAYED.json())
    fields["outcome"] = {"returns": [1.0, -1.0], "reason": "x", "loser": 1, "fault": {"kind": kind, "detail": ""}}
    with pytest.raises(UnreadableRecord, match="a 'fault' has a 'detail' and a 'kind', one of timeout"):
        records.read(json.dumps(fields).encode())


def test_an_outcome_without_returns() -> None:
    fields = json.loads(PLAYED.json())
    fields["outcome"]["returns"] = []
    with pytest.raises(UnreadableRecord, match="must be a list of numbers, one for each seat"):
        records.read(json.dumps(fields).encode())


def numbers_of_numpy() -> list[Any]:
    """Two of its numbers, where it is here."""
    if find_spec("numpy") is None:
        return []
    import numpy as np

    return [np.int64(-5), np.uint64(2**63)]


def test_seeds_of_records_are_those_that_can_be_read() -> None:
    seed: Any
    for seed in (0, -(2**63), 2**64 - 1, *numbers_of_numpy(), True):
        record = attrs.evolve(PLAYED, seed=seed)
        assert type(record.seed) is int
        assert records.read(record.json().encode()).seed == seed
    for seed in (2**64, -(2**63) - 1, 10**5000):
        with pytest.raises(ValueError, match=r"a seed is a whole number of 64 bits, from -2\*\*63 to 2\*\*64 - 1, not"):
            attrs.evolve(PLAYED, seed=seed)
        with pytest.raises(ValueError, match="a seed is a whole number of 64 bits"):
            play_game("ur:tokens=1", "random", "random", seed=seed)
    wrong: Any
    for wrong in (1.0, "1", [1]):
        with pytest.raises(TypeError, match="a seed is a whole number, not"):
            attrs.evolve(PLAYED, seed=wrong)
