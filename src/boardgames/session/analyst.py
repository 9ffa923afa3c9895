"""The analysis of games that are over, as their players ask for it: one game at a time on a server.

It goes on whether or not a page is open.  Each position gets a bounded search, and between two positions the analysis
can be stopped; what was judged until then is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol import Evaluation, Verdict
from boardgames.core.text.foreign_code import described
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said
from boardgames.session.chances import Chances, found_by_judge

if TYPE_CHECKING:
    from boardgames.analysis import Judge

SEARCH: Final = "alphabeta"
NODES: Final = 3000
"""The effort of a search in each position."""
SECONDS: Final = 10.0
"""Seconds for which it may look at it: rules may be slow, and other games wait."""
Work = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Does a piece of work without holding up the pages."""


@attrs.define(eq=False)
class GameAnalysis:
    """How far the analysis of a game is, and what it found."""

    total: int
    """The positions of the game."""
    done: int = 0
    running: bool = True
    stopping: bool = False
    problem: str = ""
    """The reason why it could not go on."""
    evaluations: dict[int, Evaluation] = attrs.field(factory=dict)
    chances: Chances | None = None
    """The assessment of the actions, once the analysis has ended."""

    @property
    def is_whole(self) -> bool:
        """True if every position has been judged."""
        return not self.running and not self.stopping and not self.problem

    def stop(self) -> None:
        """End it after the position that is judged now."""
        self.stopping = self.stopping or self.running

    def fact(self) -> dict[str, object]:
        """Its progress, for the page."""
        return {"running": self.running, "done": self.done, "total": self.total, "problem": self.problem}


class Analyst:
    """Analyses the games of a server's tables, one at a time.  Only the event loop's thread uses it."""

    def __init__(self, nodes: int = NODES, work: Work = asyncio.to_thread) -> None:
        self.nodes = nodes
        self.work = work
        self.task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """True if a game is being analysed now."""
        return self.task is not None and not self.task.done()

    def begin(
        self,
        spec: GameSpec,
        names: tuple[str, ...],
        playthrough: Playthrough,
        verdict: Verdict | None,
        on_change: Callable[[], None],
    ) -> GameAnalysis:
        """Begin to analyse a game that is over; ``on_change`` is called after each position."""
        assert not self.is_busy
        analysis = GameAnalysis(len(playthrough.states))
        summed_up = partial(found_by_judge, spec, names, playthrough, analysis.evaluations, verdict)
        running = self._run(analysis, playthrough, summed_up, on_change)
        self.task = asyncio.get_running_loop().create_task(running)
        return analysis

    async def _run(
        self,
        analysis: GameAnalysis,
        playthrough: Playthrough,
        summed_up: Callable[[], Chances],
        on_change: Callable[[], None],
    ) -> None:
        judge: Judge | None = None
        try:
            positions: Iterator[tuple[int, Evaluation]]
            judge, positions = await self.work(partial(self._judge, playthrough))
            while not analysis.stopping:
                position = await self.work(partial(next, positions, None))
                if position is None:
                    analysis.done = analysis.total
                    break
                ply, analysis.evaluations[ply] = position
                analysis.done = ply + 1
                on_change()
        except (Exception, SystemExit) as error:  # of a judge; and a game's rules are foreign code
            analysis.problem = _problem(error)
        finally:
            if judge is not None:
                judge.close()
        try:
            analysis.chances = await self.work(summed_up)
        except (Exception, SystemExit) as error:  # a game's rules are foreign code
            analysis.problem = Said("the analysis cannot be shown: {error}", error=described(error))
        analysis.running = False
        on_change()

    def _judge(self, playthrough: Playthrough) -> tuple[Judge, Iterator[tuple[int, Evaluation]]]:
        """The judge of a game, and the evaluations that it gives one after the other."""
        from boardgames.analysis import JudgeEffort, judge_of, usual_judge  # a server imports it for the first analysis
        from boardgames.analysis.game import judged
        from boardgames.analysis.judges import EXACT

        by = EXACT if usual_judge(playthrough.start.game) == EXACT else SEARCH
        judge = judge_of(by, playthrough.start, JudgeEffort(nodes=self.nodes, seconds=SECONDS))
        return judge, judged(playthrough, judge)


def _problem(error: BaseException) -> str:
    """A sentence on why an analysis could not go on."""
    from boardgames.analysis import JudgeFailed, NoJudge

    if isinstance(error, JudgeFailed | NoJudge):
        return printable(str(error))
    return Said("the game cannot be analysed: {error}", error=described(error))
