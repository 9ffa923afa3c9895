"""``boardgames referee``: one game for a local arena, by the contract that CodinGame's players use.

The contract is that of cg-brutaltester, with the result as cgarena and psyleague read it if that is asked for.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import attrs
import click

from boardgames.cli.arguments import GAME, Chosen, UserError, files_used, mistakes, require_writable, write_file
from boardgames.cli.entrants import PLAYER, entrant_of
from boardgames.cli.options import MORE, OUTPUT, Command, file_option, takes
from boardgames.cli.output import print_result
from boardgames.cli.playing.result import exit_broken_off
from boardgames.cli.programs import ProgramOptions
from boardgames.contest import ArenaResult, BadEntrant, names_of, new_seed, set_up
from boardgames.core.model.options import option
from boardgames.core.protocol import Unavailable
from boardgames.core.text.kinds import SEED as SEED_KIND
from boardgames.core.text.printable import quoted
from boardgames.processes.interruption import interruptible
from boardgames.records.game_record import UnreadableRecord
from boardgames.referee.safe_writer import STDERR_BYTES

CONTRACT: Final = "cgarena-referee-v1"
FORMS: Final = ("scores", "cgarena", "psyleague")


def _player(number: int) -> Any:
    return option(
        None, f"The player in seat {number}.", kind=PLAYER, metavar="PLAYER", short=f"p{number}",
        section="" if number <= 2 else MORE,
    )  # fmt: skip


@attrs.frozen(kw_only=True)
class RefereeOptions:
    """The options of the contract."""

    p1: str | None = _player(1)
    p2: str | None = _player(2)
    p3: str | None = _player(3)
    p4: str | None = _player(4)
    p5: str | None = _player(5)
    p6: str | None = _player(6)
    p7: str | None = _player(7)
    p8: str | None = _player(8)
    parameter: str | None = option(None, "The seed, as cg-brutaltester gives it.", metavar="seed=N", short="d")
    seed: int | None = option(None, "The seed, as cgarena gives it.", kind=SEED_KIND, short="seed")
    result: Path | None = file_option("Write scores, stderr and the record to FILE as JSON.", OUTPUT, short="l")
    form: str = option(
        "scores", "What to print: a score a line and the seed, or one line of JSON as an arena reads it.",
        choices=FORMS, section=OUTPUT,
    )  # fmt: skip
    replay: Path | None = file_option(
        "Read a FILE of -l and write its page to test.html, in the folder behind it or here.", OUTPUT, short="r"
    )
    cgarena_compat: bool = option(False, f"Print {CONTRACT}.", section=MORE)

    def chosen_seed(self) -> int:
        """The seed that was given, or a new one.  Raises :class:`UserError`."""
        if self.parameter is not None and self.seed is not None:
            raise UserError("-d and -seed both give the seed: leave one of them out")
        if self.parameter is None:
            return new_seed() if self.seed is None else self.seed
        try:
            return SEED_KIND.read(self.parameter.strip().removeprefix("seed="))
        except ValueError:
            raise UserError(f"-d is seed=N, as in seed=5, not {quoted(self.parameter)}") from None

    def players(self, more: Sequence[str], chosen: Chosen) -> list[tuple[str, str]]:
        """The option and the text of each seat's player, those without an option last.  Raises :class:`UserError`."""
        texts = [getattr(self, f"p{seat}") for seat in range(1, 9)]
        own = [(f"-p{seat}", text) for seat, text in enumerate(texts, 1) if text is not None]
        players = [*own, *((f"player {len(own) + number}", text) for number, text in enumerate(more, 1))]
        if len(players) != (seats := chosen.game.seats) or any(texts[len(own) :]):
            options = " ".join(f"-p{seat} PLAYER" for seat in range(1, seats + 1))
            raise UserError(f"{chosen.game.title} is for {seats}: give {options}")
        return players


