"""A board to click on in a notebook.

In a cell::

    from boardgames_notebook import BoardWidget

    board = BoardWidget("ur", opponent="greedy")
    board

What is clicked there, ``board.state`` is in the next cell; and a state that is assigned to it is shown.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
