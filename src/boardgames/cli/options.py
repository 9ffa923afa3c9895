"""Options of a command as one attrs class: declared once, read by every command that takes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

import attrs
import click

from boardgames.cli.setting_options import facts_of
from boardgames.core.model.options import options_of

Command = TypeVar("Command", bound=Callable[..., Any])

OPTION = "boardgames.option"  # in the metadata of an attrs field


def option(*names: str, default: Any = None, **facts: Any) -> Any:
    """A field that is read from an option of the command line; ``facts`` are those of :func:`click.option`.

    ``default`` is its value where it is not given.
    """
    value: object = attrs.Factory(tuple) if facts.get("multiple") else False if facts.get("is_flag") else default
    return attrs.field(default=value, metadata={OPTION: (names, {"default": default, **facts})})


def declared(options: type[Any], name: str, **changes: Any) -> Any:
    """A field that is read from the option that a class of options declares under this name.

    ``changes`` are facts that differ for this command.
    """
    names, facts = facts_of(options_of(options)[name])
    return option(*names, **{**facts, **changes})


def takes(
    options: type[Any], parameter: str, changes: Mapping[str, Mapping[str, object]] | None = None
) -> Callable[[Command], Command]:
    """Give a command the options of an attrs class, as one argument of that class.

    A field without an option is another parameter of the command, of the same name.
    ``changes`` are facts that differ for this command, by the names of the fields.
    """
    names = [field.name for field in attrs.fields(options)]
    fields = {field.name: field.metadata[OPTION] for field in attrs.fields(options) if OPTION in field.metadata}

    def taking(command: Command) -> Command:
        @wraps(command)
        def gathered(**given: Any) -> Any:
            chosen = options(**{name: given.pop(name) for name in names if name in given})
            return command(**{parameter: chosen}, **given)

        for name, (flags, facts) in reversed(fields.items()):
            changed = {**facts, **(changes or {}).get(name, {})}
            if changed["default"] is None:
                del changed["default"]
            gathered = click.option(*flags, name, **changed)(gathered)
        return gathered  # type: ignore[return-value]

    return taking
