"""``boardgames diff``: where two sets of rules part."""

from __future__ import annotations

from typing import Any

import attrs
import click

from boardgames.cli.arguments import GameType, UserError, says_when_interrupted
from boardgames.cli.options import COUNT, JSON, MORE, Command, seed_option, takes
from boardgames.cli.output import print_result
from boardgames.core.model.options import option
from boardgames.testkit import differences, raised
from boardgames.testkit.comparing.differences import GAMES
from boardgames.testkit.comparing.outside_rules import PREFIXES, OutsideFailed
from boardgames.testkit.like import MOST_PLIES


@attrs.frozen(kw_only=True)
class DiffOptions:
    """How much is compared."""

    games: int = option(GAMES, "Random games to compare, and as many sensible ones.", kind=COUNT)
    seconds: float = option(60.0, "Begin no game after S seconds.", least=0, most=86_400, metavar="S")
    max_plies: int = option(MOST_PLIES, "Plies of the longest random game.", kind=COUNT, section=MORE)
    seed: int = seed_option("The seed of the first random game; the next has N+1.", 1)
    json: bool = JSON


class RulesType(GameType):
    """A game as elsewhere, by its text; or rules outside of this library, which have a prefix of their own."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if value.startswith(PREFIXES) else super().convert(value, param, ctx).text


@click.command(cls=Command)
@click.argument("a", metavar="A", type=RulesType())
@click.argument("b", metavar="B", type=RulesType())
@takes(DiffOptions)
def diff(a: str, b: str, options: DiffOptions) -> None:
    """Tell where the rules of two games part: A and B are games with options, or files of yours.

    One of them may be a program that lists the moves of a variant of shogi ("usi:COMMAND",
    asked by 'go perft 1'), or a game of OpenSpiel ("openspiel:NAME") with the same texts.

    Both play the same actions: first in all positions near the start, then in random
    games and in sensible ones. Each kind of difference is printed once, with the shortest line to it: an
    action that one of them refuses and why, a turn, a chance, an end.

    \b
    Examples:
      boardgames diff morris morris:preset=codingame
      boardgames diff ur ur:rosette_turn=false --games 100
      boardgames diff mygame.py:SPEC solution.py:SPEC --json
      boardgames diff minishogi usi:fairy-stockfish
      boardgames diff shogi openspiel:shogi --games 100

    \b
    Exit status:
      0  compared, whether they differ or not (see "differences" of --json)
      2  wrong usage, no such game, or a game whose code fails
      130  interrupted
    """
    with says_when_interrupted(lambda: "Nothing is told of games that were not compared to the end."):
        try:
            parted = differences(a, b, options.games, options.seed, options.seconds, options.max_plies)
        except OutsideFailed as error:
            raise UserError(f"{error}") from None
        except Exception as error:  # a game's own code can raise anything
            raise UserError(f"{a} and {b} cannot be compared: {raised(error)}") from None
    print_result(parted, options.json)
    if parted.games < options.games and not options.json:
        click.echo(f"{parted.games} of {options.games} games were played: --seconds is the limit.", err=True)
