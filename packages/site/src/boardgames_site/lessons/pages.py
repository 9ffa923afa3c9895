"""The pages of ``docs/`` for a static site, rendered from the same files as the built documentation.

Every page of ``docs/`` but the reference, which is made of docstrings. In the course, and where a game is modelled, the
reader's own code becomes an editor; without a script it is still a page to read.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from jinja2 import Template
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from boardgames.language import ENGLISH
from boardgames.web import environment, in_languages, language_folder
from boardgames_site.lessons.blocks import Block, block
from boardgames_site.lessons.board import OPPONENTS
from boardgames_site.lessons.docs_pages import LIBRARY, SOURCE, Page, chapters_of, read_pages

SCRIPTS: Final = ("lessons.js", "lesson_files.js", "lesson_board.js", "shared_game.js", "clean_picture.js", "editor.js")
"""The scripts of these pages; they import ``python.js`` and ``board.js`` from the same folder."""
ASSETS: Final = (*SCRIPTS, "lessons.css", "editor.LICENSE.txt")
OWN_GAME: Final = "hexapawn.py"
"""The game that the reader of the course writes."""
SHARED_PAGE: Final = "your-game.html"
"""The page for a game from nothing, or from a link."""
SHARED_FILE: Final = "mygame.py"
BOARD: Final = b'class="bg'
"""In the drawing of a position, which can be read at any size; other drawings have small letters."""


def asset(name: str) -> bytes:
    """A script or style sheet of these pages."""
    return files(__package__).joinpath("assets", name).read_bytes()


class Pages:
    """All pages of a folder of docs, as files of a site below ``docs/``.

    In another language than English they are the interactive ones, whose own text stays English; they lead to
    the English pages for everything else.  ``scripts`` is the folder of the site that has :data:`ASSETS`, and the
    scripts and style sheet of a table.
    """

    def __init__(self, docs: Path, scripts: str, language: str = ENGLISH) -> None:
        self.docs = docs
        self.scripts = scripts
        self.language = language
        self.pages = {page.path: page for page in read_pages(docs)}
        self.chapters = chapters_of(self.pages)
        self.sources: set[str] = set()
        """Modules of the library to which a page links."""
        self.pictures: set[str] = set()
        self._markdown = _markdown(self)
        self._templates = environment(__package__, language)

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Each file's path in the site, and its content."""
        top = language_folder(self.language)
        for page in self.pages.values():
            if self._has(page):
                yield f"{top}docs/{page.html_path}", self.render(page).encode()
        yield top + SHARED_PAGE, self.shared_page().encode()
        if self.language != ENGLISH:
            return
        for source in sorted(self.sources):
            yield f"docs/source/{source}.html", self._source(source).encode()
        for picture in sorted(self.pictures):
            yield f"docs/{picture}", (self.docs / picture).read_bytes()

    def render(self, page: Page) -> str:
        """A page as HTML."""
        context = _Context(page, self)
        content = self._markdown.render(page.text, {"context": context})
        if page.is_chapter and context.is_own_game_due():
            content += context.game_panel(self.start_of_game(), OWN_GAME)
        before, after = self._neighbours(page)
        return self.template("page.html").render(
            title=page.title,
            content=Markup(content),
            before=before and (self.link(page, before.path), before.title),
            after=after and (self.link(page, after.path), after.title),
            exercises=self.exercises() if page.path == "course/index.md" else None,
            **self._frame(f"docs/{page.html_path}", in_other_languages=page.is_interactive),
        )

    def template(self, name: str) -> Template:
        """The template of a page, by its name."""
        return self._templates.get_template(name)

    def exercises(self) -> Mapping[str, list[str]]:
        """The exercises of each chapter, by the path of its page."""
        return {
            page.html_path.rpartition("/")[2]: [
                each.file for each in map(block, _python(page.text)) if each.kind in ("exercise", "check")
            ]
            for page in self.chapters
        }

    def start_of_game(self) -> str:
        """The game of the course as its reader begins it."""
        return next(each.code for page in self.chapters for each in _games(page.text) if each.file == OWN_GAME)

    def solution(self, file: str) -> str:
        """Our solution of an exercise; empty where there is none."""
        path = self.docs / "course" / "solutions" / file
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    def link(self, page: Page, path: str) -> str:
        """From a page to another."""
        if not self._has(self.pages[path]):
            return self._english(page, self.pages[path].html_path)
        return posixpath.relpath(self.pages[path].html_path, posixpath.dirname(page.path) or ".")

    def _has(self, page: Page) -> bool:
        """True if a page is one of this language."""
        return self.language == ENGLISH or page.is_interactive

    def _english(self, page: Page, path: str) -> str:
        """From a page to a file below the English ``docs/``."""
        if self.language == ENGLISH:
            return posixpath.relpath(path, posixpath.dirname(page.path) or ".")
        up = "../" * (language_folder(self.language) + "docs/" + page.path).count("/")
        return f"{up}docs/{path}"

    def href(self, page: Page, target: str) -> str | None:
        """The place in the site to which a link of a page leads; ``None`` if that is no part of it."""
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return target
        file, hash_sign, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), file))
        if path in self.pages:
            return self.link(page, path) + hash_sign + anchor
        source = SOURCE.search(path)
        if source is not None and (LIBRARY / source[1]).is_file():
            self.sources.add(source[1])
            return self._english(page, f"source/{source[1]}.html")
        if (self.docs / path).is_file() and path.startswith("_static/"):
            self.pictures.add(path)
            return self._english(page, path)
        return None

    def _frame(self, path: str, in_other_languages: bool = False) -> dict[str, object]:
        """The template's values around a page's content; ``path`` is from the top of its language's pages."""
        root = "../" * path.count("/")
        top = "../" * (language_folder(self.language) + path).count("/")
        links = in_languages(path, self.language) if in_other_languages else {}
        return {"root": root, "top": top, "scripts": f"{top}{self.scripts}", "in_languages": links}

    def _neighbours(self, page: Page) -> tuple[Page | None, Page | None]:
        """The chapters before and after."""
        row = [self.pages["course/index.md"], *self.chapters]
        if page not in row:
            return None, None
        place = row.index(page)
        return row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None

    def shared_page(self) -> str:
        """The page for a game of the reader's own, which begins with the one of :file:`new-game.md`."""
        context = _Context(self.pages["new-game.md"], self)
        example = next(iter(_games(self.pages["new-game.md"].text)))
        return self.template("your_game.html").render(
            panel=Markup(context.game_panel(example.code.replace(example.file, SHARED_FILE, 1), SHARED_FILE)),
            **self._frame(SHARED_PAGE, in_other_languages=True),
        )

    def _source(self, path: str) -> str:
        return self.template("source.html").render(
            title=path, code=(LIBRARY / path).read_text(encoding="utf-8"), **self._frame(f"docs/source/{path}.html")
        )


