"""Fitting a judgement: positions of a game's own games, and weights that predict how they end.

``boardgames fit`` runs it.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
