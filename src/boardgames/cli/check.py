"""``boardgames check``: a few games of a bot, and what it did wrong."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from textwrap import wrap

import attrs
import click

from boardgames.cli import fault_report
from boardgames.cli.arguments import GAME, Chosen, MachineError, UserError
from boardgames.cli.entrants import WORD, PlayerOption, entered
from boardgames.cli.options import COUNT, Command, seed_option, takes
from boardgames.cli.programs import ProgramOptions
from boardgames.cli.progress import status
from boardgames.contest import Entrant, ProgramEntrant, set_up
from boardgames.core.model.options import option
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.printable import printable
from boardgames.players.terminal import terminal_width
from boardgames.processes.interruption import interruptible
from boardgames.records.game_record import GameRecord
from boardgames.referee import ProgramSeat, Referee, Shortage


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
    rival = entered("random", chosen.spec, "PLAYER")
    line_ups = line_ups_of(chosen.game.seats)
    click.echo(f"{printable(text)} plays {chosen.game.title} in the protocol {bot.protocol.name!r}.")
    games = f"{options.games} game{'s' * (options.games != 1)}"
    click.echo(f"{games} from each seat, and against itself:" if chosen.game.seats > 1 else f"{games}:")
    if rules := chosen.told_rules(bot.protocol):
        click.echo(_wrapped(rules, ""))
    findings = Findings()
    if programs.sandbox == "none":
        click.echo(UNSANDBOXED)
    with interruptible():
        for number in range(options.games):
            for names in line_ups:
                status(f"game {findings.games + 1} of {options.games * len(line_ups)}: {' against '.join(names)} ...")
                entrants = [rival if name.startswith("random") else bot for name in names]
                try:
                    record = _play(chosen, entrants, names, options.seed + number, programs, findings)
                except Shortage as error:
                    raise MachineError(str(error)) from None
                verdict = record.verdict
                assert verdict is not None
                seats = seats_of_bot(names, chosen.spec.seat_names)
                told, *others = findings.format_game(record, verdict, names, programs.words())
                click.echo(_wrapped(f"  {seats}{told}", 4 * " "))
                for line in others:
                    click.echo(f"  {line}")
                if verdict.fault is not None and verdict.fault.kind == "not started":
                    sys.exit(3)
    for line in findings.format():
        click.echo(_wrapped(line, 9 * " "))
    if not findings.faults:
        words = ["boardgames", "match", chosen.text, text, "greedy", "--games", "100"]
        click.echo(f"Next, see how strong it is: {printable(shlex.join(words))}")
    sys.exit(1 if findings.faults else 0)


WARNED = 0.1  # the share of the time for an answer from which on it is called slow

UNSANDBOXED = (
    "Note: it runs as you, without a sandbox: it can read and change your files, read a seed given with --seed,\n"
    "and end this referee. '--sandbox bwrap' prevents that; 'boardgames sandbox' tells more."
)


@attrs.define
class Findings:
    """Observations of a bot in its games."""

    games: int = 0
    seats_taken: int = 0
    """How many seats it took: two in a game against itself."""
    faults: list[str] = attrs.field(factory=list)
    slowest: tuple[float, float, int] = (0.0, 0.0, 0)
    """The share of its time that an answer took at most, its seconds, and the ply."""
    first: float = 0.0
    later: float = 0.0
    allowed: tuple[float, float] = (0.0, 0.0)
    stderr: bytes = b""
    stale_lines: int = 0
    stayed: int = 0
    statuses: set[int] = attrs.field(factory=set)

    def format_game(
        self, record: GameRecord, verdict: Verdict, names: Sequence[str], conditions: Sequence[str]
    ) -> list[str]:
        """A game in lines.  The first with a fault of its kind has its position, and commands that show it again."""
        status()
        sentence = fault_report.told(verdict, names, record.game)
        if verdict.fault is None:
            return sentence
        again = verdict.fault.code in self.faults
        self.faults.append(verdict.fault.code)
        if again:
            return [f"{names[verdict.fault.seat]} forfeits again ({verdict.fault.kind}), as before"]
        if verdict.fault.kind == "not started":
            return sentence
        return [*sentence, *(f"  {line}" for line in fault_report.again(record, conditions))]

    def add(self, seat: int, program: ProgramSeat, referee: Referee) -> None:
        """Note how long the answers of a program took in a game, and what it printed."""
        self.seats_taken += 1
        plies = [
            (ply, taken)
            for ply, (state, taken) in enumerate(zip(referee.playthrough.states, referee.times, strict=False), 1)
            if state.turn == seat
        ]
        own = [taken for _, taken in plies]
        for number, (ply, taken) in enumerate(plies):
            allowed = program.clock.move_time if number else program.clock.first_move_time
            self.slowest = max(self.slowest, (taken / allowed, taken, ply))
        self.first = max([self.first, *own[:1]])
        self.later = max([self.later, *own[1:]])
        self.allowed = (program.clock.first_move_time, program.clock.move_time)
        if program.running:
            process = program.process
            self.stderr = program.last_words or self.stderr
            self.stale_lines += program.stale_lines
            self.stayed += not process.left_by_itself
            self.statuses.add((process.status or 0) if process.left_by_itself else 0)

    def format(self) -> list[str]:
        """The findings as lines for people."""
        lines = [
            f"Time:    first answers took up to {self.first:.3f} s ({self.allowed[0]:g} s allowed), "
            f"later ones up to {self.later:.3f} s ({self.allowed[1]:g} s allowed)."
            if self.first
            else "Time:    it gave no answer that counts."
        ]
        share, seconds, ply = self.slowest
        if share > WARNED:
            lines.append(
                f"Slow:    an answer took {seconds:.3f} s at ply {ply}, {share:.0%} of its time; "
                "an arena's machine may be slower than yours."
            )
        words = fault_report.folded(self.stderr.decode("utf-8", "backslashreplace").strip().splitlines())
        last = f"its last line was: {words[-1]}" if words else "it wrote nothing there."
        lines.append(f"Stderr:  {last}")
        if self.stale_lines:
            lines.append(f"Lines:   {self.stale_lines} came before they were asked for, and were dropped.")
        if self.stayed:
            lines.append(
                f"End:     {self.stayed} of {self.seats_taken} times it did not end with its input, and was ended."
            )
        elif self.statuses - {0}:
            lines.append(f"End:     it ended by itself, but with status {max(self.statuses, key=abs)} instead of 0.")
        else:
            lines.append("End:     it ended by itself after each game.")
        if not self.faults:
            return [*lines, f"All is well: no mistake in {self.games} games."]
        return [*lines, f"{len(self.faults)} of {self.games} games were forfeited; what went wrong stands above."]


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


def seats_of_bot(names: Sequence[str], seats: Sequence[str]) -> str:
    """The beginning of a line about a game: the seats that the bot has in it.

    >>> seats_of_bot(["random", "bot"], ["Light", "Dark"]), seats_of_bot(["bot", "itself"], ["Light", "Dark"])
    ('as Dark: ', 'as Light and Dark: ')
    >>> seats_of_bot(["bot"], ["Solver"])
    ''
    """
    own = [seat for name, seat in zip(names, seats, strict=False) if not name.startswith("random")]
    return f"as {' and '.join(own)}: " if len(names) > 1 else ""


def _wrapped(line: str, indent: str) -> str:
    """A line in as many as the terminal needs, all but the first indented."""
    return "\n".join(
        wrap(line, terminal_width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    )


def _play(
    chosen: Chosen,
    entrants: Sequence[Entrant],
    names: Sequence[str],
    seed: int,
    programs: ProgramOptions,
    findings: Findings,
) -> GameRecord:
    with ExitStack() as files:
        conditions = programs.conditions(files)
        game = set_up(chosen.game.start(), entrants, spec=chosen.spec, seed=seed, names=names, conditions=conditions)
        game.referee.run()
    findings.games += 1
    for seat, program in enumerate(game.seats):
        if isinstance(program, ProgramSeat):
            findings.add(seat, program, game.referee)
    return game.record()
