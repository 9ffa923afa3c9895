"""The course in a real browser: code typed, run and checked, a game drawn and played, links opened, loops stopped."""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from boardgames_site.lessons.blocks import block

from packages.site.tests.static_site import StaticSite, cut_off, static_site
from tests.conftest import ROOT
from tests.test_course import CHAPTERS, EXERCISES, OWN_GAME, SOLUTIONS, solution, wrong_solutions
from tests.web.tabs import NARROW, WIDE, Tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

pytestmark = pytest.mark.thorough

PATIENCE = 180_000  # milliseconds; Python has to be loaded on a machine that does other work, too
HEXAPAWN = (SOLUTIONS / OWN_GAME).read_text("utf-8")
NIM = '''\
"""Five matches: take one or two; the side that takes the last one wins."""

from typing import Any

import attrs

import boardgames as bg

TAKE = (bg.SimpleAction(0, "take1"), bg.SimpleAction(1, "take2"))


@attrs.frozen
class State(bg.BaseState):
    game: Any
    left: int
    seat: int

    @property
    def outcome(self):
        return None if self.left else bg.Outcome.lost_by(self.seat, "last match")

    @property
    def turn(self):
        return bg.OVER if self.outcome else self.seat

    def actions(self):
        return [take for take in TAKE if take.index < self.left]

    def apply(self, action):
        return State(self.game, self.left - action.index - 1, 1 - self.seat)

    def __str__(self):
        return f"{self.left} {self.seat}"


class Nim(bg.SimpleGame):
    name = "nim"
    title = "Five matches"
    all_actions = TAKE

    def start(self):
        return State(self, 5, 0)


SPEC = bg.GameSpec(name="nim", title="Five matches", game=Nim, reasons={"last match": "nothing is left to take"})
'''


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    with static_site(tmp_path_factory.mktemp("site"), ROOT / "docs") as found:
        yield found


@pytest.fixture(scope="module")
def site(built: StaticSite) -> str:
    return built.link("")


@pytest.fixture(scope="module")
def shared(browser: Browser, built: StaticSite) -> Iterator[BrowserContext]:
    """One reader, whose browser keeps Python; a request elsewhere fails the tests."""
    context = browser.new_context(viewport={"width": WIDE, "height": 900})
    context.set_default_timeout(PATIENCE)
    asked = cut_off(context, built)
    yield context
    context.close()
    assert asked == []


@pytest.fixture
def page(shared: BrowserContext, built: StaticSite) -> Iterator[Page]:
    """A page of a reader that has written nothing yet, and whose programs have more time than on other pages.

    An error in its console fails the test.
    """
    tab = Tab(shared.new_page())
    tab.page.add_init_script("addEventListener('DOMContentLoaded', () => (document.body.dataset.seconds ??= 300))")
    tab.page.set_default_timeout(PATIENCE)
    tab.page.goto(built.link("docs/glossary.html"))
    tab.page.evaluate("localStorage.clear()")
    yield tab.page
    tab.page.close()
    assert tab.complaints == []


def section(page: Page, file: str) -> Locator:
    return page.locator(f'section[data-file="{file}"]')


def write(part: Locator, text: str) -> None:
    """Put a text in place of what an editor has."""
    part.locator(".cm-content").fill(text)


def check(part: Locator) -> str:
    """Press Check; ``solved`` or ``mistake``."""
    part.locator("button.check").click()
    part.locator(".result.solved, .result.mistake").wait_for()
    classes: str = part.locator(".result").get_attribute("class") or ""
    return classes.split()[-1]


def link(site: str, source: str, file: str = "nim.py") -> str:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps({"file": file, "source": source}).encode()) + packer.flush()
    return f"{site}your-game.html#game={urlsafe_b64encode(packed).decode().rstrip('=')}"