class _Context:
    """The blocks that a page has shown so far while it is rendered."""

    def __init__(self, page: Page, pages: Pages) -> None:
        self.page = page
        self.pages = pages
        self.interactive = page.is_interactive
        self.has_game = False
        self.in_own_game = False

    def is_own_game_due(self) -> bool:
        """True if the reader's game has still to be shown; it belongs to the part ``Your game``."""
        return self.in_own_game and not self.has_game

    def python(self, code: str) -> str:
        """A block of Python: to be read, or to be written and run."""
        part = block(code)
        if not self.interactive:
            return self.part("code.html", block=part)
        before = ""
        if part.kind == "game" and not self.has_game:
            return self.game_panel(part.code, part.file)
        if part.file and self.page.is_chapter and self.is_own_game_due():
            before = self.game_panel(self.pages.start_of_game(), OWN_GAME)
        if part.kind in ("exercise", "check"):
            solution = self.pages.solution(part.file) if part.kind == "exercise" else ""
            needs = OWN_GAME if self.page.is_chapter and self.has_game else ""
            own = block(solution).head if solution else ""
            return before + self.part("exercise.html", block=part, solution=own, needs=needs)
        return before + self.part("example.html" if part.kind == "example" else "code.html", block=part)

    def game_panel(self, code: str, file: str) -> str:
        """An editor with a game, and its board."""
        self.has_game = True
        solution = self.pages.solution(file)
        return self.part("game.html", code=code, file=file, solution=solution, opponents=OPPONENTS)

    def part(self, template: str, **values: object) -> str:
        return self.pages.template(f"parts/{template}").render(**values)


# -- Markdown --------------------------------------------------------------------------------


def _markdown(pages: Pages) -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    for name, rule in (("fence", _fence), ("link_open", _link), ("image", _image), ("heading_open", _heading)):
        markdown.add_render_rule(name, rule)
    markdown.add_render_rule("link_close", _link_end)
    markdown.add_render_rule("html_block", _html)
    return markdown


def _fence(renderer: RendererHTML, tokens: list[Token], place: int, options: object, env: Any) -> str:
    context: _Context = env["context"]
    language = tokens[place].info.strip().partition(" ")[0]
    code = tokens[place].content
    if language == "python":
        return context.python(code)
    return context.part("code.html", block=Block("code", code), written_in=language)


def _link(renderer: RendererHTML, tokens: list[Token], place: int, options: Any, env: Any) -> str:
    context: _Context = env["context"]
    href = context.pages.href(context.page, str(tokens[place].attrs["href"]))
    env.setdefault("links", []).append(href is not None)
    return "" if href is None else str(Markup('<a href="{}">').format(href))


def _link_end(renderer: RendererHTML, tokens: list[Token], place: int, options: object, env: Any) -> str:
    return "</a>" if env["links"].pop() else ""


def _image(renderer: RendererHTML, tokens: list[Token], place: int, options: object, env: Any) -> str:
    context: _Context = env["context"]
    token = tokens[place]
    source = context.pages.href(context.page, str(token.attrs["src"])) or token.attrs["src"]
    file = context.pages.docs / posixpath.dirname(context.page.path) / str(token.attrs["src"])
    kind = "figure diagram" if file.is_file() and BOARD not in file.read_bytes() else "figure"
    return str(Markup('<img class="{}" src="{}" alt="{}">').format(kind, source, token.content))


def _html(renderer: RendererHTML, tokens: list[Token], place: int, options: object, env: Any) -> str:
    """HTML of a page, whose pictures become part of the site."""
    context: _Context = env["context"]
    for source in re.findall(r'src="([^"]+)"', tokens[place].content):
        context.pages.href(context.page, source)
    return tokens[place].content


def _heading(renderer: RendererHTML, tokens: list[Token], place: int, options: object, env: Any) -> str:
    context: _Context = env["context"]
    words = tokens[place + 1].content
    if words == "Your game":
        context.in_own_game = True
    anchor = re.sub(r"[^a-z0-9]+", "-", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", words).lower()).strip("-")
    return str(Markup('<{} id="{}">').format(Markup(tokens[place].tag), anchor))


def _python(text: str) -> Iterator[str]:
    return (code for code in re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))


def _games(text: str) -> Iterator[Block]:
    return (code for code in map(block, _python(text)) if code.kind == "game")
