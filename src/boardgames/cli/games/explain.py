"""``boardgames explain``: what an action does, or why it is not legal."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any, Final

import click

from boardgames.cli.arguments import GAME, Chosen, start, takes_position
from boardgames.cli.boards import WESTERN, Boards
from boardgames.core.lookup.installed_games import find
from boardgames.core.model.game import CHANCE, OVER, IllegalAction, State
from boardgames.core.text.printable import printable

SHOWN: Final = 6
"""Actions of one reason that are named."""


@click.command()
@GAME
@click.argument("action", required=False)
@takes_position
@WESTERN
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain(chosen: Chosen, action: str | None, position: str | None, western: bool, as_json: bool) -> None:
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
    state = start(chosen, position)
    facts = {
        "game": chosen.text,
        "position": str(state),
        **(_one(chosen, state, action) if action else _all(chosen, state)),
    }
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    click.echo(Boards(chosen.spec, western).draw(state))
    click.echo(f"{state}\n")
    for line in _action_lines(chosen, facts) if action else _position_lines(facts):
        click.echo(printable(line))


def _one(chosen: Chosen, state: State, text: str) -> dict[str, Any]:
    """The facts of one action."""
    try:
        action = state.read(text)
    except IllegalAction as error:
        facts = {
            "action": text,
            "legal": False,
            "why": error.why,
            "code": error.code,
            "nearest": list(error.nearest),
        }
        rule = _rule_behind(chosen, error.code)
        return facts if rule is None else {**facts, "rule": rule}
    after = state.apply(action)
    words = chosen.spec.describe(state, action, after)
    facts = {"action": str(action), "legal": True, "words": f"{_who(chosen, state)} {words}", "after": str(after)}
    outcome = after.outcome
    if outcome is not None:
        meaning = chosen.spec.reasons.get(outcome.reason, outcome.reason)
        facts["outcome"] = {"returns": list(outcome.returns), "reason": outcome.reason, "meaning": meaning}
    return facts


def _rule_behind(chosen: Chosen, code: str) -> dict[str, Any] | None:
    """The rule behind a reason, as the page of rules has it; ``None`` if the game names none."""
    if code not in chosen.spec.rules_behind:
        return None
    name, number = chosen.spec.rules_behind[code]
    spec = chosen.spec if name == chosen.spec.name else find(name)
    page = spec.rules.partition("## Rules")[2].partition("\n## ")[0]
    rule = re.search(rf"^{number}\. (.*?)(?=^\d+\. |^\n|\Z)", page + "\n", re.MULTILINE | re.DOTALL)
    return None if rule is None else {"game": name, "number": number, "text": " ".join(rule[1].split())}


def _all(chosen: Chosen, state: State) -> dict[str, Any]:
    """All near misses, by the place that is clicked first."""
    from boardgames.core.lookup.near_misses import near_misses

    spec = chosen.spec
    if not state.actions():
        return {"near_misses": [], "why": "the dice come first" if state.turn == CHANCE else "the game is over"}
    scene = spec.scene(state, max(state.turn, 0))
    men = {man.spot: man.label for man in scene.men if man.seat == state.turn}
    firsts = dict.fromkeys([*men, *(spec.clicks(state, action)[0] for action in state.actions())])
    told: dict[str, dict[str, Any]] = {}
    for place, path in [("", []), *((first, [first]) for first in firsts)]:
        for miss in near_misses(spec, state, path):
            first = place or miss.spot or ""
            told.setdefault(
                miss.text, {"place": first, "man": men.get(first, ""), "action": miss.text, "why": miss.why}
            )
    return {"near_misses": list(told.values())}


def _who(chosen: Chosen, state: State) -> str:
    """The side that acts."""
    seat, names = state.seat, chosen.spec.seat_names
    return names[seat] if state.turn > OVER and seat < len(names) else f"seat {seat + 1}"


def _action_lines(chosen: Chosen, facts: dict[str, Any]) -> list[str]:
    if facts["legal"]:
        lines = [f"{facts['action']!r} is legal: {facts['words']}.", f"Then: {facts['after']}"]
        if "outcome" in facts:
            lines.append(f"That ends the game: {facts['outcome']['reason']} ({facts['outcome']['meaning']}).")
        return lines
    lines = [f"{facts['action']!r} is not legal: {facts['why']}."]
    if facts["nearest"]:
        lines.append(f"Legal and alike: {', '.join(facts['nearest'])}")
    if "rule" in facts:
        rule = facts["rule"]
        lines.append(f"Rule {rule['number']} of 'boardgames rules {rule['game']}': {rule['text']}")
    else:
        lines.append(f"The rules: {shlex.join(['boardgames', 'rules', chosen.text.partition(':')[0]])}")
    return lines


def _position_lines(facts: dict[str, Any]) -> list[str]:
    grouped: dict[tuple[str, str], dict[str, list[str]]] = {}
    for miss in facts["near_misses"]:
        grouped.setdefault((miss["place"], miss["man"]), {}).setdefault(miss["why"], []).append(miss["action"])
    if not grouped:
        why = f": {facts['why']}" if "why" in facts else ""
        return [f"Nothing looks possible that is not{why}."]
    lines = ["These look possible and are not:"]
    for (place, man), reasons in grouped.items():
        lines.append(f"{place}{f', {man}' if man else ''}")
        for why, actions in reasons.items():
            more = f" and {len(actions) - SHOWN} more" if len(actions) > SHOWN else ""
            lines.append(f"  {' '.join(actions[:SHOWN])}{more}: {why}")
    return lines
