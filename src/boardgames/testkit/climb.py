"""A game climbs the ladder, rung by rung."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Final

from boardgames.core.lookup.installed_games import registered, spec_of
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import with_options
from boardgames.testkit.actions import ACTIONS
from boardgames.testkit.choices import CHOICES
from boardgames.testkit.dialogues import DIALOGUES
from boardgames.testkit.endings import ENDINGS
from boardgames.testkit.identity import IDENTITY
from boardgames.testkit.learning import LEARNING
from boardgames.testkit.like import LIKE_RUNGS, Likeness, Subject, game_of, view_of
from boardgames.testkit.purity import FOUNDATIONS, REPEATABLE
from boardgames.testkit.refereed import REFEREED
from boardgames.testkit.report import FAILED, NOT_TRIED, Finding, Report
from boardgames.testkit.rung import Rung
from boardgames.testkit.scenes import SCENES
from boardgames.testkit.texts import TEXTS
from boardgames.testkit.values import VALUES
from boardgames.testkit.walks import Trial

RUNGS: Final[tuple[Rung, ...]] = (
    *FOUNDATIONS,
    *CHOICES,
    *REPEATABLE,
    *ENDINGS,
    *IDENTITY,
    *SCENES,
    *ACTIONS,
    *TEXTS,
    *VALUES,
    *LEARNING,
    *DIALOGUES,
    *REFEREED,
)
"""The ladder, from the lowest rung up."""

SECONDS: Final = 2.0
FIRST_SEED: Final = 1


class Climb:
    """One game on the ladder; all rungs look at the same random games.

    Raises :class:`~boardgames.core.model.game.UnknownGame` or :class:`~boardgames.core.model.options.BadOption`,
    :class:`ValueError` for other arguments that make no sense, and what making the game raises.

    Raises :class:`TypeError` for a ``subject`` of another kind.
    """

    def __init__(
        self,
        subject: Subject,
        games: int | None = None,
        seed: int = FIRST_SEED,
        *,
        options: Mapping[str, object] | None = None,
        max_plies: int | None = None,
        seconds: float = SECONDS,
        like: Subject | None = None,
    ) -> None:
        _check(games, seed, max_plies, seconds)
        if not isinstance(subject, (str, GameSpec)) and not hasattr(subject, "start"):
            raise TypeError(f"expected a game, its name or its GameSpec, not {subject!r}")
        self.spec = spec_of(subject)
        self.game = game_of(subject, options)
        self.trial = Trial(self.spec, self.game, games, seed, max_plies, seconds)
        self.rungs = RUNGS
        if like is not None:
            self.trial.likeness = Likeness(lambda: view_of(self.game.start()), like, games, seed, max_plies)
            self.rungs = (*RUNGS, *LIKE_RUNGS)
        self.findings: dict[str, Finding] = {}

    @property
    def name(self) -> str:
        """The game as on the command line."""
        return with_options(self.spec.name, self.game.options)

    def climb(self, rung: Rung) -> Finding:
        """The finding of this rung.  Above a foundation that failed, nothing is tried."""
        if rung.name not in self.findings:
            self.findings[rung.name] = self._climb(rung)
        return self.findings[rung.name]

    def _climb(self, rung: Rung) -> Finding:
        seats_rung = IDENTITY[0].name
        if rung.name != seats_rung and self.game.seats != len(self.spec.seat_names):
            return Finding(rung, NOT_TRIED, f"fix {seats_rung} first")  # the rungs go through all seats
        for below in self.findings.values():
            if below.rung.foundation and below.status == FAILED:
                return Finding(rung, NOT_TRIED, f"fix {below.rung.name} first")
        with registered(self.spec):
            return Finding.of(rung, rung.climb(self.trial))


def _check(games: object, seed: object, max_plies: object, seconds: object) -> None:
    """Raise :class:`ValueError` for arguments with which random games would make no sense, or never end."""
    for name, value in (("games", games), ("max_plies", max_plies)):
        if value is not None and not (isinstance(value, int) and value >= 1):
            raise ValueError(f"{name} is a whole number, 1 or more, or None: not {value!r}")
    if not isinstance(seed, int):
        raise ValueError(f"seed is a whole number, not {seed!r}")
    if not (isinstance(seconds, (int, float)) and 0 <= seconds < inf):
        raise ValueError(f"seconds is a number, 0 or more, not {seconds!r}")


def verify(
    subject: Subject,
    games: int | None = None,
    seed: int = FIRST_SEED,
    progress: Callable[[Rung, Finding | None], None] | None = None,
    *,
    options: Mapping[str, object] | None = None,
    max_plies: int | None = None,
    seconds: float = SECONDS,
    like: Subject | None = None,
) -> Report:
    """Try every rung of the ladder with a game, on the random games that fit into ``seconds``, from ``seed`` on.

    ``subject`` is a game, its name or its spec.  ``games`` fixes the number of random games instead, which gives equal
    findings on every machine.

    ``progress`` is called twice for each rung: before it is tried, with ``None``, and afterwards, with its finding.
    ``max_plies`` bounds the length of a game whose spec has no bound.

    ``like`` is a reference, which knows the rules: it adds the rungs :data:`~boardgames.testkit.LIKE_RUNGS`.

    >>> report = verify("ur:tokens=2", games=2)
    >>> report.ok, len(report.findings) == len(RUNGS)
    (True, True)

    Raises :class:`~boardgames.core.model.game.UnknownGame` or :class:`~boardgames.core.model.options.BadOption`,
    what making the game raises, and :class:`~boardgames.testkit.BrokenReference`; any other exception of the game's
    code is a finding.
    """
    climb = Climb(subject, games, seed, options=options, max_plies=max_plies, seconds=seconds, like=like)
    tell = progress or (lambda rung, finding: None)
    for rung in climb.rungs:
        tell(rung, None)
        tell(rung, climb.climb(rung))
    return Report(climb.name, len(climb.trial.walks), seed, list(climb.findings.values()))
