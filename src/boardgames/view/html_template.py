"""Filling in an HTML template with escaping, without a dependency.

The server's pages use jinja2, which is in the extra ``web``.  Replay pages and reports are files, which are made
without any extra, and need no more of a template language than this.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape


class Html(str):
    """A text that is HTML already.  Every other text is escaped when it is filled in."""

    __slots__ = ()


def fill(template: str, **values: object) -> Html:
    """The template with each ``{{name}}`` replaced by a value; placeholders inside of values stay as they are.

    Raises :class:`KeyError` for a name without a value.

    >>> fill("<b>{{name}}</b>{{end}}", name="Ann & {{end}}", end=Html("<br>"))
    '<b>Ann &amp; {{end}}</b><br>'
    """

    def value(place: re.Match[str]) -> str:
        text = values[place[1]]
        return text if isinstance(text, Html) else escape(str(text))

    return Html(re.sub(r"\{\{(\w+)\}\}", value, template))


def joined(parts: Iterable[Html]) -> Html:
    """The pieces of HTML in ``parts``, one behind the other."""
    return Html("".join(parts))
