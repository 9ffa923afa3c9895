"""The search finds what its definition says, and leaves out no end in sight."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, Final

import attrs
import pytest
from mypy_extensions import i64

import boardgames as bg
from boardgames.contest import BadEntrant, entrant
from boardgames.core.model.walk import edges
from boardgames.core.protocol.clock import Clock
from boardgames.core.vectors import vec
from boardgames.games.morris import search_eval as morris_judgement
from boardgames.games.shogi.values import search_eval as shogi_judgement
from boardgames.games.shogi.values.search_rules import ShogiSearchRules
from boardgames.games.ur import search_eval as ur_judgement
from boardgames.learning.search_rules import CHECK, NEAR_KING, SearchRules
from boardgames.players.alphabeta import ALPHABETA, Alphabeta, SearchOptions, search_hints_of
from boardgames.players.bounded_search import DISCOUNT, LARGEST_EVALUATION, OutOfBudget, plies_to_end
from boardgames.players.budget import Budget, Effort
from boardgames.players.plain_rules import PlainRules
from boardgames.players.scores import FAR, UNBOUNDED, WON, nearer
from boardgames.players.search import DEEPEST, Search
from boardgames.players.throw_search import ThrowSearch
from tests.players.positions import rated
from tests.samples import cases, few, sample

Judge = Callable[[Any, int], float]


def plain_value(state: Any, seat: int, depth: int, judge: Judge) -> float:
    """Expectimax as it is defined: no window, no table, no order."""
    actions = state.actions()
    if state.outcome is not None:
        return float(state.outcome.returns[seat])
    if depth == 0:
        return max(-LARGEST_EVALUATION, min(LARGEST_EVALUATION, judge(state, seat)))
    if actions:
        values = [DISCOUNT * plain_value(state.apply(action), seat, depth - 1, judge) for action in actions]
        return max(values) if state.turn == seat else min(values)
    total = 0.0
    for throw, chance in state.chances():
        after = state.apply(throw)
        total += float(chance) * plain_value(after, seat, depth if after.actions() else depth - 1, judge)
    return total


def plain_values(state: Any, depth: int, judge: Judge) -> list[float]:
    """The values of a state's actions, in their order."""
    return [DISCOUNT * plain_value(state.apply(act), state.turn, depth - 1, judge) for act in state.actions()]


def some_positions(name: str, count: int, plies: int, seed: int) -> list[bg.State]:
    """Positions with a choice, from random play."""
    rng = Random(seed)
    some: list[bg.State] = []
    while len(some) < count:
        state: bg.State = bg.load(name).start()
        for _ in range(rng.randrange(plies)):
            ways = edges(state)
            if not ways:
                break
            state = state.apply(rng.choice(ways))
        if len(state.actions()) > 1:
            some.append(state)
    return some


def shogi_rules(name: str, narrow: bool = False) -> ShogiSearchRules:
    return ShogiSearchRules(bg.load(name).tables, narrow=narrow)  # type: ignore[attr-defined]


# -- the definition ----------------------------------------------------------------


@cases(
    ("name", "judge", "depth", "plies"),
    [
        ("ur", ur_judgement.judge, 2, 120),
        ("ur:tokens=2", ur_judgement.judge, 3, 60),
        ("morris", morris_judgement.judge, 2, 80),
        ("morris:preset=classic", morris_judgement.judge, 2, 80),
        ("minishogi", shogi_judgement.judge, 2, 60),
    ],
)
def test_a_search_of_full_width_is_the_definition(name: str, judge: Judge, depth: int, plies: int) -> None:
    search = Search(PlainRules(bg.load(name), judge), 5003, True)  # so small that entries are lost
    for state in some_positions(name, 6, plies, 5):
        truth = plain_values(state, depth, judge)
        value, place = rated(search, state, depth)[0]
        assert value == pytest.approx(max(truth), abs=1e-7)
        assert truth[place] == pytest.approx(max(truth), abs=1e-7)
        for value, place in rated(search, state, depth, len(truth)):
            assert value == pytest.approx(truth[place], abs=1e-7)
        some = rated(search, state, depth, 3)
        best = sorted(truth, reverse=True)[:3]
        assert [value for value, _ in some[:3]] == pytest.approx(best, abs=1e-7)
        assert sorted(place for _, place in some) == list(range(len(truth)))


