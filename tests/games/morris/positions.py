"""Positions of nine men's morris written by where the men stand."""

from __future__ import annotations

from random import Random
from typing import Any

import boardgames as bg
from tests.games.morris.model import READING


def at(
    black: str,
    white: str,
    side: str = "b",
    *,
    stock: tuple[int, int] = (0, 0),
    ply: int = 19,
    paid: str = "-",
    **options: Any,
) -> Any:
    """The state with men on these points, numbered in reading order."""
    colours = {**dict.fromkeys(black.split(), "B"), **dict.fromkeys(white.split(), "W")}
    assert len(colours) == len(black.split() + white.split())
    assert colours.keys() <= set(READING)
    board = "".join(colours.get(point, ".") for point in READING)
    game = bg.load("morris", **options)
    memory = f" - {paid}" if getattr(game.options, "mill_memory", False) else ""
    return game.parse(f"{board} {side} {stock[0]} {stock[1]} {ply}{memory}")


def play(state: Any, texts: str) -> Any:
    for text in texts.split():
        state = state.play(text)
    return state


def texts(state: Any, way: str = "") -> set[str]:
    """The legal actions, or those of one placement or move."""
    return {str(action) for action in state.actions() if not way or str(action).split("x")[0] == way}


def random_game(name: str, rng: Random, eager: float = 0.3) -> list[Any]:
    """The positions of a random game, which closes mills more often than not where ``eager`` is large."""
    states: list[Any] = [bg.load(name).start()]
    while states[-1].outcome is None:
        actions = states[-1].actions()
        taking = [action for action in actions if action.removed]
        states.append(states[-1].apply(rng.choice(taking if taking and rng.random() < eager else actions)))
    return states


def random_positions(name: str, games: int, eager: float = 0.3) -> list[Any]:
    """The positions of random games but for their ends."""
    rng = Random(name)
    return [state for _ in range(games) for state in random_game(name, rng, eager)[:-1]]
