"""The features of the learned judgements of the family: items by the kings, and pairs of items.

By the kings, a position is looked at twice, from Black's king and from White's, each time as if the side were Black
and its king stood on the right half of the board.  A feature is an item together with the square of the king.

On large boards :mod:`~boardgames.games.shogi.values.attack_features` adds attacks.

By pairs, the side to move looks at it, and a feature is a pair of items.  Pairs of a king and a man are among them,
so this weighs all that the other does, and also what guards, attacks or blocks what.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import Any, Final, cast

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import BLACK, KINDS, PROMOTED, WHITE
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.values.board_tables import (
    COUNTS,
    FIRST_CODE,
    MEN,
    NO_ITEM,
    KingTables,
    PairTables,
    pair_numbers,
)
from boardgames.games.shogi.values.layout import Layout
from boardgames.games.shogi.values.search_eval import TEMPO
from boardgames.learning.judgement_features import JudgementFeatures
from boardgames.learning.judgement_file import Judgement

BY_KING: Final = "men and hands by king 1"
BY_PAIRS: Final = "pairs of men and hands 1"
LARGE: Final = 49
"""Squares from which on most weights are of men and kings that games hardly have: they are kept smaller."""
DECAYS: Final = (1e-7, 1e-3)
"""How strongly a fit by kings keeps weights small, on small boards and on large ones."""
DECAY_OF_PAIRS: Final = 1e-6
MOST: Final = 1000
"""Items that a variant may have in pairs: larger boards have too many pairs."""


class KingFeatures(Layout):
    """The weights of a variant by the square of a king and an item; then having the move."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.half: Final = (self.files + 1) // 2
        kings = self.half * tables.variant.ranks
        first_hand = kings * self.first_held
        width = 2 * KINDS * COUNTS
        self.tempo: Final = first_hand + kings * width
        self.count: Final = self.tempo + 1
        in_hand = zip(self.man[self.first_held :], self.place[self.first_held :], strict=True)
        held = [first_hand + (man - MEN) * COUNTS + count for man, count in in_hand]
        self.rows: Final[list[list[int]]] = []
        """The number of the weight of each item, for each square of the king."""
        for square in range(self.squares):
            mirrors = square % self.files >= self.half
            rank, file = divmod(self.mirror(square) if mirrors else square, self.files)
            king = rank * self.half + file
            men = self.mirrored[: self.first_held] if mirrors else range(self.first_held)
            row = [king * self.first_held + item for item in men]
            self.rows.append(row + [king * width + number for number in held])

    def active(self, position: Position, side: int) -> list[int]:
        """The features of a position from the king of one side."""
        own = int(position.black_king if side == BLACK else position.white_king)
        row = self.rows[own if side == BLACK else self.squares - 1 - own]
        features = [row[item] for item in self.view(position, side)]
        return [*features, self.tempo] if position.side == side else features

    def features(self, state: Any) -> tuple[list[int], list[int]]:
        """The features of a state for Black and for White.  Both kings must be on the board."""
        position = cast(Position, getattr(state, "base", state))
        return self.active(position, BLACK), self.active(position, WHITE)

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """Each weight, with its king and item."""
        for king, row in enumerate(self.rows):
            if king % self.files < self.half:
                yield from ((number, king, item) for item, number in enumerate(row))

    def model(self) -> JudgementFeatures:
        """The features, and where a fit begins: half of an item's worth from each king, and its distance."""

        def worth(king: int, item: int) -> float:
            return self.worth(item) / 2 + self.near_king(king, item)

        def by_item(king: int, item: int) -> Hashable:
            return item

        def by_step(king: int, item: int) -> Hashable:
            step = self.step(item, king)
            return step and (self.man[item], step)

        decay = DECAYS[self.squares >= LARGE]
        return model_of(BY_KING, self, worth, (by_item, by_step), decay)

    def board_tables(self, judgement: Judgement) -> KingTables:
        """The tables of a judgement."""
        table: list[int] = []
        weights = judgement.weights
        for row in self.rows:
            table += [weights[number] for number in row]
        for row in reversed(self.rows):
            table += [-weights[row[item]] for item in self.turned]
        return KingTables(self.squares, self.slots, table, weights[self.tempo], judgement.scale)


