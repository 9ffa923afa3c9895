"""Tree search that a policy leads: the tree, its leaves in batches, and what judges them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
