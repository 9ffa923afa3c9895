"""The ladder as tests: each rung is a test of its own, with its own message."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from boardgames.testkit.climb import FIRST_SEED, RUNGS, SECONDS, Climb
from boardgames.testkit.like import LIKE_RUNGS, Subject
from boardgames.testkit.report import FAILED, NOT_SEEN, NOT_TRIED
from boardgames.testkit.rung import Rung

if TYPE_CHECKING:
    import pytest


class NeverSeen(UserWarning):
    """An event that did not happen in the random games."""


def ladder(
    *subjects: Subject,
    games: int | None = None,
    seed: int = FIRST_SEED,
    options: Mapping[str, object] | None = None,
    max_plies: int | None = None,
    seconds: float = SECONDS,
    like: Subject | None = None,
) -> Callable[..., None]:
    """A test that tries every rung of the ladder with these games; put it into a module that pytest collects.

    ``subjects`` are games, their names or specs; ``options`` are rule options for all of them.  ``max_plies`` bounds
    a random game, ``seconds`` the time for random games, and ``like`` is a reference that knows the rules::

        from boardgames.testkit import ladder

        test_the_ladder = ladder("mygame")

    A game that is not installed is given by its :class:`~boardgames.core.lookup.spec.GameSpec`.  On pytest's command
    line, ``--ladder-games`` and ``--ladder-seed`` ask for more or other random games than the test does.
    """
    import pytest

    @cache
    def start(number: int, games: int | None, seed: int) -> Climb:
        climb = Climb(subjects[number], games, seed, options=options, max_plies=max_plies, seconds=seconds, like=like)
        for rung in RUNGS:
            if rung.foundation:
                climb.climb(rung)
        return climb

    cases = [
        pytest.param(number, rung, id=f"{_name(subject)}-{rung.name}" if len(subjects) > 1 else rung.name)
        for number, subject in enumerate(subjects)
        for rung in (*RUNGS, *(LIKE_RUNGS if like is not None else ()))
    ]

    @pytest.mark.parametrize(("number", "rung"), cases)
    def test_the_ladder(number: int, rung: Rung, request: pytest.FixtureRequest) -> None:
        __tracebackhide__ = True
        option = request.config.getoption
        option_seed = option("--ladder-seed", None)
        climb = start(number, option("--ladder-games", None) or games, seed if option_seed is None else option_seed)
        finding = climb.climb(rung)
        if finding.status == FAILED:
            pytest.fail(finding.explained(), pytrace=False)
        if finding.status == NOT_TRIED:
            pytest.skip(finding.what)
        if finding.status == NOT_SEEN:
            warnings.warn(NeverSeen(finding.what), stacklevel=1)

    return test_the_ladder


def _name(subject: Subject) -> str:
    return subject if isinstance(subject, str) else subject.name
