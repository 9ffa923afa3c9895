"""What a game's evaluation may not say."""

from __future__ import annotations

from typing import Any


class BadEvaluation(ValueError):
    """A game's evaluation, or a policy, gave something that cannot be compared."""

    def __init__(self, value: Any, state: Any) -> None:
        super().__init__(f"the evaluation of {str(state)!r} is {value!r}: expected a number from -1 to 1")
