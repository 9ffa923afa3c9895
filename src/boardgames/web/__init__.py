"""The web server of ``boardgames web``: play, watch and step through games in a browser.

A browser is sent what happened, pictures, and the paths of clicks that lead to the legal
actions.  It knows no rule of any game.

The game itself is a :mod:`boardgames.session`.  Around it

- :class:`~boardgames.web.table.Table` owns the players and their links, and which session is
  the current one.  A new game is a new session.
- :class:`~boardgames.web.page_feed.PageFeed` owns what one open page has been sent so far; a
  :class:`~boardgames.web.connection.Connection` carries it.

All of it lives in the event loop's thread, except the referee, which plays in a thread of its
own and hands each event over to the loop.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
