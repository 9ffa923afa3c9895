"""The pages of the docs in the static site: rendered from the same files, with every link leading somewhere."""

from __future__ import annotations

import doctest
import posixpath
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from boardgames_site.lessons.blocks import block
from boardgames_site.lessons.calls import run_program, show_game
from boardgames_site.lessons.docs_pages import INTERACTIVE, NoDocs, docs_folder
from boardgames_site.lessons.examples import run_examples
from boardgames_site.lessons.pages import ASSETS, SCRIPTS, SHARED_FILE, Pages, asset

from tests.command import Run
from tests.conftest import ROOT
from tests.test_course import CHAPTERS, EXERCISES, OWN_GAME

TYPED = re.compile(r"^(?:>>>|\.\.\.) ?(.*)\n", re.MULTILINE)


class Parts(HTMLParser):
    """The ids, links and texts of a page, and the text of each element with a class."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sections: list[dict[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values[name] for name in ("href", "src") if name in values]
        if tag == "section":
            self.sections.append(values)


PAGES = Pages(ROOT / "docs", "scripts/")
JAPANESE = Pages(ROOT / "docs", "scripts/", "ja")


@cache
def site() -> dict[str, bytes]:
    """All files."""
    return dict(PAGES.files()) | dict(JAPANESE.files())


@cache
def chapter(name: str) -> str:
    return PAGES.render(PAGES.pages[f"course/{name}.md"])


@cache
def parts(path: str) -> Parts:
    return Parts(site()[path].decode())


def pages() -> list[str]:
    return [path for path in site() if path.endswith(".html")]


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


@pytest.mark.thorough
def test_every_link_leads_somewhere() -> None:
    others = {f"scripts/{name}" for name in (*ASSETS, "choose_language.js", "page.css", "icon.svg")}
    others |= {"index.html", "ja/index.html"}
    for page in pages():
        for link in parts(page).links:
            if re.match(r"[a-z]+:", link):
                continue
            file, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), file)) if file else page
            assert target in site() or target in others, f"{page} links to {link}"
            assert not link.startswith("/"), f"{page}: {link} leads out of a site that is below a path"
            if anchor:
                assert anchor in parts(target).ids, f"{page} links to {link}, which has no such heading"


def test_the_course_is_japanese_but_for_the_text_of_its_chapters() -> None:
    """In parts that are not marked as English no word is English but code and names."""
    path = "course/state.md"
    for page in (JAPANESE.render(JAPANESE.pages[path]), JAPANESE.shared_page()):
        assert '<html lang="ja">' in page and 'hreflang="en"' in page
        assert ("このページの本文は英語です。" in page) == ('<article class="text" lang="en">' in page)
        marked = re.findall(r'(?s)<(section|p|nav)[^>]* lang="ja".*?</\1>', page)
        assert marked, "what is Japanese within an English text says so"
        body = re.sub(r'(?s)<script.*?</script>|<p class="soft".*?</p>', "", page.partition("<body")[2])
        parts = re.findall(r'(?s)<(?:section|p) [^>]*lang="ja".*?</(?:section|p)>', body)
        shown = parts if 'class="text" lang="en"' in page else [f"<body{body}"]
        for text in shown:
            words = text_of(re.sub(r"(?s)<(code|pre|option).*?</\1>", "", text))
            spoken = re.findall(r'(?:aria-label|title)="([^"]*)"', text)
            left = re.sub(r"Python|Stop|\w+\.py", "", " ".join([words, *spoken]))
            assert not re.search("[A-Za-z]{3,}", left), left
    english = PAGES.render(PAGES.pages[path])
    assert 'hreflang="ja" href="../../ja/docs/course/state.html"' in english
    assert "このページ" not in english and 'id="catalogue"' not in english
    assert run_program("a.py", {"a.py": "raise NotImplementedError"}, "ja")["mistake"]["sentence"] == (
        "ここはまだ書かれていません：あなたが書く番です"
    )
    wrong = "from boardgames.testkit import checks, expect\nnumber = 2\nwith checks():\n    expect(abs(number), 3)\n"
    assert run_program("a.py", {"a.py": wrong}, "ja")["mistake"]["sentence"].split("\n") == [
        "まだです（4行目）：",
        "  abs(number)",
        "  number は 2",
        "  結果     2",
        "  正しくは 3",
    ]


@pytest.mark.thorough
def test_drawings_with_small_letters_are_told_from_boards() -> None:
    """They keep a size at which one can read them, and scroll on a phone."""
    assert '<img class="figure diagram" src="../_static/course/chance-tree.svg"' in chapter("chance")
    assert '<img class="figure" src="../_static/course/start.svg"' in chapter("state")


def test_no_directive_is_left() -> None:
    for page in pages():
        text = site()[page].decode()
        assert not re.search(r"\{(include|board|facts|toctree|eval-rst|class|func)\}", text), page
        assert len(parts(page).ids) == len(set(parts(page).ids)), f"{page} has an id twice"


def test_each_chapter_has_its_exercises_word_for_word_and_from_the_second_on_the_game() -> None:
    found = []
    for number, name in enumerate(CHAPTERS, 1):
        sections = Parts(chapter(name)).sections
        games = [each["data-file"] for each in sections if each["class"] == "own-game"]
        assert games == [OWN_GAME] * (number > 1), name
        for file in [each["data-file"] for each in sections if each["class"] == "exercise"]:
            exercise, text = block(EXERCISES[file]), text_of(chapter(name))
            assert exercise.head.strip() in text and exercise.check.strip() in text, file
            found.append(file)
    assert found == list(EXERCISES)


def test_the_page_for_a_game_of_ones_own_begins_with_a_game_that_runs() -> None:
    page = PAGES.shared_page()
    assert [each["data-file"] for each in Parts(page).sections if each["class"] == "own-game"] == [SHARED_FILE]
    start = re.search(r'<pre class="code start".*?</pre>', page, re.DOTALL)
    assert start is not None
    assert show_game({"file": SHARED_FILE, "files": {SHARED_FILE: text_of(start[0])}})["title"] == "Pig"


def test_a_folder_without_the_docs_is_told(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("site", str(tmp_path / "out"), "--docs", str(tmp_path))
    assert (done.returncode, (tmp_path / "out").exists()) == (2, False)
    assert "is not the folder of the documentation: it has no course/index.md" in done.stderr
    monkeypatch.setattr("boardgames_site.lessons.docs_pages.LIBRARY", tmp_path / "src" / "boardgames")
    with pytest.raises(NoDocs, match="name one, or install the library from its source folder"):
        docs_folder()


def test_the_scripts_are_there_and_the_editor_has_its_licences() -> None:
    for name in SCRIPTS:
        for other in re.findall(r'from "\./([\w.]+)"', asset(name)[:4000].decode()):
            assert other in (*SCRIPTS, "python.js", "board.js", "translate.js"), f"{name} imports {other}"
    licences = asset("editor.LICENSE.txt").decode()
    assert "@codemirror/view" in licences and "@lezer/python" in licences and "MIT License" in licences


@pytest.mark.thorough
@pytest.mark.parametrize("page", [page for page in PAGES.pages if page.startswith(INTERACTIVE)])
def test_examples_print_what_the_page_says(page: str) -> None:
    """Each after those above it, as the page runs them."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    examples = re.findall(r"^```python\n(>>> .*?)^```$", text, re.DOTALL | re.MULTILINE)
    pieces: list[str] = []
    checker = doctest.OutputChecker()
    for example in examples:
        pieces.append("".join(f"{line}\n" for line in TYPED.findall(example)))
    for number, example in enumerate(examples):
        if "Traceback" in example:
            continue
        printed = run_examples(pieces[: number + 1], {})
        expected = TYPED.sub("", example)
        assert checker.check_output(expected, printed + "\n", doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), (
            f"{page}: {example}\nprints\n{printed}"
        )
