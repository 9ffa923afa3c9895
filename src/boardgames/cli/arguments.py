"""Arguments that several commands take: a game, and a position of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Final

import click

from boardgames.core.lookup.installed_games import ChosenGame, find, games, split_name
from boardgames.core.model.game import Game, IllegalAction, State, UnknownGame, UnreadablePosition
from boardgames.core.model.options import BadOption, option, options_of
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.text.foreign_code import described
from boardgames.core.text.printable import printable
from boardgames.reasons.spelling import read_spelling

if TYPE_CHECKING:
    from pathlib import Path


Chosen = ChosenGame


class UserError(click.ClickException):
    """A mistake of the user's; the message is one sentence."""

    exit_code = 2

    def format_message(self) -> str:
        """The message, safe on a terminal."""
        return printable(self.message, keep="\n")


class MachineError(UserError):
    """This machine lacks something; the user has made no mistake."""

    exit_code = 3


class Interrupted(UserError):
    """A signal has stopped the command; the message says what is kept."""

    exit_code = 130

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.format_message(), file=file, err=True)


@contextmanager
def says_when_interrupted(sentence: str | Callable[[], str]) -> Iterator[None]:
    """Within this, a signal that stops the command ends it with that sentence.  Raises :class:`Interrupted`."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"Interrupted. {sentence if isinstance(sentence, str) else sentence()}") from None


@contextmanager
def mistakes(*kinds: type[Exception], prefix: str = "", kind: type[UserError] = UserError) -> Iterator[None]:
    """Report errors of these kinds as the user's mistakes, or as another ``kind`` of error.

    ``prefix`` begins the message, as in ``--by: ``.  Raises :class:`UserError`.
    """
    try:
        yield
    except kinds as error:
        raise kind(f"{prefix}{error}") from None


@contextmanager
def files_used(what: str) -> Iterator[None]:
    """Report a file that cannot be used as the user's mistake; ``what`` begins the message, as in ``cannot read PATH``.

    Raises :class:`UserError`.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"{what}: {error.strerror or error}") from None


class GameType(click.ParamType[Chosen]):
    """``ur``, ``ur:tokens=3``; ``rules.py:SPEC``, ``module:SPEC``, ``rules.py:SPEC:stones=9``."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Chosen:
        if isinstance(value, Chosen):
            return value
        name = str(value).partition(":")[0]
        try:
            name, _ = split_name(value)
            return Chosen.of(value)
        except UnknownGame as error:
            if "." in name and ":" not in name and name == value:
                self.fail(f"{printable(name)} names a file, not a game. 'boardgames list' shows the games.", param, ctx)
            self.fail(f"{error}." if ":" in name else f"{error}. 'boardgames list' shows them.", param, ctx)
        except BadOption as error:
            self.fail(f"{error}. 'boardgames rules {name}' explains them.", param, ctx)
        except Exception as error:  # a game's own code can raise anything
            self.fail(f"the game of {value} cannot be made: {described(error)}", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in completed(incomplete, games(), _settings)]


def _settings(name: str) -> list[str]:
    spec = find(name)
    return [*(f"preset={preset}" for preset in spec.presets), *(f"{option}=" for option in options_of(spec.options))]


def completed(incomplete: str, names: list[str], settings: Callable[[str], list[str]]) -> list[str]:
    """The words that can stand for one that is begun: a name, or behind its colon the ``settings`` of that name."""
    name, colon, begun = incomplete.partition(":")
    if colon and name in names:
        before = incomplete[: len(incomplete) - len(begun.rpartition(",")[2])]
        names = [before + setting for setting in settings(name)]
    return [name for name in names if name.startswith(incomplete)]


GAME = click.argument("chosen", metavar="GAME", type=GameType())

POSITION: Final = option(
    None,
    "A position as text, as 'rules GAME' explains it, or moves from the start: 'startpos moves A B'.",
    metavar="TEXT",
)


def start(chosen: Chosen, position: str | None, alone: bool = False) -> State:
    """The position of ``--position`` after the moves behind it, else the start of ``chosen``; not if ``alone``.

    Raises :class:`UserError`.
    """
    game: Game[State] = chosen.game
    try:
        state = game.start() if position is None else after_moves(position, game, game.parse)
        return game.parse(str(state)) if alone and position is not None else state
    except UnreadablePosition as error:
        raise UserError(f"unreadable position: {error}\nA readable one: {chosen.game.start()}") from None


def require_seat(game: Game, seat: int) -> None:
    """Raises :class:`UserError` where ``--seat`` names no ``seat`` of a game."""
    if seat >= game.seats:
        raise UserError(f"--seat must be 0 to {game.seats - 1} in {game.name}, not {seat}")


def after_moves(text: str, game: Game, parse: Callable[[str], Any]) -> Any:
    """The state of a text: ``parse`` reads the position, or it is ``startpos``; then there may be moves.

    Raises :class:`UserError` for a move, and what ``parse`` raises.
    """
    begun, _, moves = text.removeprefix("position ").partition(" moves ")
    state = game.start() if begun.strip() == "startpos" else parse(begun)
    with mistakes(IllegalAction, prefix="--position: "):
        return Playthrough.replay(state, moves.replace(",", " ").split(), read_spelling).state


def require_writable(path: Path, option: str = "") -> None:
    """Check that :func:`write_file` can write a file, before the work begins; ``option`` begins the message.

    ``path`` is that of the file.

    Raises :class:`UserError`.
    """
    if str(path) == "-":
        return
    from boardgames.processes.whole_file import check_writable

    with files_used(f"{option}cannot write {path}"):
        check_writable(path)


def write_file(path: Path, content: str | bytes, say: str = "") -> None:
    """Write a file, whole or not at all; ``-`` is standard output.  Raises :class:`UserError`.

    ``path`` is that of the file, ``content`` its text.

    ``say`` is told on stderr of a file that is written, as in ``is written: open it in a browser``.
    """
    if str(path) == "-":
        click.echo(content, nl=False)
        return
    from boardgames.processes.whole_file import write_whole

    with files_used(f"cannot write {path}"):
        write_whole(path, content)
    if say:
        click.echo(f"{printable(str(path))} {say}.", err=True)
