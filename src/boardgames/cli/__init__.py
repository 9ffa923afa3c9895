"""The command: thin, over the library.  Its public names are those that commands of other packages use, too."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
