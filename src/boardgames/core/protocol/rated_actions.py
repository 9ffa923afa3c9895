"""The actions of a state with what each is worth, shown as a table in a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boardgames.core.above import above


class RatedActions(list[tuple[Any, float]]):
    """Actions with the result that the side to act can expect, from -1 to 1, the best first."""

    def _repr_html_(self) -> str:
        return _table("expected result", ((action, f"{value:+.3f}") for action, value in self))


class ActionChances(dict[Any, float]):
    """The chance from 0 to 1 that the side to act wins after each action, the best first."""

    def _repr_html_(self) -> str:
        return _table("chance to win", ((action, f"{chance:.1%}") for action, chance in self.items()))


def _table(head: str, rows: Iterable[tuple[Any, str]]) -> str:
    return str(above("boardgames.view:html_table")([["action", head], *([str(what), value] for what, value in rows)]))
