"""The legal actions of a state as paths of clicks, for a page that knows no rule."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State

ClickPaths = dict[str, Any]
"""A trie: from the name of a spot to the next trie, or to the text of an action."""


def click_paths(spec: GameSpec, state: State) -> ClickPaths:
    """The legal actions as a trie of spots, whose leaves are the actions' texts.

    ``spec`` is the game's.

    >>> import boardgames as bg
    >>> state = bg.load("ur").start().play("=4")
    >>> click_paths(bg.find("ur"), state)
    {'a0': {'a4': '0'}}

    A set of spots may be chosen in any order:

    >>> state = bg.load("morris").parse("B.B.B..B.......W.WW.W... b 5 5 9")
    >>> sorted(click_paths(bg.find("morris"), state)["d7"])
    ['b2', 'c3', 'e3', 'f2']
    """
    root: ClickPaths = {}
    for action in state.actions():
        clicks = tuple(spec.clicks(state, action))
        unordered = 0 if spec.unordered_clicks is None else spec.unordered_clicks(state, action)
        first, rest = clicks[: len(clicks) - unordered], clicks[len(clicks) - unordered :]
        for order in permutations(rest):
            *path, last = first + order
            node = root
            for spot in path:
                node = node.setdefault(spot, {})
            node[last] = str(action)
    return root
