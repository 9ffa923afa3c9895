"""A check of a bot: games from each seat and against itself, what it did wrong, and how long it took."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from boardgames.contest import fault_report
from boardgames.contest.entrants import Conditions, Entrant, ProgramEntrant, entrant
from boardgames.contest.game import set_up
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game
from boardgames.core.text.printable import printable
from boardgames.core.text.result import CommandResult
from boardgames.records.game_record import GameRecord
from boardgames.referee import ProgramSeat, Referee

WARNED: Final = 0.1
"""The share of the time for an answer from which on it is called slow."""


@attrs.define
class BotCheck(CommandResult):
    """Observations of a bot in the games of :meth:`play`."""

    spec: GameSpec
    game: Game[Any]
    bot: Entrant
    games: int = 0
    started: bool = True
    seats_taken: int = 0
    """The number of seats that it took: two in a game against itself."""
    faults: list[str] = attrs.field(factory=list)
    """The code of each game that it forfeited."""
    slowest: tuple[float, float, int] = (0.0, 0.0, 0)
    """The share of its time that an answer took at most, its seconds, and the ply."""
    first: float = 0.0
    later: float = 0.0
    allowed: tuple[float, float] = (0.0, 0.0)
    stderr: bytes = b""
    stale_lines: int = 0
    stayed: int = 0
    statuses: set[int] = attrs.field(factory=set)

    def play(self, names: Sequence[str], seed: int, conditions: Conditions) -> GameRecord:
        """Play a game of a line-up and observe the bot in it."""
        rival = entrant("random", self.spec)
        entrants = [rival if name.startswith("random") else self.bot for name in names]
        game = set_up(self.game.start(), entrants, spec=self.spec, seed=seed, names=names, conditions=conditions)
        game.referee.run()
        self.games += 1
        for seat, program in enumerate(game.seats):
            if isinstance(program, ProgramSeat):
                self.add(seat, program, game.referee)
        return game.record()

    def sentences_of(self, record: GameRecord, names: Sequence[str], conditions: Sequence[str]) -> list[str]:
        """A game in lines.  The first with a fault of its kind has its position, and commands that show it again.

        ``conditions`` are the options of the command line for limits and the like.
        """
        verdict = record.verdict
        assert verdict is not None
        first, *others = fault_report.told(verdict, names, record.game)
        if (fault := verdict.fault) is not None:
            again = fault.code in self.faults
            self.faults.append(fault.code)
            self.started = fault.kind != "not started"
            if again:
                first, others = f"{names[fault.seat]} forfeits again ({fault.kind}), as before", []
            elif self.started:
                others += [f"  {line}" for line in fault_report.again(record, conditions)]
        return [seats_of_bot(names, self.spec.seat_names) + first, *others]

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

    def opening(self, games: int) -> list[str]:
        """The games that are about to be played, ``games`` of each line-up, in two lines."""
        protocol = f" in the protocol {self.bot.protocol.name!r}" if isinstance(self.bot, ProgramEntrant) else ""
        number = "1 game" if games == 1 else f"{games} games"
        line_ups = f"{number} from each seat, and against itself:" if self.game.seats > 1 else f"{number}:"
        return [f"{printable(self.bot.text)} plays {self.game.title}{protocol}.", line_ups]

    def fields(self) -> dict[str, object]:
        """The findings in plain values; ``slowest`` is the share of its time, the seconds and the ply."""
        return {
            "games": self.games,
            "faults": list(self.faults),
            "started": self.started,
            "first": self.first,
            "later": self.later,
            "slowest": list(self.slowest),
            "stale_lines": self.stale_lines,
            "stayed": self.stayed,
            "statuses": sorted(self.statuses),
        }

    def sentences(self) -> list[str]:
        """The findings for people."""
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
