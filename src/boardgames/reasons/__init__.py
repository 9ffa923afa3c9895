"""Reasons: why an action is not legal, what is near it, what would make it legal, and the rules in words."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
