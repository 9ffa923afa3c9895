"""Which players meet, round by round.  Players are numbered from 0, the best seeded first."""

from __future__ import annotations

from boardgames.contest.pairings.dutch import NoPairing, Played, swiss, swiss_rounds
from boardgames.contest.pairings.schedules import Meetings, knockout, round_robin

__all__ = ["Meetings", "NoPairing", "Played", "knockout", "round_robin", "swiss", "swiss_rounds"]
