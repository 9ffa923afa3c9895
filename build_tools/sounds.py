"""Makes the sounds of the page: ``python build_tools/sounds.py`` writes them to ``src/boardgames/web/assets``.

Each is a short mixture of decaying tones and noise, one byte for each of 11,025 samples a second.
"""

from __future__ import annotations

import wave
from io import BytesIO
from math import exp, pi, sin
from pathlib import Path
from random import Random
from typing import Final

ASSETS: Final = Path(__file__).parents[1] / "src" / "boardgames" / "web" / "assets"
RATE: Final = 11025  # samples a second
Tone = tuple[float, float, float, float]
"""When it begins and its half-life, in seconds; its frequency in Hz, 0 for noise; its loudness, 0 to 1."""

SOUNDS: Final[dict[str, tuple[float, list[Tone]]]] = {
    "move": (0.12, [(0, 0.004, 0, 0.5), (0, 0.014, 310, 0.6), (0, 0.01, 745, 0.25)]),
    "throw": (0.3, [(start, 0.006, pitch, 0.45) for start in (0, 0.05, 0.11, 0.19) for pitch in (0, 1250)]),
    "end": (0.8, [(0, 0.09, 392, 0.3), (0.14, 0.09, 494, 0.3), (0.28, 0.16, 587, 0.35)]),
}
"""For each sound its length in seconds and its tones."""


def samples(seconds: float, tones: list[Tone]) -> bytes:
    noise = Random(1)
    levels = []
    for number in range(round(RATE * seconds)):
        level = 0.0
        for begin, half_life, frequency, loudness in tones:
            time = number / RATE - begin
            if time >= 0:
                shape = sin(2 * pi * frequency * time) if frequency else noise.uniform(-1, 1)
                level += loudness * shape * exp(-0.693 * time / half_life)
        fade = min(1.0, (seconds - number / RATE) / 0.01)  # no click at the end
        levels.append(round(128 + 100 * fade * max(-1.0, min(1.0, level))))
    return bytes(levels)


def wav(name: str) -> bytes:
    """A sound as a WAV file: one channel, one byte a sample."""
    buffer = BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setparams((1, 1, RATE, 0, "NONE", ""))
        file.writeframes(samples(*SOUNDS[name]))
    return buffer.getvalue()


if __name__ == "__main__":
    for name in SOUNDS:
        (ASSETS / f"{name}.wav").write_bytes(wav(name))
