"""A game under the referee, as programs and people play it, with a player in every seat."""

from __future__ import annotations

from typing import Final

from boardgames.records import record_formats as records
from boardgames.testkit.rung import Flaw, Rung, raised
from boardgames.testkit.walks import NO_END, Trial

ENOUGH: Final = 2000
"""Plies after which an endless game is a draw here."""


def _refereed(trial: Trial) -> None:
    from boardgames.contest import entrant, set_up  # imported late: most flaws are found without the referee

    entrants = [entrant("random", trial.spec)] * trial.game.seats
    bound = ENOUGH if trial.bound == NO_END else min(trial.bound, ENOUGH)
    game = set_up(trial.game.start(), entrants, spec=trial.spec, seed=trial.seed, max_plies=bound)
    try:
        verdict = game.referee.run()
    except Exception as error:
        raise Flaw(f"after {game.referee.playthrough.plies} plies under the referee, {raised(error)}") from None
    if verdict.fault is not None:
        raise Flaw(f"a player that takes random legal actions forfeits: {verdict.fault.detail}")
    record = game.record()
    try:
        again = records.read(record.json().encode(), trial.game)
    except Exception as error:
        raise Flaw(f"the game is played, but its record cannot be read again: {raised(error)}") from None
    if again != record:
        raise Flaw("the game is played, but its record read again is another")


REFEREED: Final[tuple[Rung, ...]] = (
    Rung(
        check=_refereed,
        name="refereed",
        title="the referee plays a game to its end, and its record replays it",
        why="People, programs and contests play the game this way: with the dice of GameSpec.dice, recorded as JSON.",
        look="GameSpec.dice, and the options and texts: can JSON hold them?",
    ),
)
