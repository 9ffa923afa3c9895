"""Dice Shogi."""

from __future__ import annotations

from collections.abc import Iterator

from boardgames.core.lookup.deferred_field import deferred
from boardgames.core.lookup.game_cache import loader
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import PLY_LIMIT, Game
from boardgames.games.dice_shogi import notation
from boardgames.games.dice_shogi.arena import arena_dice
from boardgames.games.dice_shogi.options import DiceOptions
from boardgames.games.dice_shogi.rules import DiceShogi, Roll, State
from boardgames.games.minishogi.rules import MINISHOGI
from boardgames.games.pages import rules_page
from boardgames.games.shogi import REASONS, SEAT_NAMES, Action, Shogi
from boardgames.games.shogi.io import sfen

__all__ = ["SPEC", "DiceOptions", "DiceShogi", "Roll", "State", "arena_dice", "load"]


def _dice_shogi(options: DiceOptions) -> Game[State, Action, Roll]:
    base = Shogi(MINISHOGI, options, sfen, None, max_plies=options.max_plies)
    return DiceShogi(base, "dice-shogi", "Dice Shogi", options, notation)


def _legend() -> str:
    from boardgames.games.shogi.io.picture import legend

    return legend(MINISHOGI)


def _rules_behind() -> dict[str, tuple[str, int]]:
    from boardgames.games.shogi.explanation import RULES_BEHIND

    return {"die": ("dice-shogi", 1), **RULES_BEHIND}


def _arena_throws(seed: int) -> Iterator[str]:
    return (f"={number}" for number in arena_dice(seed))


SPEC: GameSpec[State, Action, Roll] = GameSpec(
    name="dice-shogi",
    title="Dice Shogi",
    game=_dice_shogi,
    options=DiceOptions,
    reasons={reason: REASONS[reason] for reason in ("checkmate", "stalemate", PLY_LIMIT)},
    protocols=deferred("boardgames.games.minishogi.codingame:PROTOCOLS"),
    dice=_arena_throws,
    picture=deferred(f"{__name__}.picture:draw"),
    table=deferred(f"{__name__}.picture:table"),
    legend=deferred(_legend),
    describe=deferred(f"{__name__}.picture:describe"),
    action_group=deferred(f"{__name__}.picture:group"),
    readings=deferred("boardgames.games.shogi.io.spellings:readings"),
    scene=deferred(f"{__name__}.scene:scene"),
    clicks=deferred(f"{__name__}.scene:clicks"),
    candidates=deferred(f"{__name__}.scene:candidates"),
    insight=deferred(f"{__name__}.search_eval:HINTS"),
    levels=deferred(f"{__name__}.levels:LEVELS"),
    read_throw=notation.read_throw,
    seat_names=SEAT_NAMES,
    max_plies=lambda options: 2 * int(options.max_plies) or None,  # each with its throw
    observation=deferred(f"{__name__}.observation:observation"),
    symmetries=deferred(f"{__name__}.symmetries:symmetries"),
    rules=rules_page(__name__),
    rules_behind=deferred(_rules_behind),
    sources=(
        "CodinGame, Dice Shogi, https://github.com/jdermont/DiceShogi",
        "Ludii, Dice Shogi, https://ludii.games/details.php?keyword=Dice%20Shogi",
    ),
)

load = loader(SPEC, DiceOptions)
