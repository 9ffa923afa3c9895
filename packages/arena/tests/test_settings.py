"""Settings of an arena, in Python."""

from __future__ import annotations

from typing import Any

import pytest
from boardgames_arena import ArenaSettings

from boardgames.core.model.options import BadOption


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"every": -1}, "every: expected a number more than 0, up to 10080, not -1"),
        ({"credit": 20.0}, "credit: expected a number from 0 to 10, not 20.0"),  # seconds, as Python has them
        ({"rounds": "soon"}, "rounds: expected one of clock, waiting, not 'soon'"),
    ],
)
def test_python_is_refused_what_the_command_line_is(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        ArenaSettings(**settings)
