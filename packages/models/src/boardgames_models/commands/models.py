"""``boardgames models``: the report on the language models of a contest."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import click

from boardgames.analysis import NoJudge
from boardgames.cli import (
    JSON,
    OUTPUT,
    Command,
    UserError,
    file_option,
    jobs_option,
    progress_bar,
    takes,
    usage_errors,
    write_file,
)
from boardgames.core.model import option
from boardgames.core.text import printable
from boardgames.view import plain_table
from boardgames_models.model_report import ModelReport


@attrs.frozen(kw_only=True)
class ModelsOptions:
    """The judge of a report, and where it goes."""

    by: str | None = option(
        None, "Who says what actions are worth, as in 'analyse --by'.  [exact values]", metavar="JUDGE"
    )
    jobs: int = jobs_option("Games judged at a time.")
    html: Path | None = file_option("Write a page.", OUTPUT)
    json: bool = JSON
    csv: bool = option(False, "Print a line for each player.", section=OUTPUT)


@click.command(cls=Command)
@click.argument("db", type=click.Path(path_type=Path))
@takes(ModelsOptions)
def models(db: Path, options: ModelsOptions) -> None:
    """Report on the language models of a contest, beside its other players.

    DB is the file of a match or tournament. For each player: score, Elo, what an
    action gave away, forfeits; for models how many answers were legal at once and in
    the end, why others were refused, and what they took in tokens, seconds and money.
    docs/model-report.md tells what each figure means.

    \b
    Examples:
      boardgames models models.db
      boardgames models models.db --html models.html
      boardgames models models.db --by alphabeta:nodes=20000 -j 2 --json
    """
    with usage_errors(), progress_bar(lambda done, total: f"judged {done} of {total} positions") as show:
        try:
            report = ModelReport.of(db, options.by, jobs=options.jobs, report=show)
        except (NoJudge, ValueError) as error:
            raise UserError(str(error)) from None
    if options.html is not None:
        write_file(options.html, report.page(), "is written: open it in a browser")
    if options.json:
        click.echo(json.dumps(report.fields(), ensure_ascii=False))
    elif options.csv:
        click.echo(report.csv(), nl=False)
    elif options.html is None:
        click.echo(report.sentence())
        for title, rows in report.tables():
            click.echo(f"\n{title}\n{printable(plain_table(rows), keep=chr(10))}")
