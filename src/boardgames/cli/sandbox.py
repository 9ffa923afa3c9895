"""``boardgames sandbox``: what protects this machine from a program."""

from __future__ import annotations

import sys

import click

from boardgames.cli.options import Command
from boardgames.referee.host_support import probe


@click.command(cls=Command)
def sandbox() -> None:
    """Tell what protects this machine from programs that play, and what does not.

    Each protection is tried.  Programs run in a sandbox with --sandbox bwrap, or with
    --sandbox auto where that works.

    \b
    Examples:
      boardgames sandbox
      boardgames play ur ./theirs greedy --sandbox bwrap --memory 512

    \b
    Exit status: 0 everything holds, 1 something does not
    """
    support = probe()
    for line in support.sentences():
        click.echo(line)
    sys.exit(0 if support.holds else 1)
