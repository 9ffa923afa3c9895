"""The human player: a prompt that shows the board, takes an action's text and understands a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import attrs
from typing_extensions import override

from boardgames.core.lookup.installed_games import split_name
from boardgames.core.lookup.players import PLAYERS, PlayerSpec, UnknownPlayer
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, IllegalAction, State
from boardgames.core.model.options import BadOption, choose, option
from boardgames.core.picture.view_options import ViewOptions, unpainted
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Briefing, Event, Resign, drop_taken_back
from boardgames.core.protocol.player import Player, Undo
from boardgames.core.text.printable import printable
from boardgames.language.catalogue import of_terminal
from boardgames.language.phrases import phrases
from boardgames.players import terminal
from boardgames.reasons.markdown import listed, wrapped
from boardgames.reasons.spelling import read_spelling

COMMANDS: Final = {
    "help": "this, and how to read the board; ? is the same",
    "moves": "the legal actions; 'moves 7g' those that begin so",
    "board": "the board again",
    "hint": "what a strong player thinks of each action",
    "played": "the game so far",
    "undo": "take back the moves since your last turn",
    "resign": "give the game up",
    "quit": "leave; with --record FILE, 'play --continue FILE' goes on",
}
"""The words that a person may type instead of an action, with their meaning."""

HINTED: Final = 12  # a hint shows this many of the best actions
LISTED: Final = 24  # more actions than this are listed only on request


class Human(Player):
    """A person at a terminal.

    ``ask`` writes a prompt and reads a line; it raises :class:`EOFError` at the end of input, which counts as ``quit``.
    ``say`` writes lines.  ``adviser`` makes the player that gives hints.
    """

    def __init__(
        self,
        spec: GameSpec,
        ask: Callable[[str], str] | None = None,
        say: Callable[[str], None] = print,
        adviser: Callable[[], Player] | None = None,
        western: bool = False,
    ) -> None:
        self.spec = spec
        self.prompt = terminal.Prompt()
        self.ask = self.prompt if ask is None else ask
        self.say = say
        self.adviser = adviser
        self.western = western
        self.names: Sequence[str] = ()
        self.seat = -1
        self.events: list[Event] = []
        self.greeted = False

    # -- messages of the referee ---------------------------------------------------

    @override
    def begins(self, briefing: Briefing, seat: int) -> None:
        self.names = briefing.names
        self.seat = seat
        self.events = list(briefing.earlier)
        self.greeted = False

    @override
    def happened(self, event: Event) -> None:
        drop_taken_back(self.events, event.before)
        self.events.append(event)

    @override
    def tell(self, message: str) -> None:
        self.say(f"  {message}")

    # -- the turn ----------------------------------------------------------------

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        drop_taken_back(self.events, state)
        self.say("")
        if not self.greeted:
            self.greeted = True
            self._say_prose(f"You are {self._called(state.turn)}. Type 'help' to learn what you may type.")
        self.show_news(state.turn)
        self.show(state)
        self.list(state, LISTED)
        self.prompt.words = [*map(str, state.actions()), *COMMANDS]
        while True:
            try:
                line = self.ask("Your action (? for help): ").strip()
            except EOFError:
                raise KeyboardInterrupt from None
            word, _, rest = line.partition(" ")
            match word.lower():
                case "":
                    pass
                case "?" | "help":
                    self.help(state)
                case "moves":
                    try:
                        return read_spelling(state, line, self.spec)  # "moves d6 to d7" are words for an action
                    except IllegalAction:
                        self.list(state, len(state.actions()), rest.strip())
                case "board":
                    self.show(state)
                case "hint":
                    self.hint(state)
                case "played":
                    self.show_all()
                case "undo":
                    return Undo()
                case "resign":
                    return Resign()
                case "quit":
                    raise KeyboardInterrupt
                case _:
                    try:
                        return read_spelling(state, line, self.spec)
                    except IllegalAction as error:
                        self._say_prose(printable(f"{error}. Type 'moves' for all, or 'help'."))

    def show(self, state: State) -> None:
        """Draw the board as this player sees it, the last action marked."""
        self.say(self.spec.draw(state, self.view_options(self.seat if state.turn < 0 else state.turn)))

    def see_the_end(self, state: State) -> None:
        """Say the events since this player's last action, and draw the last board."""
        drop_taken_back(self.events, state)
        self.say("")
        self.show_news(self.seat)
        self.show(state)

    def view_options(self, seat: int) -> ViewOptions:
        """The options for a board at this terminal, as the player in ``seat`` sees it."""
        last = next((event for event in reversed(self.events) if event.before.turn != CHANCE), None)
        return ViewOptions(
            seat=max(seat, 0),
            before=None if last is None else last.before,
            action=None if last is None else last.action,
            western=self.western,
            width=terminal.terminal_width(),
            paint=terminal.painted if terminal.has_colour() else unpainted,
        )

    # -- commands ----------------------------------------------------------------

    def help(self, state: State) -> None:
        """Say what a person may type, and how to read the board."""
        legend = self.spec.legend or "Type an action as 'moves' lists it."
        self._say_prose(legend.replace("`", ""))
        self.say("")
        for command, meaning in COMMANDS.items():
            self.say(listed(meaning.split(), terminal.terminal_width() - 1, head=f"{command:<7} "))
        self.say(listed(["The Tab key completes what you have begun."], terminal.terminal_width() - 1))
        self.list(state, LISTED)

    def show_news(self, seat: int) -> None:
        """Say the events since this player's last action, with the players' names."""
        since = len(self.events)
        while since and self.events[since - 1].before.turn != seat:
            since -= 1
        self._show_events(self.events[max(0, since - 1) :])

    def show_all(self) -> None:
        """Say the whole game so far."""
        self._show_events(self.events)
        if not self.events:
            self.say("  Nothing has been played.")

    def _show_events(self, events: Sequence[Event]) -> None:
        for event in events:
            words = self.spec.describe(event.before, event.action, event.after)
            seat = event.before.turn
            if seat == CHANCE:
                seat = getattr(event.before, "seat", CHANCE)
            sentence = f"{self._name(seat)} {words}" if seat >= 0 else words
            self.say(listed(printable(sentence).split(), terminal.terminal_width() - 1))

    def hint(self, state: State) -> None:
        """Say the adviser's rating of each action, as a chance to win; a draw counts as half a win."""
        try:
            rated = self.adviser().rate(state, Clock()) if self.adviser is not None else ()
        except BadOption as error:  # as of a judgement that was fitted for other rules
            self._say_prose(f"There is no hint: {printable(str(error))}")
            return
        if not rated:
            self.say("  This player gives no hints.")
        for action, value in rated[:HINTED]:
            self.say(f"  {action!s:>8} {50 + 50 * value:5.1f} %  {self._words(state, action)}".rstrip())
        if len(rated) > HINTED:
            self.say(f"  ({HINTED} of {len(rated)})")

    def list(self, state: State, most: int, begin: str = "") -> None:
        """Say the legal actions in their groups, if they are no more than ``most``."""
        actions = [action for action in state.actions() if str(action).startswith(begin)]
        if not actions:
            self.say(f"  No legal action begins with {printable(begin)}.")
        elif len(actions) > most:
            self._say_prose(f"You have {len(actions)} legal actions; 'moves' lists them.")
        else:
            groups: dict[str, list[str]] = {}
            for action in actions:
                label = "" if self.spec.action_group is None else self.spec.action_group(state, action)
                groups.setdefault(label, []).append(str(action))
            for label, texts in groups.items():
                head = f"{label}: " if label else "You may play: "
                self.say(listed(texts, terminal.terminal_width() - 1, head=head))
            for action in actions if all(str(action).isdigit() for action in actions) else ():
                self.say(f"  {action!s:>8}  {self._words(state, action)}")

    def _words(self, state: State, action: Any) -> str:
        """A legal action in words, in the language of the terminal."""
        words = self.spec.describe(state, action, state.apply(action))
        return printable(phrases(of_terminal(), self.spec.name).text(words))

    def _called(self, seat: int) -> str:
        """The side of a seat, with its player's name and the opponents'."""
        side = self.spec.seat_names[seat] if seat < len(self.spec.seat_names) else f"seat {seat}"
        others = [f"{self._name(other)}" for other in range(len(self.names)) if other != seat]
        return printable(
            side
            + (f" ({self._name(seat)})" if self.names else "")
            + (f" and play against {' and '.join(others)}" if others else "")
        )

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else self.spec.seat_names[seat]

    def _say_prose(self, text: str) -> None:
        width = terminal.terminal_width() - 3
        self.say("\n".join(f"  {line}".rstrip() for line in wrapped(text.rstrip(), width).splitlines()))


@attrs.frozen
class HumanOptions:
    """The options of a human player."""

    hint: str = option("alphabeta", "the player who is asked for a hint, as NAME or NAME:OPTION=VALUE")


def _human(spec: GameSpec, options: HumanOptions, rng: Random) -> Human:
    name, values = split_name(options.hint)
    try:
        adviser = PLAYERS.find(name)
    except UnknownPlayer as error:
        raise BadOption(f"hint: {error}") from None
    choice = choose(adviser.options, values)
    players: list[Player] = []

    def ask() -> Player:
        if not players:
            players.append(adviser.player(spec, choice, Random(0)))
        return players[0]

    return Human(spec, adviser=ask)


HUMAN: Final = PlayerSpec(
    name="human",
    summary="you, at this terminal",
    options=HumanOptions,
    player=_human,
    at_terminal=True,
)
