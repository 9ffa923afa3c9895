"""Line protocols: both sides of each must agree, in every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from boardgames.core.model.options import BadOption
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import (
    Answer,
    Ask,
    Breach,
    Briefing,
    Dialogue,
    Event,
    LineProtocol,
    NeedData,
    Over,
    PlayerDialogue,
    StartingDialogue,
)
from boardgames.core.protocol.plain import PLAIN
from boardgames.core.protocol.verdict import Verdict
from boardgames.testkit.facts import shown
from boardgames.testkit.rung import Flaw, Rung, raised
from boardgames.testkit.walks import Trial, Walk, WalkSpot

GAMES = 3
"""The number of games, the shortest ones, that each protocol transmits."""

GARBAGE: Final = ("", " ", "\0", "no such line", "9" * 5000, "\u0663", "-1", "resign resign")


class Conversation:
    """A referee and programs that exchange lists of lines."""

    def __init__(self, protocol: LineProtocol, start: Any) -> None:
        game = start.game
        seats = range(game.seats)
        briefing = Briefing(start, [f"Player{seat}" for seat in seats], clocks=[Clock(1.0, 1.0) for _ in seats])
        self.name = protocol.name
        self.dialogues: list[Dialogue] = [protocol.referee(briefing, seat) for seat in seats]
        self.spectators = protocol.referee(briefing, None)
        self.programs: list[PlayerDialogue] = [protocol.player(game) for _ in seats]
        self.questions: list[object] = [None for _ in seats]
        self.spectators.opening()
        for seat in seats:
            self.tell(seat, self.dialogues[seat].opening())
            if not self.dialogues[seat].ready:
                raise Flaw(f"{self.name}: after the opening, the referee still waits for seat {seat} to be ready")
        for seat, dialogue in enumerate(self.dialogues):
            if isinstance(dialogue, StartingDialogue):
                self.tell(seat, dialogue.started())

    def tell(self, seat: int, lines: Sequence[str]) -> None:
        """Send lines of the referee to a program, which may answer."""
        for line in lines:
            if "\n" in line:
                raise Flaw(f"{self.name}: a line must not hold a newline: {line!r}")
            heard = self.programs[seat].hear(line)
            if isinstance(heard, Breach):
                raise Flaw(f"{self.name}: seat {seat} cannot follow the referee's line {line!r}: {heard.detail}")
            if isinstance(heard, Ask):
                self.questions[seat] = heard.state
            elif isinstance(heard, NeedData):
                for answer in heard.send:
                    self.listen(seat, answer)
            else:
                assert isinstance(heard, Over)

    def listen(self, seat: int, line: str) -> Answer | None:
        """Send a line of a program to the referee."""
        heard = self.dialogues[seat].hear(line)
        if isinstance(heard, Breach):
            raise Flaw(f"{self.name}: the referee refuses the line {line!r} of seat {seat}: {heard.detail}")
        if isinstance(heard, NeedData):
            self.tell(seat, heard.send)
        return heard if isinstance(heard, Answer) else None

    def ask(self, state: Any) -> None:
        seat = state.turn
        self.tell(seat, self.dialogues[seat].ask(state))
        for other, question in enumerate(self.questions):
            if (question is None) == (other == seat):
                mistake = (
                    "does not know that it is to act" if other == seat else f"thinks it is to act, but seat {seat} is"
                )
                raise Flaw(f"{self.name}: seat {other} {mistake}")
        sees = self.questions[seat]
        if str(sees) != str(state) or sees.key != state.key:
            raise Flaw(f"{self.name}: seat {seat} believes the position is {str(sees)!r}, but it is {str(state)!r}")

    def answered(self, state: Any, action: Any) -> str:
        """Let a program choose an action.  Returns the words that go with it."""
        seat = state.turn
        self.questions[seat] = None
        heard = None
        for line in self.programs[seat].answer(action):
            heard = self.listen(seat, line)
        if heard is None or heard.action is not action:
            understood = "nothing" if heard is None else repr(str(heard.action))
            raise Flaw(f"{self.name}: seat {seat} chose {str(action)!r}, and the referee understood {understood}")
        return heard.words

    def happened(self, event: Event) -> None:
        self.spectators.happened(event)
        for seat, dialogue in enumerate(self.dialogues):
            self.tell(seat, dialogue.happened(event))

    def close(self, verdict: Verdict) -> None:
        self.spectators.closing(verdict)
        for seat, dialogue in enumerate(self.dialogues):
            self.tell(seat, dialogue.closing(verdict))


def _agree(trial: Trial) -> None:
    walks = sorted(trial.walks, key=lambda walk: len(walk.actions))[:GAMES]
    for protocol in {**trial.spec.protocols, PLAIN.name: PLAIN}.values():
        try:
            Conversation(protocol, trial.game.start())
        except BadOption:
            continue  # the protocol says itself that it cannot express these options
        flaws = [flaw for flaw in (_disagreement(protocol, walk) for walk in walks) if flaw is not None]
        if flaws:
            raise min(flaws, key=lambda flaw: flaw.spot.ply if flaw.spot else 0)
        _garbage(protocol, walks[0])


def _disagreement(protocol: LineProtocol, walk: Walk) -> Flaw | None:
    """The point at which the two sides of a protocol disagree in a game; ``None`` if they never do."""
    spot = WalkSpot(walk, 0)
    try:
        conversation = Conversation(protocol, walk.states[0])
        for ply, action in enumerate(walk.actions):
            spot = WalkSpot(walk, ply)
            state, after = walk.states[ply : ply + 2]
            words = ""
            if state.turn >= 0:
                conversation.ask(state)
                words = conversation.answered(state, action)
            conversation.happened(Event(state, action, after, words))
        if walk.ended:
            spot = WalkSpot(walk, len(walk.actions))
            conversation.close(Verdict(walk.states[-1].outcome))
    except Flaw as flaw:
        flaw.spot = spot
        return flaw
    except Exception as error:
        return Flaw(f"{protocol.name}: {raised(error)}", spot)
    return None


def _garbage(protocol: LineProtocol, walk: Walk) -> None:
    """Check that the referee's side survives any line that a program sends when it is first asked."""
    for line in GARBAGE:
        conversation = Conversation(protocol, walk.states[0])
        for ply, state in enumerate(walk.states[:-1]):
            if state.turn >= 0:
                conversation.ask(state)
                try:
                    conversation.dialogues[state.turn].hear(line)
                except Exception as error:
                    expected = f"{protocol.name}: to the line {shown(line)} the referee must say what is wrong with it"
                    raise Flaw(f"{expected}, but {raised(error)}", WalkSpot(walk, ply)) from None
                break
            conversation.happened(Event(state, walk.actions[ply], walk.states[ply + 1]))


DIALOGUES: Final[tuple[Rung, ...]] = (
    Rung(
        check=_agree,
        name="dialogues",
        title="both sides of every line protocol agree, from the opening to the end",
        why="The referee's side and the player's side are separate code. Each must understand a whole game from the "
        "other: the same position at every turn, the same action from every answer.",
        look="the protocol's two classes; for 'plain', the texts of positions and actions: the text of an action may "
        "contain no space, that of a position no newline.",
    ),
)
