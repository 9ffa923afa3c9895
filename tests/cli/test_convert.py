"""``boardgames convert`` as its users meet it."""

from __future__ import annotations

import errno
import json
import os
import random
from pathlib import Path

import pytest

from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.records.game_record import UnreadableRecord
from boardgames.records.record_formats import JSON, read, write
from tests.command import Run
from tests.games.shogi.records.game_records import mutated, random_record
from tests.samples import cases

UNREADABLE = (UnreadableRecord, UnknownGame, BadOption)

KIF = """\
手合割：平手
先手：Ann
後手：Bob
手数----指手---------消費時間--
*よろしく
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)   ( 1:05/00:01:05)
   3 投了
変化：2手
   2 ８四歩(83)
"""
CSA = "V2.2\nN+Ann\nN-Bob\nPI\n+\n'*よろしく\n+7776FU\nT16\n-3334FU\nT65\n%TORYO\n"
USI = "position startpos moves 7g7f 3c3d\n"
MINI_CSA = (
    "V2.2\nP1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  * \nP4+FU *  *  *  * \n"
    "P5+OU+KI+GI+KA+HI\n+\n+5453FU\n%CHUDAN\n"
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
def test_kif_becomes_csa_and_notes_are_told(run: Run, tmp_path: Path, encoding: str) -> None:
    (tmp_path / "game.kif").write_bytes(KIF.encode(encoding))
    result = run("convert", "game.kif", "--to", "csa")
    assert result.returncode == 0
    assert result.stdout == CSA
    assert result.stderr == "game.kif: csa cannot hold all of the variations\n"


def test_every_format_becomes_every_other(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csa").write_text(CSA, encoding="utf-8")
    assert run("convert", "a.csa", "--to", "json", "--out", "a.json").stdout == ""
    for source in ("a.csa", "a.json"):
        assert run("convert", source, "--to", "usi").stdout == USI
        kif = run("convert", source, "--to", "kif").stdout
        assert "   2 ３四歩(33)   ( 1:05/00:01:05)\n   3 投了\nまで2手で後手の勝ち\n" in kif
        record = json.loads(run("convert", source, "--to", "json").stdout)
        assert record["actions"] == ["7g7f", "3c3d"]
        assert record["times"] == [16, 65]
        assert record["options"]["impasse"] == "none"  # files from elsewhere do not know our counting
        assert record["outcome"] == {"returns": [-1.0, 1.0], "reason": "resignation", "loser": 0, "fault": None}
        assert [player["name"] for player in record["players"]] == ["Ann", "Bob"]
    (tmp_path / "a.txt").write_text("7g7f 3c3d")
    assert "-3334FU" in run("convert", "a.txt", "--to", "csa").stdout


def test_what_was_converted_can_be_replayed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csa").write_text(CSA, encoding="utf-8")
    run("convert", "a.csa", "--to", "json", "--out", "a.json")
    assert run("replay", "a.json").stdout == "  * よろしく\nAnn: 7g7f\nBob: 3c3d\nBob wins against Ann: resignation\n"


def test_what_was_played_can_be_converted(run: Run) -> None:
    run("play", "minishogi", "--p1", "random", "--p2", "random", "--seed", "3", "--record", "r.json")
    first = run("convert", "r.json", "--to", "kif", "--out", "r.kif", "--encoding", "shift_jis")
    assert (first.returncode, first.stdout, first.stderr) == (0, "", "")
    again = run("convert", "r.kif", "--to", "usi").stdout
    assert again == run("convert", "r.json", "--to", "usi").stdout
    assert again.startswith("position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves ")


def test_the_board_tells_the_game(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csa").write_text(MINI_CSA)
    assert run("convert", "a.csa", "--to", "usi").stdout == "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c\n"
    (tmp_path / "b.csa").write_text("PI\n+\n+5453FU\n%CHUDAN\n")  # of itself this would be shogi
    assert run("convert", "b.csa", "--to", "csa").returncode == 2
    assert run("convert", "b.csa", "--to", "csa", "--game", "minishogi").stdout == MINI_CSA


def test_what_a_format_cannot_hold_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csa").write_text(CSA, encoding="utf-8")
    assert run("convert", "a.csa", "--to", "kif").stderr == ""
    assert run("convert", "a.csa", "--to", "json").stderr == ""
    lost = "a.csa: usi cannot hold all of the names, times, comments, verdict\n"
    assert run("convert", "a.csa", "--to", "usi").stderr == lost


def test_encodings_are_write(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.kif").write_text(KIF, encoding="utf-8")
    for name, codec in {"utf-8": "utf-8", "utf-8-bom": "utf-8-sig", "shift_jis": "cp932", "euc-jp": "euc_jp"}.items():
        assert run("convert", "a.kif", "--to", "kif", "--out", "b.kif", "--encoding", name).returncode == 0
        mark = UTF_8 if name.startswith("utf-8") else ""
        assert (tmp_path / "b.kif").read_bytes().decode(codec).startswith(f"{mark}手合割：平手\n先手：Ann\n")


UTF_8 = "#KIF version=2.0 encoding=UTF-8\n"


@cases(
    ("form", "name", "codec"),
    [("kif", "b.kif", "cp932"), ("kif", "b.KIF", "cp932"), ("kif", "b.kifu", "utf-8"), ("kif", "b.txt", "utf-8"),
     ("ki2", "b.ki2", "cp932"), ("ki2", "b.ki2u", "utf-8"), ("csa", "b.csa", "utf-8"), ("jkf", "b.jkf", "utf-8")],
)  # fmt: skip
def test_the_name_of_a_file_means_an_encoding(run: Run, tmp_path: Path, form: str, name: str, codec: str) -> None:
    (tmp_path / "a.kif").write_text(KIF, encoding="utf-8")
    assert run("convert", "a.kif", "--to", form, "--out", name).returncode == 0
    assert (tmp_path / name).read_bytes().decode(codec) == run("convert", "a.kif", "--to", form).stdout


@pytest.mark.parametrize("form", ["kif", "ki2"])
def test_what_shift_jis_lacks_is_written_in_utf_8_with_its_marks(run: Run, tmp_path: Path, form: str) -> None:
    (tmp_path / "a.kif").write_text(KIF.replace("よろしく", "☃"), encoding="utf-8")
    plain = run("convert", "a.kif", "--to", form)
    assert run("convert", "a.kif", "--to", form, "--out", f"b.{form}").returncode == 0
    assert (tmp_path / f"b.{form}").read_bytes() == f"\ufeff{UTF_8}{plain.stdout}".encode()
    assert run("convert", f"b.{form}", "--to", form).stdout == plain.stdout
    refused = run("convert", "a.kif", "--to", form, "--out", f"b.{form}", "--encoding", "shift_jis")
    assert refused.returncode == 2 and "cannot be written in shift_jis" in refused.stderr
    assert run("convert", "a.kif", "--to", form, "--encoding", "utf-8").stdout == UTF_8 + plain.stdout
    run("convert", "a.kif", "--to", form, "--out", f"b.{form}u", "--encoding", "utf-8")
    assert (tmp_path / f"b.{form}u").read_text(encoding="utf-8") == plain.stdout


@cases(
    ("content", "arguments", "message"),
    [
        (KIF.replace("３四歩(33)", "３五歩(33)"), ["--to", "csa"], "a.kif: line 7: '3五歩(33)' is not legal: "),
        (KIF, ["--to", "pgn"], "--to pgn: shogi can be written as kif, ki2, csa, usi, bod, jkf, json"),
        (KIF.replace("Ann", "☃"), ["--to", "csa", "--encoding", "shift_jis"], "'☃' cannot be written in shift_jis"),
        (KIF, ["--to", "csa", "--out", "no/where"], "cannot write no/where: No such file or directory"),
        (KIF, ["--to", "csa", "--game", "minishogi"], "a.kif: line 1: 手合割 is '平手': expected one of 5五将棋"),
        (
            KIF,
            ["--to", "csa", "--game", "ur"],
            "this is KIF, of Kifu for Windows, a record of shogi and not of ur: expected a record of",
        ),
        (KIF, ["--to", "csa", "--game", "chess"], "there is no game 'chess'"),
        (
            "hello",
            ["--to", "csa"],
            "a.kif: this is no game record that is known here: expected a record of",
        ),
        (
            '[Event "x"]\n1. e4 e5',
            ["--to", "csa"],
            "a.kif: this is PGN, Portable Game Notation, or its relative PSN: exp",
        ),
        (
            "手合割：中将棋\n1 ７六歩(77)\n",
            ["--to", "csa"],
            "this is KIF, of Kifu for Windows, but of no game that is known",
        ),
        ("<!DOCTYPE html>", ["--to", "csa"], "this is an HTML page: save the record itself"),
        ('{"a": 1, "b": [2, 3]}', ["--to", "csa"], "this is JSON, but not the record of a game"),
        (KIF, ["--to", "csa", "--game", "2"], "there is one game in a.kif, so --game 2 picks none"),
        (KIF, ["--to", "csa", "--game", "0"], "games are counted from 1, so 0 picks none"),
        ("", ["--to", "csa"], "CSA 2.2, of the Computer Shogi Association"),
        ("{", ["--to", "csa"], "a.kif: not a record: "),
        (KIF, [], "Missing option '--to'"),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    run: Run, tmp_path: Path, content: str, arguments: list[str], message: str
) -> None:
    (tmp_path / "a.kif").write_text(content, encoding="utf-8")
    result = run("convert", "a.kif", *arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    assert "cannot read none.kif: No such file or directory" in run("convert", "none.kif", "--to", "csa").stderr
    (tmp_path / "bad.json").write_bytes(b'{"schema": \xff')
    assert "bad.json: not a record: it is not in UTF-8" in run("convert", "bad.json", "--to", "csa").stderr


def test_records_of_other_games_have_no_such_format(run: Run) -> None:
    run("play", "ur:tokens=1", "--p1", "random", "--p2", "random", "--seed", "3", "--record", "r.json")
    result = run("convert", "r.json", "--to", "kif")
    assert result.returncode == 2
    assert "--to kif: ur can be written as rgn, json" in result.stderr
    assert json.loads(run("convert", "r.json", "--to", "json").stdout)["game"] == "ur"


def test_several_games_in_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "club.csa").write_text(f"{CSA}/\nPI\n+\n+2726FU\n%CHUDAN\n", encoding="utf-8")
    assert run("convert", "club.csa", "--to", "usi").stdout == f"{USI}position startpos moves 2g2f\n"
    assert run("convert", "club.csa", "--to", "csa", "--game", "1").stdout == CSA
    second = run("convert", "club.csa", "--to", "kif", "--game", "2", "--game", "shogi")
    assert "   1 ２六歩(27)\n" in second.stdout
    refused = run("convert", "club.csa", "--to", "kif")
    assert refused.returncode == 2
    assert "there are 2 games in club.csa, and kif holds one a file: --game N picks one" in refused.stderr
    assert run("convert", "club.csa", "--to", "kif", "--out", "out.kif").returncode == 0
    assert "２六歩" in (tmp_path / "out-2.kif").read_text(encoding="cp932")
    assert run("convert", "club.csa", "--to", "json", "--out", "all.json").returncode == 0
    assert run("convert", "all.json", "--to", "csa").stdout == run("convert", "club.csa", "--to", "csa").stdout
    replayed = run("replay", "club.csa", "--game", "2")
    assert replayed.stdout == "Black: 2g2f\nbroken off after 1 ply\n"
    assert "this is the first of 2 games" in run("replay", "club.csa").stderr


def test_every_format_is_known_by_its_content(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.kif").write_text(KIF, encoding="utf-8")
    for name in ("ki2", "jkf", "kif"):
        assert run("convert", "a.kif", "--to", name, "--out", "b").returncode == 0
        back = json.loads(run("convert", "b", "--to", "json").stdout)
        assert back["actions"] == ["7g7f", "3c3d"]
        assert back["variations"][0]["actions"] == ["8c8d"]
    assert "後手の持駒：なし" in run("convert", "a.kif", "--to", "bod").stdout


def test_a_file_that_is_there_outlives_a_full_disk(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.csa").write_text(CSA, encoding="utf-8")
    (tmp_path / "b.kif").write_text("the only copy")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    result = run("convert", "a.csa", "--to", "kif", "--out", "b.kif")
    assert (result.returncode, result.stderr) == (2, "Error: cannot write b.kif: No space left on device\n")
    assert (tmp_path / "b.kif").read_text() == "the only copy"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csa", "b.kif"]


def test_damaged_json_is_a_record_or_our_error() -> None:
    rng = random.Random(1)
    readable = 0
    turns = 60
    for turn in range(turns):
        data = mutated(write(random_record("shogi", turn % 20), JSON).encode(), rng)
        data = data.replace(*rng.choice([(b"59", b"NaN"), (b"59", b"1e999"), (b"59", b"null"), (b"[]", b"{}")]), 1)
        try:
            record = read(data)
        except UNREADABLE:
            continue
        assert read(write(record, JSON).encode()) == record
        readable += 1
    assert 0 < readable < turns


@cases(
    ("field", "value", "message"),
    [
        ("times", ["x"], "'times' must be a list of seconds"),
        ("times", 3, "'times' must be a list of seconds"),
        ("times", [-1], "'times' must be a list of seconds"),
        ("players", [], "shogi has 2 players"),
        ("game", "chess", "there is no game 'chess'"),
        ("options", {"name": "x"}, "there is no option 'name'"),
        ("start", "", "expected 4 fields"),
        ("actions", ["7g7f", "7g7f"], "'7g7f' is not legal: at ply 2"),
    ],
)
def test_forged_json_is_told(field: str, value: object, message: str) -> None:
    record = json.loads(write(random_record("shogi", 0), JSON)) | {field: value}
    with pytest.raises(UNREADABLE, match=message):
        read(json.dumps(record).encode())


def test_a_game_that_shares_its_board_is_named_where_the_better_known_one_fails(run: Run, tmp_path: Path) -> None:
    (tmp_path / "kyoto.usi").write_text("position sfen p+nks+l/5/5/5/+LSK+NP b - 1 moves 1e1d+ 4a5b+\n")
    refused = run("convert", "kyoto.usi", "--to", "usi")
    assert refused.returncode == 2 and refused.stderr.endswith(
        "; by the rules of kyotoshogi it can be read: --game kyotoshogi\n"
    )
    assert run("convert", "kyoto.usi", "--to", "usi", "--game", "kyotoshogi").returncode == 0
    (tmp_path / "broken.usi").write_text("position startpos moves 7g7e\n")
    assert "--game" not in run("convert", "broken.usi", "--to", "usi").stderr
