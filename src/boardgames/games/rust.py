"""Texts as Rust reads them, for protocols whose arenas are written in Rust."""

from __future__ import annotations

from typing import Final

WHITE_SPACE: Final = "".join(
    chr(code) for code in (*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029,
                           0x202F, 0x205F, 0x3000)
)  # fmt: skip
"""Unicode's White_Space.  Python's ``str.strip`` also takes off U+001C to U+001F, which are not among them."""


def trim(text: str) -> str:
    """A text without the white space around it, as ``str::trim`` leaves it.

    >>> trim(" 3\\u3000"), trim("\\x1f3")
    ('3', '\\x1f3')
    """
    return text.strip(WHITE_SPACE)
