"""The whole of a fit: games are played, their positions become features, and weights are fitted to them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import as_completed
from typing import Any

import attrs
import numpy as np

from boardgames.core.learning.judgement_features import JudgementFeatures
from boardgames.core.learning.judgement_file import UNIT, Judgement
from boardgames.core.lookup.installed_games import find, load, split_name
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.lookup.tablebase import NotInTablebase, Tablebase, table
from boardgames.core.model.game import Game, State
from boardgames.fitting.regression import Positions, Progress, fit_weights, fitted_scale, rows
from boardgames.fitting.work_folder import BadWorkFolder, WorkFolder
from boardgames.players.judgement import learned_hints
from boardgames.processes.workers import Workers


class NoPairs(ValueError):
    """A judgement by pairs is asked for, of a game that has none."""


@attrs.frozen
class Settings:
    """How weights are fitted: so many passes over the positions.

    ``result`` is the share of a game's result in what a position is fitted to; the rest is what the search found.
    ``exact`` asks the game's tablebase instead, of positions that it has.  ``pairs`` asks for a judgement by pairs.
    """

    passes: int = 12
    result: float = 0.75
    exact: bool = False
    pairs: bool = False


def play_games(folder: WorkFolder, jobs: int, report: Callable[[int, int], Any]) -> None:
    """Play the games that the folder does not have yet; ``report`` hears of blocks done, and of how many."""
    folder.open()
    missing, blocks = folder.missing(), folder.games.blocks
    report(blocks - len(missing), blocks)
    if jobs == 1:
        for number, block in enumerate(missing, 1):
            folder.play(block)
            report(blocks - len(missing) + number, blocks)
        return
    pool = Workers(jobs)
    try:
        futures = [pool.submit(folder.play, block) for block in missing]
        for number, future in enumerate(as_completed(futures), 1):
            future.result()
            report(blocks - len(missing) + number, blocks)
    finally:
        pool.shutdown(cancel_futures=True)


def positions_of(folder: WorkFolder, game: Game, model: JudgementFeatures, settings: Settings) -> Positions:
    """The positions of a folder as features.

    Raises :class:`~boardgames.fitting.work_folder.BadWorkFolder`, and
    :class:`~boardgames.core.lookup.tablebase.NoTablebase` where exact values are asked for and there are none.
    """
    first, second, targets = [], [], []
    known = table(game) if settings.exact else None
    for sample in folder.samples():
        state = game.parse(sample.text)
        one, two = model.features(state)
        first.append(np.asarray(one, dtype=np.int32))
        second.append(np.asarray(two, dtype=np.int32))
        target = settings.result * sample.result + (1 - settings.result) * sample.value
        if known is not None:
            target = exact_value(known, state, target)
        targets.append(target if state.seat == 0 else -target)
    if not targets:
        raise BadWorkFolder(f"the games in {folder.path} have no quiet position: play more of them")
    return Positions(rows(first, model.count), rows(second, model.count), np.asarray(targets))


def exact_value(known: Tablebase, state: State, otherwise: float) -> float:
    """What the side to act or to throw can expect by a tablebase, from -1 to 1; ``otherwise`` where it has no value."""
    try:
        return 2.0 * known.value(state) - 1.0
    except NotInTablebase:
        return otherwise


def model_of(spec: GameSpec, game: Game, pairs: bool = False) -> JudgementFeatures:
    """What a judgement of a game weighs.  Raises :class:`NoPairs` where one by pairs is asked for and there is none."""
    hints = learned_hints(spec, game)
    if not pairs:
        return hints.features(game)
    model = hints.pairs(game)
    if model is None:
        raise NoPairs(f"{spec.title} has no judgement by pairs: they are for the small boards of shogi's kin")
    return model


def fit(folder: WorkFolder, settings: Settings, report: Callable[[Progress], Any]) -> Judgement:
    """The judgement fitted to the games of a folder: the same for the same games and settings."""
    spec, game = find(split_name(folder.games.game)[0]), load(folder.games.game)
    model = model_of(spec, game, settings.pairs)
    positions = positions_of(folder, game, model, settings)
    scale = fitted_scale(model, positions)
    weights = fit_weights(model, positions, settings.passes, folder.games.seed, scale, report=report)
    made = {**folder.games.recorded, **attrs.asdict(settings), "positions": len(positions)}
    for name in ("exact", "pairs"):
        if not made[name]:
            del made[name]  # so that a fit without them writes the same file as before there were these settings
    return Judgement(spec.name, model.name, [round(float(weight) * UNIT) for weight in weights], scale, made)
