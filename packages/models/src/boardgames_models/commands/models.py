"""``boardgames models``: the report on the language models of a contest."""

from __future__ import annotations

import json
from pathlib import Path

import click

from boardgames.analysis import NoJudge
from boardgames.cli import UserError, jobs_option, progress_bar, usage_errors, write_file
from boardgames.core.text import printable
from boardgames.view import plain_table
from boardgames_models.model_report import ModelReport


@click.command()
@click.argument("db", type=click.Path(path_type=Path))
@click.option("--judge", metavar="JUDGE", help="Who says what actions are worth, as in 'analyse --by'.  [exact values]")
@jobs_option("Games judged at a time.")
@click.option("--html", "html_file", type=click.Path(path_type=Path), metavar="FILE", help="Write a page.")
@click.option("--json", "form", flag_value="json", help="Print one JSON object.")
@click.option("--csv", "form", flag_value="csv", help="Print a line for each player.")
def models(db: Path, judge: str | None, jobs: int, html_file: Path | None, form: str | None) -> None:
    """Report on the language models of a contest, beside its other players.

    DB is the file of a match or tournament. For each player: score, Elo, what an
    action gave away, forfeits; for models how many answers were legal at once and in
    the end, why others were refused, and what they took in tokens, seconds and money.
    docs/model-report.md tells what each figure means.

    \b
    Examples:
      boardgames models models.db
      boardgames models models.db --html models.html
      boardgames models models.db --judge alphabeta:nodes=20000 -j 2 --json
    """
    with usage_errors(), progress_bar(lambda done, total: f"judged {done} of {total} positions") as show:
        try:
            report = ModelReport.of(db, judge, jobs=jobs, report=show)
        except (NoJudge, ValueError) as error:
            raise UserError(str(error)) from None
    if html_file is not None:
        write_file(html_file, report.page(), "is written: open it in a browser")
    if form == "json":
        click.echo(json.dumps(report.fields(), ensure_ascii=False))
    elif form == "csv":
        click.echo(report.csv(), nl=False)
    elif html_file is None:
        click.echo(report.sentence())
        for title, rows in report.tables():
            click.echo(f"\n{title}\n{printable(plain_table(rows), keep=chr(10))}")
