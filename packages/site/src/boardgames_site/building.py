"""Writing the folder of the site."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any, Final

import attrs

from boardgames.core.lookup import find, games
from boardgames.core.model import UnknownGame
from boardgames.language import LANGUAGES
from boardgames.solve import cache_folder
from boardgames.web import pages as server_pages
from boardgames_site.lessons import pages as lessons
from boardgames_site.lessons.docs_pages import NoDocs as NoDocs, docs_folder
from boardgames_site.packages import PYODIDE_VERSION, RUNTIME, extensions, pyodide_files, python_archive
from boardgames_site.pages import site_pages

MARK: Final = "boardgames-site.json"
"""The file by which a folder is known as one that was built here: it lists all others."""
OF_SERVERS: Final = ("live_table.js", "live_records.js", "connection.js")
"""The scripts of the server's pages that need a server; the site uses all others as they are."""
SERVICE_WORKER: Final = "service_worker.js"
"""It stands at the top of the site, as it serves the pages below."""
ARCHIVE: Final = "packages.zip"
NOTICE: Final = """\
This folder has files of Pyodide, unaltered but for its list of packages: CPython as WebAssembly, under the Mozilla
Public License 2.0, with Python's standard library under the licence of Python. Source: https://github.com/pyodide/pyodide
"""


class NotOurs(FileExistsError):
    """A folder that is not empty and was not built here."""


@attrs.frozen
class Built:
    """A folder that was built."""

    parts: dict[str, int]
    """Bytes by part of the site."""
    left_out: dict[str, str]
    """Installed games that are not part of it, and why."""

    @property
    def size(self) -> int:
        """Bytes in all."""
        return sum(self.parts.values())


@attrs.define
class _Files:
    """The files of the site by their paths, in memory."""

    content: dict[str, bytes] = attrs.field(factory=dict)
    parts: dict[str, int] = attrs.field(factory=dict)

    def add(self, part: str, path: str, content: bytes | str) -> None:
        self.content[path] = data = content.encode() if isinstance(content, str) else content
        self.parts[part] = self.parts.get(part, 0) + len(data)


def build(
    out: str | os.PathLike[str],
    *,
    cache: str | os.PathLike[str] | None = None,
    pyodide: str | os.PathLike[str] | None = None,
    docs: str | os.PathLike[str] | bool = True,
    force: bool = False,
    report: Callable[[int, int], object] = lambda done, total: None,
) -> Built:
    """Build the site in the folder ``out``, as 'boardgames site' does it.

    The folder must be empty or one that was built before, unless ``force`` is set.  ``pyodide`` is the npm package of
    Pyodide, or the folder with its files; without it the package comes from the folder ``cache``, by default the
    user's, or from npm's registry.  ``docs`` is the folder of the documentation, whose pages and course become part of
    the site, by default as installed; with ``False`` there are none.  ``report`` gets the bytes fetched, and of all.

    Raises :class:`NotOurs`, :class:`~boardgames_site.packages.NoPackage`,
    :class:`~boardgames_site.lessons.docs_pages.NoDocs` and :class:`OSError`.
    """
    out = Path(out)
    pages = None if docs is False else docs_folder(None if docs is True else Path(docs))
    check_ours(out, force)
    runtime = pyodide_files(
        None if pyodide is None else Path(pyodide), cache_folder() if cache is None else Path(cache), report
    )
    site = _Files()
    runtime_folder = f"pyodide-{PYODIDE_VERSION}-{_digest(runtime)}"
    for name, content in runtime.items():
        site.add("Python", f"{runtime_folder}/{name}", content)
    site.add("Python", f"{runtime_folder}/NOTICE", NOTICE)
    others = extensions()
    inside = [other for other in others if other.why_not is None]
    scripts = _scripts(runtime, runtime_folder, python_archive(inside))
    folder = f"files-{_digest(scripts)}"
    for name, content in scripts.items():
        if name != SERVICE_WORKER:
            site.add("library" if name == ARCHIVE else "scripts", f"{folder}/{name}", content)
    left_out = {name: other.why_not for other in others if other.why_not is not None for name in other.games}
    left_out |= _broken(name for name in games() if name not in left_out)
    playable = [name for name in games() if name not in left_out]
    for path, text in site_pages(playable, f"{folder}/", with_course=pages is not None).items():
        site.add("pages", path, text)
    if pages is not None:
        for language in LANGUAGES:
            for path, content in lessons.Pages(pages, f"{folder}/", language).files():
                site.add("course and docs", path, content)
    worker = scripts.pop(SERVICE_WORKER).decode()
    site.add("scripts", SERVICE_WORKER, f"// {_digest(site.content)}\n{worker}")  # another site is another worker
    site.add("pages", ".nojekyll", "")  # or GitHub Pages would look for a blog in it
    _write(out, site)
    return Built(site.parts, left_out)


