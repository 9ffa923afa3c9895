"""``boardgames practice``: problems to solve one after another, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs
import click

from boardgames.cli.arguments import mistakes, write_file
from boardgames.cli.options import FILE_OR_DASH, Command, file_option, takes
from boardgames.cli.records.reading import in_files
from boardgames.session.practice import NoProblems, games_with_problems, practice_page, problems_of


@attrs.frozen(kw_only=True)
class PracticeOptions:
    """Where the problems go."""

    html: Path = file_option(
        "Write the problems to FILE as one page that needs no network; '-' for standard output.",
        kind=FILE_OR_DASH,
        required=True,
    )


@click.command(cls=Command)
@click.argument("sources", metavar="GAME|RECORD|DIR...", nargs=-1, required=True)
@takes(PracticeOptions)
def practice(sources: Sequence[str], options: PracticeOptions) -> None:
    """Write problems as a page on which you solve them.

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
    write_file(options.html, page, "is written: open it in a browser")
