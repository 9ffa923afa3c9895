"""A standing arena: bots play from home, are paired, refereed and rated."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
