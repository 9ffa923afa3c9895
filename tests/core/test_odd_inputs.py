"""Readers of core meet odd inputs: whatever they are given, one sentence of their own kind comes back."""

from __future__ import annotations

import copy
import json
import string
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import boardgames as bg
from boardgames.contest import play_game
from boardgames.core.lookup import find
from boardgames.core.lookup.installed_games import is_loaded, split_name
from boardgames.core.model import as_text, choose
from boardgames.core.text import shown
from boardgames.core.text.kinds import Whole
from boardgames.core.text.printable import printable
from boardgames.reasons import listed, wrapped
from boardgames.records import GameRecord, UnreadableRecord, record_formats
from tests.samples import sample

EXPECTED = (UnreadableRecord, bg.UnknownGame, bg.BadOption)
QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]

ODD_TEXTS = st.one_of(
    st.text(max_size=12),
    st.text(alphabet=string.digits + "=+-*:.,/_ abx\x00\x1b\ud800\u3000", max_size=16),
    st.sampled_from(
        ["", " ", "ur", "ur:tokens=3", "nan", "inf", "-1", "9" * 400, "1e400", "none", "on", "../x.py", "~"]
    ),
)
ODD_VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**70), 2**70),
        st.sampled_from([10**400, -1, 0, 1, 2**63]),
        st.floats(),
        ODD_TEXTS,
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ODD_TEXTS, inner, max_size=3),
    max_leaves=6,
)


def records() -> list[dict[str, Any]]:
    """Records of several games as JSON has them, with everything that a record can have."""
    found = []
    for name in ("ur:tokens=1", "morris:preset=three", "minishogi", "dice-shogi"):
        fields = json.loads(play_game(name, "random", "random", seed=5).json())
        fields["actions"], fields["times"] = fields["actions"][:12], fields["times"][:12]
        fields["outcome"] = {"returns": [1.0, -1.0], "reason": "x", "loser": 1, "fault": None}
        fields["comments"] = {"0": "well", "3": "so"}
        fields["headers"] = {"event": "a picnic"}
        following = fields["actions"][1:3]
        fields["variations"] = [{"ply": 1, "actions": following, "times": [1.0], "comments": {"1": "or"}}]
        fields["variations"][0]["variations"] = [{"ply": 2, "actions": following[1:]}]
        found.append(fields)
    return found


RECORDS = records()


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a tree of JSON, with each of its keys."""
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]
    return []


def altered(rng: Random, odd: list[Any]) -> dict[str, Any]:
    """A record with odd values in some of its places; other values are left out, or moved."""
    record: dict[str, Any] = copy.deepcopy(rng.choice(RECORDS))
    for value in odd:
        all_places = places(record)
        if not all_places:
            break
        container, key = rng.choice(all_places)
        match rng.randrange(5):
            case 0:
                del container[key]
            case 1:
                other, other_key = rng.choice(all_places)
                container[key] = copy.deepcopy(other[other_key])
            case _:
                container[key] = value
    return record


def check_sentence(error: Exception) -> None:
    """The message is there, fits on a line and cannot control a terminal."""
    assert str(error).strip()
    assert printable(str(error)) == str(error)
    assert len(str(error)) < 2000


def read(data: bytes) -> None:
    """Read a file; what can be read is written and read again as the same."""
    try:
        found = record_formats.read_all(data)
    except EXPECTED as error:
        check_sentence(error)
        return
    for record in found:
        assert isinstance(record, GameRecord)
        assert record_formats.read(record.json().encode()) == record


def check_altered(rng: Random, odd: list[Any]) -> None:
    read(json.dumps(altered(rng, odd)).encode("utf-8", "surrogatepass"))


def check_damaged(rng: Random, cuts: list[tuple[int, bytes]]) -> None:
    data = bytearray(json.dumps(rng.choice(RECORDS), ensure_ascii=False).encode())
    for place, piece in cuts:
        place %= len(data) + 1
        data[place : place + rng.randrange(4)] = piece
    read(bytes(data))


def check_options(game: str, given_options: dict[str, Any]) -> None:
    options = find(game).options
    try:
        chosen = choose(options, given_options)
        bg.load(game, **given_options)
    except bg.BadOption as error:
        check_sentence(error)
        return
    for name, value in given_options.items():
        field = getattr(chosen, name)
        assert choose(options, {name: as_text(field)}) is not None or value is None


def check_name(text: str) -> None:
    try:
        name, options = split_name(text)
        assert isinstance(options, dict)
        if not name.startswith("/"):
            is_loaded(name)
            bg.load(text)
    except (bg.UnknownGame, bg.BadOption) as error:
        check_sentence(error)


def check_position(game: str, text: str) -> None:
    start = bg.load(game).start()
    message = ""
    try:
        state = bg.load(game).parse(text)
        assert bg.load(game).parse(str(state)) == state
    except bg.UnreadablePosition as error:
        message = str(error)
    assert printable(message) == message
    try:
        start.play(text)
    except bg.IllegalAction as error:
        message = str(error)
    assert printable(message) == message


def check_text(text: str, width: int) -> None:
    assert printable(text).isprintable() or "\u3000" in text
    assert shown(text)
    assert isinstance(wrapped(text, width), str)
    assert isinstance(listed(text.split(), width), str)
    try:
        assert 0 <= Whole(0, 99).read(text) <= 99
    except ValueError as error:
        check_sentence(error)


GAMES = st.sampled_from(["ur", "morris", "minishogi", "shogi", "dice-shogi", "gorogoro"])
OPTION_NAMES = st.sampled_from(
    ["tokens", "rosettes", "dice", "track", "men", "turns", "max_plies", "repetition", "impasse", "preset", "x", ""]
)
CUTS = st.lists(st.tuples(st.integers(0, 10**4), st.binary(max_size=6)), max_size=4)

ALTERED = given(rng=st.randoms(use_true_random=False), odd=st.lists(ODD_VALUES, min_size=1, max_size=3))
DAMAGED = given(rng=st.randoms(use_true_random=False), cuts=CUTS)
OPTIONS = given(game=GAMES, given_options=st.dictionaries(OPTION_NAMES, ODD_VALUES, max_size=3))
NAMES = given(text=ODD_TEXTS)
POSITIONS = given(game=GAMES, text=ODD_TEXTS)
TEXTS = given(text=st.text(), width=st.integers(1, 200))
CHECKS: dict[str, tuple[Any, Any]] = {  # what is given, and what takes it
    "altered records": (ALTERED, check_altered),
    "damaged records": (DAMAGED, check_damaged),
    "options": (OPTIONS, check_options),
    "names": (NAMES, check_name),
    "positions": (POSITIONS, check_position),
    "texts": (TEXTS, check_text),
}


@pytest.mark.parametrize("what", CHECKS)
@sample(8, thorough=150)
def test_odd_inputs(what: str, sample: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # names may be those of files
    given_values, check = CHECKS[what]
    settings(max_examples=sample, deadline=None, suppress_health_check=QUIET)(given_values(check))()
