"""Functions of packages above that a State, a Game or a record calls.

A state shows itself in a notebook, and a pickled game is found again by its name.
The code for both is in packages above the model, which the model must not import.
So :mod:`boardgames.core.lookup` sets these functions when it is imported: at the
latest when the first of them is called, because the package ``boardgames`` says
with ``connect`` how that is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final


class Hooks:
    """A function for each thing that only an upper package can do."""

    find_spec: Callable[[str], Any]
    """``find_spec(name)``: the GameSpec of that name or object reference."""
    is_loaded: Callable[[str], bool]
    """True if a game of that name is installed, or imported already."""
    spec_of: Callable[[Any], Any]
    """The GameSpec that a game was made from."""
    name_of: Callable[[Any], str]
    """The name or object reference by which a game is found again."""
    make_game: Callable[[Any, Mapping[str, Any]], Any]
    """``make_game(spec, options)``: the one game object for these options."""
    reduce_game: Callable[[Any], tuple[Any, ...]]
    """The value of a game's ``__reduce__``."""
    state_svg: Callable[[Any], str | None]
    """A state as SVG, or ``None`` where nothing that draws is installed."""
    scene_svg: Callable[[Any], str | None]
    """A scene as SVG, or ``None``."""
    playthrough_svg: Callable[[Any], str | None]
    """The last state of a playthrough as SVG, its last action marked."""
    playthrough_html: Callable[[Any], str | None]
    """A playthrough as HTML to step through."""
    record_html: Callable[[Any], str | None]
    """A game record as HTML to step through."""
    record_json: Callable[[Any], str]
    """A game record as JSON: one line, with its end."""
    observation_of: Callable[[Any], Any]
    """The Observation of a game."""

    connect: Callable[[], None]
    """Imports the package that sets the functions above."""

    def __getattr__(self, name: str) -> Any:
        """A function that is not set yet."""
        if name in Hooks.__annotations__ and "connect" in vars(self):
            self.connect()
        if name not in vars(self):
            raise AttributeError(name)
        return vars(self)[name]


hooks: Final = Hooks()
