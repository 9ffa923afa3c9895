"""``boardgames help`` and ``boardgames version``: the words that people try first."""

from __future__ import annotations

import click

from boardgames.cli.options import Command


@click.command("help", cls=Command)
@click.argument("words", metavar="[COMMAND]", nargs=-1)
@click.pass_context
def help_on(context: click.Context, words: tuple[str, ...]) -> None:
    """Show the help of COMMAND.

    \b
    Examples:
      boardgames help
      boardgames help play
      boardgames help tournament run
    """
    page = context.find_root()
    for word in words:
        if not isinstance(page.command, click.Group):
            raise click.UsageError(f"{page.command_path} has no commands of its own; leave out {word!r}", page)
        name, command, _ = page.command.resolve_command(page, [word])
        if command is None:
            raise click.UsageError(f"there is no command {word!r}", page)
        page = click.Context(command, page, name)
    click.echo(page.get_help())


@click.command(cls=Command)
@click.pass_context
def version(context: click.Context) -> None:
    """Show the version.

    \b
    Example:
      boardgames version
    """
    from boardgames.cli.commands import print_version

    print_version(context, None, True)
