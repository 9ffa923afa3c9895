"""Markdown as plain text of a given width, for terminals."""

from __future__ import annotations

import re
from textwrap import wrap

ITEM = re.compile(r"(\s*)([-*]|\d+\.) ")
KEPT = re.compile(r"\s*(\||#|>)")


def wrapped(markdown: str, width: int) -> str:
    """``markdown`` with paragraphs and list items wrapped to ``width``; code, tables and headings stay as they are.

    >>> print(wrapped("A token goes home.\\n- It needs the very throw\\n  for that.", 20))
    A token goes home.
    - It needs the very
      throw for that.
    """
    lines: list[str] = []
    part: list[str] = []
    code = False
    for line in [*markdown.splitlines(), ""]:
        fence = line.lstrip().startswith("```")
        if code or fence or not line.strip() or KEPT.match(line) or ITEM.match(line):
            lines += _filled(part, width)
            part = []
        if fence:
            code = not code
        if fence or code or not line.strip() or KEPT.match(line):
            lines.append(line)
        else:
            part.append(line)
    return "\n".join(lines[:-1])


def _filled(part: list[str], width: int) -> list[str]:
    if not part:
        return []
    item = ITEM.match(part[0])
    indent = item[0] if item else re.match(r"\s*", part[0])[0]  # type: ignore[index]
    return wrap(
        " ".join(line.strip() for line in part),
        width,
        initial_indent=re.match(r"\s*", part[0])[0],  # type: ignore[index]
        subsequent_indent=" " * len(indent),
        break_long_words=False,
        break_on_hyphens=False,
    )


def listed(words: list[str], width: int, indent: str = "  ", head: str = "") -> str:
    """The ``words`` in lines of ``width``, each after ``indent``; later lines are indented to the first word.

    >>> print(listed(["d6-d7", "d6-d5", "b4-a4"], 16, head="moves "))
      moves d6-d7
            d6-d5
            b4-a4
    """
    first = indent + head
    rest = " " * len(first) if len(first) < width // 2 else indent + "  "
    return "\n".join(
        wrap(
            " ".join(words),
            width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )
