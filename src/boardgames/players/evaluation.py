"""The error for an evaluation that cannot be used."""

from __future__ import annotations


class BadEvaluation(ValueError):
    """A game's evaluation, or a policy, gave something that cannot be compared."""

    def __init__(self, value: object, state: object) -> None:
        super().__init__(f"the evaluation of {str(state)!r} is {value!r}: expected a number from -1 to 1")
