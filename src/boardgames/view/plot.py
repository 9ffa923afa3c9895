"""A diagram as SVG: values on two axes, drawn as lines, areas and dots."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

import attrs

Point: TypeAlias = tuple[float, float]
"""A value on the axis across and one on the axis up."""


@attrs.frozen(kw_only=True)
class Plot:
    """A diagram whose shapes are added one after the other; later ones cover earlier ones.

    The names of further attributes are those of SVG, with ``_`` for ``-`` and ``class_`` for ``class``.

    >>> plot = Plot(width=100, height=50, across=(0, 10), up=(0, 1), left=10)
    >>> plot.dot((5, 1), r=2, title="half way")
    >>> plot.svg("One dot")
    '<svg ... role="img" aria-label="One dot"><circle cx="55.0" cy="0.0" r="2"><title>half way</title></circle></svg>'
    """

    width: int
    height: int
    across: tuple[float, float]
    """The values at the left and at the right end of the axis across."""
    up: tuple[float, float]
    """The values at the bottom and at the top of the axis up."""
    left: int = 0
    """The margins around the axes, in the same units as ``width``."""
    right: int = 0
    top: int = 0
    bottom: int = 0
    shapes: list[str] = attrs.field(factory=list, init=False)

    def place(self, point: Point) -> Point:
        """The coordinates of a point in the drawing."""
        (low, high), (under, over) = self.across, self.up
        x = self.left + (self.width - self.left - self.right) * (point[0] - low) / ((high - low) or 1.0)
        y = self.top + (self.height - self.top - self.bottom) * (over - point[1]) / ((over - under) or 1.0)
        return x, y

    def line(self, points: Iterable[Point], **attributes: object) -> None:
        """A line through all points."""
        self.add("polyline", {"points": self._places(points), "fill": "none", **attributes})

    def area(self, points: Iterable[Point], **attributes: object) -> None:
        """The area inside of a line through all points."""
        self.add("polygon", {"points": self._places(points), **attributes})

    def segment(self, one: Point, other: Point, **attributes: object) -> None:
        """A straight line between two points."""
        (x1, y1), (x2, y2) = self.place(one), self.place(other)
        ends = {"x1": f"{x1:.1f}", "y1": f"{y1:.1f}", "x2": f"{x2:.1f}", "y2": f"{y2:.1f}"}
        self.add("line", {**ends, **attributes})

    def dot(self, point: Point, *, title: str = "", **attributes: object) -> None:
        """A filled circle; ``title`` is shown under the mouse."""
        x, y = self.place(point)
        inside = f"<title>{escape(title)}</title>" if title else ""
        self.add("circle", {"cx": f"{x:.1f}", "cy": f"{y:.1f}", **attributes}, inside)

    def label(self, x: float, y: float, text: str, **attributes: object) -> None:
        """A text at a place that is given in the units of the drawing."""
        self.add("text", {"x": f"{x:g}", "y": f"{y:g}", **attributes}, escape(text))

    def add(self, name: str, attributes: dict[str, object], inside: str = "") -> None:
        """Any other element of SVG; ``inside`` is SVG already."""
        written = _written(attributes)
        self.shapes.append(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")

    def svg(self, label: str, *, title: str = "", **attributes: object) -> str:
        """The whole diagram; ``label`` says in words what it shows, for those who cannot see it."""
        inside = (f"<title>{escape(title)}</title>" if title else "") + "".join(self.shapes)
        box = {"xmlns": "http://www.w3.org/2000/svg", **attributes, "viewBox": f"0 0 {self.width} {self.height}"}
        return f"<svg{_written({**box, 'role': 'img', 'aria_label': label})}>{inside}</svg>"

    def _places(self, points: Iterable[Point]) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.place, points))


def _written(attributes: dict[str, object]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for name, value in attributes.items()
    )
