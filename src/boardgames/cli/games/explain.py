"""``boardgames explain``: what an action does, or why it is not legal."""

from __future__ import annotations

import json
import shlex
from typing import Final

import click

from boardgames.cli.arguments import GAME, Chosen, UserError, start, takes_position
from boardgames.cli.boards import WESTERN, Boards
from boardgames.core.model.game import shortened
from boardgames.core.text.printable import printable, quoted
from boardgames.core.text.said import Translate
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases
from boardgames.reasons.counterfactual import MOST_TRIES, SECONDS
from boardgames.reasons.explanation import Explanation, explain as explained

SHOWN: Final = 6
"""Actions of one reason that are named."""


@click.command()
@GAME
@click.argument("action", required=False)
@takes_position
@WESTERN
@click.option("--unless", is_flag=True, help="Tell also the smallest change of the position that makes ACTION legal.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain(
    chosen: Chosen, action: str | None, position: str | None, western: bool, unless: bool, as_json: bool
) -> None:
    """Tell what ACTION does in a position of GAME, or why it is not legal.

    The reason is the one that the referee and the page give. Without ACTION it tells
    what looks possible and is not: for each man the targets, each with its reason.

    With --unless each man is taken away or placed elsewhere, and each counter
    changed, one or two at a time, for a second at most: "Legal if the Black pawn
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
    state = start(chosen, position)
    if unless and not action:
        raise UserError("--unless: say which action, as in 'boardgames explain shogi 8h2b --unless'")
    told = explained(chosen.text, action or None, state, unless)
    if as_json:
        click.echo(json.dumps(told.as_json(), ensure_ascii=False))
        return
    click.echo(Boards(chosen.spec, western).draw(state))
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
    if told.unless is not None:
        lines += [f"Legal if {told.unless['words']}.", f"Then: {told.unless['position']}"]
    elif told.gave_up is not None:
        given_up = f"{MOST_TRIES} tries or {SECONDS:g} s were not enough to find a change that makes it legal."
        lines.append(
            given_up if told.gave_up else "No change of one or two men or counters was found that makes it legal."
        )
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
