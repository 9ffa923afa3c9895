"""A board to click on in a notebook; needs the extra ``notebook``.

In a cell::

    from boardgames.notebook import BoardWidget

    board = BoardWidget("ur", opponent="greedy")
    board

What is clicked there, ``board.state`` is in the next cell; and a state that is assigned to it is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.notebook.widget import BoardWidget
else:  # anywidget takes half a second
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(__name__, {"widget": "BoardWidget"})

__all__ = ["BoardWidget"]
