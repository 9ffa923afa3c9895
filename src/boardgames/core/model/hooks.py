"""What a State, a Game or a record can do only with the help of a package above.

A state shows itself in a notebook, and a pickled game is found again by its name.
The code for both is in packages above the model, which the model must not import.
So :mod:`boardgames.core.lookup` sets these functions when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final


def _missing(*arguments: Any, **options: Any) -> Any:
    raise RuntimeError("import boardgames first: it connects games with the package that finds them")


class Hooks:
    """A function for each thing that only an upper package can do."""

    find_spec: Callable[[str], Any] = staticmethod(_missing)
    """``find_spec(name)``: the GameSpec of that name or object reference."""
    is_loaded: Callable[[str], bool] = staticmethod(_missing)
    """Whether a game of that name is installed, or imported already."""
    spec_of: Callable[[Any], Any] = staticmethod(_missing)
    """The GameSpec that a game was made from."""
    name_of: Callable[[Any], str] = staticmethod(_missing)
    """The name or object reference by which a game is found again."""
    make_game: Callable[[Any, Mapping[str, Any]], Any] = staticmethod(_missing)
    """``make_game(spec, options)``: the one game object for these options."""
    reduce_game: Callable[[Any], tuple[Any, ...]] = staticmethod(_missing)
    """What ``__reduce__`` of a game returns."""
    state_svg: Callable[[Any], str | None] = staticmethod(_missing)
    """A state as SVG, or ``None`` where nothing that draws is installed."""
    playthrough_svg: Callable[[Any], str | None] = staticmethod(_missing)
    """The last state of a playthrough as SVG, its last action marked."""
    playthrough_html: Callable[[Any], str | None] = staticmethod(_missing)
    """A playthrough as HTML to step through."""
    record_html: Callable[[Any], str | None] = staticmethod(_missing)
    """A game record as HTML to step through."""
    record_json: Callable[[Any], str] = staticmethod(_missing)
    """A game record as JSON: one line with a newline at its end."""
    observation_of: Callable[[Any], Any] = staticmethod(_missing)
    """The Observation of a game."""


hooks: Final = Hooks()
