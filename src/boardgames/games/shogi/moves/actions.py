"""The actions of a variant: moves, drops and the declaration, each made once and numbered."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i16, i64, mypyc_attr, u8

from boardgames.core.model.sealed import seal
from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import BLACK, PROMOTED, WHITE, Board, kind_of, square_name
from boardgames.games.shogi.variant import Variant

NO_SQUARE: Final = -1


@mypyc_attr(acyclic=True)  # thousands of them: the garbage collector need not look at any
@final
class Action:
    """A move, a drop or a declaration.  Each exists once in a variant, so ``is`` compares.

    ``source`` and ``target`` are squares; a drop has no source (-1) but the kind
    of piece dropped, with ``PROMOTED`` if its other side is up, and a declaration has
    neither.  In variants where pieces turn over, ``promotes`` says that it does, either way.
    """

    def __init__(self, variant: Variant, index: int, source: int, target: int, promotes: bool, drop: int) -> None:
        self.variant: Final = variant
        self.index: Final = i16(index)
        self.source: Final = i16(source)
        self.target: Final = i16(target)
        self.promotes: Final = promotes
        self.drop: Final = u8(drop)
        self._text: str | None = None  # written when first asked for: protocols list actions at every ply

    @property
    def piece(self) -> str:
        """The letters of the piece that is dropped, ``""`` for other actions."""
        if not self.drop:
            return ""
        return "+" * bool(self.drop & PROMOTED) + self.variant.letters[kind_of(i64(self.drop))]

    @property
    def origin(self) -> str:
        """The name of the square it leaves, as ``7g``; ``""`` for a drop."""
        return square_name(self.variant, self.source)

    @property
    def destination(self) -> str:
        """The name of the square it goes to; ``""`` for a declaration."""
        return square_name(self.variant, self.target)

    def __str__(self) -> str:
        if self._text is None:
            self._text = self._written()
        return self._text

    def _written(self) -> str:
        if self.target < 0:
            return "win"
        if self.drop:
            return f"{self.piece}*{self.destination}"
        return self.origin + self.destination + "+" * self.promotes

    def __repr__(self) -> str:
        return f"<Action {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return action_of, (self.variant, int(self.index))


seal(Action)


@final
class Catalogue:
    """Every action of a variant by its number: the moves that any piece could make, the drops, the declaration."""

    def __init__(self, variant: Variant) -> None:
        self.board: Final = Board(variant)
        squares = variant.squares
        self._squares: Final[i64] = squares
        # By source * squares + target: one more than the number of the move, 0 if no piece could make it.
        self._moves: Final = vec[i64]([0] * squares**2)
        near_edge = [
            self.board.in_zone(BLACK, square) or self.board.in_zone(WHITE, square) for square in range(squares)
        ]
        actions: list[Action] = []
        for source in range(squares):
            for target in sorted([target for ray in self.board.rays[source] for target in ray]):
                actions.append(Action(variant, len(actions), source, target, False, 0))
                self._moves[source * squares + target] = len(actions)
                if near_edge[source] or near_edge[target]:
                    actions.append(Action(variant, len(actions), source, target, True, 0))
        # One block of squares for each kind.  Kind 0, the king, is never dropped: its block is missing.
        self._drops: Final[i64] = len(actions) - squares
        self._kinds: Final[i64] = len(variant.pieces) - 1
        for side_up in (0, PROMOTED) if variant.turns_over else (0,):
            for kind in range(1, len(variant.pieces)):
                for target in range(squares):
                    actions.append(Action(variant, len(actions), NO_SQUARE, target, False, kind + side_up))
        self.declaration: Final = Action(variant, len(actions), NO_SQUARE, NO_SQUARE, False, 0)
        self.every: Final[list[Action]] = [*actions, self.declaration]

    def move(self, source: int, target: int, promotes: bool) -> Action | None:
        """The move between these squares; ``None`` if no piece could make it."""
        number = self.number_of_move(source, target)
        if number < 0:
            return None
        action = self.every[number + promotes]
        return action if action.promotes == promotes else None

    def number_of_move(self, source: i64, target: i64) -> i64:
        """The number of the move without a promotion, or -1; a promotion has the next number."""
        return self._moves[source * self._squares + target] - 1

    def drop(self, kind: int, target: int) -> Action:
        """The drop of a kind of piece, with ``PROMOTED`` if its other side is up."""
        block = kind_of(kind) + (self._kinds if kind & PROMOTED else 0)
        return self.every[self._drops + block * self._squares + target]


_catalogues: Final[dict[Variant, Catalogue]] = {}


def catalogue(variant: Variant) -> Catalogue:
    """The one catalogue of a variant, made when first asked for."""
    if variant not in _catalogues:
        _catalogues[variant] = Catalogue(variant)
    return _catalogues[variant]


def action_of(variant: Variant, index: int) -> Action:
    """The action of a variant with this index."""
    return catalogue(variant).every[index]
