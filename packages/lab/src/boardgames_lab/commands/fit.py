"""``boardgames fit``: weights by which positions are judged, from a game's own games."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from boardgames.analysis import JudgeFailed, NoJudge
from boardgames.cli import (
    MORE,
    Command,
    GameType,
    UserError,
    declared,
    file_option,
    jobs_option,
    mistakes,
    now_and_then,
    require_writable,
    says_when_interrupted,
    takes,
)
from boardgames.contest import RunSettings
from boardgames.core.model import BadOption
from boardgames.processes import BadExecutor
from boardgames.solve import NoTablebase
from boardgames_lab.fitting import FitSettings, Games

if TYPE_CHECKING:
    from boardgames_lab.fitting import Progress


RARE: Final = {"section": MORE}


class GameText(click.ParamType[str]):
    """A game that can be made, as its text."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return GameType().convert(value, param, ctx).text


@attrs.frozen(kw_only=True)
class FitOptions:
    """The file of a judgement, and the way to make it."""

    out: Path = file_option("Write the judgement to FILE.", required=True)
    jobs: int = jobs_option("Processes that play.")
    work: Path | None = file_option(
        "Keep the games in FOLDER, so that a fit that was stopped goes on.  [FILE.games]", metavar="FOLDER"
    )
    executor: str | None = declared(RunSettings, "executor", section=MORE)
    settings: FitSettings = attrs.field(factory=FitSettings)


@click.command(cls=Command)
@click.argument("game", metavar="GAME", type=GameText())
@takes(
    Games,
    "games",
    exploration=RARE,
    later=RARE,
    judgement=RARE,
    by_nodes=RARE,
    by_time=RARE,
    by_set=RARE,
    by_plays=RARE,
    asides=RARE,
)
@takes(FitOptions, result=RARE, passes=RARE, decay=RARE)
def fit(games: Games, options: FitOptions) -> None:
    """Fit a judgement of positions to games of GAME that a search plays against itself.

    Each quiet position of the games gets a label from the value that the search found,
    or the teacher of --by, and from the end of the game.  Weights are fitted that predict
    the labels: of every man by its square and the squares of the kings, of attacks and of
    pairs of men, in shogi and its kin; of patterns of cells in Ur; of counts and shapes of
    men in morris; of all numbers of the observation in a game without features of its own.

    The same command goes on where it was stopped, and from the same seed it writes
    the same file, unless a teacher is bounded by time.

    \b
    Examples:
      boardgames fit minishogi --out mine.judgement --jobs 2
      boardgames play minishogi human alphabeta:judgement=mine.judgement
      boardgames fit shogi --out mine.judgement --by usi:fairy-stockfish --by-nodes 1000
      boardgames fit ur:tokens=3 --out mine.judgement --exact --nodes 30
      boardgames match minishogi alphabeta:nodes=2000,judgement=mine.judgement \\
        alphabeta:nodes=2000 --games 100
    """
    from boardgames.processes import write_whole
    from boardgames_lab.fitting import BadWorkFolder, NotForTwo, fit as fitted

    out, executor = options.out, options.executor
    now_played = now_and_then(lambda done, of: f"played {done} of {of} blocks of games")

    def played(done: int, of: int) -> None:
        now_played(done, of)
        if done == of:
            click.echo(f"played {done} of {of} blocks of games\nreading the positions", err=True)

    def passed(progress: Progress) -> None:
        click.echo(f"pass {progress.passes} of {progress.of}: loss {progress.loss:.5f} bits", err=True)

    try:
        require_writable(out, "--out: ")  # first: a folder such as . has no name beside which games could be kept
        folder = options.work or out.with_name(out.name + ".games")
        with (
            says_when_interrupted(f"The games are kept in {folder}; the same command goes on there."),
            mistakes(BadWorkFolder, NotForTwo),
            mistakes(BadExecutor, prefix="--executor: "),
            mistakes(BadOption, prefix="--"),
            mistakes(NoTablebase, prefix="--exact: "),
            mistakes(NoJudge, JudgeFailed, prefix="--by: "),
        ):
            judgement = fitted(
                games, folder, options.settings, jobs=options.jobs, executor=executor, on_block=played, on_pass=passed
            )
        write_whole(out, judgement.write())
    except BrokenExecutor as error:
        raise UserError(f"{error}; the games are kept in {folder}, and the same command goes on there") from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise UserError(f"the judgement cannot be written: {where}{error.strerror or error}") from None
    click.echo(f"judgement {out} ({out.stat().st_size / 1e3:.0f} kB, {judgement.made['positions']} positions)")
