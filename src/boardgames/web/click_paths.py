"""The legal actions of a state as paths of clicks, for a page that knows no rule."""

from __future__ import annotations

from typing import Any

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State

ClickPaths = dict[str, Any]
"""A trie: from the name of a spot to the next trie, or to the text of an action."""


def click_paths(spec: GameSpec, state: State) -> ClickPaths:
    """The legal actions as a trie of spots, whose leaves are the actions' texts.

    >>> import boardgames as bg
    >>> state = bg.load("ur").start().play("=4")
    >>> click_paths(bg.find("ur"), state)
    {'a0': {'a4': '0'}}
    """
    root: ClickPaths = {}
    for action in state.actions():
        *path, last = spec.clicks(state, action)
        node = root
        for spot in path:
            node = node.setdefault(spot, {})
        node[last] = str(action)
    return root
