"""How far apart the levels of a player are, in Elo, or other strengths that may become levels.

    python -m benchmarks.levels ur
    python -m benchmarks.levels ur:tokens=3 --games 400 --out FILE
    python -m benchmarks.levels ur --player mcts --games 100 --kept FOLDER
    python -m benchmarks.levels ur --strengths random 0.5d1 d2 n300 n900 --reach 2 --kept FOLDER
    python -m benchmarks.levels minishogi --strengths n1000 fairy-300 --kept FOLDER

Each strength meets the next ``--reach`` ones of the list, in pairs of games with swapped seats and the same dice.
Without ``--strengths`` they are ``random`` and the levels 1 to 9; those of ``alphabeta`` are the anchors of
``boardgames rate``, and go with their errors into the file that it reads, or into ``--out``.  A strength is a
player's text, or a setting as a level has it: its carelessness, ``d`` and a depth, ``n`` and a number of nodes.
``fairy-300`` is Fairy-Stockfish with 300 nodes for a move (shogi and its kin), ``openspiel-300`` OpenSpiel's tree
search with 300 simulations (``morris:preset=classic``).

The games are kept in a folder, a file for each two strengths: the same command goes on where an earlier one ended.
The same seed gives the same numbers.  After a change of the players or the rules, take another folder.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import boardgames
from boardgames.contest import BadContest, BadEntrant, BadStore, play_match
from boardgames.contest.anchors import Anchors, file_name
from boardgames.contest.ratings import rated_with_covariances
from boardgames.contest.score import MatchScore
from boardgames.contest.statistics import Tally
from boardgames.core.lookup.installed_games import load, text_of
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.player import Player
from boardgames.learning.levels import Level
from boardgames.players.alphabeta import ExpectationOptions, SearchOptions, alphabeta_at, expectation_at
from boardgames.players.levels import search_levels, tree_levels
from boardgames.players.mcts import MctsOptions, mcts_at

SETTING = re.compile(r"(?P<carelessness>[\d.]+)?(?:d(?P<depth>\d+))?(?:n(?P<nodes>\d+))?")
FOREIGN = re.compile(r"(?P<name>fairy|openspiel)-(?P<nodes>\d+)")
PLAYERS: dict[str, tuple[Callable[[GameSpec], Sequence[Level]], Callable[..., Player], object]] = {
    "alphabeta": (search_levels, alphabeta_at, SearchOptions()),
    "expectation": (search_levels, expectation_at, ExpectationOptions()),
    "mcts": (tree_levels, mcts_at, MctsOptions()),
}


def level_in(setting: str) -> Level | None:
    """The level that a setting describes; ``None`` for the text of a player.

    >>> level_in("0.2d1"), level_in("greedy")
    (Level(carelessness=0.2, depth=1, nodes=None), None)
    """
    found = SETTING.fullmatch(setting)
    if found is None:
        return None
    depth, nodes = (None if found[bound] is None else int(found[bound]) for bound in ("depth", "nodes"))
    return Level(float(found["carelessness"] or 0), depth=depth, nodes=nodes)


def player_of(strength: str, player: str) -> PlayerSpec | str:
    """The player of a strength: that of a level's setting, a foreign one, or a player's text as it is."""
    foreign = FOREIGN.fullmatch(strength)
    if foreign is not None:
        return fairy(foreign["nodes"]) if foreign["name"] == "fairy" else openspiel(int(foreign["nodes"]))
    level = level_in(strength)
    if level is None:
        return strength
    _, at_level, options = PLAYERS[player]

    def made(spec: GameSpec, _: Any, rng: Random) -> Player:
        return at_level(level, spec, options, rng)

    return PlayerSpec(name=f"{player}-{strength}", summary="", player=made)


def fairy(nodes: str) -> str:
    """Fairy-Stockfish as a player's text; whatever time it is given, it looks at so many nodes."""
    return f"usi:sh -c 'sed -u \"s/^go.*/go nodes {nodes}/\" | exec fairy-stockfish'"


def openspiel(simulations: int) -> PlayerSpec:
    from benchmarks.openspiel_mcts import OpenSpielMcts

    def made(spec: GameSpec, _: Any, rng: Random) -> Player:
        return OpenSpielMcts(simulations, rng)

    return PlayerSpec(name=f"openspiel-{simulations}", summary="", player=made)


