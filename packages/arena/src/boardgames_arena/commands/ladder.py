"""``boardgames ladder``: the ladder of an arena's file."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from boardgames.cli import FILE, OUTPUT, Command, UserError, mistakes, takes, write_file
from boardgames.contest import BadStore
from boardgames.core.model import option


@attrs.frozen(kw_only=True)
class LadderOptions:
    """The games of a ladder, and where it is written."""

    game: str | None = option(None, "Only this one's.  [all that were played]", metavar="GAME")
    from_: str | None = option(None, "Only games that ended at TIME or later, as in 2026-09-01.", metavar="TIME")
    until: str | None = option(None, "Only games that ended before TIME, as in 2026-12-24T18:00.", metavar="TIME")
    format: str = option("text", "How to write it.", choices=("text", "csv", "json", "html"), section=OUTPUT)
    out: Path = option("-", "Write to FILE.  [stdout]", kind=FILE, metavar="FILE", section=OUTPUT)


@click.command(cls=Command)
@click.argument("db", type=click.Path(path_type=Path, dir_okay=False))
@takes(LadderOptions)
def ladder(db: Path, options: LadderOptions) -> None:
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

    game = options.game
    span: list[float | None] = []
    for flag, text in (("--from", options.from_), ("--until", options.until)):
        with mistakes(ValueError, prefix=f"{flag}: "):
            span.append(None if text is None else read_time(text))
    with mistakes(BadStore), ArenaStore(db, readonly=True) as store:
        games = store.games_played()
        if game is not None and game not in games:
            raise UserError(f"--game: {db} has no finished game of {game!r}; it has: {', '.join(games) or 'none'}")
        ladders = [read_ladder(store, name, *span) for name in games if game in (None, name)]
    write_file(options.out, FORMATS[options.format][0](ladders))
