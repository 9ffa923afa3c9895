"""The features of the learned judgements of the family: items by the kings.

A position is looked at twice, from Black's king and from White's, each time as if the side were Black and its king
stood on the right half of the board.  A feature is an item together with the square of the king.

Where no dice are thrown, :mod:`~boardgames.games.shogi.values.attack_features` adds attacks and pairs of men.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final, cast

from boardgames.games.shogi.moves.board import BLACK, KINDS, WHITE
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.values.board_tables import COUNTS, MEN, KingTables
from boardgames.games.shogi.values.layout import Layout
from boardgames.games.shogi.values.search_eval import TEMPO
from boardgames.learning.judgement_features import JudgementFeatures
from boardgames.learning.judgement_file import Judgement

BY_KING: Final = "men and hands by king 1"
LARGE: Final = 49
"""Squares from which on most weights are of men and kings that games hardly have: they are kept smaller.

On such boards a search is narrow, too."""
DECAYS: Final = (1e-7, 1e-3)
"""How strongly a fit by kings keeps weights small, on small boards and on large ones."""


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

    def weights(self) -> Iterator[tuple[int, int, int]]:
        """Each weight, with its king and item."""
        for king, row in enumerate(self.rows):
            if king % self.files < self.half:
                yield from ((number, king, item) for item, number in enumerate(row))

    def model(self) -> JudgementFeatures:
        """The features, and where a fit begins: half of an item's worth from each king, and its distance."""
        weights = list(self.weights())
        prior = [0.0] * self.count
        prior[self.tempo] = TEMPO
        for number, king, item in weights:
            prior[number] = self.worth(item) / 2 + self.near_king(king, item)

        def by_item(king: int, item: int) -> Hashable:
            return item

        def by_step(king: int, item: int) -> Hashable:
            step = self.step(item, king)
            return step and (self.man[item], step)

        groups = []
        keys: tuple[Callable[[int, int], Hashable], ...] = (by_item, by_step)
        for key in keys:
            numbers: dict[Hashable, int] = {None: 0}  # the first group is that of having the move
            group = [0] * self.count
            for number, king, item in weights:
                group[number] = numbers.setdefault(key(king, item), len(numbers))
            groups.append(group)
        decay = DECAYS[self.squares >= LARGE]
        return JudgementFeatures(
            name=BY_KING, count=self.count, features=self.features, prior=prior, groups=groups, decay=decay
        )

    def board_tables(self, judgement: Judgement) -> KingTables:
        """The tables of a judgement."""
        table: list[int] = []
        weights = judgement.weights
        for row in self.rows:
            table += [weights[number] for number in row]
        for row in reversed(self.rows):
            table += [-weights[row[item]] for item in self.turned]
        return KingTables(self.squares, self.slots, table, weights[self.tempo], judgement.scale)
