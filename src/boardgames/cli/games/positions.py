"""Commands that look at positions: show, actions, perft."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from boardgames.cli.arguments import (
    GAME,
    Chosen,
    UserError,
    says_when_interrupted,
    start,
    takes_position,
    write_file,
)
from boardgames.cli.boards import WESTERN, Boards
from boardgames.cli.setting_options import COUNT_OR_NONE, DEPTH
from boardgames.core.model.walk import divide, edges, perft as count

if TYPE_CHECKING:
    from boardgames.view import Theme


@click.command()
@GAME
@takes_position
@click.option(
    "--svg",
    "svg_file",
    type=click.Path(path_type=Path, allow_dash=True),
    is_flag=False,
    flag_value="-",
    metavar="FILE",
    help="Write a picture of the position to FILE, as SVG; without FILE, or with '-', to standard output.",
)
@click.option("--seat", type=COUNT_OR_NONE, default=0, metavar="N", help="As seat N sees the board.")
@WESTERN
@click.option(
    "--theme",
    type=click.Choice(["auto", "light", "dark"]),
    default="auto",
    show_default=True,
    help="With --svg: the colours; auto follows the reader's system.",
)
def show(chosen: Chosen, position: str | None, svg_file: Path | None, seat: int, western: bool, theme: Theme) -> None:
    """Draw a position of GAME, with its text, or as a picture.

    \b
    Examples:
      boardgames show ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
      boardgames show shogi --svg board.svg
      boardgames show minishogi --svg board.svg --western --seat 1
    """
    state = start(chosen, position)
    if seat >= chosen.game.seats:
        raise UserError(f"--seat must be 0 to {chosen.game.seats - 1} in {chosen.spec.name}, not {seat}")
    if svg_file is not None:
        from boardgames.view import svg

        text = svg(chosen.spec.scene(state, seat), theme=theme, western=western)
        write_file(svg_file, text)
        return
    click.echo(Boards(chosen.spec, western, seat).draw(state))
    click.echo(str(state))


@click.command()
@GAME
@takes_position
def actions(chosen: Chosen, position: str | None) -> None:
    """Print what can happen in a position, one canonical action a line.

    Where dice are to be thrown, their outcomes are printed, each with its
    probability behind a tab.

    \b
    Example:
      boardgames actions ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
    """
    state = start(chosen, position)
    for action in state.actions():
        click.echo(str(action))
    for outcome, probability in state.chances():
        click.echo(f"{outcome}\t{probability}")


@click.command()
@GAME
@click.option(
    "--depth",
    type=DEPTH,
    required=True,
    metavar="N",
    help="Plies to look ahead; a throw of dice is a ply.",
)
@click.option("--divide", "divided", is_flag=True, help="Print the count of each first action too.")
@takes_position
def perft(chosen: Chosen, depth: int, divided: bool, position: str | None) -> None:
    """Count the ways in which a position can go on for N plies.

    The last line is the count.  Other programs' counts are the usual proof of
    a rule; where two differ, --divide shows below which action.

    \b
    Example:
      boardgames perft ur --depth 6 --divide
    """
    state = start(chosen, position)
    with says_when_interrupted("A count that has not ended is lost."):
        if depth < 2 or not divided:
            if divided and depth == 1:
                for action in edges(state):
                    click.echo(f"{action}: 1")
            click.echo(count(state, depth))
            return
        total = 0
        for text, nodes in divide(state, depth).items():
            click.echo(f"{text}: {nodes}")
            total += nodes
        click.echo(total)
