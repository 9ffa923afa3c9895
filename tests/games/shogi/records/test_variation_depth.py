"""Variations of variations are read to a fixed depth; deeper ones are left out with a note, or refused."""

from __future__ import annotations

from random import Random

import pytest

import boardgames as bg
from boardgames.records import record_formats as records
from boardgames.records.game_record import GameRecord, RecordedPlayer, UnreadableRecord, Variation


def nested_record(levels: int) -> GameRecord:
    """A game of two moves; each line has a variation that replaces its last move and adds another one."""
    rng = Random(1)
    state = bg.load("shogi").start()
    lines: list[tuple[str, ...]] = []
    first = rng.choice(state.actions())
    for _ in range(levels + 1):
        after = state.apply(first)
        next_actions = rng.sample(after.actions(), 2)
        lines.append((str(first), str(next_actions[0])))
        state, first = after, next_actions[1]
    variations: tuple[Variation, ...] = ()
    for ply in range(levels, 0, -1):
        variations = (Variation(ply=ply, actions=lines[ply], variations=variations),)
    players = (RecordedPlayer("Sente"), RecordedPlayer("Gote"))
    start = str(bg.load("shogi").start())
    return GameRecord(game="shogi", start=start, actions=lines[0], players=players, variations=variations)


def levels_of(record: GameRecord) -> int:
    levels, variations = 0, record.variations
    while variations:
        levels, variations = levels + 1, variations[0].variations
    return levels


def written(form: str, levels: int) -> bytes:
    record = nested_record(levels)
    return (record.json() if form == "json" else bg.find("shogi").formats[form].write(record)).encode()


@pytest.mark.parametrize("form", ["kif", "jkf"])
def test_a_foreign_format_leaves_out_what_is_deeper_than_sixty_levels(form: str) -> None:
    game = bg.load("shogi")
    deepest = records.read(written(form, 60), game)
    assert (levels_of(deepest), deepest.notes) == (60, ())
    deeper = records.read(written(form, 61), game)
    assert levels_of(deeper) == 60
    assert "variations are more than 60 levels deep; it was left out" in deeper.notes[0]


def test_our_own_format_refuses_what_is_deeper_than_sixty_four_levels() -> None:
    assert levels_of(records.read(written("json", 64), bg.load("shogi"))) == 64
    with pytest.raises(UnreadableRecord, match="64 levels deep"):
        records.read(written("json", 65), bg.load("shogi"))
