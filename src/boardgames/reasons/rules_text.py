"""The rules of a game as a page: in our words, its options, how to read the board, and how a game ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from boardgames.core.lookup.installed_games import find
from boardgames.core.model.options import as_text, describe

BRIEF = ("Rules", "Board and pieces", "Texts")
"""The sections of a brief page."""
FOR_PEOPLE = ("Presets", "What is not implemented")
"""The sections that say nothing to who plays a game that is chosen already."""
COMMAND = re.compile(r"\s\(`boardgames [^`]*`\)|(?<=\.) `boardgames [^`]*`[^.]*\.")
"""Words in a text of a game that say what to type at a shell."""


def rules_lines(spec: Any, name: str, said: Callable[[str], str] = str) -> list[str]:
    """The page of the game of ``spec`` in Markdown, with the options at their defaults.

    ``name`` is the game's on the command line; ``said`` turns a sentence about an end into the game's own words.
    """
    return [spec.rules.rstrip() or f"# {spec.title}", *legend_lines(spec), *fact_lines(spec, name, said)]


def fact_lines(spec: Any, name: str, said: Callable[[str], str] = str) -> list[str]:
    """The options, presets, endings and sources of a game; ``name`` and ``said`` as in :func:`rules_lines`."""
    described, lines = describe(spec.options), []
    if described:
        first, default = described[0][:2]
        lines += ["", "## Options", "", f"Write them after the name: `{name}:{first}={default}`.", ""]
        lines += [f"- `{key}` (default {value}): {meaning}. {source}." for key, value, meaning, source in described]
    for preset, values in spec.presets.items():
        changed = ", ".join(f"{key}={as_text(value)}" for key, value in values.items()) or "the defaults"
        lines.append(f"- `preset={preset}`: {changed}")
    lines += ending_lines(spec, said)
    if spec.sources:
        lines += ["", "## Sources", "", *(f"- {source}" for source in spec.sources)]
    return lines


def chosen_lines(spec: Any, options: Any, style: str) -> list[str]:
    """The rules of the game of ``spec`` with these ``options``; ``style`` is ``full``, ``brief`` or ``none``."""
    lines = [f"# {spec.title}"]
    if style != "none" and spec.rules:
        lines = [_sections(spec.rules, style)]
        for other in referred(spec):
            lines += ["", f"## The rules of {other.title}, named above", "", _sections(other.rules, "brief")]
    described = describe(type(options))
    if described:
        lines += ["", "## Options", "", "This game is played with:", ""]
        lines += [f"- `{key}={as_text(getattr(options, key))}`: {meaning}." for key, _, meaning, _ in described]
    return [*lines, *(COMMAND.sub("", line) for line in legend_lines(spec)), *ending_lines(spec)]


def _sections(rules: str, style: str) -> str:
    intro, *sections = re.split(r"(?m)^(?=## )", rules)
    names = {part: part[3:].partition("\n")[0].strip() for part in sections}
    parts = [part for part, name in names.items() if (name not in FOR_PEOPLE if style == "full" else name in BRIEF)]
    return COMMAND.sub("", "".join([intro, *parts])).rstrip()


def referred(spec: Any) -> list[Any]:
    """The games to whose rules those of ``spec`` refer, by the command that prints them."""
    games = {spec.name: spec}
    for game in (waiting := [spec]):
        for name in re.findall(r"`boardgames rules ([\w-]+)`", game.rules):
            if name not in games:
                waiting.append(games.setdefault(name, find(name)))
    return waiting[1:]


def legend_lines(spec: Any) -> list[str]:
    """The section on reading the board and typing actions, as Markdown; empty if the game has none."""
    if not spec.legend:
        return []
    return ["", "## How to read the board, and what to type", "", spec.legend.rstrip()]


def ending_lines(spec: Any, said: Callable[[str], str] = str) -> list[str]:
    """The ways in which a game ends, as Markdown; ``said`` translates."""
    return ["", "## How a game ends", "", *(f"- {said(why)}: {said(what)}." for why, what in spec.reasons.items())]
