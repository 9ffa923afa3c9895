"""Who is benched, by the finished games alone."""

from __future__ import annotations

from boardgames.contest.store import BENCHED, KeptGame
from boardgames.contest.unplayed import SET_ASIDE, Benching


def game(first: int, second: int, fault: str | None = None, seat: int | None = None, **facts: str) -> KeptGame:
    told = {"reason": "home", "detail": fault, **facts}
    return KeptGame(
        1, 1, 1, first, second, 0.0, told["reason"] or "", fault, seat, told["detail"], 0, 0.0, 0.0, 0.0, 0.0
    )


def benched_after(*games: KeptGame, tournament: bool = True) -> dict[int, str]:
    benching = Benching(tournament)
    for finished in games:
        benching.add(finished)
    return benching.reasons


FAILED = game(0, 1, "not started", 0)


def test_three_failed_starts_in_a_row() -> None:
    assert benched_after(FAILED, FAILED) == {}
    assert benched_after(FAILED, FAILED, FAILED) == {0: "not started"}
    assert benched_after(FAILED, FAILED, game(0, 1), FAILED) == {}, "it played in between"
    assert benched_after(FAILED, FAILED, game(2, 3, "crash", 0), FAILED) == {0: "not started"}, "others played"


def test_games_that_nobody_began_say_nothing_of_a_start() -> None:
    for between in (game(0, 1, "not started", 1), game(0, 1, detail=BENCHED), game(0, 1, reason=SET_ASIDE)):
        assert benched_after(FAILED, FAILED, between, FAILED) == {0: "not started"}


def test_who_brings_down_workers_against_two_rivals_and_never_finishes() -> None:
    first, second = game(0, 1, reason=SET_ASIDE), game(0, 2, reason=SET_ASIDE)
    assert set(benched_after(first, second)) == {0}
    assert benched_after(first, first) == {}, "the rival may be the cause"
    assert benched_after(game(0, 3), first, second) == {}, "it has finished a game"
    assert benched_after(first, second, tournament=False) == {}
