"""Boards of the family turned and mirrored: which square becomes which, and which action which.

Pieces move alike to the left and to the right, so a mirrored position allows the
mirrored moves.  Turned by half a circle it is what the other side sees.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import attrs

from boardgames.core.model.symmetry import Symmetry
from boardgames.games.shogi.moves.actions import Action, catalogue
from boardgames.games.shogi.rules import Shogi, State
from boardgames.games.shogi.variant import Variant

OTHER_HAND = str.maketrans("EW", "WE")


def turned(variant: Variant, square: int) -> int:
    """The square that looks to White as this one does to Black."""
    return variant.squares - 1 - square


def mirrored(variant: Variant, square: int) -> int:
    """The square as far from the left edge as this one is from the right."""
    rank, file = divmod(square, variant.files)
    return rank * variant.files + variant.files - 1 - file


@cache
def permutation(variant: Variant, image: Callable[[Variant, int], int]) -> tuple[int, ...]:
    """The index of each action with every square replaced by its image, by the action's own index."""
    actions = catalogue(variant)
    indices = []
    for action in actions.every:
        if action.target < 0:
            changed: Action | None = action
        elif action.drop:
            changed = actions.drop(action.drop, image(variant, action.target))
        else:
            changed = actions.move(image(variant, action.source), image(variant, action.target), action.promotes)
        assert changed is not None
        indices.append(int(changed.index))
    return tuple(indices)


def mirrored_action(action: Action) -> Action:
    """The action's image on the mirrored board."""
    return catalogue(action.variant).every[permutation(action.variant, mirrored)[action.index]]


def mirrored_state(state: State) -> State:
    """The mirrored position; it has forgotten the positions before it."""
    game = state.game
    variant = game.variant
    codes, side, ply, quiet, last, _ = state.fields()
    board = bytes(codes[mirrored(variant, square)] for square in range(variant.squares))
    last = permutation(variant, mirrored)[last] if last >= 0 else last
    return game.place(board + codes[variant.squares :], side, ply, quiet, last)


def is_mirrored(variant: Variant) -> bool:
    """True if every piece moves to the left as it does to the right."""
    return all(
        {attrs.evolve(move, direction=move.direction.translate(OTHER_HAND)) for move in piece.moves(promoted)}
        == set(piece.moves(promoted))
        for piece in variant.pieces
        for promoted in (False, True)
    )


MIRROR = Symmetry("left and right exchanged", mirrored_state, mirrored_action)


def symmetries(game: Shogi) -> tuple[Symmetry, ...]:
    """The mirror, where the variant's rules are the same on both wings."""
    return (MIRROR,) if is_mirrored(game.variant) else ()
