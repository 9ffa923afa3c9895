"""Which file of a submission is the game, and what in it is unusual.  Nothing of it is run here."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from pathlib import Path
from tokenize import detect_encoding
from typing import Final

from boardgames.core.lookup import ATTRIBUTE
from boardgames.core.text import printable
from boardgames_classroom.unpacking import UnreadableSubmissions, files_below

MOST_SOURCE: Final = 1024 * 1024  # bytes of Python files that are looked at: parsing them takes some seconds
MOST_HINTS: Final = 50
PLAIN: Final = ("utf-8", "utf-8-sig", "ascii", "iso-8859-1", "cp1252")
"""Encodings that say what the bytes look like; decoding ``punycode`` takes minutes, and ``utf-7`` hides code."""


def game_in(folder: Path, file: str | None = None) -> str:
    """The object reference of the game in a submission, from its folder: ``hexapawn.py:SPEC``.

    ``file`` is the name that the assignment gave, as ``hexapawn.py`` or ``hexapawn.py:GAME``; without it the file
    that defines ``SPEC`` is looked for.  Raises :class:`UnreadableSubmissions`.
    """
    sources = [path for path in files_below(folder) if path.suffix == ".py"]
    if not sources:
        raise UnreadableSubmissions("there is no Python file in it")
    wanted, _, attribute = (file or "").partition(":")
    attribute = attribute or ATTRIBUTE
    if wanted:
        candidates = [path for path in sources if path.relative_to(folder).as_posix() == wanted]
        candidates = candidates or [path for path in sources if path.name == wanted]
        if not candidates:
            names = ", ".join(printable(path.name) for path in sources[:8])
            raise UnreadableSubmissions(f"there is no {wanted} in it; it has {names}")
    else:
        candidates = [path for path, tree in _parsed(folder) if attribute in _names(tree)]
        candidates = candidates or (sources if len(sources) == 1 else [])
        if not candidates:
            raise UnreadableSubmissions(f"none of its Python files defines {attribute}, a GameSpec")
    depth = min(len(path.parts) for path in candidates)
    candidates = [path for path in candidates if len(path.parts) == depth]
    if len(candidates) > 1:
        names = ", ".join(path.relative_to(folder).as_posix() for path in candidates)
        raise UnreadableSubmissions(f"more than one file may be the game: {printable(names)}; name it with --file")
    path = candidates[0].parent if candidates[0].name == "__init__.py" else candidates[0]
    return f"{path.relative_to(folder).as_posix()}:{attribute}"


def _names(tree: ast.Module | None) -> set[str]:
    """The names that a Python file defines at its top; none for a file that cannot be read."""
    names: set[str] = set()
    for node in [] if tree is None else tree.body:
        if isinstance(node, ast.Assign):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def _parsed(folder: Path) -> Iterator[tuple[Path, ast.Module | None]]:
    """The Python files below a folder; ``None`` with those that cannot be read, or are too large together."""
    left = MOST_SOURCE
    for path in files_below(folder):
        if path.suffix == ".py":
            left -= path.stat().st_size
            try:
                source = path.read_bytes() if left >= 0 else b""
                readable = left >= 0 and detect_encoding(io.BytesIO(source).readline)[0] in PLAIN
                yield path, ast.parse(source) if readable else None
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                yield path, None


SUSPICIOUS: Final = {
    "ctypes": "imports ctypes",
    "gc": "imports gc",
    "inspect": "imports inspect",
    "boardgames.testkit": "imports boardgames.testkit, which checks it",
    "boardgames_classroom": "imports boardgames_classroom, which grades it",
    "boardgames.games": "imports a game of the library",
    "testkit": "uses boardgames.testkit, which checks it",
    "grading": "uses boardgames_classroom, which grades it",
    "socket": "imports socket",
    "subprocess": "imports subprocess",
    "multiprocessing": "imports multiprocessing",
    "threading": "imports threading",
    "signal": "imports signal",
    "_getframe": "uses sys._getframe",
    "modules": "uses sys.modules",
    "_exit": "uses os._exit",
    "__globals__": "uses __globals__",
    "__code__": "uses __code__",
    "__subclasses__": "uses __subclasses__",
    "tb_frame": "uses tb_frame",
    "f_back": "uses f_back",
    "gi_frame": "uses gi_frame",
    "settrace": "uses sys.settrace",
    "setprofile": "uses sys.setprofile",
    "_current_frames": "uses sys._current_frames",
    "setattr": "uses setattr",
    "getattr": "uses getattr with a name that it puts together",
    "attrgetter": "uses operator.attrgetter",
    "__closure__": "uses __closure__",
    "exec": "uses exec",
    "eval": "uses eval",
    "__import__": "uses __import__",
    "import_module": "uses import_module",
}
"""Code that no rules of a game need; a teacher may want to look at it."""


def unusual(folder: Path) -> list[str]:
    """Places in a submission that no rules of a game need: hints for a teacher, not a proof."""
    hints: list[str] = []
    for path, tree in _parsed(folder):
        if path.name.startswith("test_"):
            continue
        if tree is None:
            hints.append(f"{printable(path.name)}: cannot be read as Python, or is too large")
        nodes = [*ast.walk(tree or ast.Module([], []))]
        imports = {
            (alias.asname or alias.name).partition(".")[0]
            for node in nodes
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names
        }
        for node in nodes:
            meanings = [SUSPICIOUS[name] for name in _mentioned(node) if name in SUSPICIOUS]
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and _root(node) in imports:
                meanings.append("changes what it imports")
            line = getattr(node, "lineno", 0)
            hints += [f"{printable(path.name)}, line {line}: {meaning}" for meaning in meanings]
    return list(dict.fromkeys(hints))[:MOST_HINTS]


def _root(node: ast.AST) -> str | None:
    """The name that attributes begin at: ``a`` of ``a.b.c``."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _mentioned(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
        return [*names, *(".".join(name.split(".")[:2]) for name in names if name.count(".") > 1)]
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        return [
            ".".join(module.split(".")[:2]),
            *(alias.name for alias in node.names if alias.name != "modules" or module == "sys"),
        ]
    if isinstance(node, ast.Attribute):
        modules_of_sys = isinstance(node.value, ast.Name) and node.value.id == "sys"
        return [node.attr] if (node.attr != "modules" or modules_of_sys) and node.attr not in ("exec", "eval") else []
    if isinstance(node, ast.Name) and node.id in ("exec", "eval", "__import__", "import_module", "setattr"):
        return [node.id]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
        return [] if len(node.args) > 1 and isinstance(node.args[1], ast.Constant) else ["getattr"]
    return []
