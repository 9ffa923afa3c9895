"""The rules of a game as one page: how it is played, its options, its board, how it ends, and its sources."""

from __future__ import annotations

from boardgames.core.lookup.installed_games import name_of, spec_of
from boardgames.core.model.game import Game
from boardgames.core.model.options import as_text, describe


def rules_page(game: Game) -> str:
    """The page in Markdown, as ``boardgames rules`` prints it."""
    spec = spec_of(game)
    lines = [spec.rules.rstrip() or f"# {spec.title}"]
    described = describe(spec.options)
    if described:
        lines += [
            "",
            "## Options",
            "",
            f"Write them after the name: `{name_of(game)}:{described[0][0]}={described[0][1]}`.",
            "",
        ]
        lines += [
            f"- `{name}` (default {default}): {meaning}. {source}." for name, default, meaning, source in described
        ]
    for name, preset in spec.presets.items():
        changed = ", ".join(f"{key}={as_text(value)}" for key, value in preset.items()) or "the defaults"
        lines.append(f"- `preset={name}`: {changed}")
    if spec.legend:
        lines += ["", "## How to read the board, and what to type", "", spec.legend.rstrip()]
    lines += ["", "## How a game ends", "", *(f"- {reason}: {meaning}." for reason, meaning in spec.reasons.items())]
    if spec.sources:
        lines += ["", "## Sources", "", *(f"- {source}" for source in spec.sources)]
    return "\n".join(lines)
