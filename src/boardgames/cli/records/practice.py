"""``boardgames practice``: problems to solve one after another, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from boardgames.cli.arguments import mistakes, write_file
from boardgames.cli.records.named_games import in_files
from boardgames.session.practice import NoProblems, games_with_problems, practice_page, problems_of


@click.command()
@click.argument("sources", metavar="GAME|RECORD|DIR...", nargs=-1, required=True)
@click.option(
    "--html",
    "html_file",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    required=True,
    help="Write the problems to FILE as one page that needs no network; '-' for standard output.",
)
def practice(sources: Sequence[str], html_file: Path) -> None:
    """Write problems as a page on which you solve them, one after another.

    GAME has problems that come with it. RECORD is a file of problems: each is a
    record that begins with the position and goes on with the solution, as
    'analyse --exercises FILE.json' and 'mate --out FILE' write them; DIR is a
    folder of such files. The page tells a right action from a wrong one, and has
    a hint and the solution.

    \b
    Examples:
      boardgames practice shogi --html shogi.html
      boardgames analyse club/ --exercises problems.json
      boardgames practice problems.json --html problems.html
      boardgames practice mates/ --html mates.html
    """
    with mistakes(NoProblems):
        if len(sources) == 1 and sources[0] in games_with_problems() and not Path(sources[0]).exists():
            problems = problems_of(sources[0])
        else:
            problems = [record for _, record in in_files(sources, ())]
        page = practice_page(problems)
    write_file(html_file, page, "is written: open it in a browser")