@cases(
    ("name", "text", "judge", "depth"),
    [
        ("morris:preset=classic,flying=off", "B...........B..W.....WBW b 0 0 40", morris_judgement.judge, 5),
        ("morris:preset=classic,flying=off", "B...........B..W.....WBW w 0 0 41", morris_judgement.judge, 5),
        ("ur:tokens=1", "3 2 0 1", ur_judgement.judge, 5),
        ("ur:tokens=1", "3 2 1 2", ur_judgement.judge, 5),
    ],
)
def test_positions_met_again_are_worth_the_same(name: str, text: str, judge: Judge, depth: int) -> None:
    """Deep in a small game nearly all comes from the table: searches one after another, for either side."""
    search = Search(PlainRules(bg.load(name), judge), 5003, True)
    state = bg.load(name).parse(text)
    for deep in (2, depth - 1, depth):
        assert rated(search, state, deep)[0][0] == pytest.approx(max(plain_values(state, deep, judge)), abs=1e-7)


class Knot(bg.SimpleGame):
    """A game without sense, drawn by lot: seats act in any order and more than once in a row, some nodes throw dice.

    A node leads to later ones; ``numbers`` are those of its actions, up to ``most``.
    """

    name = "knot"
    title = "Knot"

    def __init__(self, seed: int, most: int) -> None:
        super().__init__()
        rng = Random(seed)
        self.most: Final = most
        self.turns: Final = [rng.choice([0, 0, 1, 1, bg.CHANCE]) for _ in range(NODES)]
        self.arrows: Final = [
            sorted(rng.sample(range(node + 1, min(node + 9, NODES)), min(3, NODES - node - 1))) for node in range(NODES)
        ]
        # the highest place is taken, and two of each state's actions have the same lowest 16 bits where there is room
        self.numbers: Final = [most - 1, *([most - 1 - 65_536] if most > 65_536 else [1]), 0]
        self.values: Final = [rng.uniform(-0.9, 0.9) for _ in range(NODES)]
        self.ends: Final = [rng.choice([-1.0, 0.0, 0.5, 1.0]) for _ in range(NODES)]

    @property
    def action_count(self) -> int:
        return self.most


NODES: Final = 30


@attrs.frozen(eq=False)
class Node:
    """A node of a :class:`Knot`; at the end no seat is to act, and ``seat`` says anything."""

    game: Knot
    node: int

    @property
    def turn(self) -> int:
        return self.game.turns[self.node] if self.game.arrows[self.node] else bg.OVER

    @property
    def seat(self) -> Any:
        thrower = self.node % 2
        return [None, 7, -3][self.node % 3] if self.turn == bg.OVER else thrower if self.turn < 0 else self.turn

    @property
    def outcome(self) -> bg.Outcome | None:
        end = self.game.ends[self.node]
        return None if self.turn != bg.OVER else bg.Outcome((end, -end), "end")

    @property
    def key(self) -> int:
        return self.node

    def edges(self) -> list[bg.SimpleAction]:
        numbers = self.game.numbers[: len(self.game.arrows[self.node])]
        return [bg.SimpleAction(number, str(number)) for number in numbers]

    def actions(self) -> list[bg.SimpleAction]:
        return self.edges() if self.turn >= 0 else []

    def chances(self) -> list[tuple[bg.SimpleAction, Fraction]]:
        ways = self.edges() if self.turn == bg.CHANCE else []
        return [(way, Fraction(1, len(ways))) for way in ways]

    def apply(self, action: bg.SimpleAction) -> Node:
        return Node(self.game, self.game.arrows[self.node][self.game.numbers.index(action.index)])


def knot_value(state: Any, seat: int) -> float:
    value: float = state.game.values[state.node]
    return value if seat == 0 else -value


@pytest.mark.parametrize("most", few([3, 65_536, 200_000], 3))
@sample(8, thorough=200)
def test_seats_may_act_in_any_order_end_with_any_seat_and_have_any_number_of_actions(most: int, sample: int) -> None:
    """Beyond 65,536 actions the table does not tell all apart."""
    met = 0
    for seed in range(sample):
        game: Any = Knot(seed, most)
        search: Search[Any] = Search(PlainRules(game, knot_value), 101, True)
        for number in range(0, NODES, 3):
            state: Any = Node(game, number)
            for depth in range(1, 6) if state.turn >= 0 else ():
                truth = plain_values(state, depth, knot_value)
                value, place = rated(search, state, depth)[0]
                assert value == pytest.approx(max(truth), abs=1e-9)
                assert truth[place] == pytest.approx(max(truth), abs=1e-9)
                for value, place in rated(search, state, depth, len(truth)):
                    assert value == pytest.approx(truth[place], abs=1e-9)
                line: Any = state
                for action in search.line(state, state.actions()[place], depth):
                    assert action in line.actions()
                    line = line.apply(action)
                met += 1
    assert met > 10 * sample


