"""Analysis: whether a random action among those of a strong player is found to be the worst of its game.

    python -m benchmarks.injected GAME [GAMES] [FIRST]

In each game one action of one seat is a random legal one, at a place that is chosen at random among the first
:data:`EARLY` plies; the strong player chooses all others.  A game is a hit if no other action lost more.  For
each miss a judge with :data:`DEEPER` times the nodes looks again, and says whether the random action gave anything
away.
"""

from __future__ import annotations

import sys
from collections import Counter
from math import sqrt
from random import Random
from typing import Any

import attrs

import boardgames as bg
from boardgames.analysis import JudgeEffort, analyse, judge_of
from boardgames.contest import GameRecord, entrant
from boardgames.core.lookup import find
from boardgames.core.protocol import Clock

EARLY = 40
DEEPER = 10
HARMLESS = 0.05
"""A loss below the bound of the mildest mark."""
HARMLESS_ACTION = "the random action was harmless, by a deeper search"


@attrs.frozen
class Setting:
    """The player and the judge of a game, and the number of plies after which it is broken off."""

    game: str
    player: str
    judge: str
    nodes: int | None
    max_plies: int


SETTINGS = {
    each.game.partition(":")[0]: each
    for each in (
        Setting("shogi", "alphabeta:nodes=10000", "alphabeta", 10_000, 50),
        Setting("minishogi", "alphabeta:nodes=10000", "alphabeta", 10_000, 60),
        Setting("dice-shogi", "alphabeta:nodes=10000", "alphabeta", 10_000, 80),
        Setting("morris", "alphabeta:nodes=10000", "alphabeta", 10_000, 60),
        Setting("ur:tokens=3", "perfect", "exact", None, 1000),
    )
}


def played(setting: Setting, seed: int) -> tuple[bg.Playthrough, int]:
    """A game with one random action, and its ply.  A game that ends before its random action is played anew."""
    start: Any = bg.load(setting.game).start()
    spec = find(start.game.name)
    rng = Random(seed)
    player = entrant(setting.player, spec).make(spec, Random(seed))  # type: ignore[union-attr]
    player.prepare(start)
    while True:
        earliest = rng.randrange(EARLY)
        game: bg.Playthrough = bg.Playthrough(start)
        injected = 0
        while game.state.outcome is None and game.plies < setting.max_plies:
            state: Any = game.state
            if state.turn == bg.CHANCE:
                action = bg.throw(state.chances(), rng)
            elif not injected and game.plies >= earliest and len(state.actions()) > 1:
                action = rng.choice(state.actions())
                injected = game.plies + 1
            else:
                action = player.choose(state, Clock())
            game.actions.append(action)
            game.states.append(state.apply(action))
        if injected:
            return game, injected


def deeper_loss(setting: Setting, game: bg.Playthrough, ply: int) -> float:
    """What an action gave away, by a judge that looks much further."""
    nodes = None if setting.nodes is None else DEEPER * setting.nodes
    judge = judge_of(setting.judge, game.start, JudgeEffort(nodes=nodes))
    found = judge.judge(game, ply - 1)
    judge.close()
    return abs(found.chance - (found.chance if found.played is None else found.played))


def examine(setting: Setting, seed: int) -> str:
    """``hit``, or why the random action was not the worst."""
    game, injected = played(setting, seed)
    judged = analyse(GameRecord.of(game), setting.judge, nodes=setting.nodes)
    losses = {ply.ply: ply.loss for ply in judged.plies if ply.loss is not None}
    random_loss = losses.pop(injected)
    if random_loss >= max(losses.values(), default=0.0) and random_loss > 0:
        return "hit"
    worst = max(losses, key=lambda ply: losses[ply])
    loss, other = (deeper_loss(setting, game, ply) for ply in (injected, worst))
    chance = judged.plies[injected - 2].chance if injected > 1 else judged.start
    assert chance is not None
    print(
        f"seed {seed}: ply {injected} {judged.plies[injected - 1].action} lost {100 * random_loss:.1f} points, "
        f"by a deeper search {100 * loss:.1f}; ply {worst} lost {100 * losses[worst]:.1f}, "
        f"deeper {100 * other:.1f}; the chance before was {100 * chance:.0f} %",
        flush=True,
    )
    if loss < HARMLESS:
        return HARMLESS_ACTION
    return "another action lost more, also by a deeper search" if other >= loss else "the judge erred"


def main(name: str, games: int = 200, first: int = 0) -> None:
    """Print how often the random action was found to be the worst."""
    counts = Counter(examine(SETTINGS[name], seed) for seed in range(first, first + games))
    share = counts["hit"] / games
    print(f"{name}: {100 * share:.1f} % ± {196 * sqrt(share * (1 - share) / games):.1f} of {games} games")
    for reason, count in counts.most_common():
        print(f"  {count:4} {reason}")
    harmful = games - counts[HARMLESS_ACTION]
    print(f"  {100 * counts['hit'] / max(1, harmful):.1f} % of the {harmful} that were not harmless")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
