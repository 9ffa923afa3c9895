"""What games say, against figures that were published or computed by others' means."""

from __future__ import annotations

from itertools import product
from math import erf, inf, isfinite, isnan, sqrt
from random import Random

import pytest
from hypothesis import strategies as some

from benchmarks.sprt import SHAPES, errors
from boardgames.contest.score import SprtState, format_elo, sentence
from boardgames.contest.sprt import MODELS, BadSprt, Sprt
from boardgames.contest.statistics import PER_ELO, Tally, Trials, elo_of, score_of
from boardgames.contest.store import KeptGame
from tests.samples import cases, for_all

PUBLISHED: dict[tuple[int, ...], tuple[float, ...]] = {
    (10, 20, 60, 25, 15): (20.07, -11.31, 51.77, 27.00, 0.2622, 0.3393),
    (137, 5000, 10000, 5200, 163): (2.14, 0.36, 3.91, 4.05, 2.6327, -2.2258),
    (30, 0, 140, 0, 50): (31.67, 4.22, 59.53, 37.46, 0.6299, 0.7310),
}
"""Counts of pairs: Elo with its interval, normalized Elo, LLR of 0 against 5 in normalized and in logistic Elo."""


@pytest.mark.parametrize("counts", PUBLISHED)
def test_published_figures_of_pairs(counts: tuple[int, ...]) -> None:
    elo, low, high, normalized, normalized_llr, logistic_llr = PUBLISHED[counts]
    trials = Trials(counts)
    assert (trials.elo.value, trials.elo.low, trials.elo.high) == pytest.approx((elo, low, high), abs=0.005)
    assert trials.normalized_elo == pytest.approx(normalized, abs=0.005)
    assert Sprt(elo0=0, elo1=5, model="normalized").llr(trials) == pytest.approx(normalized_llr, abs=5e-5)
    assert Sprt(elo0=0, elo1=5).llr(trials) == pytest.approx(logistic_llr, abs=5e-5)


def test_published_figures_of_single_games() -> None:
    trials = Trials((100, 50, 120))
    assert Sprt(elo0=0, elo1=5, model="normalized").llr(trials) == pytest.approx(0.2909, abs=5e-5)
    assert Sprt(elo0=0, elo1=5).llr(trials) == pytest.approx(0.3190, abs=5e-5)


def test_the_bounds_of_the_test_are_walds() -> None:
    """Of unequal risks: the LLR is at most log(beta / (1 - alpha)), or at least log((1 - beta) / alpha)."""
    assert Sprt(alpha=0.02, beta=0.2).bounds == pytest.approx((-1.58924, 3.68888), abs=1e-5)
    assert Sprt(alpha=0.2, beta=0.02).bounds == pytest.approx((-3.68888, 1.58924), abs=1e-5)


def by_optimizer(counts: tuple[int, ...], elo: float, model: str) -> float:
    """The greatest log-likelihood of the counts under a hypothesis, by a general optimizer."""
    pytest.importorskip("scipy")  # takes half a second to import
    import numpy
    from scipy.optimize import minimize

    values = numpy.linspace(0, 1, len(counts))
    seen = numpy.array([count or 1e-3 for count in counts], float)
    shares = seen / seen.sum()
    games = (len(counts) - 1) // 2

    def broken(logs: numpy.ndarray) -> float:
        chances = numpy.exp(logs)
        mean = float(chances @ values)
        if model == "logistic":
            return float(mean - score_of(elo))
        deviation = float(numpy.sqrt(chances @ (values - mean) ** 2))
        return float(mean - 0.5 - elo * PER_ELO / 2 * games**0.5 * deviation)

    found = minimize(
        lambda logs: -float(shares @ logs),
        numpy.log(shares),
        constraints=[
            {"type": "eq", "fun": lambda logs: float(numpy.exp(logs).sum()) - 1},
            {"type": "eq", "fun": broken},
        ],
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 2000},
    )
    return float(seen @ found.x)


