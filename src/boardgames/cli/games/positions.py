"""Commands that look at positions: show, actions, perft."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
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
from boardgames.core.model.walk import divide, perft as count

if TYPE_CHECKING:
    from boardgames.core.model.game import State
    from boardgames.view import Theme

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def _print_json(chosen: Chosen, state: State, facts: Mapping[str, object]) -> None:
    click.echo(json.dumps({"game": chosen.text, "position": str(state), **facts}, ensure_ascii=False))


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
@AS_JSON
def show(
    chosen: Chosen, position: str | None, svg_file: Path | None, seat: int, western: bool, theme: Theme, as_json: bool
) -> None:
    """Draw a position of GAME, with its text, or as a picture.

    \b
    Examples:
      boardgames show ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
      boardgames show shogi --svg board.svg
      boardgames show minishogi --svg board.svg --western --seat 1
      boardgames show ur --json

    The "turn" of --json is the seat to act, -1 where dice are to be thrown, -2 at the end.
    """
    state = start(chosen, position)
    if seat >= chosen.game.seats:
        raise UserError(f"--seat must be 0 to {chosen.game.seats - 1} in {chosen.spec.name}, not {seat}")
    if svg_file is not None:
        from boardgames.view import svg

        text = svg(chosen.spec.scene(state, seat), theme=theme, western=western)
        write_file(svg_file, text)
        return
    board = Boards(chosen.spec, western, seat).draw(state)
    if as_json:
        outcome = None if state.outcome is None else attrs.asdict(state.outcome)
        _print_json(chosen, state, {"turn": state.turn, "outcome": outcome, "board": board})
        return
    click.echo(board)
    click.echo(str(state))


@click.command()
@GAME
@takes_position
@AS_JSON
def actions(chosen: Chosen, position: str | None, as_json: bool) -> None:
    """Print what can happen in a position, one canonical action a line.

    Where dice are to be thrown, their outcomes are printed, each with its
    probability behind a tab.

    \b
    Example:
      boardgames actions ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
    """
    state = start(chosen, position)
    if as_json:
        chances = [{"action": str(outcome), "probability": str(chance)} for outcome, chance in state.chances()]
        _print_json(chosen, state, {"turn": state.turn, "actions": [*map(str, state.actions())], "chances": chances})
        return
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
@AS_JSON
def perft(chosen: Chosen, depth: int, divided: bool, position: str | None, as_json: bool) -> None:
    """Count the ways in which a position can go on for N plies.

    The last line is the count.  Other programs' counts are the usual proof of
    a rule; where two differ, --divide shows below which action.

    \b
    Example:
      boardgames perft ur --depth 6 --divide
    """
    state = start(chosen, position)
    with says_when_interrupted("A count that has not ended is lost."):
        counts = divide(state, depth) if divided and depth else {}
        total = sum(counts.values()) or count(state, depth)
    if as_json:
        _print_json(chosen, state, {"depth": depth, "count": total, **({"divide": counts} if divided else {})})
        return
    for action, nodes in counts.items():
        click.echo(f"{action}: {nodes}")
    click.echo(total)