@pytest.mark.parametrize("chapter", [c if c == "state" else pytest.param(c, marks=pytest.mark.slow) for c in CHAPTERS])
def test_the_exercises_of_each_chapter_fail_and_are_solved(chapter: str, page: Page, site: str) -> None:
    """Untouched, with a wrong solution, and with ours; what is solved is still marked when the page is loaded again."""
    page.goto(f"{site}docs/course/{chapter}.html")
    names = page.eval_on_selector_all(".exercise", "all => all.map(each => each.dataset.file)")
    assert names
    for name in names:
        part = section(page, name)
        what, wrong = wrong_solutions(name)[-1]
        assert check(part) == "mistake", f"{name} untouched"
        assert "not yet" in part.locator(".result").inner_text() or "your turn" in part.locator(".result").inner_text()
        if "your turn" in EXERCISES[name]:
            if chapter == CHAPTERS[-1]:  # its last exercise asks the whole game
                write(section(page, OWN_GAME), HEXAPAWN)
            write(part, f"{block(solution(name)).head}{wrong}\n")
            assert check(part) == "mistake", f"{name}: {what}"
            write(part, block(solution(name)).head)
        else:
            write(section(page, OWN_GAME), f"{HEXAPAWN}\n\n{wrong}")
            assert check(part) == "mistake", f"{name}: {what}"
            write(section(page, OWN_GAME), HEXAPAWN)
        assert check(part) == "solved", f"{name}: {part.locator('.result').inner_text()}"
        assert "well done" in part.locator(".result").inner_text()
    page.reload()
    for name in names:
        assert section(page, name).locator(".file .mark").is_visible(), name
    page.goto(f"{site}docs/course/index.html")
    assert f"✓ {len(names)} of {len(names)} solved" in page.locator("main").inner_text()


def test_a_game_is_typed_drawn_and_played_and_follows_its_rules(page: Page, site: str) -> None:
    page.goto(f"{site}docs/course/action.html")
    game = section(page, OWN_GAME)
    write(game, HEXAPAWN)
    game.locator(".cm-content").press("Control+Enter")
    for ply, spot in ((0, "b1"), (0, "b2"), (1, "a3"), (1, "b2"), (2, "a1"), (2, "b2")):
        page.locator(f'#board[data-ply="{ply}"] .spot.open[data-spot="{spot}"]').click()
    page.locator('#board[data-ply="3"]').wait_for()
    assert game.locator(".status").inner_text() == "White plays a1b2. Black to move."
    board = page.locator("#board svg")
    assert board.locator("use").count() == 4
    page.locator(".opponent").select_option("alphabeta:level=4")
    page.locator('#board[data-ply="4"]').wait_for()
    game.locator(".undo").click()
    page.locator('#board[data-ply="2"]').wait_for()
    # A pawn may no longer capture: what was played so is taken back, without a button.
    write(game, HEXAPAWN.replace('("." if to == x else other)', '"."'))
    page.get_by_text("The rules have changed: 1 action is no longer legal").wait_for()
    # A mistake keeps the board, and is a line.
    write(game, HEXAPAWN.replace("if self.steps():", "if self.steps(:"))
    game.locator(".result.mistake").wait_for()
    line = HEXAPAWN[: HEXAPAWN.index("if self.steps():")].count("\n") + 1
    assert f"{OWN_GAME}, line {line}: SyntaxError" in game.locator(".result").inner_text()
    assert board.is_visible() and "self.steps(:" in game.locator(".cm-mistake").inner_text()


def test_the_keyboard_is_enough(page: Page, site: str) -> None:
    """Type, run, leave the editor, choose on the board; each part has a name for a screen reader."""
    page.goto(f"{site}docs/course/action.html")
    exercise = section(page, "promotions.py")
    editor = exercise.get_by_role("textbox", name="source of promotions.py")
    editor.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("choices = lambda state: []\n")
    page.keyboard.press("Control+Enter")
    exercise.locator(".result.mistake").wait_for()
    assert "expected ['5c4b'" in exercise.locator(".result").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Check"
    write(section(page, OWN_GAME), HEXAPAWN)
    section(page, OWN_GAME).get_by_role("button", name="Run").press("Enter")
    page.get_by_role("button", name="b1, W, may be chosen").press("Enter")
    page.get_by_role("button", name="b2, may be chosen").press("Enter")
    page.locator('#board[data-ply="1"]').wait_for()
    named = "all => all.filter(each => !(each.textContent || each.ariaLabel).trim()).length"
    assert page.eval_on_selector_all("button, a, summary", named) == 0


