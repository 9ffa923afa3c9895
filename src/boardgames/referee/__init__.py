"""The referee: the loop of a game, its dice and clocks, the programs that play, the verdict."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
