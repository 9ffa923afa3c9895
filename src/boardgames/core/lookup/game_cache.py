"""The games made so far: one object for each spec and choice of options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game, StateT
from boardgames.core.model.options import BadOption, choose
from boardgames.core.text.printable import quoted

_made: dict[tuple[GameSpec, Any], Game] = {}
_spec_of: dict[int, GameSpec] = {}  # by the id of the game, which is never freed


def make(spec: GameSpec[StateT], options: Mapping[str, Any]) -> Game[StateT]:
    """The game of a spec with these options; the same object for the same options."""
    given = dict(options)
    preset = given.pop("preset", None)
    if preset is not None:
        if preset not in spec.presets:
            known = ", ".join(spec.presets) or "none"
            raise BadOption(f"{spec.name}: there is no preset {quoted(str(preset))}. The presets are: {known}")
        given = {**spec.presets[preset], **given}
    try:
        chosen = choose(spec.options, given)
    except BadOption as error:
        raise BadOption(f"{spec.name}: {error}") from None
    key = (spec, chosen)
    game = _made.get(key)
    if game is None:
        try:
            game = _made[key] = spec.game(chosen)
        except BadOption as error:
            raise BadOption(f"{spec.name}: {error}") from None
        _spec_of[id(game)] = spec
    return game


def made_from(game: Game) -> GameSpec | None:
    """The spec that :func:`make` made a game from; ``None`` for a game that was made elsewhere."""
    return _spec_of.get(id(game))
