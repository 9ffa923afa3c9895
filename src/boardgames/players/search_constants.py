"""The constants of the selective searches, as hidden options of players: for those who tune them."""

from __future__ import annotations

from typing import Any, Final

import attrs

from boardgames.core.model.options import option, options_of, values_of


def _constant(usual: float | None, meaning: str, least: float, most: float) -> Any:
    return option(None, meaning, least=least, most=most, usual=usual, hidden=True)


@attrs.frozen(kw_only=True)
class SearchConstants:
    """The numbers by which a selective search leaves moves out.  Scores are hundredths of a pawn, values from -1 to 1.

    One that is given asks for the selective search.
    """

    margin: int | None = _constant(100, "reverse futility: a judgement this far above the window is a cutoff", 0, 2000)
    step: int | None = _constant(120, "and this much more for each ply of depth", 0, 2000)
    margin_depth: int | None = _constant(4, "the largest depth of reverse futility", 0, 20)
    razor: int | None = _constant(
        80, "razoring: this far below the window, twice for each ply, quiescence decides", 0, 2000
    )
    razor_depth: int | None = _constant(2, "the largest depth of razoring", 0, 20)
    null: int | None = _constant(3, "plies that a search after a pass is less deep, and one more for each four", 1, 10)
    delta: int | None = _constant(300, "how near to the window a capture must come in quiescence", 0, 5000)
    late: int | None = _constant(2, "moves from this place in the order on are reduced", 1, 100)
    late_depth: int | None = _constant(3, "the least depth at which they are", 2, 20)
    reduction: float | None = _constant(
        None, "they are reduced by ln(depth) ln(place) divided by this; usually 5, in a narrow search 1.8", 0.5, 50
    )
    history: int | None = _constant(6_000, "of history for each ply less or more of reduction", 500, 100_000)
    quiet: int | None = _constant(8, "a narrow search leaves out quiet moves from this place in the order on", 1, 200)
    quiet_step: int | None = _constant(2, "plus this times the depth squared", 0, 100)
    quiet_depth: int | None = _constant(4, "the largest depth at which it does", 0, 20)
    window: int | None = _constant(60, "a narrow search first asks for a score this near to the last one", 1, 2000)
    behind: float | None = _constant(
        0.12, "with dice: moves so far behind the best one of their throw are left out", 0, 2
    )
    reach: float | None = _constant(
        0.3, "with dice: a throw's best move is at most this far from its first value", 0, 2
    )


NAMES: Final = tuple(options_of(SearchConstants))


def given(constants: SearchConstants) -> list[str]:
    """The names of the constants that were given."""
    return [name for name in NAMES if getattr(constants, name) is not None]


def resolved(constants: SearchConstants) -> dict[str, Any]:
    """The value of each constant, the usual one where none was given."""
    chosen = values_of(constants)
    options = options_of(SearchConstants)
    return {name: options[name].facts.usual if chosen[name] is None else chosen[name] for name in NAMES}
