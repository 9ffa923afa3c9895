"""Explanations: the effect of an action, the reason why it is not legal, and the near misses of a position."""

from __future__ import annotations

import re
import shlex
from typing import Final

import attrs

from boardgames.core.lookup.installed_games import ChosenGame, find, load, spec_of, split_name
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, OVER, Game, IllegalAction, State, shortened
from boardgames.core.model.wrong_action import as_state
from boardgames.core.text.printable import quoted
from boardgames.core.text.result import CommandResult
from boardgames.core.text.said import Translate
from boardgames.reasons.counterfactual import MOST_TRIES, SECONDS, GaveUp, smallest_change
from boardgames.reasons.near_misses import near_misses
from boardgames.reasons.spelling import read_spelling

SHOWN: Final = 6
"""The number of actions that are named for one reason."""


@attrs.frozen
class Rule:
    """A rule as the page of rules of ``game`` has it."""

    game: str
    number: int
    text: str


@attrs.frozen
class OutcomeInWords:
    """The end of a game: each seat's return, the reason and its meaning in words."""

    returns: tuple[float, ...]
    reason: str
    meaning: str


@attrs.frozen
class Tempting:
    """An action that looks possible and is not: the place clicked first, the man that stands there, and the reason."""

    place: str
    man: str
    action: str
    why: str


@attrs.frozen(kw_only=True)
class Explanation(CommandResult):
    """An action or a position explained; what does not apply is ``None``."""

    game: str
    position: str
    action: str | None = None
    legal: bool | None = None
    near_misses: list[Tempting] | None = None
    """The actions that look possible and are not, if no action is given."""
    why: str | None = None
    """The reason why the action is not legal, or why there are no near misses."""
    code: str | None = None
    """The code of ``why``, for programs."""
    nearest: list[str] | None = None
    """The legal actions most like one that is not."""
    choices: int | None = None
    """The number of all legal actions, where ``nearest`` lists some."""
    rule: Rule | None = None
    """The rule behind ``why``."""
    unless: dict[str, object] | None = None
    """The smallest change that makes an action legal, if it was asked for and found: its fields."""
    gave_up: bool | None = None
    """True if the search for that change was given up."""
    words: str | None = None
    """The effect of a legal action."""
    after: str | None = None
    """The position after it."""
    outcome: OutcomeInWords | None = None

    def fields(self) -> dict[str, object]:
        """The fields that apply, as the command prints them with ``--json``."""
        return attrs.asdict(self, filter=lambda _, value: value is not None)

    def sentences(self, said: Translate = str) -> list[str]:
        """The explanation in lines; ``said`` translates the words of the game."""
        return self._position_lines() if self.legal is None else self._action_lines(said)

    def _action_lines(self, translate: Translate) -> list[str]:
        if self.legal:
            lines = [f"{self.action!r} is legal: {self.words}.", f"Then: {self.after}"]
            if self.outcome is not None:
                reason, meaning = translate(self.outcome.reason), translate(self.outcome.meaning)
                lines.append(f"That ends the game: {reason} ({meaning}).")
            return lines
        lines = [f"{quoted(self.action or '')} is not legal: {self.why}."]
        if self.unless is not None:
            then = f": then {self.unless['then']}" if self.unless["then"] else ""
            lines += [f"Legal if {self.unless['words']}{then}.", f"The position then: {self.unless['position']}"]
        elif self.gave_up:
            lines.append(f"{MOST_TRIES} tries or {SECONDS:g} s were not enough to find a change that makes it legal.")
        elif self.gave_up is not None and self.nearest:
            lines.append("No change of one or two men or counters was found that makes it legal.")
        if self.nearest:
            lines.append(f"Legal and alike: {shortened(self.nearest, self.choices or 0)}")
        if self.rule is not None:
            lines.append(f"Rule {self.rule.number} of 'boardgames rules {self.rule.game}': {self.rule.text}")
        else:
            lines.append(f"The rules: {shlex.join(['boardgames', 'rules', split_name(self.game)[0]])}")
        return lines

    def _position_lines(self) -> list[str]:
        grouped: dict[tuple[str, str], dict[str, list[str]]] = {}
        for miss in self.near_misses or ():
            grouped.setdefault((miss.place, miss.man), {}).setdefault(miss.why, []).append(miss.action)
        if not grouped:
            why = f": {self.why}" if self.why else ""
            return [f"Nothing looks possible that is not{why}."]
        lines = ["These look possible and are not:"]
        for (place, man), reasons in grouped.items():
            lines.append(f"{place}{f', {man}' if man else ''}")
            for why, actions in reasons.items():
                others = f" and {len(actions) - SHOWN} more" if len(actions) > SHOWN else ""
                lines.append(f"  {' '.join(actions[:SHOWN])}{others}: {why}")
        return lines


