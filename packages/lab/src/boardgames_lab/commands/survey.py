"""``boardgames survey``: the character of a game, from many games of it."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
import click

from boardgames.analysis import NoJudge, Stopped, analyse
from boardgames.cli import (
    COUNT_OR_NONE,
    GAME,
    JSON,
    MORE,
    OUTPUT,
    PLAYER,
    WORDS,
    Chosen,
    Command,
    ContestDisplay,
    ContestOptions,
    UserError,
    file_option,
    finish,
    mistakes,
    require_writable,
    takes,
    takes_contest_options,
    usage_errors,
    write_file,
)
from boardgames.contest import Standings, entries as contest_entries, play_tournament
from boardgames.core.model import Playthrough, option
from boardgames.records import GameRecord
from boardgames_lab.surveys.survey import JUDGED, USUAL_JUDGE, survey as surveyed
from boardgames_lab.surveys.survey_page import survey_lines, survey_page

USUAL_PLAYERS = ("alphabeta:level=5", "alphabeta:level=3", "alphabeta:level=1", "random")
USUAL_GAMES = 20


@attrs.frozen(kw_only=True)
class SurveyOptions:
    """The players of a survey, its judge, and where it goes."""

    words: tuple[str, ...] = ()
    player: tuple[str, ...] = option(
        (), "A player, if it does not stand behind GAME.", kind=PLAYER, repeated=True, metavar="PLAYER", section=MORE
    )
    by: str | None = option(None, f"The judge of how decided a game is.  [{USUAL_JUDGE}]", metavar="JUDGE")
    judged: int = option(JUDGED, "Games that it judges.", kind=COUNT_OR_NONE)
    html: Path | None = file_option("Write a page with plots.", OUTPUT)
    json: bool = JSON


@click.command(cls=Command)
@GAME
@WORDS
@takes_contest_options(games=f"Games of each pair of players.  [{USUAL_GAMES}]")
@takes(SurveyOptions, "request")
def survey(chosen: Chosen, options: ContestOptions, request: SurveyOptions) -> None:
    """Describe GAME from games between players of different strength.

    A designer sees its length, its choices, the share of draws, the worth of the first
    move, the parts of skill and luck, how early it is decided, and which actions and
    rules no player used.
    Every pair of players meets in --games games; one player alone meets itself.  The
    usual players are random and the levels 1, 3 and 5 of alphabeta.

    \b
    Examples:
      boardgames survey ur
      boardgames survey mygame.py:SPEC alphabeta:level=3 random --games 100
      boardgames survey minishogi --games 200 -j 2 --db minishogi.db --html minishogi.html

    \b
    Exit status:
      0    the survey is made
      2    wrong usage, a file that cannot be used
      3    a player could not be started; or games were given up, as a service failed
      130  interrupted; with --db, --resume goes on
    """
    players = [*request.words, *request.player] or list(USUAL_PLAYERS)
    judge, html_file, file = request.by, request.html, options.db
    with usage_errors():
        entries = contest_entries(chosen, players * 2 if len(players) == 1 else players, db=file)
    if html_file is not None:
        require_writable(html_file, "--html: ")
    if judge is not None and request.judged:
        with mistakes(NoJudge, Stopped, prefix="--by: "):  # before the games are played
            analyse(GameRecord.of(Playthrough(chosen.game.start())), by=judge)
    with TemporaryDirectory() as folder:
        db = file or Path(folder) / "survey.db"
        arguments: dict[str, Any] = {"games": USUAL_GAMES, **options.arguments, "db": db}
        play = partial(play_tournament, chosen, entries, **arguments)
        try:
            standings, interrupted = ContestDisplay(Standings.of, file).follow(play)
        except UserError as error:
            if folder not in error.message:
                raise
            why = error.message.partition(". ")[0]  # what follows is of files that are kept
            raise UserError(f"{why}: name a file with --db, on a disk with room") from None
        if not interrupted:
            with usage_errors():
                try:
                    findings = surveyed(db, judge, judged=request.judged, jobs=options.run.jobs)
                except (NoJudge, ValueError) as error:
                    if not standings.benched:
                        raise UserError(str(error)) from None
                    click.echo(f"Error: {error}", err=True)
                    finish(standings, interrupted, file)
            if request.json:
                click.echo(json.dumps(findings.fields(), ensure_ascii=False))
            else:
                click.echo(f"{chosen.text}: {findings.games} games of {', '.join(findings.players)}")
                for name, words in survey_lines(findings):
                    click.echo(f"{name:<13} {words}")
            if html_file is not None:
                write_file(html_file, survey_page(findings), "is written: open it in a browser")
    finish(standings, interrupted, file)
