"""Dice Shogi."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Unpack

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.spec import GameSpec, SearchHints
from boardgames.core.model.game import PLY_LIMIT, Game
from boardgames.games.dice_shogi import notation, observation, picture, scene, symmetries
from boardgames.games.dice_shogi import search_eval as judgement
from boardgames.games.dice_shogi.arena import arena_dice
from boardgames.games.dice_shogi.options import DiceKeywords, DiceOptions
from boardgames.games.dice_shogi.rules import DiceShogi, Roll, State
from boardgames.games.minishogi.codingame import CODINGAME
from boardgames.games.minishogi.rules import MINISHOGI
from boardgames.games.shogi import REASONS, SEAT_NAMES, Action, Shogi
from boardgames.games.shogi.io import sfen
from boardgames.games.shogi.io.picture import legend
from boardgames.games.shogi.values import greedy_eval as evaluation

__all__ = ["SPEC", "DiceOptions", "DiceShogi", "Roll", "State", "arena_dice", "load"]


def _dice_shogi(options: Any) -> DiceShogi:
    base = Shogi(MINISHOGI, options, sfen, None, max_plies=options.max_plies)
    return DiceShogi(base, "dice-shogi", "Dice Shogi", options, notation)


def _evaluate(state: State, seat: int) -> float:
    return evaluation.evaluate(state.base, seat)


def _arena_throws(seed: int) -> Iterator[str]:
    return (f"={number}" for number in arena_dice(seed))


SPEC = GameSpec(
    name="dice-shogi",
    title="Dice Shogi",
    game=_dice_shogi,
    options=DiceOptions,
    reasons={reason: REASONS[reason] for reason in ("checkmate", "stalemate", PLY_LIMIT)},
    protocols={"codingame": CODINGAME},
    dice=_arena_throws,
    picture=picture.draw,
    table=picture.table,
    legend=legend(MINISHOGI),
    describe=picture.describe,
    action_group=picture.group,
    scene=scene.scene,
    clicks=scene.clicks,
    evaluate=_evaluate,
    insight=SearchHints(evaluate=judgement.judge),
    read_throw=notation.read_throw,
    seat_names=SEAT_NAMES,
    max_plies=lambda options: 2 * int(options.max_plies) or None,  # each with its throw
    observation=observation.observation,
    symmetries=symmetries.symmetries,
    rules=files(__name__).joinpath("rules.md").read_text(encoding="utf-8"),
    sources=(
        "CodinGame, Dice Shogi, https://github.com/jdermont/DiceShogi",
        "Ludii, Dice Shogi, https://ludii.games/details.php?keyword=Dice%20Shogi",
    ),
)


def load(**options: Unpack[DiceKeywords]) -> Game[State, Action, Roll]:
    """The game with these options (:class:`DiceOptions`), or with those of a ``preset``.

    >>> len(load(max_plies=100).start().chances())
    6

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    return make(SPEC, options)
