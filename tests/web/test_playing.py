"""Playing at the page as people do: by clicks, drags, taps and keys in a browser."""

from __future__ import annotations

import shlex
import sys
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from boardgames.players import solve_mate
from boardgames.web.messages import PlayAction
from boardgames.web.permissions import Permissions
from tests.view.test_page import WATCH
from tests.web.games import UR
from tests.web.site import Site
from tests.web.tabs import MIDDLE, NARROW, Tab, moves, tab_at, whole_game
from tests.web.test_games import playthrough_of
from tests.web.test_tables import TALKS, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.thorough

ROWS = """() => [...document.querySelectorAll('#moves li')].map(row => {
  const [all, link] = [row.getBoundingClientRect(), row.querySelector('a').getBoundingClientRect()];
  return { kind: row.className.split(' ')[0], left: all.left, top: all.top, width: all.width, lines: link.height };
})"""
"""Where the rows of the list of moves lie; a wrapped link is higher than a line."""


def test_a_throw_without_a_move_leaves_the_columns_as_they_are(site: Site, browser: Browser) -> None:
    table = site.open(UR.game, "human", "human", dice=UR.dice)
    playthrough = playthrough_of(UR)
    with tab_at(browser, site.link(table)) as tab:
        whole_game(tab, playthrough)
        found: list[list[dict[str, Any]]] = [tab.page.evaluate(ROWS)]
    with tab_at(browser, site.link(table), NARROW) as tab:
        tab.at(playthrough.plies)
        found.append(tab.page.evaluate(ROWS))
    for rows in found:
        moved = [row for row in rows if row["kind"].startswith("seat")]
        assert len({(row["left"], row["width"]) for row in moved}) == 1 and moved[0]["width"] > 150
        assert all(row["lines"] < 30 for row in rows if row not in moved)
        together = [(row, after) for row, after in pairwise(rows) if after in moved]
        assert len(together) == len(moved) and all(row["top"] == after["top"] for row, after in together)


def test_a_click_shows_where_a_man_would_go(site: Site, browser: Browser) -> None:
    """The second plays it; where dice have been thrown, one is enough."""
    table = site.open("shogi", "human", "human")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("7g")
        tab.page.locator("#status").get_by_text("7g, Black pawn: ").wait_for()
        assert tab.open_spots() == ["7f"] and moves(table) == []
        tab.click("7f")
        tab.at(1)
    table = site.open("ur", "human", "human", dice=["4", "1"])
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("a0")
        tab.at(3)


def test_the_words_of_a_program_stand_beside_their_ply(site: Site, browser: Browser) -> None:
    table = site.open("minishogi", "human", f"plain:{shlex.join([sys.executable, '-c', TALKS])}")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("2e")
        tab.click("4c")
        tab.at(2)
        words = f"I take {table.session.log.playthrough.texts[1]}"
        assert tab.page.inner_text("#remark") == words
        tab.page.click("#back")
        tab.shows(1)
        assert tab.page.is_hidden("#remark")
        tab.page.click("#forth")
        tab.shows(2)
        assert tab.page.inner_text("#remark") == words


def held(tab: Tab, start: str, end: str) -> None:
    """Take hold of the man on a spot with the mouse, and move it to another, without letting go."""
    (x0, y0), (x1, y1) = (tab.page.locator(f'[data-spot="{spot}"]').evaluate(MIDDLE) for spot in (start, end))
    tab.page.mouse.move(x0, y0)
    tab.page.mouse.down()
    tab.page.mouse.move(x1, y1, steps=4)


def lit(tab: Tab) -> list[str]:
    names: list[str] = tab.page.eval_on_selector_all(".spot.open.under", "all => all.map(each => each.dataset.spot)")
    return names


FILLED = """name => getComputedStyle(document.querySelector(`[data-spot="${name}"] .hit`)).fill"""


def test_a_man_that_is_dragged_follows_the_pointer(site: Site, browser: Browser) -> None:
    table = site.open("shogi", "human", "human")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        held(tab, "2h", "5h")
        man, goal = (tab.page.locator(where).evaluate(MIDDLE) for where in ("#board .lifted use", '[data-spot="5h"]'))
        assert man == pytest.approx(goal, abs=3)
        assert lit(tab) == ["5h"] and tab.open_spots() == ["1h", "3h", "4h", "5h", "6h", "7h"]
        tab.page.mouse.move(*tab.page.locator('[data-spot="2g"]').evaluate(MIDDLE))
        assert lit(tab) == [] and tab.page.evaluate(FILLED, "2g") == "rgba(0, 0, 0, 0)", "a man of the same side"
        tab.page.mouse.up()
        tab.page.locator("#error").get_by_text("2g holds a man of the same side").wait_for()
        assert tab.page.locator(".lifted, .away, .chosen").count() == 0, "it is back"
        tab.page.keyboard.press("Escape")
        tab.page.wait_for_selector("#error", state="hidden")
        held(tab, "2h", "2h")
        tab.page.mouse.up()
        assert moves(table) == []
        tab.drag("2h", "5h")
        tab.at(1)
        assert moves(table) == ["2h5h"] and tab.page.locator(".lifted").count() == 0


