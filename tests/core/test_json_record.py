"""A record in JSON keeps all; one that contradicts itself is refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.contest import play_game, read_record
from boardgames.core.lookup import record_formats as records
from boardgames.core.record.game_record import GameRecord, RecordedPlayer, UnreadableRecord, Variation
from boardgames.core.record.verdict import PLY_LIMIT, RESIGNATION, Fault, Verdict

PLAYED = play_game("ur:tokens=1", "greedy", "random", seed=1)


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


@pytest.mark.parametrize(
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
        ({"seed": 1.5}, "'seed' must be null or a whole number of 64 bits"),
        ({"seed": 10**40}, "'seed' must be null"),
        ({"comments": {"x": "y"}}, "'comments' must be an object of texts"),
        ({"comments": {"99999": "y"}}, "'comments' go to ply 99999"),
        ({"headers": []}, "'headers' must be an object of texts"),
        ({"variations": [{"ply": 0, "actions": ["0"]}]}, "in the variation after ply 0, '0' is not legal"),
        ({"variations": [{"ply": 9999, "actions": []}]}, "leaves its line after 9999 actions"),
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
