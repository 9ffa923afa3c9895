"""A page's messages are read into a few classes; everything else is refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import attrs
from hypothesis import strategies as st

from boardgames.web.json_message import BadMessage
from boardgames.web.messages import (
    KINDS,
    MAX_ACTION,
    MAX_MESSAGE,
    MAX_PLIES,
    ChooseSpots,
    Message,
    NewGame,
    PlayAction,
    RequestReasons,
    View,
    read_table_message,
)
from tests.samples import cases, for_all

VALUES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers(), max_size=2)
)
NAMES = st.sampled_from(["do", "ply", "action", "seat", "western", "swap", "path"])


@cases(
    "message",
    [
        PlayAction(0, "0"),
        PlayAction(MAX_PLIES, "x" * MAX_ACTION),
        NewGame(),
        NewGame(swap=True),
        View(1),
        View(0, None, True),
        ChooseSpots(0, ["d7", "f2"]),
        RequestReasons(0, []),
        RequestReasons(0, [], "4e5d"),
    ],
)
def test_what_is_said_is_read(message: Message) -> None:
    (word,) = [word for word, kind in KINDS.items() if kind is type(message)]
    assert read_table_message(json.dumps({"do": word, **attrs.asdict(message)})) == message


@for_all(st.dictionaries(NAMES, VALUES | st.sampled_from(sorted(KINDS))), everyday=30, thorough=300)
def test_any_object_is_a_message_or_a_sentence(said: dict[str, Any]) -> None:
    check(json.dumps(said))


@for_all(
    st.text(max_size=40) | st.text(st.sampled_from('{}[]":,0-e\\u dotrue'), max_size=40), everyday=60, thorough=300
)
def test_any_text_is_a_message_or_a_sentence(text: str) -> None:
    check(text)


def check(text: str) -> None:
    message, sentence = None, ""
    try:
        message = read_table_message(text)
    except BadMessage as error:
        sentence = str(error)
    assert (message is None) == (0 < len(sentence) < MAX_MESSAGE)
    if isinstance(message, PlayAction):
        assert type(message.ply) is int and 0 <= message.ply <= MAX_PLIES
        assert type(message.action) is str and 0 < len(message.action) <= MAX_ACTION
    if isinstance(message, View):
        assert type(message.seat) is int and message.seat >= 0
        assert message.ply is None or (type(message.ply) is int and message.ply >= 0)
        assert type(message.western) is bool
