"""``boardgames check``: a few games of a bot, and what it did wrong."""

from __future__ import annotations

import shlex
import sys
from contextlib import ExitStack
from textwrap import wrap

import attrs
import click

from boardgames.cli.arguments import GAME, Chosen, MachineError, UserError, told_rules
from boardgames.cli.entrants import WORD, PlayerOption, entered
from boardgames.cli.options import COUNT, Command, seed_option, takes
from boardgames.cli.programs import ProgramOptions
from boardgames.cli.progress import status
from boardgames.contest import BotCheck, ProgramEntrant
from boardgames.contest.bot_check import line_ups_of
from boardgames.core.model.options import option
from boardgames.core.text.printable import printable
from boardgames.players.terminal import terminal_width
from boardgames.processes.interruption import interruptible
from boardgames.referee import Shortage


@attrs.frozen(kw_only=True)
class CheckOptions(PlayerOption):
    """The bot, and its games."""

    games: int = option(3, "Games from each seat, and against itself.", kind=COUNT)
    seed: int = seed_option("Of dice and opponent.", 1)


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
    bot = entered(text, chosen.spec, "PLAYER")
    if not isinstance(bot, ProgramEntrant):
        raise UserError(f"PLAYER: {text} is an installed player; give the command of a program")
    findings = BotCheck(chosen.spec, chosen.game, bot)
    line_ups = line_ups_of(chosen.game.seats)
    click.echo(f"{printable(text)} plays {chosen.game.title} in the protocol {bot.protocol.name!r}.")
    games = f"{options.games} game{'s' * (options.games != 1)}"
    click.echo(f"{games} from each seat, and against itself:" if chosen.game.seats > 1 else f"{games}:")
    if rules := told_rules(chosen, bot.protocol):
        click.echo(_wrapped(rules, ""))
    if programs.sandbox == "none":
        click.echo(UNSANDBOXED)
    with interruptible():
        for number in range(options.games):
            for names in line_ups:
                status(f"game {findings.games + 1} of {options.games * len(line_ups)}: {' against '.join(names)} ...")
                try:
                    with ExitStack() as files:
                        record = findings.play(names, options.seed + number, programs.conditions(files))
                except Shortage as error:
                    raise MachineError(str(error)) from None
                status()
                told, *others = findings.sentences_of(record, names, programs.words())
                click.echo(_wrapped(f"  {told}", 4 * " "))
                for line in others:
                    click.echo(f"  {line}")
                if not findings.started:
                    sys.exit(3)
    for line in findings.sentences():
        click.echo(_wrapped(line, 9 * " "))
    if not findings.faults:
        words = ["boardgames", "match", chosen.text, text, "greedy", "--games", "100"]
        click.echo(f"Next, see how strong it is: {printable(shlex.join(words))}")
    sys.exit(1 if findings.faults else 0)


UNSANDBOXED = (
    "Note: it runs as you, without a sandbox: it can read and change your files, read a seed given with --seed,\n"
    "and end this referee. '--sandbox bwrap' prevents that; 'boardgames sandbox' tells more."
)


def _wrapped(line: str, indent: str) -> str:
    """A line in as many as the terminal needs, all but the first indented."""
    return "\n".join(
        wrap(line, terminal_width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    )