OPTIMIZED: dict[tuple[tuple[int, ...], str], float] = {
    ((3, 9, 21, 14, 6), "logistic"): 1.114026,
    ((3, 9, 21, 14, 6), "normalized"): 0.897237,
    ((0, 4, 11, 2, 0), "logistic"): -1.118767,
    ((0, 4, 11, 2, 0), "normalized"): -0.420598,
    ((40, 31, 77), "logistic"): 3.145981,
    ((40, 31, 77), "normalized"): 2.827740,
    ((7, 0, 9), "logistic"): 0.118679,
    ((7, 0, 9), "normalized"): 0.118634,
}
"""The LLR of -4 against 22 by the optimizer, which takes long to import."""


@cases(("counts", "model"), OPTIMIZED)
def test_llr_is_that_of_a_general_optimizer(counts: tuple[int, ...], model: str) -> None:
    test = Sprt(elo0=-4, elo1=22, model=model)
    assert test.llr(Trials(counts)) == pytest.approx(OPTIMIZED[counts, model], abs=2e-6)


@pytest.mark.thorough
@pytest.mark.parametrize(("counts", "model"), OPTIMIZED)
def test_the_optimizer_finds_what_was_recorded(counts: tuple[int, ...], model: str) -> None:
    found = by_optimizer(counts, 22, model) - by_optimizer(counts, -4, model)
    assert found == pytest.approx(OPTIMIZED[counts, model], abs=1e-3)


some_counts = some.sampled_from([3, 5]).flatmap(
    lambda kinds: some.lists(some.sampled_from([0, 0, 1, 2, 9, 1000, 10**6]), min_size=kinds, max_size=kinds)
)


@for_all(
    some_counts,
    some.floats(-400, 400),
    some.sampled_from([0.5, 5.0, 50.0, 300.0]),
    some.sampled_from(MODELS),
    everyday=10,
    thorough=100,
)
def test_nothing_is_ever_not_a_number(counts: list[int], elo0: float, width: float, model: str) -> None:
    trials = Trials(tuple(counts))
    assert isfinite(Sprt(elo0=elo0, elo1=elo0 + width, model=model).llr(trials))
    for value in (trials.elo.value, trials.elo.low, trials.elo.high, trials.normalized_elo, trials.score.value):
        assert not isnan(value)
    assert 0 <= trials.score.low <= trials.score.value <= trials.score.high <= 1
    assert "nan" not in format_elo(trials.elo)
    if len(counts) == 3:
        assert "nan" not in sentence(["a", "b"], Tally(counts[2], counts[1], counts[0]))


usual_counts = some.lists(some.sampled_from([0, 1, 5, 20, 100]), min_size=5, max_size=5)


@for_all(
    usual_counts,
    some.floats(-200, 200),
    some.sampled_from([5.0, 50.0]),
    some.sampled_from(MODELS),
    everyday=10,
    thorough=100,
)
def test_the_other_player_sees_the_mirror_image(counts: list[int], elo0: float, width: float, model: str) -> None:
    trials, mirrored = Trials(tuple(counts)), Trials(tuple(reversed(counts)))
    test = Sprt(elo0=elo0, elo1=elo0 + width, model=model)
    other = Sprt(elo0=-elo0 - width, elo1=-elo0, model=model)
    llr = test.llr(trials)
    assert other.llr(mirrored) == pytest.approx(-llr, abs=1e-5 + 1e-6 * abs(llr))
    if isfinite(trials.elo.value):
        assert mirrored.elo.value == pytest.approx(-trials.elo.value, abs=1e-6)


@pytest.mark.parametrize(
    "counts", [(0, 100, 5, 20, 5), pytest.param(None, marks=pytest.mark.thorough)], ids=["one step to a pole", "all"]
)
@pytest.mark.parametrize("model", MODELS)
def test_equal_players_see_the_mirror_image(counts: tuple[int, ...] | None, model: str) -> None:
    """With an Elo of 0 the first step may end a rounding error from where no chance is left for one result."""
    test, other = Sprt(elo0=-5, elo1=0, model=model), Sprt(elo0=0, elo1=5, model=model)
    for each in product((0, 1, 100), repeat=5) if counts is None else [counts]:
        llr = test.llr(Trials(each))
        assert other.llr(Trials(each[::-1])) == pytest.approx(-llr, abs=1e-5 + 1e-6 * abs(llr)), each
        assert abs(llr) <= sum(each), "no trial says so much"


