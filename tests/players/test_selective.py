"""The selective search: it finds mates, asks the game rightly, and leaves seeded games as they were."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from mypy_extensions import i64

import boardgames as bg
from boardgames.contest import BadEntrant, entrant
from boardgames.core.protocol import Clock
from boardgames.core.vectors import vec
from boardgames.games.shogi.values.features import BY_KING, KingFeatures
from boardgames.games.shogi.values.search_rules import ShogiSearchRules
from boardgames.learning.judgement_file import UNIT, Judgement
from boardgames.learning.search_rules import CHECK, GAIN, NEAR_KING, SearchRules
from boardgames.players.alphabeta import ALPHABETA, Alphabeta, SearchOptions
from boardgames.players.bounded_search import plies_to_end
from boardgames.players.budget import Budget, Effort
from boardgames.players.search import Search
from boardgames.players.selective import DEEPEST, FAR, WON, SelectiveSearch, value_of
from boardgames.players.transposition_table import EXACT
from tests.players.positions import positions
from tests.samples import few

NAMES = ["minishogi", "shogi", "gorogoro"]


def made(name: str, narrow: bool = False) -> ShogiSearchRules:
    return ShogiSearchRules(bg.load(name).tables, narrow=narrow)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", few(NAMES, "minishogi"))
def test_tables_say_what_the_features_weigh(name: str) -> None:
    tables: Any = bg.load(name).tables  # type: ignore[attr-defined]
    rng = Random(5)
    features = KingFeatures(tables)
    weights = [rng.randrange(-900, 900) for _ in range(features.count)]
    kings, model = features.board_tables(Judgement(name, BY_KING, weights)), features.model()
    for state in positions(name, 2)[::5]:
        for_black, for_white = model.features(state)
        total = sum(weights[place] for place in for_black) - sum(weights[place] for place in for_white)
        assert kings.total(state) == total
        assert abs(int(kings.score(state)) * UNIT // 100 - (total if state.seat == 0 else -total)) <= UNIT // 100


@pytest.mark.parametrize("name", few(NAMES, "minishogi"))
def test_a_fit_begins_with_the_plain_judgement(name: str) -> None:
    spec, tables = bg.find(name), bg.load(name).tables  # type: ignore[attr-defined]
    features = KingFeatures(tables)
    weights = [round(weight * UNIT) for weight in features.model().prior]
    kings = features.board_tables(Judgement(name, BY_KING, weights))
    assert spec.insight is not None
    for state in positions(name, 2)[::7]:
        assert kings.value(state, 0) == pytest.approx(spec.insight.evaluate(state, 0), abs=0.01)


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_the_legal_actions_and_noisy_ones_are_among_them(name: str) -> None:
    rules = made(name)
    seen = 0
    for state in positions(name, 3):
        moves = rules.moves(state)
        assert [rules.action(state, move) for move in moves] == list(state.actions())
        weights = rules.weights(state, moves)
        for move, weight in zip(moves, weights, strict=True):
            after: Any = rules.play(state, move)
            assert after == state.apply(rules.action(state, move))
            assert not weight & CHECK or after.in_check()
        if not state.in_check():
            noisy = set(rules.noisy_moves(state))
            assert noisy <= set(moves)
            gaining = {move for move, weight in zip(moves, weights, strict=True) if weight >= GAIN}
            captures = {move for move in gaining if state.codes[rules.action(state, move).target]}
            assert captures <= noisy
            seen += len(captures)
            passed: Any = rules.passed(state)
            assert (passed.side, passed.codes) == (3 - state.side, state.codes)
            again: Any = rules.passed(passed)
            assert rules.key(again) == rules.key(state)
    assert seen > 5
    assert NEAR_KING not in (CHECK, GAIN)


@pytest.mark.parametrize(
    ("position", "depth", "plies"),
    [
        ("8k/9/6R2/9/9/9/9/9/9 b G 1", 2, 1),
        ("2rnn4/k1psB2P1/2n3g1p/lp1p2p2/p5P1P/1P1PSP2L/PLG1p+R3/LB2S2N1/2PK1SG2 b G3P 123", 4, 3),
    ],
)
@pytest.mark.parametrize("narrow", [False, True])
def test_it_finds_mates_and_says_how_far_they_are(narrow: bool, position: str, depth: int, plies: int) -> None:
    state: Any = bg.load("shogi").parse(position)
    search = SelectiveSearch(made("shogi", narrow), 1009)
    search.begin(Budget())
    actions = state.actions()
    rated = search.rated(state, actions, depth, [0.0] * len(actions), list(range(len(actions))), 1)
    assert plies_to_end(rated[0][0]) == plies


class OneOfMany(SearchRules):
    """A game of two moves: after the last of ``count`` quiet moves, which has a flag, the other has none and loses."""

    def __init__(self, count: int, flag: int, narrow: bool) -> None:
        super().__init__(count + 1, 1200.0, narrow)
        self.count, self.flag = count, flag

    def is_over(self, state: Any) -> bool:
        return False

    def result(self, state: Any) -> int:
        return -1

    def key(self, state: Any) -> int:
        return hash(state)

    def in_check(self, state: Any) -> bool:
        return False

    def score(self, state: Any) -> int:
        return 0

    def moves(self, state: Any) -> Any:
        return vec[i64](range(0 if self.is_lost(state) else self.count))

    def is_lost(self, state: Any) -> bool:
        return len(state) == 1 and state[0] == self.count - 1

    def noisy_moves(self, state: Any) -> Any:
        return vec[i64]([])

    def weights(self, state: Any, moves: Any) -> Any:
        return vec[i64]([self.flag if move == self.count - 1 else 0 for move in moves])

    def play(self, state: Any, move: int) -> Any:
        return (*state, int(move))

    def passed(self, state: Any) -> Any:
        return None

    def action(self, state: Any, move: int) -> Any:
        return move


@pytest.mark.parametrize(
    ("narrow", "flag", "found"), [(True, 0, False), (True, CHECK, True), (True, NEAR_KING, True), (False, 0, True)]
)
def test_a_narrow_search_leaves_out_late_moves_but_no_checks_and_none_beside_the_king(
    narrow: bool, flag: int, found: bool
) -> None:
    rules = OneOfMany(60, flag, narrow)
    search = SelectiveSearch(rules, 1009)
    search.begin(Budget())
    search.history[int(rules.numbers) + rules.count - 1] = -16_000  # so it is the last in the order
    score = search.search((), 2, 50, 51, 1, False)
    assert (score >= FAR) is found


def test_a_win_far_from_what_was_expected_is_found() -> None:
    position = "2rnn4/k1psB2P1/2n3g1p/lp1p2p2/p5P1P/1P1PSP2L/PLG1p+R3/LB2S2N1/2PK1SG2 b G3P 123"
    state: Any = bg.load("shogi").parse(position)
    search = SelectiveSearch(made("shogi", narrow=True), 1009)
    search.begin(Budget())
    actions = state.actions()
    mating = search.rated(state, actions, 4, [0.0] * len(actions), list(range(len(actions))), 1)[0][1]
    for guess in (0, -2000):
        search = SelectiveSearch(made("shogi", narrow=True), 1009)
        search.begin(Budget())
        search.guess = guess
        assert search.near_guess(state.apply(actions[mating]), 4) == WON - 3


@pytest.mark.parametrize("narrow", [False, True])
def test_a_narrow_search_keeps_what_captures_bring(narrow: bool) -> None:
    rules = made("shogi", narrow)
    search = SelectiveSearch(rules, 1009)
    search.begin(Budget())
    hanging: Any = bg.load("shogi").parse("4k4/9/9/4r4/4P4/9/9/9/4K4 b - 1")
    quiet: Any = bg.load("shogi").parse("4k4/9/9/9/4P4/9/9/9/4K4 b - 1")
    score = search.quiescence(hanging, -50, -49, 2, 0, False)
    search.quiescence(quiet, -50, -49, 2, 0, False)
    slot = search.table.find(rules.key(hanging))
    assert (slot >= 0) is narrow
    assert search.table.find(rules.key(quiet)) < 0
    if narrow:
        nodes = search.nodes
        assert search.quiescence(hanging, -50, -49, 2, 0, False) == score
        assert search.nodes == nodes


QUIET = [
    "ln1gkgsnl/1s7/1pp1pp1p1/p2p2p1p/3l5/1BP6/PP2PPPPP/5G1R1/1NK2S1NL b RBgsp 37",
    "lnsgkgs1l/1r7/pppppp1pp/6p2/4b2n1/5P1P1/PPPPP1P1P/LBG4R1/1NS1KGSNL b - 9",
    "lnsgkg1nl/5r1s1/pppp1p1pp/4pBp2/2P6/8P/PP1PPPPP1/7R1/LNSGKGSNL w B 14",
]


def test_a_narrow_search_needs_few_nodes() -> None:
    """13,892 without it."""
    spec = bg.find("shogi")
    nodes = 0
    for position in QUIET:
        state = bg.load("shogi").parse(position)
        search = Alphabeta(spec, Effort(depth=4), Random(1), judgement="learned").searcher(state)
        assert isinstance(search, SelectiveSearch)
        search.begin(Budget())
        actions = state.actions()
        order = list(range(len(actions)))
        for depth in (1, 2, 3, 4):
            order = [place for _, place in search.rated(state, actions, depth, [0.0] * len(actions), order, 1)]
        nodes += int(search.nodes)
    assert nodes <= 7300


@pytest.mark.parametrize(
    ("game", "options", "narrow"),
    [
        ("shogi", SearchOptions(time=1.0), True),
        ("shogi", SearchOptions(nodes=30, judgement="learned"), True),
        ("shogi", SearchOptions(nodes=30, search="selective"), False),
        ("shogi", SearchOptions(level=9), False),
        ("minishogi", SearchOptions(time=1.0), False),
    ],
)
def test_only_a_learned_judgement_on_a_large_board_narrows_the_search(
    game: str, options: SearchOptions, narrow: bool
) -> None:
    player = ALPHABETA.player(bg.find(game), options, Random(1))
    assert isinstance(player, Alphabeta)
    search = player.searcher(bg.load(game).start())
    assert isinstance(search, SelectiveSearch)
    assert search.narrow is narrow


def test_values_of_scores_rise() -> None:
    scores = [-WON + 2, -FAR, -2400, 0, 1200, 2400, FAR, WON - 3, WON - 1]
    values = [value_of(score, 1200.0) for score in scores]
    assert values == sorted(values)
    assert plies_to_end(value_of(WON - 3, 1200.0)) == 3
    assert round(value_of(1200, 1200.0), 2) == 0.76


def test_what_seeds_repeat_keeps_the_judgement_and_the_search_of_old() -> None:
    state, spec = bg.load("minishogi").start(), bg.find("minishogi")
    chosen = []
    for options in (
        SearchOptions(nodes=30),
        SearchOptions(depth=2),
        SearchOptions(level=2),
        SearchOptions(level=10),
        SearchOptions(time=1.0),
        SearchOptions(nodes=30, judgement="learned"),
        SearchOptions(level=10, judgement="material"),
        SearchOptions(nodes=30, search="selective"),
        SearchOptions(level=10, search="classic"),
    ):
        player = ALPHABETA.player(spec, options, Random(1))
        assert isinstance(player, Alphabeta)
        chosen.append(type(player.searcher(state)))
    assert chosen == [*[Search] * 3, *[SelectiveSearch] * 3, Search, SelectiveSearch, Search]


def test_levels_of_shogi_search_selectively_and_judge_plainly_below_the_highest() -> None:
    state, spec = bg.load("shogi").start(), bg.find("shogi")
    learned = []
    for level in range(1, 11):
        player = ALPHABETA.player(spec, SearchOptions(level=level), Random(1))
        assert isinstance(player, Alphabeta)
        assert type(player.searcher(state)) is SelectiveSearch
        learned.append(player.judgement is not None)
    assert learned == [False] * 9 + [True]


def test_the_same_seed_plays_the_same_and_tells_what_it_thinks() -> None:
    spec, state = bg.find("minishogi"), bg.load("minishogi").start()
    told = []
    for _ in range(2):
        player = Alphabeta(spec, Effort(nodes=300), Random(4), judgement="learned")
        action = player.choose(state, Clock())
        assert player.thought is not None
        assert player.thought.line
        told.append((str(action), str(player.thought.line), player.thought.value))
    assert told[0] == told[1]
    rated = Alphabeta(spec, Effort(depth=1), Random(4), judgement="learned").rate(state, Clock())
    assert {action for action, _ in rated} == set(state.actions())
    player = Alphabeta(spec, Effort(depth=2), Random(4), judgement="learned")
    info, value = player.compare(state, state.actions()[3], Clock())
    assert info.value >= value


def test_a_vector_holds_small_numbers() -> None:
    from mypy_extensions import i16

    assert list(vec[i16]([-32_767, 5])) == [-32_767, 5]


class Passes(SearchRules[Any]):
    """A game of one move in which each seat stands well when it is to move; ``wins`` lets a pass win at once.

    A state is the number of passes right before it.
    """

    def __init__(self, wins: bool = False) -> None:
        super().__init__(1, 100.0)
        self.wins = wins
        self.in_a_row = 0

    def is_over(self, state: int) -> bool:
        return self.wins and state > 0

    def result(self, state: int) -> int:
        return -1

    def key(self, state: int) -> int:
        return state

    def in_check(self, state: int) -> bool:
        return False

    def score(self, state: int) -> int:
        return 100

    def moves(self, state: int) -> Any:
        return vec[i64]([0])

    def noisy_moves(self, state: int) -> Any:
        return vec[i64]([])

    def weights(self, state: int, moves: Any) -> Any:
        return vec[i64]([0] * len(moves))

    def play(self, state: int, move: int) -> int:
        return 0

    def passed(self, state: int) -> int:
        self.in_a_row = max(self.in_a_row, state + 1)
        return state + 1


def test_no_seat_passes_right_after_the_other() -> None:
    rules = Passes()
    search = SelectiveSearch(rules, 1009)
    search.begin(Budget())
    search.search(0, 10, -1, 0, 1, True)
    assert rules.in_a_row == 1


class Checks(Passes):
    """A game of checks that are parried, without end."""

    def in_check(self, state: int) -> bool:
        return True


def test_checks_without_end_are_cut_off() -> None:
    """In check the search looks a ply deeper, so nothing else ends such a line."""
    search = SelectiveSearch(Checks(), 1009)
    search.begin(Budget())
    assert search.search(0, 1, -FAR, FAR, 1, True) in (100, -100)
    assert search.nodes <= DEEPEST


def test_a_win_after_a_pass_is_no_more_than_good_enough() -> None:
    search = SelectiveSearch(Passes(wins=True), 1009)
    search.begin(Budget())
    assert search.search(0, 10, -1, 0, 1, True) == 0


def test_the_distance_of_a_stored_mate_counts_from_where_it_is_met() -> None:
    search = SelectiveSearch(Passes(), 1009)
    search.begin(Budget())
    for sign in (1, -1):
        search.store(7, 3, sign * (WON - 7), EXACT, 0, 4)  # the game ends three plies after this position
        assert search.answer(search.table.find(7), 2, -1, 1) == sign * (WON - 5)


# -- from the root ------------------------------------------------------------------


@pytest.mark.parametrize("impasse", ["27-point", "24-point-declaration"])
def test_a_declaration_is_looked_at_though_it_is_no_move(impasse: str) -> None:
    """It is the last of the actions, and none of the moves."""
    game, player = bg.load("shogi", impasse=impasse), ALPHABETA.player(bg.find("shogi"), SearchOptions(), Random(1))
    assert isinstance(player, Alphabeta)
    loses: Any = game.parse("4k4/9/9/9/9/9/9/9/4K4 b RBG 1")
    assert str(player.choose(loses, Clock(nodes=60))) != "win"
    rated = {str(action): value for action, value in player.rate(loses, Clock(nodes=60))}
    assert len(rated) == len(loses.actions()) and rated["win"] < -0.999
    wins: Any = game.parse("K8/1P+P+P+P+P+P+P+P/SSNNLLGG1/9/9/9/9/9/4k4 b 2R2B 1")
    search, count = player.searcher(wins), len(wins.actions())
    assert isinstance(search, SelectiveSearch) and search.narrow
    search.begin(Budget())
    _, place = search.rated(wins, wins.actions(), 1, [0.0] * count, list(range(count)), 1)[0]
    assert str(wins.actions()[place]) == "win"


def test_constants_are_no_options() -> None:
    with pytest.raises(BadEntrant, match=r"there is no option 'margin'\. The options are: depth, nodes, time, level"):
        entrant("alphabeta:margin=100", "minishogi")
