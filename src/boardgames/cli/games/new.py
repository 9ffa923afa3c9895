"""``boardgames new``: a new game, complete from the first minute."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from typing import Final

import attrs
import click

from boardgames.cli.arguments import UserError, files_used
from boardgames.cli.options import Command, file_option, takes
from boardgames.core.lookup.installed_games import games

NAME, CLASS, TITLE = "mygame", "MyGame", "My Game"
"""The name of the template's game, and its class."""

AS_PACKAGE = (f"from {NAME}", f"{NAME}:SPEC", f"src/{NAME}")
"""Texts of the template that name the package, not the game."""
USED: Final = ("Any", "State")
"""Classes that the template uses; words of Python are no classes either."""


@attrs.frozen(kw_only=True)
class GameFolder:
    """Where the game is written."""

    folder: Path | None = file_option(
        "Where to write it: a folder that is not there yet, or empty.  [NAME]", metavar="DIR"
    )


@click.command(cls=Command)
@click.argument("name")
@takes(GameFolder)
def new(name: str, options: GameFolder) -> None:
    """Begin a game of your own, called NAME.

    Writes a small distribution: the rules of a complete game to change step by
    step, a test, and how to install it.  Nothing is overwritten.  A name may
    have hyphens, as dice-shogi has; its package is then dice_shogi.

    \b
    Examples:
      boardgames new mygame
      boardgames new hexapawn --folder games/hexapawn
      boardgames new four-field-kono
    """
    package = check_name(name)
    folder = options.folder or Path(name)
    with files_used(f"cannot look into {folder}"):
        there = folder.exists()
        taken = there and (not folder.is_dir() or any(folder.iterdir()))
    if taken:
        raise UserError(
            f"{folder} is there already, and nothing is overwritten: give another --folder, or another name"
        )
    title = " ".join(word.capitalize() for word in package.split("_"))
    modules = {text: text.replace(NAME, package) for text in AS_PACKAGE}
    kind = title.replace(" ", "")
    kind += "Game" if keyword.iskeyword(kind) or kind in USED else ""
    words = {CLASS: kind, TITLE: title, **modules, NAME: name}
    try:
        written = copy(files("boardgames.cli") / "template", folder, package, words)
    except OSError as error:
        rmtree(folder.resolve(), ignore_errors=True)  # nothing was in it
        if there:
            folder.resolve().mkdir(exist_ok=True)
        raise UserError(f"cannot write {error.filename or folder}: {error.strerror}") from None
    click.echo("\n".join(map(str, written)))
    click.echo(
        f"\nThe game is complete: 21 stones, to be changed step by step. Now type\n\n"
        f"  cd {folder}\n"
        f"  pip install -e .\n"
        f"  boardgames verify {name}\n"
        f"  boardgames play {name} human random\n\n"
        f"and open {folder / 'src' / package / 'rules.py'}. A picture of it is in {folder / 'README.md'}."
    )


def check_name(name: str) -> str:
    """The package for a game of that name, which is the distribution's too.  Raises :class:`UserError`."""
    example = "as in 'hexapawn' or 'four-field-kono'"
    package = name.replace("-", "_")
    if not (name.isascii() and package.isidentifier() and name == name.lower() and not package.startswith("_")):
        raise UserError(f"{name!r} cannot be a game's name: use small letters, digits, - and _, {example}")
    if package.endswith("_") or "__" in package:
        raise UserError(f"{name!r} cannot be a game's name: put each - or _ between two words, {example}")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise UserError(f"{name!r} is a word of the Python language; choose another name, {example}")
    if name in sys.stdlib_module_names:
        raise UserError(f"{name!r} is a module of Python's own library, which yours would hide; choose another name")
    if name in games():
        raise UserError(f"there is a game {name!r} already; choose another name ('boardgames list' shows the games)")
    module = find_spec(package)
    if name == "state" or (module is not None and module.origin is not None):
        raise UserError(f"{name!r} is the name of something else that the game needs to import; choose another name")
    return package


def copy(source: Traversable, target: Path, package: str, words: dict[str, str]) -> list[Path]:
    """Copy the template with its names replaced; the files written, in order."""
    target.mkdir(parents=True, exist_ok=True)
    written = []
    for each in sorted(source.iterdir(), key=lambda entry: (entry.is_dir(), entry.name)):
        path = target / each.name.replace(NAME, package)
        if each.is_dir() and each.name != "__pycache__":
            written += copy(each, path, package, words)
        elif each.is_file():
            with path.open("x", encoding="utf-8") as file:
                file.write(_renamed(each.read_text(encoding="utf-8"), words))
            written.append(path)
    return written


def _renamed(text: str, words: dict[str, str]) -> str:
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], text)
