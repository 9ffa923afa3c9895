"""Trains a network for a game by nothing but games against itself, as AlphaZero does, with numpy on one core.

    python examples/train_network.py ur --minutes 30         writes ur.onnx, and ur.npz to go on from
    python examples/train_network.py minishogi --minutes 30
    boardgames match ur onnx:model=ur.onnx greedy --games 200
    boardgames web minishogi --p2 onnx:model=minishogi.onnx,nodes=400

Many games are played side by side.  For each action a tree is searched, led by the network; the network learns to
choose as the search did, and to expect what came of it.  Ctrl-C keeps what was learned; the same command goes on.
Minutes are of processor time.  With --steps in their place the same seed gives the same network on the same machine.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from zipfile import BadZipFile

os.environ.setdefault("OMP_NUM_THREADS", "1")  # for numpy, before it is imported
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import boardgames_lab as lab
import numpy as np

import boardgames as bg
from boardgames import rl
from boardgames.contest import play_match

HIDDEN = 128  # numbers in each of the two hidden layers
RATE = 1e-3  # of learning, at first; a tenth of it in the end
BATCH = 256  # positions learned from at once
REUSE = 6  # how often each position is learned from, on average
POSITIONS = 100_000  # kept to learn from
DECAY = 1e-4  # of the weights, so that none grows without need
SIDE_BY_SIDE = 96  # games
FIRST_POSITIONS = 2_000  # before it begins to learn
REPORT = 60  # seconds of processor time


class Network:
    """Planes in; a number for each action and what the side to act can expect, out."""

    def __init__(self, game, rng):
        inputs, actions = rl.observe(game.start()).size, game.action_count
        self.weights = {}
        for name, width, outputs, scale in (
            ("hidden1", inputs, HIDDEN, 2.0),
            ("hidden2", HIDDEN, HIDDEN, 2.0),
            ("policy", HIDDEN, actions, 0.01),
            ("value", HIDDEN, 1, 0.01),
        ):
            matrix = rng.normal(0, (scale / width) ** 0.5, (width, outputs))
            self.weights[name] = matrix.astype(np.float32)
            self.weights[name + ".bias"] = np.zeros(outputs, np.float32)
        self.means = {name: np.zeros_like(each) for name, each in self.weights.items()}  # Adam's
        self.squares = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.lessons = 0

    def layer(self, name, numbers):
        return numbers @ self.weights[name] + self.weights[name + ".bias"]

    def forward(self, planes):
        seen = planes.reshape(len(planes), -1)
        first = np.maximum(self.layer("hidden1", seen), 0)
        second = np.maximum(self.layer("hidden2", first), 0)
        return seen, first, second, self.layer("policy", second), np.tanh(self.layer("value", second)[:, 0])

    def __call__(self, planes):
        return self.forward(planes)[3:]

    def learn(self, sample, rate):
        """One step downhill, by Adam; the loss of the policy (cross entropy) and of the value (squared error)."""
        seen, first, second, logits, value = self.forward(sample.planes)
        logits = np.where(sample.mask, logits, np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        total = chances.sum(axis=1, keepdims=True)
        chances /= total
        entropy = -(sample.policy * np.where(sample.mask, logits - np.log(total), 0)).sum(axis=1).mean()
        missed = value - sample.value
        back = {
            "policy": (chances - sample.policy) / len(seen),
            "value": (2 * missed * (1 - value**2) / len(seen))[:, None],
        }
        into_second = sum(back[name] @ self.weights[name].T for name in ("policy", "value"))
        back["hidden2"] = into_second * (second > 0)
        back["hidden1"] = back["hidden2"] @ self.weights["hidden2"].T * (first > 0)
        self.lessons += 1
        for name, source in (("hidden1", seen), ("hidden2", first), ("policy", second), ("value", second)):
            self.step(name, source.T @ back[name], rate)
            self.step(name + ".bias", back[name].sum(axis=0), rate)
        return float(entropy), float((missed**2).mean())

    def step(self, name, slope, rate):
        mean, square, weights = self.means[name], self.squares[name], self.weights[name]
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope**2 - square)
        ahead = mean / (1 - 0.9**self.lessons) / (np.sqrt(square / (1 - 0.999**self.lessons)) + 1e-8)
        weights -= rate * (ahead + DECAY * weights)

    def save(self, path, game):
        layers = {name: (self.weights[name], self.weights[name + ".bias"]) for name in self.weights if "." not in name}
        rl.save_mlp(path, game, [layers["hidden1"], layers["hidden2"]], layers["policy"], layers["value"])


class Training:
    """A network, the positions it learns from, and how far it is."""

    def __init__(self, wanted):
        self.wanted = wanted
        self.game = bg.load(wanted.game)
        self.rng = np.random.default_rng(wanted.seed)
        self.network = Network(self.game, self.rng)
        self.buffer = lab.ReplayBuffer(self.game, POSITIONS)
        self.seconds, self.steps, self.games, self.runs = 0.0, 0, 0, 0
        self.onnx = wanted.out or Path(f"{self.game.name}.onnx")
        self.checkpoint = self.onnx.with_suffix(".npz")

    def run(self):
        """Play and learn until the time is over; then save."""
        options = lab.SelfPlayOptions(nodes=self.wanted.nodes, exploration=self.wanted.exploration)
        # After an interruption the games that were under way begin anew, with other dice.
        play = lab.SelfPlay(self.game, self.network, n=SIDE_BY_SIDE, seed=self.wanted.seed + self.runs, options=options)
        self.runs += 1
        begun, reported, due = time.process_time() - self.seconds, self.seconds, 0.0
        losses = np.zeros(2)
        while self.progress() < 1:
            before = self.buffer.added
            for game in play.step():
                self.buffer.add(game)
                self.games += 1
            if len(self.buffer) >= self.wanted.first:
                due += (self.buffer.added - before) * REUSE / BATCH
            rate = RATE * min(1.0, 0.1 + 3 * (1 - self.progress()))
            while due >= 1:
                loss = self.network.learn(self.buffer.sample(BATCH, self.rng), rate)
                losses = np.array(loss) if not losses.any() else 0.98 * losses + 0.02 * np.array(loss)
                due -= 1
            self.steps += 1
            self.seconds = time.process_time() - begun
            if self.seconds - reported >= REPORT or self.progress() >= 1:
                reported = self.seconds
                self.save()
                print(
                    f"{self.seconds / 60:6.1f} min  {100 * min(1, self.progress()):3.0f} %  {self.games} games"
                    f"  {self.buffer.added} positions  {play.positions / (time.process_time() - begun):.0f} judged/s"
                    f"  loss of the policy {losses[0]:.3f}, of the value {losses[1]:.3f}",
                    flush=True,
                )

    def progress(self):
        if self.wanted.steps is not None:
            return self.steps / self.wanted.steps
        return self.seconds / (60 * self.wanted.minutes)

    # -- files -----------------------------------------------------------------------

    def save(self):
        """Write the network to play with, and the checkpoint to go on from, each whole or not at all."""
        network = self.network
        arrays = {f"buffer/{name}": each for name, each in self.buffer.to_arrays().items()}
        for kind in ("weights", "means", "squares"):
            arrays |= {f"{kind}/{name}": each for name, each in getattr(network, kind).items()}
        numbers = [self.seconds, self.steps, self.games, self.runs, network.lessons]
        draft = self.checkpoint.with_suffix(".draft.npz")
        try:
            np.savez(draft, game=self.wanted.game, seed=self.wanted.seed, numbers=numbers, **arrays)
            draft.replace(self.checkpoint)
        finally:
            draft.unlink(missing_ok=True)
        network.save(self.onnx, self.game)

    def resume(self):
        """Go on from the checkpoint, if there is one."""
        if not self.checkpoint.exists():
            return
        try:
            with np.load(self.checkpoint) as arrays:
                if (arrays["game"], arrays["seed"]) != (self.wanted.game, self.wanted.seed):
                    raise ValueError(f"it is of {arrays['game']} with seed {arrays['seed']}")
                for kind in ("weights", "means", "squares"):
                    setattr(self.network, kind, {name: arrays[f"{kind}/{name}"] for name in self.network.weights})
                self.buffer.restore({name: arrays[f"buffer/{name}"] for name in self.buffer.to_arrays()})
                *_, lessons = numbers = arrays["numbers"].tolist()
        except (OSError, EOFError, KeyError, ValueError, BadZipFile) as error:
            says = f"cannot go on from {self.checkpoint}: {error}; move it away, or choose another --out"
            raise SystemExit(says) from None
        self.seconds, (self.steps, self.games, self.runs, self.network.lessons) = numbers[0], map(int, numbers[1:])
        self.rng = np.random.default_rng([self.wanted.seed, int(lessons)])
        print(f"goes on from {self.checkpoint}: {self.seconds / 60:.1f} min, {self.games} games", flush=True)


def measured(game, player, opponent, games):
    """The score of one player against another, with its 95 % interval."""
    score = play_match(game, player, opponent, games=games, seed=1).tally.trials.score
    return f"{player} against {opponent}: {score.value:.0%} ± {score.error:.0%} of {games} games"


def positive(kind):
    """A reader of numbers more than 0."""

    def read(text):
        if 0 < (number := kind(text)) < float("inf"):
            return number
        raise ValueError

    read.__name__ = f"positive {kind.__name__}"  # argparse says it: invalid positive int value: '-1'
    return read


def main():
    parser = argparse.ArgumentParser(description="Train a network by games against itself.")
    parser.add_argument("game", help="as on the command line: ur, ur:tokens=3, minishogi")
    parser.add_argument("--minutes", type=positive(float), default=30, help="of processor time, in all (default 30)")
    parser.add_argument("--steps", type=positive(int), help="actions in each game side by side, in place of minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=32, help="rounds of tree search for each action (default 32)")
    parser.add_argument("--exploration", type=float, default=1.25, help="how much the search tries what looks worse")
    parser.add_argument("--matches", type=int, default=40, help="games against greedy in the end (default 40)")
    parser.add_argument("--first", type=int, default=FIRST_POSITIONS, help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, help="the network's file (default GAME.onnx)")
    wanted = parser.parse_args()
    try:
        training = Training(wanted)
    except (ValueError, bg.UnknownGame) as error:
        parser.error(str(error))
    if training.onnx.suffix != ".onnx" or training.onnx.is_dir() or not training.onnx.parent.is_dir():
        parser.error(
            f"--out {training.onnx}: expected the name of a file that ends with .onnx, in a folder that exists"
        )
    training.resume()
    try:
        training.run()
    except KeyboardInterrupt:
        kept = f"{training.checkpoint} has what was learned up to the last report"
        nothing = "nothing was saved, as the first report is still to come"
        raise SystemExit(f"\nstopped; {kept if training.checkpoint.exists() else nothing}") from None
    print(f"wrote {training.onnx}")
    for player in (f"onnx:model={training.onnx}", f"onnx:model={training.onnx},nodes=100") if wanted.matches else ():
        print(measured(wanted.game, player, "greedy", wanted.matches), flush=True)


if __name__ == "__main__":
    main()
