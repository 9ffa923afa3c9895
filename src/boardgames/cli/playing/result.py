"""The end of ``boardgames play``: what is said of the result, and the exit status."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from boardgames.cli.arguments import MachineError, UserError, require_writable
from boardgames.contest import fault_report
from boardgames.records.game_record import GameRecord
from boardgames.referee import SafeWriter


def writable(path: Path) -> Path:
    """The record's full path, once it is known that it can be written: before the game, not after it."""
    if path.is_dir():
        raise UserError(f"--record: {path} is a folder; give a file in it")
    require_writable(path, "--record: ")
    return path.absolute()


def write_or_print(record: GameRecord, path: Path) -> None:
    """Put the record in its file; if that is impossible by now, print it, so that nothing is lost."""
    from boardgames.contest import write_record

    try:
        write_record(record, path)
    except OSError as error:
        click.echo(record.json(), err=True)
        raise UserError(f"--record: cannot write {path} any more ({error.strerror}); the record is above") from None


def exit_broken_off(record: GameRecord, trouble: BaseException | None, file: Path | None, at_terminal: bool) -> None:
    """Say what is kept of a game that has not ended, and exit.

    ``trouble`` is what broke it off, ``file`` where its record is.
    """
    plies = len(record.actions)
    where = f"; the {plies} plies so far are in {file}" if file else ""
    if not isinstance(trouble, KeyboardInterrupt):
        from boardgames.core.protocol import Unavailable
        from boardgames.referee import Shortage

        if isinstance(trouble, Unavailable) and file is not None:
            where += f"; go on with: boardgames play --continue {shlex.quote(str(file))}"
        raise (MachineError if isinstance(trouble, Shortage | Unavailable) else UserError)(f"{trouble}{where}")
    click.echo(f"Interrupted after {plies} plies{where}.", err=True)
    if file is not None:
        click.echo(f"Go on with: boardgames play --continue {shlex.quote(str(file))}", err=True)
    elif at_terminal:
        click.echo("With --record FILE a game can go on another day.", err=True)
    sys.exit(130)


def exit_finished(
    record: GameRecord, names: Sequence[str], out: SafeWriter | None, conditions: Sequence[str] | None, *, strict: bool
) -> None:
    """Print the result, to stderr without ``out``; exit where a player is at fault.

    With the words of the command line for the game's ``conditions``, a fault is
    followed by the commands that show it again.
    """
    verdict = record.verdict
    assert verdict is not None
    sentence = "\n".join(fault_report.told(verdict, names, record.game)) + "\n"
    if out is not None:
        out.write(sentence)
    if verdict.fault is None:
        return
    if out is None:
        click.echo(sentence, err=True, nl=False)
    if verdict.fault.kind == "not started":
        sys.exit(3)
    if conditions is not None:
        click.echo("\n".join(fault_report.again(record, conditions)), err=True)
    if strict:
        sys.exit(1)
