"""``boardgames solve``: the exact value of every position; ``boardgames advise``: the values of one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import click

from boardgames import analysis
from boardgames.analysis import JudgeFailed, NoJudge
from boardgames.cli.arguments import (
    GAME,
    POSITION,
    Chosen,
    GameType,
    UserError,
    files_used,
    mistakes,
    says_when_interrupted,
    start,
)
from boardgames.cli.entrants import PLAYER
from boardgames.cli.options import MORE, OUTPUT, Command, file_option, jobs_option, takes
from boardgames.cli.output import print_result
from boardgames.cli.progress import progress_bar
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import split_name
from boardgames.core.model.game import OVER, Game
from boardgames.core.model.options import BadOption, option, with_options
from boardgames.core.text.printable import printable
from boardgames.processes.executors import BadExecutor
from boardgames.solve import SolvedGame, SolvedPosition, TableContents, TableFile, UnreadableTable, generic
from boardgames.solve.tablebase import (
    ANY_GAME,
    NoTablebase,
    NotInTablebase,
    Progress,
    Solver,
    TablebaseFile,
    UnknownSolver,
    solver_for,
    solver_of,
    why_no_option,
)

GOES_ON = "What was solved into a file is kept; the same command goes on there."
TOKENS: Any = option(None, "Tokens of each side (ur): 1 to 7.  [7]", least=1, most=7)
IN_MEMORY = "Nothing is kept: this game is solved in memory."


@attrs.frozen(kw_only=True)
class SolveOptions:
    """The parts of a game that are solved, by whom, and where the table goes."""

    tokens: int | None = TOKENS
    men: int | None = option(
        None, "Only endings (morris): up to N men of each side, none in stock.  [the whole game]", least=3, most=12
    )
    position: str | None = POSITION
    jobs: int = jobs_option("Processes that work at a time.")
    out: Path | None = file_option(
        "Write the table to FILE.  [the folder of tables in your cache, where players look for it]", OUTPUT
    )
    info: Path | None = file_option("Print what is in a table, and end.", OUTPUT)
    check: Path | None = file_option("Compare a table with its checksums, and end.", OUTPUT)
    plain: bool = option(False, "Do not compress the table (morris, dobutsu).", section=MORE)
    positions: int | None = option(
        None,
        f"Most positions to keep in memory (games without a solver of their own).  [{generic.MOST_POSITIONS}]",
        least=1,
        section=MORE,
    )
    executor: str | None = option(
        None,
        "Work on a cluster (ur, morris, dobutsu): dask://HOST:PORT.  Its machines must share the folder of --out.",
        metavar="ADDRESS",
        section=MORE,
    )

    @property
    def of_solver(self) -> dict[str, object]:
        """The options that not every solver has, where the command line has them."""
        values = {"men": self.men, "executor": self.executor, "plain": self.plain or None, "positions": self.positions}
        return {name: value for name, value in values.items() if value is not None}


@click.command(cls=Command)
@click.argument("chosen", metavar="[GAME]", type=GameType(), required=False)
@takes(SolveOptions)
def solve(chosen: Chosen | None, options: SolveOptions) -> None:
    """Find the exact value of every position of GAME.

    The Royal Game of Ur has a solver of its own: 137,870,097 positions in two to
    three minutes of a processor, 1.1 GB of disk and 0.5 GB of memory for each
    worker; with 5 tokens a tenth of all that.  You may interrupt it: the same
    command goes on where it stopped.  The player "perfect" and "advise" use it.

    The morris family has one, where mills are not remembered: with --men 5 all endings
    of up to five men against five, 61.6 million positions in some seconds, 0.3 MB compressed;
    without --men the whole game, in hours for nine men (it says how many first, and
    stops and goes on as you like).  What is done already is used: "perfect", "advise"
    and "analyse --by exact" look it up, and search where it ends.

    Dobutsu Shogi is solved whole: 249 million positions in about three minutes of a
    processor, 56 MB compressed (0.5 GB until it is finished) and 1 GB of memory.

    Any other game for two is solved in memory, if it has few positions, and its
    values are written to a file too.  With --position only what can follow is
    solved, its value is printed, and nothing is written.

    --info prints what is in a file: game, options, positions, how many of them are
    won, lost and drawn, and whether it is complete and undamaged; of an unfinished
    table, what is done.

    \b
    Examples:
      boardgames solve ur
      boardgames solve ur --tokens 5 --jobs 2
      boardgames play ur human perfect
      boardgames advise ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
      boardgames solve ur:tokens=1,capture_turn=on
      boardgames solve morris:preset=classic --men 5
      boardgames solve morris:preset=six --jobs 2
      boardgames solve dobutsu
      boardgames solve --info ur-7.table

    \b
    Exit status:
      2    wrong usage, a game that cannot be solved, a table that is damaged or cannot be written
    """
    if options.info is not None or options.check is not None:
        if chosen is not None:
            raise UserError("--info and --check take a file alone: the file says which game it is of")
        _tell(options.info, options.check)
        return
    if chosen is None:
        raise click.UsageError("Missing argument 'GAME'.")
    chosen = _with_tokens(chosen, options.tokens)
    extras, out = options.of_solver, options.out
    with mistakes(NoTablebase, UnknownSolver):
        if options.position is not None:
            if wrong := [*(extras.keys() - {"positions"}), *(["out"] if out else [])]:
                why = f"{chosen.spec.name} from a position is solved in memory and leaves no file"
                raise UserError(f"--{wrong[0]}: {why}")
            with says_when_interrupted(IN_MEMORY):
                most = options.positions or generic.MOST_POSITIONS
                print_result(SolvedPosition.of(start(chosen, options.position), most))
            return
        solver = solver_for(chosen.game)
        if solver is None:
            raise UserError(f"there is no solver for {chosen.spec.name}: install boardgames again")
        if solver is solver_of(chosen.game):
            extras.pop("positions", None)  # it has as many as it has
        solved = _table(solver, chosen.game, out, options.jobs, extras)
        print_result(SolvedGame.of(solved, chosen.game, solver))
        player = "perfect" if out is None else f"perfect:table={out}"
        click.echo(f"Play against it: boardgames play {chosen.text} human {player}", err=True)


def _with_tokens(chosen: Chosen, tokens: int | None) -> Chosen:
    """The game with the number of ``--tokens``.  Raises :class:`UserError`."""
    if tokens is None:
        return chosen
    options = split_name(chosen.text)[1]
    if (other := options.get("tokens", str(tokens))) != str(tokens):
        raise UserError(f"--tokens {tokens}: the game is named with tokens={other}; say one of the two")
    with mistakes(BadOption, prefix="--tokens: "):
        game = make(chosen.spec, {**options, "tokens": tokens})
    return Chosen(chosen.spec, game, with_options(chosen.spec.name, game.options))


def _tell(info: Path | None, check: Path | None) -> None:
    """Tell what is in a table, and whether it is whole.  Raises :class:`UserError`."""
    for path in (info, check):
        if path is None:
            continue
        with files_used(f"{path} cannot be read"), mistakes(UnreadableTable, NoTablebase):
            if info == path:
                print_result(TableContents.of(path))
            else:
                TableFile(path).check()
                print_result(f"{printable(str(path))}: complete and undamaged")


def _table(solver: Solver, game: Game, out: Path | None, jobs: int, extras: Mapping[str, Any]) -> TablebaseFile:
    """The table, made or found.  Raises :class:`UserError` where it cannot be written."""
    for name in extras:
        if why := why_no_option(solver, game, name):
            raise UserError(f"--{name}: {why}")
    if solver.estimate is not None:
        click.echo(f"To solve: {solver.estimate(game, extras.get('men'))}", err=True)
    latest = Progress(0, 0)

    def tell(progress: Progress) -> None:
        nonlocal latest
        latest = progress
        show(progress.done, progress.total)

    try:
        with (
            says_when_interrupted(IN_MEMORY if solver.name == ANY_GAME else GOES_ON),
            progress_bar(lambda *counts: latest.sentence(), lambda: latest.title, lambda: latest.left) as show,
            mistakes(BadExecutor, prefix="--executor: "),
        ):
            return solver.solve(game, out, jobs, tell, **extras)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise UserError(
            f"the table cannot be written: {where}{error.strerror or error}; --out FILE puts it somewhere else"
        ) from None


@attrs.frozen(kw_only=True)
class AdviseOptions:
    """The position, and who judges it."""

    position: str | None = POSITION
    tokens: int | None = TOKENS
    by: str | None = option(
        None, "Ask a judge instead of the table: alphabeta, mcts:time=2, usi:ENGINE, ...", kind=PLAYER, metavar="JUDGE"
    )


@click.command(cls=Command)
@GAME
@takes(AdviseOptions)
def advise(chosen: Chosen, options: AdviseOptions) -> None:
    """Show what every action in a position of GAME is worth, best first.

    Each line is an action, a tab, your chance of winning after it if both sides
    play as well as possible, a tab, and what the action gives away compared with
    the best one.  Before a throw of dice each line is a throw, with the chance of
    winning after it.

    The numbers are exact and come from the game's table (see "boardgames solve").
    For a game without a table, ask a judge with --by, as in "boardgames analyse".

    \b
    Examples:
      boardgames solve ur
      boardgames advise ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"
      boardgames advise ur --tokens 3
      boardgames advise minishogi --by alphabeta:depth=4
    """
    chosen = _with_tokens(chosen, options.tokens)
    state, by = start(chosen, options.position), options.by
    if state.turn == OVER:
        raise UserError("the game is over: there is nothing to advise")
    with says_when_interrupted("No answer was found."), mistakes(NotInTablebase):
        try:
            with mistakes(NoJudge, JudgeFailed, prefix="--by: "):
                advice = analysis.advise(state, by)
        except NoTablebase as error:
            raise UserError(f"{error}. Or ask a player: --by alphabeta" if by is None else str(error)) from None
    if advice.note:
        click.echo(advice.note, err=True)
    print_result(advice)
