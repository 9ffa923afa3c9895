"""How much a test tries: a small part every day, all of it where thorough tests are asked for."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy

FIVE = ("shogi", "minishogi", "dice-shogi", "morris", "ur")
"""The games of every kind of rules; the others are built from theirs."""


def sample(everyday: int, *, thorough: int, slow: int = 0) -> pytest.MarkDecorator:
    """Run the test with each of these numbers as its argument ``sample``."""
    more = [pytest.param(thorough, marks=pytest.mark.thorough), pytest.param(slow, marks=pytest.mark.slow)]
    return pytest.mark.parametrize("sample", [everyday, *more[: 2 if slow else 1]])


def cases(
    names: str | Sequence[str], rows: Iterable[Any], ids: Callable[[Any], Any] | Iterable[Any] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The parameters of ``pytest.mark.parametrize``, but all rows are one test, and fixtures are shared.

    For many cheap rows: to collect and report a test costs more than such a row. All rows are tried, and a failure
    names its row.
    """
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    entries = [ParameterSet.extract_from(row, force_tuple=len(columns) == 1) for row in rows]
    assert entries and not any(entry.marks for entry in entries), "a row has no marks of its own"
    if callable(ids):
        labels = [[ids(value) for value in entry.values] for entry in entries]
    else:
        labels = list(ids or [entry.id or entry.values for entry in entries])

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        assert not inspect.iscoroutinefunction(test), "rows of a coroutine would never be awaited"

        @functools.wraps(test)
        def tried(*arguments: Any, **fixtures: Any) -> None:
            failures, skip = [], None
            for entry, label in zip(entries, labels, strict=True):
                try:
                    test(*arguments, **fixtures, **dict(zip(columns, entry.values, strict=True)))
                except pytest.skip.Exception as row:
                    skip = row
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"in the row {label!r:.500}")
                    failures.append(error)
            if len(failures) == 1:
                raise failures[0]
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(entries)} rows", failures)
            if skip is not None:
                raise skip

        signature = inspect.signature(test)
        others = [value for name, value in signature.parameters.items() if name not in columns]
        assert len(others) + len(columns) == len(signature.parameters), "each column is a parameter"
        vars(tried)["__signature__"] = signature.replace(parameters=others)
        return tried

    return decorated


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
