"""Positions to look at and to click: scenes, and options for drawings in text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.core.picture.scene import (
        Area,
        ClicksOf,
        Die,
        Line,
        Man,
        Scene,
        SceneOf,
        Spot,
        Text,
        plain_clicks,
        plain_scene,
        turn_in_words,
    )
    from boardgames.core.picture.view_options import ViewOptions
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "scene": ("Area ClicksOf Die Line Man Scene SceneOf Spot Text plain_clicks plain_scene turn_in_words"),
            "view_options": "ViewOptions",
        },
    )

__all__ = [
    "Area",
    "ClicksOf",
    "Die",
    "Line",
    "Man",
    "Scene",
    "SceneOf",
    "Spot",
    "Text",
    "ViewOptions",
    "plain_clicks",
    "plain_scene",
    "turn_in_words",
]
