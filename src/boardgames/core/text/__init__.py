"""Texts of others: shown safely at a terminal, read within bounds, wrapped to a width."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
