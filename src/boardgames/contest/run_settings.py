"""How the games of a contest are run; and all settings as arguments in Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypedDict

import attrs

from boardgames.core.model.options import Option, offered, option
from boardgames.core.text.kinds import Switch, Text, Whole

if TYPE_CHECKING:  # a single game starts sooner without them
    from concurrent.futures import Executor

    from boardgames.contest.adjudication import Adjudication
    from boardgames.contest.configuration import Configuration
    from boardgames.contest.sprt import Sprt
    from boardgames.contest.store import KeptGame
    from boardgames.referee import Limits

MOST_WORKERS: Final = 1000


@attrs.frozen(kw_only=True)
class RunSettings:
    """How the games of a contest are run, which does not change them."""

    jobs: int = option(0, "Games that are played at a time, each in a process of its own.", kind=Whole(0, MOST_WORKERS))
    """Zero plays them in this process."""
    executor: Executor | str | None = option(
        None, "Have the games played by a Dask cluster's workers instead.", kind=Text(), metavar="dask://HOST:PORT"
    )
    """Any :class:`concurrent.futures.Executor`, or the address of one."""
    db: str | os.PathLike[str] | None = option(
        None, "Keep every game in FILE, so that nothing is lost.", kind=Text(), metavar="FILE"
    )
    resume: bool = option(False, "Go on with the file: play only the games that are missing.", kind=Switch())
    masked: Sequence[str | os.PathLike[str]] = ()
    """Files that no program in a sandbox can read, besides the one in ``db``."""
    on_start: Callable[[Configuration, Sequence[KeptGame]], object] | None = None
    """Is called before the first game, with the games that are in the file already."""
    on_game: Callable[[KeptGame], object] | None = None
    """Is called after each game."""


class ContestArguments(TypedDict, total=False):
    """The settings of contests, as arguments in Python.  A contest refuses those that only others have."""

    names: Sequence[str | None]
    """The names of the players of a match."""
    name: str | None
    """The name of the bot that is rated."""
    anchors: str | os.PathLike[str] | None
    """The file with the Elo of the players that a bot is rated against."""
    format: str
    games: int
    rounds: int | None
    sprt: Sprt | str | None
    until: float
    seed: int | None
    openings: str | None
    swap: bool
    max_plies: int | None
    adjudicate: Adjudication | str | None
    sandbox: str
    limits: Limits | None
    jobs: int
    executor: Executor | str | None
    db: str | os.PathLike[str] | None
    resume: bool
    masked: Sequence[str | os.PathLike[str]]
    on_start: Callable[[Configuration, Sequence[KeptGame]], object] | None
    on_game: Callable[[KeptGame], object] | None


RUN_SETTINGS: Final[Mapping[str, Option]] = offered(RunSettings)
