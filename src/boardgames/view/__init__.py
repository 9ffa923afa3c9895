"""Pictures: a Scene as SVG, states in a notebook, a recorded game as one HTML file, its chances as a graph, plots."""

from __future__ import annotations

from boardgames.core.exports import public_names
from boardgames.view.boards import Boards
from boardgames.view.graph import graph
from boardgames.view.page import page
from boardgames.view.plot import Plot
from boardgames.view.style import Theme
from boardgames.view.svg import svg

__all__ = ["Boards", "Plot", "Theme", "graph", "page", "svg"]
__dir__ = public_names(__name__)
