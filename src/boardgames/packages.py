"""The packages of this project beside the library, and what each has, so that a missing command names its package."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "connect": "arena",
    "fit": "lab",
    "grade": "classroom",
    "ladder": "arena",
    "mcp": "models",
    "models": "models",
    "prompt": "models",
    "serve": "arena",
    "site": "site",
    "survey": "lab",
    "tune": "lab",
}
"""The commands in packages, and the package of each."""
PLAYERS: Final = {"llm": "models"}
"""The players in packages."""
MODULES: Final = {
    "boardgames.analysis.model_report": "models",
    "boardgames.analysis.survey": "lab",
    "boardgames.arena": "arena",
    "boardgames.assistant": "models",
    "boardgames.contest.tune": "lab",
    "boardgames.contest.tuning": "lab",
    "boardgames.core.protocol.Prose": "models",
    "boardgames.fitting": "lab",
    "boardgames.notebook": "notebook",
    "boardgames.players.models": "models",
    "boardgames.rl.ReplayBuffer": "lab",
    "boardgames.rl.SelfPlay": "lab",
    "boardgames.rl.replay_buffer": "lab",
    "boardgames.rl.self_play": "lab",
    "boardgames.web.arena": "arena",
    "boardgames.web.lessons": "site",
    "boardgames.web.site": "site",
}
"""The modules and names that were part of the library until version 0.3, and the package that has each now."""
MOVED: Final = {
    "boardgames.core.learning": "boardgames.learning",
    "boardgames.core.record": "boardgames.records",
    "boardgames.grading": "boardgames.testkit and, in abstract-boardgames-classroom, boardgames_classroom",
    "boardgames.interruption": "boardgames.processes",
    "boardgames.solve.dobutsu": "boardgames.games.dobutsu.table",
    "boardgames.solve.morris": "boardgames.games.morris.table",
    "boardgames.solve.ur": "boardgames.games.ur.table",
    "boardgames.whole_file": "boardgames.processes",
}
"""The modules that have other names in the library since then."""


def distribution_of(package: str) -> str:
    """The distribution of a package, and how to install it; ``package`` is its name, as in ``arena``.

    >>> distribution_of("arena")
    'abstract-boardgames-arena: pip install abstract-boardgames-arena, in a clone pip install ./packages/arena'
    """
    name = f"abstract-boardgames-{package}"
    return f"{name}: pip install {name}, in a clone pip install ./packages/{package}"
