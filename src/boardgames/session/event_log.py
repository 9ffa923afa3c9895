"""The event log of one game: what happened, in order, as every page is sent it.

It only grows: a take-back is one more event.  So a page that opens late, or again, gets the same
events as every other page.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.dialogue import Event
from boardgames.core.protocol.evaluation import Evaluation
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said
from boardgames.records.game_record import GameRecord, RecordedPlayer
from boardgames.session.analyst import GameAnalysis
from boardgames.session.chances import Chances, in_words, seen_by_players
from boardgames.session.engine_output import thought
from boardgames.session.person import GUEST, HUMAN
from boardgames.session.pictures import Pictures
from boardgames.session.result_to_you import result
from boardgames.view.page import acting_seat, move_text, side_name


class EventLog:
    """One game so far.  Only the event loop's thread uses it."""

    def __init__(
        self,
        spec: GameSpec,
        start: State,
        players: Sequence[RecordedPlayer],
        seed: int,
    ) -> None:
        self.spec = spec
        self.playthrough = Playthrough(start)
        self.pictures = Pictures(spec, self.playthrough)
        self.players = tuple(players)
        self.names = [player.name for player in players]
        self.seed = seed
        self.times: list[float] = []
        self.evaluations: dict[int, Evaluation] = {}
        """The evaluations of the players, by the plies before."""
        self.remarks: Mapping[int, str] = {}
        """The words of players beside their actions, by the plies after them."""
        self.analysis: GameAnalysis | None = None
        """The analysis of the game, if somebody asked for it when the game was over."""
        self.verdict: Verdict | None = None
        self.is_stopped = False
        """True if the game cannot go on."""
        self.last_event_at = time.monotonic()
        self._chances: tuple[int, Chances | None] = (0, None)
        self.entries: list[dict[str, Any]] = []
        """The events, each as a fact for pages."""
        self.append(
            "game",
            title=Said(spec.title),
            names=self.names,
            sides=[side_name(spec, seat) for seat in range(start.game.seats)],
            letters=self.pictures.has_letters(),
        )

    @property
    def state(self) -> State:
        """The position now."""
        return self.playthrough.state

    @property
    def plies(self) -> int:
        """The number of plies that were played."""
        return self.playthrough.plies

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.verdict is not None

    @property
    def has_ended(self) -> bool:
        """True if nothing more can happen."""
        return self.over or self.is_stopped

    @property
    def chances(self) -> Chances | None:
        """The chances judged so far, the same object until others are judged; ``None`` if there are none."""
        if self.analysis is not None and self.analysis.chances is not None:
            return self.analysis.chances
        plies, chances = self._chances
        if plies != self.plies:
            chances = seen_by_players(self.spec, self.names, self.playthrough, self.evaluations)
            self._chances = (self.plies, chances)
        return chances

    # -- what happens ------------------------------------------------------------------

    def append(self, kind: str, **facts: object) -> None:
        """Add an entry with its facts."""
        self.entries.append({"kind": kind, **facts})

    def happened(self, event: Event, seconds: float) -> None:
        """Add a throw or an action, and how many seconds it took."""
        if event.thought is not None and len(self.players) == 2:
            name = self.players[event.before.turn].name
            with suppress(AttributeError, TypeError, ValueError):  # a thought of a player that we do not know
                self.evaluations[self.plies] = event.thought.evaluation(event.before.turn, name)
        self.playthrough.actions.append(event.action)
        self.playthrough.states.append(event.after)
        self.times.append(seconds)
        self.last_event_at = time.monotonic()
        words = printable(self.spec.describe(event.before, event.action, event.after))
        self.append(
            "ply",
            ply=self.plies,
            seat=event.before.turn,
            action=str(event.action),
            label=move_text(self.spec, event.before, event.action, event.after),
            by=acting_seat(event.before),
            words=words,
            seconds=round(seconds, 2),
            info="" if event.thought is None else self._thought(event.before, event.thought),
        )

    def _thought(self, before: State, info: object) -> str:
        if not isinstance(info, SearchInfo):  # of a player that we do not know
            return str(info)
        return printable(thought(in_words(self.spec, before, info)))

    def undone(self, plies: int) -> None:
        """Take back that many plies."""
        self.playthrough.undo(plies)
        del self.times[len(self.playthrough.actions) :]
        self.evaluations = {ply: evaluation for ply, evaluation in self.evaluations.items() if ply < self.plies}
        self.pictures.forget_after(self.plies)
        self._chances = (0, None)
        self.last_event_at = time.monotonic()
        self.append("undone", plies=plies)

    def renamed(self, seat: int, name: str) -> None:
        """Call the player in a seat by another name."""
        players = list(self.players)
        players[seat] = attrs.evolve(players[seat], name=name)
        self.players = tuple(players)
        self.names[seat] = name
        self.append("names", names=list(self.names))

    def message(self, sentence: str) -> None:
        """Add a message of the referee to a player."""
        self.append("message", sentence=sentence)

    def ended(self, verdict: Verdict) -> None:
        """Add how the game ended, in a sentence for each reader."""
        self.verdict = verdict
        self.pictures.end()
        names = list(map(printable, self.names))
        people = [seat for seat, player in enumerate(self.players) if player.player in (HUMAN, GUEST)]
        sentences = [result(verdict, names, seat, people) for seat in (None, *range(len(names)))]
        meaning = None if verdict.fault else self.spec.reasons.get(verdict.outcome.reason)
        if meaning:
            sentences = [(who, Said("{why} ({meaning})", why=why, meaning=Said(meaning))) for who, why in sentences]
        shown, *yours = ([printable(who), printable(why)] for who, why in sentences)
        self.append("over", sentence=shown, yours=yours, fault=verdict.fault is not None)

    def stopped(self, reason: str) -> None:
        """The game cannot go on, and has no result."""
        self.is_stopped = True
        self.append("stopped", sentence=printable(reason))

    # -- what it is ----------------------------------------------------------------------

    def record(self, with_seed: bool) -> GameRecord:
        """The game so far.  Its seed tells every throw to come, so it is left out of a game that goes on."""
        return GameRecord.of(
            self.playthrough,
            players=self.players,
            times=self.times,
            evaluations=self._evaluations() if self.over else {},
            comments={ply: words for ply, words in self.remarks.items() if ply <= self.plies} if self.over else {},
            verdict=self.verdict,
            seed=self.seed if with_seed and self.over else None,
        )

    def _evaluations(self) -> dict[int, Evaluation]:
        """The evaluations of the judge, and those of the players where it has not judged all."""
        if self.analysis is None:
            return self.evaluations
        return self.analysis.evaluations if self.analysis.is_whole else self.evaluations | self.analysis.evaluations
