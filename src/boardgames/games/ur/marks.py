"""The ornaments of the squares, as on the board from Ur: a rosette of eight petals, and five eyes."""

from __future__ import annotations

from typing import Final

PETAL: Final = "M0-5C9-14 9-27 0-37-9-27-9-14 0-5Z"
PETALS: Final = "".join(f'<path class="red-fill" d="{PETAL}" transform="rotate({45 * turn})"/>' for turn in range(8))
ROSETTE: Final = (
    f'<rect class="blue-field" x="-44" y="-44" width="88" height="88" rx="4"/>{PETALS}<circle class="sand-fill" r="6"/>'
)
PLACES: Final = ((0, 0), (-25, -25), (25, -25), (-25, 25), (25, 25))
EYES: Final = "".join(f'<circle class="blue-line" cx="{x}" cy="{y}" r="8"/>' for x, y in PLACES)
