"""A game whose rules run in another process: its spec, game, states and players, as the server knows them."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any, Final

import attrs
from typing_extensions import override

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.base import BaseState
from boardgames.core.model.game import Outcome
from boardgames.core.model.options import option
from boardgames.core.model.simple import SimpleGame
from boardgames.core.picture.scene import Area, Die, Line, Man, Scene, Spot, Text
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Resign
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.web.reload.mistake import RulesMistake, mistake_at
from boardgames.web.reload.rules_process import LOAD_TIME, THINK_TIME, RulesProcess

PARTS: Final = {"spots": Spot, "men": Man, "areas": Area, "lines": Line, "texts": Text, "dice": Die}
"""The parts of a scene that are classes of their own."""


@attrs.frozen
class RemoteAction:
    """An action or a throw, known by its text."""

    index: int
    text: str
    path: tuple[str, ...] = ()
    """The clicks of a near miss."""

    def __str__(self) -> str:
        return self.text


class RemoteGame(SimpleGame):
    """The game in the other process."""

    def __init__(self, process: RulesProcess, facts: dict[str, Any], options: Any) -> None:
        super().__init__(options)
        self.process = process
        self.name, self.title, self.seats = facts["name"], facts["title"], facts["seats"]
        self.count = facts["action_count"]
        self.protocols: Sequence[str] = facts["protocols"]
        """The line protocols of its own."""
        self.first: RemoteState | None = None

    @property
    def action_count(self) -> int:
        return int(self.count)

    def start(self) -> RemoteState:
        if self.first is None:
            self.first = self.state(self.process.ask("start", position=None))
        return self.first

    def parse(self, text: str) -> RemoteState:
        return self.state(self.process.ask("start", position=text))

    def state(self, facts: dict[str, Any]) -> RemoteState:
        return RemoteState(self, facts)


class RemoteState(BaseState):
    """A state in the other process, by its number there, with all facts about it that do not change."""

    def __init__(self, game: RemoteGame, facts: dict[str, Any]) -> None:
        self.game, self.number, self.text = game, facts["state"], facts["text"]
        self.turn, self.seat = facts["turn"], facts["seat"]
        outcome = facts["outcome"]
        self.outcome = None if outcome is None else Outcome(tuple(outcome[0]), outcome[1])
        self.known_actions = tuple(RemoteAction(index, text) for index, text in facts["actions"])
        self.known_chances = tuple(
            (RemoteAction(index, text), Fraction(part)) for index, text, part in facts["chances"]
        )
        self.by_text = {each.text: each for each in (*self.known_actions, *(throw for throw, _ in self.known_chances))}
        self.known_clicks: dict[str, tuple[tuple[str, ...], int]] | None = None
        self.words: dict[str, str] = {}
        weakref.finalize(self, game.process.forgotten.put, self.number)

    def ask(self, do: str, **facts: Any) -> Any:
        return self.game.process.ask(do, state=self.number, **facts)

    @property
    def key(self) -> str:
        return str(self.ask("key"))

    @override
    def actions(self) -> tuple[RemoteAction, ...]:
        return self.known_actions

    @override
    def chances(self) -> tuple[tuple[RemoteAction, Fraction], ...]:
        return self.known_chances

    @override
    def apply(self, action: Any) -> RemoteState:
        return self.game.state(self.ask("apply", action=str(action)))

    @override
    def read(self, text: str) -> RemoteAction:
        return self.by_text[text] if text in self.by_text else self.by_text[self.ask("read", text=text)]

    @override
    def why_not(self, text: str) -> str:
        return str(self.ask("why_not", text=text))

    def clicks(self, action: RemoteAction) -> tuple[tuple[str, ...], int]:
        """The clicks of an action, and how many of the last may come in any order."""
        if action.path:
            return action.path, 0
        if self.known_clicks is None:
            self.known_clicks = {
                each.text: (tuple(spots), unordered)
                for each, (spots, unordered) in zip(self.known_actions, self.ask("clicks"), strict=True)
            }
        return self.known_clicks[action.text]

    def describe(self, action: RemoteAction, after: RemoteState) -> str:
        """What an action did, in words; they are kept, so that a page can be made when the rules have ended."""
        if action.text not in self.words:
            self.words[action.text] = str(self.ask("describe", action=action.text, after=after.number))
        return self.words[action.text]

    def __str__(self) -> str:
        return str(self.text)


def _scene(state: RemoteState, seat: int) -> Scene:
    facts: dict[str, Any] = state.ask("scene", seat=seat)
    for name, kind in PARTS.items():
        facts[name] = tuple(kind(**each) for each in facts[name])
    for name in ("last", "check"):
        facts[name] = tuple(facts[name])
    facts["dots"] = tuple((x, y) for x, y in facts["dots"])
    return Scene(**facts)


def _candidates(state: RemoteState, path: Sequence[str]) -> list[RemoteAction]:
    misses = state.ask("near", path=list(path))
    return [RemoteAction(-1, text, (*path, *([] if spot is None else [spot]))) for text, spot in misses]


def remote_spec(
    process: RulesProcess, reference: str, options: dict[str, str]
) -> tuple[GameSpec, RemoteGame, list[str]]:
    """The rules at an object reference, loaded in a process: their spec, the game, and the files that were read.

    Raises :class:`~boardgames.web.reload.mistake.RulesMistake` and
    :class:`~boardgames.core.model.options.BadOption`.
    """
    facts = process.ask("load", LOAD_TIME, reference=reference, options=options)
    fields = {name: attrs.field(default=option(*about)) for name, *about in facts["options"]}
    kind = attrs.make_class("Options", fields, frozen=True)
    chosen = kind(**{name: value for (name, *_), value in zip(facts["options"], facts["chosen"], strict=True)})
    spec: GameSpec[Any] = GameSpec(
        name=facts["name"],
        title=facts["title"],
        game=lambda options: RemoteGame(process, facts, chosen),
        reasons=facts["reasons"],
        rules=facts["rules"],
        sources=tuple(facts["sources"]),
        seat_names=tuple(facts["seat_names"]),
        describe=lambda before, action, after: before.describe(action, after),
        scene=_scene,
        clicks=lambda state, action: state.clicks(action)[0],
        unordered_clicks=lambda state, action: state.clicks(action)[1],
        candidates=_candidates,
    )
    game: Any = make(spec, {})
    return spec, game, facts["files"]


def require_plain(protocols: Sequence[str]) -> None:
    """Raise a mistake for a game with protocols of its own, in which its programs would be spoken to."""
    if protocols:
        raise RulesMistake(
            mistake_at(f"with --reload programs speak 'plain', and this game has {', '.join(protocols)}")
        )


class RemotePlayer(Player):
    """One of our players that thinks in the process of the rules.  It forgets between turns."""

    def __init__(self, text: str, game: RemoteGame, rng: Random) -> None:
        self.process = game.process
        self.name = self.process.ask("player", text=text, seed=rng.getrandbits(32))

    @override
    def prepare(self, start: Any) -> None:
        self.process.ask("prepare", player=self.name, state=start.number)

    @override
    def choose(self, state: Any, clock: Clock) -> Any:
        answer = self._think("choose", state, clock)
        self.thought = None if answer["thought"] is None else _search_info(answer["thought"])
        return Resign() if answer["action"] is None else state.by_text[answer["action"]]

    @override
    def rate(self, state: Any, clock: Clock) -> list[tuple[Any, float]]:
        return [(state.by_text[text], value) for text, value in self._think("rate", state, clock)]

    def _think(self, do: str, state: Any, clock: Clock) -> Any:
        allowed = clock.allowed
        given = {"first_move_time": allowed, "move_time": allowed} if isfinite(allowed) else {}
        bound = THINK_TIME + (allowed if isfinite(allowed) else 0.0)
        tell = lambda thought: self.think(_search_info(thought))  # noqa: E731
        return self.process.ask(do, bound, tell, player=self.name, state=state.number, clock=given)


def _search_info(facts: dict[str, Any]) -> SearchInfo:
    return SearchInfo(**{**facts, "line": tuple(facts["line"])})