def test_pieces_slide_and_dice_roll(site: Site, browser: Browser) -> None:
    table = site.open(
        "shogi", "human", "human", start="lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"
    )
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.page.evaluate(WATCH)
        tab.click("8h")
        tab.click("2b")
        tab.page.wait_for_function("() => moved.length === 2")
        assert sorted(tab.page.evaluate("moved")) == [["2b", 200, "translate"], ["B*", 200, "translate"]]
        tab.click("decline")
        tab.at(1)
        tab.page.evaluate("moved.length = 0")
        tab.page.click("#back")
        tab.shows(0)
        tab.page.click("#forth")
        tab.shows(1)
        back_and_forth = [[spot, 200, "translate"] for spot in ("2b", "2b", "8h", "B*")]
        assert sorted(tab.page.evaluate("moved")) == back_and_forth
        tab.page.evaluate("moved.length = 0")
        tab.page.click("#turn")
        tab.shows(1, 1)
        assert tab.page.evaluate("moved") == [], "nobody has moved"
    table = site.open("ur", "human", "human", dice=["4", "1", "2"])
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.page.evaluate(WATCH)
        tab.click("a0")
        tab.at(3)
        assert ["a4", 200, "translate"] in tab.page.evaluate("moved")
        assert ["thrown", 200, "rotate", "scale"] in tab.page.evaluate("moved")
    with tab_at(browser, site.link(table), reduced_motion="reduce") as tab:
        tab.at(3)
        tab.page.evaluate(WATCH)
        tab.page.click("#back")
        tab.shows(2)
        tab.page.click("#first")
        tab.shows(0)
        assert tab.page.evaluate("moved") == []


def test_the_lobby_begins_with_the_games_that_most_people_look_for(site: Site, browser: Browser) -> None:
    site.open("ur", "human", "human")
    lobby = f"{site.origin}/?token={site.lobby.host_token}"
    with tab_at(browser, lobby) as tab:
        hidden = tab.page.eval_on_selector_all("[name=game]", "all => all.map(each => each.value)")
        assert hidden[:5] == ["ur", "morris", "shogi", "minishogi", "dice-shogi"]
        widths = "all => all.map(each => each.getBoundingClientRect().width)"
        assert min(tab.page.eval_on_selector_all(".games select", widths)) > 180, "the levels are not cut off"
    with tab_at(browser, lobby, NARROW) as tab:
        tables, games = (tab.page.locator(where).bounding_box() for where in ("#open-tables", ".games"))
        assert tables is not None and games is not None and tables["y"] > games["y"]
    with tab_at(browser, f"{lobby}&game=shogi") as tab:
        offered = tab.page.eval_on_selector_all("[name=other-1] option", "all => all.map(each => each.textContent)")
        assert not [words for words in offered if words.startswith("onnx")], "it has no network"
        assert [words for words in offered if words.startswith("perfect: shogi has not been solved")]
        tab.page.get_by_text("Other players").last.click()
        tab.page.select_option("[name=other-1]", "perfect")
        tab.page.select_option("[name=clock]", "600+0+0")
        tab.page.get_by_role("button", name="Begin").click()
        tab.page.get_by_role("alert").get_by_text("shogi has not been solved").wait_for()
        assert tab.page.input_value("[name=clock]") == "600+0+0", "the settings stay"
        tab.complaints.clear()  # Chromium reports the 400


def test_the_settings_of_a_chosen_game_are_in_view_on_a_phone(site: Site, browser: Browser) -> None:
    with tab_at(browser, f"{site.origin}/?token={site.lobby.host_token}", NARROW) as tab:
        tab.page.get_by_role("link", name="Dice Shogi").click()
        in_view = """() => {
          const top = document.querySelector('#settings')?.getBoundingClientRect().top;
          return -1 < top && top < 400;
        }"""
        tab.page.wait_for_function(in_view)
        tab.page.get_by_text("Other players").last.click()
        tab.page.select_option("[name=other-1]", "perfect")
        tab.page.get_by_role("button", name="Begin").click()
        tab.page.get_by_role("alert").wait_for()
        tab.page.wait_for_function(in_view)  # so they are after a refusal
        tab.complaints.clear()  # Chromium reports the 400


