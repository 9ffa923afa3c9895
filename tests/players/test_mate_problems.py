"""Mate problems: length, first move and second solutions agree with a full search; the conventions of tsume hold."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.games.shogi.values.hints import HINTS
from boardgames.players import MateSolution, NoMateProblems, solve_mate
from boardgames.players.budget import Budget
from boardgames.players.mates.mate_problem import ProblemSearch
from tests.players.mate_oracle import Oracle
from tests.players.random_problems import bare, played_position, random_problem
from tests.players.test_mates import PROBLEMS
from tests.samples import cases

SHOGI = bg.load("shogi")
NAMES = ("shogi", "minishogi", "judkins", "gorogoro")
DISTANT_ROOK = "k8/9/NG7/9/9/9/9/9/9 b R 1"
"""The rook mates from anywhere on the first rank: what is interposed, it takes."""


def solved(text: str, plies: int = 9, **others: Any) -> MateSolution:
    return solve_mate(SHOGI.parse(text), plies, **{"rest": True, **others})


def line(solution: MateSolution) -> str:
    return " ".join(map(str, solution.line))


# -- against a full search -----------------------------------------------------------------


def compare(seeds: Sequence[int], plies: int) -> list[int]:
    """Compare random positions with the full search; the lengths of the mates among them."""
    lengths = []
    for seed in seeds:
        rng, game = Random(seed), bare(NAMES[seed % 4])
        state = played_position(game, rng) if seed % 7 == 6 else random_problem(game, rng)
        solution = solve_mate(state, plies, second_within=0, budget=Budget(nodes=50_000))
        assert solution.decided
        oracle = Oracle()
        length = oracle.length(game.parse(str(state)), plies)
        assert solution.plies == length, f"{game.name}: {state}"
        if length is not None:
            firsts = {str(solution.line[0])} | {str(each.action) for each in solution.second if each.ply == 1}
            assert firsts == oracle.first_moves(game.parse(str(state)), length), f"{game.name}: {state}"
            lengths.append(length)
    return lengths


@pytest.mark.parametrize(
    ("seeds", "plies", "met"),
    [
        ([2, 3, 28, 33, 69], 3, {1, 3}),
        pytest.param(range(100, 150), 3, {1, 3}, marks=pytest.mark.thorough),
        pytest.param(range(1000, 2500), 5, {1, 3, 5}, marks=pytest.mark.slow),
    ],
    ids=["some", "many", "hundreds"],
)
def test_a_full_search_agrees(seeds: Sequence[int], plies: int, met: set[int]) -> None:
    assert set(compare(seeds, plies)) >= met


def literally(plies: int, position: str) -> MateSolution:
    """The solution if every interposition counts."""
    assert HINTS.problems is not None
    assert HINTS.forcing_moves is not None
    conventions = attrs.evolve(HINTS.problems, delays=lambda state: ())
    start = conventions.problem(SHOGI.parse(position), False)
    return ProblemSearch(HINTS.forcing_moves, conventions, start.seat, Budget()).solve(start, plies, 0)


def agrees(plies: int, position: str, solution: str) -> bool:
    """Whether a mate of our games has the length and the first move that the other search found."""
    found = literally(plies, position)
    firsts = {str(each.action) for each in found.second if each.ply == 1} | {str(found.line[0])}
    return found.plies == plies and solution.split()[0] in firsts


def test_where_every_interposition_counts_the_other_search_agrees() -> None:
    assert all(agrees(*problem) for problem in PROBLEMS[:8:2])


@pytest.mark.slow
def test_it_agrees_on_all_mates_of_our_games() -> None:
    assert [problem for problem in PROBLEMS if not agrees(*problem)] == []


# -- the conventions --------------------------------------------------------------------------


def test_an_interposition_that_only_delays_is_no_defence() -> None:
    solution = solved(DISTANT_ROOK)
    assert (line(solution), {each.minor for each in solution.second}) == ("R*1a", {"last move"})
    unprotected = solved("k8/9/1G7/9/9/9/9/9/9 b R 1", second_within=0)
    others = {str(each.action) for each in unprotected.second if each.ply == 1}
    assert (unprotected.plies, "R*1a" in others) == (3, False), "the king takes the rook on 8a"


def test_without_the_convention_it_is_one() -> None:
    assert HINTS.problems is not None
    assert HINTS.forcing_moves is not None
    start = HINTS.problems.problem(SHOGI.parse(DISTANT_ROOK), True)
    rook = start.play("R*1a")
    literal = attrs.evolve(HINTS.problems, taken=lambda state, action: ())
    for conventions, mated in ((HINTS.problems, True), (literal, False)):
        search = ProblemSearch(HINTS.forcing_moves, conventions, 0, Budget())
        assert search.loses(rook, 0) is mated


@pytest.mark.parametrize("position", ["5/4k/4g/2+P2/5 b RGSr2bsp 1", "1R3/2Rs1/1S3/1k3/5 b P2b2gp 1"])
def test_an_interposition_counts_if_the_mate_takes_longer_after_it(position: str) -> None:
    """Lengths are those of the full search: the first would be 3 if two plies more were allowed.

    In the second there are other answers too; with none of the plies that they take there would be no mate.
    """
    assert solve_mate(bg.load("minishogi").parse(position), 5, second_within=None).plies == 5


def test_of_equal_defences_the_one_that_leaves_no_piece_is_shown() -> None:
    """After 1c1b+ the rook may be interposed for nothing; the solution lets no piece be left over."""
    solution = solved("5B1n1/8k/6Rpp/9/9/9/9/9/9 b - 1")
    assert (line(solution)[:9], solution.plies, solution.left_over) == ("4a2c 1b1a", 5, 0)


def test_the_defender_may_get_all_other_pieces() -> None:
    start = solved("8k/9/6R2/9/9/9/9/9/9 b G 1", 1).start
    assert str(start) == "8k/9/6R2/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1"


# -- second solutions -------------------------------------------------------------------------


def test_a_sound_problem_has_one_solution() -> None:
    solution = solved("8k/9/6R2/9/9/9/9/9/9 b G 1")
    assert line(solution) == "3c1c+ 1a2a G*2b"
    assert (solution.second, solution.is_unique, solution.refuted) == ((), True, 1)


def test_a_cook_is_told() -> None:
    solution = solved("5k3/7gR/4S4/7L1/9/9/9/9/9 b S 1")
    assert [(each.ply, str(each.action), each.plies) for each in solution.cooks] == [(1, "S*4b", 5)]
    assert (solution.plies, solution.is_unique) == (3, False)
    assert {each.minor for each in solution.second} == {"", "last move"}


def test_the_choice_of_promotion_is_a_minor_flaw() -> None:
    solution = solved("9/9/9/9/9/7np/8k/8B/7LR b - 1", 3, second_within=0)
    first = [(str(each.action), each.minor) for each in solution.second if each.ply == 1]
    assert ("1h6c", "promotion") in first
    assert ("1h7b", "") in first


# -- what is no mate, and what is not known --------------------------------------------------


@pytest.mark.parametrize("position", ["kn7/1s7/9/1N7/9/9/9/9/9 b P 1", "8k/9/9/9/9/9/9/9/9 b 2G 1"])
def test_where_checks_run_out_there_is_never_a_mate(position: str) -> None:
    solution = solved(position, 31)
    assert (solution.plies, solution.never, solution.decided, solution.is_unique) == (None, True, True, None)


def test_no_mate_within_the_bound_is_a_result() -> None:
    solution = solved("8k/9/6R2/9/9/9/9/9/9 b G 1", 1)
    assert (solution.plies, solution.refuted, solution.never, solution.decided) == (None, 1, False, True)


def test_where_the_budget_ends_the_rest_is_undecided() -> None:
    solution = solved("5B1n1/8k/6Rpp/9/9/9/9/9/9 b - 1", budget=Budget(nodes=40))
    assert (solution.plies, solution.decided, solution.refuted >= 1) == (None, False, True)


def test_an_interruption_keeps_what_is_known() -> None:
    def interrupt(plies: int, nodes: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        solved("5B1n1/8k/6Rpp/9/9/9/9/9/9 b - 1", report=interrupt)
    assert caught.value.solution.refuted >= 1  # type: ignore[attr-defined]


@cases("name", ["ur", "morris", "dice-shogi"])
def test_other_games_have_no_mate_problems(name: str) -> None:
    with pytest.raises(NoMateProblems, match=name):
        solve_mate(bg.load(name).start())


def test_the_past_of_a_game_does_not_count() -> None:
    """A position that has occurred often is a problem all the same."""
    game = bg.load("minishogi", max_plies=2)
    state = game.parse("4k/5/2G2/5/K4 b G 300")
    assert solve_mate(state, 1).plies == 1
