"""An installation carries the texts of ``docs/``: ``boardgames site`` renders them, the course among them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from setuptools.command.build_py import build_py

DOCS: Final = Path(__file__).parents[3] / "docs"
INSIDE: Final = Path("boardgames_site", "docs")
KEPT: Final = ("**/*.md", "_static/**/*.svg", "course/solutions/*.py")


class BuildWithDocs(build_py):
    """Copies the docs beside the modules that show them; an editable installation reads them where they are."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            copy_docs(Path(self.build_lib))


def copy_docs(build_lib: Path) -> None:
    for pattern in KEPT:
        for file in DOCS.glob(pattern):
            target = build_lib / INSIDE / file.relative_to(DOCS)
            if "reference" not in target.parts:  # it is made of docstrings
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target)