def test_an_endless_loop_is_stopped_and_python_begins_anew(page: Page, site: str) -> None:
    page.goto(f"{site}docs/course/state.html")
    part = section(page, "positions.py")
    head = block(EXERCISES["positions.py"]).head.replace('raise NotImplementedError("your turn")', "while True: pass")
    assert check(part) == "mistake"  # Python is loaded
    page.evaluate("document.body.dataset.seconds = 2")
    write(part, head)
    assert check(part) == "mistake"
    assert "in 2 seconds, so Python was stopped. Does a loop never end" in part.locator(".result").inner_text()
    page.evaluate("document.body.dataset.seconds = 60")
    part.locator("button.check").click()
    page.wait_for_selector("#python", state="hidden")
    part.locator("button.stop").click()
    page.get_by_text("Python was stopped. Does a loop").wait_for()
    write(part, block(solution("positions.py")).head)
    assert check(part) == "solved"


def test_what_is_typed_is_kept_until_reset(page: Page, site: str) -> None:
    page.goto(f"{site}docs/course/state.html")
    part = section(page, "positions.py")
    write(part, "# mine\n")
    page.reload()
    assert part.locator(".cm-content").inner_text().strip() == "# mine"
    with page.expect_download() as saved:
        part.locator("button.download").click()
    assert saved.value.suggested_filename == "positions.py"
    assert saved.value.path().read_text("utf-8").startswith("# mine\n\n\n# -- check ")
    part.locator("button.reset").click()
    page.reload()
    assert "your turn" in part.locator(".cm-content").inner_text()


def test_code_that_is_scrolled_sideways_passes_under_the_numbers_of_its_lines(page: Page, site: str) -> None:
    page.goto(f"{site}docs/course/state.html")
    part = section(page, "positions.py")
    write(part, f"# {'long ' * 100}\n")
    part.locator(".cm-scroller").evaluate("scroller => scroller.scrollLeft = 90")
    numbers = part.locator(".cm-gutters")
    assert numbers.evaluate("node => getComputedStyle(node).backgroundColor").startswith("rgb("), "not rgba"


def test_an_example_is_changed_and_run_after_those_above_it(page: Page, site: str) -> None:
    page.goto(f"{site}docs/course/state.html")
    example = page.locator(".example").nth(1)
    example.get_by_role("button", name="Try it").click()
    page.get_by_text("rbsgk/4p/P4/5/KGSBR w - 2").last.wait_for()
    write(example, "after = before.play('5d5b')\nlen(before.actions())")
    example.get_by_role("button", name="Run").click()
    page.get_by_text("line 1: IllegalAction: '5d5b' is not legal").wait_for()
    assert example.locator(".output").inner_text().strip().endswith("14")


@pytest.mark.slow
def test_a_strangers_game_goes_from_typed_source_to_a_played_game_and_into_a_link(
    page: Page, site: str, browser: Browser
) -> None:
    page.goto(f"{site}your-game.html")
    game = section(page, "mygame.py")
    write(game, NIM)
    game.get_by_role("button", name="Run").click()
    for ply, take in enumerate(("take2", "take1", "take2")):
        page.locator(f'#board[data-ply="{ply}"] [data-spot="{take}"]').click()
    page.get_by_text("First plays take2. First wins: last match.").wait_for()
    game.get_by_role("button", name="Link").click()
    address = game.locator(".address")
    page.wait_for_function("() => document.querySelector('.address').value.includes('#game=')")
    assert len(address.input_value()) < 2000
    other = browser.new_context()
    tab = other.new_page()
    tab.set_default_timeout(PATIENCE)
    tab.goto(address.input_value())
    tab.get_by_text("A link has brought a game: mygame.py").wait_for()
    assert "not run" in tab.locator("#stranger").inner_text() and "sandbox" in tab.locator("#stranger").inner_text()
    assert tab.locator(".own-game .run").is_disabled() and tab.locator("#board svg").count() == 0
    tab.get_by_role("button", name="Run this game").click()
    tab.locator('[data-spot="take1"]').click()
    tab.locator('#board[data-ply="1"]').wait_for()
    tab.goto(f"{site}your-game.html")
    assert "Five matches" not in tab.locator(".cm-content").inner_text()  # it was not kept
    other.close()


