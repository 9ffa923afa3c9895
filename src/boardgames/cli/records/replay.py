"""``boardgames replay``: a recorded game, played again under the rules."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from boardgames import view
from boardgames.cli.arguments import UserError, mistakes, require_seat, write_file
from boardgames.cli.boards import WESTERN, Boards
from boardgames.cli.options import COUNT_OR_NONE, FILE_OR_DASH, OUTPUT, Command, file_option, takes
from boardgames.cli.output import print_result
from boardgames.cli.playing.options import SHOWN
from boardgames.cli.records.reading import GAME_CHOICE, GameChoice, readable, stored
from boardgames.core.lookup.installed_games import find
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption, option
from boardgames.core.text.printable import printable
from boardgames.records.game_record import GameRecord, UnreadableRecord
from boardgames.view import Replay


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
    seat: int = option(
        0, "Draw the board as seat N sees it; with --html, at first.", kind=COUNT_OR_NONE, section=OUTPUT
    )
    western: bool = WESTERN
    annotate: bool = option(
        False, "Print the chance of winning that each action gave away; 'boardgames analyse' tells more."
    )
    json: bool = option(False, "Print the record again, once it has been checked.", section=OUTPUT)


@attrs.frozen(kw_only=True)
class FileOptions:
    """The file of the game, and which game it is."""

    db: Path | None = file_option("The file of a match or tournament; RECORD is the number of a game in it.")
    game: GameChoice = GAME_CHOICE


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
        for called, stored_record in stored(file.db, [record], file.game):
            show_record(stored_record, called, options)
        return
    records = readable(Path(record), file.game)
    called = printable(record)
    if len(records) > 1:
        click.echo(f"{called}: this is the first of {len(records)} games; --game 2 picks the next", err=True)
    show_record(records[0][1], called, options)


def show_record(record: GameRecord, called: str, options: ReplayOptions) -> None:
    """Play a record again and print it, or write it as a page.  Raises :class:`UserError`."""
    ply, seat = options.ply, options.seat
    with mistakes(UnreadableRecord, UnknownGame, BadOption, prefix=f"{called}: "):
        playthrough = record.playthrough()
    for note in record.notes:
        click.echo(f"{called}: {printable(note)}", err=True)
    if options.html is not None and not options.json:
        require_seat(playthrough.start.game, seat)
        page = view.page(record, seat=seat, western=options.western)
        write_file(options.html, page, "is written: open it in a browser")
        return
    if ply is not None and ply > playthrough.plies and not options.json:
        raise UserError(f"{called} has {playthrough.plies} plies, so --ply is 0 to {playthrough.plies}, not {ply}")
    replay = Replay(
        record=record,
        moves=options.show != "result",
        draw=Boards(find(record.game), options.western, seat).draw,
        boards=options.show == "board",
        ply=ply,
        losses=_losses(record) if options.annotate and not options.json else None,
    )
    print_result(replay, options.json)


def _losses(record: GameRecord) -> list[float | None]:
    """The loss of each action: exactly, if the game has been solved, else as a search judges it."""
    from boardgames.analysis import NoJudge, NotForTwo, Stopped, analyse

    with mistakes(NoJudge, NotForTwo, Stopped, prefix="--annotate: "):
        analysis = analyse(record)
    if analysis.by != "exact":
        click.echo(f"Judged by {analysis.by}; 'boardgames analyse' tells more, and takes other judges.", err=True)
    return [ply.loss for ply in analysis.plies]