def test_a_line_holds_no_action_that_no_search_chose() -> None:
    """The number in the table for no action is that of an action, in a game with so many."""
    game: Any = Knot(1, 65_536)
    search: Search[Any] = Search(PlainRules(game, None), 101)
    state: Any = next(node for node in (Node(game, number) for number in range(NODES)) if node.turn >= 0)
    first = state.actions()[1]
    assert search.line(state, first, 9) == [first]


# -- every game ----------------------------------------------------------------------


@cases("name", bg.games())
def test_every_game_is_searched(name: str) -> None:
    player = Alphabeta(bg.find(name), Effort(depth=2), Random(1))
    for state in some_positions(name, 3, 40, 3):
        action = player.choose(state, Clock())
        assert action in state.actions()
        assert player.thought is not None
        assert player.thought.depth == 2 or player.thought.plies_to_end == 1
        assert -1.0 <= player.thought.value <= 1.0


@pytest.mark.parametrize(
    ("game", "kind", "judged", "narrow"),
    [
        ("minishogi", Search, "men, hands, attacks and pairs by king 1", False),
        ("shogi", Search, "men, hands, attacks and pairs by king 1", True),
        ("dice-shogi", ThrowSearch, "men and hands by king 1", False),
        ("judkins", Search, None, False),
        ("dobutsu", Search, None, False),
        ("morris", Search, "", False),
        ("ur", Search, "", False),
    ],
)
def test_what_bounds_a_search_changes_neither_it_nor_its_judgement(
    game: str, kind: type, judged: str | None, narrow: bool
) -> None:
    state = bg.load(game).start()
    for bounds in ({}, {"nodes": 30}, {"depth": 2}, {"time": 1.0}, {"level": 2}, {"level": 10}):
        player = ALPHABETA.player(bg.find(game), SearchOptions(**bounds), Random(1))
        assert isinstance(player, Alphabeta)
        search = player.searcher(state)
        assert type(search) is kind and search.narrow is narrow
        features = None if player.judgement is None else player.judgement.features
        assert features == judged or (judged == "" and features)


def test_only_a_learned_judgement_on_a_large_board_narrows_the_search() -> None:
    for name, judgement in (("shogi", "material"), ("minishogi", "learned")):
        player = Alphabeta(bg.find(name), Effort(), Random(1), judgement=judgement)
        assert not player.searcher(bg.load(name).start()).narrow


def test_the_same_seed_plays_the_same_and_tells_what_it_thinks() -> None:
    spec, state = bg.find("minishogi"), bg.load("minishogi").start()
    told = []
    for _ in range(2):
        player = Alphabeta(spec, Effort(nodes=300), Random(4))
        action = player.choose(state, Clock())
        assert player.thought is not None
        assert player.thought.line
        told.append((str(action), str(player.thought.line), player.thought.value))
    assert told[0] == told[1]
    ratings = Alphabeta(spec, Effort(depth=1), Random(4)).rate(state, Clock())
    assert {action for action, _ in ratings} == set(state.actions())
    player = Alphabeta(spec, Effort(depth=2), Random(4))
    info, value = player.compare(state, state.actions()[3], Clock())
    assert info.value >= value


@pytest.mark.parametrize("text", ["alphabeta:margin=100", "alphabeta:search=plain", "mcts:priors=line"])
def test_an_option_of_earlier_versions_says_what_to_do_instead(text: str) -> None:
    name = text.partition(":")[2].partition("=")[0]
    with pytest.raises(BadEntrant, match=rf"there is no option '{name}' any more: .*leave it out"):
        entrant(text, "minishogi")


# -- ends in sight -------------------------------------------------------------------


def endings(count: int, before: int, most_actions: int) -> list[bg.State]:
    """Positions of minishogi some plies before the end of random games, with few actions."""
    rng = Random(4)
    some: list[bg.State] = []
    while len(some) < count:
        line: list[bg.State] = [bg.load("minishogi").start()]
        while line[-1].outcome is None:
            line.append(line[-1].apply(rng.choice(line[-1].actions())))
        if len(line) > before and len(line[-1 - before].actions()) <= most_actions:
            some.append(line[-1 - before])
    return some