@pytest.mark.parametrize("damage", ["", "AAAA", "%00", "x" * 40_000])
def test_a_link_that_holds_no_game_says_so(damage: str, page: Page, site: str) -> None:
    page.goto(f"{site}your-game.html#game={damage}")
    page.get_by_text("The link does not work: it ").wait_for()
    assert page.locator("#stranger").is_hidden()


def test_a_link_is_not_unpacked_without_end(page: Page, site: str) -> None:
    page.goto(link(site, "#" * 10_000_000))
    page.get_by_text("its content is longer than 200000 bytes").wait_for()


HOSTILE = """
import js
from pyodide.code import run_js
import boardgames.session.pictures as pictures

NAMES = "caches indexedDB fetch XMLHttpRequest WebSocket Worker importScripts BroadcastChannel"
found = [name for name in NAMES.split() if run_js(f"'{name}' in self") or hasattr(js, name)]
found += [name for name in ("storage", "locks", "serviceWorker") if run_js(f"'{name}' in navigator")]
pictures.svg = lambda *args, **kwargs: (
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="x" onerror="document.title=1"/><text class="got">'
    + (" ".join(found) or "nothing")
    + '</text></svg><img src="x" onerror="document.title=2"><script>document.title=3</script>'
    + '<svg onload="document.title=4"></svg><iframe srcdoc="<script>parent.document.title=5</script>"></iframe>'
)
"""


def test_a_strangers_program_gets_nothing_of_the_site_or_the_page(page: Page, site: str) -> None:
    page.goto(link(site, NIM + HOSTILE))
    page.get_by_role("button", name="Run this game").click()
    page.locator("#board .got").wait_for(state="attached")
    assert page.locator("#board .got").text_content() == "nothing"
    assert page.title() == "A game of your own · boardgames"
    assert page.locator("#board").locator("script, img, iframe, image, [onload], [onerror]").count() == 0


def test_the_course_speaks_japanese(page: Page, site: str) -> None:
    """A link of a page chooses it, for the next pages too."""
    page.goto(f"{site}docs/course/state.html")
    page.click("#languages a[lang=ja]")
    page.wait_for_url("**/ja/docs/course/state.html")
    part = section(page, "positions.py")
    write(part, block(solution("positions.py")).head)
    assert check(part) == "solved"
    assert "✓ 正解です。" in part.locator(".result").inner_text()
    write(part, block(EXERCISES["positions.py"]).head)
    assert check(part) == "mistake"
    assert "まだです（14行目）：" in part.locator(".result").inner_text()
    page.goto(f"{site}your-game.html")
    page.wait_for_url("**/ja/your-game.html")
    game = page.locator(".own-game")
    write(game, HEXAPAWN)
    game.get_by_role("button", name="実行").click()
    for spot in ("b1", "b2"):
        page.locator(f'#board[data-ply="0"] .spot.open[data-spot="{spot}"]').click()
    page.locator('#board[data-ply="1"]').wait_for()
    assert game.locator(".status").inner_text() == "白：b1b2。黒の手番。"
    page.get_by_role("button", name="a3、B、選べます").wait_for()
    write(game, HEXAPAWN.replace("if self.steps():", "if self.steps(:"))
    game.locator(".result.mistake").wait_for()
    assert "行目：SyntaxError" in game.locator(".result").inner_text()


@pytest.mark.parametrize(
    "path",
    ["docs/course/action.html", "docs/course/index.html", "your-game.html", "docs/glossary.html", "ja/your-game.html"],
)
def test_pages_fit_a_phone_and_are_read_in_the_dark(path: str, browser: Browser, site: str) -> None:
    locale = "ja-JP" if path.startswith("ja/") else "en-US"
    context = browser.new_context(viewport={"width": NARROW, "height": 800}, color_scheme="dark", locale=locale)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(site + path)
    page.wait_for_load_state("networkidle")
    assert page.url == site + path
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    colours = page.evaluate("(style => [style.color, style.backgroundColor])(getComputedStyle(document.body))")
    ink, paper = (sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours)
    assert ink > paper + 300
    context.close()
