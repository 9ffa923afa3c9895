"""The packages that run in the browser: Pyodide from npm; this library and what it imports, as they are installed."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import tarfile
import zipfile
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata
from importlib.util import find_spec
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

import attrs

from boardgames.processes import write_whole

PYODIDE_VERSION: Final = "314.0.7"
"""The version of Pyodide: it runs CPython 3.14."""
PYODIDE_INTEGRITY: Final = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""The digest of its package, as npm's registry has it."""
REGISTRY: Final = "https://registry.npmjs.org"
TIMEOUT: Final = 60.0  # seconds without a byte
LARGEST: Final = 60_000_000  # bytes of a package that is read

RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Pyodide that a page loads."""
REQUIRED: Final = ("attrs", "lazy-loader", "mypy-extensions", "platformdirs", "typing-extensions")
"""The distributions that the library imports in a browser."""
LIBRARY: Final = "abstract-boardgames"
OURS: Final = "boardgames"
"""The package of this library, which no extension has."""
REPEATED: Final = re.compile(r"[-_.]+")
"""Characters that names of distributions may have in place of a hyphen."""
LEFT_OUT: Final = {
    "boardgames": (
        *("cli", "rl", "web/assets", "web/templates", "referee/supervisor"),
        *(f"web/reload/{name}.py" for name in ("checks", "reloader", "watch", "written_server")),
    ),
    "boardgames_site": (
        *("assets", "docs", "templates", "command.py", "building.py", "packages.py", "pages.py"),
        *("lessons/assets", "lessons/templates", "lessons/docs_pages.py", "lessons/pages.py"),
    ),
}
"""The packages that a site brings to the browser, and the parts of them that no browser needs."""
TEXTS: Final = (".py", ".pyi", ".md", ".mo", ".typed", ".js", ".css", ".html")
GROUPS: Final = ("boardgames.games", "boardgames.players", "boardgames.protocols")
"""The entry point groups whose objects a site can have."""
REQUIREMENT: Final = re.compile(r"[\w.-]+")
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive, so that the same files make the same archive."""


class NoPackage(OSError):
    """A package cannot be had; the message says why, and what to do."""


# -- Pyodide --------------------------------------------------------------------------------


