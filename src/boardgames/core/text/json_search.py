"""JSON objects that stand in a text, found in one pass however deep they nest."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any, Final

TOKEN: Final = re.compile(
    r"[ \t\r\n]*+(?:([][{}:,])"
    r'|("(?:[^"\\]|\\.)*+")'
    r"|((?:-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?|true|false|null)(?![\w.+-])))",
    re.DOTALL,
)
START: Final = re.compile(r'\{[ \t\r\n]*+["}]')
OTHER: Final = object()
"""Stands for a value that is an object or an array."""
KEY, KEY_OR_END, COLON, VALUE, VALUE_OR_END, COMMA = range(6)


def last_object(text: str, keys: Collection[str]) -> dict[str, Any] | None:
    """The values of ``keys`` in the JSON object that ends last of those that have one of them; ``None`` without one.

    A value that is an object or an array itself is :data:`OTHER`.  Line ends may stand inside strings.

    >>> last_object('I take {"a": 1}? No: {"a": "x", "b": [2]} it is.', ["a", "b"]) == {"a": "x", "b": OTHER}
    True
    """
    named = list(re.finditer("|".join(f'"{re.escape(key)}"' for key in keys), text))
    found, at, tried = None, 0, bytearray(len(text) if named else 0)
    while named and (start := START.search(text, at)) is not None and start.start() < named[-1].start():
        at = start.start() + 1
        if not tried[start.start()]:
            within, end = _read(text, start.start(), keys, tried)
            found = found if within is None else within
            at = max(at, end)
    return found


def _read(text: str, at: int, keys: Collection[str], tried: bytearray) -> tuple[dict[str, Any] | None, int]:
    """The last object with one of the keys from a brace on, and the end of all of it; 0 if it is not an object.

    Braces that begin an object in vain are marked in ``tried``: what makes the outer one wrong makes them wrong too.
    """
    last: dict[str, Any] | None = None
    objects = bytearray()  # of the objects and arrays around, the outermost first: 1 for an object
    values: dict[int, dict[str, Any]] = {}  # of the objects that have one of the keys, by their depth
    awaited: dict[int, str] = {}  # the key whose value comes, by depth
    state = VALUE
    while (token := TOKEN.match(text, at)) is not None:
        at = token.end()
        sign, string, _ = token.groups()
        if sign is not None and sign in "{[" and state in (VALUE, VALUE_OR_END):
            if len(objects) in awaited:
                values.setdefault(len(objects), {})[awaited.pop(len(objects))] = OTHER
            objects.append(sign == "{")
            if sign == "{":
                tried[at - 1] = 1
            state = KEY_OR_END if sign == "{" else VALUE_OR_END
        elif sign is not None and sign in "}]":
            if state != COMMA and state != (KEY_OR_END if objects[-1] else VALUE_OR_END):
                break
            if (sign == "}") != objects[-1]:
                break
            last = values.pop(len(objects), last)
            objects.pop()
            if not objects:
                return last, at
            state = COMMA
        elif sign == ":" and state == COLON:
            state = VALUE
        elif sign == "," and state == COMMA:
            state = KEY if objects[-1] else VALUE
        elif string is not None and state in (KEY, KEY_OR_END):
            if string[1:-1] in keys:
                awaited[len(objects)] = string[1:-1]
            state = COLON
        elif sign is None and state in (VALUE, VALUE_OR_END):
            if objects[-1] and len(objects) in awaited:
                values.setdefault(len(objects), {})[awaited.pop(len(objects))] = _value(token[0])
            state = COMMA
        else:
            break
    return last, 0


def _value(token: str) -> Any:
    try:
        return json.loads(token, strict=False)
    except ValueError:  # an escape that JSON does not have, or a number of thousands of digits
        return OTHER