def _broken(names: Iterable[str]) -> dict[str, str]:
    """The games that cannot be imported, with the reasons."""
    broken = {}
    for name in names:
        try:
            find(name)
        except UnknownGame as error:
            broken[name] = str(error)
    return broken


def check_ours(out: Path, force: bool = False) -> None:
    """Raises :class:`NotOurs` for a folder with files of somebody else."""
    if force or not out.exists() or _listed(out) is not None:
        return
    if not out.is_dir():
        raise NotOurs(f"{out} is a file, not a folder: name another folder")
    if any(out.iterdir()):
        raise NotOurs(
            f"{out} is not empty, and no site was built in it: name another folder, or give --force to write into it"
        )


def _scripts(runtime: dict[str, bytes], runtime_folder: str, archive: bytes) -> dict[str, bytes]:
    """The scripts, style sheet and sounds of the pages, and the library, by name."""
    scripts: dict[str, bytes] = {ARCHIVE: archive}
    for name in ({*server_pages.SCRIPTS} - {*OF_SERVERS}) | {*server_pages.SOUNDS}:
        asset = server_pages.asset(name)
        assert asset is not None
        scripts[name] = asset[0].encode() if isinstance(asset[0], str) else asset[0]
    style = server_pages.asset("page.css")
    assert style is not None and isinstance(style[0], str)
    scripts["page.css"] = style[0].encode()
    for each in files(__package__).joinpath("assets").iterdir():
        scripts[each.name] = each.read_bytes()
    for name in lessons.ASSETS:
        scripts[name] = lessons.asset(name)
    sizes = {name: len(runtime[name]) for name in RUNTIME if not name.endswith(".mjs")}
    scripts["manifest.js"] = (
        "// Where Python is, and the sizes of the files that are fetched.\n"
        f"export const PYODIDE = {json.dumps(f'../{runtime_folder}/')};\n"
        f"export const PACKAGES = {json.dumps(ARCHIVE)};\n"
        f"export const FILES = {json.dumps({**sizes, ARCHIVE: len(archive)})};\n"
    ).encode()
    return scripts


def _digest(content: dict[str, bytes]) -> str:
    """A short name for these files: other content has another name, so that browsers can keep them for ever."""
    total = hashlib.sha256()
    for name in sorted(content):
        total.update(f"{name} {len(content[name])}\n".encode() + content[name])
    return total.hexdigest()[:12]


def _listed(out: Path) -> list[str] | None:
    """The files of the site that was built in a folder, by their paths in it; ``None`` if none was."""
    try:
        listed: Any = json.loads((out / MARK).read_text(encoding="utf-8"))
        paths = [PurePosixPath(file) for file in listed["files"]]
    except (FileNotFoundError, NotADirectoryError, ValueError, TypeError, KeyError):
        return None
    return [str(path) for path in paths if not path.is_absolute() and ".." not in path.parts]


def _write(out: Path, site: _Files) -> None:
    """Write all files, and remove those of an earlier build that are none any more."""
    before = _listed(out) or []
    out.mkdir(parents=True, exist_ok=True)
    _mark(out, {*before, *site.content})  # so that what an interruption leaves is known as ours
    for path, content in site.content.items():
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        _put(target, content)
    for path in sorted({*before} - site.content.keys()):
        (out / path).unlink(missing_ok=True)
        folder = (out / path).parent
        if folder != out and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    _mark(out, set(site.content))


def _mark(out: Path, paths: set[str]) -> None:
    _put(out / MARK, (json.dumps({"built by": "boardgames site", "files": sorted(paths)}, indent=0) + "\n").encode())


def _put(target: Path, content: bytes) -> None:
    """Write a file.  An :class:`OSError` names it, also where the system does not, as on a full disk."""
    try:
        target.write_bytes(content)
    except OSError as error:
        error.filename = error.filename or str(target)
        raise
