"""Every record in every format: what is written is read back, and what cannot be held is told."""

from __future__ import annotations

import attrs
import pytest

import boardgames as bg
from boardgames.records import record_formats as records
from boardgames.records.game_record import GameRecord, Variation
from tests.games.shogi.records.game_records import random_record, reading_game, told_record
from tests.samples import sample

LONG = 2_000
FORMATS = [(name, form) for name in ("shogi", "minishogi") for form in bg.find(name).formats if form != "bod"]

HELD = {
    "kif": ("start", "actions", "names", "times", "ending_time", "comments", "headers", "variations", "verdict"),
    "ki2": ("start", "actions", "names", "comments", "headers", "verdict"),
    "csa": ("start", "actions", "names", "times", "ending_time", "comments", "verdict"),
    "jkf": ("start", "actions", "names", "times", "ending_time", "comments", "headers", "variations", "verdict"),
    "usi": ("start", "actions"),
}
"""What each format holds of any of our records, a verdict by its outcome and but for some that it has no word for."""

WORDLESS = {"csa": ("no show",), "jkf": ("no show",)}
"""Ends for which a format has no word: they become comments."""


def part(record: GameRecord, name: str) -> object:
    if name == "verdict":
        return record.verdict and record.verdict.outcome
    return getattr(record, name)


def there_and_back(name: str, form: str, seed: int) -> None:
    record = told_record(name, seed)
    fine = bg.find(name).formats[form]
    text = fine.write(record)
    assert fine.recognises(text.encode()), text
    back = fine.read(reading_game(name), text.encode())
    told = " ".join(records.losses(record, form))
    if record.verdict and record.verdict.outcome.reason in WORDLESS.get(form, ()):
        assert "verdict" in told
        assert back.actions == record.actions
        return
    for held in HELD[form]:
        if held in ("comments", "headers") and form == "csa" and "備考" in record.headers:
            assert "headers" in told
            continue
        assert part(back, held) == part(record, held), f"{held}\n{text}"
    for missing in {"times", "comments", "headers", "variations"} - set(HELD[form]):
        if part(record, missing):
            assert form == "ki2" or missing in told
    assert fine.write(back) == text
    if form == "ki2":
        untimed = tuple(map(without_times, record.variations))
        assert back.variations == untimed


def without_times(variation: Variation) -> Variation:
    return attrs.evolve(variation, times=(), variations=tuple(map(without_times, variation.variations)))


ENCODINGS = {"kif": ("utf-8", "utf-8-sig", "cp932", "utf-16"), "csa": ("utf-8", "utf-8-sig", "cp932", "euc_jp")}


@pytest.mark.parametrize(("name", "form"), FORMATS)
@sample(4, thorough=15)
def test_round_trip(name: str, form: str, sample: int) -> None:
    """In each encoding, and with either end of lines."""
    game, fine = reading_game(name), bg.find(name).formats[form]
    for seed in range(sample):
        record = random_record(name, seed)
        text = fine.write(record)
        for encoding in ENCODINGS.get(form, ("utf-8",)):
            back = fine.read(game, text.replace("\n", "\r\n" if seed % 2 else "\n").encode(encoding))
            assert fine.write(back) == text
            if "times" in HELD[form]:  # and all else of such games
                start = record.start if form == "kif" else str(game.parse(record.start.rpartition(" ")[0]))
                assert attrs.asdict(back, recurse=False) == attrs.asdict(
                    attrs.evolve(record, start=start), recurse=False
                )


@pytest.mark.parametrize(("name", "form"), FORMATS)
@sample(3, thorough=10, slow=LONG)
def test_there_and_back(name: str, form: str, sample: int) -> None:
    for seed in range(sample):
        there_and_back(name, form, seed)


@sample(3, thorough=10)
def test_json_keeps_all(sample: int) -> None:
    for seed in range(sample):
        record = told_record("shogi", seed)
        assert records.read(record.json().encode()) == record
        assert records.losses(record, "json") == []
