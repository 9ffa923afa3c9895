"""Games as lines of USI."""

from __future__ import annotations

import pytest

from boardgames.core.model.game import Outcome
from boardgames.core.protocol.verdict import Verdict
from boardgames.games.shogi.records import usi_record
from tests.games.shogi.records.game_records import reading_game, usi
from tests.samples import cases

SHOGI = reading_game("shogi")


@cases(
    "text",
    [
        "position startpos moves 7g7f 3c3d\n",
        "startpos moves 7g7f 3c3d",
        "moves 7g7f 3c3d",
        "7g7f 3c3d",
        "7g7f\r\n3c3d\r\n",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d",
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - moves 7g7f 3c3d",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 7g7f 3c3d",
    ],
)
def test_ways_to_write_it(text: str) -> None:
    assert usi(usi_record.read_all(SHOGI, text.encode())[0]) == ["7g7f", "3c3d"]
    assert usi_record.recognises(SHOGI.variant, text.encode())  # type: ignore[attr-defined]


def test_endings() -> None:
    assert usi_record.read_all(SHOGI, b"7g7f resign")[0].verdict == Verdict(Outcome.lost_by(1, "resignation"))
    assert usi_record.read_all(SHOGI, b"7g7f win")[0].verdict == Verdict(Outcome.lost_by(0, "declaration"))


def test_a_bare_position() -> None:
    text = b"8k/9/8P/9/9/9/9/9/K8 b G 1\n"
    assert usi_record.recognises(SHOGI.variant, text)  # type: ignore[attr-defined]
    record = usi_record.read_all(SHOGI, text)[0]
    assert (record.start, record.actions) == ("8k/9/8P/9/9/9/9/9/K8 b G 1", ())
    assert usi_record.recognises(reading_game("minishogi").variant, b"2k2/5/5/5/2K2 w G 7")  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["shogi", "minishogi"])
def test_addresses_are_read_as_the_positions_in_them(name: str) -> None:
    game = reading_game(name)
    for text in (
        "https://lishogi.org/analysis/{}_b_-_1",
        "'sfen {} b - 1'",
        "https://kento.example/?initpos={}%20b%20-%201&moves=#0",
    ):
        data = text.format(str(game.start()).split()[0]).encode()
        assert usi_record.recognises(game.variant, data)  # type: ignore[attr-defined]
        assert usi_record.read_all(game, data)[0].start == str(game.start())


def test_one_position_a_line_is_several_games() -> None:
    data = b"position startpos moves 7g7f\n\nposition startpos moves 2g2f 3c3d\nsfen 8k/9/8P/9/9/9/9/9/K8 b G 1\n"
    assert [usi(record) for record in usi_record.read_all(SHOGI, data)] == [["7g7f"], ["2g2f", "3c3d"], []]


def test_a_file_that_breaks_off() -> None:
    record = usi_record.read_all(SHOGI, b"position startpos moves 7g7f 3c3")[0]
    assert usi(record) == ["7g7f"]
    assert record.notes == ("line 1: the file breaks off here, in '3c3'",)
