"""The learned judgements of the family: the files that come with it, and what searches make of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.moves.tables import Tables
from boardgames.games.shogi.values.attack_features import BY_ATTACKS, AttackFeatures
from boardgames.games.shogi.values.board_tables import BoardTables
from boardgames.games.shogi.values.features import BY_KING, LARGE, KingFeatures
from boardgames.games.shogi.values.search_eval import judge
from boardgames.games.shogi.values.search_rules import ShogiSearchRules
from boardgames.learning.judgement_features import JudgementFeatures
from boardgames.learning.judgement_file import BadJudgementFile, Judgement
from boardgames.learning.search_hints import LearnedHints


def board_tables(tables: Tables, judgement: Judgement) -> BoardTables:
    """The tables of a judgement.

    Raises :class:`~boardgames.learning.judgement_file.BadJudgementFile` for one of another board.
    """
    features: KingFeatures | AttackFeatures | None = None
    if judgement.features == BY_KING:
        features = KingFeatures(tables)
    elif judgement.features == BY_ATTACKS:
        features = AttackFeatures(tables)
    if features is None or len(judgement.weights) != features.count:
        raise BadJudgementFile(
            f"the judgement was fitted for {judgement.game} by features that {tables.variant.name} does not have: "
            "fit one for this game"
        )
    return features.board_tables(judgement)


def base_of(game: Any) -> Any:
    """The game whose board is judged: of a game with dice the one below it."""
    return getattr(game, "base", game)


def features(game: Any) -> JudgementFeatures:
    """The features by which a game of the family is judged: men by the kings, and without dice attacks and pairs."""
    return AttackFeatures(game.tables).model() if base_of(game) is game else KingFeatures(base_of(game).tables).model()


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
    """The judgement that comes with a variant; ``None`` if there is none."""
    path = Path(__file__).parents[2] / name.replace("-", "_") / "judgement.bin"
    return path if path.exists() else None


def rules(game: Any, judgement: Judgement | None) -> ShogiSearchRules:
    """The search rules of a variant without dice.

    Raises :class:`~boardgames.learning.judgement_file.BadJudgementFile` as :func:`board_tables`.
    """
    learned = None if judgement is None else board_tables(game.tables, judgement)
    return ShogiSearchRules(game.tables, learned, narrow=learned is not None and game.tables.variant.squares >= LARGE)


LEARNED: Final[LearnedHints[Any]] = LearnedHints(features=features, evaluate=evaluate, file=file)
