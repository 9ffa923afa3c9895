"""``boardgames ladder``: the ladder of an arena's file."""

from __future__ import annotations

from pathlib import Path

import click

from boardgames.cli import UserError, mistakes, write_file
from boardgames.contest import BadStore


@click.command()
@click.argument("db", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--game", metavar="GAME", help="Only this one's.  [all that were played]")
@click.option("--from", "since", metavar="TIME", help="Only games that ended at TIME or later, as in 2026-09-01.")
@click.option("--until", metavar="TIME", help="Only games that ended before TIME, as in 2026-12-24T18:00.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json", "html"]),
    default="text",
    show_default=True,
    help="How to write it.",
)
@click.option("--out", type=click.Path(path_type=Path), default="-", metavar="FILE", help="Write to FILE.  [stdout]")
def ladder(db: Path, game: str | None, since: str | None, until: str | None, form: str, out: Path) -> None:
    """Print the ladder of an arena's file.

    It is of all games, or of a span of time. A server may be using the file.

    \b
    Examples:
      boardgames ladder arena.db
      boardgames ladder arena.db --from 2026-09-01 --until 2026-10-01
      boardgames ladder arena.db --game ur --format csv --out september.csv
    """
    from boardgames_arena import ArenaStore, read_ladder
    from boardgames_arena.export import FORMATS, read_time

    span: list[float | None] = []
    for option, text in (("--from", since), ("--until", until)):
        with mistakes(ValueError, prefix=f"{option}: "):
            span.append(None if text is None else read_time(text))
    with mistakes(BadStore), ArenaStore(db, readonly=True) as store:
        games = store.games_played()
        if game is not None and game not in games:
            raise UserError(f"--game: {db} has no finished game of {game!r}; it has: {', '.join(games) or 'none'}")
        ladders = [read_ladder(store, name, *span) for name in games if game in (None, name)]
    write_file(out, FORMATS[form][0](ladders))
