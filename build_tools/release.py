"""Make a release: ``python build_tools/release.py 0.2.0`` sets the version, assembles the changes, commits and tags.

The packages of ``packages/`` have the version of the library, and require exactly that one.

It then goes on to the next development version in a commit of its own. ``--dry-run`` writes and commits nothing, and
prints the section of the changes. Nothing is pushed.
"""

from __future__ import annotations

import argparse
import datetime
import re
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = Path("src/boardgames/__init__.py")
LINE: Final = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
FRAGMENTS: Final = Path("changelog.d")
PACKAGES: Final = Path("packages")
ITS_OWN: Final = re.compile(r'^version = ".+"$', re.MULTILINE)
PIN: Final = re.compile(r"\b(abstract-boardgames(?:-\w+)?(?:\[[\w,]+\])?==)[^\"]+")
CHANGELOG: Final = Path("CHANGELOG.md")
LATEST: Final = re.compile(r"^## ", re.MULTILINE)


def version_in(root: Path) -> str:
    """The version of a source tree, as its library has it."""
    line = LINE.search((root / SOURCE).read_text(encoding="utf-8"))
    assert line is not None, SOURCE
    return line[1]


VERSION: Final = version_in(ROOT)


def set_version(root: Path, version: str) -> None:
    text = (root / SOURCE).read_text(encoding="utf-8")
    (root / SOURCE).write_text(LINE.sub(f'__version__ = "{version}"', text), encoding="utf-8")
    for file in projects(root):
        text = ITS_OWN.sub(f'version = "{version}"', file.read_text(encoding="utf-8"))
        file.write_text(PIN.sub(rf"\g<1>{version}", text), encoding="utf-8")


def projects(root: Path) -> list[Path]:
    """The ``pyproject.toml`` of each package beside the library."""
    return sorted(root.glob(f"{PACKAGES}/*/pyproject.toml"))


def fragments(root: Path) -> list[Path]:
    """The files of changes since the last release, by their names."""
    return sorted(file for file in (root / FRAGMENTS).glob("*.md") if file.name != "README.md")


def section(root: Path, version: str, date: str) -> str:
    """The changes as a section of the changelog: each file is an item."""
    texts = [file.read_text(encoding="utf-8").strip() for file in fragments(root)]
    items = ["- " + text.replace("\n", "\n  ").replace("\n  \n", "\n\n") for text in texts]
    return f"## {version} ({date})\n\n" + "\n".join(items) + "\n"


def assemble(root: Path, version: str, date: str) -> None:
    """Move the changes to the changelog, above those of earlier releases."""
    text = (root / CHANGELOG).read_text(encoding="utf-8")
    first = LATEST.search(text)
    place = len(text) if first is None else first.start()
    (root / CHANGELOG).write_text(text[:place] + section(root, version, date) + "\n" + text[place:], encoding="utf-8")
    for file in fragments(root):
        file.unlink()


def following(version: str) -> str:
    """The development version after a release.

    >>> following("0.2.0")
    '0.3.0.dev0'
    """
    major, minor, *_ = version.split(".")
    return f"{major}.{int(minor) + 1}.0.dev0"


def release(root: Path, version: str, date: str) -> None:
    """Commit and tag a version, and commit the next development version."""

    def git(*words: str) -> None:
        subprocess.run(["git", "-C", str(root), *words], check=True)

    set_version(root, version)
    assemble(root, version, date)
    versions = [str(path.relative_to(root)) for path in (root / SOURCE, *projects(root))]
    changed = [*versions, str(CHANGELOG), str(FRAGMENTS)]
    git("add", "--all", *changed)
    git("commit", "--quiet", "--message", f"Release {version}", "--", *changed)
    git("tag", "--annotate", f"v{version}", "--message", f"boardgames {version}")
    set_version(root, following(version))
    git("commit", "--quiet", "--message", f"{following(version)} is under development", "--", *versions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="such as 0.2.0")
    parser.add_argument("--date", default=datetime.date.today().isoformat(), help="of the release; today unless told")
    parser.add_argument("--dry-run", action="store_true", help="print the section of the changes, and change nothing")
    chosen = parser.parse_args()
    if re.fullmatch(r"\d+\.\d+\.\d+", chosen.version) is None:
        parser.error(f"{chosen.version!r} is not a version of three numbers, such as 0.2.0")
    if not fragments(ROOT):
        parser.error(f"there is no change in {FRAGMENTS}/ to release")
    if chosen.dry_run:
        print(section(ROOT, chosen.version, chosen.date), end="")
        return
    if subprocess.run(["git", "-C", str(ROOT), "diff", "--quiet", "HEAD"], check=False).returncode:
        parser.error("there are changes that are not committed: commit them first")
    release(ROOT, chosen.version, chosen.date)
    print(f"Tagged v{chosen.version}. When its checks have passed: git push --follow-tags")


if __name__ == "__main__":
    main()
