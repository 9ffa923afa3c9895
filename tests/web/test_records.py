"""Games in files on the server's page: saved at a table in the formats of the game, opened, analysed, saved again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import boardgames as bg
from boardgames.records import GameRecord, RecordedPlayer, record_formats
from boardgames.web.messages import PlayAction
from boardgames.web.pages import records_path
from boardgames.web.permissions import Permissions
from boardgames.web.records import MAX_PAGES, RecordPages
from tests.web.site import PATIENCE, Site
from tests.web.tabs import Tab, tab_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOVES = ["7g7f", "3c3d", "8h2b+", "3a2b"]
DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def kif(tmp_path: Path, name: str = "game.kif") -> Path:
    game = bg.Playthrough.replay(bg.load("shogi").start(), MOVES)
    path = tmp_path / name
    path.write_bytes(
        record_formats.content(GameRecord.of(game, players=(RecordedPlayer("先"), RecordedPlayer("後"))), name)
    )
    return path


def opened(tab: Tab, plies: int) -> None:
    """Wait until the frame shows a game of so many plies."""
    tab.page.frame_locator("#replay").locator("#ply").filter(has_text=f"/ {plies}").wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "formats"), [("shogi", ["kif", "ki2", "csa", "jkf", "json"]), ("morris", ["pgn", "json"])]
)
def test_a_game_is_saved_in_each_format_of_its_game(
    site: Site, browser: Browser, game: str, formats: list[str]
) -> None:
    table = site.open(game, "human", "human")
    actions = MOVES if game == "shogi" else ["d6", "d7"]
    with tab_at(browser, site.link(table)) as tab:
        for ply, action in enumerate(actions):
            tab.at(ply)
            tab.offered()
            site.run(table.handle(Permissions(frozenset({0, 1})), PlayAction(ply, action)))
        tab.at(len(actions))
        tab.page.get_by_text("Keep the game").click()
        links = tab.page.locator("a[download]")
        assert [text.lower() for text in links.all_inner_texts()] == formats
        for place, name in enumerate(formats):
            with tab.page.expect_download() as download:
                links.nth(place).click()
            assert download.value.suggested_filename == f"{game}-{table.number}.{name}"
            record = record_formats.read(Path(download.value.path()).read_bytes(), bg.load(game))
            assert list(record.actions) == actions


@pytest.mark.thorough
def test_a_file_that_is_chosen_or_dropped_is_shown_analysed_and_saved(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    with tab_at(browser, site.origin + records_path(site.lobby.host_token, language="ja")) as tab:
        page = tab.page
        page.locator("#file").set_input_files(kif(tmp_path))
        opened(tab, 4)
        page.locator("#effort").evaluate("list => list.add(new Option('short', '0.01', true, true))")
        page.locator("#analyse").click()
        page.frame_locator("#replay").locator("#graph").wait_for()
        page.locator("#format").select_option("csa")
        with page.expect_download() as download:
            page.locator("#save").click()
        assert download.value.suggested_filename == "game.csa"
        assert list(record_formats.read(Path(download.value.path()).read_bytes()).actions) == MOVES
        page.evaluate(DROP, ["nonsense.kif", "no game at all"])
        page.locator("#error:not([hidden])").wait_for()
        short = bg.Playthrough.replay(bg.load("ur").start(), ["=1", "0"])
        people = (RecordedPlayer("Ann"), RecordedPlayer("Bob"))
        page.evaluate(DROP, ["ur.json", GameRecord.of(short, players=people).json()])
        opened(tab, 2)
        assert page.locator("#error").is_hidden()


def test_the_page_and_its_calls_are_for_the_host_alone(site: Site) -> None:
    table = site.open("ur", "human", "human")
    for path in ("/records?token=", "/records/replay.html?number=0&token="):
        for token in ("", "wrong", table.watch_token):
            with pytest.raises(HTTPError) as refused:
                urlopen(site.origin + path + token, timeout=PATIENCE)
            assert refused.value.code == 403
    call = f"{site.origin}/records/open_file?token={site.lobby.host_token}"
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(call, b'["", null]', {"Origin": "http://elsewhere.example"}), timeout=PATIENCE)
    assert refused.value.code == 403
    with urlopen(Request(call, b'["", null]', {"Origin": site.origin}), timeout=PATIENCE) as answer:
        assert b"this file is empty" in answer.read()
    for body in (b"[", b"7", b'["%%%"]', b"[1, 2, 3]"):
        with urlopen(Request(call, body, {"Origin": site.origin}), timeout=PATIENCE) as answer:
            assert answer.read().startswith(b'{"error": ')
    with pytest.raises(HTTPError) as refused:
        urlopen(site.link(table, what="/record.exe"), timeout=PATIENCE)
    assert refused.value.code == 404


def test_a_page_more_than_are_kept_takes_the_place_of_the_oldest_alone() -> None:
    pages = RecordPages()
    kept = [pages.of(str(number)) for number in range(MAX_PAGES)]
    assert [pages.of(str(number)) for number in range(MAX_PAGES)] == kept
    assert all(pages.of(str(number)) is one for number, one in enumerate(kept))
    newest = pages.of("one more")
    assert kept[0].stopping and not kept[1].stopping
    assert pages.of("one more") is newest and pages.of("1") is kept[1]
    assert pages.of("0") is not kept[0]
