"""The catalogues of gettext, and which of them a browser prefers.

A message of a catalogue has one of these contexts: none for those of templates, ``script`` for those of scripts,
``board`` for what games say (:mod:`.phrases`), and ``lessons`` for what Python says of a reader's code.
``build_tools/catalogue.py`` collects and compiles them.
"""

from __future__ import annotations

import gettext
import io
from functools import cache
from importlib.resources import files
from typing import Final

ENGLISH: Final = "en"
LANGUAGES: Final = {ENGLISH: "English", "ja": "日本語"}
"""The languages by their codes, each as it calls itself."""
SCRIPT: Final = "script"
BOARD: Final = "board"
LESSONS: Final = "lessons"
SEPARATOR: Final = "\x04"  # between a context and its message, in a compiled catalogue


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The catalogue of one of :data:`LANGUAGES`; English has none."""
    if language == ENGLISH:
        return gettext.NullTranslations()
    path = files("boardgames.web").joinpath("locale", language, "LC_MESSAGES", "boardgames.mo")
    return gettext.GNUTranslations(io.BytesIO(path.read_bytes()))


def messages(language: str, context: str) -> dict[str, str]:
    """The translations of all messages of a context."""
    entries: dict[str, str] = getattr(translations(language), "_catalog", {})
    prefix = context + SEPARATOR
    return {key.removeprefix(prefix): text for key, text in entries.items() if str(key).startswith(prefix)}


def script_words(language: str) -> dict[str, str]:
    """What the scripts of a page need to speak its language; empty for English."""
    return messages(language, SCRIPT)


def preferred(accept_language: str, chosen: str | None = None) -> str:
    """The language for a browser: the one chosen on the page, else the first of its own that we have.

    >>> preferred("de,ja;q=0.8,en;q=0.5"), preferred("de"), preferred("ja-JP", "en")
    ('ja', 'en', 'en')
    """
    if chosen in LANGUAGES:
        return chosen
    wanted = []
    for part in accept_language.split(","):
        tag, _, quality = part.partition(";q=")
        try:
            wanted.append((-float(quality or 1), tag.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    offered = [tag for quality, tag in sorted(wanted, key=lambda each: each[0]) if tag in LANGUAGES and quality < 0]
    return offered[0] if offered else ENGLISH
