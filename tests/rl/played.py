"""What an environment of many games tells, step by step, as a digest: ``python -m tests.rl.played GAME ...``

prints which build runs, and a line for each game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise
from random import Random
from typing import Any

from boardgames import build, rl

COUNT = 3


def choose(rng: Random, info: dict[str, Any]) -> list[int]:
    """A legal action for each game."""
    ends = info["offsets"].tolist()
    legal = info["legal"]
    return [int(legal[start + int(rng.random() * (end - start))]) for start, end in pairwise(ends)]


def told(game: str, steps: int) -> Iterator[bytes]:
    """All arrays of a reset and so many steps."""
    environment = rl.VectorEnv(game, COUNT, seed=7, max_plies=60)
    rng = Random(1)
    seen, info = environment.reset()
    for step in range(steps):
        assert seen is not None
        yield seen.tobytes() + b"".join(info[name].tobytes() for name in ("mask", "turn", "legal", "offsets"))
        seen, rewards, terminated, truncated, info = environment.step(choose(rng, info))
        yield rewards.tobytes() + terminated.tobytes() + truncated.tobytes() + repr(info["outcomes"]).encode()
        yield info["ended"].tobytes() + info["final_observation"].tobytes() + str(step).encode()
        yield " / ".join(map(str, environment.states)).encode()


def digest(game: str, steps: int) -> str:
    total = blake2b(digest_size=16)
    for each in told(game, steps):
        total.update(each)
    return total.hexdigest()


def main() -> None:
    steps = int(sys.argv[1])
    print(build.kind())
    for game in sys.argv[2:]:
        print(game, digest(game, steps))


if __name__ == "__main__":
    main()
