"""``boardgames prompt``: what a language model would be sent, and what an answer would mean."""

from __future__ import annotations

import sys
from pathlib import Path

import attrs
import click

from boardgames.cli import GAME, POSITION, Chosen, Command, UserError, entrant_of, file_option, files_used, start, takes
from boardgames.contest import PlayerEntrant
from boardgames.core.model import option
from boardgames.core.text import printable
from boardgames_models.prose import Prose, Refusal, Resign, Style


@attrs.frozen(kw_only=True)
class PromptOptions:
    """The position, the model that is asked, and what it said."""

    position: str | None = POSITION
    player: str = option("llm", "The player, with its options.", metavar="llm:...")
    answer: Path | None = file_option(
        "Tell what the answer in FILE means (-: standard input), instead of the prompt.",
        kind=click.Path(path_type=Path, allow_dash=True),
    )


@click.command(cls=Command)
@GAME
@takes(PromptOptions)
def prompt(chosen: Chosen, options: PromptOptions) -> None:
    """Print what a language model is sent in a position of GAME; nothing is sent.

    \b
    Examples:
      boardgames prompt minishogi
      boardgames prompt ur --position "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2" --player llm:legal=on,rules=none
      boardgames prompt minishogi --answer answer.txt
    """
    state, player, answer = start(chosen, options.position), options.player, options.answer
    if state.turn < 0:
        raise UserError("nobody is asked there: the dice come first, or the game is over; give another --position")
    who = entrant_of(player, chosen.spec, "--player")
    if not isinstance(who, PlayerEntrant) or not isinstance(who.options, Style):
        raise UserError(f"--player: {player!r} is not a language model: write llm, or llm:NAME=VALUE,...")
    prose = Prose(chosen.game, state.turn, who.options)
    messages = prose.messages(state, ())
    if answer is None:
        click.echo(printable("\n".join(map(str, messages)), keep="\n"))
        return
    with files_used(f"--answer: cannot read {answer}"):
        text = sys.stdin.read() if str(answer) == "-" else answer.read_text(encoding="utf-8", errors="replace")
    heard = prose.hear(text)
    if isinstance(heard, Refusal):
        click.echo(printable(f"It is refused ({heard.kind}): {heard.why}."))
        click.echo(printable(f"Then the model is told:\n{prose.again(heard)}", keep="\n"))
    elif isinstance(heard, Resign):
        click.echo("It resigns.")
    else:
        words = chosen.spec.describe(state, heard.action, state.apply(heard.action))
        click.echo(printable(f"It plays {heard.action}: {words}."))
