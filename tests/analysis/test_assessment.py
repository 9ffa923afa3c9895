"""The accounts of a game: marks, accuracy, and start + luck - losses = result."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest

import boardgames as bg
from boardgames import analysis
from boardgames.analysis import Bounds, Evaluation, accuracy_of, analyse, assess, winning_chance
from boardgames.contest import play_game
from boardgames.core.protocol import Fault, Verdict
from boardgames.records import GameRecord
from tests.samples import cases, few

PAIRS = 10_000


def independent(before: float, after: float) -> tuple[Decimal, str]:
    """lichess' accuracy and mark, by decimal numbers and on its own scale from -1 to 1."""
    drop = Decimal(before) * 100 - Decimal(after) * 100
    raw = Decimal("103.1668100711649") * (Decimal("-0.04354415386753951") * drop).exp() - Decimal("3.166924740191411")
    accuracy = Decimal(100) if drop <= 0 else max(Decimal(0), min(Decimal(100), raw + 1))
    delta = (2 * Decimal(before) - 1) - (2 * Decimal(after) - 1)
    mark = (
        "??" if delta >= Decimal("0.3") else "?" if delta >= Decimal("0.2") else "?!" if delta >= Decimal("0.1") else ""
    )
    return accuracy, mark


def test_the_worst_action_has_an_accuracy_of_one_in_a_harmonic_mean() -> None:
    """As with lichess: the mean of all losses, 0, and the harmonic mean, which counts less than 1 % as 1 %."""
    game = bg.Playthrough.replay(bg.load("minishogi").start(), ["1e1d"])
    chances = {0: Evaluation(chance=1.0), 1: Evaluation(chance=0.0)}
    assert assess(game, chances).accuracy == (0.5, None)


def test_accuracy_and_marks_are_those_of_lichess() -> None:
    rng = Random(1)
    for _ in range(PAIRS):
        before, after = rng.random(), rng.random()
        accuracy, mark = independent(before, after)
        assert abs(Decimal(accuracy_of(before, after)) - accuracy) < Decimal("1e-9")
        assert Bounds().mark(before - after) == mark
    assert winning_chance(100) == pytest.approx(float(1 / (1 + Decimal("-0.368208").exp())), abs=1e-15)


def test_bounds_can_be_changed_and_must_grow() -> None:
    assert Bounds(0.01, 0.02, 0.03).mark(0.02) == "?"
    with pytest.raises(ValueError, match="must grow"):
        Bounds(0.2, 0.1, 0.3)


@pytest.mark.parametrize("game", few(["ur:tokens=1", "morris:preset=three"], "ur:tokens=1"))
def test_start_luck_and_losses_make_the_result(game: str) -> None:
    for seed in range(3):
        by_exact = analyse(play_game(game, "greedy", "random", seed=seed), by="exact")
        total(by_exact)
        for ply in by_exact.plies:
            assert ply.loss is None or ply.loss >= 0
            assert not (ply.forced and ply.mark)


def total(game: analysis.Analysis) -> None:
    assert game.start is not None
    assert game.start + game.luck[0] - game.losses[0] + game.losses[1] == pytest.approx(game.result, abs=1e-9)
    assert game.luck[0] == -game.luck[1]
    assert game.losses[0] == pytest.approx(sum(ply.loss or 0.0 for ply in game.plies if ply.seat == 0))


@pytest.mark.slow
def test_the_accounts_hold_over_a_hundred_thousand_plies() -> None:
    plies = seed = 0
    while plies < 100_000:
        for game in ("ur:tokens=2", "morris:preset=three"):
            for player in ("greedy", "random"):
                judged = analyse(play_game(game, "random", player, seed=seed), by="exact")
                total(judged)
                plies += len(judged.plies)
        seed += 1


def minishogi(*actions: str) -> bg.Playthrough:
    return bg.Playthrough.replay(bg.load("minishogi").start(), actions)


def test_what_was_seen_later_goes_back_and_forced_actions_give_nothing_away() -> None:
    game = minishogi("1e1d", "5a5b", "3e3d")
    found = {0: 0.5, 1: 0.6, 2: 0.4, 3: 0.9}  # the third position turned out to be better than it looked
    judged = assess(game, {ply: Evaluation(chance=chance, line=("x",)) for ply, chance in found.items()})
    assert [ply.chance for ply in judged.plies] == [0.6, 0.9, 0.9]
    assert judged.start == 0.6
    assert [ply.loss for ply in judged.plies] == pytest.approx([0.0, 0.3, 0.0])
    assert [ply.mark for ply in judged.plies] == ["", "??", ""]


