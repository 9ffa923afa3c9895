"""Names for files that are not records, so that an error can say what a file is."""

from __future__ import annotations

import re
from typing import Final

HEAD: Final = 4000

FOREIGN: Final = (
    (re.compile(rb"PK\x03\x04"), "a ZIP archive: unpack it first"),
    (re.compile(rb"\x1f\x8b"), "compressed by gzip: unpack it first"),
    (re.compile(rb"7z\xbc\xaf\x27\x1c|Rar!|LZIP|\xfd7zXZ|.{2}-lh[0-9]-", re.DOTALL), "an archive: unpack it first"),
    (re.compile(rb"%PDF-"), "a PDF document"),
    (re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8"), "a picture"),
    (re.compile(rb"(?i)<!doctype html|<html"), "an HTML page: save the record itself, not the page around it"),
    (re.compile(rb"<\?xml|<[a-zA-Z]"), "XML"),
    (re.compile(rb"\(\s*;\s*[A-Z]{1,2}\["), "SGF, the Smart Game Format"),
    (re.compile(rb'\[[A-Za-z]{1,40} +"'), "PGN, Portable Game Notation, or its relative PSN"),
    (re.compile(rb"1\. ?[A-Za-z][a-z0-9]"), "a list of moves in PGN"),
    (re.compile(rb"([pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] "), "FEN, a position of chess"),
    (re.compile(rb"#YANEURAOU-DB"), "an opening book of YaneuraOu, not the record of a game"),
    (re.compile(rb"(?:[<>] ?)?(usi|usiok|isready|readyok|id name )\s"), "a log of USI: keep its position lines alone"),
)  # fmt: skip
"""Beginnings of files, and what they are the beginnings of."""


def kind_of_file(data: bytes) -> str | None:
    """The kind of the file, in words that follow 'this is'; ``None`` if it is unknown.

    >>> kind_of_file(b'[Event "Spring"]')
    'PGN, Portable Game Notation, or its relative PSN'
    """
    head = data[:HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((what for mark, what in FOREIGN if mark.match(head)), None)
