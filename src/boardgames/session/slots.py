"""The players of a table, named in text as on the command line."""

from __future__ import annotations

from random import Random
from typing import Final

import attrs

from boardgames.contest import BadEntrant, Entrant, entrant
from boardgames.contest.entrants import check_name
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.players import LEVELS, PLAYERS, UnknownPlayer
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import BadOption, options_of
from boardgames.core.text.said import Said, sentence_of
from boardgames.session.person import GUEST, HUMAN, person_entrant

OPPONENT: Final = "alphabeta"
DEFAULT_LEVEL: Final = 3
DEFAULT_OPPONENT: Final = f"{OPPONENT}:level={DEFAULT_LEVEL}"
"""The opponent of a person that chooses none."""


@attrs.frozen
class Slot:
    """One player of a table.  It keeps its number when sides are swapped; its seat changes."""

    entrant: Entrant
    name: str | None = None
    """Its name in the game; ``None`` for the entrant's own."""

    @property
    def is_host(self) -> bool:
        """True if the person who started the server plays here."""
        return self.entrant.text == HUMAN and self.entrant.at_terminal

    @property
    def is_guest(self) -> bool:
        """True if a person plays here who has this slot's link."""
        return self.entrant.text == GUEST and self.entrant.at_terminal


def slot(text: str, spec: GameSpec, name: str | None = None, settings: tuple[str, ...] = ()) -> Slot:
    """The slot for the player that a text names; ``human`` and ``guest`` are people at the page.

    Raises :class:`~boardgames.contest.BadEntrant`.
    """
    if name is not None:
        check_name(name)
    if text in (HUMAN, GUEST):
        if settings:
            raise BadEntrant(f"{text} is no program, so it has no option {settings[0]!r} to set")
        return Slot(person_entrant(text), name)
    player = entrant(text, spec, settings)
    if player.at_terminal:
        raise BadEntrant(f"{text} plays at a terminal; on the page use {HUMAN}, or {GUEST} for a person with a link")
    return Slot(player, name)


def offered_people() -> list[tuple[str, str]]:
    """The people that a form offers as players, as :func:`offered_players` does."""
    return [(HUMAN, Said("you")), (GUEST, Said("a guest with a link"))]


def offered_levels() -> list[tuple[str, str]]:
    """The usual opponent at its ten levels, the same way."""
    return [
        (f"{OPPONENT}:level={level}", Said("Level {number}: {word}", number=level, word=Said(word)))
        for level, word in enumerate(LEVELS, 1)
    ]


def offered_players(game: GameSpec | None = None) -> list[tuple[str, str]]:
    """The players that the lobby's form offers, the usual ones first: for each its text and its label.

    With a ``game`` those are left out that cannot play it with their own options, and the label of one that lacks
    something, such as a table, says so.
    """
    offered = [*offered_people(), *offered_levels()]
    for name in PLAYERS.names():
        try:
            spec = PLAYERS.find(name)
        except UnknownPlayer:
            continue
        if spec.at_terminal:
            continue
        words = Said(spec.summary)
        if game is not None:
            try:
                player = spec.player(game, spec.options(), Random(0))
            except Exception:  # players may be foreign code
                continue
            try:
                player.prepare(make(game, {}).start())
            except Exception as error:
                sentence = sentence_of(error)
                words = (
                    sentence.values.get("fact", sentence)
                    if isinstance(sentence, Said)
                    else Said(sentence.partition(". ")[0])
                )
        offered.append((name, Said("{name}: {words}", name=name, words=words)))
        if name != OPPONENT and _has_levels(spec.options):
            offered += [
                (
                    f"{name}:level={level}",
                    Said("{name}, level {number}: {word}", name=name, number=level, word=Said(word)),
                )
                for level, word in enumerate(LEVELS, 1)
            ]
    return offered


def slot_from_form(text: str, spec: GameSpec, name: str | None, allow_commands: bool) -> Slot:
    """The slot that a form describes: one of :func:`offered_players`, or any player if commands are allowed.

    Raises :class:`~boardgames.contest.BadEntrant`.
    """
    if not allow_commands and text not in dict(offered_players()):
        raise BadEntrant(
            "the page offers no other players than those in its list; to start programs from the page, "
            "start the server with --allow-commands"
        )
    try:
        return slot(text, spec, name)
    except BadOption as error:
        raise BadEntrant(sentence_of(error)) from None


def _has_levels(options: type[object]) -> bool:
    field = options_of(options).get("level")
    return field is not None and field.facts.most == len(LEVELS)
