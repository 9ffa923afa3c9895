"""The page that the package index shows of a distribution: its README, whose links lead somewhere, and addresses.

Where the project lives is known where it is built for the index: ``GITHUB_REPOSITORY`` is ``OWNER/NAME`` in each job of
a workflow. Without it there are no addresses, and README stays as it is.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from posixpath import normpath
from typing import Any, Final

from release import ROOT, VERSION

LINK: Final = re.compile(r"(?P<before>\]\(|src=\")(?!https?:|#)(?P<path>[^)\"]+)")
PICTURES: Final = (".gif", ".png", ".svg")


def repository() -> str | None:
    """``OWNER/NAME`` on GitHub, or ``None`` where nobody has said it."""
    return os.environ.get("GITHUB_REPOSITORY") or None


def addresses(repository: str | None) -> dict[str, str]:
    """The addresses that the index shows, by their labels."""
    if repository is None:
        return {}
    source = f"https://github.com/{repository}"
    return {
        "Source": source,
        "Documentation": f"{source}/tree/HEAD/docs",
        "Changes": f"{source}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{source}/issues",
    }


def index_page(folder: Path) -> dict[str, Any]:
    """What ``setup`` is to know of the page of the distribution in a folder."""
    return {
        "long_description": long_description(repository(), VERSION, folder),
        "long_description_content_type": "text/markdown",
        "project_urls": addresses(repository()),
    }


def long_description(repository: str | None, version: str, folder: Path = ROOT) -> str:
    """The README of a folder for the index: files of the repository by their addresses, as they were in this version.

    A version under development has no tag, so its links lead to the newest files.
    """
    text = (folder / "README.md").read_text(encoding="utf-8")
    if repository is None:
        return text
    state = "HEAD" if "dev" in version else f"v{version}"

    def absolute(link: re.Match[str]) -> str:
        path = normpath((folder.resolve().relative_to(ROOT.resolve()) / link["path"]).as_posix())
        if path.endswith(PICTURES):
            return f"{link['before']}https://raw.githubusercontent.com/{repository}/{state}/{path}"
        return f"{link['before']}https://github.com/{repository}/blob/{state}/{path}"

    return LINK.sub(absolute, text)
