"""``boardgames check``: a bot author's first command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack

import attrs
import click

from boardgames.cli.arguments import GAME, Chosen, MachineError, UserError
from boardgames.cli.interruption import interruptible
from boardgames.cli.line_up import entered
from boardgames.cli.numbers import COUNT, SEED
from boardgames.cli.programs import ProgramOptions, takes_program_options
from boardgames.contest import Entrant, ProgramEntrant, set_up
from boardgames.core.printable import printable
from boardgames.core.verdict import Verdict
from boardgames.referee import ProgramParticipant, Referee, Shortage


@click.command()
@GAME
@click.option("--bot", "text", required=True, metavar="CMD", help="The bot's command, as for 'play'.")
@click.option(
    "--games",
    type=COUNT,
    default=3,
    show_default=True,
    help="Games from each seat, and against itself.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, metavar="N", help="Of dice and opponent.")
@takes_program_options
def check(chosen: Chosen, text: str, games: int, seed: int, programs: ProgramOptions) -> None:
    """Try a bot: a few games against itself and the random player, from both seats.

    Tells in plain words what it did wrong and what was expected, how long it
    took, what it wrote on stderr, and whether it ended when the game did.  The
    limits are the arena's own, unless you say otherwise.

    \b
    Examples:
      boardgames check ur --bot "python mybot.py"
      boardgames check ur --bot ./mybot --move-time 0.1 --log talk.txt

    \b
    Exit status: 0 all is well, 1 the bot forfeited a game, 3 it cannot be started
    """
    bot = entered(text, chosen.spec, "--bot")
    if not isinstance(bot, ProgramEntrant):
        raise UserError(f"--bot: {text} is an installed player; give the command of a program")
    rival = entered("random", chosen.spec, "--bot")
    line_ups = line_ups_of(chosen.game.seats)
    click.echo(f"{printable(text)} plays {chosen.game.title} in the protocol {bot.protocol.name!r}.")
    found = Findings()
    if programs.sandbox == "none":
        click.echo(UNSANDBOXED)
    with interruptible():
        for number in range(games):
            for names in line_ups:
                entrants = [rival if name.startswith("random") else bot for name in names]
                try:
                    verdict = _play(chosen, entrants, names, seed + number, programs, found)
                except Shortage as error:
                    raise MachineError(str(error)) from None
                click.echo(f"  {verdict.sentence(names)}")
                if verdict.fault is not None and verdict.fault.kind == "not started":
                    sys.exit(3)
    for line in found.told():
        click.echo(line)
    sys.exit(1 if found.faults else 0)


ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


UNSANDBOXED = (
    "Note: it runs as you, without a sandbox: it can read and change your files, read a seed given with --seed,\n"
    "and end this referee. '--sandbox bwrap' prevents that; 'boardgames sandbox' tells more."
)


@attrs.define
class Findings:
    """What was seen of a bot."""

    games: int = 0
    sittings: int = 0
    """At how many seats it sat: two in a game against itself."""
    faults: list[str] = attrs.field(factory=list)
    first: float = 0.0
    later: float = 0.0
    allowed: tuple[float, float] = (0.0, 0.0)
    stderr: bytes = b""
    stale_lines: int = 0
    stayed: int = 0
    statuses: set[int] = attrs.field(factory=set)

    def see(
        self, seat: int, names: Sequence[str], participant: ProgramParticipant, referee: Referee, verdict: Verdict
    ) -> None:
        self.sittings += 1
        if verdict.fault is not None and verdict.fault.seat == seat:
            against = " and ".join(name for other, name in enumerate(names) if other != seat)
            order = ORDER[seat] if seat < len(ORDER) else f"{seat + 1}th"
            self.faults.append(f"as {order} player{' against ' * bool(against)}{against}, {verdict.fault.detail}")
        own = [
            taken for state, taken in zip(referee.playthrough.states, referee.times, strict=False) if state.turn == seat
        ]
        self.first = max([self.first, *own[:1]])
        self.later = max([self.later, *own[1:]])
        self.allowed = (participant.clock.first_move_time, participant.clock.move_time)
        if participant.running:
            process = participant.process
            self.stderr = process.last_words or self.stderr
            self.stale_lines += participant.stale_lines
            self.stayed += not process.left_by_itself
            self.statuses.add((process.tree.status or 0) if process.left_by_itself else 0)

    def told(self) -> list[str]:
        lines = [
            f"Time:    first answers took up to {self.first:.3f} s ({self.allowed[0]:g} s allowed), "
            f"later ones up to {self.later:.3f} s ({self.allowed[1]:g} s allowed)."
        ]
        words = self.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
        last = f"its last line was: {printable(words[-1])}" if words else "it wrote nothing there."
        lines.append(f"Stderr:  {last}")
        if self.stale_lines:
            lines.append(f"Lines:   {self.stale_lines} came before they were asked for, and were dropped.")
        if self.stayed:
            lines.append(
                f"End:     {self.stayed} of {self.sittings} times it did not end with its input, and was ended."
            )
        elif self.statuses - {0}:
            lines.append(f"End:     it ended by itself, but with status {max(self.statuses, key=abs)} instead of 0.")
        else:
            lines.append("End:     it ended by itself after each game.")
        if not self.faults:
            return [*lines, f"All is well: no mistake in {self.games} games."]
        count = f"{len(self.faults)} of {self.games} games were forfeited"
        return [*lines, f"{count}:", *(f"  {fault}" for fault in dict.fromkeys(self.faults))]


def line_ups_of(seats: int) -> list[list[str]]:
    """The bot in each seat among random players, and in all seats at once.

    >>> line_ups_of(2)
    [['bot', 'random'], ['random', 'bot'], ['bot', 'itself']]
    >>> line_ups_of(1)
    [['bot']]
    """
    if seats == 1:
        return [["bot"]]
    rivals = ["random"] if seats == 2 else [f"random-{number}" for number in range(1, seats)]
    itself = ["itself"] if seats == 2 else [f"itself-{number}" for number in range(1, seats)]
    return [*([*rivals[:seat], "bot", *rivals[seat:]] for seat in range(seats)), ["bot", *itself]]


def _play(
    chosen: Chosen,
    entrants: Sequence[Entrant],
    names: Sequence[str],
    seed: int,
    programs: ProgramOptions,
    found: Findings,
) -> Verdict:
    with ExitStack() as files:
        conditions = programs.conditions(files)
        game = set_up(chosen.game.start(), entrants, spec=chosen.spec, seed=seed, names=names, conditions=conditions)
        verdict = game.referee.run()
    found.games += 1
    for seat, participant in enumerate(game.participants):
        if isinstance(participant, ProgramParticipant):
            found.see(seat, names, participant, game.referee, verdict)
    return verdict
