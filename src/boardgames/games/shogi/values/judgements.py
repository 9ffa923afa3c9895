"""The learned judgements of the family: the files that come with it, and what searches make of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

from boardgames.games.shogi.moves.board import BLACK, CODES, WHITE
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.values import pair_features
from boardgames.games.shogi.values.board_tables import BoardTables
from boardgames.games.shogi.values.king_features import COUNTS, LARGE, NAME, KingLayout, features_of
from boardgames.games.shogi.values.king_tables import KingTables
from boardgames.games.shogi.values.pair_tables import PairItems, PairTables
from boardgames.games.shogi.values.search_eval import judge
from boardgames.games.shogi.values.search_rules import ShogiSearchRules
from boardgames.learning.judgement_features import JudgementFeatures
from boardgames.learning.judgement_file import BadJudgementFile, Judgement
from boardgames.learning.search_hints import LearnedHints


def board_tables(tables: Tables, judgement: Judgement) -> BoardTables:
    """The tables of a judgement.

    Raises :class:`~boardgames.learning.judgement_file.BadJudgementFile` for one of another board.
    """
    if judgement.features == NAME and len(judgement.weights) == KingLayout(tables).count:
        return king_tables(tables, judgement)
    if judgement.features == pair_features.NAME and pair_features.suits(tables):
        items = PairItems(tables)
        if len(judgement.weights) == items.weight_count + 1:
            return PairTables(items, judgement.weights, judgement.scale)
    raise BadJudgementFile(
        f"the judgement was fitted for {judgement.game} by features that {tables.variant.name} does not have: "
        "fit one for this game"
    )


def king_tables(tables: Tables, judgement: Judgement) -> KingTables:
    """The tables of a judgement that weighs men by the kings, for each king on each square."""
    layout, weights = KingLayout(tables), judgement.weights
    squares, kinds = layout.squares, int(tables.kinds)
    men = [0] * (2 * squares * CODES * squares)
    slots = 2 * (kinds - 1)
    hands = [0] * (2 * squares * slots * COUNTS)
    for side in (BLACK, WHITE):
        sign = 1 if side == BLACK else -1
        seen = [layout.turned(square, side) for square in range(squares)]
        for square in range(squares):
            king, mirrors = layout.king(seen[square])
            place = (squares if side == WHITE else 0) + square
            columns = [layout.mirrored(at) if mirrors else at for at in seen]
            for code in range(16, CODES):
                man = code - 16 if side == BLACK else (code - 16) ^ 16
                first, row = layout.man(king, man, 0), (place * CODES + code) * squares
                for at in range(squares):
                    men[row + at] = sign * weights[first + columns[at]]
            for holder in (BLACK, WHITE):
                for kind in range(1, kinds):
                    slot = int(tables.hand[holder]) + kind - squares
                    row = (place * slots + slot) * COUNTS
                    first = layout.held(king, holder != side, kind, 0)
                    for count in range(1, COUNTS):
                        hands[row + count] = sign * weights[first + count]
    return KingTables(squares, slots, men, hands, int(weights[layout.tempo]), judgement.scale)


def base_of(game: Any) -> Any:
    """The game whose board is judged: of a game with dice the one below it."""
    return getattr(game, "base", game)


def features(game: Any) -> JudgementFeatures:
    """The features by which a game of the family is judged: men by the kings."""
    return features_of(base_of(game).tables)


def pairs(game: Any) -> JudgementFeatures | None:
    """The features of a judgement by pairs; none for a large board, which has too many pairs."""
    tables = base_of(game).tables
    return pair_features.features_of(tables) if pair_features.suits(tables) else None


def evaluate(game: Any, judgement: Judgement) -> Callable[[Any, int], float]:
    """The judgement as a function of a position and a seat; positions without a king are judged as before."""
    tables = board_tables(base_of(game).tables, judgement)
    nowhere = int(base_of(game).tables.nowhere)

    def learned(state: Any, seat: int) -> float:
        position = cast(Position, getattr(state, "base", state))
        if nowhere in (position.black_king, position.white_king):
            return judge(position, seat)
        return tables.value(position, seat)

    return learned


def file(name: str) -> Path | None:
    """The judgement that comes with a variant."""
    return shipped(name, "judgement.bin")


def pairs_file(name: str) -> Path | None:
    """The judgement by pairs that comes with a variant."""
    return shipped(name, "pairs.bin")


def shipped(name: str, file_name: str) -> Path | None:
    """A file of weights that comes with a game; ``None`` if there is none."""
    path = Path(__file__).parents[2] / name.replace("-", "_") / file_name
    return path if path.exists() else None


def rules(game: Any, judgement: Judgement | None) -> ShogiSearchRules:
    """The search rules of a variant without dice.

    Raises :class:`~boardgames.learning.judgement_file.BadJudgementFile` as :func:`board_tables`.
    """
    learned = None if judgement is None else board_tables(game.tables, judgement)
    return ShogiSearchRules(game.tables, learned, narrow=learned is not None and game.tables.variant.squares >= LARGE)


LEARNED: Final = LearnedHints(features=features, evaluate=evaluate, file=file, pairs=pairs, pairs_file=pairs_file)
