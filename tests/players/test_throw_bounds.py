"""The bounds of a sum over throws, of which some are known by one action."""

from __future__ import annotations

import pytest

from boardgames.players.throw_bounds import ThrowBounds


def test_nothing_is_known_at_first() -> None:
    bounds = ThrowBounds(3)
    assert (bounds.least(1.0), bounds.most(1.0)) == (-1.0, 1.0)
    assert (bounds.least(0.25), bounds.most(0.25)) == (-0.25, 0.25)


def test_an_action_raises_one_bound_and_lowers_the_other() -> None:
    bounds = ThrowBounds(2)
    bounds.add_lower(0, 0.25, 0.2)
    assert bounds.least(1.0) == pytest.approx(0.25 * 0.2 - 0.75)
    assert bounds.most(1.0) == 1.0
    bounds.add_upper(1, 0.75, -0.4)
    assert bounds.most(1.0) == pytest.approx(0.25 - 0.75 * 0.4)
    bounds.leave_out(0)
    assert bounds.least(0.75) == -0.75
    assert bounds.most(0.75) == pytest.approx(-0.75 * 0.4)
    bounds.leave_out(1)
    assert (bounds.least(0.0), bounds.most(0.0)) == (0.0, 0.0)


def test_rounding_is_on_the_safe_side() -> None:
    """The bounds never reach the value itself: a window that ends there is left to the sum."""
    bounds = ThrowBounds(2)
    bounds.add_lower(0, 0.5, 0.1)
    bounds.add_lower(1, 0.5, 0.1)
    assert 0.1 - 1e-11 < bounds.least(1.0) < 0.1