@cases("margins", [0, 2])
@cases("plies", [1, 2, 3])
def test_reductions_lose_no_end_in_sight_and_margins_none_for_long(plies: int, margins: int) -> None:
    """Mate in three plies, quiet first moves and stalemates included; with margins it is found so many plies later."""
    rules = shogi_rules("minishogi") if margins else PlainRules(bg.load("minishogi"), None)
    search: Search[Any] = Search(rules, 5003)
    mates = 0
    for state in endings(8 if plies < 3 else 4, plies, 12):
        truth = max(plain_values(state, plies, lambda state, seat: 0.0))
        value = max(rated(search, state, depth)[0][0] for depth in range(1, plies + margins + 1))
        if plies_to_end(truth) is not None and truth > 0:
            mates += 1
            assert plies_to_end(value) == plies_to_end(truth)
    assert mates >= (8 if plies == 1 else 1 if plies == 3 else 0)


MATE_IN_THREE = "2rnn4/k1psB2P1/2n3g1p/lp1p2p2/p5P1P/1P1PSP2L/PLG1p+R3/LB2S2N1/2PK1SG2 b G3P 123"


@cases(("position", "depth", "plies"), [("8k/9/6R2/9/9/9/9/9/9 b G 1", 2, 1), (MATE_IN_THREE, 4, 3)])
@cases("narrow", [False, True])
def test_it_finds_mates_and_says_how_far_they_are(narrow: bool, position: str, depth: int, plies: int) -> None:
    search = Search(shogi_rules("shogi", narrow), 1009)
    assert plies_to_end(rated(search, bg.load("shogi").parse(position), depth)[0][0]) == plies


def test_a_win_far_from_what_was_expected_is_found() -> None:
    state: Any = bg.load("shogi").parse(MATE_IN_THREE)
    search = Search(shogi_rules("shogi", narrow=True), 1009)
    _, place = rated(search, state, 4)[0]
    for guess in (0, -2000):
        search = Search(shogi_rules("shogi", narrow=True), 1009)
        search.begin(Budget())
        search.guess = guess
        assert search.near_guess(state.apply(state.actions()[place]), 0, 4) == nearer(nearer(nearer(WON)))


def test_much_less_than_was_expected_is_searched_again() -> None:
    """A bound below the window is no score."""
    state, scores = bg.load("shogi").parse("k8/9/9/9/9/9/8p/9/8K b - 1"), []
    rules = shogi_rules("shogi", narrow=True)
    for guess in (2000, UNBOUNDED):
        search = Search(rules, 1009)
        search.begin(Budget())
        search.guess = guess
        scores.append(search.near_guess(state.apply(state.actions()[0]), 0, 5))
    assert scores[0] == scores[1]


@pytest.mark.parametrize("impasse", ["27-point", "24-point-declaration"])
def test_a_declaration_is_looked_at_though_it_is_no_move(impasse: str) -> None:
    """It is the last of the actions, and none of the moves."""
    game, player = bg.load("shogi", impasse=impasse), ALPHABETA.player(bg.find("shogi"), SearchOptions(), Random(1))
    assert isinstance(player, Alphabeta)
    loses: Any = game.parse("4k4/9/9/9/9/9/9/9/4K4 b RBG 1")
    assert str(player.choose(loses, Clock(nodes=60))) != "win"
    ratings = {str(action): value for action, value in player.rate(loses, Clock(nodes=60))}
    assert len(ratings) == len(loses.actions()) and ratings["win"] < -0.999
    wins: Any = game.parse("K8/1P+P+P+P+P+P+P+P/SSNNLLGG1/9/9/9/9/9/4k4 b 2R2B 1")
    search = player.searcher(wins)
    assert search.narrow
    _, place = rated(search, wins, 1)[0]
    assert str(wins.actions()[place]) == "win"


# -- what is left out ------------------------------------------------------------------


