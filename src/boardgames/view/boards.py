"""Several states side by side, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final

from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.playthrough import Playthrough
from boardgames.view.style import Theme
from boardgames.view.svg import svg

CELL: Final = 22  # pixels: a board of nine cells is 200 wide


class Boards:
    """The boards of states, side by side, as the last value of a notebook's cell.

    ``states`` are states of any games, or a :class:`~boardgames.core.model.playthrough.Playthrough`.
    Each board has its text from ``labels`` above it, else its number from 0.  ``cell`` is the
    width of a cell in pixels, ``theme`` as in :func:`~boardgames.view.svg.svg`.

    >>> import boardgames as bg
    >>> start = bg.load("morris").start()
    >>> Boards([start.apply(action) for action in start.actions()])
    <Boards: 24 states>

    Raises :class:`ValueError` for another number of labels than states, and :class:`TypeError` for what is not a state.
    """

    def __init__(
        self,
        states: Iterable[object] | Playthrough,
        labels: Iterable[object] | None = None,
        *,
        cell: int = CELL,
        theme: Theme = "auto",
    ) -> None:
        self.states: Sequence[Any] = list(states.states if isinstance(states, Playthrough) else states)
        for state in self.states:
            if not hasattr(state, "game"):
                raise TypeError(f"boards are made of states, and {state!r:.80} is not one: give a list of states")
        self.labels = list(map(str, range(len(self.states)) if labels is None else labels))
        if len(self.labels) != len(self.states):
            raise ValueError(f"{len(self.states)} states need as many labels, not {len(self.labels)}")
        self.cell = cell
        self.theme = theme

    def __repr__(self) -> str:
        return f"<Boards: {len(self.states)} {'state' if len(self.states) == 1 else 'states'}>"

    def _repr_html_(self) -> str:
        boards = "".join(
            f'<figure style="margin:0"><figcaption style="text-align:center">{escape(label)}</figcaption>'
            f"{svg(spec_of(state.game).scene(state, 0), cell=self.cell, theme=self.theme)}</figure>"
            for label, state in zip(self.labels, self.states, strict=True)
        )
        return f'<div style="display:flex;flex-wrap:wrap;gap:12px">{boards}</div>'
