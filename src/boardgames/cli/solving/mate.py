"""``boardgames mate``: mate problems, shogi's tsume, with the shortest line and its second solutions."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from boardgames.cli.arguments import Chosen, GameType, Interrupted, UserError, after_moves, mistakes, write_file
from boardgames.cli.options import COUNT_OR_NONE, MORE, OUTPUT, Command, file_option, takes
from boardgames.cli.output import print_note, print_result
from boardgames.cli.progress import now_and_then, status
from boardgames.cli.records.reading import readable
from boardgames.core.model.game import IllegalAction, Outcome, UnreadablePosition
from boardgames.core.model.options import option
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol import Verdict
from boardgames.core.protocol.verdict import RESIGNATION
from boardgames.core.text.kinds import Whole
from boardgames.core.text.printable import LONGEST, printable
from boardgames.players.mates.told_solution import in_plies, solution_fields, solution_sentences
from boardgames.processes.interruption import interruptible
from boardgames.records import GameRecord, UnreadableRecord, Variation, record_formats

if TYPE_CHECKING:
    from boardgames.players.mates.mate_problem import MateSolution

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
        path = Path(str(value))
        if path.suffix in ("", ".py") or not _is_file(path):
            return super().convert(value, param, ctx)
        return str(path), super().convert(readable(path)[0][1].game, param, ctx)


@click.command(cls=Command)
@click.argument("chosen", metavar="GAME|FILE", type=GameOrFile())
@click.argument("file", required=False)
@takes(MateOptions)
def mate(chosen: Any, options: MateOptions) -> None:
    """Find the shortest mate by checks alone: solve the tsume problems of a FILE, or of --position.

    The side to move attacks. The line has the longest defence; interpositions that
    only delay count as no defence. A second solution is told: a problem that has one
    is cooked. Another last move, or the other choice of promotion, is a minor flaw.

    "No mate within N plies" is a result too. Problems in print mean that the defender
    has all other pieces in hand: --rest gives them.

    \b
    Examples:
      boardgames mate shogi --rest --position "8k/9/6R2/9/9/9/9/9/9 b G 1"
      boardgames mate problem.kif --out solution.kif
      boardgames mate game.kif --ply 70
      boardgames mate shogi problems.sfen --plies 9 --time 10 --json
      boardgames mate minishogi --position "4k/5/2G2/5/K4 b G 1"
    """
    path, chosen = chosen if isinstance(chosen, tuple) else (None, chosen)
    out, sources = options.out, [each for each in (path, options.file, options.position) if each is not None]
    _check_format(chosen, out)
    if len(sources) != 1:
        raise UserError("give the problem once: as a FILE, as in mate problem.kif, or with --position")
    problems = _problems(chosen, sources[0], options.ply)
    for number, state in enumerate(problems, 1):
        name = f"problem {number}" if len(problems) > 1 else ""
        _note_missing(chosen, state, name, options.rest)
        try:
            solution = _solve(state, options, name)
        except KeyboardInterrupt as interrupt:
            known: MateSolution | None = getattr(interrupt, "solution", None)
            if known is not None:
                _show(known, name, options.json)
            raise Interrupted(f"Interrupted. {_kept(known, number - 1)}") from None
        _show(solution, name, options.json)
        if out is not None:
            _write(chosen, solution, out.with_name(f"{out.stem}-{number}{out.suffix}") if name else out)


# -- the problems -----------------------------------------------------------------------


def _problems(chosen: Chosen, source: str, ply: int | None) -> list[Any]:
    """The positions to solve.  Raises :class:`UserError`."""
    from boardgames.contest import read_records

    game: Any = chosen.game
    path = Path(source)
    try:
        if source == STDIN:
            records = record_formats.read_all(sys.stdin.buffer.read(), game)
        elif "\n" in source:
            records = record_formats.read_all(source.encode(), game)
        elif _is_file(path):
            records = read_records(path, game)
        else:
            if ply is not None:
                raise UserError("--ply picks a position of a game in a file; a position as text has one")
            return [after_moves(source, game, getattr(game, "parse_composed", game.parse))]
        return [_at(chosen, record, number, ply) for number, record in enumerate(records, 1)]
    except UnreadablePosition as error:
        raise UserError(
            f"{printable(source[:LONGEST])}: no file has this name, and as a position it is unreadable: {error}\n"
            f"A readable one: {game.start()}"
        ) from None
    except (OSError, UnreadableRecord) as error:
        where = "standard input" if source == STDIN else printable(source.partition("\n")[0])
        raise UserError(f"{where}: {printable(str(getattr(error, 'strerror', None) or error))}") from None


def _is_file(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # too long for the name of a file
        return False


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
    game: Any = chosen.game
    return getattr(game, "parse_composed", game.parse)(str(states[ply]))


def _note_missing(chosen: Chosen, state: Any, name: str, rest: bool) -> None:
    """Say so if the defender seems to lack the pieces that problems in print give it."""
    hints = chosen.spec.insight
    if rest or hints is None or hints.problems is None:
        return
    defender = 1 - state.seat
    if not hints.problems.left_over(state, defender) and hints.problems.left_over(
        hints.problems.problem(state, True), defender
    ):
        print_note(f"{name}{': ' * bool(name)}the defender has nothing in hand; --rest gives it all other pieces")


# -- the solution -------------------------------------------------------------------------


def _solve(state: Any, options: MateOptions, name: str) -> MateSolution:
    from boardgames.players.budget import Budget
    from boardgames.players.mates.mate_problem import NoMateProblems, solve_mate

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
            report=_report(name),
        )


def _show(solution: MateSolution, name: str, as_json: bool) -> None:
    if as_json:
        print_result(json.dumps({"problem": name or "problem 1", **solution_fields(solution)}, ensure_ascii=False))
        return
    lines = solution_sentences(solution)
    print_result("\n".join([f"{name}: {lines[0]}", *(f"  {line}" for line in lines[1:])] if name else lines))


def _kept(known: MateSolution | None, shown: int) -> str:
    if known is not None and known.line:
        return "The mate is proved; second solutions were not all looked for."
    return f"{shown} problem{'s' * (shown != 1)} {'is' if shown == 1 else 'are'} decided."


# -- records ----------------------------------------------------------------------------------


def _check_format(chosen: Chosen, out: Path | None) -> None:
    """True if the solution can be written, before any work is done.  Raises :class:`UserError`."""
    known = record_formats.format_names(chosen.spec)
    if out is not None and record_formats.format_of(chosen.spec, out.name) not in known:
        endings = ", ".join(f".{name}" for name in known)
        raise UserError(f"--out {printable(str(out))}: the ending of the name says the format: {endings}")


def _write(chosen: Chosen, solution: MateSolution, path: Path) -> None:
    try:
        record = record_of(chosen, solution, path.suffix != ".bod")
        write_file(path, record_formats.content(record, path.name), "is written")
    except (IllegalAction, ValueError) as error:  # a limit of plies may end the game before the mate
        raise UserError(f"--out {printable(str(path))}: {printable(str(error))}") from None


def record_of(chosen: Chosen, solution: MateSolution, with_line: bool = True) -> GameRecord:
    """The problem as a record, with its solution and second solutions."""
    game: Any = chosen.game
    start = getattr(game, "parse_composed", game.parse)(str(solution.start))
    playthrough = Playthrough.replay(start, map(str, solution.line) if with_line else ())
    if not with_line:
        return GameRecord.of(playthrough)
    # where only futile interpositions are left the game is not over, and the defender resigns
    resigned = Outcome.lost_by(1 - solution.start.seat, RESIGNATION)
    return GameRecord.of(
        playthrough,
        verdict=Verdict(playthrough.state.outcome or resigned) if solution.line else None,
        comments={0: "\n".join(solution_sentences(solution))},
        variations=tuple(Variation(ply=each.ply - 1, actions=(str(each.action),)) for each in solution.second),
    )


def _report(name: str) -> Callable[[int, int], None]:
    """Tells what is searched: at a terminal in one line, else now and then."""

    def say(plies: int, nodes: int) -> str:
        return f"{name}{': ' * bool(name)}searching mates of {in_plies(plies)}, {nodes} positions so far"

    return (lambda plies, nodes: status(say(plies, nodes))) if sys.stderr.isatty() else now_and_then(say)
