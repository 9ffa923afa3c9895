"""The requirements on every game, ours and yours: a ladder of rungs, each with the reason for it.

From Python::

    from boardgames.testkit import verify

    print(verify("mygame"))

In a test module, each rung a test of its own::

    from boardgames.testkit import ladder

    test_the_ladder = ladder("mygame")

On the command line: ``boardgames verify mygame``.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
