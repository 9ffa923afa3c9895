"""Positions as problems have them, made by chance: a king in a corner of the board, few men around it, few in hand."""

from __future__ import annotations

from random import Random
from typing import Any

import boardgames as bg
from boardgames.core.model.game import UnreadablePosition


def random_problem(game: Any, rng: Random) -> Any:
    """A position with one king; it may or may not have a mate."""
    variant = game.variant
    while True:
        squares = [(file, rank) for file in range(min(4, variant.files)) for rank in range(min(4, variant.ranks))]
        rng.shuffle(squares)
        pieces = [letter for letter in variant.start.split()[0].upper() if letter.isalpha() and letter != "K"]
        rng.shuffle(pieces)
        board = {squares.pop(): "k"}
        for _ in range(rng.randrange(1, 5)):
            board[squares.pop()] = pieces.pop().lower()
        for _ in range(rng.randrange(1, 4)):
            letter = pieces.pop()
            promotes = variant.pieces[variant.letters.index(letter)].promotes and rng.random() < 0.3
            board[squares.pop()] = "+" * promotes + letter
        hand = [pieces.pop() for _ in range(rng.randrange(0, 4))]
        rest = [pieces.pop().lower() for _ in range(rng.randrange(0, min(4, len(pieces)) + 1))]
        rows = [
            "".join(board.get((file, rank), "1") for file in reversed(range(variant.files)))
            for rank in range(variant.ranks)
        ]
        in_hand = "".join(
            (str(count) if (count := each.count(letter)) > 1 else "") + letter
            for each in (hand, rest)
            for letter in sorted(set(each))
        )
        try:
            return game.parse(f"{'/'.join(rows)} b {in_hand or '-'} 1")
        except UnreadablePosition:
            continue


def played_position(game: Any, rng: Random) -> Any:
    """A position from random play."""
    while True:
        state = game.start()
        for _ in range(rng.randrange(20, 120)):
            if not state.actions():
                break
            state = state.apply(rng.choice(state.actions()))
        if state.actions():
            return state


def bare(name: str) -> Any:
    """A game of the family that only mate ends."""
    from boardgames.games.shogi.rules import Shogi

    game: Any = bg.load(name)
    return Shogi(game.variant, game.options, game.notation, None)
