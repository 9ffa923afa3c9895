"""The pages of ``docs/`` as they are written: which there are, and their texts, in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import attrs

INTERACTIVE: Final = ("course/", "games/", "new-game.md", "library.md")
"""Pages whose examples need nothing but this library, so the reader may change and run them."""
NEEDED: Final = ("course/index.md", "new-game.md")
"""Pages by which the folder of the docs is known."""

PACKAGE: Final = Path(__file__).parents[2]
INCLUDE: Final = re.compile(r'^```\{include\} (\S+)\n(?::(start-after|end-before): "(.*)"\n)?```$', re.MULTILINE)
ROLE: Final = re.compile(r"\{(?:class|func|meth|attr|mod|data)\}`~?([^`<]*?)(?: <[^`>]*>)?`")
TOCTREE: Final = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)
SOURCE: Final = re.compile(r"src/boardgames/(\S+)$")


class NoDocs(LookupError):
    """There is no folder of docs to render."""

    def __str__(self) -> str:
        return str(self.args[0])


def docs_folder(given: Path | None = None) -> Path:
    """Where the docs are: the folder that is given, else in the installed library, or in its source folder.

    Raises :class:`NoDocs`.
    """
    for folder in (PACKAGE / "web" / "docs", PACKAGE.parents[1] / "docs") if given is None else (given,):
        if all((folder / page).is_file() for page in NEEDED):
            return folder
    if given is not None:
        raise NoDocs(f"{given} is not the folder of the documentation: it has no {' or no '.join(NEEDED)}")
    raise NoDocs(
        "the pages of the documentation are not installed, and there is no folder 'docs' beside 'src': "
        "name one, or install the library from its source folder"
    )


@attrs.frozen
class Page:
    """A page of the docs."""

    path: str
    """Of its file, from the folder of the docs: ``course/state.md``."""
    title: str
    text: str

    @property
    def html_path(self) -> str:
        """Where it is in the site, from the folder of all of these pages."""
        return self.path.removesuffix(".md") + ".html"

    @property
    def is_chapter(self) -> bool:
        return self.path.startswith("course/") and self.path != "course/index.md"

    @property
    def is_interactive(self) -> bool:
        return self.path.startswith(INTERACTIVE)


def read_pages(docs: Path) -> Iterator[Page]:
    """All pages of a folder, but those of the reference."""
    for file in sorted(docs.rglob("*.md")):
        path = file.relative_to(docs).as_posix()
        if path.startswith("reference/"):
            continue
        text = INCLUDE.sub(partial(_included, file.parent), file.read_text(encoding="utf-8"))
        text = ROLE.sub(r"`\1`", text)
        title = TITLE.search(text)
        yield Page(path, path if title is None else title[1].strip(), text)


def _included(folder: Path, match: re.Match[str]) -> str:
    """The text that a page takes from the rules of a game."""
    source = SOURCE.search(match[1])
    text = (PACKAGE / source[1] if source else folder / match[1]).read_text(encoding="utf-8")
    if match[2] == "start-after":
        return text.partition(match[3])[2]
    return text.partition(match[3])[0] if match[2] else text


def chapters_of(pages: Mapping[str, Page]) -> list[Page]:
    """The chapters of the course, in their order; the pages are given by their paths."""
    listed = TOCTREE.search(pages["course/index.md"].text)
    names = [] if listed is None else [line for line in listed[1].split() if not line.startswith(":")]
    return [pages[f"course/{name}.md"] for name in names if f"course/{name}.md" in pages]
