"""The features of a learned judgement for a large board: men, hands, and attacks.

Attacks tell what guards, threatens and pins down what, which single men do not.  As with
:class:`~boardgames.games.shogi.values.features.KingFeatures`, a position is looked at from both sides.  A level of
attack, ``own + 3 * other``, says how many men of either side attack a square, up to two.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final, cast

from boardgames.games.shogi.moves.board import BLACK, CODES, PROMOTED, WHITE, side_of
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.values import attacks
from boardgames.games.shogi.values.attack_tables import AttackTables
from boardgames.games.shogi.values.attacks import AttackFinder
from boardgames.games.shogi.values.features import KingFeatures
from boardgames.learning.judgement_features import JudgementFeatures
from boardgames.learning.judgement_file import Judgement

BY_ATTACKS: Final = "men, hands and attacks by king 1"
LEVELS: Final = int(attacks.LEVELS)
TURNED: Final = [level % 3 * 3 + level // 3 for level in range(LEVELS)]
"""The level as the other side sees it, by level."""
OWN_MEN: Final = 2 * PROMOTED


class AttackFeatures:
    """The weights of ``kings``; of attacks by square of a king, square, and level; and of attacks on men.

    The last are by own man, level, and whether its side is to move.
    """

    def __init__(self, tables: Tables) -> None:
        self.kings: Final = KingFeatures(tables)
        self.finder: Final = AttackFinder(tables)
        self.files: Final = tables.variant.files
        self.squares: Final = tables.variant.squares
        self.first_on_men: Final = self.kings.count + self.kings.half * tables.variant.ranks * self.squares * LEVELS
        self.count: Final = self.first_on_men + OWN_MEN * LEVELS * 2

    def near_king_number(self, king: int, square: int, level: int) -> int:
        """The number of the weight of an attack on a square, as Black sees it, for the square of its king."""
        kings = self.kings
        if king % self.files >= kings.half:
            king, square = kings.mirror(king), kings.mirror(square)
        rank, file = divmod(king, self.files)
        return kings.count + ((rank * kings.half + file) * self.squares + square) * LEVELS + level

    def on_man_number(self, man: int, level: int, to_move: bool) -> int:
        """The number of the weight of an attack on an own man."""
        return self.first_on_men + (man * LEVELS + level) * 2 + to_move

    def active(self, position: Position, levels: Sequence[int], side: int) -> list[int]:
        """The features of a position from one side; ``levels`` are those of the attacks, as Black sees them."""
        features = self.kings.active(position, side)
        codes = position.codes[: self.squares]
        king = int(position.black_king if side == BLACK else position.white_king)
        if side == WHITE:
            levels, codes, king = [TURNED[level] for level in reversed(levels)], codes[::-1], self.squares - 1 - king
        features += [self.near_king_number(king, square, level) for square, level in enumerate(levels) if level]
        men = [(code, level) for code, level in zip(codes, levels, strict=True) if side_of(code) == side]
        return features + [self.on_man_number(code % OWN_MEN, level, position.side == side) for code, level in men]

    def features(self, state: Any) -> tuple[list[int], list[int]]:
        """The features of a state for Black and for White.  Both kings must be on the board."""
        position = cast(Position, getattr(state, "base", state))
        levels = self.finder.levels(position)
        return self.active(position, levels, BLACK), self.active(position, levels, WHITE)

    def attacks(self) -> Iterator[tuple[Hashable, Hashable]]:
        """Two keys for each weight of an attack: weights of one square, or of one step from the king, share a part."""
        for king in range(self.squares):
            if king % self.files < self.kings.half:
                for square in range(self.squares):
                    step = square % self.files - king % self.files, square // self.files - king // self.files
                    yield from (((square, level), (step, level)) for level in range(LEVELS))
        for number in range(OWN_MEN * LEVELS):
            yield from [(f"man {number}", f"man {number}")] * 2

    def model(self) -> JudgementFeatures:
        """The features, and where a fit begins: attacks count for nothing."""
        kings = self.kings.model()
        groups = []
        for number, group in enumerate(kings.groups):
            numbers: dict[Hashable, int] = {}
            first = max(group) + 1
            keys = [key[number] for key in self.attacks()]
            groups.append([*group, *[first + numbers.setdefault(key, len(numbers)) for key in keys]])
        return JudgementFeatures(
            name=BY_ATTACKS,
            count=self.count,
            features=self.features,
            prior=[*kings.prior, *[0.0] * (self.count - kings.count)],
            groups=groups,
            decay=kings.decay,
        )

    def board_tables(self, judgement: Judgement) -> AttackTables:
        """The tables of a judgement."""
        weights, last = judgement.weights, self.squares - 1
        near_kings: list[int] = []
        for king in range(self.squares):
            for square in range(self.squares):
                first = self.near_king_number(king, square, 0)
                near_kings.append(0)  # a square that nobody attacks is no feature
                near_kings += weights[first + 1 : first + LEVELS]
        for row in range(last, -1, -1):  # of White's king on each square
            for square in range(last, -1, -1):
                first = (row * self.squares + square) * LEVELS
                near_kings += [-near_kings[first + level] for level in TURNED]
        on_men = [0] * (2 * CODES * LEVELS)
        for place in range(len(on_men)):
            mover, rest = divmod(place, CODES * LEVELS)
            code, level = divmod(rest, LEVELS)
            side = side_of(code)
            if side:
                seen = level if side == BLACK else TURNED[level]
                weight = weights[self.on_man_number(code % OWN_MEN, seen, BLACK + mover == side)]
                on_men[place] = weight if side == BLACK else -weight
        return AttackTables(self.kings.board_tables(judgement), self.finder, near_kings, on_men)
