"""Players, clocks, and line protocols without I/O: the ways to ask players and programs for actions."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
