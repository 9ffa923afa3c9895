"""Pages about games that name the rules and the facts of a game in a line: with both in their place."""

from __future__ import annotations

import re
from typing import Final

from boardgames.core.lookup.installed_games import find
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases
from boardgames.reasons.rules_text import fact_lines

RULES: Final = re.compile(r"^\[[^]\n]+\]\(\S+\) are those that `boardgames rules (\S+)` prints\.$", re.MULTILINE)
FACTS: Final = re.compile(r"^`boardgames rules (\S+)` lists the options, presets, endings and sources\.$", re.MULTILINE)
LINK: Final = re.compile(r"https?://[^\s)]*[^\s).,]")


def with_rules(page: str) -> str:
    """A page about a game, in Markdown, with its rules and facts in the place of the lines that name them."""
    page = RULES.sub(lambda match: find(match[1]).rules.partition("\n")[2].strip(), page)  # the page has their title
    return FACTS.sub(lambda match: _facts(match[1]), page)


def _facts(name: str) -> str:
    lines = fact_lines(find(name), name, phrases(ENGLISH, name).text)
    return LINK.sub(
        r"<\g<0>>", "\n".join(lines).strip().replace("## Options", "## Options by name").replace("## ", "### ")
    )
