"""What searches believe of positions: bounded, fair to both sides, and each term with its sign."""

from __future__ import annotations

from pathlib import Path
from random import Random
from struct import pack
from typing import Any
from zlib import crc32

import pytest

import boardgames as bg
from boardgames.core.model.walk import edges
from boardgames.games.shogi.moves.board import BLACK, WHITE, side_of
from boardgames.games.shogi.moves.position import reaches
from boardgames.games.shogi.moves.tables import tables_of
from boardgames.games.shogi.values import tactics
from boardgames.games.shogi.values.attack_features import BY_ATTACKS, AttackFeatures
from boardgames.games.shogi.values.attacks import AttackFinder
from boardgames.games.shogi.values.board_tables import BoardTables
from boardgames.games.shogi.values.features import KingFeatures
from boardgames.games.shogi.values.judgements import rules
from boardgames.games.shogi.values.piece_values import values_of
from boardgames.games.shogi.variant import SHOGI
from boardgames.learning.judgement_file import MOST_STORED, UNIT, BadJudgementFile, Judgement, read_judgement
from boardgames.learning.search_hints import SearchHints
from boardgames.learning.search_rules import GAIN
from tests.players.positions import positions
from tests.samples import cases, few


def insight(game: str) -> SearchHints:
    found = bg.find(game.partition(":")[0]).insight
    assert found is not None
    return found


def judged(game: str, position: str, seat: int = 0) -> float:
    return insight(game).evaluate(bg.load(game).parse(position), seat)


@cases("game", ["ur", "ur:tokens=1", "morris", "morris:preset=classic", "minishogi", "shogi", "dice-shogi"])
def test_bounded_and_opposite(game: str) -> None:
    rng = Random(3)
    evaluate = insight(game).evaluate
    for _ in range(6):
        state: bg.State = bg.load(game).start()
        for _ in range(150):
            value = evaluate(state, 0)
            assert -1 <= value <= 1
            assert evaluate(state, 1) == -value
            ways = edges(state)
            if not ways:
                break
            state = state.apply(rng.choice(ways))


