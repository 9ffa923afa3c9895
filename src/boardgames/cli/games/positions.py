"""Commands that look at positions: show, actions, perft."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from boardgames.cli.arguments import GAME, POSITION, Chosen, require_seat, says_when_interrupted, start, write_file
from boardgames.cli.boards import WESTERN, Boards
from boardgames.cli.options import (
    COUNT_OR_NONE,
    FILE_OR_DASH,
    JSON,
    MORE,
    OUTPUT,
    Command,
    KindType,
    file_option,
    takes,
)
from boardgames.core.model.options import option
from boardgames.core.model.walk import divide, perft as count
from boardgames.core.text.kinds import OneOf, Whole

if TYPE_CHECKING:
    from boardgames.core.model.game import State
DEPTH: Final = Whole(0, 200)


@attrs.frozen(kw_only=True)
class Looked:
    """A position, and in what form it is printed."""

    position: str | None = POSITION
    json: bool = JSON


@attrs.frozen(kw_only=True)
class ShowOptions(Looked):
    """How a position is drawn."""

    svg: Path | None = file_option(
        "Write a picture of the position to FILE, as SVG; without FILE, or with '-', to standard output.",
        OUTPUT,
        kind=FILE_OR_DASH,
        alone="-",
    )
    seat: int = option(0, "Draw the board as seat N sees it.", kind=COUNT_OR_NONE, section=OUTPUT)
    western: bool = WESTERN
    theme: Any = option(
        "auto",
        "With --svg: the colours; auto follows the reader's system.",
        kind=OneOf(("auto", "light", "dark")),
        section=MORE,
    )


@attrs.frozen(kw_only=True)
class PerftOptions(Looked):
    """How far to look."""

    depth: int | None = option(None, "The number of plies, if it does not stand behind GAME.", kind=DEPTH)
    divide: bool = option(False, "Print the count of each first action too.")


def _print_json(chosen: Chosen, state: State, facts: Mapping[str, object]) -> None:
    click.echo(json.dumps({"game": chosen.text, "position": str(state), **facts}, ensure_ascii=False))


@click.command(cls=Command)
@GAME
@takes(ShowOptions)
def show(chosen: Chosen, options: ShowOptions) -> None:
    """Draw a position of GAME, with its text, or as a picture.

    \b
    Examples:
      boardgames show ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
      boardgames show shogi --svg board.svg
      boardgames show minishogi --svg board.svg --western --seat 1
      boardgames show ur --json

    The "turn" of --json is the seat to act, -1 where dice are to be thrown, -2 at the end.
    """
    state, seat, western = start(chosen, options.position), options.seat, options.western
    require_seat(chosen.game, seat)
    if options.svg is not None:
        from boardgames.view import svg

        write_file(options.svg, svg(chosen.spec.scene(state, seat), theme=options.theme, western=western))
        return
    board = Boards(chosen.spec, western, seat).draw(state)
    if options.json:
        outcome = None if state.outcome is None else attrs.asdict(state.outcome)
        _print_json(chosen, state, {"turn": state.turn, "outcome": outcome, "board": board})
        return
    click.echo(board)
    click.echo(str(state))


@click.command(cls=Command)
@GAME
@takes(Looked)
def actions(chosen: Chosen, options: Looked) -> None:
    """Print what can happen in a position, one canonical action a line.

    Where dice are to be thrown, their outcomes are printed, each with its
    probability behind a tab.

    \b
    Example:
      boardgames actions ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
    """
    state = start(chosen, options.position)
    if options.json:
        chances = [{"action": str(outcome), "probability": str(chance)} for outcome, chance in state.chances()]
        _print_json(chosen, state, {"turn": state.turn, "actions": [*map(str, state.actions())], "chances": chances})
        return
    for action in state.actions():
        click.echo(str(action))
    for outcome, probability in state.chances():
        click.echo(f"{outcome}\t{probability}")


@click.command(cls=Command)
@GAME
@click.argument("plies", metavar="[N]", type=KindType(DEPTH), required=False)
@takes(PerftOptions)
def perft(chosen: Chosen, plies: int | None, options: PerftOptions) -> None:
    """Count the ways in which a position can go on for N plies.

    The last line is the count.  Other programs' counts are the usual proof of
    a rule; where two differ, --divide shows below which action.

    \b
    Example:
      boardgames perft ur 6 --divide
    """
    state, divided = start(chosen, options.position), options.divide
    depth = options.depth if plies is None else plies
    if depth is None or (plies is not None and options.depth is not None):
        raise click.UsageError(f"say once how many plies, as in 'boardgames perft {chosen.text} 3'")
    with says_when_interrupted("A count that has not ended is lost."):
        counts = divide(state, depth) if divided and depth else {}
        total = sum(counts.values()) or count(state, depth)
    if options.json:
        _print_json(chosen, state, {"depth": depth, "count": total, **({"divide": counts} if divided else {})})
        return
    for action, nodes in counts.items():
        click.echo(f"{action}: {nodes}")
    click.echo(total)
