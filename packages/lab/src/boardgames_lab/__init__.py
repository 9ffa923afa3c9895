"""A laboratory: judgements fitted to games, options of players tuned, a game surveyed, networks trained."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
