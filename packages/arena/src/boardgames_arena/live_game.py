"""A game that is played now: the referee in a thread of its own, over two bots that play elsewhere."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from boardgames.contest import BadStore, Conditions, set_up
from boardgames.core.lookup import ChosenGame
from boardgames.core.model import Playthrough
from boardgames.core.protocol import Verdict
from boardgames.core.text import printable
from boardgames.records import GameRecord, RecordedPlayer
from boardgames.referee import GameAborted, Limits
from boardgames_arena.remote_program import RemoteEntrant, RemoteProgram
from boardgames_arena.session import BotSession, Seated
from boardgames_arena.store import ArenaStore, RatedGame

AGAIN: Final = 1.0  # seconds until a game that could not be kept is written again


class LiveGame:
    """One game.  The store has it before anybody is told of its end, so that no result is ever lost or told twice.

    ``on_end`` is called in the event loop's thread, with the game, however it ended; ``on_trouble`` before that with
    the game's number and why it cannot be kept yet, as often as it was tried.
    """

    def __init__(
        self,
        game: ChosenGame,
        sessions: Sequence[BotSession],
        limits: Limits,
        *,
        number: int,
        pair: int,
        seed: int,
        second_half: bool,
        max_plies: int | None,
        store: ArenaStore,
        on_end: Callable[[LiveGame], None],
        on_trouble: Callable[[object, str], None],
    ) -> None:
        self.game = game
        self.sessions = sessions
        self.number = number
        self.pair = pair
        self.seed = seed
        self.second_half = second_half
        """It is the second game of a pair, with the seats swapped and the same dice."""
        self.time_control = sessions[0].time_control
        """The time control that both bots have asked for, instead of the limits' own."""
        self.store = store
        self.on_end = on_end
        self.on_trouble = on_trouble
        self.loop = asyncio.get_running_loop()
        self.names = [session.account.name for session in sessions]
        self.begun = time.monotonic()
        self.verdict: Verdict | None = None
        self.error = ""
        """Why the game has no result, if it was not aborted on purpose."""
        self.reason = "the game was broken off"
        """Why it was aborted, if it was."""
        self.aborted = threading.Event()
        self.programs = [RemoteProgram(limits, self._wake_soon(session)) for session in sessions]
        entrants = [
            RemoteEntrant(
                text=name,
                name=name,
                command=(),
                protocol=session.protocol,
                program=program,
                time_control=self.time_control,
            )
            for name, session, program in zip(self.names, sessions, self.programs, strict=True)
        ]
        self.referee = set_up(
            game.game.start(),
            entrants,
            spec=game.spec,
            seed=seed,
            names=self.names,
            conditions=Conditions(limits=limits),
            number=number,
            max_plies=max_plies,
        ).referee
        self.thread = threading.Thread(target=self._run, name=f"game {number}", daemon=True)

    def start(self) -> None:
        for seat, (session, program) in enumerate(zip(self.sessions, self.programs, strict=True)):
            session.begin(Seated(self.number, seat, self.names, program))
        self.thread.start()

    def abort(self, reason: str) -> None:
        """Break the game off, without a verdict."""
        self.reason = reason
        self.aborted.set()
        for program in self.programs:
            program.halt()

    def _wake_soon(self, session: BotSession) -> Callable[[], None]:
        def wake() -> None:
            with suppress(RuntimeError):  # the loop has ended
                self.loop.call_soon_threadsafe(session.wake)

        return wake

    # -- in the game's thread ------------------------------------------------------------

    def _run(self) -> None:
        try:
            verdict = self.referee.run()
            self._keep(verdict)
            self.verdict = verdict
        except (GameAborted, BadStore):  # a game that cannot be kept is given up when it is aborted
            pass
        except Exception as error:  # of a game's rules, which may be anyone's
            self.error = f"{type(error).__name__}: {error}"
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.on_end, self)

    def _keep(self, verdict: Verdict) -> None:
        """Write the game into the file, again and again while that fails, as the disk may be full for a while."""
        row, record = self._row(verdict), self.record(verdict)
        while True:
            try:
                return self.store.writer.submit(self.store.add, row, record).result()
            except BadStore as error:
                problem = printable(f"game {self.number} cannot be kept yet: {error}")
                with suppress(RuntimeError):
                    self.loop.call_soon_threadsafe(self.on_trouble, self.number, problem)
                if self.aborted.wait(AGAIN):
                    raise

    def _row(self, verdict: Verdict) -> RatedGame:
        fault = verdict.fault
        return RatedGame(
            number=self.number,
            game=self.game.name,
            pair=self.pair,
            seed=self.seed,
            first=self.sessions[0].account.number,
            second=self.sessions[1].account.number,
            score=(1 + verdict.outcome.returns[0]) / 2,
            reason=verdict.outcome.reason,
            fault=None if fault is None else fault.kind,
            fault_seat=None if fault is None else fault.seat,
            detail=None if fault is None else fault.detail,
            plies=self.referee.playthrough.plies,
            finished=time.time(),
        )

    def record(self, verdict: Verdict | None) -> GameRecord:
        """The game so far.  Its seed tells the throws to come, so it is left out of a game that goes on."""
        credits = ", ".join(
            f"{name} {1000 * program.credit:.1f} ms" for name, program in zip(self.names, self.programs, strict=True)
        )
        times = list(self.referee.times)  # the referee adds to it last
        sofar = Playthrough(self.referee.playthrough.start)
        sofar.actions.extend(self.referee.playthrough.actions[: len(times)])
        sofar.states.extend(self.referee.playthrough.states[1 : len(times) + 1])
        return GameRecord.of(
            sofar,
            players=tuple(RecordedPlayer(name) for name in self.names),
            times=times,
            verdict=verdict,
            seed=None if verdict is None else self.seed,
            headers={"event": f"arena game {self.number}", "network time credited to each answer": credits},
        )
