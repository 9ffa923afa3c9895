"""The features of a learned judgement where no dice are thrown: men, hands, attacks, and pairs of men.

Attacks tell what guards, threatens and pins down what, which single men do not; pairs tell how men stand together.  As
with :class:`~boardgames.games.shogi.values.features.KingFeatures`, a position is looked at from both sides.  A level of
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
from boardgames.games.shogi.values.board_tables import FIRST_CODE, MEN
from boardgames.games.shogi.values.features import KingFeatures
from boardgames.games.shogi.values.step_pairs import StepPairs
from boardgames.learning.judgement_features import JudgementFeatures
from boardgames.learning.judgement_file import MOST_STORED, Judgement

BY_ATTACKS: Final = "men, hands, attacks and pairs by king 1"
LEVELS: Final = int(attacks.LEVELS)
TURNED: Final = [level % 3 * 3 + level // 3 for level in range(LEVELS)]
"""The level as the other side sees it, by level."""
OWN_MEN: Final = 2 * PROMOTED
LEAST_DECAY: Final = 1e-5
"""How strongly a fit keeps weights small, at least: there are more of them than by kings alone."""


class AttackFeatures:
    """The weights of ``kings``; of attacks by square of a king, square, and level; of attacks on men; of pairs of men.

    Those of attacks on men are by own man, level, king, step from it, and whether the man's side is to move.  Those of
    pairs are by own man, other man, and the step between them, so two men of a side are weighed in both orders.
    """

    def __init__(self, tables: Tables) -> None:
        self.kings: Final = KingFeatures(tables)
        self.finder: Final = AttackFinder(tables)
        self.files: Final = tables.variant.files
        self.squares: Final = tables.variant.squares
        self.steps: Final = self.kings.steps
        self.step_numbers: Final = [
            self.kings.step_number(one, other) for one in range(self.squares) for other in range(self.squares)
        ]
        self.first_on_men: Final = self.kings.count + self.kings.half * tables.variant.ranks * self.squares * LEVELS
        self.first_pair: Final = self.first_on_men + OWN_MEN * LEVELS * 2 * self.steps * 2
        self.count: Final = self.first_pair + OWN_MEN * MEN * self.steps

    def near_king_number(self, king: int, square: int, level: int) -> int:
        """The number of the weight of an attack on a square, as Black sees it, for the square of its king."""
        kings = self.kings
        if king % self.files >= kings.half:
            king, square = kings.mirror(king), kings.mirror(square)
        rank, file = divmod(king, self.files)
        return kings.count + ((rank * kings.half + file) * self.squares + square) * LEVELS + level

    def on_man_number(self, man: int, level: int, other_king: bool, step: int, to_move: bool) -> int:
        """The number of the weight of an attack on an own man, for the step from one of the kings."""
        return self.first_on_men + (((man * LEVELS + level) * 2 + other_king) * self.steps + step) * 2 + to_move

    def pair_number(self, man: int, other: int, step: int) -> int:
        """The number of the weight of an own man and another man, for the step to it."""
        return self.first_pair + (man * MEN + other) * self.steps + step

    def active(self, position: Position, levels: Sequence[int], side: int) -> list[int]:
        """The features of a position from one side; ``levels`` are those of the attacks, as Black sees them."""
        features = self.kings.active(position, side)
        if side == WHITE:
            levels = [TURNED[level] for level in reversed(levels)]
        items = [item for item in self.kings.view(position, side) if item < self.kings.first_held]
        men = {item % self.squares: item // self.squares for item in items}
        king, other_king = (next(square for square, man in men.items() if man == own) for own in (0, OWN_MEN))
        to_move = position.side == side
        features += [self.near_king_number(king, square, level) for square, level in enumerate(levels) if level]
        for square, man in men.items():
            if man < OWN_MEN:
                for other, place in enumerate((king, other_king)):
                    step = self.step(place, square)
                    features.append(self.on_man_number(man, levels[square], other == 1, step, to_move))
                others = [place for place in men if place != square]
                features += [self.pair_number(man, men[place], self.step(square, place)) for place in others]
        return features

    def step(self, one: int, other: int) -> int:
        """The number of the step from a square to another."""
        return self.step_numbers[one * self.squares + other]

    def features(self, state: Any) -> tuple[list[int], list[int]]:
        """The features of a state for Black and for White.  Both kings must be on the board."""
        position = cast(Position, getattr(state, "base", state))
        levels = self.finder.levels(position)
        return self.active(position, levels, BLACK), self.active(position, levels, WHITE)

    def keys(self) -> Iterator[tuple[Hashable, Hashable]]:
        """Two keys for each weight of an attack or a pair: weights that have a key in common share a part."""
        for king in range(self.squares):
            if king % self.files < self.kings.half:
                for square in range(self.squares):
                    step = square % self.files - king % self.files, square // self.files - king // self.files
                    yield from (((square, level), (step, level)) for level in range(LEVELS))
        for man in range(OWN_MEN):
            for level in range(LEVELS):
                for number in range(4 * self.steps):
                    to_move = number % 2
                    yield ("man", man, level, to_move), ("man", man, number // 2, to_move)
        for man in range(OWN_MEN):
            for other in range(MEN):
                for step_number in range(self.steps):
                    ranks, files = divmod(step_number, self.files)
                    distance = max(abs(ranks - self.kings.ranks + 1), files)
                    yield ("pair", man, other), ("pair", man, other, distance)

    def model(self) -> JudgementFeatures:
        """The features, and where a fit begins: attacks and pairs count for nothing."""
        kings = self.kings.model()
        groups = []
        for number, group in enumerate(kings.groups):
            numbers: dict[Hashable, int] = {}
            first = max(group) + 1
            groups.append([*group, *[first + numbers.setdefault(key[number], len(numbers)) for key in self.keys()]])
        return JudgementFeatures(
            name=BY_ATTACKS,
            count=self.count,
            features=self.features,
            prior=[*kings.prior, *[0.0] * (self.count - kings.count)],
            groups=groups,
            decay=max(kings.decay, LEAST_DECAY),
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
        kings, on_men = self.kings.board_tables(judgement), self.on_men(weights)
        pairs = StepPairs(self.squares, self.steps, self.step_numbers, self.pairs(weights))
        return AttackTables(kings, self.finder, pairs, near_kings, on_men)

    def on_men(self, weights: Sequence[int]) -> list[int]:
        """The weights of attacks on men by owner of a king, code, level, step, and side to move, in Black's favour."""
        table: list[int] = []
        for number in range(2 * CODES * LEVELS):
            king, code, level = number // LEVELS // CODES, number // LEVELS % CODES, number % LEVELS
            side, man = side_of(code), code % OWN_MEN
            if not side:
                table += [0] * (2 * self.steps)
                continue
            first = self.on_man_number(man, level if side == BLACK else TURNED[level], king != side - BLACK, 0, False)
            waiting, to_move = (list(weights[first + turn : first + 2 * self.steps : 2]) for turn in range(2))
            if side == WHITE:
                waiting, to_move = ([-weight for weight in self.kings.turned_steps(row)] for row in (to_move, waiting))
            table += [weight for pair in zip(to_move, waiting, strict=True) for weight in pair]
        return table

    def pairs(self, weights: Sequence[int]) -> list[int]:
        """The weights of pairs of men by man, code of the other square, and step, in Black's favour."""
        nowhere = (self.kings.ranks - 1) * self.files  # the step from a square to itself
        table: list[int] = []
        for man in range(MEN):
            table += [0] * (FIRST_CODE * self.steps)
            for other in range(MEN):
                row = self.pair_row(weights, man, other)
                row[nowhere] = 0
                table += row
        if max(map(abs, table)) > MOST_STORED:  # the sum of two weights
            table = [max(-MOST_STORED, min(MOST_STORED, weight)) for weight in table]
        return table

    def pair_row(self, weights: Sequence[int], man: int, other: int) -> list[int]:
        """The weights of two men by the step from the first, in Black's favour."""
        if man >= OWN_MEN:  # as White sees the pair, or Black from the other man
            row = self.pair_row(weights, man ^ OWN_MEN, other ^ OWN_MEN)
            return [-weight for weight in self.kings.turned_steps(row)]
        first, second = self.pair_number(man, other, 0), self.pair_number(other % OWN_MEN, man ^ other & OWN_MEN, 0)
        seen, seen_back = weights[first : first + self.steps], weights[second : second + self.steps]
        if other >= OWN_MEN:
            return [one - two for one, two in zip(seen, seen_back, strict=True)]
        return [one + two for one, two in zip(seen, self.kings.turned_steps(seen_back), strict=True)]
