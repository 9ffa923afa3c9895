"""Sentences for people: a text that keeps its template and values, so that a page can say it in another language.

>>> Said("moves {source} to {target}", source="d6", target="d7")
'moves d6 to d7'

It is a ``str``, in English.  A value that is such a sentence itself is translated with it; a plain text, such as a
player's name, stays as it is.  ``build_tools/catalogue.py`` collects the templates from the source, so write them there
as literals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self

Translate = Callable[[str], str]
"""Gives a sentence or a word in the language of the page."""

CAPITAL: Final = "Aa"


class Said(str):
    """A sentence for people, made of a template as for ``str.format`` and its values."""

    template: str
    plural: str
    """The template for another number than one; empty for a sentence that counts nothing."""
    number: int
    """The number that decides between a sentence and its ``plural``."""
    values: Mapping[str, Any]
    code: str
    """The stable short name of the reason that this is or quotes, for programs; empty if there is none."""

    def __new__(cls, template: str, /, **values: object) -> Self:
        codes = [value.code for value in values.values() if isinstance(value, Said) and value.code]
        return cls._built(
            template.format_map(values) if values else template,
            {"template": template, "plural": "", "number": 1, "values": values, "code": "".join(codes[:1])},
        )

    @classmethod
    def counted(cls, one: str, many: str, number: int, **values: object) -> Self:
        """A sentence that counts: ``one`` is its template for one, ``many`` for any other ``number``, also a value.

        >>> Said.counted("{number} ply", "{number} plies", 3)
        '3 plies'
        """
        values["number"] = number
        sentence = cls(one, **values)
        facts = sentence.__dict__ | {"plural": many, "number": number}
        return sentence if number == 1 else cls._built(many.format_map(values), facts)

    @classmethod
    def joined(cls, separator: str, parts: Sequence[str]) -> Self:
        """Sentences or words in a row, each of which is translated by itself, as is what separates them.

        >>> Said.joined(", ", ["Ann", "Bob"])
        'Ann, Bob'
        """
        names = [f"part{number}" for number in range(len(parts))]
        template = "{separator}".join([f"{{{name}}}" for name in names])
        return cls(template, separator=Said(separator), **dict(zip(names, parts, strict=True)))

    @classmethod
    def _built(cls, text: str, facts: dict[str, Any]) -> Self:
        sentence = super().__new__(cls, text)
        sentence.__dict__.update(facts)
        return sentence

    def __format__(self, style: str) -> str:
        """``{words:Aa}`` in a template begins with a capital letter."""
        return self[:1].upper() + self[1:] if style == CAPITAL else format(str(self), style)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._built, (str(self), self.__dict__)


class Reason(Said):
    """The reason for a refusal: a sentence, with a code for programs.

    >>> Reason("occupied", "{point} is occupied", point="d6").code
    'occupied'
    """

    def __new__(cls, code: str, template: str, /, **values: object) -> Self:
        sentence = super().__new__(cls, template, **values)
        sentence.__dict__["code"] = code
        return sentence


class Ordinal(int):
    """A row or column, counted from 1.  A template says how it is written: a character for each behind a colon.

    >>> "{file}{rank:abcdefghi}".format(file=Ordinal(7), rank=Ordinal(6))
    '7f'
    """

    def __format__(self, characters: str) -> str:
        return characters[self - 1] if characters else str(int(self))


def listed(names: Sequence[str]) -> str:
    """``Ann, Bob and Cid``."""
    if len(names) == 1:
        return names[0]
    if len(names) == 2:
        return Said("{name} and {name2}", name=names[0], name2=names[1])
    return Said("{name}, {others}", name=names[0], others=listed(names[1:]))


def code_of(text: str, otherwise: str) -> str:
    """The code of the sentence ``text``, or ``otherwise`` if it has none."""
    return (text.code if isinstance(text, Said) else "") or otherwise


def sentence_of(error: BaseException) -> str:
    """The message of an error, as the sentence that it was made with, if any, so that it can be translated."""
    sentence = error.args[0] if len(error.args) == 1 else None
    return sentence if isinstance(sentence, Said) and sentence == str(error) else str(error)
