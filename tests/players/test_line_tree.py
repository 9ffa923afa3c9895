"""The tree that looks deepest along its best line: its choices beside a plain search, its values, and when it ends."""

from __future__ import annotations

import time
from random import Random
from threading import Timer
from typing import Any

import pytest
from mypy_extensions import i64

import boardgames as bg
from boardgames.core.model.options import BadOption, choose
from boardgames.core.protocol.clock import Clock
from boardgames.core.vectors import vec
from boardgames.learning.search_rules import SearchRules
from boardgames.players.alphabeta import ALPHABETA, Alphabeta, SearchOptions
from boardgames.players.bounded_search import DECIDED
from boardgames.players.budget import Budget
from boardgames.players.mcts import LINE, MCTS, UCT, Mcts
from boardgames.players.puct.line_tree import WHOLE_DEPTH, LineNode, LineTree
from boardgames.players.selective import DEEPEST, FAR, UNBOUNDED, SelectiveSearch
from boardgames.players.transposition_table import AT_LEAST, AT_MOST, EXACT
from tests.players.positions import moves_of, positions
from tests.samples import few, sample

MINISHOGI = bg.load("minishogi")
MATE_IN_ONE = "4k/5/4G/5/K4 b G 1"  # gold to 1b


def player(text: str, game: str = "minishogi", seed: int = 1) -> Mcts:
    options = dict(each.split("=") for each in text.split(",") if each)
    made = MCTS.player(bg.find(game), choose(MCTS.options, options), Random(seed))
    assert isinstance(made, Mcts)
    return made


def plain_player(game: str = "minishogi") -> Alphabeta:
    made = ALPHABETA.player(bg.find(game), SearchOptions(), Random(1))
    assert isinstance(made, Alphabeta)
    return made


def short_search(state: Any) -> SelectiveSearch[Any]:
    search = plain_player().searcher(state)
    assert isinstance(search, SelectiveSearch)
    search.begin(Budget())
    return search


def tree_of(state: Any, exploration: float = 1.0, exact: bool = False) -> LineTree:
    return LineTree(state, Random(1), exploration, short_search(state), Budget(), exact)


def grow(tree: LineTree, rounds: int) -> None:
    while tree.simulations < rounds and not tree.finished:
        tree.grow(Budget(nodes=rounds - int(tree.simulations)))


def nodes_of(tree: LineTree) -> list[LineNode]:
    found: list[Any] = [tree.root]
    for node in found:
        found += [child for child in node.children if child is not None]
    return found


QUIET = [state for state in positions("minishogi", 4, 30)[::7] if len(state.actions()) > 1]


@pytest.mark.parametrize("state", few(QUIET, *QUIET[::4]), ids=str)
def test_what_a_tree_knows_agrees(state: Any) -> None:
    tree = tree_of(state)
    for rounds in range(1, 400, 21):
        grow(tree, rounds)
        for node in nodes_of(tree):
            best = int(node.best)
            assert node.visits == sum(node.tries[place] for place in range(int(node.count)))
            assert node.bounds[best] in (EXACT, AT_LEAST)
            for place in range(int(node.count)):
                child = node.children[place]
                if node.bounds[place] == EXACT and node.depths[place] >= node.depths[best]:
                    assert node.scores[place] <= node.scores[best]
                if isinstance(child, LineNode):
                    assert node.scores[place] == node.extras[place] - child.scores[child.best]


def test_a_tree_grows_along_its_best_line() -> None:
    deep = 0
    for state in QUIET[:12:2]:
        tree = tree_of(state)
        grow(tree, 300)
        node: Any = tree.root
        path = 0
        while node is not None:
            node, path = node.children[int(node.best)], path + 1
        deep += path > 1
    assert deep >= 4


def is_evenly_searched(tree: LineTree, depth: int) -> bool:
    """Whether all actions of the root were searched as deep as the best one, or are too bad for that."""
    root: Any = tree.root
    best = int(root.best)
    return best >= 0 and root.depths[best] >= depth - 1 and int(tree.most_promising(root)) == best


