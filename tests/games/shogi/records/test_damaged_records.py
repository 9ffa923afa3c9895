"""Whatever is in a file, reading it gives a record or our own error that says so, and nothing else."""

from __future__ import annotations

import os
import random
import time
from contextlib import suppress

import pytest
from hypothesis import example, given, settings, strategies as st

import boardgames as bg
from boardgames import build
from boardgames.core.model.game import Game
from boardgames.records.game_record import GameRecord, RecordedPlayer, UnreadableRecord
from boardgames.records.record_format import RecordFormat
from tests.games.shogi.records.game_records import mutated, reading_game, told_record
from tests.samples import for_all, sample

FORMATS = [(name, form) for name in ("shogi", "minishogi") for form in bg.find(name).formats.values()]
LONG = int(os.environ.get("BOARDGAMES_FUZZ", "4000"))
"""Inputs for each reader in the slow run; ``BOARDGAMES_FUZZ=1000000 pytest -m slow`` gives each a million."""

SECONDS = 0.2  # of the processor, for a small input and the compiled build
SLACK = 1 if build.kind() == "compiled" else 10


def try_to_read(name: str, form: RecordFormat, data: bytes) -> bool:
    """Read it; was it readable?  All that is read can be written again, in every format, and read back."""
    game = reading_game(name)
    started = time.process_time()
    try:
        form.recognises(data)
        form.looks_alike(data)
        record = form.read_all(game, data)[0]
    except UnreadableRecord as error:
        return refused(error, data)
    finally:
        spent = time.process_time() - started
        if len(data) <= 10_000 and spent >= SECONDS * SLACK:  # once, it may have been a collection of garbage
            assert seconds_to_read(game, form, data) < SECONDS * SLACK
    assert isinstance(record, GameRecord)
    for other in bg.find(name).formats.values():
        if other.name == "bod":  # which has no moves
            continue
        back = other.read(game, other.write(record).encode("utf-8", "replace"))
        assert back.actions == record.actions
        assert back.playthrough().start.key == record.playthrough().start.key
    return True


def seconds_to_read(game: Game, form: RecordFormat, data: bytes) -> float:
    started = time.process_time()
    with suppress(UnreadableRecord):
        form.recognises(data)
        form.looks_alike(data)
        form.read_all(game, data)
    return time.process_time() - started


def refused(error: UnreadableRecord, data: bytes) -> bool:
    assert error.message
    assert error.line is None or 1 <= error.line <= data.count(b"\n") + data.count(b"\r") + 1
    return False


def damage(name: str, form: RecordFormat, times: int) -> None:
    rng = random.Random(f"{name} {form.name}")
    readable = 0
    for turn in range(times):
        text = form.write(told_record(name, turn % 50))
        data = text.encode()
        readable += try_to_read(name, form, mutated(data, rng))
    assert readable < times
    assert readable or times < 60


@pytest.mark.parametrize(("name", "form"), FORMATS, ids=lambda value: getattr(value, "name", value))
@sample(5, thorough=30, slow=LONG)
def test_mutations(name: str, form: RecordFormat, sample: int) -> None:
    damage(name, form, sample)


@pytest.mark.parametrize(("name", "form"), FORMATS, ids=lambda value: getattr(value, "name", value))
@sample(4, thorough=25)
def test_any_bytes(name: str, form: RecordFormat, sample: int) -> None:
    @settings(max_examples=sample, deadline=None)
    @given(st.binary(max_size=200))
    @example(b"")
    @example(b"\x00")
    @example(b"\xff\xfe\x00")
    @example(b"9" * 5000 + b" \n")
    @example(b"T" + b"9" * 5000)
    @example(("1 ７六歩(77) (" + "9" * 5000 + ":00/)").encode())
    def any_bytes(data: bytes) -> None:
        try_to_read(name, form, data)

    any_bytes()


WORDS = [
    *"一九十1９同打成不(（)）▲+-*&#:：/ 　\t|v・\n\n\n",
    "７六", "歩(77)", "３四歩(33)", "1 ", "2 ", "3 ", "投了", "反則勝ち", "入玉勝ち", "手合割：", "角落ち", "その他",
    "先手の持駒：", "飛二", "後手番", "手数＝", "まで", "手で", "先手の勝ち", "変化：1手", "( 0:01/00:00:01)",
    "+7776FU", "-3334FU", "+0055KA", "T1", "PI", "P+", "P1", "00AL", "11OU", "%TORYO", "%KACHI", "%+ILLEGAL_ACTION",
    "N+", "$EVENT:", ",", "position ", "startpos ", "sfen ", "moves ", "7g7f ", "resign ", "win ",
]  # fmt: skip


@pytest.mark.parametrize(("name", "form"), FORMATS, ids=lambda value: getattr(value, "name", value))
@sample(4, thorough=25)
def test_any_words(name: str, form: RecordFormat, sample: int) -> None:
    @settings(max_examples=sample, deadline=None)
    @example("▲:")  # a header in one format must not be a move in another
    @given(st.lists(st.sampled_from(WORDS), max_size=25).map("".join))
    def any_words(text: str) -> None:
        try_to_read(name, form, text.encode())

    any_words()


@for_all(
    names=st.tuples(st.text(max_size=12), st.text(max_size=12)),
    comment=st.text(max_size=40),
    headers=st.dictionaries(st.text(max_size=6), st.text(max_size=12), max_size=3),
    everyday=10,
    thorough=25,
)
@example(
    names=("a\nb", "＊\u2028"), comment="1 投了\n\n*&", headers={"手合割": "角落ち", "先手": "x", ":": "：", "": ""}
)
@example(names=("", ""), comment="", headers={"\ufeff後手の持駒": "銀", "\u200b先手": "x", "\x1f変化": "2手"})
@example(names=("+", ",T5"), comment="%TORYO\r%TORYO", headers={"event": "\n+", "先手の持駒": "歩"})
def test_no_text_disturbs_a_record(names: tuple[str, str], comment: str, headers: dict[str, str]) -> None:
    """Names, comments and headers come from anywhere, as from our own records, and may look like anything."""
    playthrough = bg.Playthrough.replay(reading_game("shogi").start(), ["7g7f", "3c3d"])
    record = GameRecord.of(
        playthrough,
        players=[RecordedPlayer(name) for name in names],
        comments={0: comment, 2: comment},
        headers=headers,
    )
    for form in bg.find("shogi").formats.values():
        if form.name == "bod":
            continue
        back = form.read(playthrough.start.game, form.write(record).encode("utf-8", "replace"))
        assert back.actions == record.actions
        assert back.start == record.start
        assert back.verdict is None
