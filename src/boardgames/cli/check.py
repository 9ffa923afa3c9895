"""``boardgames check``: a few games of a bot, and what it did wrong."""

from __future__ import annotations

import shlex
import sys
from contextlib import ExitStack
from itertools import product
from textwrap import wrap

import attrs
import click

from boardgames.cli.arguments import GAME, Chosen, MachineError, UserError, mistakes
from boardgames.cli.entrants import WORD, PlayerOption, entrant_of
from boardgames.cli.options import COUNT, Command, seed_option, takes
from boardgames.cli.output import print_result
from boardgames.cli.programs import ProgramOptions
from boardgames.cli.progress import status
from boardgames.contest import BotCheck, ProgramEntrant
from boardgames.contest.bot_check import line_ups_of
from boardgames.contest.entrants import other_rules
from boardgames.core.model.options import option
from boardgames.core.text.printable import printable
from boardgames.players.terminal import terminal_width
from boardgames.processes.interruption import interruptible
from boardgames.referee import Shortage


@attrs.frozen(kw_only=True)
class CheckOptions(PlayerOption):
    """The bot, and its games."""

    games: int = option(3, "Games from each seat, and against itself.", kind=COUNT)
    seed: int = seed_option("The seed of the first dice and opponent.", 1)


@click.command(cls=Command)
@GAME
@WORD
@takes(CheckOptions)
@takes(ProgramOptions, "programs")
def check(chosen: Chosen, options: CheckOptions, programs: ProgramOptions) -> None:
    """Try a bot: a few games against itself and the random player, from both seats.

    PLAYER is the bot's command, as in "boardgames play".

    Says in plain words what it did wrong and what was expected, how long it
    took, what it wrote on stderr (after a fault: what it wrote before it), and whether
    it ended when the game did.  The limits are the arena's own, unless you say otherwise.

    \b
    Examples:
      boardgames check ur "python mybot.py"
      boardgames check ur "python mybot.py" --move-time 0.1 --log talk.txt

    \b
    Exit status: 0 all is well, 1 the bot forfeited a game, 3 it cannot be started
    """
    text = options.text
    bot = entrant_of(text, chosen.spec, "PLAYER")
    if not isinstance(bot, ProgramEntrant):
        raise UserError(f"PLAYER: {text} is an installed player; give the command of a program")
    result = BotCheck(chosen.spec, chosen.game, bot)
    print_result("\n".join(result.opening(options.games)))
    if rules := other_rules(chosen.game, bot.protocol):
        click.echo(_wrapped(rules, ""))
    if programs.sandbox == "none":
        click.echo(UNSANDBOXED)
    games = list(product(range(options.games), line_ups_of(chosen.game.seats)))
    with interruptible():
        for place, (number, names) in enumerate(games, 1):
            status(f"game {place} of {len(games)}: {' against '.join(names)} ...")
            with mistakes(Shortage, kind=MachineError), ExitStack() as files:
                record = result.play(names, options.seed + number, programs.conditions(files))
            status()
            first, *others = result.sentences_of(record, names, programs.words())
            print_result("\n".join([_wrapped(f"  {first}", 4 * " "), *(f"  {line}" for line in others)]))
            if not result.started:
                sys.exit(3)
    for line in result.sentences():
        click.echo(_wrapped(line, 9 * " "))
    if not result.faults:
        words = ["boardgames", "match", chosen.text, text, "greedy", "--games", "100"]
        click.echo(f"Next, see how strong it is: {printable(shlex.join(words))}")
    sys.exit(1 if result.faults else 0)


UNSANDBOXED = (
    "Note: it runs as you, without a sandbox: it can read and change your files, read a seed given with --seed,\n"
    "and end this referee. '--sandbox bwrap' prevents that; 'boardgames sandbox' tells more."
)


def _wrapped(line: str, indent: str) -> str:
    """A line in as many as the terminal needs, all but the first indented."""
    return "\n".join(
        wrap(line, terminal_width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    )
