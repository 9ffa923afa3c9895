"""The players that come with the library.

They are found by name in :data:`boardgames.core.lookup.PLAYERS`, like those of any other distribution.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
