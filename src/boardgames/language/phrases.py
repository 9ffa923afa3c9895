"""The sentences of games and of the library in other languages.

A sentence keeps its template (:mod:`boardgames.core.text.said`), and a catalogue has a template of its own for it, with
the context ``board``::

    msgctxt "board"
    msgid "{side} to move"
    msgstr "{side}の手番"

Values that are sentences are translated in turn; others stay as they are.  A message with the context ``board:morris``
is for the game of that name alone.  One with the context ``you`` says of the reader what the other says of a player:
"play {move}" for "plays {move}".
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import Any, Final

from boardgames.core.text.said import CAPITAL, Said
from boardgames.language.catalogue import BOARD, ENGLISH, YOU, messages, of_terminal, translations
from boardgames.language.rules import is_translated
from boardgames.records.game_record import GameRecord

FIELD: Final = re.compile(r"\{(\w+)[^{}]*\}")
LETTER: Final = re.compile(r"[^\W\d]")
OWN_WORDS: Final = 3
"""The least number of characters of its own with which a template is looked for in a text."""
OTHER: Final = "other"
"""The name that stands for a game whose rules are not translated."""


class Word(str):
    """A value that is written already, so that the format in a template does not apply to it."""

    def __format__(self, style: str) -> str:
        return self[:1].upper() + self[1:] if style == CAPITAL else str(self)


class Phrases:
    """The sentences in a language; a message of an earlier context comes first."""

    def __init__(self, language: str, *contexts: str) -> None:
        self.language = language
        self.catalogue = translations(language)
        self.contexts = contexts
        self.speaks_to_you = bool(messages(language, YOU))

    def text(self, said: str) -> str:
        """A sentence or word in this language, or unchanged if the catalogue does not have it."""
        return self._in(self.contexts, said)

    def yours(self, said: str) -> str:
        """A sentence about a player's deed as one that speaks to the player; empty if the catalogue has none.

        It is the same sentence in a language that makes no difference.
        """
        words = self._in((YOU, *self.contexts), said)
        return "" if self.speaks_to_you and words == said else words

    def _in(self, contexts: tuple[str, ...], sentence: str) -> str:
        if not isinstance(sentence, Said):
            return self._template(contexts, sentence, "", 1)
        template = self._template(contexts, sentence.template, sentence.plural, sentence.number)
        if not sentence.values:
            return template if template != sentence else self._restored(contexts, template)
        values = {
            name: Said(self._in(contexts, value)) if isinstance(value, Said) else value
            for name, value in sentence.values.items()
        }
        return template.format_map(values)

    def _restored(self, contexts: tuple[str, ...], text: str) -> str:
        """A sentence from a mere text, such as a fault in a record, by the template that has most of its words."""
        for template, pattern in self.patterns:
            match = pattern.fullmatch(text)
            if match is not None:
                words = {name: Word(self._in(contexts, Said(value))) for name, value in match.groupdict().items()}
                return self._template(contexts, template, "", 1).format_map(words)
        return text

    @cached_property
    def patterns(self) -> list[tuple[str, re.Pattern[str]]]:
        """The templates with values and some words of their own, as patterns, those with most words first."""
        own = {text: FIELD.sub("", text) for text in messages(self.language, BOARD)}
        fields = {text: FIELD.findall(text) for text in own if len(own[text]) >= OWN_WORDS}
        texts = [text for text in fields if 0 < len(fields[text]) == len(set(fields[text]))]
        texts.sort(key=lambda text: (-len(LETTER.findall(own[text])), len(fields[text])))
        parts = ((text, enumerate(FIELD.split(text))) for text in texts)
        return [
            (text, re.compile("".join(f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in split)))
            for text, split in parts
        ]

    def _template(self, contexts: tuple[str, ...], one: str, many: str, number: int) -> str:
        if not one:
            return one  # gettext keeps the head of a catalogue there
        english = one if number == 1 or not many else many
        for context in contexts:
            if many:
                template = self.catalogue.npgettext(context, one, many, number)
            else:
                template = self.catalogue.pgettext(context, one)
            if template != english:
                return template
        return english

    def fact(self, fact: dict[str, Any]) -> dict[str, Any]:
        """A fact for a page, with its sentences in this language."""
        translated: dict[str, object] = self._everywhere(fact)
        if fact["kind"] == "ply":
            translated["yours"] = self.yours(fact["words"])
        return translated

    def _everywhere(self, value: Any) -> Any:
        if isinstance(value, Said):
            return self.text(value)
        if isinstance(value, dict):
            return {key: self._everywhere(part) for key, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._everywhere(part) for part in value]
        return value


@cache
def phrases(language: str = ENGLISH, game: str = "") -> Phrases:
    """The sentences in a language, with the words of a game.

    A game whose rules are not translated has the words of any game: its Black need not move first, as in shogi.
    """
    if game and language != ENGLISH and not is_translated(game, language):
        game = OTHER
    return Phrases(language, f"{BOARD}:{game}", BOARD)


def move_phrases(record: GameRecord) -> Phrases:
    """The sentences for a record's moves at a terminal: as in its file, else in the language of the terminal."""
    return phrases(record.language or of_terminal(), record.game)
