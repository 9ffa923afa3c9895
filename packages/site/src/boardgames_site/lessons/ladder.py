"""The ladder for a game of the reader's own: what every game must satisfy, tried in the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from boardgames.testkit import verify
from boardgames.web import Mistake
from boardgames_site.lessons.mistake import mistake_in
from boardgames_site.lessons.program import captured
from boardgames_site.lessons.workspace import workspace

GAMES: Final = 10
"""Random games that are played for it."""


@attrs.frozen
class Climbed:
    """The report, and whether no rung failed."""

    report: str
    holds: bool


def climb(file: str, files: Mapping[str, str], options: Mapping[str, str]) -> Climbed | Mistake:
    """Try the game of a file; what is wrong if it cannot be loaded."""
    name = f"{file}:SPEC"
    if options:
        name += ":" + ",".join(f"{key}={value}" for key, value in options.items())
    with workspace(files) as folder, captured():
        try:
            report = verify(name, games=GAMES)
            return Climbed(str(report), not report.failures)
        except BaseException as error:  # the game is the reader's code
            return mistake_in(error, folder)