def test_a_forced_action_misses_nothing_whatever_was_said_of_its_position() -> None:
    game = bg.Playthrough.replay(bg.load("ur:tokens=1").start(), ["=4", "0", "=1"])
    assert len(game.states[1].actions()) == 1
    said = {1: Evaluation(chance=1.0, plies_to_end=3), 2: Evaluation(chance=0.3), 3: Evaluation(chance=0.3)}
    forced = assess(game, said).plies[1]
    assert (forced.forced, forced.loss, forced.mark, forced.missed_win) == (True, 0.0, "", None)


def test_a_forced_action_has_no_accuracy() -> None:
    game = bg.Playthrough.replay(bg.load("ur:tokens=1").start(), ["=4", "0", "=1"])
    found = {ply: Evaluation(chance=0.5) for ply in range(4)}
    assert assess(game, found).accuracy == (None, None)


def test_the_best_action_gets_no_mark_and_a_mark_needs_the_same_search() -> None:
    game = minishogi("1e1d", "5a5b")
    best = {
        0: Evaluation(chance=0.7, line=("1e1d",)),
        1: Evaluation(chance=0.2, line=("5a5b",)),
        2: Evaluation(chance=0.2),
    }
    assert [ply.mark for ply in assess(game, best).plies] == ["", ""]
    other = {**best, 0: Evaluation(chance=0.7, played=0.66, line=("4e4d",))}
    assert [ply.mark for ply in assess(game, other).plies] == ["", ""]
    other = {**best, 0: Evaluation(chance=0.7, played=0.59, line=("4e4d",))}
    assert [ply.mark for ply in assess(game, other).plies] == ["?", ""]


def test_to_resign_or_to_crash_gives_away_what_is_left() -> None:
    game = minishogi("1e1d", "5a5b")
    found = {ply: Evaluation(chance=0.8) for ply in range(3)}
    judged = assess(game, found, Verdict.forfeit(Fault(0, "crash", "it ended")))
    assert judged.result == 0.0
    assert judged.losses == pytest.approx((0.8, 0.0))
    assert judged.sentence(["Ann", "Bob"]) == (
        "Bob won, although Ann, who resigned or was at fault, still had a chance of 80 %."
    )


@pytest.mark.parametrize(
    ("luck", "words"),
    [
        (0.2, "Ann played better, by 10 points, and drew."),
        (-0.2, "Ann played better, by 10 points, and drew: the dice cost Ann 20 points."),
    ],
)
def test_of_the_dice_a_draw_tells_what_they_cost(luck: float, words: str) -> None:
    """What they gave explains no draw of the better player."""
    plies = (
        analysis.AssessedPly(ply=1, seat=0, action="=1", chance=0.7, luck=luck),
        analysis.AssessedPly(ply=2, seat=1, action="1", chance=0.7, loss=0.1),
    )
    drawn = analysis.Assessment(
        start=0.5, plies=plies, losses=(0.0, 0.1), luck=(luck, -luck), accuracy=(None, 80.0), result=0.5
    )
    assert drawn.sentence(["Ann", "Bob"]) == words


@cases("plies", [5, 6, 7])
def test_a_limit_of_plies_is_nobodys_action(plies: int) -> None:
    record = play_game("ur:tokens=1", "greedy", "greedy", seed=1, max_plies=plies)
    judged = analyse(record, by="exact")
    assert judged.start is not None
    assert judged.start + judged.luck[0] - judged.losses[0] + judged.losses[1] == pytest.approx(0.5)
    assert all(ply.loss == 0 for ply in judged.plies if ply.best == ply.action)


def test_a_record_broken_off_is_judged_as_far_as_it_goes() -> None:
    record = GameRecord.of(minishogi("1e1d", "5a5b"))
    judged = analyse(record, by="alphabeta:nodes=50")
    assert judged.result is None
    assert all(ply.loss is not None for ply in judged.plies)
    assert "broken off" in judged.sentence(["Ann", "Bob"])
    assert analyse(judged.record, by="record").plies == judged.plies
    nothing = analyse(GameRecord.of(minishogi()), by="alphabeta:nodes=50")
    assert nothing.plies == ()


def test_three_players_are_told() -> None:
    from tests.piles import THREE

    with pytest.raises(analysis.NotForTwo, match="only games for two"):
        assess(bg.Playthrough(THREE.game(THREE.options()).start()), {})
