"""The near misses of a position: actions that look possible and are not, each with the reason.

A game may say which actions a person may have in mind (``GameSpec.candidates``).  For other games all actions of the
game are tried, up to a bound.  The reason is that of the :class:`~boardgames.core.model.game.IllegalAction` that
``state.read`` raises, so a page, the command line and the referee say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import IllegalAction, State

MAX_TRIED: Final = 4096
"""The most actions tried for a game without ``candidates``, lowest index first."""
MAX_NEAR: Final = 128
"""The most near misses that are judged after one path of spots."""

Clicks = tuple[str, ...]


@attrs.frozen
class NearMiss:
    """An action that is not legal."""

    text: str
    """The action."""
    spot: str | None
    """The spot that would be clicked next to choose it; ``None`` if all its spots have been."""
    why: str
    """The reason why it is not legal: the ``why`` of :class:`~boardgames.core.model.game.IllegalAction`."""


def near_misses(spec: GameSpec, state: State, path: Sequence[str] = ()) -> list[NearMiss]:
    """The near misses whose clicks begin with ``path``: one for each spot that may be clicked next.

    Where a legal action goes on with a spot, none is given for it.  A near miss that has no more spots than
    ``path`` comes first.  At a chance node and at the end of a game there are none.

    >>> import boardgames as bg
    >>> state = bg.load("minishogi").start()
    >>> for miss in near_misses(bg.find("minishogi"), state, ["1e"]):
    ...     print(miss.text, miss.why)
    1e1a something stands between 1e and 1a
    1e2e 2e holds a man of the same side
    1e3e 3e holds a man of the same side
    1e4e 4e holds a man of the same side
    1e5e 5e holds a man of the same side
    """
    begun = tuple(path)
    legal = state.actions()
    if not legal:
        return []
    open_spots = {spot for action in legal for spot in _next(spec, state, action, begun)}
    tried: dict[str | None, str] = {}
    texts = {str(action) for action in legal}
    for action in _candidates(spec, state, begun):
        text = str(action)
        if text in texts:
            continue
        for spot in _next(spec, state, action, begun):
            if spot not in open_spots and spot not in tried:
                tried[spot] = text
        if len(tried) >= MAX_NEAR:
            break
    judged = [NearMiss(text, spot, why_illegal(state, text)) for spot, text in tried.items()]
    return sorted((miss for miss in judged if miss.why), key=lambda miss: miss.spot is not None)


def why_illegal(state: State, text: str) -> str:
    """The reason why ``state.read`` refuses a text; ``""`` if it does not."""
    try:
        state.read(text)
    except IllegalAction as error:
        return error.why
    return ""


def _candidates(spec: GameSpec, state: State, path: Clicks) -> Iterable[Any]:
    if spec.candidates is not None:
        return spec.candidates(state, path)
    game = state.game
    return (game.action_at(index) for index in range(min(game.action_count, MAX_TRIED)))


def _clicks(spec: GameSpec, state: State, action: Any) -> Clicks:
    """The clicks of an action; none if the game knows no clicks for one that is not legal."""
    try:
        return tuple(spec.clicks(state, action))
    except Exception:  # a game needs clicks for its legal actions alone
        return ()


def _next(spec: GameSpec, state: State, action: Any, path: Clicks) -> list[str | None]:
    """The spots with which the clicks of an action can go on after ``path``; ``[None]`` if they end with it."""
    clicks = _clicks(spec, state, action)
    if not clicks or len(clicks) < len(path):
        return []
    if path == clicks:
        return [None]
    if clicks[: len(path)] == path and spec.unordered_clicks is None:
        return [clicks[len(path)]]
    if spec.unordered_clicks is None:
        return []
    unordered = spec.unordered_clicks(state, action)
    fixed, rest = clicks[: len(clicks) - unordered], clicks[len(clicks) - unordered :]
    if len(path) < len(fixed):
        return [fixed[len(path)]] if fixed[: len(path)] == path else []
    if path[: len(fixed)] != fixed or not {*path[len(fixed) :]} <= {*rest}:
        return []
    left = [spot for spot in rest if spot not in path[len(fixed) :]]
    return [*left] or [None]
