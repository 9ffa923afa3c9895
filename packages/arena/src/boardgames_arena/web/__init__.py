"""An arena on the page: the ladder, live boards and finished games, and the WebSocket by which bots come."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
