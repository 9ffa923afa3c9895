"""The core: what a game is, and the interfaces of games, players and protocols; no game, no I/O and no clock."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
