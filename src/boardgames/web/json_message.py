"""Messages of others in JSON: checked part by part, and read into attrs classes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import attrs

from boardgames.core.text.finite_json import read_json
from boardgames.core.text.kinds import Kind, OrNone, Switch

FieldCheck = Callable[[Any, Any, Any], None]
"""A validator of attrs."""
MessageT = TypeVar("MessageT")


class BadMessage(ValueError):
    """A text that is no message; the error says what is expected."""


def read_message(text: str, tag: str, kinds: Mapping[str, type[MessageT]], longest: int, example: str) -> MessageT:
    """The message in a JSON object: its field ``tag`` names its class, and the others are the fields of that class.

    ``text`` is the JSON, ``kinds`` are the classes by their names.

    ``longest`` is the most characters; the error for something else than an object shows ``example``.
    Raises :class:`BadMessage`, as validators of the classes should.
    """
    if len(text) > longest:
        raise BadMessage(f"a message of {len(text)} characters is too long: {longest} are allowed")
    try:
        fields = read_json(text)
        json.dumps(fields, ensure_ascii=False).encode()  # a surrogate by itself is not a character
    except ValueError as error:
        reason = "" if isinstance(error, json.JSONDecodeError | UnicodeError) else f": {error}"
        raise BadMessage(f"this is not JSON{reason}") from None
    if not isinstance(fields, dict):
        raise BadMessage(f"a message is an object, as in {example}")
    name = fields.pop(tag, None)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadMessage(f"{tag!r} must be one of {', '.join(kinds)}")
    known = {field.name: field for field in attrs.fields(kind)}  # type: ignore[arg-type]
    if not fields.keys() <= known.keys():
        raise BadMessage(f"{name!r} has no such field; its fields are: {', '.join(known) or 'none'}")
    for field in known.values():
        if field.default is attrs.NOTHING and field.name not in fields:
            raise BadMessage(f"{name!r} lacks {field.name!r}")
    return kind(**fields)


def fits(kind: Kind, meaning: str = "") -> FieldCheck:
    """The validator of a field whose value is of a kind; ``meaning`` is told with what is wrong."""

    def check(message: Any, field: attrs.Attribute[Any], value: Any) -> None:
        try:
            kind.check(value)
        except ValueError:
            prefix = f"{meaning}: " if meaning else ""
            raise BadMessage(f"{field.name!r} must be {prefix}{_in_json(kind)}") from None

    return check


def _in_json(kind: Kind) -> str:
    """The values of a kind in the words of JSON."""
    if isinstance(kind, OrNone):
        return f"null or {_in_json(kind.kind)}"
    return "true or false" if isinstance(kind, Switch) else kind.expected
