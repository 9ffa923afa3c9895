"""Files of learned judgements: the fitted weights of one game, and how they were made.

A file is a line that names the format, a line of JSON, and the weights as whole
numbers of 16 bits, the low byte first.
"""

from __future__ import annotations

import json
import os
import sys
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import attrs

from boardgames.core.text.finite_json import read_json
from boardgames.learning.judgement_features import SCALE

FIRST_LINE = b"boardgames judgement 1\n"
UNIT: Final = 400.0
"""Stored units in a pawn."""
MOST_STORED = 2**15 - 1
MOST_BYTES = 32 * 2**20
"""A larger file is none of ours."""


class BadJudgementFile(ValueError):
    """A file that holds no judgement, or one of another game."""


@attrs.frozen(eq=False)
class Judgement:
    """Fitted weights: ``weights`` are in parts of a pawn, :data:`UNIT` to one.

    ``features`` names what they weigh; ``scale`` is how many pawns ahead mean a value of
    0.76; ``made`` says how they were fitted.
    """

    game: str
    features: str
    weights: Sequence[int]
    scale: float = SCALE
    made: Mapping[str, Any] = attrs.field(factory=dict)

    def write(self) -> bytes:
        """The judgement as the bytes of a file."""
        numbers = array("h", [max(-MOST_STORED, min(MOST_STORED, weight)) for weight in self.weights])
        if sys.byteorder == "big":
            numbers.byteswap()
        data = numbers.tobytes()
        head = {
            "game": self.game,
            "features": self.features,
            "weights": len(numbers),
            "scale": self.scale,
            "crc32": crc32(data),
            "made": dict(self.made),
        }
        return FIRST_LINE + json.dumps(head).encode() + b"\n" + data


def read_judgement(path: str | os.PathLike[str]) -> Judgement:
    """The judgement in a file.

    Raises :class:`BadJudgementFile`, which names the file and what is wrong, and
    :class:`OSError` where the file cannot be read.
    """
    with Path(path).open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if not content.startswith(FIRST_LINE) or len(content) > MOST_BYTES:
        raise BadJudgementFile(f"{path} holds no judgement: expected a file that 'boardgames fit' wrote")
    line, _, data = content[len(FIRST_LINE) :].partition(b"\n")
    try:
        head = read_json(line)
        game, features = str(head["game"]), str(head["features"])
        count, checksum, made = int(head["weights"]), int(head["crc32"]), dict(head["made"])
        scale = float(head["scale"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise BadJudgementFile(f"{path} is damaged: its second line does not describe a judgement") from None
    if not 0.1 <= scale <= 10_000:
        raise BadJudgementFile(f"{path} is damaged: its scale is {scale}")
    if len(data) != 2 * count or crc32(data) != checksum:
        raise BadJudgementFile(f"{path} is damaged: its {count} weights are not whole; fit it again or get a new copy")
    weights = array("h")
    weights.frombytes(data)
    if sys.byteorder == "big":
        weights.byteswap()
    if min(weights, default=0) < -MOST_STORED:
        raise BadJudgementFile(f"{path} is damaged: a weight is below -{MOST_STORED}; fit it again or get a new copy")
    return Judgement(game, features, weights, scale, made)
