"""``boardgames explain``: what an action does, or why it is not legal."""

from __future__ import annotations

import json
import shlex
from typing import Final

import attrs
import click

from boardgames.cli.arguments import GAME, POSITION, Chosen, start
from boardgames.cli.boards import WESTERN, Boards
from boardgames.cli.options import JSON, Command, takes
from boardgames.core.model.game import shortened
from boardgames.core.text.printable import printable, quoted
from boardgames.core.text.said import Translate
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases
from boardgames.reasons.explanation import Explanation, explain as explained

SHOWN: Final = 6
"""Actions of one reason that are named."""


@attrs.frozen(kw_only=True)
class ExplainOptions:
    """The position that is explained, and in what form."""

    position: str | None = POSITION
    json: bool = JSON
    western: bool = WESTERN


@click.command(cls=Command)
@GAME
@click.argument("action", required=False)
@takes(ExplainOptions)
def explain(chosen: Chosen, action: str | None, options: ExplainOptions) -> None:
    """Tell what ACTION does in a position of GAME, or why it is not legal.

    The reason is the one that the referee and the page give. Without ACTION it tells
    what looks possible and is not: for each man the targets, each with its reason.

    \b
    Examples:
      boardgames explain shogi 2h2b
      boardgames explain ur 4 --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
      boardgames explain morris --position "B.B.B..B.......W.WW.W... b 5 5 9"
      boardgames explain mygame.py:SPEC b2 --json

    \b
    Exit status:
      0  explained, whether the action is legal or not (see "legal" of --json)
      2  wrong usage, an unreadable position
    """
    state = start(chosen, options.position)
    told = explained(chosen.text, action or None, state)
    if options.json:
        click.echo(json.dumps(told.as_json(), ensure_ascii=False))
        return
    click.echo(Boards(chosen.spec, options.western).draw(state))
    click.echo(f"{state}\n")
    for line in (
        _position_lines(told) if told.legal is None else _action_lines(told, phrases(ENGLISH, chosen.spec.name).text)
    ):
        click.echo(printable(line))


def _action_lines(told: Explanation, said: Translate) -> list[str]:
    if told.legal:
        lines = [f"{told.action!r} is legal: {told.words}.", f"Then: {told.after}"]
        if told.outcome is not None:
            lines.append(f"That ends the game: {said(told.outcome.reason)} ({said(told.outcome.meaning)}).")
        return lines
    lines = [f"{quoted(told.action or '')} is not legal: {told.why}."]
    if told.nearest:
        lines.append(f"Legal and alike: {shortened(told.nearest, told.choices or 0)}")
    if told.rule is not None:
        lines.append(f"Rule {told.rule.number} of 'boardgames rules {told.rule.game}': {told.rule.text}")
    else:
        lines.append(f"The rules: {shlex.join(['boardgames', 'rules', told.game.partition(':')[0]])}")
    return lines


def _position_lines(told: Explanation) -> list[str]:
    grouped: dict[tuple[str, str], dict[str, list[str]]] = {}
    for miss in told.near_misses or ():
        grouped.setdefault((miss.place, miss.man), {}).setdefault(miss.why, []).append(miss.action)
    if not grouped:
        why = f": {told.why}" if told.why else ""
        return [f"Nothing looks possible that is not{why}."]
    lines = ["These look possible and are not:"]
    for (place, man), reasons in grouped.items():
        lines.append(f"{place}{f', {man}' if man else ''}")
        for why, actions in reasons.items():
            others = f" and {len(actions) - SHOWN} more" if len(actions) > SHOWN else ""
            lines.append(f"  {' '.join(actions[:SHOWN])}{others}: {why}")
    return lines
