"""``boardgames analyse``: what each action of a game gave away, and what the dice gave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from itertools import chain
from pathlib import Path
from typing import Any

import attrs
import click

from boardgames.analysis import Analysis, Bounds, ExerciseList, JudgeEffort
from boardgames.analysis.games import JudgedGame, JudgeSettings, analyse_games
from boardgames.cli.arguments import Interrupted, MachineError, UserError
from boardgames.cli.entrants import SETTING
from boardgames.cli.options import MORE, Command, TextType, file_option, jobs_option, takes
from boardgames.cli.progress import progress_bar
from boardgames.cli.records.analysis_output import AnalysisFiles, AnalysisOutput
from boardgames.cli.records.reading import GAME_CHOICE, GameChoice, NamedRecord, in_files, stored
from boardgames.core.model.options import option
from boardgames.core.text.printable import printable
from boardgames.processes.interruption import interruptible


def read_bounds(text: str) -> Bounds:
    """The points at which an action is marked: ``5,10,15``.  Raises :class:`ValueError`."""
    numbers = [float(number) / 100 for number in text.split(",")]
    if len(numbers) != 3:
        raise ValueError("three numbers are needed, for ?!, ? and ??, as 5,10,15")
    return Bounds(*numbers)


@attrs.frozen(kw_only=True)
class AnalyseOptions(AnalysisFiles):
    """The games, and their judge."""

    records: Sequence[str] = ()
    db: Path | None = file_option("The file of a match or tournament; ID is the number of a game in it.")
    by: str | None = option(
        None,
        "A player, as alphabeta:nodes=20000; an engine, as usi:ENGINE; exact: the game's "
        "table; record: what the record holds.  [exact if there is a table, else alphabeta:nodes=3000]",
        metavar="JUDGE",
    )
    nodes: int | None = option(
        None, "Positions that the judge looks at, for each position of the game.", least=1, most=10**12
    )
    time: float | None = option(
        None, "Seconds to search each position of the game.", least=0.001, most=86_400, metavar="S"
    )
    jobs: int = jobs_option("Games judged at a time.")
    game: GameChoice = GAME_CHOICE
    set_: tuple[str, ...] = option(
        (), "Set an option of an engine, as --set MultiPV=2.", repeated=True, metavar=SETTING, section=MORE
    )
    marks: Bounds | None = option(
        None,
        "Points of winning chance at which an action is marked ?!, ? and ??.  [5,10,15]",
        kind=TextType("points", read_bounds),
        metavar="A,B,C",
        section=MORE,
    )

    def games(self) -> Iterator[NamedRecord]:
        """The games to judge."""
        if self.db is None:
            return in_files(self.records, self.game)
        return stored(self.db, self.records, self.game)


@click.command(cls=Command)
@click.argument("records", metavar="RECORD|DIR|ID...", nargs=-1)
@takes(AnalyseOptions)
def analyse(options: AnalyseOptions) -> None:
    """Tell what each action of a game gave away, and what the dice gave.

    A judge says how good each position is: the chance to win, from 0 to 100 points.
    An action that loses 5 points of it or more is marked ?!, from 10 on ?, from 15
    on ??, as on lichess. Points that come and go by the dice are luck: the start,
    all luck and all losses add up to the result.

    RECORD is a record of any format, DIR a folder of them. More time or nodes make
    a better judge. Judged games can be written as files that other programs read.
    Ctrl-C keeps what is done.

    \b
    Examples:
      boardgames analyse game.json
      boardgames analyse game.kif --by usi:fairy-stockfish --nodes 50000 --out judged.kif
      boardgames analyse game.json --by alphabeta --time 0.5 --out game.html
      boardgames analyse ur.json --by exact
      boardgames analyse --db match.db 1 2 3 --by alphabeta:nodes=20000 -j 2
      boardgames analyse --db match.db --report html --out report.html
      boardgames analyse club/ --exercises exercises.html
    """
    if options.nodes is not None and options.time is not None:
        raise UserError("say --nodes or --time, not both")
    if options.set_ and options.by is None:
        raise UserError("--set sets an option of an engine: name it with --by usi:ENGINE")
    if options.db is None and not options.records:
        raise UserError("name a record, or a folder of records, or --db FILE: boardgames analyse game.json")
    settings = JudgeSettings(
        by=options.by, nodes=options.nodes, time=options.time, settings=options.set_, bounds=options.marks
    )
    effort = JudgeEffort(nodes=options.nodes, seconds=options.time, settings=options.set_)
    _analyse(options.games(), settings, options.jobs, AnalysisOutput(options, ExerciseList(effort)))


def _analyse(games: Iterator[NamedRecord], settings: JudgeSettings, jobs: int, output: AnalysisOutput) -> None:
    first = next(games, None)
    if first is None:
        raise UserError("there is no game to analyse here: name a record in JSON, KIF, CSA, or another format")
    second = next(games, None)
    output.several = second is not None
    output.check(first[1])

    begun = first[0]  # the name of the game that was begun last

    def all_games() -> Iterator[NamedRecord]:
        nonlocal begun
        for game in chain([first], [second] if second is not None else [], games):
            begun = game[0]
            yield game

    problems: list[str] = []
    try:
        with interruptible(), _progress(output) as report:
            games_judged: Any = analyse_games(all_games(), settings, jobs, report)
            with closing(games_judged):
                for name, judged in games_judged:
                    _show(name, judged, output, problems)
    except KeyboardInterrupt as interrupt:
        analysis = getattr(interrupt, "analysis", None)
        if analysis is not None and analysis.record.evaluations:
            output.show(begun, analysis)
        output.close()
        raise Interrupted(f"Interrupted. {_kept(analysis, output)}") from None
    output.close()
    if problems and not output.several:
        kind = MachineError if output.count else UserError
        raise kind(problems[0])
    if problems and not output.count:
        raise UserError(f"no game could be judged; the first: {problems[0]}")
    if output.broken:
        raise MachineError(
            f"the judge failed in {output.broken} of {output.count} games, of which the part that was judged is shown"
        )


def _show(name: str, judged: JudgedGame, output: AnalysisOutput, problems: list[str]) -> None:
    if judged.problem:
        problems.append(printable(judged.problem))
        if output.several:
            click.echo(f"{name}: {problems[-1]}", err=True)
    if judged.analysis is not None and (judged.analysis.record.evaluations or not judged.problem):
        output.broken += bool(judged.problem)
        output.show(name, judged.analysis)


def _kept(analysis: Analysis | None, output: AnalysisOutput) -> str:
    if output.several or analysis is None:
        return f"{output.count} game{'s' * (output.count != 1)} {'is' if output.count == 1 else 'are'} shown."
    judged, positions = len(analysis.record.evaluations), len(analysis.plies) + 1
    return f"{judged} of {positions} positions were judged, and are shown."


def _progress(output: AnalysisOutput) -> AbstractContextManager[Callable[[int, int], None]]:
    def title() -> str:
        return f"game {output.count + 1}" if output.several else "positions"

    def say(done: int, total: int) -> str:
        game = f" of game {output.count + 1}" if output.several else ""
        return f"judged {done} of {total} positions{game}"

    return progress_bar(say, title)
