"""Positions to look at and to click: scenes, and options for drawings in text."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
