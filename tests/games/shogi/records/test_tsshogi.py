"""tsshogi, a library of others, reads what we write: moves, times, ends, and comments with evaluations.

It is a package of npm; ``npm install tsshogi`` in some folder, and ``TSSHOGI=that/folder pytest`` finds it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.shogi.records.evaluations import of_comment
from boardgames.records.game_record import GameRecord
from tests.games.shogi.records.game_records import told_record
from tests.games.shogi.records.test_evaluations import evaluated

EVERYDAY = 15
THOROUGH = 500
READER = Path(__file__).with_name("tsshogi.mjs")


def theirs(records: list[GameRecord], form: str) -> list[dict[str, Any]]:
    node, folder = shutil.which("node"), os.environ.get("TSSHOGI", "")
    if node is None or not (Path(folder) / "node_modules" / "tsshogi").is_dir():
        pytest.skip("node with tsshogi is not here: npm install tsshogi, and name the folder in TSSHOGI")
    write = bg.find("shogi").formats[form].write
    asked = "".join(json.dumps({"form": form, "text": write(record)}) + "\n" for record in records)
    told = subprocess.run(
        [node, str(READER), os.path.abspath(folder)], input=asked, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in told.stdout.splitlines()]


def agree(form: str, seeds: range) -> None:
    records = [told_record("shogi", seed) for seed in seeds]
    for record, told in zip(records, theirs(records, form), strict=True):
        assert "error" not in told, told
        assert told["moves"] == list(record.actions)
        assert told["start"].split()[:3] == record.start.split()[:3]
        if form != "ki2":
            assert told["times"] == list(record.times)
        assert told["ending"] == ending(record, form)


ENDINGS = {
    "resignation": "resign",
    "repetition": "repetitionDraw",
    "impasse": "impass",
    "timeout": "timeout",
    "checkmate": "mate",
}


def ending(record: GameRecord, form: str) -> str:
    """What tsshogi calls the end.

    It has no word for a limit of plies in KIF and KI2, and does not tell whose foul it was in CSA and JKF; these two
    have none for who did not come.
    """
    verdict, state = record.verdict, record.playthrough().state
    if verdict is None:
        return "interrupt"
    reason, for_people = verdict.outcome.reason, form in ("kif", "ki2")
    if reason == "ply limit":
        return "any" if for_people else "maxMoves"
    if reason == "no show":
        return "loseByDefault" if for_people else "interrupt"
    if reason == "illegal":
        return "foulWin" if for_people and verdict.loser != state.seat else "foulLose"
    return ENDINGS[reason]


@pytest.mark.parametrize("form", ["kif", "ki2", "csa", "jkf"])
def test_tsshogi_reads_what_we_write(form: str) -> None:
    agree(form, range(EVERYDAY))


@pytest.mark.parametrize("form", ["kif", "ki2", "csa", "jkf"])
def test_tsshogi_reads_comments_and_evaluations(form: str) -> None:
    records = [evaluated(seed) for seed in range(EVERYDAY)]
    for record, told in zip(records, theirs(records, form), strict=True):
        states, comments = record.playthrough().states, told["comments"]
        assert "a remark" in comments[2].split("\n")
        for ply, written in record.evaluations.items():
            read = of_comment(states[ply], comments[ply].strip())
            assert read is not None
            assert read.line == written.line
            assert read.chance == pytest.approx(written.chance, abs=1e-3)
            if form != "csa":
                assert (read.depth, read.nodes, read.judge) == (written.depth, written.nodes, written.judge)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["kif", "ki2", "csa", "jkf"])
def test_tsshogi_reads_much_that_we_write(form: str) -> None:
    agree(form, range(EVERYDAY, EVERYDAY + THOROUGH))
