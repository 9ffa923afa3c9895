"""Rows that are one test: each is tried, and the one that fails is named."""

from __future__ import annotations

import inspect

import pytest

from tests.samples import cases


def test_each_row_is_tried_and_one_that_fails_is_named() -> None:
    met = []

    @cases(("number", "word"), [(1, "one"), pytest.param(2, "two", id="a pair"), (3, "three")])
    @cases("more", [10, 20], ids=str)
    def tried(fixture: str, number: int, word: str, more: int) -> None:
        met.append((fixture, number, word, more))
        assert (number, more) != (2, 20)

    assert list(inspect.signature(tried).parameters) == ["fixture"]
    with pytest.raises(AssertionError) as caught:
        tried(fixture="f")
    assert met == [
        ("f", number, word, more) for number, word in enumerate(("one", "two", "three"), 1) for more in (10, 20)
    ]
    assert [note.removeprefix("in the row ") for note in caught.value.__notes__] == ["['20']", "'a pair'"]


def test_rows_that_fail_hide_no_later_one() -> None:
    @cases("number", [1, 2, 3])
    def tried(number: int) -> None:
        assert number == 2

    with pytest.raises(ExceptionGroup, match="2 of 3 rows") as caught:
        tried()
    assert [error.__notes__ for error in caught.value.exceptions] == [["in the row (1,)"], ["in the row (3,)"]]


@pytest.mark.parametrize("rows", [[], [pytest.param(1, marks=pytest.mark.thorough)]])
def test_rows_without_a_test_or_with_marks_are_refused(rows: list[object]) -> None:
    with pytest.raises(AssertionError):
        cases("number", rows)


def test_a_coroutine_has_no_rows() -> None:
    with pytest.raises(AssertionError, match="never be awaited"):

        @cases("number", [1])  # type: ignore[arg-type]
        async def tried(number: int) -> None: ...
