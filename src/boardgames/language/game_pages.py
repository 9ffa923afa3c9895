"""Pages that name the rules and the facts of a game, or a file, in a line: with these in its place."""

from __future__ import annotations

import re
from os.path import relpath
from pathlib import Path
from typing import Final

from boardgames.core.lookup.installed_games import find
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases
from boardgames.reasons.rules_text import fact_lines

RULES: Final = re.compile(r"^\[[^]\n]+\]\(\S+\) are those that `boardgames rules (\S+)` prints\.$", re.MULTILINE)
FACTS: Final = re.compile(r"^`boardgames rules (\S+)` lists the options, presets, endings and sources\.$", re.MULTILINE)
FILE: Final = re.compile(r"^```\{include\} (\S+)\n```$", re.MULTILINE)
TARGET: Final = re.compile(r"(\]\(|src=\")(?!\w+:|#)([^)\"]+)")
LINK: Final = re.compile(r"https?://[^\s)]*[^\s).,]")


def with_rules(page: str) -> str:
    """A page about a game, in Markdown, with its rules and facts in the place of the lines that name them."""
    page = RULES.sub(lambda match: find(match[1]).rules.partition("\n")[2].strip(), page)  # the page has their title
    return FACTS.sub(lambda match: _facts(match[1]), page)


def with_files(page: str, folder: Path) -> str:
    """A ``page`` of a ``folder`` with the file that it includes, whose links then lead from there."""
    line = FILE.search(page)
    if line is None:
        return page
    file = folder / line[1]
    text = TARGET.sub(lambda to: to[1] + Path(relpath(file.parent / to[2], folder)).as_posix(), file.read_text("utf-8"))
    return page.replace(line[0], text)


def _facts(name: str) -> str:
    lines = fact_lines(find(name), name, phrases(ENGLISH, name).text)
    return LINK.sub(
        r"<\g<0>>", "\n".join(lines).strip().replace("## Options", "## Options by name").replace("## ", "### ")
    )
