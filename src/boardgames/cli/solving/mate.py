"""``boardgames mate``: mate problems, shogi's tsume, with the shortest line and its second solutions."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Final

import attrs
import click

from boardgames.cli.arguments import Chosen, GameType, Interrupted, UserError, after_moves, mistakes, write_file
from boardgames.cli.options import COUNT_OR_NONE, MORE, OUTPUT, Command, file_option, takes
from boardgames.cli.output import print_note, print_result
from boardgames.cli.progress import now_and_then, status
from boardgames.cli.records.reading import readable, require_format
from boardgames.core.model.game import IllegalAction, UnreadablePosition
from boardgames.core.model.options import option
from boardgames.core.text.kinds import Whole
from boardgames.core.text.printable import LONGEST, printable
from boardgames.players.mates.mate_problem import MateSolution, composed, in_plies
from boardgames.processes.interruption import interruptible
from boardgames.records import GameRecord, UnreadableRecord, record_formats
from boardgames.records.record_file import read_records

MOST_PLIES: Final = 201
PLIES: Final = Whole(1, MOST_PLIES)
STDIN: Final = "-"


@attrs.frozen(kw_only=True)
class MateOptions:
    """The problem, how it is searched, and where the solution goes."""

    file: str | None = None
    position: str | None = option(
        None,
        "The problem: a position as text (for shogi SFEN), or a file with one or more, as SFEN lines, KIF, a diagram "
        "(BOD), CSA, JKF or JSON; '-' reads it from standard input.",
        metavar="TEXT|FILE",
    )
    rest: bool = option(False, "The defender has in hand all pieces that are not in the position.")
    ply: int | None = option(
        None, "In a FILE: the position after N actions.  [the last of a game]", kind=COUNT_OR_NONE, section=MORE
    )
    plies: int = option(31, "The longest mate to look for.", kind=PLIES)
    second: int = option(
        2, "Look for second solutions of up to N plies more; -1 looks for none.",
        least=-1, most=MOST_PLIES, section=MORE,
    )  # fmt: skip
    nodes: int | None = option(None, "Positions to search for each problem.", least=1, most=10**12)
    time: float | None = option(None, "Seconds to search each problem.", least=0.001, most=86_400, metavar="S")
    json: bool = option(False, "Print one JSON object for each problem.", section=OUTPUT)
    out: Path | None = file_option(
        "Write the solution to FILE as a record, its second solutions as variations: .kif, .ki2, .csa, .jkf, .json, "
        ".usi; .bod is the problem alone.",
        OUTPUT,
    )


class GameOrFile(GameType):
    """A game, or a file with records that say which it is."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = str(value)
        if Path(path).suffix in ("", ".py") or not os.path.exists(path):
            if Path(path).suffix not in ("", ".py") and ":" not in path:
                raise UserError(f"there is no file {printable(path)}")
            return super().convert(value, param, ctx)
        return path, super().convert(readable(Path(path))[0][1].game, param, ctx)


@click.command(cls=Command)
@click.argument("chosen", metavar="GAME|FILE", type=GameOrFile())
@click.argument("file", required=False)
@takes(MateOptions)
def mate(chosen: Any, options: MateOptions) -> None:
    """Find the shortest mate by checks alone: solve the tsume problems of a FILE, or of --position.

    The side to move attacks. The line has the longest defence; interpositions that
    only delay count as no defence. A second solution is printed too: a problem that
    has one is cooked. Another last move, or the other choice of promotion, is a minor
    flaw.

    "No mate within N plies" is a result too. In printed problems the defender has all
    other pieces in hand: --rest gives them.

    \b
    Examples:
      boardgames mate shogi --rest --position "8k/9/6R2/9/9/9/9/9/9 b G 1"
      boardgames mate problem.kif --out solution.kif
      boardgames mate game.kif --ply 70
      boardgames mate shogi problems.sfen --plies 9 --time 10 --json
      boardgames mate minishogi --position "4k/5/2G2/5/K4 b G 1"
    """
    path, chosen = chosen if isinstance(chosen, tuple) else (None, chosen)
    out, sources = options.out, [source for source in (path, options.file, options.position) if source is not None]
    if out is not None:
        require_format(out, chosen.spec)
    if len(sources) != 1:
        raise UserError("give the problem once: as a FILE, as in mate problem.kif, or with --position")
    problems = _problems(chosen, sources[0], options.ply)
    for number, state in enumerate(problems, 1):
        name = f"problem {number}" if len(problems) > 1 else ""
        _note_missing(chosen, state, name, options.rest)
        try:
            solution = _solve(state, options, name)
        except KeyboardInterrupt as interrupt:
            unfinished: MateSolution | None = getattr(interrupt, "solution", None)
            if unfinished is not None:
                _show(unfinished, name, options.json)
            raise Interrupted(f"Interrupted. {_decided(unfinished, number - 1)}") from None
        _show(solution, name, options.json)
        if out is not None:
            file = out.with_name(f"{out.stem}-{number}{out.suffix}") if name else out
            with mistakes(IllegalAction, ValueError, prefix=f"--out {printable(str(file))}: "):
                record = solution.record(chosen.game, file.suffix != ".bod")
                content = record_formats.content(record, file.name)
            write_file(file, content, "is written")


