"""Files as programs write them, damaged: every reader gives a record or our own error, and nothing else."""

from __future__ import annotations

import json
import os
import random
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import boardgames as bg
from boardgames.core.model.game import Game, UnreadablePosition
from tests.games.shogi.records.game_records import mutated, told_record
from tests.games.shogi.records.test_damaged_records import FORMATS, try_to_read
from tests.games.shogi.records.test_dialects import DIALECTS
from tests.games.shogi.records.test_real_files import BOARD, DIAGRAM, MAIN, PROBLEMS
from tests.samples import sample

LONG = int(os.environ.get("BOARDGAMES_FUZZ", "4000"))
TOKENS = re.compile(r"\s+|[0-9]+|[A-Za-z]+|[^\sA-Za-z0-9]")
ENCODINGS = ("utf-8", "utf-8-sig", "cp932", "euc_jp", "utf-16")
ODD_VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 9, 10, 10**30, 1e400, -1e400, float("nan"), 0.5, "", "FU", "OU", "7g7f", "\0",
    "\ud800", [], {}, [[]], [None], [{}], {"x": 1}, {"x": 1.5, "y": True}, {"move": None}, {"": {}}, [[[[[[]]]]]],
]  # fmt: skip


@cache
def files(name: str) -> list[str]:
    """Files of a variant in every format, of programs and of ours."""
    ours = [form.write(told_record(name, seed)) for _, form in FORMATS if _ == name for seed in range(8)]
    theirs = [dialect.text for dialect in DIALECTS.values()] if name == "shogi" else []
    return [*ours, *theirs, BOARD, DIAGRAM, MAIN, *PROBLEMS.values()]


def spliced(text: str, other: str, rng: random.Random) -> str:
    """A file with some of its words doubled, dropped, moved, or replaced by words of another."""
    words, others = TOKENS.findall(text), TOKENS.findall(other)
    for _ in range(rng.randint(1, 6)):
        place, length = rng.randrange(len(words) + 1), rng.choice((1, 1, 1, 2, 5, 30))
        match rng.randrange(5):
            case 0:
                del words[place : place + length]
            case 1:
                words[place:place] = words[place : place + length]
            case 2:
                start = rng.randrange(len(others))
                words[place : place + length] = others[start : start + length]
            case 3:
                words[place:place] = rng.choice(("\n", "\r", "\u3000", "\0", "９" * 30, "1" * 40, "\ufeff", "'", ","))
            case 4:
                start = rng.randrange(len(words) + 1)
                words[start : start + length], words[place : place + length] = (
                    words[place : place + length],
                    words[start : start + length],
                )
    return "".join(words)


def restructured(value: Any, rng: random.Random) -> Any:
    """A JSON value in which one part, at any depth, is another value."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.1:
            return {each: part for each, part in value.items() if each != key}
        return {**value, key: restructured(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        if rng.random() < 0.1:
            return [*value[:place], *value[place + 1 :], value[place]]
        return [*value[:place], restructured(value[place], rng), *value[place + 1 :]]
    return rng.choice(ODD_VALUES)


def damaged(name: str, rng: random.Random) -> bytes:
    text = rng.choice(files(name))
    if text.startswith("{") and rng.random() < 0.7:
        for _ in range(rng.randint(1, 3)):
            text = json.dumps(restructured(json.loads(text), rng))
        return text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.5:
        text = spliced(text, rng.choice(files(name)), rng)
    data = text.encode(rng.choice(ENCODINGS), "replace")
    return mutated(data, rng) if rng.random() < 0.6 and data else data


def damage(name: str, times: int) -> None:
    rng = random.Random(f"dialects {name}")
    forms = [form for variant, form in FORMATS if variant == name]
    readable = 0
    for _ in range(times):
        data = damaged(name, rng)
        likely = [form for form in forms if form.recognises(data)] or [rng.choice(forms)]
        readable += try_to_read(name, rng.choice(likely), data)
    assert 0 < readable < times or times < 60


@pytest.mark.parametrize("name", ["shogi", "minishogi"])
@sample(6, thorough=150, slow=LONG)
def test_damaged_files_of_programs(name: str, sample: int) -> None:
    damage(name, sample)


# -- positions --------------------------------------------------------------------------------

SFENS = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L b Sbgn3p 124",
    "k8/9/4P4/4P4/9/9/9/9/8K b - 1",
    "rbsgk/4p/5/P4/KGSBR b - 1",
    "4k/5/5/5/K4 w 2PSr 7 win",
]


@sample(12, thorough=75)
@pytest.mark.parametrize("name", ["shogi", "minishogi", "judkins", "gorogoro", "dice-shogi"])
def test_any_sfen_is_a_position_or_unreadable(name: str, sample: int) -> None:
    game: Game = bg.load(name)
    parse = getattr(game, "parse_composed", game.parse)

    @settings(max_examples=sample, deadline=None)
    @given(st.sampled_from(SFENS), st.lists(st.tuples(st.integers(0, 99), st.sampled_from("kKpP+9/ -1bw２\0²"))))
    def any_sfen(text: str, edits: list[tuple[int, str]]) -> None:
        for place, sign in edits:
            text = text[:place] + sign + text[place + 1 :]
        for read in (game.parse, parse):
            try:
                state = read(text)
            except UnreadablePosition:
                continue
            assert str(read(str(state))) == str(state)
            for action in state.actions()[:5]:
                state.apply(action)

    any_sfen()
