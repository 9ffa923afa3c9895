"""Under the referee: the game played as programs and people play it, with somebody in every seat."""

from __future__ import annotations

from typing import Final

from boardgames.core.lookup import record_formats as records
from boardgames.testkit.rung import Rung, Slip, raised, whole
from boardgames.testkit.walks import NO_END, Trial

ENOUGH: Final = 2000
"""Plies after which an endless game is called a draw."""


def _refereed(trial: Trial) -> None:
    from boardgames.contest import entrant, set_up  # the referee is loaded only where a game comes so far

    entrants = [entrant("random", trial.spec)] * trial.game.seats
    bound = ENOUGH if trial.bound == NO_END else min(trial.bound, ENOUGH)
    game = set_up(trial.game.start(), entrants, spec=trial.spec, seed=trial.seed, max_plies=bound)
    try:
        verdict = game.referee.run()
    except Exception as error:
        raise Slip(f"after {game.referee.playthrough.plies} plies under the referee, {raised(error)}") from None
    if verdict.fault is not None:
        raise Slip(f"a player who draws lots among the legal actions forfeits: {verdict.fault.detail}")
    if len(verdict.outcome.returns) != trial.game.seats:
        raise Slip(f"the outcome has {len(verdict.outcome.returns)} returns for {trial.game.seats} seats")
    record = game.record()
    try:
        again = records.read(record.json().encode(), trial.game)
    except Exception as error:
        raise Slip(f"the game is played, but its record cannot be read again: {raised(error)}") from None
    if again != record:
        raise Slip("the game is played, but its record read again is another")


REFEREED: Final[tuple[Rung, ...]] = (
    whole(
        _refereed,
        name="refereed",
        title="the referee seats everybody, plays a game to its end, and its record tells it again",
        why="So people, programs and contests play it: with the dice of GameSpec.dice, and kept as JSON.",
        look="GameSpec.dice, and whether the options and texts are what JSON can hold.",
    ),
)
