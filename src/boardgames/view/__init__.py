"""Pictures: a Scene as SVG."""

from __future__ import annotations

from boardgames.view.style import Theme
from boardgames.view.svg import svg

__all__ = ["Theme", "svg"]
