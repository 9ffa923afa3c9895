"""The templates of a package's pages, in a language."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from boardgames.language.catalogue import LANGUAGES, script_words, translations


def environment(package: str, language: str) -> Environment:
    """The templates in the folder ``templates`` of a package; all that is put into them is escaped."""
    made = Environment(
        loader=PackageLoader(package, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]
    made.globals.update(language=language, languages=LANGUAGES, words=script_words(language))
    return made
