"""How much a test tries: a small part every day, all of it where thorough tests are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy


def sample(everyday: int, *, thorough: int) -> pytest.MarkDecorator:
    """Run the test with either number as its argument ``sample``."""
    return pytest.mark.parametrize("sample", [everyday, pytest.param(thorough, marks=pytest.mark.thorough)])


def few(values: Iterable[Any], *everyday: Any) -> list[Any]:
    """Parameters of a test: these few are tried every day, the others where thorough tests are asked for."""
    found = list(values)
    assert set(everyday) <= set(found), "what is tried every day is one of all"
    return [value if value in everyday else pytest.param(value, marks=pytest.mark.thorough) for value in found]


def for_all(
    *strategies: SearchStrategy[Any], everyday: int, thorough: int, **named: SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Hypothesis's ``given``, with either number of examples."""

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        @sample(everyday, thorough=thorough)
        def tried(sample: int) -> None:
            settings(max_examples=sample, deadline=None)(given(*strategies, **named)(test))()

        tried.__name__, tried.__doc__ = test.__name__, test.__doc__
        return tried

    return decorated
