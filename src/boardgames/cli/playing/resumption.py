"""``play --continue``: the game and the players of a record that was broken off."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from boardgames.cli.arguments import Chosen, UserError, mistakes
from boardgames.cli.playing.options import PlayerOptions
from boardgames.cli.records.reading import readable
from boardgames.contest import BadEntrant, Entrant, ProgramEntrant, check_name
from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.records.game_record import GameRecord, UnreadableRecord


def resumed(path: Path, players: PlayerOptions) -> tuple[GameRecord, Chosen, PlayerOptions]:
    """The record of a game that can go on, its game, and its players where ``players`` has no others.

    Raises :class:`UserError`.
    """
    record = readable(path)[0][1]
    with mistakes(UnreadableRecord, UnknownGame, BadOption, prefix=f"--continue {path}: "):
        state = record.playthrough().state
    if record.verdict is not None or state.outcome is not None:
        raise UserError(f"--continue: the game in {path} is finished; 'boardgames replay {path}' shows it")
    texts = _players_again(record, [players.p1, players.p2, *players.words, *players.player], path)
    names = [*map(_name_again, record.names), None, None]
    again = attrs.evolve(
        players,
        p1=texts[0],
        p2=texts[1],
        player=tuple(text for text in texts[2:] if text is not None),
        words=(),
        p1_name=players.p1_name or names[0],
        p2_name=players.p2_name or names[1],
    )
    return record, Chosen(spec_of(state.game), state.game, record.game), again


def _name_again(name: str) -> str | None:
    """A name that may be given to a player; ``None`` for a longer one, which the player's text has made."""
    try:
        check_name(name)
    except BadEntrant:
        return None
    return name


def _players_again(record: GameRecord, typed: Sequence[str | None], path: Path) -> list[str | None]:
    """The players by seat: those given, else those of the record.  Raises :class:`UserError`."""
    texts: list[str | None] = []
    for seat, player in enumerate(record.players):
        text = (typed[seat] if seat < len(typed) else None) or player.player
        if not text:
            option = f"--p{seat + 1} PLAYER" if seat < 2 else "--player PLAYER"
            raise UserError(f"--continue: {path} does not say who plays in seat {seat + 1}: add {option}")
        texts.append(text)
    return [*texts, *typed[len(texts) :], *[None] * (2 - len(texts))]


def require_positions(entrants: Sequence[Entrant]) -> None:
    """Raises :class:`UserError` for a program whose protocol cannot say where the game continues."""
    for who in entrants:
        if isinstance(who, ProgramEntrant) and not who.protocol.tells_position:
            raise UserError(
                f"--continue: {who.text} cannot be told from where the game goes on: the protocol "
                f"{who.protocol.name!r} has no word for it; 'plain:{who.text}' has, if the program speaks it"
            )
