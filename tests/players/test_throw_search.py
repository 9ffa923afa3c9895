"""The search at throws: with wide margins it is the definition."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from mypy_extensions import i64

import boardgames as bg
from boardgames.core.model import dice
from boardgames.core.protocol import Clock
from boardgames.core.vectors import vec
from boardgames.games.dice_shogi import notation
from boardgames.games.dice_shogi.options import DiceOptions
from boardgames.games.dice_shogi.rules import DiceShogi
from boardgames.games.dice_shogi.search_eval import rules as rules_of
from boardgames.games.shogi import Shogi
from boardgames.games.shogi.io import sfen
from boardgames.games.shogi.variant import SHOGI
from boardgames.learning.search_rules import WINS, ThrowRules
from boardgames.players.alphabeta import ALPHABETA, Alphabeta, SearchOptions
from boardgames.players.bounded_search import OutOfBudget, plies_to_end
from boardgames.players.budget import Budget, Effort
from boardgames.players.judgement import judgement_of, learned_hints
from boardgames.players.plain_rules import PlainRules
from boardgames.players.search import Search
from boardgames.players.throw_search import NOT_ASKED, ThrowSearch
from tests.players.positions import rated as begun
from tests.samples import cases

SPEC = bg.find("dice-shogi")
ALL = 4.0
"""A margin that leaves nothing out."""
MATE_IN_ONE = "4k/5/4G/5/K4 b G 1 6"


def rules(judgement: str, game: Any = None) -> ThrowRules[Any]:
    dice_shogi: Any = game or bg.load("dice-shogi")
    made = rules_of(dice_shogi, judgement_of(SPEC, judgement))
    assert made is not None
    return made


def states(count: int, game: Any = None) -> list[Any]:
    """Positions of random games, with the die thrown."""
    rng = Random(7)
    found: list[Any] = []
    while len(found) < count:
        state: Any = (game or bg.load("dice-shogi")).start()
        while state.outcome is None and len(found) < count:
            if not state.actions():
                state = state.apply(dice.throw(state.chances(), rng))
                continue
            if rng.random() < 0.1 and len(state.actions()) > 1:
                found.append(state)
            state = state.apply(rng.choice(state.actions()))
    return found


def rated(search: Search[Any], state: Any, depth: int) -> list[tuple[float, int]]:
    """The values of all actions of a state, and their places."""
    return begun(search, state, depth, len(state.actions()))


def definition(state: Any, evaluate: Any = None) -> Search[Any]:
    """The plain definition."""
    assert SPEC.insight is not None
    return Search(PlainRules(state.game, evaluate or SPEC.insight.evaluate), 50_021, True)


@pytest.mark.parametrize("judgement", ["learned", "material"])
def test_scores_are_those_of_the_positions_after_the_moves(judgement: str) -> None:
    asked = rules(judgement)
    mates = 0
    for state in states(150):
        board = asked.position(state)
        moves = asked.moves(board)
        assert [asked.action(board, move) for move in moves] == list(board.actions())
        for move, score in zip(moves, asked.scores_after(board, moves), strict=True):
            after = asked.play(board, move)
            assert after == board.apply(asked.action(board, move))
            if score == WINS:
                mates += 1
                assert after.outcome.reason == "checkmate"
            else:
                assert abs(int(score) + int(asked.score(after))) <= 1
    assert mates > 5


@pytest.mark.parametrize(("position", "mate"), [("4k/2S2/4G/5/K2R1 b - 1 6", "3b2a+"), (MATE_IN_ONE, "G*1b")])
def test_mates_are_seen_at_the_last_ply(position: str, mate: str) -> None:
    asked = rules("learned")
    board = asked.position(bg.load("dice-shogi").parse(position))
    moves = asked.moves(board)
    scores = asked.scores_after(board, moves)
    winning = [str(asked.action(board, move)) for move, score in zip(moves, scores, strict=True) if score == WINS]
    assert mate in winning
    outcomes = {str(action): board.apply(action).outcome for action in board.actions()}
    assert winning == [text for text, outcome in outcomes.items() if outcome and outcome.reason == "checkmate"]


def test_throws_ask_for_the_moves_that_the_die_allows() -> None:
    asked = rules("learned")
    for state in states(60):
        board = asked.position(state)
        moves = asked.moves(board)
        for number, (throw, _) in enumerate(asked_throws(state)):
            allowed = [asked.action(board, move) for move in moves if asked.throw_of[move] == number]
            thrown: Any = type(state)(state.game, state.base, throw.number)
            assert list(thrown.actions()) == (allowed or list(board.actions()))


def asked_throws(state: Any) -> Any:
    return type(state)(state.game, state.base, 0).chances()


@pytest.mark.parametrize(
    ("judgement", "depth", "count"), [("learned", 1, 30), ("learned", 2, 20), ("learned", 3, 4), ("material", 2, 5)]
)
def test_with_wide_margins_it_is_the_definition(judgement: str, depth: int, count: int) -> None:
    game = bg.load("dice-shogi")
    fitted = judgement_of(SPEC, judgement)
    assert SPEC.insight is not None
    evaluate = SPEC.insight.evaluate if fitted is None else learned_hints(SPEC, game).evaluate(game, fitted)
    for state in states(count):
        truth = {place: value for value, place in rated(definition(state, evaluate), state, depth)}
        search = ThrowSearch(rules(judgement), 1009, ALL, ALL)  # so small that entries are lost
        for value, place in rated(search, state, depth):
            assert value == pytest.approx(truth[place], abs=0.002)  # scores are hundredths of a pawn
        value, place = begun(search, state, depth)[0]
        assert value == pytest.approx(max(truth.values()), abs=0.002)
        assert truth[place] == pytest.approx(max(truth.values()), abs=0.002)


def test_a_throw_needs_the_score_that_makes_the_mean() -> None:
    """Also where it would be the largest, which throws that allow all moves are worth too."""
    search, rng = ThrowSearch(rules("material"), 101), Random(3)
    largest = 0
    for _ in range(200):
        scores = [rng.randrange(-1000, 1000) if rng.random() < 0.6 else int(NOT_ASKED) for _ in range(search.throws)]
        number, free, bound = rng.randrange(len(scores)), scores.count(NOT_ASKED), rng.randrange(-1000, 1000)
        free -= scores[number] == NOT_ASKED
        if free == len(scores) - 1:
            continue
        score = search.needed(vec[i64](scores), free, number, bound)
        largest += score > max(other for place, other in enumerate(scores) if place != number)
        scores[number] = score
        assert 0 <= bound - search.mean(vec[i64](scores), free) <= 1
    assert 20 < largest < 180


class Deceptive(ThrowRules[Any]):
    """Two moves from the start: the one that looks better loses at once, and the other goes on for ever."""

    def __init__(self) -> None:
        super().__init__(2, 100.0, 2, vec[i64]([0, 0]))

    def position(self, state: Any) -> Any:
        return state

    def is_over(self, state: Any) -> bool:
        return bool(state == (0,))

    def result(self, state: Any) -> float:
        return 1.0

    def key(self, state: Any) -> int:
        return hash(state)

    def moves(self, state: Any) -> Any:
        return vec[i64]([1] if state else [0, 1])

    def play(self, state: Any, move: int) -> Any:
        return (*state, int(move))

    def scores_after(self, state: Any, moves: Any) -> Any:
        return vec[i64]([0] if state else [80, -80])


def test_moves_far_behind_are_searched_where_the_others_lose() -> None:
    search: Any = ThrowSearch(Deceptive(), 101, margin=0.1)
    search.begin(Budget())
    assert search.value_before_throw((), 2) == pytest.approx(0.0, abs=1e-6)


@cases(
    ("position", "depth"),
    [("4k/5/2p2/P4/K1S2 w - 9 6", 4), ("4k/1R3/5/1p3/K4 w - 9 6", 4), ("k4/4p/4G/5/K4 b - 9 6", 4)],
)
def test_with_few_men_it_is_the_definition_to_a_depth(position: str, depth: int) -> None:
    game = bg.load("dice-shogi")
    state = game.parse(position)
    by_definition = definition(state)
    search = ThrowSearch(rules("material"), 50_021, ALL, ALL)
    for deep in range(1, depth + 1):
        truth = {place: value for value, place in rated(by_definition, state, deep)}
        value, place = begun(search, state, deep)[0]
        assert truth[place] == pytest.approx(max(truth.values()), abs=0.002)
        assert value == pytest.approx(max(truth.values()), abs=0.002)
        for value, place in rated(search, state, deep):
            assert value == pytest.approx(truth[place], abs=0.002)


@pytest.mark.thorough
def test_its_margins_lose_little() -> None:
    worse = 0.0
    for state in states(20):
        truth = {place: value for value, place in rated(ThrowSearch(rules("learned"), 50_021, ALL, ALL), state, 3)}
        worse += max(truth.values()) - truth[begun(ThrowSearch(rules("learned"), 50_021), state, 3)[0][1]]
    assert worse / 20 < 0.01


def test_a_die_may_belong_to_another_game_of_the_family() -> None:
    game = DiceShogi(Shogi(SHOGI, DiceOptions(), sfen, None, max_plies=200), "any", "Any", DiceOptions(), notation)
    found = states(3, game)
    asked = rules("material", game)
    for state in found:
        truth = {place: value for value, place in rated(definition(state), state, 2)}
        for value, place in rated(ThrowSearch(asked, 5003, ALL, ALL), state, 2):
            assert value == pytest.approx(truth[place], abs=0.002)


def test_the_last_ply_draws_unless_it_mates() -> None:
    game: Any = bg.load("dice-shogi", max_plies=1)
    asked = rules("learned", game)
    board = asked.position(game.parse(MATE_IN_ONE))
    scores = list(asked.scores_after(board, asked.moves(board)))
    assert set(scores) == {0, WINS}
    quiet = asked.position(game.start())
    assert set(asked.scores_after(quiet, asked.moves(quiet))) == {0}
    search = ThrowSearch(asked, 101)
    assert rated(search, game.parse("rbsgk/4p/5/P4/KGSBR b - 1 6"), 3)[0][0] == 0.0


def test_it_mates_and_tells_what_it_thinks() -> None:
    state = bg.load("dice-shogi").parse(MATE_IN_ONE)
    player = Alphabeta(SPEC, Effort(time=0.2), Random(1), judgement="learned")
    action = player.choose(state, Clock())
    assert isinstance(player.search, ThrowSearch)
    after = state.apply(action)
    assert after.outcome is not None
    assert after.outcome.reason == "checkmate"
    assert player.thought is not None
    assert player.thought.plies_to_end == 1
    assert player.thought.line == (action,)


def test_the_same_seed_plays_the_same_within_its_nodes() -> None:
    told = []
    for _ in range(2):
        player = ALPHABETA.player(SPEC, SearchOptions(nodes=300), Random(4))
        for state in states(5):
            action = player.choose(state, Clock())
            assert player.thought is not None
            assert player.thought.nodes is not None
            assert player.thought.nodes <= 301
            told.append((str(action), player.thought.value))
    assert told[:5] == told[5:]


def test_it_rates_compares_and_judges_before_a_throw() -> None:
    player = Alphabeta(SPEC, Effort(nodes=500), Random(1), judgement="learned")
    for state in states(5):
        values = dict(player.rate(state, Clock()))
        assert set(values) == set(state.actions())
        best, other = player.compare(state, min(values, key=lambda action: values[action]), Clock())
        assert best.value is not None
        assert best.value >= other
        thrown = state.apply(best.line[0])
        if thrown.outcome is None:
            assert -1.0 < player.value(thrown, Clock()) < 1.0
    won = bg.load("dice-shogi").parse(MATE_IN_ONE.replace(" 6", " -"))
    value = Alphabeta(SPEC, Effort(depth=1), Random(1), judgement="learned").value(won, Clock())
    assert value > 0.5
    assert plies_to_end(value) is None  # only some throws allow the mate


@cases("board", ["rbsg1/4p/5/P4/KGSBR", "rbsgk/4p/5/P4/1GSBR"])
@cases("side", ["b", "w"])
def test_positions_with_one_king_are_played(board: str, side: str) -> None:
    state = bg.load("dice-shogi").parse(f"{board} {side} - 1 6")
    player = Alphabeta(SPEC, Effort(nodes=300), Random(1), judgement="learned")
    assert player.choose(state, Clock()) in state.actions()


def test_a_budget_of_nodes_is_kept() -> None:
    state = states(1)[0]
    actions = state.actions()
    for nodes in range(1, 120, 7):
        search = ThrowSearch(rules("learned"), 1009)
        for depth in range(1, 5):
            search.begin(Budget(nodes=nodes))
            try:
                search.rated(state, actions, depth, [0.0] * len(actions), list(range(len(actions))), len(actions))
            except OutOfBudget:
                break
        assert search.nodes <= nodes + 1
