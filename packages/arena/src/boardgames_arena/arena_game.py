"""A game that an arena offers, with its rule options chosen."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from boardgames.core.lookup import GameSpec, load, name_of, spec_of
from boardgames.core.model import Game, with_options


class UnfitGame(ValueError):
    """A game that an arena cannot offer."""


@attrs.frozen
class ArenaGame:
    """Made by the people who run the arena; no text from elsewhere becomes one."""

    spec: GameSpec
    game: Game
    text: str
    """Its name, with the options that differ from the usual ones: ``ur:tokens=3``."""
    reference: str
    """The same as this computer's command line takes it: ``rules.py:SPEC`` for a game that is not installed."""

    @classmethod
    def of(cls, game: str | Game) -> ArenaGame:
        """The game that a text names, or a game.

        Raises :class:`~boardgames.core.model.game.UnknownGame`, :class:`~boardgames.core.model.options.BadOption` and
        :class:`UnfitGame`.

        >>> ArenaGame.of("ur:tokens=7").text, ArenaGame.of("ur:tokens=3").text
        ('ur', 'ur:tokens=3')
        """
        rules = load(game)
        spec = spec_of(rules)
        if rules.seats != 2:
            raise UnfitGame(f"{rules.title} is for {rules.seats} players; an arena pairs two")
        return cls(spec, rules, *(with_options(name, rules.options) for name in (spec.name, name_of(rules))))


def offered(text: str, games: Iterable[ArenaGame]) -> ArenaGame | None:
    """The game that a bot asks for by its text, or by its name if there is only one of that name.

    >>> games = [ArenaGame.of("morris"), ArenaGame.of("ur:tokens=1"), ArenaGame.of("ur:tokens=2")]
    >>> offered("morris", games) is games[0], offered("ur:tokens=2", games) is games[2], offered("ur", games)
    (True, True, None)
    """
    alike = [game for game in games if text == game.text]
    alike = alike or [game for game in games if text == game.spec.name]
    return alike[0] if len(alike) == 1 else None
