"""Bundles the editor of the course: ``python packages/site/build_tools/editor/build.py`` writes it to the assets.

It needs npm and its registry, installs what ``package-lock.json`` names into a temporary folder, and writes one file of
JavaScript and one with the licences of all that is in it.  Both are committed, so an installation needs no npm.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ASSETS: Final = HERE.parents[1] / "src" / "boardgames" / "web" / "lessons" / "assets"
SOURCES: Final = ("entry.js", "package.json", "package-lock.json")
BUNDLE: Final = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=none")


def licences(folder: Path, bundled: set[str]) -> str:
    """The name, version and licence of each package, with the licence's text."""
    parts = []
    for name in sorted(bundled):
        package = folder / "node_modules" / name
        facts = json.loads((package / "package.json").read_text(encoding="utf-8"))
        text = (package / "LICENSE").read_text(encoding="utf-8").strip()
        parts.append(f"{name} {facts['version']}, {facts['license']}\n\n{text}\n")
    return ("\n" + "-" * 78 + "\n\n").join(parts)


def packages_in(metafile: Path) -> set[str]:
    """The packages of which esbuild put something into the bundle."""
    inputs = json.loads(metafile.read_text(encoding="utf-8"))["inputs"]
    paths = [path.partition("node_modules/")[2].split("/") for path in inputs if "node_modules/" in path]
    return {"/".join(parts[:2]) if parts[0].startswith("@") else parts[0] for parts in paths}


def build() -> None:
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("npm is not installed; the editor that is committed still works")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name in SOURCES:
            shutil.copy(HERE / name, folder)
        subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=folder, check=True)
        words = [*BUNDLE, "--outfile=editor.js", "--metafile=packages.json"]
        subprocess.run([npm, "exec", "--no", "--", "esbuild", "entry.js", *words], cwd=folder, check=True)
        ASSETS.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / "editor.js", ASSETS)
        text = licences(folder, packages_in(folder / "packages.json"))
        (ASSETS / "editor.LICENSE.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    build()
