"""``boardgames explain``: what an action does, or why it is not legal."""

from __future__ import annotations

import attrs
import click

from boardgames.cli.arguments import GAME, POSITION, Chosen, UserError, start
from boardgames.cli.boards import WESTERN, Boards
from boardgames.cli.options import JSON, Command, takes
from boardgames.cli.output import print_result
from boardgames.core.model.options import option
from boardgames.core.text.printable import printable
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases
from boardgames.reasons.explanation import explain as explanation_of


@attrs.frozen(kw_only=True)
class ExplainOptions:
    """The position that is explained, and in what form."""

    position: str | None = POSITION
    unless: bool = option(False, "Tell also the smallest change of the position that makes ACTION legal.")
    json: bool = JSON
    western: bool = WESTERN


@click.command(cls=Command)
@GAME
@click.argument("action", required=False)
@takes(ExplainOptions)
def explain(chosen: Chosen, action: str | None, options: ExplainOptions) -> None:
    """Tell what ACTION does in a position of GAME, or why it is not legal.

    The reason is the one that the referee and the page give. Without ACTION it tells
    what looks possible and is not: for each piece the targets, each with its reason.

    With --unless it takes each piece away or places it elsewhere, and changes each
    counter, one or two at a time, for a second at most: "Legal if the Black pawn
    on 7g were not there".

    \b
    Examples:
      boardgames explain shogi 2h2b
      boardgames explain ur 4 --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
      boardgames explain morris --position "B.B.B..B.......W.WW.W... b 5 5 9"
      boardgames explain shogi 8h2b --unless
      boardgames explain mygame.py:SPEC b2 --json

    \b
    Exit status:
      0  explained, whether the action is legal or not (see "legal" of --json)
      2  wrong usage, an unreadable position
    """
    state = start(chosen, options.position)
    if options.unless and not action:
        raise UserError("--unless: say which action, as in 'boardgames explain shogi 8h2b --unless'")
    explanation = explanation_of(chosen.text, action or None, state, options.unless)
    if options.json:
        print_result(explanation, True)
        return
    click.echo(Boards(chosen.spec, options.western).draw(state))
    click.echo(f"{state}\n")
    for line in explanation.sentences(phrases(ENGLISH, chosen.spec.name).text):
        click.echo(printable(line))
