"""A position rendered for an environment: text, SVG, or pixels where a package can rasterize SVG."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.game import State
from boardgames.view import svg

RenderMode = Literal["ansi", "human", "svg", "rgb_array"]
Rendered = str | NDArray[np.uint8] | None

RASTERIZERS: Final = ("resvg_py", "cairosvg")
"""The packages that can rasterize an SVG; both give PNG, which Pillow reads."""
INSTALL: Final = "pip install resvg_py pillow"
FRAMES: Final = 2
"""Positions a second, for videos."""


def rasterizer() -> str | None:
    """The installed module that rasterizes SVG, or ``None``."""
    if find_spec("PIL") is None:
        return None
    return next((name for name in RASTERIZERS if find_spec(name) is not None), None)


def modes() -> list[str]:
    """The render modes that work here."""
    return [mode for mode in get_args(RenderMode) if mode != "rgb_array" or rasterizer()]


def check(mode: str | None) -> None:
    """Raises :class:`ValueError` for an unknown mode, :class:`ImportError` for one that lacks a package."""
    if mode is None or mode in modes():
        return
    if mode in get_args(RenderMode):
        raise ImportError(f"render_mode {mode!r} makes pixels of an SVG, which needs a package: {INSTALL}")
    names = ", ".join(map(repr, modes()))
    raise ValueError(f"there is no render_mode {mode!r}: expected one of {names}, or None")


def rendered(state: State, mode: str | None, before: State | None = None, action: Any = None) -> Rendered:
    """The position in one of the modes; the ``action`` that led to it from ``before`` is marked.

    ``ansi`` is the picture as text, ``svg`` an SVG document, ``rgb_array`` its pixels as (height, width, 3);
    ``human`` prints the picture at the terminal.
    """
    spec = spec_of(state.game)
    if mode == "human":
        print(spec.picture(state), flush=True)
        return None
    if mode == "ansi":
        return spec.picture(state)
    scene = spec.scene(state, 0)
    if before is not None and before.turn >= 0:
        scene = scene.after(spec.clicks(before, action))
    picture = svg(scene, theme="light")
    return picture if mode == "svg" else pixels(picture)


def pixels(picture: str) -> NDArray[np.uint8]:
    """An SVG on a white background as numbers from 0 to 255, of shape (height, width, 3)."""
    name = rasterizer()
    module = import_module(str(name))
    if name == "resvg_py":
        png = bytes(module.svg_to_bytes(svg_string=picture, background="white"))
    else:
        png = module.svg2png(bytestring=picture.encode(), background_color="white")
    image = import_module("PIL.Image").open(BytesIO(png)).convert("RGB")
    return np.asarray(image, np.uint8).copy()
