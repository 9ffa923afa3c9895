"""``boardgames bot``: an installed player as a program, for any arena."""

from __future__ import annotations

import sys
from typing import Any

import attrs
import click

from boardgames.cli.arguments import GAME, Chosen, UserError, mistakes
from boardgames.cli.entrants import PLAYER, entrant_of
from boardgames.cli.options import Command, seed_option, takes
from boardgames.contest import PlayerEntrant, new_seed
from boardgames.contest.entrants import other_rules
from boardgames.core.lookup.players import PLAYERS
from boardgames.core.model.options import BadOption, option
from boardgames.core.protocol.dialogue import LivePlayerDialogue
from boardgames.core.protocol.player import Forfeit, OutOfTime, Player, Unavailable
from boardgames.core.seeds import random_of
from boardgames.players.engine import ProtocolError, send_lines, serve, standard_lines


@attrs.frozen(kw_only=True)
class BotOptions:
    """The protocol of a player, and its seed."""

    protocol: str | None = option(None, "The line protocol to speak.  [the game's own]", metavar="NAME")
    seed: int | None = seed_option("The seed of its choices; the same seed gives the same ones.")


@click.command(cls=Command)
@GAME
@click.argument("player", metavar="PLAYER", type=PLAYER)
@takes(BotOptions)
def bot(chosen: Chosen, player: str, options: BotOptions) -> None:
    """Let an installed PLAYER speak a protocol on standard input and output.

    It plays one game and ends; or, where the protocol has a word for the end, one game
    after another until it is told to quit. So it can play in any arena that speaks the
    protocol, this one included.

    \b
    Examples:
      boardgames bot ur greedy
      boardgames bot shogi alphabeta:level=7 --protocol usi
      boardgames play ur "boardgames bot ur greedy" random
    """
    spec, protocol_name = chosen.spec, options.protocol
    if protocol_name is not None and protocol_name not in spec.protocol_names():
        names = ", ".join(spec.protocol_names())
        raise UserError(f"{spec.name} has no protocol {protocol_name!r}; there are: {names}")
    protocol = spec.protocol(protocol_name)
    with mistakes(BadOption):
        reply = protocol.player(chosen.game)
    who = entrant_of(player, spec, "PLAYER")
    if not isinstance(who, PlayerEntrant) or who.at_terminal:
        names = ", ".join(name for name in PLAYERS.names() if not PLAYERS.find(name).at_terminal)
        raise UserError(f"PLAYER: {player!r} cannot be played by a program; the installed players are: {names}")
    rng, kind = random_of(new_seed() if options.seed is None else options.seed), who.player

    def make(options: Any) -> Player:
        seated = who.make(spec, rng) if kind is None else kind.player(spec, options, rng)
        seated.facts = {"game": chosen.text, "player": who.name}
        seated.prepare(chosen.game.start())
        return seated

    with mistakes(BadOption, prefix=f"PLAYER: {player}: "):
        seated = make(who.options)
    if rules := other_rules(chosen.game, protocol):
        click.echo(rules, err=True)
    if isinstance(reply, LivePlayerDialogue):
        reply.name, reply.options = who.name, who.options
    try:
        with mistakes(ProtocolError), mistakes(Forfeit, Unavailable, OutOfTime, prefix=f"{who.name} gives up: "):
            serve(seated, reply, standard_lines(), send_lines, make)
    except BrokenPipeError:
        sys.stderr.close()  # the other side has closed the pipe
