"""``boardgames check``: a bot author's first command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack

import attrs
import click

from boardgames.cli.arguments import GAME, Chosen, UserError
from boardgames.cli.programs import ProgramOptions, takes_program_options
from boardgames.cli.seating import Seated, participant, seated
from boardgames.core.playthrough import Playthrough
from boardgames.core.spec import GameSpec
from boardgames.core.verdict import Verdict
from boardgames.referee import ProgramParticipant, Referee, SeededDice


@click.command()
@GAME
@click.option("--bot", "text", required=True, metavar="CMD", help="The bot's command, as for 'play'.")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Games from each seat, and against itself.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, metavar="N", help="Of dice and opponent."
)
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
    bot = seated(text, chosen.spec, "--bot")
    if bot.protocol is None:
        raise UserError(f"--bot: {text} is a built-in player; give the command of a program")
    rival = Seated("random", builtin="random")
    pairs = [("bot", "random"), ("random", "bot"), ("bot", "itself")]
    click.echo(f"{text} plays {chosen.game.title} in the protocol {bot.protocol.name!r}.")
    found = Findings()
    for number in range(games):
        for names in pairs:
            players = [rival if name == "random" else bot for name in names]
            verdict = _play(chosen, players, names, seed + number, programs, found)
            click.echo(f"  {verdict.sentence(names)}")
            if verdict.fault is not None and verdict.fault.kind == "not started":
                sys.exit(3)
    for line in found.told():
        click.echo(line)
    sys.exit(1 if found.faults else 0)


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
        self, seat: int, names: Sequence[str], seated_at: ProgramParticipant, referee: Referee, verdict: Verdict
    ) -> None:
        self.sittings += 1
        if verdict.fault is not None and verdict.fault.seat == seat:
            self.faults.append(
                f"as {('first', 'second')[seat]} player against {names[1 - seat]}, {verdict.fault.detail}"
            )
        own = [
            taken for state, taken in zip(referee.playthrough.states, referee.times, strict=False) if state.turn == seat
        ]
        self.first = max([self.first, *own[:1]])
        self.later = max([self.later, *own[1:]])
        self.allowed = (seated_at.limits.first_move_time, seated_at.limits.move_time)
        if seated_at.running:
            process = seated_at.process
            self.stderr = process.last_words or self.stderr
            self.stale_lines += seated_at.stale_lines
            self.stayed += not process.left_by_itself
            self.statuses.add(process.child.returncode if process.left_by_itself else 0)

    def told(self) -> list[str]:
        lines = [
            f"Time:    first answers took up to {self.first:.3f} s ({self.allowed[0]:g} s allowed), "
            f"later ones up to {self.later:.3f} s ({self.allowed[1]:g} s allowed)."
        ]
        words = self.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
        lines.append(f"Stderr:  its last line was: {words[-1]}" if words else "Stderr:  it wrote nothing there.")
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


def _play(
    chosen: Chosen,
    players: Sequence[Seated],
    names: Sequence[str],
    seed: int,
    programs: ProgramOptions,
    found: Findings,
) -> Verdict:
    spec: GameSpec = chosen.spec
    with ExitStack() as files:
        participants = [
            participant(who, seat, names[seat], spec, seed, programs, files) for seat, who in enumerate(players)
        ]
        referee = Referee(Playthrough(chosen.game.start()), names, participants, SeededDice(seed))
        verdict = referee.run()
    found.games += 1
    for seat, sat in enumerate(participants):
        if isinstance(sat, ProgramParticipant):
            found.see(seat, names, sat, referee, verdict)
    return verdict
