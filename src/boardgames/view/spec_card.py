"""A GameSpec as a card for notebooks: the board, how games end, the options."""

from __future__ import annotations

from html import escape
from typing import Any

from boardgames.core.lookup.game_cache import make
from boardgames.core.model.options import describe
from boardgames.view.displays import svg_of
from boardgames.view.tables import html_table


def spec_card(spec: Any) -> str:
    """The card of a game."""
    game = make(spec, {})
    parts = [f"<h3>{escape(spec.title)}</h3>", svg_of(game.start()) or ""]
    facts = [
        ["name", spec.name],
        ["seats", f"{game.seats}: {', '.join(spec.seat_names[: game.seats])}"],
        ["actions", f"{game.action_count}" + (f", and {game.chance_count} throws" if game.chance_count else "")],
        ["protocols", ", ".join(spec.protocol_names())],
        *([["presets", ", ".join(spec.presets)]] if spec.presets else []),
    ]
    parts.append(html_table(facts, head=False))
    parts.append(html_table([["a game ends by", "meaning"], *map(list, spec.reasons.items())]))
    if options := describe(spec.options):
        rows = [[name, meaning, default] for name, default, meaning, _ in options]
        parts.append(html_table([["option", "meaning", "default"], *rows]))
    return "".join(parts)
