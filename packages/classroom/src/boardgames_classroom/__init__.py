"""Points for games that students write: the ladder with weights, result files for graders, and a whole class.

From Python::

    from boardgames.testkit import Grade
    from boardgames.testkit import verify

    Grade.of(verify("hexapawn.py:SPEC")).scaled(10)

On the command line: ``boardgames verify --json FILE`` for one game, ``boardgames grade DIR`` for a class.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
