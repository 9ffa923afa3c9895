"""Functions called in worker processes of this machine or on a Dask cluster: executors, as in the standard library."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
