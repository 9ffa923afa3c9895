"""An installation carries the texts of ``docs/``: ``boardgames site`` renders them, the course among them.

So does a source distribution, since what is installed from it finds no clone around it.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE: Final = Path(__file__).parents[1]
CARRIED: Final = HERE / "pages"
"""Where a source distribution has the docs, and the README that their first page shows."""
SOURCE: Final = CARRIED if CARRIED.exists() else HERE.parents[1]
INSIDE: Final = Path("boardgames_site")
KEPT: Final = ("README.md", "docs/**/*.md", "docs/_static/**/*.svg", "docs/course/solutions/*.py")


class BuildWithDocs(build_py):
    """Copies the docs beside the modules that show them; an editable installation reads them where they are."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            copy_docs(Path(self.build_lib) / INSIDE)


class SourceWithDocs(sdist):
    """Copies the docs beside ``src``."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        copy_docs(Path(base_dir) / CARRIED.name)


def copy_docs(folder: Path) -> None:
    for pattern in KEPT:
        for file in SOURCE.glob(pattern):
            target = folder / file.relative_to(SOURCE)
            if "reference" not in target.relative_to(folder).parts:  # it is made of docstrings
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target)
