"""The features of a judgement by pairs: every pair of men and pieces in hand, as the side to move sees them.

Pairs of a king and a man are among them, so it weighs all that
:mod:`~boardgames.games.shogi.values.king_features` weighs, and also what guards, attacks or blocks what.
"""

from __future__ import annotations

from typing import Any, Final, cast

from mypy_extensions import i64

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.board import KINDS, KING, PROMOTED
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.values.pair_tables import MEN, PairItems
from boardgames.games.shogi.values.piece_values import REACH, values_of
from boardgames.games.shogi.values.search_eval import TEMPO
from boardgames.learning.judgement_features import JudgementFeatures

NAME: Final = "pairs of men and hands 1"
MOST: Final = 1000
"""Items that a variant may have: larger boards have too many pairs."""
DECAY: Final = 1e-6
"""How strongly a fit keeps weights small."""


def suits(tables: Tables) -> bool:
    """True if a variant has few enough items for a judgement by pairs."""
    variant = tables.variant
    men = sum(2 if piece.promotes else 1 for piece in variant.pieces)
    return 2 * men * variant.squares <= MOST


class PairLayout:
    """Where the weights of a variant are: by pair of items, an item with itself among them; then having the move."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.items = PairItems(tables)
        self.numbers = [int(number) for number in self.items.weight_numbers()]
        self.tempo = int(self.items.weight_count)
        self.count = self.tempo + 1
        self.seen = vec[i64]([0] * int(self.items.squares + self.items.slots))

    def view(self, position: Position) -> list[int]:
        """The features of a position, as the side to move sees it."""
        numbers, count = self.numbers, int(self.items.count)
        items = [int(self.seen[place]) for place in range(int(self.items.see(position, self.seen)))]
        rows = [one * count for one in items]
        features = [numbers[row + other] for number, row in enumerate(rows) for other in items[: number + 1]]
        features.append(self.tempo)
        return features

    def pairs(self) -> list[tuple[int, int]]:
        """By number of a weight: the items that it is for."""
        count = int(self.items.count)
        pairs = [(0, 0)] * self.tempo
        for one in reversed(range(count)):
            for other in reversed(range(one + 1)):
                pairs[self.numbers[one * count + other]] = one, other
        return pairs

    # -- where a fit begins ----------------------------------------------------------------

    def prior(self) -> list[float]:
        """The weights of the plain judgement: a man's worth, and its distance from each king."""
        items, values, tables = self.items, values_of(self.tables), self.tables
        squares, kinds_in_hand = int(tables.squares), int(tables.kinds) - 1
        weights = [0.0] * self.count
        for number, (one, other) in enumerate(self.pairs()):
            man, place = items.man[one], items.place[one]
            if one == other and man < MEN:
                weights[number] = values.man[(man + 16) * squares + place]
            elif one == other:
                side, kind = divmod(man - MEN, KINDS)
                weights[number] = values.hand[side * kinds_in_hand + kind - 1] * place
            elif man < MEN and items.man[other] < MEN:
                for king, near in ((one, other), (other, one)):
                    if items.man[king] % (2 * PROMOTED) == KING:
                        weights[number] += self.near_king(king, near)
        weights[self.tempo] = TEMPO
        return weights

    def near_king(self, king: int, man: int) -> float:
        """The weight of a man for its distance from a king."""
        items, values = self.items, values_of(self.tables)
        steps = values.steps[items.place[king] * int(self.tables.squares) + items.place[man]]
        same = items.man[king] // 16 == items.man[man] // 16
        near = values.defence if same else values.attack
        return float(near[(items.man[man] + 16) * REACH + steps])

    def groups(self) -> list[list[int]]:
        """Pairs of men by how they stand to each other, and pairs of men wherever they stand."""
        items, files = self.items, int(self.tables.files)
        wide = 2 * files
        seen: dict[tuple[int, ...], int] = {}
        by_step, by_man = [], []
        for one, other in self.pairs():
            men = items.man[one], items.man[other]
            across = along = 0
            if max(men) < MEN:
                across = abs(items.place[one] % files - items.place[other] % files)
                along = items.place[one] // files - items.place[other] // files + wide
            by_step.append(seen.setdefault((*men, across, along), len(seen)))
        kinds: dict[tuple[int, int], int] = {}
        for one, other in self.pairs():
            by_man.append(kinds.setdefault((items.man[one], items.man[other]), len(kinds)))
        return [[*by_step, len(seen)], [*by_man, len(kinds)]]


def features_of(tables: Tables) -> JudgementFeatures:
    """The features of a variant's positions: all of them are of the seat to move."""
    layout = PairLayout(tables)

    def features(state: Any) -> tuple[list[int], list[int]]:
        position = cast(Position, getattr(state, "base", state))
        seen = layout.view(position)
        return (seen, []) if position.seat == 0 else ([], seen)

    return JudgementFeatures(
        name=NAME,
        count=layout.count,
        features=features,
        prior=layout.prior(),
        groups=layout.groups(),
        decay=DECAY,
    )
