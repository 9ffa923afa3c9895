"""Lists of moves of morris: as Sanmill, PlayOK and people write them; games come back, and what is none is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import boardgames as bg
from boardgames.core.model.game import Outcome
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.games.morris import pgn
from boardgames.records import record_formats
from boardgames.records.game_record import GameRecord, RecordedPlayer, UnreadableRecord
from tests.command import Run
from tests.samples import cases, few, sample

MILL = ("a1", "d6", "d1", "d2", "g1xd2", "f4")


def read(text: str) -> GameRecord:
    return record_formats.read(text.encode())


@cases(
    "text",
    [
        "1. a1 d6 2. d1 d2 3. g1xd2 f4",
        "1.a1 d6 2.d1 d2 3.g1 xd2 f4",
        "a1 d6 d1 d2 g1xd2 f4",
        "A1 D6 D1 D2 G1xD2 F4",
        "1. a1\n1... d6\n2. d1\n2... d2\n3. g1 {a mill}\nxd2 f4 *",
        "1) a1 d6\n2) d1 d2)\n3) g1:d2 f4",
        "1. 22 5 2. 23 20 3. 24x20 14",
        '[Site "PlayOK"]\r\n\r\n1. a1! d6 $1 2. d1 (2. d7 d1 (2... f4) 3. f6) d2 3. g1xd2?! f4 *\r\n',
        " 1.    a1    d6\n 2.    d1    d2 ; threatens\n 3.    g1xd2    f4 ",
        '[FEN "********/********/******** w p p 9 0 9 0 0 0 0 0 0 0 0 0"]\n\n1. a1 d6 2. d1 d2 3. g1xd2 f4',
    ],
)
def test_people_write_moves_in_many_ways(text: str) -> None:
    record = read(text)
    assert record.actions == MILL and record.verdict is None
    assert record.options["double_mill"] == 1 and record.options["mill_memory"] is False


@cases("move", ["d6-d7", "d6d7", "D6d7", "5-2"])
def test_moves_between_points_need_no_hyphen(move: str) -> None:
    tags = '[Rules "morris:double_mill=1,mill_memory=off"]\n[Position "B..BB...............WWWW b 0 0 1"]\n'
    assert read(f"{tags}\n1. {move} g1-g4").actions == ("d6-d7", "g1-g4")


def test_tags_results_and_comments() -> None:
    tags = '[White "Ann \\"A\\""]\n[Black "Bob"]\n[Event "Cup"]\n[Result "1-0"]\n\n'
    record = read(tags + "{to begin}\n1. a1 d6 {a fork\nof two} {again}\n1/2-1/2\n")
    assert record.names == ('Ann "A"', "Bob") and record.headers == {"event": "Cup"}
    assert record.comments == {0: "to begin", 2: "a fork of two\nagain"}
    assert record.verdict == Verdict(Outcome((0.0, 0.0), "agreement"))
    assert read("1. a1 d6 1-0").verdict == Verdict(Outcome((1.0, -1.0), "resignation"))
    assert read('[Result "0-1"]\n1. a1 d6').verdict == Verdict(Outcome((-1.0, 1.0), "resignation"))


def test_the_rules_decide_before_the_result() -> None:
    record = record_formats.read(b"1. a1 c3 2. a2 c2 3. a3 0-1", bg.load("morris:preset=three"))
    assert record.verdict == Verdict(Outcome((1.0, -1.0), "mill"))
    assert record.notes == ("the record ends with 0-1, but the rules have ended the game: mill",)


def test_rules_that_are_not_said_are_found_among_the_presets() -> None:
    record = read("1. a1 d6 2. a1-a4 f4")
    assert record.options["early_moves"] is True
    assert record.notes[0].startswith("the record does not say its rules: it was read as morris:preset=lasker, since")


@pytest.mark.parametrize("preset", few(bg.find("morris").presets, "classic", "statement", "three"))
@sample(8, thorough=60)
def test_random_games_come_back(preset: str, sample: int) -> None:
    game = bg.load("morris", preset=preset, turns=60)
    for seed in range(sample):
        rng = Random(f"{preset} {seed}")
        playthrough = bg.Playthrough(game.start())
        for _ in range(rng.randrange(130)):
            if playthrough.state.outcome is None:
                playthrough.apply(rng.choice(playthrough.state.actions()))
        ended = playthrough.state.outcome
        others = [Outcome((0.0, 0.0), "agreement"), Outcome.lost_by(1, "resignation")]
        verdicts = [None, *map(Verdict, others), Verdict.forfeit(Fault(0, "timeout", "slow"))]
        record = GameRecord.of(
            playthrough,
            players=(RecordedPlayer("Ann"), RecordedPlayer('the "other", \\')),
            comments={0: '[so] \\ "it"\n\n1. a1;', len(playthrough.actions): "the end {"}
            if playthrough.actions
            else {},
            headers={"event": "Cup 1", "start": "2026-11-23", "Elo": "1200"},
            verdict=Verdict(ended) if ended is not None else rng.choice(verdicts),
        )
        again = read(pgn.write(record))
        assert (again.actions, again.options, again.notes) == (record.actions, record.options, ())
        assert record_formats.losses(record, "pgn") == [] and pgn.write(again) == pgn.write(record)
        later = GameRecord.of(bg.Playthrough.replay(game.parse(str(playthrough.state)), []))
        assert read(pgn.write(later)).start == later.start


def test_what_it_cannot_hold_is_told() -> None:
    record = GameRecord.of(
        bg.Playthrough.replay(bg.load("morris").start(), ["a1"]),
        headers={"White": "Eve"},
        comments={1: "a } b"},
        times=[3],
    )
    assert record_formats.losses(record, "pgn") == ["pgn cannot hold all of the times, comments, headers"]


def test_several_games_are_one_file() -> None:
    texts = [pgn.write(read("1. a1 d6")), "1. d6 f4 *\n", "1. d6 f4\n1. d7 d6\n"]
    records = record_formats.read_all("\n".join(texts).encode())
    assert [record.actions for record in records] == [("a1", "d6"), ("d6", "f4"), ("d6", "f4"), ("d7", "d6")]
    assert read("1. d6\n1. d7\n").notes == ()  # the first alone was asked for


@cases(
    ("text", "line", "message"),
    [
        ("1. a1 d6\n2. a1 d7", 2, "'a1': a1 is occupied"),
        ("1. a1 d6\n2. d1 d2\n3. g1 f4", 3, "'g1': g1 removes one of the opponent's men"),
        ("1. a1 d6 2. d1 d2 3. g1 1-0", 1, "'g1': g1 removes one of the opponent's men"),
        ("1. a1 d6\n2. d1xd6", 2, "'d1xd6': d1 removes nobody: it fills no new mill"),
        ("1. a1 xd6", 1, "'a1xd6': a1 removes nobody"),
        ("1. a1 d6\n\n2. e7 d1", 3, "'e7': 'e7' is not a point of the board"),
        ("1. a1 d6 2. z9 d1 3. d7", 1, "expected a move such as d6, d6-d7 or d6-d7xa1, a result such as 1-0, or a com"),
        ("[White Ann Lee]\n1. a1 d6", 1, "expected a tag such as [Light \"Ann\"], not '[White Ann Lee]'"),
        ('[Rules "morris:men=99"]\n1. a1', 1, "the tag Rules: morris: option men cannot be '99'"),
        ('[Rules "morris:"]\n[Position "x b 9 9 1"]\n1. a1', 2, "the tag Position: field 1, the points, must have 24"),
        (
            '[FEN "O*******/********/******** b p p 1 8 0 9 0 0 0 0 0 0 0 0"]\n\n1. a1',
            1,
            "the tag FEN: positions of Sanm",
        ),
        ("1. 22 5 2. 23 25", 1, "expected a move such as d6"),
        ('[Rules "morris:preset=six"]\n1. 22 1', 2, "'22': '22' is not a point of the board"),
        ('[Rules "morris:"]\nxa1', 2, "expected a move such as d6, d6-d7 or d6-d7xa1"),
    ],
)
def test_what_is_no_game_is_refused_at_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(UnreadableRecord) as caught:
        read(text)
    assert (caught.value.line, caught.value.message[: len(message)]) == (line, message)


def test_a_file_that_breaks_off_before_a_capture_is_read_so_far() -> None:
    record = read("1. a1 d6 2. d1 d2 3. g1")
    assert record.actions == MILL[:4] and record.notes == ("line 1: the file breaks off here, in 'g1'",)


@cases(
    "text",
    [
        "1. e4 e5 2. Nf3 Nc6",
        '[Event "x"]\n1. e4 e5',
        "1. c3",
        "1. e4 e5 2. f4 exf4",
        "1. f5 d6 2. c3 f3 3. h4 d3",
        "1. 11-15 23-19",
        "12 13",
        "1. A@A4 / C@C4",
    ],
)
def test_moves_of_other_games_are_none_of_morris(text: str) -> None:
    assert not bg.find("morris").formats["pgn"].recognises(text.encode())


def test_the_commands_read_and_write_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text("1. a1 d6 2. d1 d2 3. g1 xd2 f4 1-0\n", encoding="utf-8")
    written = run("convert", "game.pgn", "--to", "pgn")
    assert written.returncode == 0 and written.stderr == ""
    assert '[Result "1-0"]\n' in written.stdout and '[Termination "resignation"]\n\n' in written.stdout
    assert written.stdout.endswith("\n1. a1 d6\n2. d1 d2\n3. g1xd2 f4\n1-0\n")
