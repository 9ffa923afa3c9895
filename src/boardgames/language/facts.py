"""The facts of a game as its declaration tells them, in Markdown: options, presets, endings and sources."""

from __future__ import annotations

import re
from typing import Final

from boardgames.core.lookup.installed_games import find
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import as_text, describe
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases

RULES: Final = re.compile(r"^\[[^]\n]+\]\(\S+\) are those that `boardgames rules (\S+)` prints\.$", re.MULTILINE)
FACTS: Final = re.compile(r"^`boardgames rules (\S+)` lists the options, presets, endings and sources\.$", re.MULTILINE)
LINK: Final = re.compile(r"https?://[^\s)]*[^\s).,]")


def facts(spec: GameSpec, name: str | None = None) -> str:
    """The facts of the game that ``spec`` declares, each kind under a heading; ``name`` is its name on a command line.

    >>> import boardgames as bg
    >>> print(facts(bg.find("ur"))[:94])
    ## Options
    <BLANKLINE>
    Write them after the name: `ur:tokens=7`.
    <BLANKLINE>
    - `tokens` (default 7): Tokens of each side
    """
    described, lines = describe(spec.options), []
    if described or spec.presets:
        lines += ["## Options", ""]
    if described:
        lines += [f"Write them after the name: `{name or spec.name}:{described[0][0]}={described[0][1]}`.", ""]
    for option, default, meaning, source in described:
        lines.append(f"- `{option}` (default {default}): {meaning.rstrip('.')}. {source}.")
    for preset, values in spec.presets.items():
        changed = ", ".join(f"{key}={as_text(value)}" for key, value in values.items()) or "the defaults"
        lines.append(f"- `preset={preset}`: {changed}")
    said = phrases(ENGLISH, spec.name).text
    lines += ["", "## How a game ends", "", *(f"- {said(why)}: {said(what)}." for why, what in spec.reasons.items())]
    if spec.sources:
        lines += ["", "## Sources", "", *(f"- {source}" for source in spec.sources)]
    return "\n".join(lines).strip()


def with_rules(page: str) -> str:
    """A page about a game, in Markdown, with its rules and facts in the place of the lines that name them."""
    page = RULES.sub(lambda match: find(match[1]).rules.partition("\n")[2].strip(), page)  # the page has their title
    return FACTS.sub(lambda match: LINK.sub(r"<\g<0>>", facts(find(match[1])).replace("## ", "### ")), page)