def pyodide_files(given: Path | None, cache: Path, report: Callable[[int, int], object]) -> dict[str, bytes]:
    """The files of :data:`RUNTIME` by name: from a folder or an npm package that is given, else from npm's registry.

    What was fetched is kept in the folder ``cache``.  ``report`` gets the bytes fetched, and of all.
    Raises :class:`NoPackage` and :class:`OSError`.
    """
    if given is not None and given.is_dir():
        missing = [name for name in RUNTIME if not (given / name).is_file()]
        if missing:
            raise NoPackage(f"{given} is not the folder of Pyodide's npm package: it lacks {', '.join(missing)}")
        files = {name: (given / name).read_bytes() for name in RUNTIME}
    elif given is not None:
        files = _unpacked(given.read_bytes(), str(given))
    else:
        files = _unpacked(_fetched(cache, report), "the package of npm's registry")
    lock = json.loads(files["pyodide-lock.json"])
    files["pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()  # those of its distribution: not here
    return files


def _unpacked(archive: bytes, name: str) -> dict[str, bytes]:
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
            members = {PurePosixPath(member.name).name: member for member in tar if member.isfile()}
            missing = [name for name in RUNTIME if name not in members]
            if missing:
                raise NoPackage(f"{name} is not the npm package of Pyodide: it lacks {', '.join(missing)}")
            files = {}
            for file in RUNTIME:
                reader = tar.extractfile(members[file])
                assert reader is not None
                files[file] = reader.read()
            return files
    except (tarfile.TarError, EOFError, ValueError, OSError) as error:
        if isinstance(error, NoPackage):
            raise
        raise NoPackage(f"{name} is no npm package, which is a .tgz file: {error}") from None


def _fetched(cache: Path, report: Callable[[int, int], object]) -> bytes:
    """The npm package: from the cache, else from the registry."""
    name = f"pyodide-{PYODIDE_VERSION}.tgz"
    file = cache / name
    if file.is_file():
        archive = file.read_bytes()
        if _is_whole(archive):
            return archive
    registry = os.environ.get("NPM_CONFIG_REGISTRY") or REGISTRY
    url = f"{registry.rstrip('/')}/pyodide/-/{name}"
    by_hand = (
        f"fetch it where there is a network, with 'npm pack pyodide@{PYODIDE_VERSION}', and give it by --pyodide {name}"
    )
    try:
        with urlopen(url, timeout=TIMEOUT) as answer:
            total, parts, done = int(answer.headers.get("Content-Length") or 0), [], 0
            while part := answer.read(1 << 16):
                parts.append(part)
                done += len(part)
                if done > LARGEST:
                    raise NoPackage(f"{url} is larger than any version of Pyodide; {by_hand}")
                report(done, max(done, total))
    except NoPackage:
        raise
    except (URLError, OSError, ValueError) as error:
        reason = error.reason if type(error) is URLError else error
        raise NoPackage(f"Pyodide cannot be fetched from {url} ({reason}); {by_hand}") from None
    archive = b"".join(parts)
    if not _is_whole(archive):
        raise NoPackage(f"{url} is not what npm's registry has: its digest differs; {by_hand}")
    cache.mkdir(parents=True, exist_ok=True)
    write_whole(file, archive)
    return archive


def _is_whole(archive: bytes) -> bool:
    """True for the package that :data:`PYODIDE_INTEGRITY` names."""
    return hashlib.sha512(archive).digest() == b64decode(PYODIDE_INTEGRITY.removeprefix("sha512-"))


# -- Python packages --------------------------------------------------------------------------


@attrs.frozen
class Extension:
    """A distribution of somebody else that offers games, players or protocols, as it is installed here."""

    name: str
    version: str
    games: frozenset[str]
    modules: tuple[str, ...]
    """The modules and packages in which they are."""
    entry_points: str
    """The text of its file of entry points."""
    why_not: str | None
    """The reason why it cannot be part of a site; ``None`` if it can."""

    @classmethod
    def of(cls, distribution: metadata.Distribution) -> Extension:
        """An installed distribution, with what keeps it from a site, if anything."""
        points = [point for point in distribution.entry_points if point.group in GROUPS]
        modules = tuple(sorted({point.value.partition(":")[0].partition(".")[0] for point in points}))
        needed = [REQUIREMENT.match(each) for each in distribution.requires or () if "extra ==" not in each]
        names = {match[0].lower().replace("_", "-") for match in needed if match}
        missing = sorted(names - {*REQUIRED, LIBRARY})
        why_not = f"it needs {', '.join(missing)}, which a site does not have" if missing else None
        if why_not is None and any(_is_compiled(module) for module in modules):
            why_not = "parts of it are compiled"
        return cls(
            distribution.metadata["Name"],
            distribution.version,
            frozenset(point.name for point in points if point.group == GROUPS[0]),
            modules,
            distribution.read_text("entry_points.txt") or "",
            why_not,
        )


def extensions() -> list[Extension]:
    """All that are installed.

    Raises :class:`NoPackage` for another installation of this library under another name: games that only its entry
    points know would have pages, and no browser would find them.
    """
    offered = []
    for distribution in metadata.distributions():
        points = [point for point in distribution.entry_points if point.group in GROUPS]
        name = distribution.metadata["Name"]
        if not points or REPEATED.sub("-", name).lower() == LIBRARY:
            continue
        ours = [point.name for point in points if point.value.partition(":")[0].partition(".")[0] == OURS]
        if ours:
            raise NoPackage(
                f"{name} {distribution.version} is another installation of this library, and offers {', '.join(ours)} "
                f"too: remove it, with 'pip uninstall {name}', and build the site again"
            )
        offered.append(Extension.of(distribution))
    return offered


def _sources(module: str) -> Iterator[tuple[str, Path]]:
    """The files of a module or package: for each its path below the folder that is on Python's path."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        yield origin.name, origin
        return
    for path in sorted(origin.parent.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"{module}/{path.relative_to(origin.parent).as_posix()}", path


def _is_compiled(module: str) -> bool:
    """True if it has compiled parts that are not there as Python too."""
    binaries = [path for _, path in _sources(module) if path.suffix in (".so", ".pyd")]
    return any(not path.with_name(f"{path.name.partition('.')[0]}.py").exists() for path in binaries)


def python_archive(with_extensions: Sequence[Extension] = ()) -> bytes:
    """The library with these extensions and what it imports, as a zip file whose content goes on Python's path.

    Raises :class:`NoPackage`.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(dict(chain(_library(), _required(), *map(_extension, with_extensions))).items()):
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return buffer.getvalue()


def _library() -> Iterator[tuple[str, bytes]]:
    """The sources of the library and of this package, with the entry points that find its games and players."""
    for package, left_out in LEFT_OUT.items():
        for name, path in _sources(package):
            inner = PurePosixPath(name).relative_to(package)
            if path.suffix in TEXTS and not any(inner.is_relative_to(part) for part in left_out):
                yield name, path.read_bytes()
    distribution = metadata.distribution(LIBRARY)
    yield from _metadata(LIBRARY, distribution.version, distribution.read_text("entry_points.txt") or "")


def _extension(extension: Extension) -> Iterator[tuple[str, bytes]]:
    for module in extension.modules:
        for name, path in _sources(module):
            if path.suffix in TEXTS:
                yield name, path.read_bytes()
    yield from _metadata(extension.name, extension.version, extension.entry_points)


def _metadata(name: str, version: str, entry_points: str) -> Iterator[tuple[str, bytes]]:
    """The metadata by which Python finds what a distribution offers."""
    folder = f"{name.replace('-', '_')}-{version}.dist-info"
    yield f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()
    yield f"{folder}/entry_points.txt", entry_points.encode()


def _required() -> Iterator[tuple[str, bytes]]:
    for name in REQUIRED:
        try:
            files = metadata.files(name) or []
        except metadata.PackageNotFoundError:
            raise NoPackage(f"the package {name} is not installed: pip install --upgrade {LIBRARY}") from None
        for file in files:
            if file.suffix == ".py" and ".." not in file.parts:
                yield file.as_posix(), file.read_binary()
