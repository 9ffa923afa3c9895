"""``boardgames replay``: a recorded game, played again under the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs
import click

from boardgames.cli.arguments import UserError, mistakes, write_file
from boardgames.cli.boards import WESTERN, Boards
from boardgames.cli.options import COUNT_OR_NONE, FILE_OR_DASH, OUTPUT, Command, file_option, takes
from boardgames.cli.playing.options import SHOWN
from boardgames.cli.records.named_games import stored
from boardgames.cli.records.reading import GAME_CHOICE, GameChoice, readable
from boardgames.core.lookup.installed_games import find
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, UnknownGame
from boardgames.core.model.options import BadOption, option
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Translate
from boardgames.language.catalogue import of_terminal
from boardgames.language.phrases import move_phrases, phrases
from boardgames.records.game_record import GameRecord, UnreadableRecord
from boardgames.records.recorded_line import RecordedLine, recorded_line
from boardgames.view.page import text_and_words, variations_count


@attrs.frozen(kw_only=True)
class ReplayOptions:
    """How a game is shown again."""

    show: str = option("moves", "What to print.", choices=SHOWN, section=OUTPUT)
    ply: int | None = option(None, "Stop after N plies and draw the position.", kind=COUNT_OR_NONE)
    html: Path | None = file_option(
        "Write the game to FILE as one page to step through, without a network; '-' for standard output.",
        OUTPUT,
        kind=FILE_OR_DASH,
    )
    seat: int = option(0, "As seat N sees the board; with --html, first.", kind=COUNT_OR_NONE, section=OUTPUT)
    western: bool = WESTERN
    annotate: bool = option(False, "Print what each action gave away; 'boardgames analyse' tells more.")
    json: bool = option(False, "Print the record again, once it has been checked.", section=OUTPUT)


@attrs.frozen(kw_only=True)
class FileOptions:
    """The file of the game, and which game it is."""

    db: Path | None = file_option("Show game number RECORD of a match or tournament.")
    game: GameChoice = GAME_CHOICE


SHOWN_LOSS = 5e-5
"""A loss of winning chance below what is printed counts as none."""


@click.command(cls=Command)
@click.argument("record", metavar="RECORD")
@takes(FileOptions, "file")
@takes(ReplayOptions)
def replay(record: str, file: FileOptions, options: ReplayOptions) -> None:
    """Play a recorded game again, checking every action against the rules.

    RECORD is the JSON of --record, or a file in another format of its game:
    KIF, KI2, CSA, USI, JKF or a diagram for shogi and its relatives. Of several
    games in a file the first is replayed, or the one that --game picks. With --db
    it is the number of a game in a match's or tournament's file.

    \b
    Examples:
      boardgames play ur random greedy --record game.json
      boardgames replay game.json --show board
      boardgames replay game.json --ply 20
      boardgames replay game.kif --html game.html
      boardgames replay club.csa --game 3
      boardgames replay game.json --game hexapawn.py:SPEC
      boardgames replay --db match.db 17 --show board
      boardgames replay --db match.db 17 --game hexapawn.py:SPEC
      boardgames replay game.json --annotate
    """
    if file.db is not None:
        if any(isinstance(option, int) for option in file.game):
            raise UserError("--game: with --db it is RECORD that picks a game; --game can only say what game it is")
        for called, kept in stored(file.db, [record], file.game):
            shown(kept, called, options)
        return
    records = readable(Path(record), file.game)
    called = printable(record)
    if len(records) > 1:
        click.echo(f"{called}: this is the first of {len(records)} games; --game 2 picks the next", err=True)
    shown(records[0][1], called, options)


def shown(record: GameRecord, called: str, options: ReplayOptions) -> None:
    """Play a record again and print it, or write it as a page.  Raises :class:`UserError`."""
    show, ply, seat, annotate = options.show, options.ply, options.seat, options.annotate
    with mistakes(UnreadableRecord, UnknownGame, BadOption, prefix=f"{called}: "):
        playthrough = record.playthrough()
    spec = find(record.game)
    for note in record.notes:
        click.echo(f"{called}: {printable(note)}", err=True)
    if options.json:
        click.echo(record.json())
        return
    if options.html is not None:
        if seat >= playthrough.start.game.seats:
            raise UserError(f"--seat must be 0 to {playthrough.start.game.seats - 1} in {spec.name}, not {seat}")
        from boardgames.view import page

        write_file(options.html, page(record, seat=seat, western=options.western), "is written: open it in a browser")
        return
    boards = Boards(spec, options.western, seat)
    said = phrases(of_terminal(), record.game).text
    names = [printable(name) or said(spec.seat_names[seat]) for seat, name in enumerate(record.names)]
    if ply is not None:
        if ply > playthrough.plies:
            raise UserError(f"{called} has {playthrough.plies} plies, so --ply is 0 to {playthrough.plies}, not {ply}")
        playthrough.undo(playthrough.plies - ply)
    given = _losses(record) if annotate else [None] * len(record.actions)
    if show != "result":
        line = recorded_line(record)
        if line.variations:
            click.echo(said(variations_count(line.variations)))
        _echo_comment(record.comments.get(0, ""))
    if show == "board":
        click.echo(boards.draw(playthrough.start))
    if show != "result":
        moves = _Moves(spec, names, move_phrases(record).text, given, boards if show == "board" else None)
        moves.print(line, playthrough.plies)
    if annotate:
        for seat, name in enumerate(names):
            losses = [
                lost
                for lost, before in zip(given, playthrough.states, strict=False)
                if lost is not None and before.turn == seat
            ]
            worse = sum(lost >= SHOWN_LOSS for lost in losses)
            click.echo(f"{name} gave away {100 * sum(losses):.2f} % in {worse} of {len(losses)} actions")
    if ply is not None:
        click.echo(boards.draw(playthrough.state))
        click.echo(str(playthrough.state))
        return
    click.echo(said(record.ending(names)))


@attrs.frozen
class _Moves:
    """Prints the moves of a record: as text, and as boards where there are ``boards``."""

    spec: GameSpec
    names: Sequence[str]
    translate: Translate
    given: Sequence[float | None]
    """The loss of each action of the game; ``None`` where that is not asked."""
    boards: Boards | None

    def print(self, line: RecordedLine, plies: int, begun: int = 0, indent: str = "") -> None:
        """Print the first ``plies`` of a line, which begins after ``begun``, each with the variations in its place."""
        for place, ply in zip(line.places, range(begun, plies), strict=False):
            move = self.translate(text_and_words(self.spec, place.before, place.action, place.after))
            is_throw = place.before.turn == CHANCE
            lost = None if indent else self.given[ply]
            note = "" if lost is None or is_throw else f"\t-{100 * lost:.2f} %" if lost >= SHOWN_LOSS else "\tbest"
            click.echo(indent + (move if is_throw else f"{self.names[place.before.turn]}: {move}{note}"))
            _echo_comment(place.comment, indent)
            if self.boards is not None and not is_throw and not indent:
                click.echo(self.boards.draw(place.after, place.before, place.action) + "\n")
            self._print_variations(place.instead, ply, indent)
        if plies >= begun + len(line.places):
            self._print_variations(line.after, begun + len(line.places), indent)

    def _print_variations(self, lines: Sequence[RecordedLine], ply: int, indent: str) -> None:
        for line in lines:
            click.echo(f"{indent}  variation at ply {ply + 1}:")
            self.print(line, ply + len(line.places), ply, indent + 4 * " ")


def _echo_comment(comment: str, indent: str = "") -> None:
    for text in comment.splitlines():
        click.echo(f"{indent}  * {printable(text)}")


def _losses(record: GameRecord) -> list[float | None]:
    """The loss of each action: exactly, if the game has been solved, else as a search judges it."""
    from boardgames.analysis import NoJudge, NotForTwo, Stopped, analyse

    with mistakes(NoJudge, NotForTwo, Stopped, prefix="--annotate: "):
        analysis = analyse(record)
    if analysis.by != "exact":
        click.echo(f"Judged by {analysis.by}; 'boardgames analyse' tells more, and takes other judges.", err=True)
    return [ply.loss for ply in analysis.plies]
