"""The places where analyses go: the terminal, a file for each game, a page about all, problems to practise."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs
import click

from boardgames.analysis import Analysis, ExerciseList, JudgeFailed, NoJudge
from boardgames.analysis.html_report import ReportedGames
from boardgames.analysis.text import summary_lines, total_lines
from boardgames.cli.arguments import UserError, mistakes, write_file
from boardgames.cli.options import OUTPUT, file_option
from boardgames.cli.output import print_result
from boardgames.cli.records.reading import require_format
from boardgames.core.lookup import find
from boardgames.core.model.options import option
from boardgames.core.text.printable import printable
from boardgames.records import GameRecord
from boardgames.records.record_formats import UnknownFormat
from boardgames.session.practice import practice_page

PAGES: Final = (".html", ".svg")


@attrs.frozen(kw_only=True)
class AnalysisFiles:
    """The places where the analyses go."""

    out: Path | None = file_option(
        "Write the judged game to FILE: .json, .html, .svg, and for shogi .kif, .ki2, .csa, .jkf.", OUTPUT
    )
    json: bool = option(False, "Print one JSON object for each game.", section=OUTPUT)
    report: str | None = option(
        None,
        "Write one page about all games to --out, or print it: where each player loses points, its worst actions.",
        choices=("html",),
        section=OUTPUT,
    )
    exercises: Path | None = file_option(
        "Write the positions with one clearly good action that was missed, and mates, as a page to practise (.html) "
        "or as problems for 'practice' (.json).",
        OUTPUT,
    )


@attrs.define
class AnalysisOutput:
    """Takes in one analysis after the other and writes them where the command asked for."""

    options: AnalysisFiles
    exercises: ExerciseList
    several: bool = False
    count: int = 0
    broken: int = 0
    """Games in which the judge failed on the way."""
    games: ReportedGames = attrs.field(factory=ReportedGames)

    def check(self, record: GameRecord) -> None:
        """Check that the files can be written in their formats, before any work is done.  Raises :class:`UserError`."""
        if self.options.exercises is not None and self.options.exercises.suffix not in (".html", ".json"):
            name = printable(str(self.options.exercises))
            raise UserError(f"--exercises {name}: the ending says what is written: .html, a page; .json, problems")
        if self.options.out is not None and not self.options.report:
            require_format(self.options.out, find(record.game), PAGES, ("usi", "bod"))

    def show(self, name: str, analysis: Analysis) -> None:
        self.count += 1
        if self.options.report or self.several:
            self.games.add(name, analysis)
        if self.options.exercises is not None:
            try:
                self.exercises.add(analysis)
            except (NoJudge, JudgeFailed) as error:
                click.echo(f"{name}: no exercises: {printable(str(error))}", err=True)
        if self.options.report:
            return
        if self.several and not self.options.json:
            print_result("\n".join([f"{name}:", *(f"  {line}" for line in summary_lines(analysis))]))
        else:
            print_result(analysis, self.options.json, record=name)
        if (path := self.options.out) is not None:
            path = path.with_name(f"{path.stem}-{self.count}{path.suffix}") if self.several else path
            with mistakes(UnknownFormat, ValueError, prefix=f"--out {printable(str(path))}: "):
                content = analysis.content(path.name)
            write_file(path, content, "is written")

    def close(self) -> None:
        """Write the page or the lines about all games."""
        if self.options.exercises is not None:
            self._write_exercises(self.options.exercises)
        if self.options.report:
            page, out = self.games.page(), self.options.out
            if out is None:
                print_result(page.rstrip("\n"))
            else:
                write_file(out, page, "is written: open it in a browser")
        elif self.several and not self.options.json:
            print_result("\n".join(["", *total_lines(self.games.players)]))

    def _write_exercises(self, path: Path) -> None:
        if not self.exercises.is_of_one_game:
            raise UserError("--exercises: a page is about one game; analyse the games apart")
        if problems := self.exercises.problems():
            html = path.suffix == ".html"
            write_file(path, practice_page(problems) if html else "".join(record.json() + "\n" for record in problems))
        name = f"{printable(str(path))} has" if problems else "--exercises:"
        click.echo(f"{name} {self.exercises}{'.' * bool(problems)}", err=True)
