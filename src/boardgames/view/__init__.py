"""Pictures: a Scene as SVG, states side by side in a notebook, a recorded game as one HTML file."""

from __future__ import annotations

from boardgames.core.exports import public_names
from boardgames.view.boards import Boards
from boardgames.view.page import page
from boardgames.view.style import Theme
from boardgames.view.svg import svg

__all__ = ["Boards", "Theme", "page", "svg"]
__dir__ = public_names(__name__)
