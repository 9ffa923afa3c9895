"""``boardgames diff``: where two sets of rules part."""

from __future__ import annotations

import attrs
import click

from boardgames.cli.arguments import Chosen, GameType, UserError, says_when_interrupted
from boardgames.cli.options import COUNT, JSON, MORE, Command, seed_option, takes
from boardgames.cli.output import print_result
from boardgames.core.model.options import option
from boardgames.testkit import differences, raised
from boardgames.testkit.comparison import GAMES
from boardgames.testkit.like import MOST_PLIES


@attrs.frozen(kw_only=True)
class DiffOptions:
    """How much is compared."""

    games: int = option(GAMES, "Random games to compare.", kind=COUNT)
    seconds: float = option(60.0, "Begin no game after S seconds.", least=0, most=86_400, metavar="S")
    max_plies: int = option(MOST_PLIES, "Plies of the longest random game.", kind=COUNT, section=MORE)
    seed: int = seed_option("The seed of the first random game; the next has N+1.", 1)
    json: bool = JSON


@click.command(cls=Command)
@click.argument("a", metavar="A", type=GameType())
@click.argument("b", metavar="B", type=GameType())
@takes(DiffOptions)
def diff(a: Chosen, b: Chosen, options: DiffOptions) -> None:
    """Tell where the rules of two games part: A and B are games with options, or files of yours.

    Both play the same actions: first in all positions near the start, then in random
    games. Each kind of difference is printed once, with the shortest line to it: an
    action that one of them refuses and why, a turn, a chance, an end.

    \b
    Examples:
      boardgames diff morris morris:preset=codingame
      boardgames diff ur ur:rosette_turn=false --games 100
      boardgames diff mygame.py:SPEC solution.py:SPEC --json

    \b
    Exit status:
      0  compared, whether they differ or not (see "differences" of --json)
      2  wrong usage, no such game, or a game whose code fails
      130  interrupted
    """
    with says_when_interrupted(lambda: "Nothing is told of games that were not compared to the end."):
        try:
            parted = differences(a.text, b.text, options.games, options.seed, options.seconds, options.max_plies)
        except Exception as error:  # a game's own code can raise anything
            raise UserError(f"{a.text} and {b.text} cannot be compared: {raised(error)}") from None
    print_result(parted, options.json)
    if parted.games < options.games and not options.json:
        click.echo(f"{parted.games} of {options.games} games were played: --seconds is the limit.", err=True)