@sample(8, thorough=60)
def test_a_tree_without_a_deeper_line_is_a_plain_search(sample: int) -> None:
    """So much exploration that no action falls behind: then the root is searched as ``alphabeta`` does it."""
    depth, agreed = int(WHOLE_DEPTH), 0
    states = [state for state in positions("minishogi", 6, 40)[15::11] if len(state.actions()) > 3][:sample]
    for state in states:
        search, tree = short_search(state), tree_of(state, exploration=100.0)
        actions = state.actions()
        order = list(range(len(actions)))
        for plies in range(1, depth + 1):
            rated = search.rated(state, actions, plies, [0.0] * len(order), order, 1)
            order = [place for _, place in rated]
        while not tree.finished and not is_evenly_searched(tree, depth):
            tree.simulate()
        agreed += abs(tree.value() - rated[0][0]) < 0.03
    assert agreed >= len(states) * 3 // 4


def test_a_mate_is_played() -> None:
    state = MINISHOGI.parse(MATE_IN_ONE)
    for nodes in (1, 30):
        after: Any = state.apply(player(f"priors=line,nodes={nodes}").choose(state, Clock()))
        assert after.outcome is not None
    tree = tree_of(state)
    grow(tree, 10_000)
    assert tree.finished and tree.deepest <= 2
    mated: Any = state.apply(tree.line(5)[0])  # type: ignore[arg-type]
    assert mated.outcome is not None


def test_a_repetition_that_ends_the_game_gets_no_node() -> None:
    """It has the key of a position that was searched before, but no actions."""
    state: Any = bg.load("shogi").start()
    search = plain_player("shogi").searcher(state)
    assert isinstance(search, SelectiveSearch)
    search.begin(Budget())
    search.search(state, 3, -UNBOUNDED, UNBOUNDED, 1, True)
    line = ["4i4h", "6a6b", "4h4i", "6b6a"] * 3
    for action in line[:-1]:
        state = state.apply(next(each for each in state.actions() if str(each) == action))
    tree = LineTree(state, Random(1), 1.0, search, Budget())
    root: Any = tree.root
    place = next(place for place, action in enumerate(root.actions) if str(action) == line[-1])
    assert (
        state.apply(root.actions[place]).outcome is not None
        and search.table.find(search.rules.key(root.state_after(place))) >= 0
    )
    root.best, root.depths[place], root.bounds[place] = place, WHOLE_DEPTH + 1, EXACT
    assert tree.node_after(root, place) is None


def is_lost(state: Any) -> bool:
    """Whether a search without a tree finds a win against the seat to act."""
    search = short_search(state)
    return any(search.search(state, depth, -UNBOUNDED, UNBOUNDED, 1, True) <= -FAR for depth in range(1, 10))


@sample(8, thorough=60)
def test_what_ends_a_search_early_is_decided(sample: int) -> None:
    won = lost = 0
    for state in positions("minishogi", 6, 60)[20::3][:sample]:
        tree = tree_of(state)
        grow(tree, 150)
        if tree.finished and tree.value() > DECIDED:
            won += 1
            assert is_lost(state.apply(tree.line(1)[0]))
        elif tree.finished:
            lost += 1
            assert tree.value() < -DECIDED and is_lost(state)
    assert won > sample // 30


def test_a_tree_without_time_rates_all_actions() -> None:
    state: Any = MINISHOGI.start()
    search = short_search(state)
    search.begin(Budget(0.0, 1))
    tree = LineTree(state, Random(1), 1.0, search, Budget())
    tree.grow(Budget(nodes=100))
    assert tree.finished and tree.simulations == 0
    assert sorted(place for place, _, _ in tree.rated()) == list(range(len(state.actions())))
    assert len(tree.line(3)) == 1


def test_the_first_report_knows_all_actions() -> None:
    """A player that has hardly any time left asks whether it is over after each report."""
    tree = tree_of(MINISHOGI.start())
    tree.grow(Budget())
    assert tree.simulations > tree.root.count and all(tries > 0 for tries in tree.root.tries)


