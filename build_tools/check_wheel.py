"""Run by cibuildwheel on each wheel: it is compiled, every game can be played, and both builds play the same."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from random import Random

import boardgames as bg
from boardgames import build

PLIES = 500


def digest() -> str:
    """A fingerprint of random games, the same on every build and machine."""
    total = sha256()
    for name in bg.games():
        rng = Random(1)
        start = state = bg.load(name).start()
        for _ in range(PLIES):
            actions = state.actions()
            total.update(f"{state} {' '.join(map(str, actions))}\n".encode())
            if actions:
                state = state.apply(actions[rng.randrange(len(actions))])
            else:
                state = start if state.outcome else state.apply(rng.choice(state.chances())[0])
    return total.hexdigest()


def main() -> None:
    if "--digest" in sys.argv:
        print(build.kind(), digest())
        return
    command = [sys.executable, __file__, "--digest"]
    variables = {name: value for name, value in os.environ.items() if name != "BOARDGAMES_PURE"}
    told = [
        subprocess.check_output(command, text=True, env={**variables, **more}).split()
        for more in ({}, {"BOARDGAMES_PURE": "1"})
    ]
    assert [kind for kind, _ in told] == ["compiled", "pure"], told
    assert told[0][1] == told[1][1], "the builds play different games"
    subprocess.run([sys.executable, "-m", "boardgames", "list"], check=True)


if __name__ == "__main__":
    main()
