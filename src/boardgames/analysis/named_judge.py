"""The judge that a text names, as on the command line."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, Final, cast

from boardgames.analysis.engine_judge import EngineJudge
from boardgames.analysis.judges import EXACT, USUAL, Judge, JudgeEffort, NoJudge, PlayerJudge, TableJudge
from boardgames.contest import BadEntrant, PlayerEntrant, ProgramEntrant, entrant
from boardgames.core.lookup import spec_of
from boardgames.core.model.game import Game, State
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.player import PlayerLike, as_player
from boardgames.core.text.printable import printable
from boardgames.solve import NoTablebase, Tablebase, table
from boardgames.solve.generic import solve
from boardgames.solve.tablebase import NotInTablebase, Unsolved, solver_of

MOST_SOLVED: Final = 50_000
"""The positions of the largest game without a solver that is solved on the spot."""
SEED: Final = 0
PERFECT: Final = "perfect"


def judge_of(by: str | PlayerLike | Tablebase, start: State, effort: JudgeEffort) -> Judge:
    """The judge that a text names for a game from ``start``; or a player or tablebase itself.

    ``by`` is that text, player or tablebase, as in ``analyse``; ``effort`` is its budget for each position.

    Raises :class:`NoJudge`.
    """
    game = start.game
    if not isinstance(by, str) and (player := as_player(by)) is not None:
        return PlayerJudge(type(by).__name__.lower(), player, effort)
    if not isinstance(by, str):
        return TableJudge(cast(Tablebase, by))
    if by == EXACT:
        return _table_judge(start, effort)
    try:
        candidate = entrant(by, spec_of(game), effort.settings)
    except (BadEntrant, BadOption) as error:
        hint = f"; judge by a search, such as {USUAL}" if by.startswith("usi:") else ""
        raise NoJudge(_with_name(by, str(error)) + hint) from None
    try:
        return _entrant_judge(candidate, start, effort)
    except (BadEntrant, BadOption) as error:
        raise NoJudge(
            f"{_with_name(by, str(error))}; use another engine, or judge by a search, such as {USUAL}"
        ) from None


def _with_name(by: str, message: str) -> str:
    return message if by in message else f"{printable(by)}: {message}"


def usual_judge(game: str | Game) -> str:
    """The judge of a game where none is named: its tablebase if there is one already, else a search."""
    try:
        table(game)
    except NoTablebase:
        return USUAL
    return EXACT


def _entrant_judge(judge: PlayerEntrant | ProgramEntrant, start: State, effort: JudgeEffort) -> Judge:
    if isinstance(judge, ProgramEntrant):
        return EngineJudge(judge, start, effort)
    if judge.at_terminal:
        raise NoJudge(f"{judge.text} is a person, and judges no positions; use {USUAL}, or usi:ENGINE")
    player = judge.make(spec_of(start.game), Random(SEED))
    player.prepare(start)
    return PlayerJudge(judge.name, player, effort)


def _table_judge(start: State, effort: JudgeEffort) -> TableJudge:
    """Judges by the tablebase of a game; where it is not complete, by a search with it at the leaves."""
    table = _tablebase(start)
    try:
        table.value(start)
    except Unsolved:
        return TableJudge(table, _entrant_judge(entrant(PERFECT, spec_of(start.game)), start, effort))
    except NotInTablebase:
        pass
    return TableJudge(table)


def _tablebase(start: Any) -> Tablebase:
    """The tablebase of a game: that of its solver, or one that is solved now.  Raises :class:`NoJudge`."""
    try:
        return table(start.game)
    except NoTablebase as error:
        if solver_of(start.game) is not None:
            raise NoJudge(f"{error}; or judge by a search, such as {USUAL}") from None
    hashable: object = start
    try:
        return _solved(hashable)
    except NoTablebase as error:
        raise NoJudge(f"{start.game.name} has no exact values ({error}); judge by a search, such as {USUAL}") from None


@lru_cache(maxsize=1)
def _solved(start: Any) -> Tablebase:
    """The values of all positions that a start leads to; those of the last start are kept."""
    solution: Tablebase = solve(start, most=MOST_SOLVED)
    return solution
