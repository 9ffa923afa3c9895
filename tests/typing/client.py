"""A program that uses the library, for type checkers: ``mypy --strict`` and ``pyright`` must find no mistake."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import assert_type

import boardgames as bg
from boardgames.analysis import analyse
from boardgames.contest import play_game
from boardgames.core.protocol import Clock, Player, Resign
from boardgames.games import morris, ur
from boardgames.records import GameRecord
from boardgames.view import page, svg


class Runner(Player[ur.State]):
    """Moves the token that is furthest along."""

    def choose(self, state: ur.State, clock: Clock) -> ur.Move | Resign:
        return max(state.actions(), key=lambda move: move.cell)


def walk(state: bg.State, rng: random.Random) -> Iterator[bg.State]:
    """The positions of a random game of any kind."""
    while state.outcome is None:
        yield state
        edge = bg.throw(state.chances(), rng) if state.turn == bg.CHANCE else rng.choice(state.actions())
        state = state.apply(edge)


def odds(state: ur.State) -> dict[int, Fraction]:
    """The chance of each throw."""
    return {throw.number: chance for throw, chance in state.chances()}


def main() -> None:
    """Use games by name, with options, with presets, and by their own modules."""
    race = assert_type(bg.load("ur", tokens=3), bg.Game[ur.State, ur.Move, ur.Throw])
    waiting: list[int] = race.start().cells(0)
    table: morris.State = bg.load("morris").start().play("d6")
    small: ur.State = bg.games.ur.load(preset="blitz", tokens=2).start()
    birds = bg.games.torishogi.load(max_plies=100).start()
    checked: bool = birds.apply(birds.actions()[0]).in_check()
    print(waiting, table.men(0), odds(small), checked, svg(bg.find("ur").scene(small, 0)))
    print(assert_type(bg.explain("ur", "0").why, str | None), bg.explain(small.game, position=small).near_misses)
    rng = random.Random(1)
    for name in bg.games():
        game = bg.load(name)
        print(game.title, sum(1 for _ in walk(game.start(), rng)), game.action_at(0).index)
    record: GameRecord = play_game("ur:tokens=1", Runner(), "random", seed=1)
    print(record.verdict, len(page(record)), analyse(record, by="alphabeta:nodes=50").losses)


if __name__ == "__main__":
    main()
