"""``boardgames sandbox``: what protects this machine from a program."""

from __future__ import annotations

import sys

import click

from boardgames.cli.options import Command
from boardgames.referee import PROCESSES
from boardgames.referee.host_support import PROTECTIONS, probe
from boardgames.referee.sandbox import INSTALL


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
    found = probe()
    if found.why_no_sandbox is not None:
        click.echo(f"There is no sandbox: {found.why_no_sandbox}.")
        if found.supervised:
            click.echo(f"To have one, {INSTALL.partition(', or')[0]}.")
    else:
        click.echo("In the sandbox (--sandbox bwrap):")
        for protection, meaning in PROTECTIONS.items():
            click.echo(f"  {'yes' if protection in found.held else 'NO '}  {meaning}")
        system = ", ".join(found.readable)
        click.echo(
            click.wrap_text(
                f"It can read {system}, what its command names, with the folder that this lies in, and the "
                "working folder.  Here that is for Python:",
                width=106,
            )
        )
        for path in found.named or ["nothing more"]:
            click.echo(f"       {path}")
    if not found.supervised:
        click.echo(
            "Programs run without supervisors: threads move their lines, and their processes are looked for 4 times"
        )
        click.echo("a second.  Time limits and verdicts are the same, but a process that hides is not found.")
    click.echo("With a sandbox or without:")
    sign = "yes" if found.supervised else "NO "
    click.echo(
        f"  {sign}  all that a program starts is found, counted (--processes, else {PROCESSES}; threads) and ended,"
    )
    click.echo("       also when this referee is ended by force")
    click.echo(f"  {sign}  --memory counts it all, {found.memory}")
    click.echo(f"  {sign}  --cpu-time counts the processor time of all of it")
    click.echo("Without a sandbox a program runs as you.  It can read and change your files, use the network, read the")
    click.echo("command lines of your processes (a seed: give it with --seed-file), and end them, this referee too.")
    sys.exit(0 if found.supervised and found.held == PROTECTIONS.keys() else 1)
