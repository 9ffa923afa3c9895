"""The static site in a real browser, with every other host refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

import boardgames as bg
from boardgames.contest import play_game
from packages.site.tests.static_site import LOADING, StaticSite, cut_off, opened, static_site
from tests.web.games import MORRIS, SHOGI
from tests.web.tabs import NARROW, WIDE, Tab, whole_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    with static_site(tmp_path_factory.mktemp("site")) as built:
        yield built


@pytest.fixture(scope="module")
def shared(browser: Browser, site: StaticSite) -> Iterator[BrowserContext]:
    """The tabs of one reader: what the first keeps, the others find."""
    context = browser.new_context(viewport={"width": WIDE, "height": 860}, accept_downloads=True)
    asked = cut_off(context, site)
    yield context
    assert asked == []
    context.close()


def play_link(site: StaticSite, game: str, **form: Any) -> str:
    query = {"player-0": "human", "player-1": "human", **form}
    return site.link(f"play/{game}.html?{urlencode(query)}")


def short_game(game: str, options: dict[str, Any], most: int) -> tuple[int, bg.Playthrough]:
    """A seed, and a game with its dice that does not take long."""
    for seed in range(1000):
        record = play_game(bg.load(game, **options), "random", "random", seed=seed, max_plies=most)
        if record.verdict is not None and record.verdict.outcome.reason != "ply limit":
            return seed, record.playthrough()
    raise AssertionError(game)


def by_clicks(shared: BrowserContext, site: StaticSite, width: int, played: bg.Playthrough, **form: Any) -> None:
    with opened(shared, play_link(site, played.start.game.name, position=str(played.start), **form)) as tab:
        tab.page.set_viewport_size({"width": width, "height": 860})
        whole_game(tab, played)
        tab.page.locator("#status strong").wait_for()
        if width == WIDE:
            tab.page.get_by_role("button", name="Analyse the game").click()
            tab.page.get_by_role("columnheader", name="accuracy").wait_for()
        assert tab.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize(("game", "width"), [("ur", WIDE), pytest.param("dice-shogi", NARROW, marks=pytest.mark.slow)])
def test_a_game_with_dice_by_clicks(game: str, width: int, shared: BrowserContext, site: StaticSite) -> None:
    options: dict[str, Any] = {"ur": {"tokens": 1}}.get(game, {})
    seed, played = short_game(game, options, 30)
    by_clicks(shared, site, width, played, seed=seed, **{f"option-{name}": value for name, value in options.items()})


@pytest.mark.parametrize("width", [pytest.param(WIDE, marks=pytest.mark.slow), NARROW])
def test_the_other_games_by_clicks(width: int, shared: BrowserContext, site: StaticSite) -> None:
    chosen = {WIDE: (MORRIS,), NARROW: (SHOGI,)}[width]
    for game in chosen:
        rules = bg.load(game.game)
        start = rules.start() if game.start is None else rules.parse(game.start)
        by_clicks(shared, site, width, bg.Playthrough.replay(start, game.actions))
    if width == WIDE:
        by_clicks(shared, site, width, short_game("minishogi", {}, 20)[1])


def click_on(tab: Tab) -> None:
    """Choose some action, whatever is offered, until the game is over."""
    tab.page.evaluate("""async () => {
      const wait = (time) => new Promise((done) => setTimeout(done, time));
      while (!document.querySelector('#status strong')) {
        const spots = [...document.querySelectorAll('.spot.open')];
        const spot = spots[Math.floor(Math.random() * spots.length)];
        spot?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        await wait(30);
      }
    }""")


def test_with_the_network_cut_a_game_against_a_player_goes_on_to_its_end(
    shared: BrowserContext, site: StaticSite, tmp_path: Path
) -> None:
    link = play_link(site, "ur", **{"player-1": "alphabeta:level=4", "option-tokens": 1, "seed": 1})
    with opened(shared, link) as tab:
        tab.page.locator("#undo").click()  # while there is no game yet
        tab.offered()
        assert tab.page.locator("#connection").is_hidden()
        tab.page.locator("#hint").click()
        tab.page.locator("#hints button").first.wait_for()
        shared.set_offline(True)
        try:
            click_on(tab)
            tab.page.get_by_text("Keep the game").click()
            with tab.page.expect_download() as download:
                tab.page.locator("[data-format=json]").click()
            download.value.save_as(tmp_path / "ur.json")
            plies = len(json.loads((tmp_path / "ur.json").read_text())["actions"])
            tab.at(plies)
            tab.page.locator("#first").click()
            tab.shows(0)
            tab.page.locator("#swap").click()
            tab.page.wait_for_selector("#board.board")
            tab.page.wait_for_function("() => document.querySelector('.players b').textContent.startsWith('Level')")
        finally:
            shared.set_offline(False)


HELD = """(() => {
  let held = null, released = false;
  const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  Object.defineProperty(Worker.prototype, 'onmessage', {
    set(receive) {
      set.call(this, (event) => (held ? held.push(event) : receive(event)));
      window.release = () => {
        const events = held;
        [held, released] = [null, true];
        events.forEach(receive);
      };
    },
  });
  new MutationObserver(() => {
    if (!released && document.querySelector('.spot.early')) held ??= [];
  }).observe(document, { subtree: true, childList: true, attributes: true });
})()"""
"""As soon as a premove can be entered, hold back what Python says until ``release()``, as if a program thought on."""


def test_a_premove_is_entered_while_a_program_thinks_in_the_same_worker(
    shared: BrowserContext, site: StaticSite
) -> None:
    with opened(shared, "about:blank") as tab:
        tab.page.add_init_script(HELD)
        tab.page.goto(play_link(site, "morris", **{"player-1": "alphabeta:level=1", "seed": 1}))
        tab.offered()
        tab.click("d6")
        tab.page.wait_for_selector(".spot.early")
        tab.click("a7")
        tab.page.locator("#status").get_by_text("Premove: a7").wait_for()
        assert tab.page.inner_text("#ply") == "1 / 1", "it still thinks"
        tab.page.evaluate("release()")
        tab.page.wait_for_function("() => document.querySelectorAll('#moves a').length > 2")
        assert "a7" in tab.page.locator("#moves a").nth(2).inner_text() and not tab.page.locator("#error").is_visible()


def test_the_board_is_shown_from_ones_own_side_while_a_program_begins(shared: BrowserContext, site: StaticSite) -> None:
    with opened(shared, "about:blank") as tab:
        tab.page.set_viewport_size({"width": NARROW, "height": 860})
        tab.page.goto(play_link(site, "minishogi", **{"player-0": "mcts", "player-1": "human"}))
        tab.shows(0, seat=1)
        assert tab.page.inner_text("#ply") == "0 / 0", "it still thinks"


@pytest.mark.slow
def test_the_second_visit_needs_no_server(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context()
    with static_site(tmp_path) as site:
        with opened(context, site.link("index.html")) as tab:
            tab.page.get_by_role("link", name="Royal Game of Ur").wait_for()
        with opened(context, play_link(site, "ur")) as tab:
            tab.offered()
            tab.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
            tab.page.wait_for_function(
                "caches.open('boardgames snapshots').then((cache) => cache.keys()).then((all) => all.length)"
            )
    for page, wanted in [("index.html", "text=Choose a game"), ("play/minishogi.html", ".spot.open")]:
        with opened(context, site.link(page)) as tab:
            tab.page.wait_for_selector(wanted)
    context.close()


def test_from_the_first_page_by_the_form_to_a_watched_game(shared: BrowserContext, site: StaticSite) -> None:
    with opened(shared, site.link("index.html")) as tab:
        tab.page.get_by_role("link", name="Nine Men's Morris").click()
        for seat, player in enumerate(("random", "greedy")):
            tab.page.get_by_text("Other players").nth(seat).click()
            tab.page.locator(f"[name=other-{seat}]").select_option(player)
        tab.page.get_by_role("button", name="Begin").click()
        tab.page.wait_for_selector("#moves li:nth-child(6)")
        tab.page.locator("#back").click()
        tab.page.wait_for_selector("#board[data-ply]")
    with opened(shared, site.link("play/ur.html?option-tokens=99")) as tab:
        tab.page.get_by_text("choose other settings").wait_for()


def test_a_game_is_analysed_and_saved(shared: BrowserContext, site: StaticSite, tmp_path: Path) -> None:
    record = play_game("minishogi", "greedy", "random", seed=3, max_plies=8)
    (tmp_path / "game.json").write_text(record.json())
    (tmp_path / "diary.txt").write_text("Dear diary")
    with opened(shared, site.link("records.html")) as tab:
        tab.page.set_input_files("#file", tmp_path / "diary.txt")
        tab.page.wait_for_selector("#error:not([hidden])")
        tab.page.set_input_files("#file", tmp_path / "game.json")
        replay = tab.page.frame_locator("#replay")
        replay.get_by_role("heading", name="Minishogi").wait_for()
        assert tab.page.locator("#error").is_hidden()
        tab.page.locator("#effort").select_option("0.2")
        tab.page.locator("#analyse").click()
        tab.page.get_by_text("positions were judged.").wait_for()
        replay.locator("#graph").wait_for()
        tab.page.locator("#format").select_option("kif")
        with tab.page.expect_download() as download:
            tab.page.locator("#save").click()
        download.value.save_as(tmp_path / "game.kif")
        assert "評価値" in (tmp_path / "game.kif").read_text(encoding="cp932")
        tab.page.set_input_files("#file", tmp_path / "game.kif")
        replay.locator("#graph").wait_for()


def test_a_function_that_never_ends_is_stopped_and_python_starts_again(
    shared: BrowserContext, site: StaticSite
) -> None:
    script = next(site.folder.glob("files-*/python.js")).relative_to(site.folder).as_posix()
    with opened(shared, site.link("index.html")) as tab:
        answers = tab.page.evaluate(
            """async (address) => {
              const { Python } = await import(address);
              const python = new Python();
              const failed = (call) => call.then(() => null, ({ message, kind }) => ({ message, kind }));
              const endless = failed(python.call("builtins:exec", ["while True: pass"], { seconds: 1 }));
              const waiting = failed(python.call("operator:add", [1, 1]));
              return [await endless, await waiting, await python.call("operator:add", [1, 2]),
                await failed(python.call("operator:truediv", [1, 0]))];
            }""",
            site.link(script),
        )
    stopped = {"message": "There was no answer in 1 seconds, so Python was stopped.", "kind": "Stopped"}
    assert answers == [stopped, stopped, 3, {"message": "division by zero", "kind": "ZeroDivisionError"}]


def test_what_keeps_python_from_loading_is_said(browser: Browser, site: StaticSite) -> None:
    page = browser.new_page()
    page.goto((site.folder / "play" / "ur.html").as_uri())
    assert "as with 'python -m http.server'" in (page.text_content("body") or "")
    page.close()
    for script, pattern, sentence in [
        ("delete globalThis.WebAssembly", None, "This browser has no WebAssembly"),
        ("", "**/pyodide.asm.wasm", "Python could not be loaded"),
        ("", "**/packages.zip", "Python could not be loaded"),
        ("", "**/worker.js", "Python could not be loaded"),
    ]:
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script(script)
        if pattern:
            page.route(pattern, lambda route: route.fulfill(status=404, body="gone"))
        page.goto(play_link(site, "ur"))
        page.get_by_text(sentence).wait_for(timeout=1000 * LOADING)
        context.close()


@pytest.mark.slow
def test_a_japanese_browser_is_led_to_the_japanese_pages(browser: Browser, site: StaticSite) -> None:
    """Python in the browser says moves in Japanese; a link leads back to English, which the browser keeps."""
    context = browser.new_context(viewport={"width": NARROW, "height": 860}, locale="ja-JP")
    asked = cut_off(context, site)
    with opened(context, play_link(site, "minishogi")) as tab:
        tab.page.wait_for_url("**/ja/play/minishogi.html?*")
        tab.page.locator(".spot.open").first.wait_for()
        tab.play(bg.load("minishogi").start(), "2e3d")
        tab.at(1)
        assert tab.page.locator("#moves li").first.inner_text().startswith("３四角(25)")
        tab.page.click("#languages a[lang=en]")
        tab.page.wait_for_url("**/play/minishogi.html")
        tab.page.goto(site.link("index.html"))
        assert tab.page.locator("#new").inner_text() == "Choose a game"
    assert asked == []
    context.close()
