"""How players and programs are asked for actions: players, clocks, and line protocols without I/O."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
