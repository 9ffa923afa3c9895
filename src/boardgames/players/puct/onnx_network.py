"""Networks from ONNX files, run by onnxruntime.  Needs the extra ``onnx``."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import onnxruntime

from boardgames.core.model.game import CHANCE, Game, State
from boardgames.core.model.options import BadOption
from boardgames.core.text.printable import printable
from boardgames.learning.network_metadata import metadata_mismatch
from boardgames.learning.observed_games import observation_of
from boardgames.players.puct.network_evaluator import BadNetwork, Floats, NetworkEvaluator

ERRORS_ONLY: Final = 4
"""The level at which onnxruntime prints errors alone; it raises them, too."""
FLOAT32: Final = "tensor(float)"
LARGEST: Final = 2**31
"""The most bytes in a file that its format allows."""
LONGEST: Final = 30.0
"""The most seconds for the first two positions; the file's loops may have any length."""


class OnnxNetwork:
    """A network in a file: one input, planes; two outputs, ``policy`` and ``value``.

    The input has the shape ``(n, *observation.shape)``, or ``(n, observation.size)``.  The outputs are found by these
    names, or taken in this order; ``policy`` is ``(n, action_count)`` and ``value`` ``(n, 1)`` or ``(n,)``.

    Raises :class:`~boardgames.core.model.options.BadOption`, which says what is wrong with the file and what to do.
    """

    def __init__(self, path: str, game: Game) -> None:
        self.path = path
        self.session = session_of(path)
        self.options = onnxruntime.RunOptions()
        try:
            mismatch = metadata_mismatch(self.session.get_modelmeta().custom_metadata_map, game)
            if mismatch is not None:
                raise BadOption(f"{printable(path)}: {mismatch}")
            self.input, self.flat = self._input(game)
            self.outputs = self._outputs(game)
        except UnicodeDecodeError:
            raise BadOption(
                f"{printable(path)}: it is damaged: its metadata or names are not UTF-8; export it again"
            ) from None
        self._try_out(game)

    def __call__(self, planes: Floats) -> tuple[Floats, Floats]:
        if self.flat:
            planes = planes.reshape(len(planes), -1)
        policy, value = self.session.run(self.outputs, {self.input: planes}, self.options)
        return policy, value

    def _input(self, game: Game) -> tuple[str, bool]:
        """The name of the input, and true if it takes the planes in one row."""
        inputs = self.session.get_inputs()
        if len(inputs) != 1:
            raise self._error(f"it has {len(inputs)} inputs, and a network for games has one, the planes")
        (planes,) = inputs
        observation = observation_of(game)
        if planes.type != FLOAT32:
            raise self._error(f"its input is a {planes.type}, and planes are a {FLOAT32}")
        for shape in (observation.shape, (observation.size,)):
            if fits(planes.shape, shape):
                return planes.name, shape != observation.shape
        sizes = " x ".join(map(str, observation.shape))
        raise self._error(
            f"its input has the shape {shown(planes.shape)}, and the planes of {game.name} are any number x {sizes}"
        )

    def _outputs(self, game: Game) -> list[str]:
        outputs = {output.name: output for output in self.session.get_outputs()}
        names = ["policy", "value"] if {"policy", "value"} <= outputs.keys() else list(outputs)
        if len(names) != 2:
            raise self._error(f"it has the outputs {', '.join(names)}; name two of them policy and value")
        policy, value = (outputs[name] for name in names)
        for output in (policy, value):
            if output.type != FLOAT32:
                raise self._error(f"its output {output.name} is a {output.type}: expected a {FLOAT32}")
        if not fits(policy.shape, (int(game.action_count),)):
            raise self._error(
                f"its policy has the shape {shown(policy.shape)}, and {game.name} has {game.action_count} actions"
            )
        if not (fits(value.shape, (1,)) or fits(value.shape, ())):
            raise self._error(f"its value has the shape {shown(value.shape)}: expected any number x 1")
        return names

    def _try_out(self, game: Game) -> None:
        """Judge two positions, since a file does not say all that it cannot do."""
        evaluator = NetworkEvaluator(game, self, 2)
        try:
            with ThreadPoolExecutor(1) as thread:
                work = thread.submit(evaluator.values, decisions(game.start(), 2))
                try:
                    work.result(LONGEST)
                finally:  # Ctrl-C too
                    self.options.terminate = not work.done()
        except TimeoutError:
            raise self._error(f"it does not judge 2 positions of {game.name} within {LONGEST:g} s") from None
        except BadNetwork as error:
            raise BadOption(f"{printable(self.path)}: {error}") from None
        except Exception as error:  # onnxruntime has a class of errors for each status, without a common base
            raise self._error(
                f"it cannot judge 2 positions of {game.name} at once ({reason_of(error)}): "
                "export it for any number of positions"
            ) from None

    def _error(self, why: str) -> BadOption:
        return BadOption(f"{printable(self.path)}: {why}. docs/rl.md says what a network's file must have")