class Toy(SearchRules[Any]):
    """Rules of a game of numbers, quiet and level, for a search alone."""

    def is_over(self, state: Any) -> bool:
        return False

    def result(self, state: Any) -> float:
        return -1.0

    def key(self, state: Any) -> int:
        return hash(state)

    def in_check(self, state: Any) -> bool:
        return False

    def score(self, state: Any) -> int:
        return 0

    def moves(self, state: Any) -> Any:
        return vec[i64]([0])

    def noisy_moves(self, state: Any) -> Any:
        return vec[i64]([])

    def weights(self, state: Any, moves: Any) -> Any:
        return vec[i64]([0] * len(moves))

    def play(self, state: Any, move: int) -> Any:
        return 0

    def passed(self, state: Any) -> Any:
        return None


class OneOfMany(Toy):
    """A game of two moves: after the last of ``count`` quiet moves, which has a flag, the other has none and loses."""

    def __init__(self, count: int, flag: int, narrow: bool) -> None:
        super().__init__(count + 1, 1200.0, narrow)
        self.count, self.flag = count, flag

    def moves(self, state: Any) -> Any:
        return vec[i64](range(0 if self.is_lost(state) else self.count))

    def is_lost(self, state: Any) -> bool:
        return len(state) == 1 and bool(state[0] == self.count - 1)

    def weights(self, state: Any, moves: Any) -> Any:
        return vec[i64]([self.flag if move == self.count - 1 else 0 for move in moves])

    def play(self, state: Any, move: int) -> Any:
        return (*state, int(move))


@cases(("narrow", "flag", "wins"), [(True, 0, False), (True, CHECK, True), (True, NEAR_KING, True), (False, 0, True)])
def test_a_narrow_search_leaves_out_late_moves_but_no_checks_and_none_beside_the_king(
    narrow: bool, flag: int, wins: bool
) -> None:
    rules = OneOfMany(60, flag, narrow)
    search = Search(rules, 1009)
    search.begin(Budget())
    search.history[int(rules.numbers) + rules.count - 1] = -16_000  # so it is the last in the order
    score = search.search((), 2, 50, 51, 1, False)
    assert (score >= FAR) is wins


class Mates(OneOfMany):
    """The same, where the last move gives check."""

    def in_check(self, state: Any) -> bool:
        return self.is_lost(state)


@cases(("depth", "flag", "wins"), [(4, 0, False), (4, CHECK, True), (4, NEAR_KING, True), (6, 0, True)])
def test_far_below_the_window_quiet_moves_are_left_out_near_the_leaves(depth: int, flag: int, wins: bool) -> None:
    search = Search(Mates(20, flag, False), 1009)
    search.begin(Budget())
    assert (search.search((), depth, 1000, 1001, 1, False) >= FAR) is wins
    assert search.search((), 4, 400, 401, 1, False) >= FAR


def test_a_king_that_arrives_on_the_last_rank_is_never_left_out() -> None:
    """In Dobutsu Shogi the player whose king arrives there wins, though the move is no capture and gives no check."""
    state: Any = bg.load("dobutsu").parse("2G/L2/1cl/Ec1 b Eg 11")
    for depth in (3, 4):
        search = Search(shogi_rules("dobutsu"), 1009)
        search.begin(Budget())
        assert search.search(state, depth, 1265, 1266, 1, False) >= FAR


@pytest.mark.parametrize("narrow", [False, True])
def test_a_search_keeps_what_captures_bring(narrow: bool) -> None:
    rules = shogi_rules("shogi", narrow)
    search = Search(rules, 1009)
    search.begin(Budget())
    hanging: Any = bg.load("shogi").parse("4k4/9/9/4r4/4P4/9/9/9/4K4 b - 1")
    quiet: Any = bg.load("shogi").parse("4k4/9/9/9/4P4/9/9/9/4K4 b - 1")
    score = search.quiescence(hanging, -50, -49, 2, 0, False)
    search.quiescence(quiet, -50, -49, 2, 0, False)
    assert search.table.find(rules.key(hanging)) >= 0
    assert search.table.find(rules.key(quiet)) < 0
    nodes = search.nodes
    assert search.quiescence(hanging, -50, -49, 2, 0, False) == score
    assert search.nodes == nodes


QUIET = [
    "ln1gkgsnl/1s7/1pp1pp1p1/p2p2p1p/3l5/1BP6/PP2PPPPP/5G1R1/1NK2S1NL b RBgsp 37",
    "lnsgkgs1l/1r7/pppppp1pp/6p2/4b2n1/5P1P1/PPPPP1P1P/LBG4R1/1NS1KGSNL b - 9",
    "lnsgkg1nl/5r1s1/pppp1p1pp/4pBp2/2P6/8P/PP1PPPPP1/7R1/LNSGKGSNL w B 14",
]


