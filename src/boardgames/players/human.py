"""The human player: a prompt that shows the board and takes an action's text."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import attrs
from typing_extensions import override

from boardgames.core.clock import Clock
from boardgames.core.dialogue import Event, Resign
from boardgames.core.model import IllegalAction, State
from boardgames.core.options import BadOption, choose, option
from boardgames.core.player import PLAYERS, Player, PlayerSpec, Undo, UnknownPlayer
from boardgames.core.spec import GameSpec, split_name

HELP = """\
  Type an action as it is listed.  Also:
    ?        list the legal actions again
    hint     what a strong player thinks of each action
    undo     take back the moves since your last turn
    resign   give the game up
    Ctrl-C   leave; the game so far is recorded where --record says"""

HINTED = 12  # the best actions, as many as are told in a hint
LISTED = 60  # more actions than this are listed on request only


class Human(Player):
    """Somebody at a terminal.

    ``ask`` writes a prompt and reads a line, raising :class:`EOFError` at the
    end of input, which is taken for leaving; ``say`` writes a line.
    ``adviser`` makes the player who is asked for hints.
    """

    def __init__(
        self,
        picture: Callable[[State], str],
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
        adviser: Callable[[], Player] | None = None,
    ) -> None:
        self.picture = picture
        self.adviser = adviser
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
            elif line == "hint":
                self.hint(state)
            elif line == "undo":
                return Undo()
            elif line == "resign":
                return Resign()
            elif line:
                try:
                    return state.read(line)
                except IllegalAction as error:
                    self.say(f"  {error}")

    def hint(self, state: State) -> None:
        """What the adviser thinks of each action: the chance to win, a draw taken for half a win."""
        rated = self.adviser().rate(state, Clock()) if self.adviser is not None else ()
        if not rated:
            self.say("  There is nobody to ask for a hint.")
        for action, value in rated[:HINTED]:
            self.say(f"  {action!s:>8} {50 + 50 * value:5.1f} %")

    def list(self, state: State, most: int) -> None:
        texts = [str(action) for action in state.actions()]
        rest = f" and {len(texts) - most} more (? lists them)" if len(texts) > most else ""
        self.say(f"  You may play: {' '.join(texts[:most])}{rest}")


@attrs.frozen
class HumanOptions:
    """Who helps."""

    hint: str = option("alphabeta", "the player who is asked for a hint, as NAME or NAME:OPTION=VALUE")


def _made(spec: GameSpec, options: HumanOptions, rng: Random) -> Human:
    name, given = split_name(options.hint)
    try:
        adviser = PLAYERS.find(name)
    except UnknownPlayer as error:
        raise BadOption(f"hint: {error}") from None
    chosen = choose(adviser.options, given)
    made: list[Player] = []

    def ask() -> Player:
        if not made:
            made.append(adviser.player(spec, chosen, Random(0)))
        return made[0]

    return Human(spec.picture, adviser=ask)


HUMAN: Final = PlayerSpec(
    name="human",
    summary="you, at this terminal",
    options=HumanOptions,
    player=_made,
    at_terminal=True,
)