def met(given: argparse.Namespace, weaker: str, stronger: str) -> MatchScore:
    """The match of two strengths, as seen by the stronger one; what is kept of it is not played again."""
    names = (stronger, weaker)
    kept = Path(given.kept) / f"{given.game}-{given.player}-{'-'.join(names)}.db".replace(" ", "_").replace("/", "_")
    kept.parent.mkdir(parents=True, exist_ok=True)
    one, other = (player_of(name, given.player) for name in names)
    return play_match(given.game, one, other, games=given.games, seed=given.seed, db=kept, resume=kept.exists())


def told(tally: Tally) -> str:
    elo = tally.elo
    low, high = (f"{end:+.0f}" if abs(end) < 5000 else "..." for end in (elo.low, elo.high))
    return f"{tally.wins}-{tally.draws}-{tally.losses}  {elo.value:+.0f} ({low} to {high})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--player", choices=list(PLAYERS), default="alphabeta")
    parser.add_argument("--strengths", nargs="+", help="from the weakest; usually random and levels 1 to 9")
    parser.add_argument("--reach", type=int, default=2, help="how many of the next strengths each one meets")
    parser.add_argument("--games", type=int, default=200, help="for each two strengths")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", default="levels", metavar="FOLDER", help="where the games are kept")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the Elo is written; usually the library's file")
    try:
        measure(parser.parse_args())
    except (BadContest, BadEntrant, BadStore, BadOption, UnknownGame) as error:
        sys.exit(str(error))


def measure(given: argparse.Namespace) -> None:
    """Play what is missing, print the matches and the ratings, and keep those of the anchors."""
    strengths = given.strengths or ["random", *(f"{given.player}:level={number}" for number in range(1, 10))]
    groups: list[dict[tuple[int, int, float], int]] = []
    matches = []
    for low, weaker in enumerate(strengths):
        for high, stronger in list(enumerate(strengths))[low + 1 : low + 1 + given.reach]:
            tally = met(given, weaker, stronger).tally
            for half_points, count in enumerate(tally.pairs):
                groups += [pair_of(high, low, half_points)] * count
            matches.append([stronger, weaker, tally.wins, tally.draws, tally.losses])
            print(f"{stronger:>12} against {weaker:<12} {told(tally)}", flush=True)
    try:
        elo, covariance = rated_with_covariances(len(strengths), groups)
    except ValueError as mistake:
        sys.exit(f"{mistake}: play more games of each two")
    anchors = Anchors(strengths, [MEAN + value for value in elo], covariance)
    for strength, rating, error in zip(strengths, anchors.elo, anchors.errors, strict=True):
        print(f"{strength:>20} {rating:6.0f} ± {error:.0f}")
    text = text_of(load(given.game))
    if given.out or (given.player == "alphabeta" and not given.strengths):
        out = given.out or Path(boardgames.__file__).parent / "contest" / "elo" / file_name(text)
        out.write_text(written(given, text, anchors, matches))
        print(f"kept in {out}")


MEAN = 1000.0


def pair_of(one: int, other: int, half_points: int) -> dict[tuple[int, int, float], int]:
    """The results of a pair in which the first player has so many half points.

    >>> pair_of(1, 0, 3)
    {(1, 0, 1.0): 1, (1, 0, 0.5): 1}
    """
    scores = {0: (0.0, 0.0), 1: (0.5, 0.0), 2: (1.0, 0.0), 3: (1.0, 0.5), 4: (1.0, 1.0)}[half_points]
    return {(one, other, score): scores.count(score) for score in scores}


def written(given: argparse.Namespace, game: str, anchors: Anchors, matches: Sequence[Sequence[object]]) -> str:
    """The file of the anchors: where they are from, who met whom, Elo and covariance."""
    fields = {
        "game": game,
        "seed": given.seed,
        "games": given.games,
        "date": date.today().isoformat(),
        "version": boardgames.__version__,
        "machine": f"{platform.machine()} {platform.system()}, Python {platform.python_version()}",
        "players": anchors.players,
        "elo": [round(value, 1) for value in anchors.elo],
        "covariance": [[round(value, 1) for value in row] for row in anchors.covariance],
        "matches": matches,
    }
    lines = (f"{json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    main()
