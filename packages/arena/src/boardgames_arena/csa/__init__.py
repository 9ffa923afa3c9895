"""The CSA server protocol of shogi: bots of this computer at others' servers, and others' clients here."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
