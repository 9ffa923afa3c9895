"""The common parts of the games of the family, and how a variant becomes a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from boardgames.core.lookup.deferred_field import deferred
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import PLY_LIMIT
from boardgames.games.shogi import impasse, repetition
from boardgames.games.shogi.io import sfen
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.options import VariantOptions
from boardgames.games.shogi.repetition import Repetition
from boardgames.games.shogi.rules import CHECK, KING_ACROSS, KING_CAPTURED, Shogi, State
from boardgames.games.shogi.variant import SHOGI, Variant

if TYPE_CHECKING:
    from boardgames.core.picture.scene import SceneOf
    from boardgames.core.protocol.dialogue import LineProtocol
    from boardgames.learning.levels import GameLevels
    from boardgames.records.record_format import RecordFormat

CLAIMS = frozenset({repetition.REPETITION, impasse.IMPASSE, impasse.DECLARATION})
"""Endings that records tell of where the rules as chosen do not judge them."""

BY_HISTORY = frozenset({repetition.REPETITION, repetition.PERPETUAL_CHECK, impasse.IMPASSE})
"""Endings that look back: at earlier positions, or at plies without a capture."""

SEAT_NAMES = ("Black", "White")

REASONS = {
    "checkmate": "the side to move is in check and cannot parry it: it loses",
    "stalemate": "the side to move is not in check and has no legal move: it loses",
    repetition.REPETITION: "a position has occurred too often",
    repetition.PERPETUAL_CHECK: "a position has occurred too often and one side gave check all the time: it loses",
    PLY_LIMIT: "as many plies as agreed have been played: a draw",
}
"""The reasons for which games of the family end."""

EARLY_REASONS = {
    CHECK: "the side to move is in check: it loses",
    KING_CAPTURED: "a king was taken: its side loses",
    KING_ACROSS: "a king stands unattacked on the furthest rank, or is still there a turn later: its side wins",
}
"""The ends of games that are won by a check, by taking the king or by its arrival."""

IO = "boardgames.games.shogi.io"

LARGE_BOARD = 49
"""Variants with at least this many squares have the levels of large boards, others those of small ones."""


def reasons_of(variant: Variant) -> dict[str, str]:
    """The reasons for which games of a variant can end."""
    left_out: set[str] = set()
    if variant.wins_by != "mate":
        left_out.add("checkmate")
    if variant.wins_by == "capture":
        left_out.add(repetition.PERPETUAL_CHECK)
    early = {
        CHECK: variant.wins_by == "check",
        KING_CAPTURED: variant.wins_by == "capture",
        KING_ACROSS: variant.across,
    }
    return {
        **{reason: meaning for reason, meaning in EARLY_REASONS.items() if early[reason]},
        **{reason: meaning for reason, meaning in REASONS.items() if reason not in left_out},
    }


def spec_of(
    variant: Variant,
    rules: str,
    sources: tuple[str, ...],
    *,
    options: type[Any] = VariantOptions,
    repetitions: Mapping[str, Repetition | None] = repetition.REPETITIONS,
    game: Callable[[Any], Shogi] | None = None,
    reasons: Mapping[str, str] | None = None,
    protocols: Mapping[str, LineProtocol] | None = None,
    record_options: Mapping[str, Any] | None = None,
    other_names: tuple[str, ...] = (),
    scene: SceneOf | None = None,
    levels: GameLevels | None = None,
) -> GameSpec[State, Action]:
    """The game of a variant that is played by shogi's rules, with its page and its sources.

    ``other_names`` are names by which the game is found beside its own.

    ``options`` is the class of its rule options, which has ``repetition``, one of
    ``repetitions``, and ``max_plies``; a game with more rules is made by ``game``
    from them.  ``reasons`` are how its games end, if it has others than its variant's.
    Records from elsewhere are read under ``record_options``.  Without ``protocols`` programs play it in USI.
    ``scene`` draws it, if its pieces have figures.  ``levels`` are those measured for it; otherwise the size of the
    board decides.

    Pictures, records, protocols and evaluations are imported when they are used.
    """

    def plain_game(chosen: Any) -> Shogi:
        return Shogi(variant, chosen, sfen, repetitions[chosen.repetition], max_plies=chosen.max_plies)

    def formats() -> dict[str, RecordFormat]:
        from boardgames.games.shogi.records.formats import formats

        return formats(variant, record_options or {})

    def legend() -> str:
        from boardgames.games.shogi.io.picture import legend

        return legend(variant)

    def rules_behind() -> dict[str, tuple[str, int]]:
        from boardgames.games.shogi.explanation import RULES_BEHIND

        # Many variants promote in their own way, and say how on their pages.
        return {code: rule for code, rule in RULES_BEHIND.items() if variant is SHOGI or rule[1] != 2}

    return GameSpec(
        name=variant.name,
        title=variant.title,
        other_names=other_names,
        game=game or plain_game,
        options=options,
        reasons=reasons_of(variant) if reasons is None else reasons,
        claims=CLAIMS,
        starts=deferred("boardgames.games.shogi.records.handicaps:STARTS") if variant is SHOGI else {},
        by_history=BY_HISTORY,
        protocols=protocols or deferred(f"{IO}.usi:PROTOCOLS"),
        formats=deferred(formats),
        picture=deferred(f"{IO}.picture:draw"),
        table=deferred(f"{IO}.picture:table"),
        legend=deferred(legend),
        describe=deferred(f"{IO}.picture:describe"),
        action_group=deferred(f"{IO}.picture:group"),
        readings=deferred(f"{IO}.spellings:readings"),
        scene=scene or deferred(f"{IO}.scene:scene"),
        clicks=deferred(f"{IO}.scene:clicks"),
        candidates=deferred(f"{IO}.scene:candidates"),
        possible_then=deferred("boardgames.games.shogi.explanation:possible_then"),
        insight=deferred(f"boardgames.games.shogi.values.hints:{'HINTS' if variant.wins_by == 'mate' else 'NO_MATES'}"),
        levels=levels
        or deferred(f"boardgames.games.shogi.levels:{'LARGE' if variant.squares >= LARGE_BOARD else 'SMALL'}"),
        seat_names=SEAT_NAMES,
        max_plies=longest,
        observation=deferred("boardgames.games.shogi.observation:observation"),
        symmetries=deferred("boardgames.games.shogi.symmetries:symmetries"),
        rules=rules,
        rules_behind=deferred(rules_behind),
        sources=sources,
    )


def longest(options: Any) -> int | None:
    """The longest that a game with these options can last, in plies."""
    return int(options.max_plies) or None
