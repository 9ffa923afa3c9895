"""The pages of ``docs/`` as they are written: which there are, and their texts, in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import attrs

import boardgames
from boardgames.language import with_files, with_rules

INTERACTIVE: Final = ("course/", "games/", "new-game.md", "library.md")
"""Pages whose examples need nothing but this library, so the reader may change and run them."""
NEEDED: Final = ("course/index.md", "new-game.md")
"""Pages by which the folder of the docs is known."""

LIBRARY: Final = Path(str(boardgames.__file__)).parent
ROLE: Final = re.compile(r"\{(?:class|func|meth|attr|mod|data)\}`~?([^`<]*?)(?: <[^`>]*>)?`")
CHAPTER: Final = re.compile(r"^\| \d+ \| \[[^]]+\]\((\w+\.md)\)", re.MULTILINE)
TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)
SOURCE: Final = re.compile(r"src/boardgames/(\S+)$")


class NoDocs(LookupError):
    """There is no folder of docs to render."""

    def __str__(self) -> str:
        return str(self.args[0])


def docs_folder(given: Path | None = None) -> Path:
    """The folder of the docs: the one that is given, else that of this package, or of the library's source folder.

    Raises :class:`NoDocs`.
    """
    for folder in (Path(__file__).parents[1] / "docs", LIBRARY.parents[1] / "docs") if given is None else (given,):
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
        """Its place in the site, from the folder of all of these pages."""
        return self.path.removesuffix(".md") + ".html"

    @property
    def is_chapter(self) -> bool:
        """True for a chapter of the course."""
        return self.path.startswith("course/") and self.path != "course/index.md"

    @property
    def is_interactive(self) -> bool:
        """True if the reader may change and run its examples."""
        return self.path.startswith(INTERACTIVE)


def read_pages(docs: Path) -> Iterator[Page]:
    """All pages of a folder, but those of the reference."""
    for file in sorted(docs.rglob("*.md")):
        path = file.relative_to(docs).as_posix()
        if path.startswith("reference/"):
            continue
        text = ROLE.sub(r"`\1`", with_rules(with_files(file.read_text(encoding="utf-8"), file.parent)))
        title = TITLE.search(text)
        yield Page(path, path if title is None else title[1].strip(), text)


def chapters_of(pages: Mapping[str, Page]) -> list[Page]:
    """The chapters of the course, in their order; the pages are given by their paths."""
    return [pages[f"course/{name}"] for name in CHAPTER.findall(pages["course/index.md"].text)]
