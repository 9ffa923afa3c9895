"""Where a contest is kept: a file, its tables, its lock and its errors."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
