"""The templates of a package's pages, in a language."""

from __future__ import annotations

from typing import Final

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from boardgames.language.catalogue import LANGUAGES, script_words, translations

PAGE: Final = "boardgames.web"


def environment(package: str, language: str) -> Environment:
    """The templates in the folder ``templates`` of a package, and behind them those of the page.

    ``language`` is the code of the language.

    All that is put into them is escaped.
    """
    made = Environment(
        loader=ChoiceLoader([PackageLoader(name, "templates") for name in dict.fromkeys([package, PAGE])]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]
    made.globals.update(language=language, languages=LANGUAGES, words=script_words(language))
    return made
