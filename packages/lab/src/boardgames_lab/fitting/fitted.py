"""The whole of a fit: games are played, their positions become features, and weights are fitted to them."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import attrs
import numpy as np

from boardgames.core.lookup import ChosenGame, load, spec_of
from boardgames.core.model import Game, State
from boardgames.learning import UNIT, Judgement, JudgementFeatures
from boardgames.players import Alphabeta, Effort, learned_hints
from boardgames.processes import completed_calls, open_executor
from boardgames.records import NotForTwo as NotForTwo
from boardgames.solve import NotInTablebase, Tablebase, table
from boardgames_lab.fitting.regression import Positions, Progress, fit_weights, fitted_scale, rows
from boardgames_lab.fitting.settings import FitSettings, Games
from boardgames_lab.fitting.work_folder import BadWorkFolder, WorkFolder, play_block

USUAL: Final = FitSettings()


def fit(
    games: Games | str | Game,
    folder: str | os.PathLike[str],
    settings: FitSettings = USUAL,
    *,
    jobs: int = 1,
    executor: Executor | str | None = None,
    on_block: Callable[[int, int], object] = lambda number, of: None,
    on_pass: Callable[[Progress], object] = lambda progress: None,
) -> Judgement:
    """The judgement of positions fitted to ``games``, which a search plays against itself; as 'boardgames fit' does it.

    ``games`` is also a game or its name, with the usual number of games.  They are kept in ``folder``, so that a fit
    that was stopped goes on; ``jobs`` processes play them, or an ``executor``, such as the address of a Dask cluster.
    ``on_block`` is called with the blocks of games that are played and their total, ``on_pass`` after each pass over
    the positions.  ``settings`` say how weights are fitted; the same games and settings give the same judgement, whose
    ``write()`` is the content of a file for ``alphabeta:judgement=FILE``.

    Raises :class:`~boardgames.core.model.game.UnknownGame` and :class:`~boardgames.core.model.options.BadOption`
    for the game or ``games.judgement``; :class:`NotForTwo`,
    :class:`~boardgames.solve.tablebase.NoTablebase` and :class:`~boardgames.analysis.NoJudge` before any game is
    played; :class:`~boardgames.analysis.JudgeFailed` if the teacher breaks down; :class:`BadWorkFolder`,
    :class:`OSError`, :class:`~boardgames.processes.executors.BadExecutor`, and
    :class:`~concurrent.futures.BrokenExecutor` if a worker dies.
    """
    if not isinstance(games, Games):
        games = Games(ChosenGame.of(games).text)
    spec, game = spec_of(games.game), load(games.game)
    if settings.exact:
        table(game)
    if game.seats != 2:
        raise NotForTwo(f"{spec.title} has {game.seats} seats: judgements are fitted for games for two")
    learned_hints(spec, game).features(game)
    Alphabeta(spec, Effort(nodes=games.nodes), Random(games.seed), judgement=games.judgement).prepare(game.start())
    teacher = games.teacher(game.start())
    if teacher is not None:
        teacher.close()  # each worker has its own
    work_folder = WorkFolder(Path(folder), games)
    play_games(work_folder, jobs, on_block, executor)
    return fit_folder(work_folder, settings, on_pass)


def play_games(
    folder: WorkFolder, jobs: int, report: Callable[[int, int], object], executor: Executor | str | None = None
) -> None:
    """Play the games that the folder lacks; ``report`` is called with the blocks that are done, and of all."""
    folder.open()
    missing, blocks = folder.missing(), folder.games.blocks
    report(blocks - len(missing), blocks)
    play = partial(play_block, folder.games)
    with open_executor(executor, jobs if jobs > 1 and missing else 0) as (pool, size, check):
        played = ((block, play(block)) for block in missing)
        for number, (block, samples) in enumerate(
            played if pool is None else completed_calls(pool, play, missing, 2 * size, check), 1
        ):
            folder.write(block, samples)
            report(blocks - len(missing) + number, blocks)


def positions_of(folder: WorkFolder, game: Game, model: JudgementFeatures, settings: FitSettings) -> Positions:
    """The positions of a folder as features.

    Raises :class:`~boardgames_lab.fitting.work_folder.BadWorkFolder`, and
    :class:`~boardgames.solve.tablebase.NoTablebase` where exact values are asked for and there are none.
    """
    first, second, targets = [], [], []
    tablebase = table(game) if settings.exact else None
    for sample in folder.samples():
        state = game.parse(sample.text)
        one, two = model.features(state)
        first.append(np.asarray(one, dtype=np.int32))
        second.append(np.asarray(two, dtype=np.int32))
        target = settings.result * sample.result + (1 - settings.result) * sample.value
        if tablebase is not None:
            target = exact_value(tablebase, state, target)
        targets.append(target if state.seat == 0 else -target)
    if not targets:
        raise BadWorkFolder(f"the games in {folder.path} have no quiet position: play more of them")
    return Positions(rows(first, model.count), rows(second, model.count), np.asarray(targets))


def exact_value(tablebase: Tablebase, state: State, otherwise: float) -> float:
    """The value of a position for the side to act or to throw, from -1 to 1; ``otherwise`` if the table has none."""
    try:
        return 2.0 * tablebase.value(state) - 1.0
    except NotInTablebase:
        return otherwise


def fit_folder(folder: WorkFolder, settings: FitSettings, report: Callable[[Progress], object]) -> Judgement:
    """The judgement fitted to the games of a folder: the same for the same games and settings."""
    spec, game = spec_of(folder.games.game), load(folder.games.game)
    model = learned_hints(spec, game).features(game)
    if settings.decay is not None:
        model = attrs.evolve(model, decay=settings.decay)
    positions = positions_of(folder, game, model, settings)
    scale = fitted_scale(model, positions)
    weights = fit_weights(model, positions, settings.passes, folder.games.seed, scale, report=report)
    facts = {**attrs.asdict(folder.games), **attrs.asdict(settings), "positions": len(positions)}
    return Judgement(spec.name, model.name, [round(float(weight) * UNIT) for weight in weights], scale, facts)