def _problems(chosen: Chosen, source: str, ply: int | None) -> list[Any]:
    """The positions to solve.  Raises :class:`UserError`."""
    game = chosen.game
    where = "standard input" if source == STDIN else printable(source.partition("\n")[0])
    try:
        if source == STDIN:
            records = record_formats.read_all(sys.stdin.buffer.read(), game)
        elif "\n" in source:
            records = record_formats.read_all(source.encode(), game)
        elif os.path.exists(source):
            records = read_records(source, game)
        elif ply is not None:
            raise UserError("--ply picks a position of a game in a file; a position as text has one")
        else:
            return [after_moves(source, game, partial(composed, game))]
        return [_at(chosen, record, number, ply) for number, record in enumerate(records, 1)]
    except UnreadablePosition as error:
        raise UserError(
            f"{printable(source[:LONGEST])}: no file has this name, and as a position it is unreadable: {error}\n"
            f"A readable one: {game.start()}"
        ) from None
    except (OSError, UnreadableRecord) as error:
        raise UserError(f"{where}: {printable(str(getattr(error, 'strerror', None) or error))}") from None


def _at(chosen: Chosen, record: GameRecord, number: int, ply: int | None) -> Any:
    """The position of a record after ``ply`` actions, or the one to search, in the game that was chosen."""
    if record.game != chosen.spec.name:
        raise UserError(f"record {number} is a game of {record.game}, not of {chosen.spec.name}")
    states = record.playthrough().states
    if ply is None:
        is_game = str(states[0]) in {str(chosen.game.start()), *chosen.spec.starts.values()}
        ply = max(0, len(states) - 1 - (states[-1].outcome is not None)) if is_game else 0
        if ply:
            print_note(f"this is the position after {ply} actions; --ply N takes another")
    if ply >= len(states):
        raise UserError(f"--ply {ply}: record {number} has {len(states) - 1} actions")
    return composed(chosen.game, str(states[ply]))


def _note_missing(chosen: Chosen, state: Any, name: str, rest: bool) -> None:
    """Say so if the defender seems to lack the pieces that problems in print give it."""
    problems = None if chosen.spec.insight is None else chosen.spec.insight.problems
    if rest or problems is None:
        return
    defender = 1 - state.seat
    if not problems.left_over(state, defender) and problems.left_over(problems.problem(state, True), defender):
        print_note(f"{name}{': ' * bool(name)}the defender has nothing in hand; --rest gives it all other pieces")


def _solve(state: Any, options: MateOptions, name: str) -> MateSolution:
    from boardgames.players import Budget, NoMateProblems, solve_mate

    def say(plies: int, nodes: int) -> str:
        return f"{name}{': ' * bool(name)}searching mates of {in_plies(plies)}, {nodes} positions so far"

    with ExitStack() as leaving:
        leaving.callback(status)
        leaving.enter_context(interruptible())
        leaving.enter_context(mistakes(NoMateProblems))
        return solve_mate(
            state,
            options.plies,
            second_within=None if options.second < 0 else options.second,
            rest=options.rest,
            budget=Budget(options.time or inf, options.nodes),
            report=(lambda *counts: status(say(*counts))) if sys.stderr.isatty() else now_and_then(say),
        )


def _show(solution: MateSolution, name: str, as_json: bool) -> None:
    if name and not as_json:
        print_result(f"{name}: " + str(solution).replace("\n", "\n  "))
    else:
        print_result(solution, as_json, problem=name or "problem 1")


def _decided(solution: MateSolution | None, count: int) -> str:
    """The state of a problem when a signal comes; ``count`` problems were shown before."""
    if solution is not None and solution.line:
        return "The mate is proved; second solutions were not all looked for."
    return f"{count} problem{'s' * (count != 1)} {'is' if count == 1 else 'are'} decided."