def test_rounding_errors_beside_a_pole_are_not_taken_for_steps() -> None:
    """After five steps the distribution changed by 1e-10, and then by 1e-4 again."""
    test, other = (Sprt(elo0=low, elo1=low + 50, model="normalized") for low in (2, -52))
    assert test.llr(Trials((0, 0, 100, 5, 0))) == pytest.approx(1.8647257)
    assert other.llr(Trials((0, 5, 100, 0, 0))) == pytest.approx(-1.8647257)


def test_elo_and_score_are_inverse() -> None:
    for elo in (-800.0, -3.0, 0.0, 12.5, 400.0):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert (elo_of(0), elo_of(1)) == (-inf, inf)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = Random(1)
    weights = (5, 20, 45, 20, 10)
    truth = Trials(weights).mean
    held = 0
    for _ in range(1000):
        counts = [0] * 5
        for kind in rng.choices(range(5), weights, k=150):
            counts[kind] += 1
        held += Trials(tuple(counts)).score.low <= truth <= Trials(tuple(counts)).score.high
    assert 930 <= held <= 970


def test_all_games_alike_still_leave_doubt() -> None:
    score = Trials((0, 0, 10)).score
    assert score.low == pytest.approx(0.025 ** (1 / 10))  # ten wins in a row happen at that, at one in 40
    assert Trials((0, 0, 0, 0, 1)).score.low < 0.1
    assert Trials((0, 10, 0)).score.low < 0.5 < Trials((0, 10, 0)).score.high


def rates(model: str, runs: int, rng: Random) -> tuple[float, float]:
    """How often the test errs where H0 holds, and where H1 does."""
    errors = []
    for truth, wrong in ((0.0, "H1"), (30.0, "H0")):
        score = score_of(truth) if model == "logistic" else None
        base = (0.06, 0.24, 0.40, 0.24, 0.06)
        if score is None:
            variance = sum(p * (k / 4 - 0.5) ** 2 for k, p in enumerate(base))
            score = 0.5 + truth * PER_ELO / 2 * (2 * variance) ** 0.5
        shift = (score - 0.5) * 2
        weights = [base[0] - shift / 4, base[1] - shift / 2, base[2], base[3] + shift / 2, base[4] + shift / 4]
        mean = sum(w * k / 4 for k, w in enumerate(weights))
        assert mean == pytest.approx(score, abs=0.003)
        test = Sprt(elo0=0, elo1=30, model=model)
        mistaken = 0
        for _ in range(runs):
            counts = [0] * 5
            accepted = None
            while accepted is None:
                for kind in rng.choices(range(5), weights, k=8):
                    counts[kind] += 1
                accepted = test.accepted_at(test.llr(Trials(tuple(counts))))
            mistaken += accepted == wrong
        errors.append(mistaken / runs)
    return errors[0], errors[1]


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_the_test_errs_no_oftener_than_it_says(model: str) -> None:
    for error in rates(model, 400, Random(7)):
        assert error <= 0.05 + 0.022  # two standard deviations of 400 runs


@pytest.mark.thorough
def test_the_test_seldom_errs() -> None:
    for error in rates("logistic", 40, Random(3)):
        assert error <= 0.15


def game(number: int, score: float) -> KeptGame:
    pair, swapped = divmod(number - 1, 2)
    return KeptGame(number, 1, pair + 1, swapped, 1 - swapped, score, "home", None, None, None, 9, 0, 0, 0, 0)