def test_a_board_of_shogi_in_japanese(site: Site, browser: Browser) -> None:
    table = site.open("shogi", "human", "guest")
    with tab_at(browser, site.link(table), locale="ja-JP") as tab:
        tab.at(0)
        marks = tab.page.eval_on_selector_all("#board .coordinate", "all => all.map(each => each.textContent)")
        assert marks == [*"123456789", *"一二三四五六七八九"]
        assert tab.page.locator(".players b").all_inner_texts() == ["人間（あなた）", "ゲスト"]
        tab.page.goto(f"{site.origin}/?token={site.lobby.host_token}&game=shogi")
        tab.page.locator("#settings summary").first.click()
        assert "impasse" not in tab.page.inner_text("#settings details")


def test_a_dark_dot_is_filled_on_a_dark_page(site: Site, browser: Browser) -> None:
    table = site.open("ur", "human", "human", dice=["4", "1"])
    brightness = "seat => getComputedStyle(seat).backgroundColor.match(/[0-9]+/g).map(Number).reduce((a, b) => a + b)"
    with tab_at(browser, site.link(table), color_scheme="dark") as tab:
        tab.offered()
        dark, light, page = (
            tab.page.locator(where).evaluate(brightness) for where in (".seat.seat0", ".seat.seat1", "body")
        )
        assert page + 150 < dark < light - 300