class PairFeatures(Layout):
    """The weights of a variant by pair of its own items, an item with itself among them; then having the move."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.items: Final = [item for item in range(len(self.man)) if self.exists(item)]
        numbers = {item: number for number, item in enumerate(self.items)}
        self.number: Final[list[int]] = []
        """The number of each item among those of the variant; more pieces than it has count as all that it has."""
        for item in range(len(self.man)):
            more = item >= self.first_held and self.place[item] > 1
            self.number.append(numbers.get(item, self.number[-1] if more else int(NO_ITEM)))
        mirrored = [numbers[self.mirrored[item]] for item in self.items]
        shared, count = pair_numbers(vec[i64](mirrored))
        self.shared: Final = shared
        self.tempo: Final = int(count)
        self.count: Final = self.tempo + 1

    @cached_property
    def numbers(self) -> list[int]:
        """The number of the weight of each two items."""
        return [int(number) for number in self.shared]

    def exists(self, item: int) -> bool:
        """True if the variant has this man, and it may stand there, or so many pieces."""
        man, place, variant = self.man[item], self.place[item], self.tables.variant
        kind = man % KINDS
        if item >= self.first_held:
            start = "".join(variant.start.split()[:3:2]).upper()
            return 1 <= place <= max(1, start.count(variant.letters[kind]))
        if kind >= len(variant.pieces) or (man & PROMOTED and not variant.pieces[kind].promotes):
            return False
        return self.tables.board.can_move_from(man + FIRST_CODE, place)

    def active(self, position: Position) -> list[int]:
        """The features of a position, as the side to move sees it."""
        numbers, count = self.numbers, len(self.items)
        items = [self.number[item] for item in self.view(position, int(position.side)) if self.number[item] != NO_ITEM]
        features = [numbers[one * count + other] for place, one in enumerate(items) for other in items[: place + 1]]
        return [*features, self.tempo]

    def features(self, state: Any) -> tuple[list[int], list[int]]:
        """The features of a state: all of them are of the seat to move."""
        position = cast(Position, getattr(state, "base", state))
        return (self.active(position), []) if position.seat == 0 else ([], self.active(position))

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """Each weight, with the first pair of items that it is for."""
        last = -1
        for place, one in enumerate(self.items):
            for number, other in zip(self.numbers[place * len(self.items) :], self.items[: place + 1], strict=False):
                if number > last:
                    last = number
                    yield number, one, other

    def model(self) -> JudgementFeatures:
        """The features, and where a fit begins: an item's worth, and a man's distance from each king."""

        def worth(one: int, other: int) -> float:
            return self.worth(one) if one == other else self.near_king(one, other) + self.near_king(other, one)

        def by_step(one: int, other: int) -> Hashable:
            across, along = self.step(one, other) or (0, 0)
            return self.man[one], self.man[other], abs(across), along

        def by_man(one: int, other: int) -> Hashable:
            return self.man[one], self.man[other]

        return model_of(BY_PAIRS, self, worth, (by_step, by_man), DECAY_OF_PAIRS)

    def board_tables(self, judgement: Judgement) -> PairTables:
        """The tables of a judgement."""
        numbers = self.number + [self.number[item] for item in self.turned]
        return PairTables(self.squares, self.slots, numbers, len(self.items), self.shared, judgement)


def few_items(tables: Tables) -> bool:
    """True if a variant has few enough items for a judgement by pairs."""
    variant = tables.variant
    men = sum(2 if piece.promotes else 1 for piece in variant.pieces)
    return 2 * men * variant.squares <= MOST


def model_of(
    name: str,
    features: KingFeatures | PairFeatures,
    worth: Callable[[int, int], float],
    keys: tuple[Callable[[int, int], Hashable], ...],
    decay: float,
) -> JudgementFeatures:
    """The features as a fit takes them: for each pair of items where its weight begins, and what groups it is in.

    ``None`` as a key is the group of having the move.
    """
    pairs = list(features.pairs())
    prior = [0.0] * features.count
    prior[features.tempo] = TEMPO
    for number, one, other in pairs:
        prior[number] = worth(one, other)
    groups = []
    for key in keys:
        numbers: dict[Hashable, int] = {None: 0}
        group = [0] * features.count
        for number, one, other in pairs:
            group[number] = numbers.setdefault(key(one, other), len(numbers))
        groups.append(group)
    return JudgementFeatures(
        name=name, count=features.count, features=features.features, prior=prior, groups=groups, decay=decay
    )
