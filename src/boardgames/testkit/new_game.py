"""A new game of your own: a small distribution with a complete game, to be changed step by step."""

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

from boardgames.core.lookup.installed_games import games
from boardgames.core.text.result import CommandResult

NAME, CLASS, TITLE = "mygame", "MyGame", "My Game"
"""The name of the template's game, and its class."""

AS_PACKAGE = (f"from {NAME}", f"{NAME}:SPEC", f"src/{NAME}")
"""Texts of the template that name the package, not the game."""
USED: Final = ("Any", "State")
"""Classes that the template uses; words of Python are no classes either."""


class BadGameName(ValueError):
    """A name that no new game can have; the message says why."""


@attrs.frozen
class NewGameFiles(CommandResult):
    """The files of a new game."""

    name: str
    folder: Path
    package: str
    files: tuple[Path, ...]

    def sentences(self) -> list[str]:
        """The files, and what to do next."""
        return [
            *map(str, self.files),
            "\nThe game is complete: 21 stones, to be changed step by step. Now type\n",
            f"  cd {self.folder}",
            "  pip install -e .",
            f"  boardgames verify {self.name}",
            f"  boardgames play {self.name} human random\n",
            f"and open {self.folder / 'src' / self.package / 'rules.py'}. "
            f"A picture of it is in {self.folder / 'README.md'}.",
        ]

    def fields(self) -> dict[str, object]:
        """The files in plain values."""
        return {"name": self.name, "folder": str(self.folder), "files": [str(path) for path in self.files]}


def new_game(name: str, folder: Path | None = None) -> NewGameFiles:
    """Write a small distribution with a game of that name: its rules, a test, and how to install it.

    ``folder`` is where it is written, a folder that is empty or not exists; by default it has the name of the game.

    Raises :class:`BadGameName`, :class:`FileExistsError` for a folder that holds something, and :class:`OSError`.
    """
    package = check_name(name)
    folder = folder or Path(name)
    exists = folder.exists()
    if exists and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(
            f"{folder} is there already, and nothing is overwritten: give another folder, or another name"
        )
    title = " ".join(word.capitalize() for word in package.split("_"))
    modules = {text: text.replace(NAME, package) for text in AS_PACKAGE}
    kind = title.replace(" ", "")
    kind += "Game" if keyword.iskeyword(kind) or kind in USED else ""
    words = {CLASS: kind, TITLE: title, **modules, NAME: name}
    try:
        written = copy(files("boardgames.testkit") / "template", folder, package, words)
    except OSError:
        rmtree(folder.resolve(), ignore_errors=True)  # nothing was in it
        if exists:
            folder.resolve().mkdir(exist_ok=True)
        raise
    return NewGameFiles(name, folder, package, tuple(written))


def check_name(name: str) -> str:
    """The package for a game of that name, which is the distribution's too.  Raises :class:`BadGameName`."""
    example = "as in 'hexapawn' or 'four-field-kono'"
    package = name.replace("-", "_")
    if not (name.isascii() and package.isidentifier() and name == name.lower() and not package.startswith("_")):
        raise BadGameName(f"{name!r} cannot be a game's name: use small letters, digits, - and _, {example}")
    if package.endswith("_") or "__" in package:
        raise BadGameName(f"{name!r} cannot be a game's name: put each - or _ between two words, {example}")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise BadGameName(f"{name!r} is a word of the Python language; choose another name, {example}")
    if name in sys.stdlib_module_names:
        raise BadGameName(f"{name!r} is a module of Python's own library, which yours would hide; choose another name")
    if name in games():
        raise BadGameName(f"there is a game {name!r} already; choose another name ('boardgames list' shows the games)")
    module = find_spec(package)
    if name == "state" or (module is not None and module.origin is not None):
        raise BadGameName(f"{name!r} is the name of something else that the game needs to import; choose another name")
    return package


def copy(source: Traversable, target: Path, package: str, words: dict[str, str]) -> list[Path]:
    """Copy the template with its names replaced; the files written, in order."""
    target.mkdir(parents=True, exist_ok=True)
    written = []
    for entry in sorted(source.iterdir(), key=lambda file: (file.is_dir(), file.name)):
        path = target / entry.name.replace(NAME, package)
        if entry.is_dir() and entry.name != "__pycache__":
            written += copy(entry, path, package, words)
        elif entry.is_file():
            with path.open("x", encoding="utf-8") as file:
                file.write(_renamed(entry.read_text(encoding="utf-8"), words))
            written.append(path)
    return written


def _renamed(text: str, words: dict[str, str]) -> str:
    return re.sub("|".join(map(re.escape, words)), lambda match: words[match[0]], text)
