"""``boardgames replay``: a recorded game, played again under the rules."""

from __future__ import annotations

from pathlib import Path

import click

from boardgames.cli.arguments import UserError, write_file
from boardgames.cli.record_argument import readable
from boardgames.core.model import CHANCE
from boardgames.core.spec import find


@click.command()
@click.argument("record_file", metavar="RECORD", type=click.Path(path_type=Path))
@click.option(
    "--show", type=click.Choice(["board", "moves", "result"]), default="moves", show_default=True, help="What to print."
)
@click.option("--ply", type=click.IntRange(min=0), metavar="N", help="Stop after N plies and draw the position.")
@click.option(
    "--html",
    "html_file",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="Write the game to FILE as one page to step through, without a network; '-' for standard output.",
)
@click.option("--seat", type=click.IntRange(min=0), default=0, metavar="N", help="With --html: first seen by seat N.")
@click.option("--western", is_flag=True, help="With --html: Latin letters on the men of shogi.")
@click.option("--json", "as_json", is_flag=True, help="Print the record again, once it has been checked.")
def replay(
    record_file: Path, show: str, ply: int | None, html_file: Path | None, seat: int, western: bool, as_json: bool
) -> None:
    """Play a recorded game again, checking every action against the rules.

    RECORD is the JSON of --record, or a file in another format of its game:
    KIF, CSA or a position line of USI for shogi and minishogi.

    \b
    Examples:
      boardgames play ur --p1 random --p2 greedy --record game.json
      boardgames replay game.json --show board
      boardgames replay game.json --ply 20
      boardgames replay game.kif --html game.html
    """
    record = readable(record_file)
    playthrough = record.playthrough()
    spec = find(record.game)
    for note in record.notes:
        click.echo(f"{record_file}: {note}", err=True)
    if as_json:
        click.echo(record.json())
        return
    if html_file is not None:
        if seat >= playthrough.start.game.seats:
            raise UserError(f"--seat must be 0 to {playthrough.start.game.seats - 1} in {spec.name}, not {seat}")
        from boardgames.view import page

        write_file(html_file, page(record, seat=seat, western=western))
        return
    names = [name or spec.seat_names[seat] for seat, name in enumerate(record.names)]
    if ply is not None:
        if ply > playthrough.plies:
            raise UserError(
                f"{record_file} has {playthrough.plies} plies, so --ply is 0 to {playthrough.plies}, not {ply}"
            )
        playthrough.undo(playthrough.plies - ply)
    if show == "board":
        click.echo(spec.picture(playthrough.start))
    for before, action, after in zip(playthrough.states, playthrough.actions, playthrough.states[1:], strict=False):
        if show != "result":
            click.echo(str(action) if before.turn == CHANCE else f"{names[before.turn]}: {action}")
        if show == "board" and before.turn != CHANCE:
            click.echo(spec.picture(after) + "\n")
    if ply is not None:
        click.echo(spec.picture(playthrough.state))
        click.echo(str(playthrough.state))
        return
    verdict = record.verdict
    broken_off = f"broken off after {len(record.actions)} plies"
    click.echo(broken_off if verdict is None else verdict.sentence(names))
