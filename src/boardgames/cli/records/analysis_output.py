"""The places where analyses go: the terminal, a file for each game, a page about all, problems to practise."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Final

import attrs
import click

from boardgames.analysis import Analysis, Exercise, JudgeEffort, JudgeFailed, NoJudge, exercises, mates
from boardgames.analysis.html_report import ReportedGames
from boardgames.analysis.text import summary_lines, total_lines
from boardgames.cli.arguments import UserError, mistakes, write_file
from boardgames.cli.output import print_result
from boardgames.cli.records.reading import require_format
from boardgames.core.lookup import find
from boardgames.core.text.printable import printable
from boardgames.records import GameRecord, record_formats
from boardgames.records.record_formats import UnknownFormat
from boardgames.session.practice import practice_page

MOST_EXERCISES: Final = 50
PAGES: Final = (".html", ".svg")


@attrs.define(kw_only=True)
class AnalysisOutput:
    """Takes in one analysis after the other and writes them where the command asked for."""

    as_json: bool
    out: Path | None
    as_report: bool = False
    exercises: Path | None = None
    effort: JudgeEffort = attrs.field(factory=JudgeEffort)
    chosen: list[Exercise] = attrs.field(factory=list)
    several: bool = False
    count: int = 0
    broken: int = 0
    """Games in which the judge failed on the way."""
    games: ReportedGames = attrs.field(factory=ReportedGames)

    def check(self, record: GameRecord) -> None:
        """Check that the files can be written in their formats, before any work is done.  Raises :class:`UserError`."""
        if self.exercises is not None and self.exercises.suffix not in (".html", ".json"):
            name = printable(str(self.exercises))
            raise UserError(f"--exercises {name}: the ending says what is written: .html, a page; .json, problems")
        if self.out is not None and not self.as_report:
            require_format(self.out, find(record.game), PAGES, ("usi", "bod"))

    def show(self, name: str, analysis: Analysis) -> None:
        self.count += 1
        if self.as_report or self.several:
            self.games.add(name, analysis)
        if self.exercises is not None:
            self._find_exercises(name, analysis)
        if self.as_report:
            return
        if self.several and not self.as_json:
            print_result("\n".join([f"{name}:", *(f"  {line}" for line in summary_lines(analysis))]))
        else:
            print_result(analysis, self.as_json, record=name)
        if (path := self.out) is not None:
            path = path.with_name(f"{path.stem}-{self.count}{path.suffix}") if self.several else path
            with mistakes(UnknownFormat, ValueError, prefix=f"--out {printable(str(path))}: "):
                content = analysis.content(path.name)
            write_file(path, content, "is written")

    def _find_exercises(self, name: str, analysis: Analysis) -> None:
        positions = {str(exercise.state) for exercise in self.chosen}
        try:
            for exercise in chain(mates(analysis), exercises(analysis, self.effort)):
                if str(exercise.state) not in positions and len(self.chosen) < MOST_EXERCISES:
                    self.chosen.append(exercise)
                    positions.add(str(exercise.state))
        except (NoJudge, JudgeFailed) as error:
            click.echo(f"{name}: no exercises: {printable(str(error))}", err=True)

    def close(self) -> None:
        """Write the page or the lines about all games."""
        if self.exercises is not None:
            self._write_exercises(self.exercises)
        if self.as_report:
            page, out = self.games.page(), self.out
            if out is None:
                print_result(page.rstrip("\n"))
            else:
                write_file(out, page, "is written: open it in a browser")
        elif self.several and not self.as_json:
            print_result("\n".join(["", *total_lines(self.games.players)]))

    def _write_exercises(self, path: Path) -> None:
        games = {(exercise.state.game.name, repr(exercise.state.game.options)) for exercise in self.chosen}
        if len(games) > 1:
            raise UserError("--exercises: a page is about one game; analyse the games apart")
        if not self.chosen:
            none = "no position has one clearly good action that was missed; analyse more games, or stronger"
            click.echo(f"--exercises: {none}", err=True)
            return
        problems = [exercise.problem() for exercise in self.chosen]
        if path.suffix == ".html":
            write_file(path, practice_page(problems))
        else:
            write_file(path, "".join(record_formats.write(problem, "json") for problem in problems))
        count = len(self.chosen)
        click.echo(f"{printable(str(path))} has {count} exercise{'s' * (count != 1)}.", err=True)
