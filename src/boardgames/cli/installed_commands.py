"""Commands of other distributions: the entry point group ``boardgames.commands``, a name and a click command each."""

from __future__ import annotations

import ast
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from boardgames.core.lookup.registry import Registry


class UnknownCommand(LookupError):
    """There is no command of that name, or it cannot be imported."""


INSTALLED: Final = Registry("boardgames.commands", click.Command, "command", UnknownCommand)
"""The commands of other distributions."""


def installed_commands() -> list[str]:
    """The names of the commands that other distributions offer; nothing is imported."""
    return INSTALLED.names()


def installed_command(name: str) -> click.Command:
    """The command of that name.  Raises :class:`click.UsageError` if it cannot be imported."""
    from boardgames.core.text.foreign_code import OURS

    try:
        command = INSTALLED.find(name)
    except UnknownCommand as error:
        raise click.UsageError(str(error)) from None
    OURS.add(INSTALLED.entry_points()[name].value.partition(".")[0].partition(":")[0])
    return command


def summary_of(name: str) -> str:
    """The first line of the docstring of a command's function, read from its source: nothing of it is imported."""
    module, _, attribute = INSTALLED.entry_points()[name].value.partition(":")
    source, path = "", list[str]()
    try:
        for part in module.split("."):
            spec = PathFinder.find_spec(part, path) if path else find_spec(part)
            if spec is None or spec.origin is None:
                return ""
            source, path = spec.origin, list(spec.submodule_search_locations or ())
        tree = ast.parse(Path(source).read_bytes())
    except (OSError, SyntaxError, ValueError, ImportError):
        return ""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == attribute:
            return (ast.get_docstring(node) or "").partition("\n")[0]
    return ""
