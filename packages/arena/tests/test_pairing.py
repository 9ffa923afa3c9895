"""Who meets whom next."""

from __future__ import annotations

from collections import Counter
from random import Random

from boardgames_arena.pairing import WaitingBot, next_pair, round_pairs


def test_all_meet_equally_often_though_games_end_in_twos() -> None:
    """Four bots in two games that never end at once: pairs that wait for nobody would never mix."""
    met: Counter[frozenset[int]] = Counter()

    def times(one: int, other: int) -> int:
        return met[frozenset((one, other))]

    rng, now = Random(1), 0.0
    waiting = [WaitingBot(account, 0.0) for account in range(4)]
    playing: list[tuple[float, tuple[int, int]]] = []
    for _ in range(400):
        busy = [account for _, pair in playing for account in pair]
        while (pair := next_pair(waiting, busy, times, now, patience=10.0)) is not None:
            accounts = (pair[0].account, pair[1].account)
            met[frozenset(accounts)] += 2
            waiting = [each for each in waiting if each.account not in accounts]
            playing.append((now + rng.uniform(5, 10), accounts))
            busy += accounts
        now = min([end for end, _ in playing], default=now + 1)
        for end, ended in [each for each in playing if each[0] <= now]:
            playing.remove((end, ended))
            waiting += [WaitingBot(account, now) for account in ended]
        if waiting and not playing:
            now += 10
    assert len(met) == 6
    assert max(met.values()) - min(met.values()) <= 4, met


def test_of_those_it_met_least_the_nearest_in_rating() -> None:
    bots = [WaitingBot(1, 0.0, 0.0), WaitingBot(2, 1.0, 300.0), WaitingBot(3, 2.0, -50.0), WaitingBot(1, 0.0, 0.0)]
    pair = next_pair(bots, [], lambda one, other: 0, 3.0, 1.0)
    assert pair is not None and {each.account for each in pair} == {1, 3}
    assert next_pair(bots[:1] * 2, [], lambda one, other: 0, 3.0, 1.0) is None


def test_a_pair_waits_for_a_rival_that_it_has_met_two_games_less() -> None:
    bots = [WaitingBot(1, 0.0), WaitingBot(2, 0.0)]
    for games_with_busy, waits in ((0, True), (1, False), (2, False)):
        games = {frozenset((1, 2)): 2, frozenset((1, 3)): games_with_busy, frozenset((2, 3)): 2}
        pair = next_pair(bots, [3], lambda one, other: games[frozenset((one, other))], now=1.0, patience=5.0)  # noqa: B023
        assert (pair is None) == waits, games_with_busy


def test_a_round_pairs_all_but_one() -> None:
    bots = [WaitingBot(account, float(account), 10.0 * account) for account in range(9)]
    pairs = round_pairs(bots, lambda one, other: 4 if {one, other} == {0, 1} else 0)
    accounts = [each.account for pair in pairs for each in pair]
    assert sorted(accounts) == list(range(8)), "the one that waits shortest is left out"
    assert {0, 1} not in [{one.account, other.account} for one, other in pairs]
