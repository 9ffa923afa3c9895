"""``boardgames bot``: a player of ours as a program for anyone's arena."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random, SystemRandom

import click

from boardgames.cli.arguments import GAME, Chosen, UserError
from boardgames.core.options import BadOption
from boardgames.players import PLAYERS, seat_player
from boardgames.players.engine import ProtocolError, serve


@click.command()
@GAME
@click.argument("player", type=click.Choice([name for name in PLAYERS if name != "human"]))
@click.option("--protocol", "protocol_name", metavar="NAME", help="The line protocol to speak.  [the game's own]")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The same seed, the same choices.")
def bot(chosen: Chosen, player: str, protocol_name: str | None, seed: int | None) -> None:
    """Let a built-in PLAYER speak a protocol on standard input and output.

    It plays one game and ends with it, so it can sit in any arena that speaks
    the protocol, this one included.

    \b
    Examples:
      boardgames bot ur greedy
      boardgames play ur --p1 "boardgames bot ur greedy" --p2 random
    """
    spec = chosen.spec
    try:
        protocol = spec.protocol(protocol_name)
        reply = protocol.player(chosen.game)
    except KeyError:
        known = ", ".join([*spec.protocols, "plain"])
        raise UserError(f"{spec.name} has no protocol {protocol_name!r}; there are: {known}") from None
    except BadOption as error:
        raise UserError(str(error)) from None
    rng = Random(SystemRandom().randrange(2**32) if seed is None else seed)
    try:
        serve(seat_player(player, spec, rng), reply, sys.stdin, _send)
    except ProtocolError as error:
        raise UserError(str(error)) from None
    except BrokenPipeError:
        sys.stderr.close()  # nobody listens any more, and nothing is left to say


def _send(lines: Sequence[str]) -> None:
    if lines:
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
