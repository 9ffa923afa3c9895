"""Minishogi and Dice Shogi."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any, cast

import attrs

from boardgames.core.model import State as AnyState
from boardgames.core.options import option
from boardgames.core.spec import GameSpec
from boardgames.core.verdict import PLY_LIMIT
from boardgames.games.minishogi import dice, notation
from boardgames.games.minishogi.codingame import CODINGAME
from boardgames.games.minishogi.dice import DiceShogi, Roll, arena_dice
from boardgames.games.minishogi.rules import MINISHOGI, REPETITIONS, MinishogiOptions
from boardgames.games.shogi import REASONS, SEAT_NAMES, Shogi, evaluation, picture, sfen
from boardgames.games.shogi.formats import formats
from boardgames.games.shogi.usi import USI

__all__ = ["DICE_SPEC", "SPEC", "DiceOptions", "DiceShogi", "MinishogiOptions", "Roll", "arena_dice"]

RULES = files(__name__)


def _minishogi(options: Any) -> Shogi:
    return Shogi(MINISHOGI, options, sfen, REPETITIONS[options.repetition], max_plies=options.max_plies)


SPEC = GameSpec(
    name="minishogi",
    title=MINISHOGI.title,
    game=_minishogi,
    options=MinishogiOptions,
    reasons=REASONS,
    protocols={"codingame": CODINGAME, "usi": USI},
    formats=formats(MINISHOGI, {"repetition": "fourfold", "max_plies": 0}),  # as people play it
    picture=picture.draw,
    evaluate=evaluation.evaluate,
    seat_names=SEAT_NAMES,
    rules=RULES.joinpath("rules.md").read_text(encoding="utf-8"),
    sources=(
        "CodinGame, Minishogi, https://github.com/jdermont/MiniShogi",
        "Wikipedia, Minishogi, https://en.wikipedia.org/wiki/Minishogi",
    ),
)


@attrs.frozen
class DiceOptions:
    """The rule options of Dice Shogi.  ``max_plies``: a game without an end by then is a draw; 0 sets no limit."""

    max_plies: int = option(
        300, "plies after which the game is a draw, 0 for no limit", "CodinGame", least=0, most=10**6
    )


def _dice_shogi(options: Any) -> DiceShogi:
    base = Shogi(MINISHOGI, options, sfen, None, max_plies=options.max_plies)
    return DiceShogi(base, "dice-shogi", "Dice Shogi", options, notation)


def _draw(state: AnyState) -> str:
    rolled = cast(dice.State, state)
    die = "" if rolled.die == dice.UNROLLED else f"\n  the die shows {rolled.die}"
    return picture.draw(rolled.base) + die


def _evaluate(state: AnyState, seat: int) -> float:
    return evaluation.evaluate(cast(dice.State, state).base, seat)


def _arena_throws(seed: int) -> Iterator[str]:
    return (f"={number}" for number in arena_dice(seed))


DICE_SPEC = GameSpec(
    name="dice-shogi",
    title="Dice Shogi",
    game=_dice_shogi,
    options=DiceOptions,
    reasons={reason: REASONS[reason] for reason in ("checkmate", "stalemate", PLY_LIMIT)},
    protocols={"codingame": CODINGAME},
    dice=_arena_throws,
    picture=_draw,
    evaluate=_evaluate,
    read_throw=notation.read_throw,
    seat_names=SEAT_NAMES,
    rules=RULES.joinpath("dice.md").read_text(encoding="utf-8"),
    sources=(
        "CodinGame, Dice Shogi, https://github.com/jdermont/DiceShogi",
        "Ludii, Dice Shogi, https://ludii.games/details.php?keyword=Dice%20Shogi",
    ),
)