def test_a_narrow_search_needs_few_nodes() -> None:
    """60,088 nodes.

    It is 62,074 if no cutoff is expected, 67,971 if no quiet moves are left out far below the window, 68,916 if the
    root's window does not grow step by step, 71,167 if unknown positions are searched as deep as others, and 71,941 if
    late quiet moves are left out up to depth 4 alone.
    """
    spec = bg.find("shogi")
    nodes = 0
    for position in QUIET:
        state = bg.load("shogi").parse(position)
        search = Alphabeta(spec, Effort(depth=10), Random(1), judgement="learned").searcher(state)
        search.begin(Budget())
        actions = state.actions()
        order = list(range(len(actions)))
        for depth in range(1, 11):
            order = [place for _, place in search.rated(state, actions, depth, [0.0] * len(actions), order, 1)]
        nodes += int(search.nodes)
    assert nodes <= 61_000


class Passes(Toy):
    """A game of one move in which each seat stands well when it is to move; ``wins`` lets a pass win at once.

    A state is the number of passes right before it.
    """

    def __init__(self, wins: bool = False) -> None:
        super().__init__(1, 100.0)
        self.wins = wins
        self.in_a_row = 0

    def is_over(self, state: int) -> bool:
        return self.wins and state > 0

    def score(self, state: int) -> int:
        return 100

    def passed(self, state: int) -> int:
        self.in_a_row = max(self.in_a_row, state + 1)
        return state + 1


def test_no_seat_passes_right_after_the_other() -> None:
    rules = Passes()
    search = Search(rules, 1009)
    search.begin(Budget())
    search.search(0, 10, -1, 0, 1, True)
    assert rules.in_a_row == 1


def test_a_win_after_a_pass_is_no_more_than_good_enough() -> None:
    search = Search(Passes(wins=True), 1009)
    search.begin(Budget())
    assert search.search(0, 10, -1, 0, 1, True) == 0


class Checks(Passes):
    """A game of checks that are parried, without end."""

    def in_check(self, state: int) -> bool:
        return True


def test_checks_without_end_are_cut_off() -> None:
    """In check the search looks a ply deeper, so nothing else ends such a line."""
    search = Search(Checks(), 1009)
    search.begin(Budget())
    assert search.search(0, 1, -FAR, FAR, 1, True) in (100, -100)
    assert search.nodes <= DEEPEST


class Attacked(Passes):
    """Each answer to a check loses at once, though the seat stands well."""

    def __init__(self, check: bool) -> None:
        super().__init__()
        self.check = check

    def is_over(self, state: int) -> bool:
        return state < 0

    def result(self, state: int) -> float:
        return 1.0

    def in_check(self, state: int) -> bool:
        return self.check

    def play(self, state: int, move: int) -> int:
        return -1


@pytest.mark.parametrize("check", [False, True])
def test_a_seat_stands_pat_only_where_it_is_not_in_check(check: bool) -> None:
    search = Search(Attacked(check), 1009)
    search.begin(Budget())
    assert search.quiescence(0, -WON, WON, 8, 0, check) == (-nearer(WON) if check else 100)


# -- the budget --------------------------------------------------------------------


@pytest.mark.parametrize("name", few(["minishogi", "ur", "morris"], "minishogi", "ur"))
def test_a_budget_of_nodes_is_kept(name: str) -> None:
    state = some_positions(name, 1, 20, 2)[0]
    hints = search_hints_of(bg.find(name))
    rules = PlainRules(state.game, hints.evaluate) if hints.rules is None else hints.rules(state.game, None)
    search = Search(rules, 5003)
    with pytest.raises(OutOfBudget):
        rated(search, state, 1, nodes=0)
    spent = 0
    for nodes in range(1, 400, 13):
        try:
            for depth in range(1, 5):
                if len(rated(search, state, depth, nodes=nodes)) < len(state.actions()):
                    spent += 1
                    assert search.nodes == nodes + 1
        except OutOfBudget:
            assert search.nodes == nodes + 1
        assert search.nodes <= nodes + 1
    assert spent > 3


def test_nearer_wins_are_worth_more() -> None:
    assert plies_to_end(DISCOUNT) == 1
    assert plies_to_end(-(DISCOUNT**6)) == 6
    assert plies_to_end(0.97) is None
