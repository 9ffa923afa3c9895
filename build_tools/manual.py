"""Write the manual pages of the command and of each of its commands, from their help texts.

Run ``python build_tools/manual.py FOLDER``, then ``man -l FOLDER/boardgames-play.1``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click
from click_man.core import write_man_pages

import boardgames
from boardgames.cli import COMMANDS, command


def write(folder: Path) -> None:
    """Write a page for each command into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    context = click.Context(command)
    for name in COMMANDS:
        found = command.get_command(context, name)
        assert found is not None
        command.add_command(found, name)  # click_man lists those that are imported
    write_man_pages("boardgames", command, version=boardgames.__version__, target_dir=str(folder))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
