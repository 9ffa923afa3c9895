"""Line protocols: both sides of each must agree, game after game."""

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
)
from boardgames.core.protocol.plain import PLAIN
from boardgames.core.record.verdict import Verdict
from boardgames.testkit.facts import shown
from boardgames.testkit.rung import Rung, Slip, raised, whole
from boardgames.testkit.walks import Spot, Trial, Walk

GAMES = 3
"""How many games each protocol tells; the shortest ones."""

GARBAGE: Final = ("", " ", "\0", "no such line", "9" * 5000, "\u0663", "-1", "resign resign")


class Conversation:
    """A referee and programs that talk in lists of lines."""

    def __init__(self, protocol: LineProtocol, start: Any) -> None:
        game = start.game
        seats = range(game.seats)
        briefing = Briefing(start, [f"Player{seat}" for seat in seats], clocks=[Clock(1.0, 1.0) for _ in seats])
        self.name = protocol.name
        self.dialogues: list[Dialogue] = [protocol.referee(briefing, seat) for seat in seats]
        self.gallery = protocol.referee(briefing, None)
        self.programs: list[PlayerDialogue] = [protocol.player(game) for _ in seats]
        self.asked: list[Any] = [None for _ in seats]
        self.gallery.opening()
        for seat in seats:
            self.tell(seat, self.dialogues[seat].opening())
            if not self.dialogues[seat].ready:
                raise Slip(f"{self.name}: after the opening, the referee still waits for seat {seat} to be ready")

    def tell(self, seat: int, lines: Sequence[str]) -> None:
        """The referee says these lines to a program, which may have something to say back."""
        for line in lines:
            if "\n" in line:
                raise Slip(f"{self.name}: a line must not hold a newline: {line!r}")
            heard = self.programs[seat].hear(line)
            if isinstance(heard, Breach):
                raise Slip(f"{self.name}: seat {seat} cannot follow the referee's line {line!r}: {heard.detail}")
            if isinstance(heard, Ask):
                self.asked[seat] = heard.state
            elif isinstance(heard, NeedData):
                for said in heard.send:
                    self.listen(seat, said)
            else:
                assert isinstance(heard, Over)

    def listen(self, seat: int, line: str) -> Answer | None:
        """A program says a line to the referee."""
        heard = self.dialogues[seat].hear(line)
        if isinstance(heard, Breach):
            raise Slip(f"{self.name}: the referee refuses the line {line!r} of seat {seat}: {heard.detail}")
        if isinstance(heard, NeedData):
            self.tell(seat, heard.send)
        return heard if isinstance(heard, Answer) else None

    def ask(self, state: Any) -> None:
        seat = state.turn
        self.tell(seat, self.dialogues[seat].ask(state))
        for other, asked in enumerate(self.asked):
            if (asked is None) == (other == seat):
                told = (
                    "does not know that it is to act" if other == seat else f"thinks it is to act, but seat {seat} is"
                )
                raise Slip(f"{self.name}: seat {other} {told}")
        sees = self.asked[seat]
        if str(sees) != str(state) or sees.key != state.key:
            raise Slip(f"{self.name}: seat {seat} believes the position is {str(sees)!r}, but it is {str(state)!r}")

    def answered(self, state: Any, action: Any) -> str:
        """A program chooses an action; the words that go with it."""
        seat = state.turn
        self.asked[seat] = None
        heard = None
        for line in self.programs[seat].answer(action):
            heard = self.listen(seat, line)
        if heard is None or heard.action is not action:
            understood = "nothing" if heard is None else repr(str(heard.action))
            raise Slip(f"{self.name}: seat {seat} chose {str(action)!r}, and the referee understood {understood}")
        return heard.words

    def happened(self, event: Event) -> None:
        self.gallery.happened(event)
        for seat, dialogue in enumerate(self.dialogues):
            self.tell(seat, dialogue.happened(event))

    def close(self, verdict: Verdict) -> None:
        self.gallery.closing(verdict)
        for seat, dialogue in enumerate(self.dialogues):
            self.tell(seat, dialogue.closing(verdict))


def _agree(trial: Trial) -> None:
    walks = sorted(trial.walks, key=lambda each: len(each.actions))[:GAMES]
    for protocol in {**trial.spec.protocols, PLAIN.name: PLAIN}.values():
        try:
            Conversation(protocol, trial.game.start())
        except BadOption:
            continue  # it says itself that it cannot tell a game with these options
        slips = [slip for slip in (_told(protocol, walk) for walk in walks) if slip is not None]
        if slips:
            raise min(slips, key=lambda slip: slip.spot.ply if slip.spot else 0)
        _garbage(protocol, walks[0])


def _told(protocol: LineProtocol, walk: Walk) -> Slip | None:
    """Where the two sides part in a game."""
    spot = Spot(walk, 0)
    try:
        talk = Conversation(protocol, walk.states[0])
        for ply, action in enumerate(walk.actions):
            spot = Spot(walk, ply)
            state, after = walk.states[ply : ply + 2]
            words = ""
            if state.turn >= 0:
                talk.ask(state)
                words = talk.answered(state, action)
            talk.happened(Event(state, action, after, words))
        if walk.ended:
            spot = Spot(walk, len(walk.actions))
            talk.close(Verdict(walk.states[-1].outcome))
    except Slip as slip:
        slip.spot = spot
        return slip
    except Exception as error:
        return Slip(f"{protocol.name}: {raised(error)}", spot)
    return None


def _garbage(protocol: LineProtocol, walk: Walk) -> None:
    """Whatever a program says when it is first asked, the referee has an answer."""
    for line in GARBAGE:
        talk = Conversation(protocol, walk.states[0])
        for ply, state in enumerate(walk.states[:-1]):
            if state.turn >= 0:
                talk.ask(state)
                try:
                    talk.dialogues[state.turn].hear(line)
                except Exception as error:
                    told = f"{protocol.name}: to the line {shown(line)} the referee must say what is wrong with it"
                    raise Slip(f"{told}, but {raised(error)}", Spot(walk, ply)) from None
                break
            talk.happened(Event(state, walk.actions[ply], walk.states[ply + 1]))


DIALOGUES: Final[tuple[Rung, ...]] = (
    whole(
        _agree,
        name="dialogues",
        title="both sides of every line protocol agree, from the opening to the end",
        why="The referee's side and the player's side are written apart. A whole game told by one must be understood "
        "by the other: the same position at every turn, the same action from every answer.",
        look="the protocol's two classes; for 'plain', the texts of positions and actions: an action's text may hold "
        "no space, a position's no newline.",
    ),
)