@cases(
    ("game", "better", "worse"),
    [
        # a pawn more; a rook in hand rather than on the board; generals beside the king; kings at home
        ("shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b R 1", "4k4/9/9/9/9/9/9/1R7/4K4 b - 1"),
        ("shogi", "4k4/9/9/9/9/9/9/4G4/4K4 b - 1", "4k4/9/9/9/9/9/9/G8/4K4 b - 1"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/4K4/9/9/9/9/9 b - 1"),
        ("shogi", "4k4/9/4S4/9/9/9/9/9/4K4 b - 1", "4k4/9/8S/9/9/9/9/9/4K4 b - 1"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 w - 1"),
        ("minishogi", "4k/5/5/5/K4 b 2G 1", "4k/5/5/5/K4 b G 1"),
        # a man more; a mill to close; room to move
        ("morris", "B......................W b 7 8 2", "B.....................WW b 7 7 3"),
        ("morris:preset=classic", "BB.....................W b 7 8 3", "B.......B..............W b 7 8 3"),
        # further on; at home; on the safe rosette; out of reach
        ("ur", "0,0,0,0,0,0,4 0,0,0,0,0,0,3 0 -", "0,0,0,0,0,0,3 0,0,0,0,0,0,3 0 -"),
        ("ur", "0,0,0,0,0,0,15 0,0,0,0,0,0,3 0 -", "0,0,0,0,0,0,14 0,0,0,0,0,0,3 0 -"),
        ("ur", "0,0,0,0,0,0,8 0,0,0,0,0,0,6 1 -", "0,0,0,0,0,0,9 0,0,0,0,0,0,6 1 -"),
        ("ur", "0,0,0,0,0,0,10 0,0,0,0,0,0,11 0 -", "0,0,0,0,0,0,10 0,0,0,0,0,0,8 0 -"),
        ("ur", "0,0,0,0,0,0,4 0,0,0,0,0,0,4 0 -", "0,0,0,0,0,0,4 0,0,0,0,0,0,4 1 -"),
    ],
)  # fmt: skip
def test_every_term_has_its_sign(game: str, better: str, worse: str) -> None:
    assert judged(game, better) > judged(game, worse)


def test_dice_shogi_is_judged_by_its_board() -> None:
    assert judged("dice-shogi", "4k/5/5/5/K4 b 2G 1 -") == judged("minishogi", "4k/5/5/5/K4 b 2G 1")


def test_a_promoted_man_is_worth_more_and_the_king_most() -> None:
    exchange = values_of(tables_of(SHOGI)).exchange
    assert all(exchange[16 + 8 + kind] > exchange[16 + kind] for kind in (1, 2, 3, 4, 6, 7))
    assert max(exchange) == exchange[16]


# -- men and hands by the kings, and attacks ------------------------------------------------------

NAMES = ["minishogi", "shogi", "gorogoro", "torishogi", "euroshogi", "kyotoshogi", "microshogi"]
Case = tuple[type[AttackFeatures] | type[KingFeatures], str]
EVERYDAY: list[Case] = [
    (AttackFeatures, "minishogi"),
    (AttackFeatures, "torishogi"),
    (AttackFeatures, "kyotoshogi"),
    (KingFeatures, "minishogi"),
]
CASES: list[Case] = [
    *((AttackFeatures, name) for name in NAMES),
    (KingFeatures, "minishogi"),
    (KingFeatures, "gorogoro"),
]


@pytest.mark.parametrize("case", few(CASES, *EVERYDAY))
def test_tables_say_what_the_features_weigh(case: Case) -> None:
    kind, name = case
    tables: Any = bg.load(name).tables  # type: ignore[attr-defined]
    rng = Random(5)
    features = kind(tables)
    weights = [rng.randrange(-900, 900) for _ in range(features.count)]
    kings, model = features.board_tables(Judgement(name, features.model().name, weights)), features.model()
    for state in positions(name, 2)[::5]:
        for_black, for_white = model.features(state)
        total = sum(weights[place] for place in for_black) - sum(weights[place] for place in for_white)
        assert kings.total(state) == total
        assert abs(int(kings.score(state)) * UNIT // 100 - (total if state.seat == 0 else -total)) <= UNIT // 100


@pytest.mark.parametrize("case", few(CASES, *EVERYDAY))
def test_a_fit_begins_with_the_plain_judgement(case: Case) -> None:
    kind, name = case
    tables: Any = bg.load(name).tables  # type: ignore[attr-defined]
    features = kind(tables)
    weights = [round(weight * UNIT) for weight in features.model().prior]
    kings = features.board_tables(Judgement(name, features.model().name, weights))
    for state in positions(name, 2)[::7]:
        assert kings.value(state, 0) == pytest.approx(insight(name).evaluate(state, 0), abs=0.01)


@pytest.mark.parametrize("case", few(CASES, *EVERYDAY))
def test_both_sides_are_judged_alike(case: Case) -> None:
    kind, name = case
    features = kind(bg.load(name).tables)  # type: ignore[attr-defined]
    rng = Random(5)
    weights = [rng.randrange(-900, 900) for _ in range(features.count)]
    tables = features.board_tables(Judgement(name, features.model().name, weights))
    for state in positions(name, 4)[::3]:
        assert tables.total(turned(state)) == -tables.total(state)
        assert tables.value(state, 1) == -tables.value(state, 0)


def turned(state: Any) -> Any:
    """The position with its colours exchanged and the board turned, as the other player sees it."""
    board, side, hand, number = str(state).split()
    swapped = "".join(sign.swapcase() for sign in "/".join(row[::-1] for row in reversed(board.split("/"))))
    return state.game.parse(f"{signed(swapped)} {'w' if side == 'b' else 'b'} {hands(hand.swapcase())} {number}")


def signed(board: str) -> str:
    """A board that was read backwards: each plus before the letter that it belongs to."""
    signs = list(board)
    for place in range(len(signs) - 1):
        if signs[place + 1] == "+" and signs[place].isalpha():
            signs[place], signs[place + 1] = "+", signs[place]
    return "".join(signs)


def hands(hand: str) -> str:
    """Black's pieces first, as a position is written."""
    groups, count = [], ""
    for sign in hand:
        count += sign if sign.isdecimal() else ""
        if not sign.isdecimal():
            groups.append((sign.islower(), count + sign))
            count = ""
    return "".join(text for _, text in sorted(groups, key=lambda group: group[0]))


@pytest.mark.parametrize("case", few(CASES, *EVERYDAY))
def test_sums_that_follow_moves_are_those_of_the_position(case: Case) -> None:
    """Also after a pass, where the line is left and another one begins, and where the position before was not asked."""
    kind, name = case
    game: Any = bg.load(name)
    rng = Random(6)
    features = kind(game.tables)
    weights = [rng.randrange(-900, 900) for _ in range(features.count)]
    search_rules = rules(game, Judgement(name, features.model().name, weights))
    plain = features.board_tables(Judgement(name, features.model().name, weights))
    for number in range(20):
        state = game.start()
        for _ in range(number):
            state = state if state.outcome else state.apply(rng.choice(state.actions()))
        while state.outcome is None and state.ply < 90:
            if rng.random() < 0.9:
                search_rules.score(state)
            if rng.random() < 0.1:
                passed = search_rules.passed(state)
                assert passed is not None
                assert search_rules.score(passed) == in_view(plain, passed)
            children = [search_rules.play(state, move) for move in rng.sample(list(search_rules.moves(state)), 1) * 2]
            state = rng.choice(children)
            if game.tables.nowhere not in state.kings():
                assert search_rules.score(state) == in_view(plain, state)


def test_weights_as_large_as_a_file_has_them_are_read() -> None:
    """Two of them together need more than 16 bits."""
    game: Any = bg.load("torishogi")
    features = AttackFeatures(game.tables)
    for weight in (MOST_STORED, -MOST_STORED):
        tables = features.board_tables(Judgement("torishogi", BY_ATTACKS, [weight] * features.count))
        assert abs(tables.value(game.start(), 0)) <= 1


def test_a_weight_that_no_fit_writes_is_refused(tmp_path: Path) -> None:
    """The opposite of the smallest number of 16 bits does not fit into 16 bits."""
    path = tmp_path / "crafted.judgement"
    content = Judgement("minishogi", BY_ATTACKS, [1, -MOST_STORED]).write()
    path.write_bytes(content)
    assert read_judgement(path).weights[1] == -MOST_STORED
    weights = pack("<2h", 1, -MOST_STORED - 1)
    head = content[: -len(weights)].replace(b"%d" % crc32(content[-len(weights) :]), b"%d" % crc32(weights))
    path.write_bytes(head + weights)
    with pytest.raises(BadJudgementFile, match="is damaged: a weight is below -32767; fit it again"):
        read_judgement(path)


@pytest.mark.parametrize("name", few(NAMES, "minishogi", "torishogi"))
def test_attacks_that_are_kept_change_no_move_and_no_weight(name: str) -> None:
    """They tell whether a king is in check, where it may go, and what is guarded."""
    game: Any = bg.load(name)
    rng = Random(7)
    features = AttackFeatures(game.tables)
    learned = rules(game, Judgement(name, BY_ATTACKS, [0] * features.count))
    plain = rules(game, None)
    checks = 0
    for number in range(20):
        state = game.start()
        learned.score(state)
        for _ in range(20 + 8 * number):
            moves = learned.moves(state)
            if not len(moves):
                break
            state = learned.play(state, rng.choice(list(moves)))
            same = game.parse(str(state))
            assert state.in_check() == same.in_check()
            checks += state.in_check()
            moves = learned.moves(state)
            weights = list(plain.weights(same, moves))
            assert list(learned.weights(state, moves)) == weights
            wins = {move for move, weight in zip(moves, weights, strict=True) if weight >= GAIN}
            if not state.in_check():
                assert wins & set(learned.noisy_moves(state)) == wins & set(plain.noisy_moves(same))
    assert checks > 20


@pytest.mark.parametrize("name", few(["shogi", "minishogi", "torishogi", "microshogi", "kyotoshogi"], "torishogi"))
def test_levels_of_attack_count_the_men_that_reach_a_square(name: str) -> None:
    tables: Any = bg.load(name).tables  # type: ignore[attr-defined]
    finder, squares = AttackFinder(tables), range(tables.squares)
    for state in positions(name, 2)[::9]:
        low, high = state.own_low | state.other_low, state.own_high | state.other_high
        expected = []
        for square in squares:
            sides = [
                side_of(state.codes[man])
                for man in squares
                if state.codes[man]
                and (tables.sight_low[square] & tables.low[man] or tables.sight_high[square] & tables.high[man])
                and reaches(tables, state.codes[man], square * tables.squares + man, low, high)
            ]
            expected.append(min(sides.count(BLACK), 2) + 3 * min(sides.count(WHITE), 2))
        assert finder.levels(state) == expected


def in_view(tables: BoardTables, state: Any) -> int:
    """The sum in hundredths of a pawn, in favour of the side to move."""
    total = int(tables.total(state))
    return (total if state.seat == 0 else -total) // 4


# -- checks --------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["shogi", "minishogi"])
def test_checks_are_the_actions_after_which_the_other_is_in_check(game: str) -> None:
    rng = Random(8)
    seen = 0
    for _ in range(8):
        state: Any = bg.load(game).start()
        for _ in range(120):
            actions = state.actions()
            if not actions:
                break
            truth = [action for action in actions if state.apply(action).in_check()]
            assert list(tactics.checks(state)) == truth
            seen += len(truth)
            state = state.apply(rng.choice(truth or actions))
    assert seen > 50
