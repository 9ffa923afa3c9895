"""The catalogues of gettext, and the choice of one for a browser.

A message of a catalogue has one of these contexts: none for those of templates, ``script`` for those of scripts,
``board`` for the sentences of Python, ``you`` for those that speak to a player (:mod:`.phrases`).  A new language
is a folder of ``locale/`` with a catalogue, whose message ``English`` with the context ``language`` is its own name.
``build_tools/catalogue.py`` collects and compiles the messages.
"""

from __future__ import annotations

import gettext
import io
import os
from functools import cache
from importlib.resources import files
from typing import Final

ENGLISH: Final = "en"
LOCALE: Final = files("boardgames.language").joinpath("locale")
SCRIPT: Final = "script"
BOARD: Final = "board"
YOU: Final = "you"
SEPARATOR: Final = "\x04"  # between a context and its message, in a compiled catalogue


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The catalogue of a language in :data:`LANGUAGES`; the English one has only sentences that speak to "you"."""
    path = LOCALE.joinpath(language, "LC_MESSAGES", "boardgames.mo")
    return gettext.GNUTranslations(io.BytesIO(path.read_bytes()))


def _languages() -> dict[str, str]:
    codes = sorted(folder.name for folder in LOCALE.iterdir() if folder.joinpath("LC_MESSAGES").is_dir())
    return {code: translations(code).pgettext("language", "English") for code in codes}


LANGUAGES: Final = _languages()
"""The languages by their codes, each as it calls itself."""


def messages(language: str, context: str) -> dict[str, str]:
    """The translations of all messages of a context."""
    entries: dict[str, str] = getattr(translations(language), "_catalog", {})
    prefix = context + SEPARATOR
    return {
        key.removeprefix(prefix): text
        for key, text in entries.items()
        if isinstance(key, str) and key.startswith(prefix)
    }


def script_words(language: str) -> dict[str, str]:
    """Texts for the scripts of a page in its language; empty for English."""
    return messages(language, SCRIPT)


def preferred(accept_language: str, chosen: str | None = None) -> str:
    """The language for a browser: the one ``chosen`` on the page, else the first of ``accept_language`` that we have.

    >>> preferred("de,ja;q=0.8,en;q=0.5"), preferred("de"), preferred("ja-JP", "en")
    ('ja', 'en', 'en')
    """
    if chosen in LANGUAGES:
        return chosen
    tags = []
    for part in accept_language.split(","):
        tag, _, quality = part.partition(";q=")
        try:
            tags.append((-float(quality or 1), tag.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    offered = [tag for quality, tag in sorted(tags, key=lambda pair: pair[0]) if tag in LANGUAGES and quality < 0]
    return offered[0] if offered else ENGLISH


def of_terminal() -> str:
    """The language of this terminal, from its environment, such as ``LANG=ja_JP.UTF-8``."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return preferred(locale.replace("_", "-"))
