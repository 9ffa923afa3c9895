"""The animals as drawings of our own: faces within 24 units of the middle."""

from __future__ import annotations

from typing import Final

EYES: Final = '<path fill="none" stroke-width="5" d="M-7-3h0M7-3h0"/>'
SMILE: Final = '<path fill="none" d="M-6 8Q0 14 6 8"/>'
BEAK: Final = '<path fill="#f08c2e" d="M-5 3H5L0 11Z"/>'

FIGURES: Final = {
    "L": '<path fill="#c9742a" d="M0-25 8-19 18-19 20-9 26 0 20 9 18 19 8 20'
    ' 0 26-8 20-18 19-20 9-26 0-20-9-18-19-8-19Z"/>'
    f'<circle fill="#f2c14e" r="16"/>{EYES}<path fill="#3a2a18" stroke="none" d="M-4 2H4L0 7Z"/>{SMILE}',
    "E": '<ellipse fill="#b9c2cc" cx="-18" cy="-3" rx="9" ry="13"/>'
    '<ellipse fill="#b9c2cc" cx="18" cy="-3" rx="9" ry="13"/>'
    f'<circle fill="#b9c2cc" cy="-3" r="16"/>{EYES}'
    '<path fill="none" stroke="#7d8792" stroke-width="7" d="M0 3V17Q0 24 8 22"/>',
    "G": '<path fill="none" d="M-6-17V-25M6-17V-25"/><path fill="none" stroke-width="6" d="M-6-25h0M6-25h0"/>'
    '<path fill="#f2c14e" d="M-20-14-11-13Q0-22 11-13L20-14 12-6Q12 10 8 19 0 26-8 19-12 10-12-6Z"/>'
    f'{EYES}<path fill="none" stroke-width="3" d="M-3 15h0M3 15h0"/>',
    "C": f'<path fill="none" d="M0-17Q2-24 7-24"/><circle fill="#ffe066" r="17"/>{EYES}{BEAK}',
    "+C": '<path fill="#d8392b" d="M-11-13Q-13-26-4-20 0-30 5-20 13-26 11-13Z"/>'
    f'<circle fill="#fffaf0" r="17"/>{EYES}{BEAK}<path fill="#d8392b" d="M-3 12Q0 24 3 12Z"/>',
}  # fmt: skip
"""By the letters of a piece, its figure."""
