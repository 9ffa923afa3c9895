"""The players that think: budgets, clocks, thoughts, hints, mates and levels."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames import build
from boardgames.contest import play_game
from boardgames.core.lookup.installed_games import split_name
from boardgames.core.lookup.players import LEVELS, PLAYERS
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import BadOption, choose
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.games.shogi.family import spec_of
from boardgames.learning.levels import GameLevels, Level
from boardgames.players.alphabeta import ALPHABETA, MOST_DEPTH, Alphabeta, SearchOptions, alphabeta_at
from boardgames.players.budget import Effort
from boardgames.players.human import Human
from boardgames.players.levels import GENERAL_SEARCH, GENERAL_TREE, search_levels, tree_levels
from boardgames.players.mcts import Mcts, find_policy
from tests.games.shogi.test_new_piece import DUEL
from tests.piles import THREE
from tests.samples import cases, few, sample

NO_CLOCK = Clock()
MATE_IN_ONE = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
MATE_IN_THREE = "3gk2pl/srPn1g1s1/lp1s2n1p/P2p1pp2/p2np2P1/1P1PPPP2/BlG4+rP/4K2+n1/1+l1GS3+b w P 116"


def made(text: str, game: str, seed: int = 1) -> Player:
    """The player that a text names, as on the command line."""
    name, given = split_name(text)
    spec = PLAYERS.find(name)
    return spec.player(bg.find(game), choose(spec.options, given), Random(seed))


@cases("player", ["alphabeta:nodes=150", "alphabeta:depth=1", "expectation:depth=1", "mcts:nodes=30"])
@pytest.mark.parametrize("game", few(["ur:tokens=2", "morris", "minishogi", "dice-shogi"], "ur:tokens=2"))
def test_without_a_bound_of_time_the_seed_decides(player: str, game: str) -> None:
    if player.startswith("mcts"):
        player += ",playout=4"
    games = [play_game(game, player, "random", seed=7, max_plies=14).actions for _ in range(2)]
    assert games[0] == games[1]


def test_the_best_lines_are_told_and_so_is_the_memory_used() -> None:
    state = bg.load("minishogi").start()
    thoughts = {}
    for options in ("nodes=20000,hash=2", "nodes=20000,hash=1", "nodes=400,lines=3"):
        player = made(f"alphabeta:{options}", "minishogi")
        player.choose(state, NO_CLOCK)
        assert player.thought is not None
        thoughts[options] = player.thought
    used = [thought.fullness for thought in thoughts.values()]
    assert used[0] is not None
    assert used[1] is not None
    assert 0 < used[0] < used[1] < 1, "in a smaller table the same positions are a larger share"
    lines = thoughts["nodes=400,lines=3"]
    values = [lines.value, *(other.value for other in lines.alternatives)]
    assert len({lines.line[0], *(other.line[0] for other in lines.alternatives)}) == 3
    assert values == sorted(values, reverse=True)


def test_another_seed_gives_another_game() -> None:
    assert (
        len({play_game("minishogi", *["alphabeta:nodes=60"] * 2, seed=seed, max_plies=12).actions for seed in range(6)})
        > 1
    )


TIMED = ["alphabeta", "expectation:time=5", "mcts", "alphabeta:level=10", "mcts:level=10"]
DAILY = {("mcts", "minishogi")}


@pytest.mark.parametrize(
    ("player", "game"),
    [
        pytest.param(player, game, marks=() if (player, game) in DAILY else pytest.mark.thorough)
        for game in ("ur", "morris", "minishogi")
        for player in TIMED
    ],
)
def test_the_clock_is_kept_with_a_margin(player: str, game: str) -> None:
    thinker = made(player, game)
    state = bg.load(game).start()
    if state.turn == bg.CHANCE:
        state = state.play("=2").play("0").play("=3").play("0").play("=1")
    for allowed in (0.1, 0.4) if build.kind() == "compiled" else (1.0,):  # a playout alone may take 0.1 s uncompiled

        def taken(allowed: float = allowed) -> float:
            begun = time.monotonic()
            thinker.choose(state, Clock(allowed, allowed))
            return time.monotonic() - begun

        assert any(taken() < allowed for _ in range(6)), "not even once, however busy the machine is"


@pytest.mark.parametrize("game", ["ur", "shogi"])
def test_a_tree_takes_the_usual_time_where_the_clock_bounds_the_depth_alone(game: str) -> None:
    """So ``go depth 3`` of USI is answered."""
    player = Mcts(bg.find(game), Effort(usual_time=0.2), Random(1))
    assert player.budget(Clock(depth=3)).seconds == 0.2
    assert player.budget(Clock(depth=3, nodes=5)).nodes == 5


@pytest.mark.parametrize("player", ["alphabeta", "mcts"])
def test_somebody_may_stop_it(player: str) -> None:
    clock = Clock(until_stopped=True)
    thinker = made(player, "minishogi")
    thinker.on_thought = lambda thought: setattr(clock, "stopped", True)
    begun = time.monotonic()
    assert thinker.choose(bg.load("minishogi").start(), clock)
    assert time.monotonic() - begun < 20


@cases("player", ["alphabeta:depth=1", "alphabeta:nodes=2000", "expectation:depth=1", "mcts:nodes=300,playout=0"])
def test_mate_in_one_is_played(player: str) -> None:
    state = bg.load("shogi").parse(MATE_IN_ONE)
    thinker = made(player, "shogi")
    assert str(thinker.choose(state, NO_CLOCK)) == "G*5b"
    assert thinker.thought is not None
    assert thinker.thought.value > 0.9


@pytest.mark.parametrize(("protector", "taken"), [("4s4", False), ("9", True)])
def test_what_is_protected_is_not_taken_by_more(protector: str, taken: bool) -> None:
    """Looking one ply ahead, and then at captures: a rook takes a pawn, unless a silver takes the rook."""
    state = bg.load("shogi").parse(f"4k4/9/9/{protector}/4p4/9/9/4R4/4K4 b - 1")
    for seed in range(4):
        chosen = made("alphabeta:depth=1", "shogi", seed).choose(state, NO_CLOCK)
        assert (str(chosen) == "5h5e") is taken


@pytest.mark.parametrize("player", ["alphabeta:depth=3", "alphabeta:nodes=20000"])
def test_mate_in_three_is_played(player: str) -> None:
    state = bg.load("shogi").parse(MATE_IN_THREE)
    thinker = made(player, "shogi")
    assert str(thinker.choose(state, NO_CLOCK)) == "6e5g+"
    thought = thinker.thought
    assert thought is not None
    assert thought.plies_to_end == 3
    assert str(thought).startswith("won in 3 (depth ")
    assert str(thought.line[0]) == "6e5g+"


def test_the_side_that_is_lost_holds_out() -> None:
    """Of two ways to lose it takes the longer, and says so."""
    state = bg.load("minishogi").parse("1p+BG1/2b2/3rk/G1R1p/KS2+s w - 166")
    thinker = made("alphabeta:depth=4", "minishogi")
    assert str(thinker.choose(state, NO_CLOCK)) == "1c1b"
    assert thinker.thought is not None
    assert str(thinker.thought).startswith("lost in 4 (depth 4")


@cases("player", ["alphabeta:depth=2", "expectation:depth=2", "mcts:nodes=400"])
def test_ratings_cover_all_actions_the_best_first(player: str) -> None:
    state = bg.load("ur").parse("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2")
    thinker = made(player, "ur")
    rated = thinker.rate(state, NO_CLOCK)
    assert {action for action, _ in rated} == set(state.actions())
    assert all(-1 <= value <= 1 for _, value in rated)
    assert rated[0][0] is thinker.choose(state, NO_CLOCK)


@pytest.mark.parametrize("player", ["alphabeta", "expectation"])
@pytest.mark.parametrize("game", few(["ur", "morris", "minishogi", "dice-shogi", "shogi"], "ur", "morris", "minishogi"))
def test_ratings_cover_all_actions_where_the_budget_does_not_suffice(player: str, game: str) -> None:
    """What was not reached is searched one action deep."""
    state = bg.playout(bg.load(game).start(), Random(3), 11)
    while len(state.actions()) < 2:
        state = bg.playout(state, Random(4), 1)
    shallow = made(f"{player}:depth=1", game).rate(state, NO_CLOCK)
    for nodes in (1, 2, 20):
        rated = made(f"{player}:nodes={nodes}", game).rate(state, NO_CLOCK)
        assert {str(action) for action, _ in rated} == {str(action) for action in state.actions()}
        assert len(rated) == len(state.actions())
        assert [value for _, value in rated] == sorted((value for _, value in rated), reverse=True)
        if nodes < len(rated):
            assert {str(action): value for action, value in rated} == {str(action): value for action, value in shallow}


def test_ratings_are_exact_and_not_bounds() -> None:
    state = bg.load("shogi").parse(MATE_IN_ONE)
    values = {
        str(action): value
        for action, value in made("expectation:depth=1,judgement=material", "shogi").rate(state, NO_CLOCK)
    }
    judge = bg.find("shogi").insight
    assert judge is not None
    for text in ("G*1a", "5i5h", "5c5b+"):
        assert values[text] == pytest.approx(judge.evaluate(state.play(text), 0), rel=1e-4)


# -- mcts --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "game"),
    [
        pytest.param("mcts:playout=0", "minishogi", marks=pytest.mark.thorough),
        ("mcts:playout=3", "ur"),
        pytest.param("mcts:playout=0", "dice-shogi", marks=pytest.mark.thorough),
        pytest.param("mcts:playout=0", "morris", marks=pytest.mark.thorough),
    ],
)
@sample(3, thorough=12)
def test_the_line_that_mcts_tells_begins_with_what_it_plays(player: str, game: str, sample: int) -> None:
    """Also where several actions have the most tries."""
    for seed in range(sample):
        state = bg.playout(bg.load(game).start(), Random(seed), 12)
        while len(state.actions()) < 2:
            state = bg.playout(state, Random(seed), 1) if state.outcome is None else bg.load(game).start()
        for nodes in (1, 2, 3, 40, 90):
            thinker = made(f"{player},nodes={nodes}", game, seed)
            chosen = thinker.choose(state, NO_CLOCK)
            assert thinker.thought is not None
            assert thinker.thought.line[0] is chosen, (seed, nodes)


@cases(
    ("player", "game", "told"),
    [
        ("mcts:judgement=learned", "judkins", "no learned judgement comes with Judkins"),
        ("mcts:judgement=missing.judgement", "minishogi", "the file cannot be read"),
        ("mcts:judgement=learned,policy=boardgames.players.mcts:find_policy", "minishogi", "leave one of them out"),
    ],
)
def test_wrong_options_of_a_tree_are_told(player: str, game: str, told: str) -> None:
    with pytest.raises(BadOption, match=told):
        made(player, game)


def test_a_tree_uses_the_judgement_that_it_is_given() -> None:
    state = bg.load("minishogi").parse("rbsgk/4p/5/P4/KGSBR b - 1")

    def values(judgement: str) -> list[float]:
        return [value for _, value in made(f"mcts:nodes=30{judgement}", "minishogi").rate(state, NO_CLOCK)]

    assert values(",judgement=learned") != values("") == values(",judgement=material")


def test_a_tree_tells_of_a_judgement_for_other_rules() -> None:
    thinker = made("mcts:nodes=3,judgement=learned", "ur")
    with pytest.raises(BadOption, match="judgement=learned: the judgement was fitted"):
        thinker.prepare(bg.load("ur", preset="masters").start())


def test_a_policy_leads_the_tree_and_is_asked_once_for_each_state() -> None:
    asked: list[str] = []

    def policy(state: Any) -> tuple[list[float], float]:
        asked.append(str(state))
        actions = state.actions()
        return [0.9 if str(action) == "2e1d" else 0.1 / (len(actions) - 1) for action in actions], 0.0

    thinker = Mcts(bg.find("minishogi"), Effort(nodes=60), Random(1), policy=policy)
    start = bg.load("minishogi").start()
    assert str(thinker.choose(start, NO_CLOCK)) == "2e1d"
    assert len(asked) == len(set(asked)) <= 61
    assert asked[0] == str(start)


def test_the_value_of_a_policy_is_that_of_the_side_to_act() -> None:
    """With even priors the tree goes where the opponent is said to stand badly."""

    def policy(state: Any) -> tuple[list[float], float]:
        count = len(state.actions())
        for_black = 0.9 if state.piece_at("1d") == "B" else -0.2
        return [1 / count] * count, for_black if state.turn == 0 else -for_black

    thinker = Mcts(bg.find("minishogi"), Effort(nodes=200), Random(1), policy=policy)
    assert str(thinker.choose(bg.load("minishogi").start(), NO_CLOCK)) == "2e1d"


def test_a_policy_that_does_not_fit_is_named() -> None:
    thinker = Mcts(bg.find("minishogi"), Effort(nodes=10), Random(1), policy=lambda state: ([1.0], 0.0))
    with pytest.raises(ValueError, match=r"a list of 14, .* returned a list of 1"):
        thinker.choose(bg.load("minishogi").start(), NO_CLOCK)


def by_action(state: Any) -> Any:
    """Returns one probability for each action, but by their texts, and no value."""
    return {str(action): 1.0 for action in state.actions()}


@cases(
    ("returned", "said"),
    [
        (by_action, f"{__name__}:by_action must return a probability for each action, a list of 14, and a value "
                    "behind it; it returned a dict alone"),
        (lambda state: (dict(enumerate(state.actions())), 0.0), "it returned a dict"),
        (lambda state: [1 / 14] * 14, "it returned a list alone"),
        (lambda state: (["x"] * 14, 0.0), "it returned a list of 14"),
        (lambda state: (None, 0.0), "it returned a NoneType"),
    ],
)  # fmt: skip
def test_a_policy_that_returns_something_else_is_told_so(returned: Any, said: str) -> None:
    thinker = Mcts(bg.find("minishogi"), Effort(nodes=10), Random(1), policy=returned)
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is looked at below
        thinker.choose(bg.load("minishogi").start(), NO_CLOCK)
    assert str(caught.value).endswith(said)


@cases(
    ("text", "says"),
    [
        ("nonsense", "MODULE:FUNCTION"),
        ("no.such.module:policy", "cannot find the policy"),
        ("math:policy", "math:policy"),
        ("math:pi", "no function 'pi'"),
    ],
)
def test_an_unknown_policy_is_a_sentence(text: str, says: str) -> None:
    with pytest.raises(BadOption, match=says):
        find_policy(text)


def test_a_tree_for_dice_rates_a_sure_win() -> None:
    state = bg.load("ur:tokens=2").parse("14,15 3,0 0 1")
    assert made("mcts:nodes=50", "ur").rate(state, NO_CLOCK)[0][1] == 1.0


# -- levels ------------------------------------------------------------------------


@cases("levels_of", [search_levels, tree_levels])
@cases("game", ["ur", "morris", "minishogi", "shogi", "dice-shogi", "dobutsu", "gorogoro", "a game of yours"])
def test_levels_rise(levels_of: Callable[[GameSpec], Sequence[Level]], game: str) -> None:
    levels = levels_of(bg.find(game) if game in bg.games() else THREE)
    assert len(levels) == len(LEVELS) == 10
    for one, next_one in pairwise(levels):
        assert next_one.carelessness <= one.carelessness or bound(next_one) > bound(one)
        assert bound(next_one) >= bound(one)
    assert all(level.depth or level.nodes for level in levels[:9]), "what only time bounds is not reproducible"
    assert levels[9] == Level()


def bound(level: Level) -> tuple[int, int]:
    """How much a level searches: deeper, then more nodes."""
    if level.depth is not None:
        return level.depth, 0
    return MOST_DEPTH, level.nodes or 10**12


def test_a_variant_of_shogi_has_the_levels_of_its_size() -> None:
    small, large = search_levels(bg.find("gorogoro")), search_levels(bg.find("shogi"))
    assert small != large
    assert search_levels(spec_of(DUEL, "", ())) == small
    assert search_levels(bg.find("torishogi")) == large
    assert search_levels(bg.find("minishogi")) != small != search_levels(bg.find("dobutsu")), "they have their own"


def test_a_game_of_anyone_has_general_levels_or_its_own() -> None:
    assert (search_levels(THREE), tree_levels(THREE)) == (GENERAL_SEARCH, GENERAL_TREE)
    own = [Level(depth=1)] * 10
    spec = GameSpec(name="x", title="X", game=THREE.game, reasons={}, levels=GameLevels(search=own))
    assert (search_levels(spec), tree_levels(spec)) == (own, GENERAL_TREE)
    player = ALPHABETA.player(spec, SearchOptions(level=3), Random(1))
    assert isinstance(player, Alphabeta) and player.effort.depth == 1


@pytest.mark.parametrize("player", ["alphabeta", "expectation", "mcts"])
@pytest.mark.parametrize("level", few([1, 4, 6], 4))
def test_the_seed_decides_what_a_level_plays(player: str, level: int) -> None:
    if build.kind() == "pure" and level > 4:
        pytest.skip("takes long uncompiled")
    text = f"{player}:level={level}"
    games = [play_game("minishogi", text, "random", seed=3, max_plies=10).actions for _ in range(2)]
    assert games[0] == games[1]


def careless(carelessness: float, seed: int) -> Alphabeta:
    return alphabeta_at(
        Level(carelessness, depth=1), bg.find("shogi"), SearchOptions(judgement="material"), Random(seed)
    )


def test_a_careless_player_plays_lesser_actions_but_none_that_loses_more_than_its_carelessness() -> None:
    state = bg.playout(bg.load("shogi").start(), Random(30), 30)
    values = dict(careless(0.0, 1).rate(state, NO_CLOCK))
    best = max(values.values())
    lost = [best - values[careless(0.2, seed).choose(state, NO_CLOCK)] for seed in range(30)]
    assert max(lost) <= 0.2
    assert len(set(lost)) > 5


def test_a_careless_player_thinks_of_what_it_plays() -> None:
    state = bg.playout(bg.load("shogi").start(), Random(30), 30)
    player = careless(0.5, 1)
    values = dict(player.rate(state, NO_CLOCK))
    told = []
    for _ in range(5):
        action = player.choose(state, NO_CLOCK)
        assert player.thought is not None
        assert (player.thought.line[0], player.thought.value) == (action, values[action])
        told.append(action)
    assert len(set(told)) > 1


@pytest.mark.thorough
@pytest.mark.parametrize("level", [1, 10])
def test_a_beginner_overlooks_a_mate_and_a_master_none(level: int) -> None:
    state = bg.load("shogi").parse(MATE_IN_ONE)
    seeds = range(40 if level == 1 else 2)
    text = f"alphabeta:level={level}"
    missed = sum(str(made(text, "shogi", seed).choose(state, NO_CLOCK)) != "G*5b" for seed in seeds)
    assert missed == 0 if level == 10 else 5 < missed < 40


@cases("text", ["alphabeta:level=11", "alphabeta:depth=0", "mcts:nodes=few", "expectation:time=-1"])
def test_wrong_options_are_refused(text: str) -> None:
    with pytest.raises(BadOption, match="expected a "):
        made(text, "ur")


# -- hints -------------------------------------------------------------------------


def test_a_person_may_ask_for_a_hint() -> None:
    said: list[str] = []
    lines = iter(["hint", "G*5b"])
    person = Human(
        bg.find("shogi"), lambda prompt: next(lines), said.append, lambda: made("expectation:depth=1", "shogi")
    )
    state = bg.load("shogi").parse(MATE_IN_ONE)
    assert str(person.choose(state, NO_CLOCK)) == "G*5b"
    hints = [line.split() for line in said if " % " in line]
    assert hints[0][:3] == ["G*5b", "100.0", "%"] and len(hints[0]) > 3
    assert float(hints[1][1]) < 100


def test_without_an_adviser_there_is_no_hint() -> None:
    said: list[str] = []
    lines = iter(["hint", "G*5b"])
    person = Human(bg.find("shogi"), lambda prompt: next(lines), said.append)
    person.choose(bg.load("shogi").parse(MATE_IN_ONE), NO_CLOCK)
    assert "  This player gives no hints." in said


def test_an_adviser_that_cannot_judge_these_rules_gives_no_hint_and_the_game_goes_on() -> None:
    said: list[str] = []
    lines = iter(["hint", "0"])
    adviser = made("alphabeta:judgement=learned", "ur")
    person = Human(bg.find("ur"), lambda prompt: next(lines), said.append, lambda: adviser)
    assert str(person.choose(bg.load("ur:tokens=1").parse("0 0 0 2"), NO_CLOCK)) == "0"
    assert any("There is no hint: judgement=learned: the judgement was fitted" in line for line in said)


def test_an_unknown_adviser_is_named() -> None:
    with pytest.raises(BadOption, match="there is no player 'gredy'"):
        made("human:hint=gredy", "ur")
