"""``plain``: the protocol of every game, in canonical texts, one message a line.

The program hears::

    game morris:double_mill=1      the game, with the options that differ
    seat 0                         its own seat
    names Ann Bob                  of all seats
    position ......                the start, in the game's text
    played d6                      a throw, or an action of another seat
    go d6 d7 a1 ...                its turn, with all legal actions
    over -1.0 1.0 home             the returns of the seats, and why

and answers ``go`` with one of the actions, or with ``resign``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from boardgames.core.model.game import CHANCE, Game, IllegalAction, State, UnreadablePosition
from boardgames.core.model.options import with_options
from boardgames.core.protocol.dialogue import Answer, Ask, Breach, Briefing, Event, LineProtocol, NeedData, Over, Resign
from boardgames.core.protocol.verdict import Verdict

RESIGN: Final = "resign"


class ActionTexts(dict[Any, str]):
    """The canonical text of each action, cached: most lines are lists of actions."""

    def __missing__(self, action: Any) -> str:
        text = self[action] = str(action)
        return text


class PlainDialogue:
    """The referee's side."""

    ready = True

    def __init__(self, briefing: Briefing, seat: int | None) -> None:
        self.briefing = briefing
        self.seat = seat
        self.state = briefing.start
        self.text_of = ActionTexts()
        self.actions: Sequence[Any] = ()
        self.listed: list[str] = []

    def opening(self) -> list[str]:
        game = self.briefing.start.game
        lines = [f"game {with_options(game.name, game.options)}"]
        if self.seat is not None:
            lines.append(f"seat {self.seat}")
        return [*lines, f"names {' '.join(self.briefing.names)}", f"position {self.briefing.start}"]

    def happened(self, event: Event) -> Sequence[str]:
        own = event.before.turn == self.seat
        return () if own else (f"played {event.action}",)

    def ask(self, state: State) -> Sequence[str]:
        self.state = state
        self.actions = state.actions()
        try:
            self.listed = [*map(self.text_of.__getitem__, self.actions)]
        except TypeError:  # actions of a game that have no hash
            self.listed = [*map(str, self.actions)]
        return (" ".join(["go", *self.listed]),)

    def hear(self, line: str) -> Answer | NeedData | Resign | Breach:
        text = line.strip()
        if text == RESIGN:
            return Resign()
        if text in self.listed:
            return Answer(self.actions[self.listed.index(text)])
        try:
            return Answer(self.state.read(text))
        except IllegalAction as error:
            return Breach("illegal", error.why)

    def closing(self, verdict: Verdict) -> Sequence[str]:
        returns = " ".join(map(str, verdict.outcome.returns))
        return (f"over {returns} {verdict.outcome.reason}",)


class PlainPlayer:
    """The player's side."""

    def __init__(self, game: Game) -> None:
        self.state = game.start()

    def hear(self, line: str) -> Ask | NeedData | Over | Breach:
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "position":
                self.state = self.state.game.parse(rest)
            elif word == "played":
                self.state = self.state.play(rest)
        except (IllegalAction, UnreadablePosition) as error:
            return Breach("illegal", str(error))
        if word == "go":
            return NeedData((*rest.split(), RESIGN)[:1]) if self.state.turn <= CHANCE else Ask(self.state)
        return Over() if word == "over" else NeedData()

    def answer(self, action: Any) -> list[str]:
        self.state = self.state.apply(action)
        return [str(action)]

    def resign(self) -> list[str]:
        return [RESIGN]


PLAIN: Final = LineProtocol(name="plain", referee=PlainDialogue, player=PlainPlayer)