AWAY = """hidden => {
  Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_the_title_of_a_tab_in_the_background_says_whose_turn_it_is(site: Site, browser: Browser) -> None:
    table = site.open("morris", "human", "guest")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        title = tab.page.title()
        assert title == "Nine Men's Morris: human – guest"
        tab.click("d6")
        tab.at(1)
        tab.page.evaluate(AWAY, True)
        wait_for(lambda: table.session.turn is not None and table.session.turn.seat == 1)
        site.run(table.handle(Permissions(frozenset({1})), PlayAction(1, "d2")))
        tab.page.wait_for_function("title => document.title === 'Your turn: ' + title", arg=title)
        tab.page.evaluate(AWAY, False)
        assert tab.page.title() == title


def test_a_hint_is_an_arrow_and_a_rematch_changes_sides(site: Site, browser: Browser) -> None:
    table = site.open("minishogi", "human", "random")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.page.click("#hint")
        tab.page.wait_for_selector("#board .arrow")
        start, end = tab.page.eval_on_selector_all(".spot.hinted", "all => all.map(each => each.dataset.spot)")
        tab.page.keyboard.press("Escape")
        first = tab.page.locator("#hints button").first.get_attribute("title")
        assert first is not None and {first[:2], first[2:4]} == {start, end}
        tab.click("2e")
        tab.page.wait_for_selector(".spot.chosen")
        assert tab.page.locator("#board .arrow").count() == 1
        tab.page.click("#resign")
        tab.page.get_by_role("button", name="Rematch, sides changed").click()
        tab.page.wait_for_selector('#board[data-seat="1"]')
        assert table.session.log.names == ["random", "human"] and tab.page.locator("#board .arrow").count() == 0


def test_on_a_phone_the_board_is_first_and_its_squares_are_large(site: Site, browser: Browser) -> None:
    """The hands lie above and below it, and drops, promotions and drags work by touch."""
    start = "lnsgkgsnl/1r5b1/p1pppp1pp/9/9/2P6/PP1P1PPPP/1B5R1/LN1GKGSNL b PS2p 3"
    table = site.open("shogi", "human", "human", start=start)
    with tab_at(browser, site.link(table), NARROW, has_touch=True, is_mobile=True) as tab:
        tab.offered()
        script = "hit => hit.getBoundingClientRect().toJSON()"
        boxes: list[dict[str, float]] = [
            tab.page.locator(f'[data-spot="{name}"] .hit').evaluate(script) for name in ("9a", "1i", "P*", "p*")
        ]
        top, bottom, own, other = boxes
        assert top["width"] >= 40 and top["height"] >= 40
        assert other["y"] + other["height"] <= top["y"] and own["y"] >= bottom["y"] + bottom["height"]
        assert max(each["right"] for each in boxes) <= NARROW
        board, header = tab.page.locator("#board").bounding_box(), tab.page.locator("header").bounding_box()
        assert board is not None and header is not None and board["y"] < 30 < header["y"]
        tab.page.locator('[data-spot="P*"]').tap()
        tab.page.locator('[data-spot="5e"]').tap()
        tab.at(1)
        assert moves(table) == ["P*5e"]
        touch = tab.page.context.new_cdp_session(tab.page)
        (x0, y0), (x1, y1) = (tab.page.locator(f'[data-spot="{spot}"]').evaluate(MIDDLE) for spot in ("4c", "4d"))
        where = [{"x": x0 + (x1 - x0) * step / 3, "y": y0 + (y1 - y0) * step / 3} for step in range(4)]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": where[:1]})
        for point in where[1:]:
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        assert lit(tab) == ["4d"] and tab.page.locator(".lifted").count() == 1
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        tab.at(2)
        assert moves(table)[1] == "4c4d"


def test_a_guest_is_invited_and_gives_a_name(site: Site, browser: Browser) -> None:
    table = site.open("morris", "human", "guest")
    with tab_at(browser, site.link(table), permissions=["clipboard-read", "clipboard-write"]) as tab:
        tab.offered()
        tab.page.get_by_role("heading", name="Waiting for guest").wait_for()
        assert "--host" in tab.page.inner_text("#invitation"), "the link works on this machine only"
        tab.page.get_by_role("button", name="Copy").click()
        link = site.link(table, table.guest_tokens[1])
        assert tab.page.evaluate("navigator.clipboard.readText()") == link
        tab.page.get_by_text("QR code").click()
        assert tab.page.locator("#invitation svg title").text_content() == link
        with tab_at(browser, link) as guest:
            tab.page.wait_for_selector("#invitation", state="hidden")
            guest.page.get_by_label("Your name").fill("Bob Smith")
            guest.page.keyboard.press("Enter")
            guest.page.locator("#error").get_by_text("without spaces").wait_for()
            guest.page.get_by_label("Your name").fill("Bob")
            guest.page.keyboard.press("Enter")
            guest.page.get_by_text("Bob (you)").wait_for()
            assert guest.page.locator("#your-name").count() == 0
            tab.page.locator(".players").get_by_text("Bob", exact=True).wait_for()
            tab.page.click("#resign")
            guest.page.get_by_text("You win against human").first.wait_for()
            tab.page.get_by_text("Bob wins against you").first.wait_for()
            tab.page.click("#again")
            tab.offered()
            assert table.session.log.names == ["human", "Bob"] and tab.page.locator("#invitation").is_hidden()
            assert table.record(Permissions()).players[1].name == "Bob"


@pytest.mark.parametrize("way", ["clicks", "keys"])
@pytest.mark.parametrize(
    "game",
    ["ur:tokens=3", "minishogi", *(pytest.param(name, marks=pytest.mark.slow) for name in ("morris", "dice-shogi"))],
)
def test_a_game_against_a_level_to_its_end(game: str, way: str, site: Site, browser: Browser) -> None:
    """By places chosen at random among those that the page offers."""
    chance = Random(4)
    table = site.open(game, "human", "alphabeta:level=2", seed=4)
    with tab_at(browser, site.link(table)) as tab:
        while True:
            tab.page.wait_for_selector(".spot.open, body.over")
            spots = tab.open_spots()
            if not spots:
                break
            spot = chance.choice(spots)
            if way == "clicks":
                tab.click(spot)
            else:
                tab.page.focus(f'[data-spot="{spot}"]')
                tab.page.keyboard.press("Enter")
        assert tab.page.locator("#status strong").inner_text()
    assert table.session.log.verdict is not None and table.session.log.verdict.fault is None


def test_shogi_against_a_level_to_mate(site: Site, browser: Browser) -> None:
    """From a position with a mate in three plies: places at random make games of some 500."""
    start = "lns3sn+B/r2kBg3/1pN2p1pp/2pPp4/p4PpG1/PL2P3P/1P4PP1/2PSGS1R1/L3KG1NL b P 41"
    table = site.open("shogi", "human", "alphabeta:level=2", start=start)
    with tab_at(browser, site.link(table)) as tab:
        for ply in (0, 2):
            tab.at(ply)
            state = table.session.log.playthrough.state
            tab.play(state, str(solve_mate(state, 3, second_within=None).line[0]))
        tab.page.get_by_text("You win against Level 2").first.wait_for()
    verdict = table.session.log.verdict
    assert verdict is not None and verdict.outcome.reason == "checkmate"


def test_the_list_of_throws_keeps_a_move_in_one_line(site: Site, browser: Browser) -> None:
    table = site.open("ur", "human", "human", dice=["4", "1"])
    for language in ("en-US", "ja-JP"):
        with tab_at(browser, site.link(table), locale=language) as tab:
            if language == "en-US":
                tab.offered()
                tab.click("a0")
            tab.at(3)
            height = "move => move.getBoundingClientRect().height"
            assert tab.page.locator("#moves .seat0").evaluate(height) < 36, "with the seconds"
