"""``boardgames fit``: weights by which positions are judged, from a game's own games."""

from __future__ import annotations

import time
from concurrent.futures import BrokenExecutor
from pathlib import Path
from random import Random

import attrs
import click

from boardgames.cli.arguments import GAME, Chosen, UserError, says_when_interrupted
from boardgames.cli.numbers import SEED
from boardgames.cli.options import option, takes
from boardgames.cli.setting_options import KindType
from boardgames.core.lookup.tablebase import NoTablebase, table
from boardgames.core.model.options import BadOption
from boardgames.core.text.kinds import Number, Whole

REPORT_EVERY = 10.0  # seconds


@attrs.frozen(kw_only=True)
class FitOptions:
    """Which games a judgement is fitted to."""

    games: int = option(
        "--games", type=KindType(Whole(1, 10**7)), default=2000, show_default=True, metavar="N",
        help="Games to play; the last block of 50 is filled.",
    )  # fmt: skip
    nodes: int = option(
        "--nodes", type=KindType(Whole(1, 10**9)), default=500, show_default=True, metavar="N",
        help="Positions to look at for each action.",
    )  # fmt: skip
    selective: bool = option(
        "--selective", is_flag=True, help="Play by the selective search, where the game offers it."
    )
    exploration: float = option(
        "--exploration", type=KindType(Number(0.0, 1.0)), default=0.03, show_default=True, metavar="SHARE",
        help="How many actions after the opening are random.",
    )  # fmt: skip
    later: float = option(
        "--later", type=KindType(Number(0.0, 1.0)), default=0.0, show_default=True, metavar="SHARE",
        help="How much of what the search found is what it found one ply later, and so on to the result.",
    )  # fmt: skip
    judgement: str = option(
        "--judgement", default="material", show_default=True, metavar="NAME",
        help="By what judgement they are played: as the option of alphabeta.",
    )  # fmt: skip
    seed: int = option(
        "--seed", type=SEED, default=1, show_default=True, metavar="N", help="The same seed, the same weights."
    )


@click.command()
@GAME
@click.option("--out", metavar="FILE", required=True, type=click.Path(path_type=Path), help="Where the judgement goes.")
@takes(FitOptions, "asked")
@click.option(
    "--passes", type=KindType(Whole(1, 10**4)), default=12, show_default=True, metavar="N",
    help="Passes over the positions.",
)  # fmt: skip
@click.option(
    "-j", "--jobs", type=KindType(Whole(1, 256)), default=1, show_default=True, metavar="N",
    help="Processes that play.",
)  # fmt: skip
@click.option(
    "--result", type=KindType(Number(0.0, 1.0)), default=0.75, show_default=True, metavar="SHARE",
    help="How much the result of its game counts for a position; the rest is what the search found.",
)  # fmt: skip
@click.option(
    "--exact",
    is_flag=True,
    help="Fit to exact values instead, of a game that is solved ('solve').",
)
@click.option(
    "--pairs",
    is_flag=True,
    help="Weigh pairs of men: shogi's kin on small boards.",
)
@click.option(
    "--work", metavar="FOLDER", type=click.Path(path_type=Path),
    help="Where the games are kept, so that a fit that was stopped goes on.  [FILE.games]",
)  # fmt: skip
def fit(
    chosen: Chosen,
    out: Path,
    asked: FitOptions,
    passes: int,
    jobs: int,
    result: float,
    exact: bool,
    pairs: bool,
    work: Path | None,
) -> None:
    """Fit a judgement of positions to games of GAME that a search plays against itself.

    Each quiet position of the games is labelled by what the search found and by how
    the game ended.  Then weights are fitted that foretell it: of every man by where it
    stands and where the kings are, in shogi and its kin, or of all pairs of men; of
    patterns of cells in Ur; of counts and shapes of men in morris; of all numbers of the observation in a
    game that says nothing of itself.

    The same command goes on where it was stopped, and from the same seed it writes
    the same file.  Needs numpy: pip install 'abstract-boardgames[fit]'.

    \b
    Examples:
      boardgames fit minishogi --out mine.judgement --jobs 2
      boardgames play minishogi --p1 human --p2 alphabeta:judgement=mine.judgement
      boardgames fit ur:tokens=3 --out mine.judgement --exact --nodes 30
      boardgames match minishogi --p1 alphabeta:nodes=2000,judgement=mine.judgement \\
        --p2 alphabeta:nodes=2000 --games 100
    """
    if exact:
        try:
            table(chosen.game)  # first: the games take long
        except NoTablebase as error:
            raise UserError(f"--exact: {error}") from None
    if chosen.game.seats != 2:
        raise UserError(f"{chosen.spec.title} has {chosen.game.seats} seats: judgements are fitted for games for two")
    try:
        from boardgames.fitting.fit import NoPairs, Settings, fit as fitted, model_of, play_games
        from boardgames.fitting.regression import Progress
        from boardgames.fitting.work_folder import BadWorkFolder, Games, WorkFolder
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise UserError("fit needs numpy: pip install 'abstract-boardgames[fit]'") from None
    from boardgames.players.alphabeta import Alphabeta
    from boardgames.players.budget import Effort
    from boardgames.whole_file import check_writable, write_whole

    try:
        model_of(chosen.spec, chosen.game, pairs)  # first: the games take long
        Alphabeta(chosen.spec, Effort(nodes=asked.nodes), Random(asked.seed), judgement=asked.judgement).prepare(
            chosen.game.start()
        )
    except NoPairs as error:
        raise UserError(f"--pairs: {error}") from None
    except BadOption as error:
        raise UserError(f"--{error}") from None
    told = time.monotonic()

    def played(done: int, of: int) -> None:
        nonlocal told
        if done == of or time.monotonic() - told >= REPORT_EVERY:
            told = time.monotonic()
            click.echo(f"played {done} of {of} blocks of games", err=True)

    def passed(progress: Progress) -> None:
        click.echo(f"pass {progress.passes} of {progress.of}: loss {progress.loss:.5f} bits", err=True)

    try:
        check_writable(out)  # first: a folder such as . has no name beside which games could be kept
        games = Games(chosen.text, **attrs.asdict(asked))
        folder = WorkFolder(work or out.with_name(out.name + ".games"), games)
        with says_when_interrupted(f"The games are kept in {folder.path}; the same command goes on there."):
            play_games(folder, jobs, played)
            click.echo("reading the positions", err=True)
            judgement = fitted(folder, Settings(passes=passes, result=result, exact=exact, pairs=pairs), passed)
        write_whole(out, judgement.write())
    except BadWorkFolder as error:
        raise UserError(str(error)) from None
    except BrokenExecutor as error:
        raise UserError(f"{error}; the games are kept in {folder.path}, and the same command goes on there") from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise UserError(f"the judgement cannot be written: {where}{error.strerror or error}") from None
    click.echo(f"judgement {out} ({out.stat().st_size / 1e3:.0f} kB, {judgement.made['positions']} positions)")
