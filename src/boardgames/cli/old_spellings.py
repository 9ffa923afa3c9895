"""Old spellings of options, which work for one more release and say the new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import click


def clock_or_move(value: str) -> str:
    """The option for the time of an arena: ``60+0.5`` is a clock, ``2`` seconds for each answer."""
    return "--clock" if "+" in value else "--move-time"


OLD: Final[Mapping[str, Mapping[str, str | Callable[[str], str]]]] = {
    "check": {"--bot": "--player"},
    "connect": {"--bot": "--player"},
    "convert": {"--output": "--out"},
    "grade": {"--time": "--cpu-time"},
    "models": {"--judge": "--by"},
    "play": {"--resume": "--continue"},
    "prompt": {"--as": "--player"},
    "rate": {"--bot": "--player", "--bot-name": "--name", "--bot-set": "--set"},
    "serve": {"--time": clock_or_move},
    "survey": {"--judge": "--by"},
    "tournament games": {"--player": "--name"},
    "tournament run": {"--bots": ""},
}
"""For each command its old options and their new names; empty where the words stand without an option."""


def respelled(command: str, words: list[str]) -> list[str]:
    """The words of a command line as they are written now; a note on stderr tells each old spelling once.

    ``command`` is the command with the names of its groups, ``words`` those behind it.
    """
    old = OLD.get(command, {})
    new, notes = list[str](), dict[str, str]()
    for place, word in enumerate(words):
        flag, equals, value = word.partition("=")
        if flag not in old or "--" in words[:place]:
            new.append(word)
            continue
        name = old[flag]
        if callable(name):
            name = name(value if equals else "".join(words[place + 1 : place + 2]))
        notes[flag] = f"{flag} is now {name or 'left out: write only the words behind it'}"
        new += [name + equals + value] if name else [value] * bool(equals)
    for note in notes.values():
        click.echo(f"Note: {note}.", err=True)
    return new
