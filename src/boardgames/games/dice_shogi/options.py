"""The rule options of Dice Shogi."""

from __future__ import annotations

import attrs

from boardgames.core.model.options import option


@attrs.frozen(kw_only=True)
class DiceOptions:
    """The rule options of Dice Shogi.  ``max_plies``: a game without an end by then is a draw; 0 sets no limit."""

    max_plies: int = option(
        300, "plies after which the game is a draw, 0 for no limit", "CodinGame", least=0, most=10**6
    )