@click.command(cls=Command)
@GAME
@click.argument("words", metavar="[PLAYERS]...", nargs=-1)
@takes(RefereeOptions)
@takes(ProgramOptions, "programs")
def referee(chosen: Chosen, words: tuple[str, ...], options: RefereeOptions, programs: ProgramOptions) -> None:
    """Referee one game of GAME for a local arena, as CodinGame's referees do.

    Prints the score of each seat, a line each: how many others did worse, and -1
    for a player that forfeits (stderr says why). The last line is the seed.

    Lines "[PDATA] name = value" on a bot's stderr, of a turn "[PDATA][7] name = 3",
    are its numbers, "[TDATA]" those of the game; "[PDATA+]" adds up in psyleague.
    FILE of -l is a record, as 'replay' and 'analyse' read it, with all stderr by ply.

    \b
    Examples:
      java -jar cg-brutaltester.jar -r "boardgames referee minishogi" -p1 ./new -p2 ./old -n 100 -t 2 -l logs -s
      boardgames referee morris -p1 ./new -p2 ./old -d seed=5 -l game.json
      boardgames referee morris -seed 5 ./new ./old --form psyleague
      boardgames referee morris -r game.json replay

    \b
    In cgarena's configuration (type = "command"):
      play_match = "boardgames referee morris --form cgarena -seed {SEED} -l {REPLAY_PATH} {PLAYERS}"
      watch_replay = "boardgames referee morris -r {REPLAY_PATH} {REPLAY_DIR} {PORT} {PLAYER_COUNT}"
    In psyleague's:
      cmd_play_game = "boardgames referee morris --form psyleague %DIR%/%ALL_PLAYERS%"

    \b
    Exit status:
      0    the game finished, with any result, also if a program could not be started
      2    wrong usage, an unknown game
      3    this machine lacks what the referee needs, or a service failed
      130  interrupted
    """
    if options.cgarena_compat:
        click.echo(CONTRACT)
        return
    if options.replay is not None:
        _write_page(options.replay, words)
        return
    seed, players = options.chosen_seed(), options.players(words, chosen)
    entrants = [entrant_of(text, chosen.spec, name) for name, text in players]
    names = names_of(entrants)
    if options.result is not None:
        require_writable(options.result, "-l: ")
    stderr: list[defaultdict[int, bytes]] = [defaultdict(bytes) for _ in names]
    with ExitStack() as files:
        ignore_signals = files.enter_context(interruptible())
        conditions = programs.conditions(files, masked=(options.result,))
        pass_on = conditions.on_stderr

        def keep(name: str, data: bytes) -> None:
            texts = stderr[names.index(name)]
            if room := STDERR_BYTES - sum(map(len, texts.values())):
                texts[game.referee.playthrough.plies] += data[:room]
            if pass_on is not None:
                pass_on(name, data)

        with mistakes(BadEntrant):
            conditions = attrs.evolve(conditions, on_stderr=keep)
            game = set_up(
                chosen.game.start(), entrants, spec=chosen.spec, seed=seed, names=names, conditions=conditions
            )
        trouble: BaseException | None = None
        try:
            game.referee.run()
        except (KeyboardInterrupt, OSError, Unavailable) as error:
            trouble = error
        ignore_signals()
    record = game.record(evaluations=True)
    if record.verdict is None:
        exit_broken_off(record, trouble, None, at_terminal=False)
    texts = [{ply: data.decode("utf-8", "replace") for ply, data in written.items()} for written in stderr]
    result = ArenaResult(record, seed, texts)
    if result.fault is not None:
        click.echo(result.fault, err=True)
    if options.result is not None:
        write_file(options.result, json.dumps(result.fields(), ensure_ascii=False) + "\n")
    form: Callable[[], object] | None = {"cgarena": result.cgarena, "psyleague": result.psyleague}.get(options.form)
    print_result(result if form is None else json.dumps(form()))


def _write_page(path: Path, words: Sequence[str]) -> None:
    """Write the page of a game in the file of ``-l``; the first word is the folder.  Raises :class:`UserError`."""
    from boardgames.records.record_file import read_record
    from boardgames.view import page

    with files_used(f"-r: cannot read {path}"), mistakes(UnreadableRecord, prefix=f"-r {path}: "):
        text = page(read_record(path))
    folder = Path(words[0] if words else ".")
    with files_used(f"cannot make {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / "test.html", text, "is written: open it in a browser")