def explain(
    game: str | Game, action: str | None = None, position: str | State | None = None, unless: bool = False
) -> Explanation:
    """The effect of an action in a position of a game, or the reason why it is not legal.

    Without ``action`` it tells what looks possible and is not.  ``position`` is a state or its text; without it the
    start of the game is meant.  With ``unless`` the smallest change is sought that makes an action legal.

    >>> explain("minishogi", "1e1a").why
    'something stands between 1e and 1a'
    >>> explain("ur", "0", "0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 1").words
    'Dark enters a token on 1'

    Raises :class:`~boardgames.core.model.game.UnknownGame`, :class:`~boardgames.core.model.options.BadOption` and
    :class:`~boardgames.core.model.game.UnreadablePosition`.
    """
    spec, loaded = spec_of(game), load(game)
    start = loaded.start() if position is None else position
    state = loaded.parse(start) if isinstance(start, str) else as_state(start)
    explanation = Explanation(game=ChosenGame.of(game).text, position=str(state))
    if action is None:
        return _near_misses(explanation, spec, state)
    explanation = _action(explanation, spec, state, action)
    if not unless or explanation.legal:
        return explanation
    try:
        change = smallest_change(state, action)
    except (GaveUp, ValueError) as error:  # a text with several meanings is refused, though each may be legal
        return attrs.evolve(explanation, gave_up=isinstance(error, GaveUp))
    return attrs.evolve(explanation, unless=None if change is None else change.fields(), gave_up=False)


def _action(explanation: Explanation, spec: GameSpec, state: State, text: str) -> Explanation:
    try:
        action = read_spelling(state, text, spec)
    except IllegalAction as error:
        nearest, rule = list(error.nearest), _rule_behind(spec, error.code)
        refused = attrs.evolve(explanation, action=text, legal=False, why=error.why, code=error.code, rule=rule)
        return attrs.evolve(refused, nearest=nearest, choices=error.legal)
    after, seat, names = state.apply(action), state.seat, spec.seat_names
    side = names[seat] if state.turn > OVER and seat < len(names) else f"seat {seat + 1}"
    words = f"{side} {spec.describe(state, action, after)}"
    end = after.outcome
    ending = None if end is None else OutcomeInWords(end.returns, end.reason, spec.reasons.get(end.reason, end.reason))
    return attrs.evolve(explanation, action=str(action), legal=True, words=words, after=str(after), outcome=ending)


def _rule_behind(spec: GameSpec, code: str) -> Rule | None:
    """The rule behind a reason, as the page of rules has it; ``None`` if the game names none."""
    if code not in spec.rules_behind:
        return None
    name, number = spec.rules_behind[code]
    page = (spec if name == spec.name else find(name)).rules.partition("## Rules")[2].partition("\n## ")[0]
    rule = re.search(rf"^{number}\. (.*?)(?=^\d+\. |^\n|\Z)", page + "\n", re.MULTILINE | re.DOTALL)
    return None if rule is None else Rule(name, number, " ".join(rule[1].split()))


def _near_misses(explanation: Explanation, spec: GameSpec, state: State) -> Explanation:
    """All near misses, by the place that is clicked first."""
    if not state.actions():
        why = "the dice come first" if state.turn == CHANCE else "the game is over"
        return attrs.evolve(explanation, near_misses=[], why=why)
    scene = spec.scene(state, max(state.turn, 0))
    men = {man.spot: man.label for man in scene.men if man.seat == state.turn}
    firsts = dict.fromkeys([*men, *(spec.clicks(state, action)[0] for action in state.actions())])
    missed: dict[str, Tempting] = {}
    for place, path in [("", []), *((first, [first]) for first in firsts)]:
        for miss in near_misses(spec, state, path):
            first = place or miss.spot or ""
            missed.setdefault(miss.text, Tempting(first, men.get(first, ""), miss.text, miss.why))
    return attrs.evolve(explanation, near_misses=[*missed.values()])
