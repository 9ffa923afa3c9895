"""The model of a game: states, actions, options, and walks through the tree of a game."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
