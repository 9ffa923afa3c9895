"""The rule options of shogi and of its variants."""

from __future__ import annotations

import attrs

from boardgames.core.model.options import option

NO_LIMIT = 0


@attrs.frozen(kw_only=True)
class ShogiOptions:
    """The rule options of shogi.

    ``impasse``: how a game ends when both kings have entered the other side's camp.
    ``24-point`` counts as soon as both kings are in their promotion zones and
    ``impasse_quiet_plies`` plies have gone by without a capture or promotion: that
    makes "neither player can mate or gain further material" a fact anyone can
    check.  ``24-point-declaration`` lets the side to move also declare ``win``,
    which with 31 points wins and with 24 is a draw; ``27-point`` lets it declare
    alone.

    ``missing_points``: which side gets the points of missing pieces.  ``white`` is for
    handicap games, in which White gave them up.

    ``repetition``: the fourth occurrence of a position ends the game.

    ``max_plies``: a game without an end by then is a draw; 0 sets no limit.
    """

    impasse: str = option(
        "24-point",
        "what decides when both kings have entered",
        "24 points: the statement, Japan Shogi Association; with declarations: the same, for its professionals, 2019; "
        "27 points: computer and amateur tournaments",
        choices=("24-point", "24-point-declaration", "27-point", "none"),
    )
    impasse_quiet_plies: int = option(
        60, "plies without capture or promotion before 24-point impasse is counted", "ours", least=1, most=10_000
    )
    missing_points: str = option(
        "nobody",
        "whose the points of missing pieces are in an impasse, for handicap games",
        "white: Japan Shogi Association, as if who gave the handicap still had the pieces",
        choices=("nobody", "white"),
    )
    repetition: str = option(
        "fourfold", "when a position has occurred too often", "Japan Shogi Association", choices=("fourfold", "none")
    )
    max_plies: int = option(
        NO_LIMIT, "plies after which the game is a draw, 0 for no limit", "ours", least=0, most=10**6
    )


@attrs.frozen(kw_only=True)
class VariantOptions:
    """The rule options of variants that are played by shogi's rules.

    ``repetition``: the fourth occurrence of a position ends the game.

    ``max_plies``: a game without an end by then is a draw; 0 sets no limit.
    """

    repetition: str = option(
        "fourfold", "when a position has occurred too often", "Japan Shogi Association", choices=("fourfold", "none")
    )
    max_plies: int = option(
        NO_LIMIT, "plies after which the game is a draw, 0 for no limit", "ours", least=0, most=10**6
    )
