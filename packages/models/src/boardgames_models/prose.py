"""Prose: how a language model is asked for actions in words, and how its answers are read, without I/O.

The prompt is made of all that the game tells of itself, so every game can be played.  The model thinks as it likes and
ends with a JSON object::

    {"action": "5d5c"}    or    {"resign": true}

The last such object counts; nothing else in an answer is read as an action.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import attrs
from typing_extensions import override

from boardgames.core.model import CHANCE, Game, IllegalAction, State, option
from boardgames.core.picture import ViewOptions
from boardgames.core.protocol import Answer, Event, Resign
from boardgames.core.text import Reason, Switch, code_of
from boardgames.reasons import chosen_lines, read_spelling, unless
from boardgames_models.disguise import CODE, Disguise
from boardgames_models.json_search import last_object

REFUSALS: Final = {
    "illegal": "the rules do not allow the action",
    "garbled": "the answer cannot be read",
    "truncated": "the answer was cut off, as at a limit of tokens",
    "empty": "the answer is empty",
    "declined": "the model does not want to answer",
}
"""The kinds of refusals, and what they mean."""
KEYS: Final = ("action", "resign")
DEEP: Final = "deep"
"""The value of ``reasons`` with which a model is told what would make an action legal."""
QUOTED: Final = 500
"""Characters of an answer's end that are kept of one that cannot be read."""
LONGEST_ACTION: Final = 1000
FORMAT: Final = (
    'Think as you like, then end your answer with one JSON object: {"action": "..."} with your action as the notation '
    'writes it, or {"resign": true} to give up the game. Only the last such object counts.'
)
SCHEMA: Final = {
    "type": "object",
    "properties": {"reasoning": {"type": "string"}, "action": {"type": "string"}},
    "required": ["reasoning", "action"],
    "additionalProperties": False,
}
"""The JSON schema of an answer, for servers that enforce one."""

TRUNCATED: Final = Reason("truncated", "the answer was cut off before its end")
EMPTY: Final = Reason("empty", "the answer is empty")
DECLINED: Final = Reason("declined", "the model does not want to answer")
NO_OBJECT: Final = Reason("no-object", "no JSON object with an action is in it")
NO_TEXT: Final = Reason("wrong-type", "its action is not a text")
NO_TRUE: Final = Reason("wrong-type", "its resign is not true")
BOTH: Final = Reason("both", "it has an action and resigns")
TOO_LONG: Final = Reason("too-long", "its action is far longer than any action")


@attrs.frozen
class Message:
    """A message to a model, or one of its own: ``role`` is ``user`` or ``assistant``."""

    role: str
    content: str

    def __str__(self) -> str:
        return self.content


@attrs.frozen
class Refusal:
    """An answer that is not played: ``kind`` is one of :data:`REFUSALS`, ``said`` the part that it is about."""

    kind: str
    said: str
    why: str

    @property
    def code(self) -> str:
        """A stable short name of ``why``."""
        return code_of(self.why, self.kind)


@attrs.frozen
class Depth(Switch):
    """A switch that has a third value, :data:`DEEP`."""

    expected: str = attrs.field(default=f"on, off or {DEEP}", init=False)

    @override
    def read(self, text: str) -> Any:
        return DEEP if text == DEEP else super().read(text)

    @override
    def check(self, value: Any) -> Any:
        return DEEP if value == DEEP else super().check(value)

    @override
    def show(self, value: Any) -> str:
        return DEEP if value == DEEP else super().show(value)


@attrs.frozen(kw_only=True)
class Style:
    """How a model is asked."""

    legal: bool = option(False, "on lists the legal actions in the prompt, which makes another task of it")
    reasons: bool | str = option(
        True, "off leaves out why an action is not legal; deep adds what would make it legal", kind=Depth()
    )
    rules: str = option("full", "how much of the rules the prompt has", choices=("full", "brief", "none"))
    show: str = option("both", "how the position is shown", choices=("both", "board", "text"))
    history: str = option(
        "game",
        "game tells all plies each time, chat repeats the model's own answers between them, none tells nothing",
        choices=("game", "chat", "none"),
    )
    disguise: int = option(0, "a seed: the same game under other names, on a turned board; 0: as it is", least=0)


