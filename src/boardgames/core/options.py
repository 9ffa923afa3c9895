"""Rule options: what a game lets its players choose, with the source of each choice.

A game's options are one frozen attrs class whose fields are made by
:func:`option`.  They can be given as Python values, ``load("ur", tokens=3)``,
or as text on the command line, ``ur:tokens=3``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import attrs

WORDS = {
    "on": True, "yes": True, "true": True, "1": True,
    "off": False, "no": False, "false": False, "0": False,
}  # fmt: skip


class BadOption(ValueError):
    """A rule option that the game does not have, or a value that it cannot take."""


def option(
    default: Any,
    meaning: str,
    source: str,
    *,
    choices: Sequence[Any] = (),
    least: int | None = None,
    most: int | None = None,
) -> Any:
    """A field of an options class.

    ``source`` says who plays it so.  The value must be one of ``choices`` if
    there are any; a number, or each number of a tuple, must be in
    ``least`` … ``most``.
    """
    facts = {"meaning": meaning, "source": source, "choices": tuple(choices), "least": least, "most": most}
    return attrs.field(default=default, metadata=facts, kw_only=True)


@attrs.frozen
class NoOptions:
    """For a game that has nothing to choose."""


def describe(options: type[Any]) -> list[tuple[str, str, str, str]]:
    """Each option as (name, default as text, meaning, source)."""
    return [
        (field.name, as_text(field.default), field.metadata["meaning"], field.metadata["source"])
        for field in attrs.fields(options)
    ]


def choose(options: type[Any], given: Mapping[str, Any]) -> Any:
    """The options with the given values, read from text where they are text.

    Raises :class:`BadOption`, which names what there is.
    """
    attrs.resolve_types(options)  # once for each class: attrs remembers
    fields = attrs.fields_dict(options)
    values = {}
    for name, value in given.items():
        if name not in fields:
            raise BadOption(_unknown(name, list(fields)))
        values[name] = _check(fields[name], fields[name].type, value)
    return options(**values)


def as_text(value: Any) -> str:
    """A value as the command line writes it: ``7``, ``on``, ``4+8+14``."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return "+".join(map(str, value)) or "none"
    return str(value)


def differences(options: Any) -> str:
    """The options that are not at their defaults, as the command line writes them."""
    fields = attrs.fields(type(options))
    changed = [
        (field.name, getattr(options, field.name)) for field in fields if getattr(options, field.name) != field.default
    ]
    return ",".join(f"{name}={as_text(value)}" for name, value in changed)


def _unknown(name: str, known: list[str]) -> str:
    if not known:
        return f"there is no option {name!r}: this game has none"
    from difflib import get_close_matches

    close = get_close_matches(name, known, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return f"there is no option {name!r}{hint} The options are: {', '.join(known)}".replace("' The", "'. The")


def _check(field: attrs.Attribute[Any], kind: Any, value: Any) -> Any:
    read = _from_text(kind, value) if isinstance(value, str) else value
    facts = field.metadata
    fits = _fits(kind, read)
    if fits and facts["choices"]:
        fits = read in facts["choices"]
    elif fits and not isinstance(read, (bool, str)):
        numbers = read if isinstance(read, tuple) else (read,)
        low, high = facts["least"], facts["most"]
        fits = all((low is None or number >= low) and (high is None or number <= high) for number in numbers)
    if not fits:
        raise BadOption(f"option {field.name} cannot be {as_text(value)!r}: expected {_expected(field, kind)}")
    return read


def _from_text(kind: Any, text: str) -> Any:
    try:
        if kind is bool:
            return WORDS.get(text.lower(), text)
        if kind is int:
            return int(text)
        if tuple in (kind, getattr(kind, "__origin__", None)):
            return () if text in ("none", "") else tuple(int(part) for part in text.split("+"))
    except ValueError:
        pass
    return text


def _fits(kind: Any, value: Any) -> bool:
    if getattr(kind, "__origin__", None) is tuple:
        return isinstance(value, tuple) and all(type(part) is get_args(kind)[0] for part in value)
    return type(value) is kind


def _expected(field: attrs.Attribute[Any], kind: Any) -> str:
    facts = field.metadata
    if facts["choices"]:
        return "one of " + ", ".join(as_text(choice) for choice in facts["choices"])
    if kind is bool:
        return "on or off"
    low, high = facts["least"], facts["most"]
    bounds = f" from {low} to {high}" if high is not None else f" of at least {low}" if low is not None else ""
    if getattr(kind, "__origin__", None) is tuple:
        return f"whole numbers{bounds} joined by '+', or none"
    return f"a whole number{bounds}" if kind is int else "a word"
