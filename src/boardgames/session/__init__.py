"""A game at a table, without a network: what the server, the static site, notebooks and the course show.

Each part of "the game now" has one owner, and everything else asks the owner:

- :class:`~boardgames.session.event_log.EventLog` owns what has happened in one game: positions,
  times, verdict.
- :class:`~boardgames.session.game_session.GameSession` owns one game under the referee:
  its event log, what its players write, and which person is asked for an action.
- :class:`~boardgames.session.pictures.Pictures` draws its positions, and
  :func:`~boardgames.session.click_paths.click_paths` says which clicks choose which action, so that a page
  knows no rule of any game.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