class Prose:
    """The dialogue with a model in a seat of a game.

    >>> import boardgames as bg
    >>> game = bg.load("minishogi")
    >>> prose = Prose(game, 0)
    >>> prompt = prose.messages(game.start(), ())
    >>> prose.hear('{"action": "9z9y"}').kind
    'illegal'
    >>> str(prose.hear('I advance the pawn. {"action": "5d5c"}').action)
    '5d5c'
    """

    def __init__(self, game: Game, seat: int, style: Style | None = None) -> None:
        self.game = game
        self.seat = seat
        self.style = Style() if style is None else style
        self.spec: Any = game.spec
        self.state: State = game.start()
        self.shown: State = self.state
        """The state as the model sees it."""
        self.disguise = Disguise(self.spec, game, self.style.disguise) if self.style.disguise else None
        self.asked = (0, "")
        self.spoken: list[tuple[int, str, str]] = []
        """The model's turns so far: the plies before each, the question and the answer."""
        rules = self.style.rules if self.disguise is None else {"full": "brief"}.get(self.style.rules, self.style.rules)
        lines = chosen_lines(self.spec, game.options, rules)
        if self.disguise is not None:
            told = re.sub(
                r"(?ms)^(# |## Texts$).*?(?=^## )", "", "\n".join(lines)
            )  # where games come from, and their names
            lines = [self.disguise.prose(told)]
        self.brief = "You play a board game.\n\n" + "\n".join(lines) + f"\n\n{FORMAT}\n"
        self.digest = sha256(self.brief.encode()).hexdigest()[:16]
        """Names the part of the prompt that is the same in every position, for both seats."""

    # -- asking ------------------------------------------------------------------------

    def messages(self, state: State, events: Sequence[Event[Any]]) -> tuple[Message, ...]:
        """The prompt for an action in a state after these plies."""
        self.state = state
        self.shown = state if self.disguise is None else self.disguise.symmetry.state(state)
        ply = len(events)
        chat = self.style.history == "chat"
        self.spoken = [turn for turn in self.spoken if chat and turn[0] < ply]  # later ones were taken back
        legal = [*map(self._written, self.shown.actions())]
        question = self._question(events, self.spoken[-1][0] if self.spoken else 0, legal)
        self.asked = (ply, question)
        first, *others = [*(text for turn in self.spoken for text in turn[1:]), question]
        texts = [f"{self._without_legal(set(legal))}\n{first}", *others]
        return tuple(Message("assistant" if number % 2 else "user", text) for number, text in enumerate(texts))

    def _without_legal(self, legal: set[str]) -> str:
        """The rules; an example in them that is a legal action now is left out."""
        if self.style.legal:
            return self.brief
        words = {action for action in legal if not action.isdecimal()}
        return CODE.sub(lambda match: "`…`" if match[0][1:-1] in words else match[0], self.brief)

    def _question(self, events: Sequence[Event[Any]], since: int, legal: Sequence[str]) -> str:
        names, parts = self.spec.seat_names, []
        if self.style.history != "none" and events[since:]:
            told = [
                f"{number}. {'' if event.before.turn == CHANCE else self._named(event.before.turn) + ' '}"
                + self._written(event.action if self.disguise is None else self.disguise.symmetry.action(event.action))
                for number, event in enumerate(events[since:], since + 1)
            ]
            parts.append(f"Played {'since then' if since else 'so far'}: {', '.join(told)}")
        if self.style.show != "board" and self.disguise is None:
            parts.append(f"The position: {self.shown}")
        if self.style.show != "text" or self.disguise is not None:
            board = self.spec.draw(self.shown, ViewOptions(seat=self.seat, western=True))
            parts.append(f"The board:\n{board if self.disguise is None else self.disguise.board(board)}")
        if self.style.legal:
            parts.append(f"Legal actions: {', '.join(legal)}")
        scene = self.spec.scene(self.shown, self.seat)
        if scene.check:
            parts.append(f"{scene.caption if self.disguise is None else self.disguise.prose(scene.caption)}.")
        seats = f"seat {self.seat + 1} of {self.game.seats}"
        side = f"{self._named(self.seat)} ({seats})" if self.seat < len(names) else seats
        return "\n\n".join([*parts, f"You are {side}, and it is your turn."])

    def _named(self, seat: int) -> str:
        names = self.spec.seat_names
        name = names[seat] if seat < len(names) else f"seat {seat + 1}"
        return name if self.disguise is None else self.disguise.prose(name)

    def _written(self, action: Any) -> str:
        return str(action) if self.disguise is None else self.disguise.notation(str(action))

    def again(self, refusal: Refusal) -> Message:
        """The message that asks for another answer after a refused one."""
        if refusal.kind == "illegal":
            why = f": {refusal.why}" if self.style.reasons else ""
            unless = self._unless(refusal.said) if self.style.reasons == DEEP else ""
            text = f'"{refusal.said}" is not legal{why}.{unless} Choose another action.'
        elif refusal.kind == "truncated":
            text = "Your answer was cut off. Think more briefly, so that it ends before the limit."
        elif refusal.kind == "garbled":
            text = f"Your answer cannot be read: {refusal.why}. It ended so:\n{refusal.said}\n"
        else:
            text = f"There is no action in your answer: {refusal.why}."
        return Message("user", f"{text} {FORMAT}")

    def _unless(self, said: str) -> str:
        """The smallest change that makes an action legal, behind a space; empty if none was found."""
        try:
            change = unless(self.shown, said if self.disguise is None else self.disguise.undo(said))
        except ValueError:  # a text with several meanings is refused, though each may be legal
            return ""
        sentences = [] if change is None else change.sentences()
        return "".join(f" {each if self.disguise is None else self.disguise.prose(each)}" for each in sentences)

    # -- hearing -----------------------------------------------------------------------

    def hear(self, text: str, finish: str = "stop") -> Answer | Resign | Refusal:
        """The meaning of an answer to the last :meth:`messages`.

        ``finish`` is how the server says that it ended: ``length`` for an answer that was cut off, ``content_filter``
        or ``refusal`` for one that the model or its guard declined.
        """
        text = _after_thoughts(text)
        end = text.strip()[-QUOTED:]
        if finish == "length":
            return Refusal("truncated", end, TRUNCATED)
        if finish in ("content_filter", "refusal"):
            return Refusal("declined", end, DECLINED)
        if not end:
            return Refusal("empty", "", EMPTY)
        answer = last_object(text, KEYS)
        heard = self._meaning(answer or {}, end)
        if self.style.history == "chat" and not isinstance(heard, Refusal):
            self.spoken[:] = [turn for turn in self.spoken if turn[0] < self.asked[0]]
            self.spoken.append((*self.asked, text.strip()[-QUOTED:]))
        return heard

    def _meaning(self, answer: dict[str, Any], end: str) -> Answer | Resign | Refusal:
        resign, action = answer.get("resign", False), answer.get("action")
        if not answer or (action is None and resign is False):
            return Refusal("garbled", end, NO_OBJECT)
        if not isinstance(resign, bool):
            return Refusal("garbled", end, NO_TRUE)
        if resign:
            return Resign() if action is None else Refusal("garbled", end, BOTH)
        if not isinstance(action, str):
            return Refusal("garbled", end, NO_TEXT)
        if len(action) > LONGEST_ACTION:
            return Refusal("garbled", end, TOO_LONG)
        action = action.strip()
        try:
            return Answer(self._read(action if self.disguise is None else self.disguise.undo(action)))
        except IllegalAction as error:
            why = error.why
            if self.disguise is not None:
                reason = self.disguise.prose(why)
                why = Reason(error.code, "{words}", words=reason)
            return Refusal("illegal", action, why)

    def _read(self, text: str) -> Any:
        """The legal action of a text.  Raises :class:`IllegalAction`."""
        action = read_spelling(self.shown, text, self.spec)
        return action if self.disguise is None else self.disguise.action(self.state, action)


def _after_thoughts(text: str) -> str:
    """An answer without the thoughts that some servers leave at its beginning, and without halves of characters."""
    text = text.encode("utf-8", "replace").decode()
    _, mark, after = text.rpartition("</think>")
    if mark:
        return after
    return "" if text.lstrip().startswith("<think>") else text


__all__ = ["REFUSALS", "Answer", "Message", "Prose", "Refusal", "Resign", "Style"]