def fits(shape: Any, expected: tuple[int, ...]) -> bool:
    """True if a shape of a file is any number of ``expected``; sizes that the file leaves open fit any.

    >>> fits(["n", 33, 5, 5], (33, 5, 5)), fits([1, 37], (37,)), fits(["n", "actions"], (15,))
    (True, False, True)
    """
    if not shape:  # the file does not say
        return True
    batch, *rest = shape
    if isinstance(batch, int) or len(rest) != len(expected):
        return False
    return all(not isinstance(size, int) or size == number for size, number in zip(rest, expected, strict=True))


def shown(shape: Any) -> str:
    """A shape for a message: ``any number x 37``."""
    return " x ".join(str(size) if isinstance(size, int) else "any number" for size in shape) or "()"


_sessions: Final[dict[str, tuple[tuple[int, int], Any]]] = {}  # by path, with time and size of the file


def session_of(path: str) -> Any:
    """The session of onnxruntime for a file, made once until the file changes.

    It uses one thread: a match uses its cores by playing several games.
    """
    try:
        facts = os.stat(path)
    except OSError as error:
        raise BadOption(f"cannot read {printable(path)}: {error.strerror}; {_networks_nearby()}") from None
    if not stat.S_ISREG(facts.st_mode) or not 0 < facts.st_size <= LARGEST:  # those in /proc have 0, and may never end
        why = "an ONNX file has 2 GiB at most" if facts.st_size > LARGEST else "it is empty, or not a regular file"
        raise BadOption(f"cannot read {printable(path)}: {why}; {_networks_nearby()}")
    stamp = facts.st_mtime_ns, facts.st_size
    stored = _sessions.get(path)
    if stored is not None and stored[0] == stamp:
        return stored[1]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    try:
        with open(path, "rb") as file:
            data = file.read(facts.st_size)
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except OSError as error:
        raise BadOption(f"cannot read {printable(path)}: {error.strerror}; {_networks_nearby()}") from None
    except Exception as error:  # onnxruntime has a class of errors for each status, without a common base
        raise BadOption(
            f"{printable(path)} cannot be read as a network: it is damaged or not an ONNX file ({reason_of(error)}); "
            "export it again"
        ) from None
    _sessions[path] = stamp, session
    return session


def decisions(state: State, count: int) -> list[Any]:
    """The first positions of a game in which a seat is to act, if every choice is the first in its list."""
    states: list[Any] = []
    while len(states) < count and state.outcome is None:
        if state.turn == CHANCE:
            state = state.apply(state.chances()[-1][0])
        else:
            states.append(state)
            state = state.apply(state.actions()[0])
    return states


def reason_of(error: Exception) -> str:
    """The message of onnxruntime, in one line."""
    lines = str(error).strip().splitlines()
    return printable(lines[0]) if lines else type(error).__name__


def _networks_nearby() -> str:
    names = ", ".join(sorted(name for name in os.listdir() if name.endswith(".onnx"))) or "none"
    return f"networks (.onnx) in this folder: {printable(names)}"
