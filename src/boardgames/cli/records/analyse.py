"""``boardgames analyse``: what each action of a game gave away, and what the dice gave."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Final

import attrs
import click

from boardgames.analysis import (
    MARKS,
    Analysis,
    Bounds,
    Effort,
    Exercise,
    JudgeFailed,
    NoJudge,
    exercise_page,
    exercises,
)
from boardgames.analysis.games import JudgedGame, JudgeSettings, analyse_games
from boardgames.cli.arguments import Interrupted, MachineError, UserError, write_file
from boardgames.cli.output import print_result
from boardgames.cli.records.analysis_report import Report
from boardgames.cli.records.analysis_text import names_of, ply_lines, summary_lines, total_lines
from boardgames.cli.records.reading import GameChoice, readable, takes_game
from boardgames.cli.setting_options import KindType
from boardgames.contest.store import BadStore, Store
from boardgames.core.lookup import find, record_formats
from boardgames.core.lookup.record_formats import UnknownFormat
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.core.record import GameRecord, UnreadableRecord
from boardgames.core.settings import Number, Whole
from boardgames.core.text.printable import printable
from boardgames.interruption import interruptible

REPORT_EVERY: Final = 10.0
"""Seconds between two lines about the progress, where no bar can be drawn."""
MOST_EXERCISES: Final = 50
PAGES: Final = (".html", ".svg")

Named = tuple[str, GameRecord]


@attrs.define(kw_only=True)
class Totals:
    """What was found of the players over many games, by name."""

    found: dict[str, tuple[int, int, float, float, dict[str, int]]] = attrs.field(factory=dict)

    def add(self, analysis: Analysis) -> None:
        for seat, name in enumerate(names_of(analysis)):
            games, choices, loss, luck, marks = self.found.get(name, (0, 0, 0.0, 0.0, dict.fromkeys(MARKS, 0)))
            mine = analysis.choices(seat)
            self.found[name] = (
                games + 1,
                choices + len(mine),
                loss + sum(ply.loss or 0.0 for ply in mine),
                luck + analysis.luck[seat],
                {mark: count + analysis.marks(seat)[mark] for mark, count in marks.items()},
            )


class BoundsType(click.ParamType[Bounds]):
    """``5,10,15``: the points at which an action is marked."""

    name = "points"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Bounds:
        if isinstance(value, Bounds):
            return value
        try:
            numbers = [float(each) / 100 for each in str(value).split(",")]
            if len(numbers) != 3:
                raise ValueError("three numbers are needed, for ?!, ? and ??, as 5,10,15")
            return Bounds(*numbers)
        except ValueError as error:
            self.fail(f"{error}", param, ctx)


@click.command()
@click.argument("records", metavar="RECORD|DIR|ID...", nargs=-1)
@click.option(
    "--db", type=click.Path(path_type=Path), metavar="FILE", help="Games of a match or tournament; ID their numbers."
)
@click.option(
    "--by",
    metavar="JUDGE",
    help="A player, as alphabeta:nodes=20000; an engine, as usi:ENGINE; exact: the game's "
    "table; record: what the record holds.  [exact if there is a table, else alphabeta:nodes=3000]",
)
@click.option(
    "--set",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help="Set an option of an engine, as --set MultiPV=2; as often as needed.",
)
@click.option(
    "--nodes",
    type=KindType(Whole(1, 10**12)),
    metavar="N",
    help="Positions that the judge looks at, for each position of the game.",
)
@click.option(
    "--time",
    "seconds",
    type=KindType(Number(0.001, 86_400)),
    metavar="S",
    help="Seconds for each position of the game.",
)
@click.option(
    "--marks",
    "bounds",
    type=BoundsType(),
    metavar="A,B,C",
    help="Points of winning chance at which an action is marked ?!, ? and ??.  [5,10,15]",
)
@click.option(
    "-j",
    "--workers",
    type=KindType(Whole(1, 256)),
    default=1,
    show_default=True,
    metavar="N",
    help="Games judged at a time.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each game.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the judged game: .json, .html, .svg, and for shogi .kif, .ki2, .csa, .jkf.",
)
@click.option(
    "--report",
    type=click.Choice(["html"]),
    help="Write one page about all games to --out, or print it: where each player loses points, its worst actions.",
)
@click.option(
    "--exercises",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the positions with one clearly good action that was missed as a page of exercises.",
)
@takes_game
def analyse(
    records: Sequence[str], db: Path | None, choice: GameChoice, bounds: Bounds | None, workers: int, **how: Any
) -> None:
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
      boardgames analyse club/ --exercises exercises.md
    """
    settings = JudgeSettings(
        by=how["by"], nodes=how["nodes"], time=how["seconds"], options=tuple(how["options"]), bounds=bounds
    )
    if settings.nodes is not None and settings.time is not None:
        raise UserError("say --nodes or --time, not both")
    if settings.options and settings.by is None:
        raise UserError("--set sets an option of an engine: name it with --by usi:ENGINE")
    if db is None and not records:
        raise UserError("name a record, or a folder of records, or --db FILE: boardgames analyse game.json")
    games = _stored(db, records, choice) if db is not None else _in_files(records, choice)
    output = Output(
        as_json=how["as_json"],
        out=how["out"],
        report=Report() if how["report"] else None,
        exercises=how["exercises"],
        effort=Effort(nodes=settings.nodes, seconds=settings.time, settings=settings.options),
    )
    _analyse(games, settings, workers, output)


