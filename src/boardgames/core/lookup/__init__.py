"""Objects that are found by name: games, players, protocols, solvers, displays, record formats."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