def test_the_line_can_be_played() -> None:
    for state in QUIET[:12:3]:
        tree = tree_of(state)
        grow(tree, 300)
        line = tree.line(12)
        assert 0 < len(line) <= tree.deepest
        assert line[0] == state.actions()[tree.rated()[0][0]]
        for action in line:
            assert action in state.actions()
            state = state.apply(action)


def test_all_actions_are_valued_where_they_are_rated() -> None:
    """Else an action has the value of the best one where it is only known to be no better."""
    state = MINISHOGI.parse("rbsgk/4p/5/P4/KGSBR b - 1")
    rated = {str(action): value for action, value in player("priors=line,nodes=100").rate(state, Clock())}
    plain = {str(action): value for action, value in plain_player().rate(state, Clock(nodes=3000))}
    assert rated.keys() == plain.keys()
    assert sum(abs(rated[name] - plain[name]) < 0.2 for name in rated) >= len(rated) * 3 // 4
    tree = tree_of(state)
    grow(tree, 100)
    assert any(tree.root.bounds[place] == AT_MOST for place in range(len(rated)))


def game_of(seed: int, plies: int = 12) -> list[str]:
    one, other = (player("priors=line,nodes=60", seed=seed + seat) for seat in range(2))
    return moves_of(one, other, MINISHOGI.start(), plies)


def test_the_seed_decides_the_game() -> None:
    assert game_of(1) == game_of(1)


def test_a_careless_player_plays_by_values() -> None:
    made = player("priors=line,level=3")
    state: Any = MINISHOGI.start()
    assert made.choose(state, Clock()) in state.actions()


@pytest.mark.parametrize("game", ["minishogi", "shogi", "judkins", "gorogoro", "torishogi"])
def test_the_time_is_kept(game: str) -> None:
    made, state = player("time=0.2", game), bg.load(game).start()
    assert made.priors == LINE
    made.prepare(state)

    def looked_at() -> int:
        begun = time.process_time()
        assert made.choose(state, Clock()) in state.actions()
        assert time.process_time() - begun < 1.0
        return 0 if made.thought is None else made.thought.nodes

    assert any(looked_at() > 10 for _ in range(20)), "not even once, however busy the machine is"


def test_the_best_judgement_is_the_usual_one() -> None:
    made = player("")
    assert made.searcher is not None and made.searcher.judgement_name == "pairs"


def test_a_search_without_a_bound_ends_when_it_is_stopped() -> None:
    made, clock = player("priors=line"), Clock(until_stopped=True)
    timer = Timer(0.3, setattr, (clock, "stopped", True))
    timer.start()
    begun = time.monotonic()
    assert made.choose(MINISHOGI.start(), clock) in MINISHOGI.start().actions()
    assert 0.25 < time.monotonic() - begun < 30.0


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        ("minishogi", "priors=line,playout=0", "with priors=line a short search judges"),
        ("ur", "priors=line", "priors=line: Royal Game of Ur offers no short search: take priors=uct"),
        ("judkins", "judgement=learned,nodes=5", "no learned judgement comes with Judkins"),
        ("minishogi", "judgement=missing.judgement", "the file cannot be read"),
        ("minishogi", "priors=line,policy=x:y", "cannot find the policy"),
        ("minishogi", "priors=search", "expected one of uct, line"),
    ],
)
def test_wrong_options_are_sentences(game: str, options: str, says: str) -> None:
    with pytest.raises(BadOption, match=says):
        player(options, game)