@attrs.define(kw_only=True)
class Output:
    """Where analyses go, one after the other."""

    as_json: bool
    out: Path | None
    report: Report | None = None
    exercises: Path | None = None
    effort: Effort = attrs.field(factory=Effort)
    found: list[Exercise] = attrs.field(factory=list)
    several: bool = False
    count: int = 0
    broken: int = 0
    """Games in which the judge failed on the way."""
    totals: Totals = attrs.field(factory=Totals)

    def check(self, record: GameRecord) -> None:
        """Whether the file can be written in its format, before any work is done.  Raises :class:`UserError`."""
        if self.out is None or self.out.suffix in PAGES or self.report is not None:
            return
        known = record_formats.format_names(find(record.game))
        if self.out.suffix.removeprefix(".") not in known:
            endings = ", ".join([*PAGES, *(f".{name}" for name in known if name not in ("usi", "bod"))])
            raise UserError(f"--out {printable(str(self.out))}: the ending of the name says the format: {endings}")

    def show(self, name: str, analysis: Analysis) -> None:
        self.count += 1
        self.totals.add(analysis)
        if self.exercises is not None:
            self._find_exercises(name, analysis)
        if self.report is not None:
            self.report.add(name, analysis)
            return
        if self.as_json:
            print_result(json.dumps({"record": name, **analysis.fields()}, ensure_ascii=False))
        elif self.several:
            print_result("\n".join([f"{name}:", *(f"  {line}" for line in summary_lines(analysis))]))
        else:
            print_result("\n".join([*ply_lines(analysis), "", *summary_lines(analysis)]))
        if self.out is not None:
            self.write(self.out, analysis)

    def write(self, out: Path, analysis: Analysis) -> None:
        path = out.with_name(f"{out.stem}-{self.count}{out.suffix}") if self.several else out
        try:
            write_file(path, rendered(analysis, path.suffix))
        except (UnknownFormat, ValueError) as error:
            raise UserError(f"--out {printable(str(path))}: {printable(str(error))}") from None
        if str(path) != "-":
            click.echo(f"{printable(str(path))} is written.", err=True)

    def _find_exercises(self, name: str, analysis: Analysis) -> None:
        known = {str(each.state) for each in self.found}
        try:
            for each in exercises(analysis, self.effort):
                if str(each.state) not in known and len(self.found) < MOST_EXERCISES:
                    self.found.append(each)
        except (NoJudge, JudgeFailed) as error:
            click.echo(f"{name}: no exercises: {printable(str(error))}", err=True)

    def close(self) -> None:
        """Write what is about all games."""
        if self.exercises is not None:
            self._write_exercises(self.exercises)
        if self.report is not None:
            page, out = self.report.page(), self.out
            if out is None:
                print_result(page.rstrip("\n"))
            else:
                write_file(out, page)
                click.echo(f"{printable(str(out))} is written: open it in a browser.", err=True)
        elif self.several and not self.as_json:
            print_result("\n".join(["", *total_lines(self.totals.found)]))

    def _write_exercises(self, path: Path) -> None:
        games = {(each.state.game.name, repr(each.state.game.options)) for each in self.found}
        if len(games) > 1:
            raise UserError("--exercises: a page is about one game; analyse the games apart")
        try:
            write_file(path, exercise_page(self.found))
        except NoJudge as error:
            click.echo(f"--exercises: {error}", err=True)
            return
        count = len(self.found)
        click.echo(f"{printable(str(path))} has {count} exercise{'s' * (count != 1)}.", err=True)


def rendered(analysis: Analysis, suffix: str) -> str:
    """The text of a file with a judged game, in the format of its ending."""
    if suffix == ".html":
        from boardgames.view import page

        return page(analysis.record)
    if suffix == ".svg":
        from boardgames.view import graph

        return graph(analysis, names_of(analysis)) + "\n"
    record = analysis.record if suffix == ".json" else remarked(analysis)
    return record_formats.write(record, suffix.removeprefix("."))


