"""``boardgames list`` and ``boardgames rules``: which games there are, and how they are played."""

from __future__ import annotations

import sys

import click

from boardgames.cli.arguments import GAME, Chosen
from boardgames.core.lookup.installed_games import games, name_of, title_of
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import as_text, describe
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases

READABLE = 80  # columns of a page of rules


@click.command("list")
def list_games() -> None:
    """List the games that are installed, ours and anyone's.

    \b
    Example:
      boardgames list
    """
    for name in games():
        try:
            click.echo(f"{name:<12} {title_of(name)}")
        except UnknownGame as error:
            click.echo(f"{name:<12} cannot be used: {error}", err=True)


@click.command()
@GAME
def rules(chosen: Chosen) -> None:
    """Print the rules of GAME, its options and its sources.

    \b
    Example:
      boardgames rules ur
    """
    spec = chosen.spec
    lines = [spec.rules.rstrip() or f"# {spec.title}"]
    described = describe(spec.options)
    if described:
        lines += [
            "",
            "## Options",
            "",
            f"Write them after the name: `{name_of(chosen.game)}:{described[0][0]}={described[0][1]}`.",
            "",
        ]
        lines += [
            f"- `{name}` (default {default}): {meaning}. {source}." for name, default, meaning, source in described
        ]
    for name, preset in spec.presets.items():
        changed = ", ".join(f"{key}={as_text(value)}" for key, value in preset.items()) or "the defaults"
        lines.append(f"- `preset={name}`: {changed}")
    if spec.legend:
        lines += ["", "## How to read the board, and what to type", "", spec.legend.rstrip()]
    said = phrases(ENGLISH, spec.name).text
    lines += ["", "## How a game ends", "", *(f"- {said(why)}: {said(what)}." for why, what in spec.reasons.items())]
    if spec.sources:
        lines += ["", "## Sources", "", *(f"- {source}" for source in spec.sources)]
    text = "\n".join(lines)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        from boardgames.players.terminal import width

        Console(width=min(READABLE, width())).print(Markdown(text))
    else:
        from boardgames.core.text.markdown import wrapped

        click.echo(wrapped(text, READABLE))
