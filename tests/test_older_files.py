"""Files that version 0.3.0.dev0 wrote before the house was built are read still; contests' own are in tests/contest."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import boardgames as bg
from boardgames.contest import play_game, read_record
from boardgames.solve import table

OLDER_FILES = Path(__file__).parent / "older_files"


def test_a_table_has_its_values() -> None:
    exact = table("ur:tokens=1", OLDER_FILES / "ur-one-token.table")
    assert exact.value(bg.load("ur:tokens=1").start()) == pytest.approx(0.53004983952486)


def test_an_analysed_record_is_played_again_with_its_evaluations() -> None:
    record = read_record(OLDER_FILES / "ur-analysed.json")
    assert record.playthrough().state.outcome is not None
    assert (record.winner, record.seed, len(record.evaluations)) == (1, 3, 20)
    assert record.evaluations[0].chance == pytest.approx(0.53004983952486)


def test_a_judgement_is_played_by(tmp_path: Path) -> None:
    file = tmp_path / "minishogi.judgement"
    file.write_bytes(gzip.decompress((OLDER_FILES / "minishogi.judgement.gz").read_bytes()))
    judging = f"alphabeta:nodes=100,judgement={file}"
    assert play_game("minishogi", judging, "random", seed=1).actions != (
        play_game("minishogi", "alphabeta:nodes=100", "random", seed=1).actions
    )
