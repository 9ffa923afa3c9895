"""Adjudication: a game ends early where both players' scores or a table of exact values tell its result.

A player's scores are those that it tells of its own answers, as a
:class:`~boardgames.core.protocol.search_info.SearchInfo`.  An answer without a score, as a forced one
often is, neither counts nor breaks a row of answers.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, Final

import attrs

from boardgames.core.model.game import Outcome, State
from boardgames.core.model.options import BadOption
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.search_info import SearchInfo, centipawns
from boardgames.core.protocol.verdict import ADJUDICATIONS
from boardgames.solve.tablebase import NotInTablebase, Tablebase

WAY: Final = re.compile(r"(resign)=([1-9]\d{0,3}):(\d{1,3})|(draw)=(\d{1,4}):(\d{1,3})@(\d{1,9})|(table)", re.ASCII)
LARGEST_SCORE: Final = 5_000  # hundredths of a pawn; a mate is beyond it
RECENT: Final = 6  # plies for each answer of a row, so that scores of long ago do not count


@attrs.frozen(kw_only=True)
class Adjudication:
    """By what games are adjudicated; ``None`` and ``False`` leave a way out."""

    resign: tuple[int, int] | None = None
    """A score in hundredths of a pawn, and a number of answers: a game is lost by the player whose last scored answers
    are all that far below 0, if those of the other are that far above."""
    draw: tuple[int, int, int] | None = None
    """A score, a number of answers and a ply: from this ply on a game is a draw if all these answers of both are no
    farther than that from 0."""
    table: bool = False
    """A game ends where its table says that it is won, lost or drawn for certain."""

    @classmethod
    def parse(cls, text: str) -> Adjudication:
        """The ways in a text.  Raises :class:`~boardgames.core.model.options.BadOption`.

        >>> Adjudication.parse("resign=600:3,table")
        Adjudication(resign=(600, 3), draw=None, table=True)
        """
        chosen: dict[str, Any] = {}
        for part in text.split(","):
            way = WAY.fullmatch(part.strip())
            name, *texts = [each for each in way.groups() if each] if way else [""]
            numbers = tuple(map(int, texts))
            if not name or name in chosen or (texts and not (numbers[0] <= LARGEST_SCORE and numbers[1])):
                raise BadOption(
                    f"cannot read {part!r}: write resign=SCORE:ANSWERS, draw=SCORE:ANSWERS@PLY and table, each once at "
                    f"most, as in resign=600:3,draw=10:8@60,table; a score is at most {LARGEST_SCORE}"
                )
            chosen[name] = numbers or True
        return cls(**chosen)

    def __str__(self) -> str:
        parts = []
        if self.resign is not None:
            parts.append("resign={}:{}".format(*self.resign))
        if self.draw is not None:
            parts.append("draw={}:{}@{}".format(*self.draw))
        return ",".join([*parts, *["table"] * self.table])

    def result(
        self, playthrough: Playthrough, thoughts: dict[int, SearchInfo], table: Tablebase | None = None
    ) -> Outcome | None:
        """The result of a game that goes on; ``None`` if nothing tells it.

        ``thoughts`` are what the players found, by the number of plies before, the earliest first; ``table`` is that of
        the game, if a table is asked.
        """
        if table is not None and (outcome := _certain(playthrough.state, table)) is not None:
            return outcome
        resign, draw = self.resign, self.draw
        if draw is not None and playthrough.plies < draw[2]:
            draw = None
        most = max([rule[1] for rule in (resign, draw) if rule is not None], default=0)
        if not most or len(thoughts) < 2:
            return None
        scores: tuple[list[int], list[int]] = ([], [])
        for ply, thought in reversed(thoughts.items()):
            if ply < playthrough.plies - RECENT * most or min(map(len, scores)) == most:
                break
            with suppress(AttributeError, TypeError, ValueError):  # a thought of a player that we do not know
                scores[playthrough.states[ply].turn].append(centipawns(thought.value))
        length = min(map(len, scores))
        if resign is not None and length >= resign[1]:
            score, answers = resign
            for loser, (own, other) in enumerate((scores, scores[::-1])):
                if max(own[:answers]) <= -score and min(other[:answers]) >= score:
                    return Outcome.lost_by(loser, ADJUDICATIONS["resign"])
        if draw is not None and length >= (answers := draw[1]):
            last = [abs(score) for own in scores for score in own[:answers]]
            return Outcome((0.0, 0.0), ADJUDICATIONS["draw"]) if max(last) <= draw[0] else None
        return None


def _certain(state: State, table: Tablebase) -> Outcome | None:
    """The result of a position that the table says is certain.  With dice to come, half a chance is not a draw."""
    try:
        chance = table.value(state)
    except NotInTablebase:
        return None
    reason = ADJUDICATIONS["table"]
    if chance in (0.0, 1.0):
        return Outcome.lost_by(state.seat if chance == 0.0 else 1 - state.seat, reason)
    return Outcome((0.0, 0.0), reason) if chance == 0.5 and not state.game.chance_count else None
