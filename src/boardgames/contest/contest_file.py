"""A tournament's TOML file: its game, its players and its settings.

The keys are the names of the command line's options, in the same units.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames.contest.configuration import Entry
from boardgames.contest.openings import EVEN, RANDOM
from boardgames.contest.settings import BadContest, ContestSettings, read_toml
from boardgames.core.model.options import BadOption, from_toml, offered
from boardgames.referee import Limits

TABLES: Final = {"limits": dict, "bots": dict, "game": str}
"""The keys beside those of the settings, with their types."""


@attrs.frozen(kw_only=True)
class ContestFile:
    """The content of a TOML file.  What the file leaves open is missing in ``settings`` and ``limits``."""

    game: str | None = None
    entries: tuple[Entry, ...] = ()
    settings: Mapping[str, object] = attrs.field(factory=dict)
    """Fields of :class:`~boardgames.contest.settings.ContestSettings`, by their names."""
    limits: Mapping[str, object] = attrs.field(factory=dict)
    """Fields of :class:`~boardgames.referee.Limits`, by their names."""

    def merged(self, settings: Mapping[str, object], limits: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments for :func:`~boardgames.contest.play_tournament`; those given here go before those of the file."""
        return {**self.settings, **settings, "limits": Limits(**{**self.limits, **limits})}


def read_contest_file(path: str | os.PathLike[str]) -> ContestFile:
    """Read a TOML file.  Openings are looked for beside it.  Raises :class:`BadContest`.

    ``path`` is that file.
    """
    path = Path(path)
    table = read_toml(path)
    try:
        return _read(table, path.parent)
    except BadOption as error:
        raise BadContest(f"{path}: {error}") from None


def _read(table: Mapping[str, Any], folder: Path) -> ContestFile:
    keys = ["game", *offered(ContestSettings), "limits", "bots"]
    for key, value in table.items():
        if key not in keys:
            raise BadOption(f"there is no setting {key!r}; there are: {', '.join(keys)}")
        if key in TABLES and not isinstance(value, TABLES[key]):
            raise BadOption(f"{key} is {'a text' if TABLES[key] is str else 'a table'}, not {value!r}")
    if table.get("format") == "round-robin":  # as most people write it
        table = {**table, "format": "roundrobin"}
    settings = from_toml(ContestSettings, {key: value for key, value in table.items() if key not in TABLES})
    openings = settings.get("openings")
    if openings is not None and not openings.startswith((RANDOM, EVEN)):
        settings["openings"] = str(folder / openings)
    try:
        limits = from_toml(Limits, table.get("limits", {}), "limit")
    except BadOption as error:
        raise BadOption(f"limits: {error}") from None
    entries = tuple(_entry(name, player) for name, player in table.get("bots", {}).items())
    return ContestFile(game=table.get("game"), entries=entries, settings=settings, limits=limits)


def _entry(name: str, player: Any) -> Entry:
    """A player as the file has it: its text, or a table with ``player`` and ``settings``."""
    if isinstance(player, str):
        return Entry(name, player)
    if (
        isinstance(player, dict)
        and isinstance(player.get("player"), str)
        and not player.keys() - {"player", "settings"}
    ):
        settings = player.get("settings", {})
        if isinstance(settings, dict):
            return Entry(name, player["player"], [f"{key}={value}" for key, value in settings.items()])
    raise BadOption(
        f'bots: {name} is a player, as in {name} = "python bot.py", or a table with player and settings, not {player!r}'
    )
