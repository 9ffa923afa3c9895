"""A game of the reader's own on a board: loaded from its source, with the actions so far played as far as they go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import islice
from typing import Any, Final

import attrs

from boardgames.contest import Entrant, PlayerEntrant, caller, entrant, set_up
from boardgames.core import random_of
from boardgames.core.lookup import GameSpec, find, make
from boardgames.core.model import (
    CHANCE,
    BadOption,
    IllegalAction,
    Option,
    Playthrough,
    as_text,
    options_of,
)
from boardgames.core.picture import turn_in_words
from boardgames.core.text import Said, printable, sentence_of
from boardgames.language import ENGLISH, Phrases, phrases
from boardgames.referee import PlayerSeat
from boardgames.session import ClickPaths, Pictures, click_paths, partial_choice
from boardgames.view import acting_seat, move_text, side_name
from boardgames.web import Mistake
from boardgames_site.lessons.letter_board import with_letter_board
from boardgames_site.lessons.mistake import in_language, mistake_in
from boardgames_site.lessons.program import captured
from boardgames_site.lessons.workspace import workspace

OPPONENTS: Final = ("", "random", "greedy", "alphabeta:level=2", "alphabeta:level=4")
"""The players that may choose for the other side; with ``""`` the reader does."""
MOST_REPLIES: Final = 500
"""Throws and actions of the opponent in a row; a game that goes on longer without the reader is stopped here."""


@attrs.frozen(kw_only=True)
class BoardRequest:
    """A game as a page asks for it: which, the actions so far, and how it is shown."""

    file: str
    files: Mapping[str, str]
    options: Mapping[str, str] = attrs.field(factory=dict)
    actions: Sequence[str] = ()
    seat: int = 0
    """From which seat the board is seen."""
    opponent: str = ""
    """One of :data:`OPPONENTS`; it plays the seats that are not ``seat``."""
    seed: int = 0
    """Of the throws, and of the opponent's choices."""
    language: str = ENGLISH
    """Of what is said about it, as far as the catalogue has it."""


@attrs.frozen(kw_only=True)
class BoardAnswer:
    """The position as a page shows it."""

    svg: str
    status: str
    """The last event, whose turn it is, or who won."""
    paths: ClickPaths | None
    """The clicks for each action; ``None`` if nothing is to be chosen."""
    actions: list[str]
    """All actions so far, with the throws and the opponent's since the request."""
    moves: list[tuple[int, str]]
    """The same for people, with the seat that acted, -1 for throws."""
    dropped: int
    """The number of actions of the request that are no longer legal: the rules have changed."""
    title: str
    sides: list[str]
    options: list[dict[str, object]]
    text: str
    over: bool