@pytest.mark.parametrize(
    ("game", "options", "priors"),
    [
        ("minishogi", "", LINE),
        ("shogi", "time=0.1", LINE),
        ("minishogi", "level=10", LINE),
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


@pytest.mark.parametrize("priors", ["uct", "line"])
def test_a_judgement_is_used(priors: str) -> None:
    def values(judgement: str) -> list[float]:
        state = MINISHOGI.parse("rbsgk/4p/5/P4/KGSBR b - 1")
        made = player(f"nodes=30,priors={priors},judgement={judgement}")
        return [value for _, value in made.rate(state, Clock())]

    assert values("learned") != values("material")


@pytest.mark.parametrize("game", ["minishogi", "shogi", "judkins", "gorogoro", "torishogi", "checkshogi"])
def test_moves_are_numbered_as_actions_are_listed(game: str) -> None:
    search = plain_player(game).searcher(bg.load(game).start())
    if isinstance(search, SelectiveSearch):
        for state in positions(game, 1, 40)[::5]:
            moves = search.rules.moves(state)
            assert [search.rules.action(state, moves[place]) for place in range(len(moves))] == list(state.actions())


LOSES = "4k4/9/9/9/9/9/9/9/4K4 b RBG 1"
WINS = "K8/1P+P+P+P+P+P+P+P/SSNNLLGG1/9/9/9/9/9/4k4 b 2R2B 1"


@pytest.mark.parametrize("impasse", ["27-point", "24-point-declaration"])
def test_a_declaration_is_looked_at_though_it_is_no_move(impasse: str) -> None:
    """It is the last of the actions, and none of the moves."""
    game = bg.load("shogi", impasse=impasse)
    loses: Any = game.parse(LOSES)
    for made in (player("", "shogi"), player("priors=line,nodes=60", "shogi"), plain_player("shogi")):
        made.prepare(loses)
        assert str(made.choose(loses, Clock(nodes=60))) != "win"
        rated = {str(action): value for action, value in made.rate(loses, Clock(nodes=60))}
        assert len(rated) == len(loses.actions()) and rated["win"] < -DECIDED
    wins: Any = game.parse(WINS)
    search = plain_player("shogi").searcher(wins)
    assert isinstance(search, SelectiveSearch) and search.narrow
    search.begin(Budget())
    tree = LineTree(wins, Random(1), 1.0, search, Budget())
    grow(tree, 1000)
    assert tree.finished and str(tree.line(1)[0]) == "win"
    count = len(wins.actions())
    _, place = search.rated(wins, wins.actions(), 1, [0.0] * count, list(range(count)), 1)[0]
    assert str(wins.actions()[place]) == "win"


def test_an_action_that_loses_is_left_for_any_that_is_better() -> None:
    """Else it is played where the time ends before another one was searched as deep."""
    node = LineNode(MINISHOGI.start(), short_search(MINISHOGI.start()).rules.moves(MINISHOGI.start()))
    node.best = 3
    for place, score, depth, bound in ((3, 5, 9, EXACT), (7, 200, 4, AT_LEAST), (8, 300, 4, AT_MOST)):
        node.scores[place], node.depths[place], node.bounds[place] = score, depth, bound
    node.take_best()
    assert node.best == 3
    node.scores[3] = -FAR - 900
    node.take_best()
    assert node.best == 7


class Corridor:
    """A position in a long line of checks: each side has one action."""

    turn = 0

    def __init__(self, ply: int) -> None:
        self.ply = ply

    def actions(self) -> list[int]:
        return [0]

    def apply(self, action: int) -> Corridor:
        return Corridor(self.ply + 1)


class CorridorRules(SearchRules):
    """A game of checks that are parried, without end."""

    def __init__(self) -> None:
        super().__init__(1, 1200.0)

    def is_over(self, state: Any) -> bool:
        return False

    def key(self, state: Any) -> int:
        return int(state.ply)

    def in_check(self, state: Any) -> bool:
        return True

    def score(self, state: Any) -> int:
        return 0

    def moves(self, state: Any) -> Any:
        return vec[i64]([0])

    def weights(self, state: Any, moves: Any) -> Any:
        return vec[i64]([0])

    def play(self, state: Any, move: int) -> Any:
        return state.apply(0)

    def action(self, state: Any, move: int) -> Any:
        return 0


def test_a_line_without_end_is_cut_off_where_searches_are() -> None:
    """In check the search looks a ply deeper, so nothing else ends such a line."""
    search = SelectiveSearch(CorridorRules(), 1009)
    search.begin(Budget())
    for begun in (0, 60):
        search.search(Corridor(begun), 1, -UNBOUNDED, UNBOUNDED, 0, False)
    corridor: Any = Corridor(0)
    tree = LineTree(corridor, Random(1), 1.0, search, Budget())
    grow(tree, 300)
    assert tree.simulations == 300 or tree.finished
    assert len(nodes_of(tree)) <= DEEPEST
