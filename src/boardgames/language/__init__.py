"""The languages of pages and lists of moves: English, and those that have a catalogue in ``locale/``."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
