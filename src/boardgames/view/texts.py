"""The texts of a document in all languages: its script shows them in the one that the browser prefers."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Final

from boardgames.core.text.said import Said
from boardgames.language.catalogue import LANGUAGES
from boardgames.language.phrases import phrases
from boardgames.view.html_template import Html, fill, joined

MARKED: Final = re.compile(r'data-said(?: aria-label="([^"]+)")?>([^<]*)')
"""The words and labels of a template that are to be translated; ``build_tools/catalogue.py`` looks for them, too."""
SWITCH: Final = '<p class="languages" hidden>{{buttons}}</p>'
BUTTON: Final = '<button type="button" lang="{{code}}">{{name}}</button>'
DATA: Final = '<script type="application/json" id="texts">{{data}}</script>'


class DocumentTexts:
    """The texts of a document, each with a number; ``game`` is the one whose words they have."""

    def __init__(self, game: str = "") -> None:
        self.game = game
        self.numbers: dict[tuple[str, ...], int] = {}

    def number(self, text: str, game: str = "") -> int:
        """The number of a text, with the words of a ``game``; those that are alike in every language have the same."""
        translations = tuple(phrases(code, game or self.game).text(text) for code in LANGUAGES)
        return self.numbers.setdefault(translations, len(self.numbers))

    def said(self, text: str, game: str = "") -> Html:
        """A text as HTML, in English, as it stands without a script."""
        return fill('<span data-said="{{number}}">{{text}}</span>', number=self.number(text, game), text=text)

    def drawn(self, text: str, game: str = "") -> Html:
        """A text of a drawing, as SVG; a plain one is alike in every language."""
        if not isinstance(text, Said):
            return Html(escape(text))
        return fill('<tspan data-said="{{number}}">{{text}}</tspan>', number=self.number(text, game), text=text)

    def labelled(self, text: str) -> str:
        return fill('data-said="{{number}}" aria-label="{{text}}"', number=self.number(text), text=text)

    def marked(self, template: str) -> str:

        def numbered(place: re.Match[str]) -> str:
            return place[0].replace("data-said", f'data-said="{self.number(Said(place[1] or place[2]))}"', 1)

        return MARKED.sub(numbered, template)

    def by_language(self) -> dict[str, list[str]]:
        return {code: [text[place] for text in self.numbers] for place, code in enumerate(LANGUAGES)}

    def data(self) -> Html:
        """The texts for the script ``texts.js``, with buttons for the languages."""
        buttons = joined(fill(BUTTON, code=code, name=name) for code, name in LANGUAGES.items())
        return joined([fill(SWITCH, buttons=buttons), fill(DATA, data=as_json(self.by_language()))])


def as_json(data: object) -> Html:
    """JSON for a script element: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Html(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))