def test_the_test_hears_pairs_in_their_order_and_nothing_after_its_decision() -> None:
    won = [game(number, 1.0 if number % 2 else 0.0) for number in range(1, 41)]  # all by player 0
    straight = SprtState(Sprt(elo0=0, elo1=100))
    for each in won:
        straight.add(each)
    assert straight.accepted == "H1" and straight.last_pair < 20
    shuffled = SprtState(Sprt(elo0=0, elo1=100))
    for each in Random(1).sample(won, len(won)):
        shuffled.add(each)
    assert (shuffled.accepted, shuffled.last_pair) == (straight.accepted, straight.last_pair)
    assert shuffled.counts == straight.counts == [0, 0, 0, 0, straight.last_pair]
    lost = SprtState(Sprt(elo0=0, elo1=100))
    for each in [
        *won[: 2 * int(straight.last_pair)],
        *(game(number, 0.0 if number % 2 else 1.0) for number in range(41, 81)),
    ]:
        lost.add(each)
    assert lost.accepted == "H1"


def test_texts_of_the_test() -> None:
    test = Sprt.parse("elo0=-2, elo1=4,alpha=0.01,model=normalized")
    assert test == Sprt(elo0=-2, elo1=4, alpha=0.01, model="normalized")
    assert Sprt.parse(str(test)) == test
    for text, told in {
        "elo0=5,elo1=0": "elo0 must be below elo1",
        "elo1=ten": "elo1 is a number",
        "elo": "cannot read 'elo'",
        "gamma=1": "cannot read 'gamma=1'",
        "alpha=0.7": "alpha is a probability",
        "elo1=nan": "elo0 must be below elo1",
        "beta=nan": "beta is a probability",
        "model=bayes": "logistic or normalized",
    }.items():
        with pytest.raises(BadSprt, match=told):
            Sprt.parse(text)


def test_sentences() -> None:
    assert sentence(["a", "b"], Tally()) == "No game has been played."
    assert sentence(["a", "b"], Tally(losses=20)) == "b is better than a: a scores 0 % ± 17 % in 20 games."
    assert "the only game" in sentence(["a", "b"], Tally(wins=1))


@pytest.mark.parametrize(
    ("wins", "draws", "losses", "expected"),
    [(60, 0, 40, 0.9772), (20, 60, 20, 0.5), (10, 50, 16, 0.1196), (7, 0, 3, 0.897)],
)
def test_the_likelihood_of_superiority_is_that_of_the_usual_formula(
    wins: int, draws: int, losses: int, expected: float
) -> None:
    """(1 + erf((W - L) / sqrt(2 (W + L)))) / 2, as engine testers compute it; draws do not count."""
    usual = (1 + erf((wins - losses) / sqrt(2 * (wins + losses)))) / 2
    assert usual == pytest.approx(expected, abs=5e-4)
    assert Trials((losses, draws, wins)).superiority == pytest.approx(usual, abs=0.02)


def test_the_likelihood_of_superiority_at_its_ends() -> None:
    assert Trials((0, 0, 5)).superiority == 1 - 0.5**6 and Trials((5, 0, 0)).superiority == 0.5**6
    assert Trials((0, 0, 0)).superiority == Trials((0, 9, 0)).superiority == 0.5
    assert Trials((3, 0, 9)).superiority == pytest.approx(1 - Trials((9, 0, 3)).superiority)


def test_the_likelihood_of_superiority_is_calibrated() -> None:
    """Of matches in which it is about 90 %, the first player is the better one in about 90 of 100.

    Players are drawn as no opinion has them: better by any score alike.
    """
    rng, seen, better = Random(4), 0, 0
    for _ in range(6000):
        truth = rng.uniform(0.3, 0.7)
        wins = sum(rng.random() < truth for _ in range(60))
        if 0.85 <= Trials((60 - wins, 0, wins)).superiority <= 0.95:
            seen += 1
            better += truth > 0.5
    assert seen > 200 and 0.85 <= better / seen <= 0.96


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param("pairs", marks=pytest.mark.thorough),
        pytest.param("single games, a third drawn", marks=pytest.mark.slow),
    ],
)
def test_the_normalized_test_errs_as_seldom_as_it_says(shape: str) -> None:
    """docs/matches.md has the shares of 2,000 simulated tests; here are fewer."""
    alpha, beta, *_ = errors(Sprt(elo0=0, elo1=100, model="normalized"), SHAPES[shape], 50, 3)
    assert alpha <= 0.095 and beta <= 0.095
