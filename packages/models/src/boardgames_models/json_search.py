"""JSON objects that stand in a text, found however deep they nest."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from typing import Any, Final

START: Final = re.compile(r'\{[ \t\r\n]*+["}]')
OTHER: Final = object()
"""Stands for a value that is an object or an array."""
SEARCHED: Final = 100_000
"""Characters before the last key that are searched."""
NEAR: Final = 2_000
"""Those that are searched again where :data:`MOST_WORK` was not enough."""
MOST_WORK: Final = 20_000_000
"""Characters that may be read in vain: what nests and never ends is read from each of its braces on."""
DEEP: Final = 100_000
"""Characters for which an object counts that nests deeper than Python reads."""
SKIPPED: Final = 500
"""Characters to skip where objects nest deeper than Python reads, which is more levels than this."""


def last_object(text: str, keys: Collection[str]) -> dict[str, Any] | None:
    """The values of ``keys`` in the JSON object that ends last of those that have one of them; ``None`` without one.

    A value that is an object or an array itself is :data:`OTHER`.  Line ends may stand inside strings.

    >>> last_object('I take {"a": 1}? No: {"a": "x", "b": [2]} it is.', ["a", "b"]) == {"a": "x", "b": OTHER}
    True
    """
    closed: dict[str, Any] = {}

    def close(members: Sequence[tuple[str, Any]]) -> object:
        if values := {key: OTHER if isinstance(value, list) else value for key, value in members if key in keys}:
            closed.clear()
            closed.update(values)
        return OTHER

    # a whole number of thousands of digits is an error of its own, a float of as many is not
    decoder = json.JSONDecoder(object_pairs_hook=close, parse_int=float, strict=False)
    last = max(text.rfind(f'"{key}"') for key in keys)
    found = None
    for searched in (SEARCHED, NEAR):
        near, end, at, work = text[max(0, last - searched) :], min(last, searched), 0, MOST_WORK
        while work > 0 and (start := START.search(near, at)) is not None and start.start() < end:
            closed.clear()
            try:
                at = decoder.raw_decode(near, start.start())[1]
                found = dict(closed) or found
            except RecursionError:
                at, work = start.start() + SKIPPED, work - DEEP
            except json.JSONDecodeError as error:
                # the decoder has read from the brace on, and has counted the lines of all before
                at, work = start.start() + 1, work - (error.pos - start.start()) - error.pos // 10
        if work > 0:
            break
    return found