class Boards:
    """Shows one game after another; a source that has not changed is loaded once."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._loaded: tuple[str, Mapping[str, str]] | None = None
        self._spec: GameSpec
        self._folder: Any = None

    def close(self) -> None:
        """Forget the game that was loaded last, with its files."""
        self._loaded = None
        self._stack.close()

    def position(self, game: BoardRequest) -> BoardAnswer | Mistake:
        """The position after the actions, dice thrown and the opponent's answer played; or what is wrong."""
        try:
            with captured():
                return self._position(game)
        except BaseException as error:  # the game is the reader's code
            return self._mistake(error, game.language)

    def choice(self, game: BoardRequest, path: Sequence[str]) -> tuple[str, str] | Mistake | None:
        """The picture and the prompt of a choice that is not complete; ``None`` if no action begins so."""
        try:
            with captured():
                spec, playthrough = self._playthrough(game)
                state = playthrough.state
                choice = partial_choice(spec, state, click_paths(spec, state), path, game.seat)
                if choice is None:
                    return None
                words = phrases(game.language, spec.name)
                picture = Pictures(spec, playthrough).choice(choice.scene, western=False, translate=words.text)
                return picture, words.text(choice.prompt)
        except BaseException as error:  # the game is the reader's code
            return self._mistake(error, game.language)

    def _mistake(self, error: BaseException, language: str) -> Mistake:
        if isinstance(error, BadOption):
            return in_language(Mistake(sentence=sentence_of(error)), language)
        return in_language(mistake_in(error, self._folder), language)

    def _load(self, game: BoardRequest) -> GameSpec:
        if self._loaded != (game.file, game.files):
            self.close()
            self._stack = ExitStack()
            self._folder = self._stack.enter_context(workspace(game.files))
            self._spec = find(f"{game.file}:SPEC")
            self._loaded = game.file, dict(game.files)
        return self._spec

    def _playthrough(self, game: BoardRequest) -> tuple[GameSpec, Playthrough]:
        """The game with the actions of the request, as far as they are legal."""
        spec = self._load(game)
        offered = options_of(spec.options)
        start = make(spec, {name: value for name, value in game.options.items() if name in offered}).start()
        playthrough = Playthrough(start)
        try:
            for text in game.actions:
                playthrough.play(text)
        except IllegalAction:
            pass
        return with_letter_board(spec, start), playthrough

    def _position(self, game: BoardRequest) -> BoardAnswer:
        spec, playthrough = self._playthrough(game)
        dropped = len(game.actions) - playthrough.plies
        seats = playthrough.state.game.seats
        seat = min(game.seat, seats - 1)
        self._reply(spec, playthrough, game, seat)
        state = playthrough.state
        over = state.outcome is not None
        paths = None if over or state.turn < 0 else click_paths(spec, state)
        pictures = Pictures(spec, playthrough)
        scene = pictures.scene(playthrough.plies, seat)
        words = phrases(game.language, spec.name)
        moves = [
            (before.turn, words.text(move_text(spec, before, action, after)))
            for before, action, after in zip(
                playthrough.states, playthrough.actions, playthrough.states[1:], strict=False
            )
        ]
        return BoardAnswer(
            svg=pictures.choice(scene, western=False, translate=words.text),
            status=_status(spec, playthrough, words),
            paths=paths,
            actions=playthrough.texts,
            moves=moves,
            dropped=dropped,
            title=words.text(spec.title),
            sides=[words.text(side_name(spec, number)) for number in range(seats)],
            options=[_option(field, game.options, words) for field in options_of(spec.options).values()],
            text=str(state),
            over=over,
        )

    def _reply(self, spec: GameSpec, playthrough: Playthrough, game: BoardRequest, seat: int) -> None:
        """Throw the dice, and let the opponent choose, until the reader is to act or the game is over."""
        if game.opponent not in OPPONENTS:
            raise ValueError(f"there is no opponent {game.opponent!r}: choose {', '.join(filter(None, OPPONENTS))}")
        reader: Entrant = caller("reader")
        opponent = _opponent(spec, game, playthrough.plies) if game.opponent else reader
        entrants = [reader if number == seat else opponent for number in range(playthrough.start.game.seats)]
        referee = set_up(playthrough, entrants, spec=spec, seed=game.seed).referee
        with closing(referee.steps()) as steps:
            for turn in islice(steps, MOST_REPLIES):
                if turn != CHANCE and entrants[turn] is reader:
                    break
        if referee.verdict is not None and (fault := referee.verdict.fault) is not None:
            at_fault = referee.seats[fault.seat]
            assert isinstance(at_fault, PlayerSeat)  # no opponent is a program
            raise at_fault.error or ValueError(fault.detail)


def _opponent(spec: GameSpec, game: BoardRequest, plies: int) -> Entrant:
    """The opponent with other random choices after each number of plies, as it is made anew for each request."""
    chosen = entrant(game.opponent, spec)
    assert isinstance(chosen, PlayerEntrant)  # none of them is a program
    return attrs.evolve(chosen, make=lambda spec, random: chosen.make(spec, random_of(game.seed + plies)))


def _status(spec: GameSpec, playthrough: Playthrough, words: Phrases) -> str:
    """The last event in words, and whose turn it is."""
    state = playthrough.state
    turn = turn_in_words(state, [side_name(spec, seat) for seat in range(state.game.seats)])
    if not playthrough.actions:
        return words.text(Said("{words:Aa}", words=turn))
    before, action = playthrough.states[-2], playthrough.actions[-1]
    name = side_name(spec, max(acting_seat(before), 0))
    happened = printable(spec.describe(before, action, state))
    return words.text(Said("{name:Aa} {words}. {turn:Aa}.", name=name, words=happened, turn=turn))


def _option(field: Option, values: Mapping[str, str], words: Phrases) -> dict[str, object]:
    """An option of the game: its name, value, choices (if they are few) and meaning."""
    default = as_text(field.default)
    meaning = field.facts.meaning
    choices = [as_text(choice) for choice in field.facts.choices]
    if not choices and isinstance(field.default, bool):
        choices = ["on", "off"]
    least, most = field.facts.least, field.facts.most
    if not choices and type(least) is int and type(most) is int and most - least < 20:
        choices = [str(number) for number in range(least, most + 1)]
    return {
        "name": field.name,
        "value": values.get(field.name, default),
        "choices": choices,
        "meaning": words.text(meaning),
    }
