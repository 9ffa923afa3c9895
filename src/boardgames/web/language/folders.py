"""Where a static site has its pages in each language: English ones at its top, others in a folder with their code."""

from __future__ import annotations

from boardgames.language.catalogue import ENGLISH, LANGUAGES


def language_folder(language: str) -> str:
    """The folder of a language, from the top of the site.

    >>> language_folder("en"), language_folder("ja")
    ('', 'ja/')
    """
    return "" if language == ENGLISH else f"{language}/"


def in_languages(path: str, language: str) -> dict[str, str]:
    """The links from a page in a language to the same in each; ``path`` is from the folder of a language.

    >>> in_languages("play/ur.html", "ja")
    {'en': '../../play/ur.html', 'ja': '../../ja/play/ur.html'}
    """
    up = "../" * (path.count("/") + (language != ENGLISH))
    return {code: up + language_folder(code) + path for code in LANGUAGES}
