"""The human player: a prompt that shows the board and takes an action's text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from typing_extensions import override

from boardgames.core.clock import Clock
from boardgames.core.dialogue import Event, Resign
from boardgames.core.model import IllegalAction, State
from boardgames.core.player import Player, PlayerSpec, Undo

HELP = """\
  Type an action as it is listed.  Also:
    ?        list the legal actions again
    undo     take back the moves since your last turn
    resign   give the game up
    Ctrl-C   leave; the game so far is recorded where --record says"""

LISTED = 60  # more actions than this are listed on request only


class Human(Player):
    """Somebody at a terminal.

    ``ask`` writes a prompt and reads a line, raising :class:`EOFError` at the
    end of input, which is taken for leaving; ``say`` writes a line.
    """

    def __init__(
        self,
        picture: Callable[[State], str],
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
    ) -> None:
        self.picture = picture
        self.ask = ask
        self.say = say
        self.news: list[str] = []

    @override
    def happened(self, event: Event) -> None:
        self.news.append(str(event.action))

    @override
    def tell(self, message: str) -> None:
        self.say(f"  {message}")

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        self.say("")
        if self.news:
            self.say(f"  Played: {' '.join(self.news)}")
            self.news = []
        self.say(self.picture(state))
        self.list(state, LISTED)
        while True:
            try:
                line = self.ask("Your action (? for help): ").strip()
            except EOFError:
                raise KeyboardInterrupt from None
            if line == "?":
                self.say(HELP)
                self.list(state, len(state.actions()))
            elif line == "undo":
                return Undo()
            elif line == "resign":
                return Resign()
            elif line:
                try:
                    return state.read(line)
                except IllegalAction as error:
                    self.say(f"  {error}")

    def list(self, state: State, most: int) -> None:
        texts = [str(action) for action in state.actions()]
        rest = f" and {len(texts) - most} more (? lists them)" if len(texts) > most else ""
        self.say(f"  You may play: {' '.join(texts[:most])}{rest}")


HUMAN: Final = PlayerSpec(
    name="human",
    summary="you, at this terminal",
    player=lambda spec, options, rng: Human(spec.picture),
    at_terminal=True,
)
