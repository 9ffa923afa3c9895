"""Games as lines of USI."""

from __future__ import annotations

import pytest

from boardgames.core.model.game import Outcome
from boardgames.core.protocol.verdict import Verdict
from boardgames.games.shogi.records import usi_record
from boardgames.records.game_record import UnreadableRecord
from tests.games.shogi.records.game_records import STARTS, random_record, reading_game, usi
from tests.samples import cases, sample

SHOGI = reading_game("shogi")


@pytest.mark.parametrize("name", STARTS)
@sample(8, thorough=50)
def test_round_trip(name: str, sample: int) -> None:
    game = reading_game(name)
    for seed in range(sample):
        record = random_record(name, seed)
        text = usi_record.write(record)
        assert usi_record.recognises(game.variant, text.encode())  # type: ignore[attr-defined]
        back = usi_record.read_all(game, text.encode())[0]
        assert (back.start, usi(back)) == (record.start, usi(record))


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


@cases(
    ("text", "message"),
    [
        ("", "this file is empty: expected 'position startpos moves 7g7f ...'"),
        ("position fen x", "line 1: cannot read 'fen': expected a move as '7g7f'"),
        ("position sfen 9/9 b - 1", "line 1: the position cannot be read: field 1 must have 9 ranks"),
        ("7g7f\n3c3e", "line 2: '3c3e' is not legal: the pawn on 3c does not move so; legal here: 3c3d"),
        ("7g7f 3c3\n2g2f", "line 1: cannot read '3c3': expected a move as '7g7f', '8h2b+' or 'P*5e'"),
        ("7g7f resign 3c3d", "line 1: '3c3d' comes after the end of the game"),
    ],
)
def test_errors_say_where_and_what(text: str, message: str) -> None:
    with pytest.raises(UnreadableRecord) as raised:
        usi_record.read_all(SHOGI, text.encode())[0]
    assert message in str(raised.value)


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
