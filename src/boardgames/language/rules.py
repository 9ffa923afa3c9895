"""The rules of a game in other languages: files such as ``rules.ja.md`` beside the ``rules.md`` of its package."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from boardgames.core.lookup.spec import GameSpec
from boardgames.language.catalogue import ENGLISH

PACKAGE: Final = "boardgames.games"
WRAPPED: Final = re.compile(r"(?<=[\u2e80-\ufe6f\uff00-\uffef])\n *(?=[\u2e80-\ufe6f\uff00-\uffef])")
"""The end of a line between two characters of Chinese, Japanese or Korean, which have no spaces there."""


def rules_text(spec: GameSpec, language: str) -> tuple[str, str]:
    """The rules as Markdown, and the language that they are in: English where there is no translation."""
    text = None if language == ENGLISH else _translated(spec.name, language)
    return (spec.rules, ENGLISH) if text is None else (text, language)


def is_translated(game: str, language: str) -> bool:
    """True if a game has rules in a language."""
    return language != ENGLISH and _translated(game, language) is not None


@cache
def _translated(game: str, language: str) -> str | None:
    path = files(PACKAGE).joinpath(game.replace("-", "_"), f"rules.{language}.md")
    return WRAPPED.sub("", path.read_text(encoding="utf-8")) if path.is_file() else None
