"""The features of a learned judgement of the family: every man by where it stands as seen from each king.

A position is looked at twice, from Black's king and from White's, each time as if
the side were Black and its king stood on the right half of the board.  A feature is a
man on a square, or a number of pieces in a hand, together with the square of the king.
"""

from __future__ import annotations

from typing import Any, Final, cast

from boardgames.games.shogi.moves.board import BLACK, WHITE, side_of
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.values.piece_values import REACH, values_of
from boardgames.learning.judgement_features import JudgementFeatures

NAME: Final = "men and hands by king 1"
MEN: Final = 32
"""Codes of men less 16: own ones come first, then the other side's."""
KINDS: Final = 8
COUNTS: Final = 19
"""Numbers of pieces of a kind in a hand, from none to 18."""
LARGE: Final = 49
"""Squares from which on most weights are of men and kings that games hardly have: they are kept smaller."""
DECAYS: Final = (1e-7, 1e-3)
"""How strongly a fit keeps weights small, on small boards and on large ones."""


class KingLayout:
    """Where the weights of a variant are: by number of the king, then by man and square, then by hand."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        variant = tables.variant
        self.files, self.ranks, self.squares = variant.files, variant.ranks, variant.squares
        self.half = (self.files + 1) // 2
        self.kings = self.half * self.ranks
        self.first_hand = self.kings * MEN * self.squares
        self.tempo = self.first_hand + self.kings * 2 * KINDS * COUNTS
        self.count = self.tempo + 1

    def turned(self, square: int, side: int) -> int:
        """A square as the side sees it, as if it were Black."""
        return square if side == BLACK else self.squares - 1 - square

    def mirrored(self, square: int) -> int:
        """The square on the other half of the board."""
        file = square % self.files
        return square - file + self.files - 1 - file

    def king(self, square: int) -> tuple[int, bool]:
        """The number of a king on a square, and whether the board is mirrored for it."""
        mirrors = square % self.files >= self.half
        if mirrors:
            square = self.mirrored(square)
        return square // self.files * self.half + square % self.files, mirrors

    def man(self, king: int, man: int, square: int) -> int:
        """The number of the weight of a man on a square, for a square of the king."""
        return (king * MEN + man) * self.squares + square

    def held(self, king: int, other: bool, kind: int, count: int) -> int:
        """The number of the weight of pieces of a kind in a hand, for a square of the king."""
        return self.first_hand + ((king * 2 + other) * KINDS + kind) * COUNTS + min(count, COUNTS - 1)

    # -- as one side sees it -------------------------------------------------------------

    def view(self, position: Position, side: int) -> list[int]:
        """The features of a position from the king of one side."""
        codes = position.codes
        own = int(position.black_king if side == BLACK else position.white_king)
        king, mirrors = self.king(self.turned(own, side))
        features = []
        for square in range(self.squares):
            code = codes[square]
            if code:
                at = self.turned(square, side)
                man = code - 16 if side == BLACK else (code - 16) ^ 16
                features.append(self.man(king, man, self.mirrored(at) if mirrors else at))
        for holder in (BLACK, WHITE):
            first = self.tables.hand[holder]
            for kind in range(1, int(self.tables.kinds)):
                count = codes[first + kind]
                if count:
                    features.append(self.held(king, holder != side, kind, count))
        if position.side == side:
            features.append(self.tempo)
        return features

    # -- where a fit begins ----------------------------------------------------------------

    def prior(self) -> list[float]:
        """The weights of the plain judgement: half of a man's worth from each king, and its distance."""
        values, squares = values_of(self.tables), self.squares
        kinds_in_hand = int(self.tables.kinds) - 1
        weights = [0.0] * self.count
        for square in range(squares):
            king, mirrors = self.king(square)
            if mirrors:
                continue
            for man in range(MEN):
                code = man + 16
                near = values.defence if side_of(code) == BLACK else values.attack
                for at in range(squares):
                    steps = values.steps[square * squares + at]
                    weights[self.man(king, man, at)] = values.man[code * squares + at] / 2 + near[code * REACH + steps]
            for other in (False, True):
                for kind in range(1, kinds_in_hand + 1):
                    worth = values.hand[other * kinds_in_hand + kind - 1] / 2
                    for count in range(COUNTS):
                        weights[self.held(king, other, kind, count)] = worth * count
        weights[self.tempo] = 0.35
        return weights

    def groups(self) -> list[list[int]]:
        """Men on a square whatever the king, men by their place beside the king, and hands whatever the king."""
        by_square, by_step = [0] * self.count, [0] * self.count
        wide = 2 * self.files
        steps = wide * 2 * self.ranks
        for king in range(self.kings):
            rank, file = divmod(king, self.half)
            for man in range(MEN):
                for at in range(self.squares):
                    feature = self.man(king, man, at)
                    across, along = at % self.files - file + self.files, at // self.files - rank + self.ranks
                    by_square[feature] = man * self.squares + at
                    by_step[feature] = man * steps + along * wide + across
            for held in range(2 * KINDS * COUNTS):
                feature = self.first_hand + king * 2 * KINDS * COUNTS + held
                by_square[feature] = MEN * self.squares + held
                by_step[feature] = MEN * steps
        by_square[self.tempo] = MEN * self.squares + 2 * KINDS * COUNTS
        by_step[self.tempo] = MEN * steps
        return [by_square, by_step]


def features_of(tables: Tables) -> JudgementFeatures:
    """The features of a variant's positions.  Both kings must be on the board."""
    layout = KingLayout(tables)

    def features(state: Any) -> tuple[list[int], list[int]]:
        position = cast(Position, getattr(state, "base", state))
        return layout.view(position, BLACK), layout.view(position, WHITE)

    return JudgementFeatures(
        name=NAME,
        count=layout.count,
        features=features,
        prior=layout.prior(),
        groups=layout.groups(),
        decay=DECAYS[layout.squares >= LARGE],
    )
