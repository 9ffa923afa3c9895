"""Games of ``perfect`` against players that search, from the start.

With a table of the whole game it loses none, except at the limit of turns, which tables leave out.

    python -m benchmarks.perfect --table classic.table --kept FOLDER
    python -m benchmarks.perfect --game morris:preset=six --against alphabeta:level=9 --games 20 --kept FOLDER

Opponents are the texts of players, or ``openspiel-300``: OpenSpiel's tree search with 300 simulations for a move
(``morris:preset=classic``).  Seats are swapped after each game.  The games are kept in the folder, and the same
command goes on where an earlier one ended.  It ends with exit code 1 if a game was lost.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.levels import player_of
from boardgames.contest import BadContest, BadEntrant, BadStore, play_match
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption

AGAINST = ("alphabeta:level=9", "mcts", "openspiel-1000")


def lost(given: argparse.Namespace, opponent: str) -> int:
    """Play what is missing of a match, and print it; the games that ``perfect`` lost."""
    perfect = "perfect" if given.table is None else f"perfect:table={given.table}"
    kept = Path(given.kept) / f"{given.game}-{opponent}.db".replace("/", "_")
    kept.parent.mkdir(parents=True, exist_ok=True)
    other = player_of(opponent, "mcts")
    tally = play_match(
        given.game, perfect, other, games=given.games, seed=given.seed, db=kept, resume=kept.exists()
    ).tally
    print(f"against {opponent}: won {tally.wins}, drawn {tally.draws}, lost {tally.losses}", flush=True)
    return tally.losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", metavar="FILE", help="the table; without it, the one where 'solve' puts it")
    parser.add_argument("--game", default="morris:preset=classic")
    parser.add_argument("--against", nargs="+", default=AGAINST, metavar="PLAYER")
    parser.add_argument("--games", type=int, default=200, help="against each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", required=True, metavar="FOLDER", help="where the games are kept")
    given = parser.parse_args()
    try:
        sys.exit(sum(lost(given, opponent) for opponent in given.against) > 0)
    except (BadContest, BadEntrant, BadStore, BadOption, UnknownGame) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
