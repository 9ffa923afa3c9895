"""Who may sit at a table, named in text as on the command line."""

from __future__ import annotations

from typing import Any, Final

import attrs

from boardgames.contest import NAME_LENGTH, BadEntrant, Entrant, check_name, entrant
from boardgames.core.lookup.players import PLAYERS, UnknownPlayer
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import BadOption
from boardgames.web.person import GUEST, HUMAN, person

LEVELS: Final = 10


@attrs.frozen
class Chair:
    """One player of a table, wherever it sits in the next game."""

    who: Entrant
    name: str | None = None
    """What to call it; else it is found out from who it is."""

    @property
    def is_host(self) -> bool:
        return self.who.text == HUMAN and self.who.at_terminal

    @property
    def is_guest(self) -> bool:
        return self.who.text == GUEST and self.who.at_terminal


def chair(text: str, spec: GameSpec, name: str | None = None, settings: tuple[str, ...] = ()) -> Chair:
    """The player that a text names: ``human`` and ``guest`` are people at the page.

    Raises :class:`~boardgames.contest.entrants.BadEntrant`.
    """
    if name is not None:
        check_name(name)
    if text in (HUMAN, GUEST):
        if settings:
            raise BadEntrant(f"{text} is no program, so it has no option {settings[0]!r} to set")
        return Chair(person(text), name)
    who = entrant(text, spec, settings)
    if who.at_terminal:
        raise BadEntrant(f"{text} plays at a terminal; at the page say {HUMAN}, or {GUEST} for somebody by a link")
    return Chair(who, name or _called(text))


def _called(text: str) -> str | None:
    """A short name for a player with a level; ``None`` for others, which have one.

    >>> _called("alphabeta:level=3")
    'alphabeta-3'
    """
    name, _, level = text.partition(":level=")
    return f"{name}-{level}"[:NAME_LENGTH] if level.isdecimal() else None


def offered() -> list[tuple[str, str]]:
    """The players that anybody may seat from the page: each as a text and what to call it."""
    found = [(HUMAN, "you"), (GUEST, "a guest, by a link")]
    for name in PLAYERS.names():
        try:
            spec = PLAYERS.find(name)
        except UnknownPlayer:
            continue
        if spec.at_terminal:
            continue
        found.append((name, f"{name}: {spec.summary}"))
        if _has_levels(spec.options):
            found += [(f"{name}:level={level}", f"{name}, level {level}") for level in range(1, LEVELS + 1)]
    return found


def from_page(text: str, spec: GameSpec, name: str | None, allow_commands: bool) -> Chair:
    """The player that a form names: one of those offered, or any where commands are allowed.

    Raises :class:`~boardgames.contest.entrants.BadEntrant`.
    """
    if not allow_commands and text not in dict(offered()):
        raise BadEntrant(
            "the page seats only the players that it offers; programs are started from it "
            "where the server was begun with --allow-commands"
        )
    try:
        return chair(text, spec, name)
    except BadOption as error:
        raise BadEntrant(str(error)) from None


def _has_levels(options: type[Any]) -> bool:
    field = attrs.fields_dict(options).get("level")
    return field is not None and field.metadata.get("most") == LEVELS
