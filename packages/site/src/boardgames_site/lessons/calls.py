"""The functions that the pages call: plain values in, plain values out.

A page calls these through its worker (:mod:`boardgames_site.worker`), but nothing here needs one:

>>> run_program("hello.py", {"hello.py": "print(1)"})
{'status': 'ran', 'output': '1\\n', 'mistake': None}
"""

from __future__ import annotations

import atexit
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from boardgames.core.text import Said
from boardgames.language import ENGLISH
from boardgames.web import Mistake
from boardgames_site.lessons import sandbox
from boardgames_site.lessons.board import BoardRequest, Boards
from boardgames_site.lessons.examples import run_examples
from boardgames_site.lessons.ladder import climb
from boardgames_site.lessons.mistake import in_language
from boardgames_site.lessons.program import run

_boards: Final = Boards()
atexit.register(_boards.close)


def run_program(name: str, files: Mapping[str, str], language: str = ENGLISH) -> dict[str, Any]:
    """Run the file of that name beside the others (:class:`~boardgames_site.lessons.program.Run`)."""
    ran = run(name, _checked(files))
    return attrs.asdict(attrs.evolve(ran, mistake=ran.mistake and in_language(ran.mistake, language)))


def run_pieces(pieces: Sequence[str], files: Mapping[str, str]) -> str:
    """The output of the last of some pieces of code, which share their names."""
    return run_examples(pieces, _checked(files))


def show_game(game: Mapping[str, object]) -> dict[str, Any]:
    """The position of a game (:class:`~boardgames_site.lessons.board.BoardAnswer`), or ``{"mistake": ...}``."""
    return _plain(_boards.position(_game(game)))


def show_choice(game: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    """The board while somebody chooses: its picture, and what to choose next."""
    choice = _boards.choice(_game(game), path)
    if choice is None:
        choice = in_language(
            Mistake(sentence=Said("no action begins with these places")), game.get("language", ENGLISH)
        )
    return _plain(choice) if isinstance(choice, Mistake) else dict(zip(("svg", "prompt"), choice, strict=True))


def climb_ladder(
    file: str, files: Mapping[str, str], options: Mapping[str, str], language: str = ENGLISH
) -> dict[str, Any]:
    """Try what every game must satisfy (:class:`~boardgames_site.lessons.ladder.Climbed`)."""
    climbed = climb(file, _checked(files), options)
    return _plain(in_language(climbed, language) if isinstance(climbed, Mistake) else climbed)


def _game(fields: Mapping[str, Any]) -> BoardRequest:
    return BoardRequest(**{**fields, "files": _checked(fields["files"])})


def _checked(files: Mapping[str, str]) -> Mapping[str, str]:
    """The files, whose names are names of modules; from now on they may be run.  Raises :class:`ValueError`."""
    sandbox.close()
    for name in files:
        if not (name.endswith(".py") and name.removesuffix(".py").isidentifier()):
            raise ValueError(f"{name!r} cannot be the name of a file here: letters, digits and _, then .py")
    return files


def _plain(answer: Any) -> dict[str, object]:
    return {"mistake": attrs.asdict(answer)} if isinstance(answer, Mistake) else attrs.asdict(answer)
