"""The worked example learns what it says: to beat random, and then greedy."""

from __future__ import annotations

import importlib.util
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from tests.conftest import ROOT


@pytest.fixture(scope="module")
def learner() -> Any:
    spec = importlib.util.spec_from_file_location("learner", ROOT / "examples" / "learner.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_is_wanted_comes_from_what_followed(learner: Any) -> None:
    """With all memory every position of a game wants its result, turned to the side to throw."""
    import numpy as np

    values = learner.Values(np.random.default_rng(1))
    log, result = next(learner.self_play(values, np.random.default_rng(1)))
    assert abs(result) == 1.0
    for memory, checked in ((1.0, len(log)), (0.7, 1)):
        learner.MEMORY = memory
        seen, wanted = learner.lesson(values, log, result)
        assert seen.shape == (len(log), learner.SIZE)
        side = [1 if seat == 0 else -1 for _, seat in log]
        assert (wanted * side)[-checked:].tolist() == [result] * checked
    assert abs(wanted).max() <= 1.0


@pytest.mark.slow
def test_it_beats_random_and_then_greedy(learner: Any) -> None:
    points: list[tuple[int, dict[str, Any]]] = []

    def measure(played: int, values: Any) -> None:
        points.append((played, {name: learner.measured(values, name, 20) for name in ("random", "greedy")}))

    learner.MEMORY = 0.7
    values = learner.train(1000, 1, 500, measure)
    assert learner.measured(values, "random", 100).low > 0.9
    assert learner.measured(values, "greedy", 1000).low > 0.5
    assert points[0][1]["greedy"].high < 0.5  # before it had learned
    picture = ET.fromstring(learner.curve(points, 1000))
    assert len(picture.findall("{http://www.w3.org/2000/svg}polyline")) == 2
