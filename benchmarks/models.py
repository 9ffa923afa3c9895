"""The cost of an answer of a language model: CPU of this process, beside the client's own.

    python examples/fake_model.py python -m benchmarks.models [ANSWERS]

The server is another process, and answers at once.  The prompt is made, sent and kept in a transcript, and the answer
read; the client alone sends a prompt of the same length.  They take turns for some rounds, and of each the cheapest
counts.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random

import openai
from boardgames_models import ModelUse

import boardgames as bg
from boardgames.contest import entrant, set_up

ROUNDS = 5
GAMES = ("ur", "minishogi", "morris", "shogi")


def of_ours(game: str, answers: int, folder: Path) -> float:
    """Milliseconds of CPU an answer."""
    spec, transcript = bg.find(game), folder / "t.jsonl"
    players = [entrant(f"llm:model=fake,legal=on,transcript={transcript}", spec), entrant("random", spec)]
    asked, begun = 0, time.process_time()
    while asked < answers:
        refereed = set_up(
            bg.load(game).start(),
            players,
            spec=spec,
            seed=Random(asked).randrange(2**32),
            max_plies=60,
        )
        refereed.referee.run()
        asked += ModelUse.from_json(refereed.notes[0]).calls
    return (time.process_time() - begun) / asked * 1000


def of_the_client(answers: int) -> float:
    client, prompt = openai.OpenAI(api_key="none"), "word " * 2000 + "Legal actions: a, b"
    begun = time.process_time()
    for _ in range(answers):
        client.chat.completions.create(model="fake", messages=[{"role": "user", "content": prompt}])
    return (time.process_time() - begun) / answers * 1000


def main() -> None:
    answers = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            of_ours(game, 2, Path(folder))  # imports, and the game's tables
        for game in GAMES:
            rounds = [(of_ours(game, answers, Path(folder)), of_the_client(answers)) for _ in range(ROUNDS)]
            ours, client = (min(column) for column in zip(*rounds, strict=True))
            print(f"{game:10} {ours:6.2f} ms of CPU an answer; the client alone {client:5.2f} ms")


if __name__ == "__main__":
    main()
