"""Pictures: a Scene as SVG, states in a notebook, a recorded game as one HTML file, its chances as a graph, plots."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
