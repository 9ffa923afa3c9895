"""The requirements on every game, ours and yours: a ladder of rungs, each with the reason for it.

From Python::

    from boardgames.testkit import verify

    print(verify("mygame"))

In a test module, each rung a test of its own::

    from boardgames.testkit import ladder

    test_the_ladder = ladder("mygame")

On the command line: ``boardgames verify mygame``.
"""

from __future__ import annotations

from boardgames.testkit.cases import NeverSeen, ladder
from boardgames.testkit.climb import RUNGS, Climb, verify
from boardgames.testkit.exercise import NotYet, checks, expect
from boardgames.testkit.like import LIKE_RUNGS
from boardgames.testkit.report import FAILED, NOT_SEEN, NOT_TRIED, OK, Finding, Report
from boardgames.testkit.rung import BrokenReference, Rung

__all__ = [
    "FAILED",
    "LIKE_RUNGS",
    "NOT_SEEN",
    "NOT_TRIED",
    "OK",
    "RUNGS",
    "BrokenReference",
    "Climb",
    "Finding",
    "NeverSeen",
    "NotYet",
    "Report",
    "Rung",
    "checks",
    "expect",
    "ladder",
    "verify",
]
