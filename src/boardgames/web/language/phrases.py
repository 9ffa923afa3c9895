"""What games say of a position, in other languages.

Games speak English, in few kinds of sentence: ``Black to move``, ``plays 7g7f (pawn)``.  A catalogue has each kind as a
message with the context ``board``, whose placeholders stand for phrases that are translated in turn::

    msgctxt "board"
    msgid "{side} to move"
    msgstr "{side}の手番"

Some placeholders stand for squares of shogi: ``{from}`` and ``{square}``.  What fits no message stays English.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import escape, unescape
from typing import Any, Final

from boardgames.core.record.verdict import LAST_WORDS
from boardgames.web.language.catalogue import BOARD, ENGLISH, LESSONS, messages
from boardgames.web.language.rules import is_translated

PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
FILES: Final = "１２３４５６７８９"
RANKS: Final = "一二三四五六七八九"
KINDS: Final = {
    "from": "[1-9][a-i]",
    "square": "[1-9][a-i]",
    "letter": r"\w",
    "number": "[0-9]+",
    "number2": "[0-9]+",
    "seconds": "[0-9.e-]+",
    "seconds2": "[0-9.e-]+",
    "point": "[a-g][1-8]",
    "point2": "[a-g][1-8]",
    "points": "[a-g][1-8](?: and [a-g][1-8])*",
    "man": "[^:,(]+",
    "side": "[^:,(]+",
    "piece": "[a-z ]+",
    "line": ".*",
    "line2": ".*",
    "taken": "[a-z ]+",
}
"""What a placeholder of that name fits; one of another name fits any text."""
VERBATIM: Final = frozenset(
    {"name", "name2", "winner", "loser", "letter", "number", "number2", "point", "point2", "seconds", "seconds2"}
    | {"day", "error", "line", "line2", "rating", "rating2", "signal", "time", "time2"}
)
"""Placeholders for names of players, numbers, points, and lines of programs, which stay as they are."""
TEXTS: Final = re.compile(r'( aria-label="|<title>|<desc>|<text class="(?:caption|label)"[^>]*>)([^"<]*)')
"""What an SVG says: its title, description and caption, and the labels of its parts."""
OTHER: Final = "other"
"""In place of the name of a game that is not of this library."""
LONGEST: Final = 300  # characters; a longer text is none of a game's phrases


class Phrases:
    """The phrases of games in a language."""

    def __init__(self, entries: dict[str, str]) -> None:
        self.entries = entries
        patterns = [(text, _pattern(text)) for text in entries if PLACEHOLDER.search(text)]
        # The message with the most text of its own says most; a placeholder fits the rest.
        self.patterns = sorted(patterns, key=lambda each: -len(PLACEHOLDER.sub("", each[0])))
        self.text = lru_cache(4096)(self._text)

    def _text(self, english: str) -> str:
        """The phrase in this language; as it is, if the catalogue has none like it."""
        if not self.entries:
            return english
        head, words, stderr = english.partition(LAST_WORDS)
        if words:
            return self.text(head) + self.entries.get(words, words) + stderr
        if len(english) > LONGEST:
            return english
        if english in self.entries:
            return self.entries[english]
        for message, pattern in self.patterns:
            match = pattern.fullmatch(english)
            if match is not None:
                values = {name: self._value(name, value) for name, value in match.groupdict().items()}
                return self.entries[message].format_map(values)
        return english

    def _value(self, kind: str, value: str) -> str:
        if kind == "square":
            return FILES[int(value[0]) - 1] + RANKS[ord(value[1]) - ord("a")]
        if kind == "from":
            return f"{value[0]}{ord(value[1]) - ord('a') + 1}"
        if kind == "points":
            return value.replace(" and ", "・")
        return value if kind in VERBATIM else self.text(value)

    def picture(self, svg: str) -> str:
        """An SVG with its labels and its caption in this language."""
        if not self.entries:
            return svg
        return TEXTS.sub(self._label, svg)

    def _label(self, match: re.Match[str]) -> str:
        phrases = unescape(match[2]).split("; ")  # a description has one for each man
        return match[1] + escape("；".join(map(self.text, phrases)))

    def fact(self, fact: dict[str, Any]) -> dict[str, Any]:
        """A fact that a page is sent, with what it says in this language."""
        if not self.entries:
            return fact
        said = {key: self._said(key, value) for key, value in fact.items()}
        if fact["kind"] == "ply":
            english = fact["words"]
            said["yours"] = said["words"]
            if english.startswith(f"plays {fact['label']} ("):
                said["label"] = said["words"].split("、")[0]
        return said

    def _said(self, key: str, value: Any) -> Any:
        if isinstance(value, str):
            return self.picture(value) if key == "svg" else self.text(value) if key in SAID else value
        if isinstance(value, list) and key in LISTS:
            return [
                self.fact({"kind": "", **each}) if isinstance(each, dict) else self._said(key, each) for each in value
            ]
        return value


SAID: Final = frozenset({"title", "sides", "label", "words", "sentence", "yours", "caption", "prompt", "why", "text"})
"""The fields of facts that are phrases, or lists of them."""
LISTS: Final = SAID | {"reasons", "rated", "actions"}


def _pattern(message: str) -> re.Pattern[str]:
    """What a message fits: each placeholder as little text as possible."""
    parts = PLACEHOLDER.split(message)
    fits = [
        f"(?P<{part}>{KINDS.get(part, '.+?')})" if place % 2 else re.escape(part) for place, part in enumerate(parts)
    ]
    return re.compile("".join(fits))


@cache
def phrases(language: str = ENGLISH, game: str = "") -> Phrases:
    """The phrases of a language, with the words of a game; those of English change nothing.

    A game whose rules are not translated has the words of any game: its Black need not move first, as in shogi.
    """
    if game and not is_translated(game, language):
        game = OTHER
    return Phrases(messages(language, BOARD) | messages(language, f"{BOARD}:{game}"))


@cache
def lesson_phrases(language: str) -> Phrases:
    """What Python says of a reader's code."""
    return Phrases(messages(language, LESSONS))
