"""The analysis of one game: its positions judged in order, and the chances that each action gave away."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import attrs

from boardgames.analysis.judges import Judge, JudgeEffort, JudgeFailed, NoJudge
from boardgames.analysis.named_judge import judge_of, usual_judge
from boardgames.core.above import above
from boardgames.core.lookup import find
from boardgames.core.model.game import CHANCE
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol import MARKS, Bounds, Evaluation
from boardgames.core.protocol.player import PlayerLike
from boardgames.core.text.printable import printable
from boardgames.core.text.result import CommandResult
from boardgames.records import Assessment, GameRecord, NotForTwo, assess, record_formats
from boardgames.records.record_file import record_of
from boardgames.solve import Tablebase
from boardgames.view import graph, page

MAX_NAME: Final = 40  # characters of a player's name

RECORD = "record"
"""The name under which the evaluations of a record itself are taken."""


@attrs.frozen(kw_only=True)
class Analysis(Assessment, CommandResult):
    """A game, judged, with the record that keeps the evaluations."""

    record: GameRecord
    by: str
    """The judge, as the user named it."""

    @property
    def names(self) -> list[str]:
        """The names of the players; the name of a side where the record has no other."""
        sides = find(self.record.game).seat_names
        return [printable(name)[:MAX_NAME] or sides[seat] for seat, name in enumerate(self.record.names)]

    def commented(self) -> GameRecord:
        """The record with a comment at each marked action, for formats that have no place for marks."""
        comments = dict(self.record.comments)
        for ply in self.plies:
            if ply.mark:
                comment = f"{ply.mark} {MARKS[ply.mark]}: {-100 * (ply.loss or 0.0):+.0f} points"
                if comment not in comments.get(ply.ply, "").split("\n"):
                    comments[ply.ply] = "\n".join(filter(None, [comments.get(ply.ply), comment]))
        return attrs.evolve(self.record, comments=comments)

    def fields(self) -> dict[str, Any]:
        fields = super().fields()
        del fields["record"]
        names = [player.name for player in self.record.players]
        return {"game": self.record.game, "players": names, **fields}

    def sentences(self) -> list[str]:
        """A line for each ply, a summary for each player, and the ply that decided the game."""
        lines, summary = above("boardgames.analysis.text:ply_lines"), above("boardgames.analysis.text:summary_lines")
        return [*lines(self), "", *summary(self)]

    def content(self, name: str) -> str | bytes:
        """The content of a file with the judged game, in the format of its ending; ``name`` is that of the file.

        Raises :class:`~boardgames.records.UnknownFormat`.
        """
        if name.endswith(".html"):
            return page(self.record)
        if name.endswith(".svg"):
            return graph(self, self.names) + "\n"
        return record_formats.content(self.record if name.endswith(".json") else self.commented(), name)


class Stopped(RuntimeError):
    """An analysis that could not go on; the message says why, and ``analysis`` has the part that was done."""

    def __init__(self, message: str, analysis: Analysis) -> None:
        super().__init__(message)
        self.analysis = analysis


def analyse(
    record: GameRecord | str | os.PathLike[str],
    by: str | PlayerLike | Tablebase | None = None,
    *,
    nodes: int | None = None,
    time: float | None = None,
    settings: Sequence[str] = (),
    bounds: Bounds | None = None,
    report: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Judge a game: what each action gave away, and what the dice gave.

    ``record`` is the record of the game, or the path of its file in any format.
    ``bounds`` are the losses from which an action is marked, by default 0.05, 0.1 and 0.15.

    ``by`` is a player's name as on the command line, an engine as ``usi:ENGINE``, ``exact`` for the values of the
    game's tablebase, ``record`` for the evaluations that the record holds, or a player or tablebase; ``None`` takes the
    tablebase if there is one, else a search.  ``nodes`` or ``time`` in seconds is the judge's budget for each position,
    ``settings`` are an engine's own options, each ``NAME=VALUE``.  ``report`` is called with the number of positions
    judged and of all.

    Raises :class:`NoJudge`, :class:`~boardgames.records.NotForTwo`, what ``record.playthrough()`` and
    :func:`~boardgames.contest.read_record` raise, and :class:`Stopped` for a judge that fails on the way.

    >>> from boardgames.contest import play_game
    >>> game = analyse(play_game("ur:tokens=1", "greedy", "random", seed=4), by="exact")
    >>> abs(game.start + game.luck[0] - game.losses[0] + game.losses[1] - game.result) < 1e-9
    True
    """
    record = record_of(record)
    playthrough = record.playthrough()
    if by == RECORD:
        if not record.evaluations:
            raise NoJudge("the record holds no evaluations: name a judge, such as alphabeta:nodes=3000 or usi:ENGINE")
        return summed_up(record, playthrough, dict(record.evaluations), RECORD, bounds)
    if playthrough.start.game.seats != 2:
        raise NotForTwo(
            f"{playthrough.start.game.title} is for {playthrough.start.game.seats} players: "
            "only games for two players can be analysed"
        )
    if by is None:
        by = usual_judge(playthrough.start.game)
    evaluations: dict[int, Evaluation] = {}
    judge = judge_of(by, playthrough.start, JudgeEffort(nodes=nodes, seconds=time, settings=tuple(settings)))
    name = by if isinstance(by, str) else judge.name
    try:
        for ply, evaluation in judged(playthrough, judge):
            evaluations[ply] = evaluation
            if report is not None:
                report(ply + 1, len(playthrough.states))
    except JudgeFailed as error:
        progress = f"{len(evaluations)} of {len(playthrough.states)} positions were judged"
        analysis = summed_up(record, playthrough, evaluations, name, bounds)
        raise Stopped(f"{str(error).rstrip('.')}; {progress}", analysis) from error
    except KeyboardInterrupt as interrupt:
        interrupt.analysis = summed_up(record, playthrough, evaluations, name, bounds)  # type: ignore[attr-defined]
        raise
    finally:
        judge.close()
    return summed_up(record, playthrough, evaluations, name, bounds)


def judged(playthrough: Playthrough, judge: Judge) -> Iterator[tuple[int, Evaluation]]:
    """The evaluations by ``judge`` that an assessment of ``playthrough`` needs, with the number of actions before each.

    A forced action needs none, and a throw after a judged action has that of the action.
    """
    states = playthrough.states
    covered = False  # whether the search before has judged this position too
    for ply, state in enumerate(states):
        if state.outcome is not None:
            return
        if state.turn == CHANCE:
            if not covered:
                yield ply, judge.judge(playthrough, ply)
            covered = False
        elif len(state.actions()) == 1 and ply < playthrough.plies:
            covered = False
        else:
            evaluation = judge.judge(playthrough, ply)
            covered = evaluation.played is not None
            yield ply, evaluation


def summed_up(
    record: GameRecord,
    playthrough: Playthrough,
    evaluations: dict[int, Evaluation],
    by: str,
    bounds: Bounds | None = None,
) -> Analysis:
    """The analysis of a record by evaluations, which its own record then holds.

    ``playthrough`` is the game of the record; ``bounds`` are the losses from which an action is marked.
    """
    assessment = assess(playthrough, evaluations, record.verdict, Bounds() if bounds is None else bounds)
    parts = {field.name: getattr(assessment, field.name) for field in attrs.fields(Assessment)}
    return Analysis(record=attrs.evolve(record, evaluations=evaluations), by=by, **parts)
