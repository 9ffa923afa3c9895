"""The command in this process: its exit code, what it printed and what it complained of."""

from __future__ import annotations

from click.testing import CliRunner, Result

from boardgames.cli import command


def run(*arguments: str) -> Result:
    """What ``boardgames ARGUMENTS`` does; an error that is no user's mistake is raised."""
    result = CliRunner().invoke(command, arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result
