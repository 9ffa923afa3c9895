"""``boardgames list`` and ``boardgames rules``: which games there are, and how they are played."""

from __future__ import annotations

import sys

import click

from boardgames.cli.arguments import GAME, Chosen
from boardgames.cli.options import Command
from boardgames.core.lookup.installed_games import games, name_of, title_of
from boardgames.core.model.game import UnknownGame
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases
from boardgames.reasons.rules_text import rules_lines

READABLE = 80  # columns of a page of rules


@click.command("list", cls=Command)
def list_games() -> None:
    """List the installed games, those of other packages too.

    \b
    Example:
      boardgames list
    """
    for name in games():
        try:
            click.echo(f"{name:<12} {title_of(name)}")
        except UnknownGame as error:
            click.echo(f"{name:<12} cannot be used: {error}", err=True)


@click.command(cls=Command)
@GAME
def rules(chosen: Chosen) -> None:
    """Print the rules of GAME, its options and its sources.

    \b
    Example:
      boardgames rules ur
    """
    translate = phrases(ENGLISH, chosen.spec.name).text
    text = "\n".join(rules_lines(chosen.spec, name_of(chosen.game), translate))
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        from boardgames.players.terminal import terminal_width

        Console(width=min(READABLE, terminal_width())).print(Markdown(text))
    else:
        from boardgames.reasons.markdown import wrapped

        click.echo(wrapped(text, READABLE))