def remarked(analysis: Analysis) -> GameRecord:
    """The record with a comment at each marked action, for formats that have no place for marks."""
    comments = dict(analysis.record.comments)
    for ply in analysis.plies:
        if ply.mark:
            told = f"{ply.mark} {MARKS[ply.mark]}: {-100 * (ply.loss or 0.0):+.0f} points"
            if told not in comments.get(ply.ply, "").split("\n"):
                comments[ply.ply] = "\n".join(filter(None, [comments.get(ply.ply), told]))
    return attrs.evolve(analysis.record, comments=comments)


def _analyse(games: Iterator[Named], settings: JudgeSettings, workers: int, output: Output) -> None:
    first = next(games, None)
    if first is None:
        raise UserError("there is no game to analyse here: name a record in JSON, KIF, CSA, or another format")
    second = next(games, None)
    output.several = second is not None
    output.check(first[1])

    begun = first[0]  # the name of the game that was begun last

    def all_games() -> Iterator[Named]:
        nonlocal begun
        for game in chain([first], [second] if second is not None else [], games):
            begun = game[0]
            yield game

    problems: list[str] = []
    try:
        with interruptible(), _progress(output) as report:
            found: Any = analyse_games(all_games(), settings, workers, report)
            with closing(found):
                for name, judged in found:
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


def _show(name: str, judged: JudgedGame, output: Output, problems: list[str]) -> None:
    if judged.problem:
        problems.append(printable(judged.problem))
        if output.several:
            click.echo(f"{name}: {problems[-1]}", err=True)
    if judged.analysis is not None and (judged.analysis.record.evaluations or not judged.problem):
        output.broken += bool(judged.problem)
        output.show(name, judged.analysis)


def _kept(analysis: Analysis | None, output: Output) -> str:
    if output.several or analysis is None:
        return f"{output.count} game{'s' * (output.count != 1)} {'is' if output.count == 1 else 'are'} shown."
    judged, positions = len(analysis.record.evaluations), len(analysis.plies) + 1
    return f"{judged} of {positions} positions were judged, and are shown."


# -- which games --------------------------------------------------------------------


def _in_files(paths: Sequence[str], choice: GameChoice) -> Iterator[Named]:
    """The games in files, and in the files of folders; what cannot be read in a folder is told of and left out."""
    for text in paths:
        path = Path(text)
        if not path.is_dir():
            named = readable(path, choice)
            for number, record in named:
                yield (printable(text) + (f", game {number}" if len(named) > 1 else "")), _noted(text, record)
            continue
        for each in sorted(path.iterdir()):
            if each.is_file():
                try:
                    records = readable(each, choice)
                except UserError as error:
                    click.echo(f"left out: {error.format_message()}", err=True)
                    continue
                for number, record in records:
                    yield printable(str(each)) + (f", game {number}" if len(records) > 1 else ""), record


def _noted(name: str, record: GameRecord) -> GameRecord:
    for note in record.notes:
        click.echo(f"{printable(name)}: {printable(note)}", err=True)
    return record


def _stored(db: Path, numbers: Sequence[str], choice: GameChoice) -> Iterator[Named]:
    """Games of a match or tournament: those of these numbers, or all."""
    games = [each.game for each in choice if not isinstance(each, int)]
    wrong = next((number for number in numbers if not (number.isdecimal() and len(number) < 10)), None)
    if wrong is not None:
        raise UserError(f"with --db, say the numbers of games, not {printable(repr(wrong))}")
    try:
        with Store.reading(db) as store:
            for number in [int(each) for each in numbers] or [game.number for game in store.games()]:
                yield f"game {number}", store.record(number, games[0] if games else None)
    except (BadStore, UnreadableRecord, UnknownGame, BadOption) as error:
        raise UserError(printable(str(error))) from None


# -- progress -------------------------------------------------------------------------


@contextmanager
def _progress(output: Output) -> Iterator[Callable[[int, int], None]]:
    """Shows how far the judge is: a bar at a terminal, else a line now and then."""
    if not sys.stderr.isatty():
        told = time.monotonic()

        def tell(done: int, total: int) -> None:
            nonlocal told
            if time.monotonic() - told >= REPORT_EVERY:
                told = time.monotonic()
                game = f" of game {output.count + 1}" if output.several else ""
                click.echo(f"judged {done} of {total} positions{game}", err=True)

        yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("positions", total=None)
        yield lambda done, total: bar.update(
            task, completed=done, total=total, description=f"game {output.count + 1}" if output.several else "positions"
        )
