"""The tree that short searches lead: its values, what it proves, what it keeps, and where it plays."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model.options import BadOption, choose
from boardgames.core.protocol.clock import Clock
from boardgames.players.alphabeta import ALPHABETA, Alphabeta, SearchOptions
from boardgames.players.budget import Budget
from boardgames.players.mcts import LINE, MCTS, SEARCHED, UCT, Mcts
from boardgames.players.puct.searched_tree import SearchedNode, SearchedTree
from boardgames.players.search import DECIDED, DISCOUNT
from boardgames.players.selective import FAR, UNBOUNDED, SelectiveSearch
from tests.players.positions import moves_of, positions
from tests.samples import few, sample

MINISHOGI = bg.load("minishogi")
MATE_IN_ONE = "4k/5/4G/5/K4 b G 1"  # gold to 1b


def player(text: str, game: str = "minishogi", seed: int = 1) -> Mcts:
    options = dict(each.split("=") for each in text.split(",") if each)
    made = MCTS.player(bg.find(game), choose(MCTS.options, options), Random(seed))
    assert isinstance(made, Mcts)
    return made


def short_search(state: Any) -> SelectiveSearch:
    made = ALPHABETA.player(bg.find("minishogi"), SearchOptions(), Random(1))
    assert isinstance(made, Alphabeta)
    search = made.searcher(state)
    assert isinstance(search, SelectiveSearch)
    search.begin(Budget())
    return search


def grown(state: Any, rounds: int, search: SelectiveSearch | None = None, former: Any = None) -> SearchedTree:
    tree = SearchedTree(state, Random(1), 1.0, search or short_search(state), former)
    tree.grow(Budget(nodes=rounds))
    return tree


def nodes_of(tree: SearchedTree) -> list[SearchedNode]:
    found: list[Any] = [tree.root]
    for node in found:
        found += [child for child in node.children if child is not None]
    return found


@pytest.mark.parametrize(
    "state", few(positions("minishogi", 4, 30)[::7], *positions("minishogi", 4, 30)[::28]), ids=str
)
def test_a_position_is_worth_what_its_best_action_is_worth(state: Any) -> None:
    tree = grown(state, 60)
    assert tree.finished or tree.simulations == 60
    for node in nodes_of(tree):
        tried = [child for child in node.children if isinstance(child, SearchedNode)]
        assert node.visits == sum(node.tries[place] for place in range(len(node.tries)))
        if tried and node.visits:
            assert node.worth == max(-DISCOUNT * child.worth for child in tried)
            best = max(tried, key=lambda child: -child.worth)
            wins = best.is_proved and node.worth > DECIDED
            assert node.is_proved == (wins or (len(tried) == node.count and all(child.is_proved for child in tried)))


def is_lost(state: Any) -> bool:
    """Whether a search without a tree finds a win against the seat to act."""
    search = short_search(state)
    return any(search.search(state, depth, -UNBOUNDED, UNBOUNDED, 1, True) <= -FAR for depth in range(1, 10))


@sample(8, thorough=120)
def test_what_is_proved_to_win_wins(sample: int) -> None:
    proved = 0
    for state in positions("minishogi", 6, 60)[20::3][:sample]:
        tree = grown(state, 40)
        root = tree.root
        assert isinstance(root, SearchedNode)
        if root.is_proved and root.worth > DECIDED:
            proved += 1
            assert is_lost(state.apply(state.actions()[tree.rated()[0][0]]))
    assert proved > sample // 30


def test_a_mate_is_played() -> None:
    state = MINISHOGI.parse(MATE_IN_ONE)
    for nodes in (1, 30):
        after: Any = state.apply(player(f"priors=search,nodes={nodes}").choose(state, Clock()))
        assert after.outcome is not None
    tree = grown(state, 100)
    assert tree.finished
    assert state.apply(state.actions()[tree.rated()[0][0]]).outcome is not None


def test_what_was_found_of_a_position_is_kept() -> None:
    start: Any = MINISHOGI.start()
    search = short_search(start)
    tree = grown(start, 300, search)
    node = next(
        grandchild
        for child in tree.root.children
        if child is not None
        for grandchild in child.children
        if grandchild is not None and grandchild.visits
    )
    visits = int(node.visits)
    kept = SearchedTree(node.state, Random(1), 1.0, search, tree)
    assert kept.root is node and kept.root.visits == visits > 0
    elsewhere: Any = MINISHOGI.parse(MATE_IN_ONE)
    assert SearchedTree(elsewhere, Random(1), 1.0, search, tree).root.visits == 0


def test_a_tree_without_time_rates_all_actions() -> None:
    state: Any = MINISHOGI.start()
    search = short_search(state)
    search.begin(Budget(0.0, 1))
    tree = SearchedTree(state, Random(1), 1.0, search)
    tree.grow(Budget(nodes=100))
    assert tree.finished and tree.simulations == 0
    assert sorted(place for place, _, _ in tree.rated()) == list(range(len(state.actions())))


def game_of(seed: int, plies: int = 12) -> list[str]:
    one, other = (player("priors=search,nodes=25", seed=seed + seat) for seat in range(2))
    return moves_of(one, other, MINISHOGI.start(), plies)


def test_the_seed_decides_the_game() -> None:
    assert game_of(1) == game_of(1)


@pytest.mark.parametrize(
    ("game", "options", "priors"),
    [
        ("minishogi", "", LINE),
        ("shogi", "time=0.1", LINE),
        ("minishogi", "level=10", LINE),
        ("minishogi", "priors=search", SEARCHED),
        ("minishogi", "level=9", UCT),
        ("minishogi", "nodes=10", UCT),
        ("minishogi", "time=1,nodes=10", UCT),
        ("minishogi", "priors=uct", UCT),
        ("minishogi", "playout=3", UCT),
        ("ur", "", UCT),
        ("morris", "", UCT),
    ],
)
def test_searches_lead_where_only_time_bounds_it(game: str, options: str, priors: str) -> None:
    assert player(options, game).priors == priors


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        ("minishogi", "priors=search,playout=0", "playout is for priors=uct"),
        ("ur", "priors=search", "Royal Game of Ur offers no short search: take priors=priority or priors=uct"),
        ("judkins", "judgement=learned,nodes=5", "no learned judgement comes with Judkins"),
        ("minishogi", "judgement=missing.judgement", "the file cannot be read"),
        ("minishogi", "priors=search,policy=x:y", "cannot find the policy"),
        ("minishogi", "priors=none at all", "expected one of uct, priority, search, line"),
    ],
)
def test_wrong_options_are_sentences(game: str, options: str, says: str) -> None:
    with pytest.raises(BadOption, match=says):
        player(options, game)


@pytest.mark.parametrize("priors", ["uct", "priority", "search", "line"])
def test_a_judgement_is_used(priors: str) -> None:
    def values(judgement: str) -> list[float]:
        state = MINISHOGI.parse("rbsgk/4p/5/P4/KGSBR b - 1")
        made = player(f"nodes=30,priors={priors},judgement={judgement}")
        return [value for _, value in made.rate(state, Clock())]

    assert values("learned") != values("material")


@pytest.mark.thorough
def test_a_short_search_beats_a_tree_without_one() -> None:
    won = 0
    for seed in range(6):
        sides = [player("priors=search,nodes=12", seed=seed), player("nodes=100", seed=seed)]
        state: Any = MINISHOGI.start()
        while state.outcome is None and state.ply < 200:
            state = state.apply(sides[(state.turn + seed) % 2].choose(state, Clock()))
        won += state.outcome is not None and state.outcome.returns[seed % 2] > 0
    assert won >= 5
