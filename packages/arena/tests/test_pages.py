"""The pages of an arena: ladder, boards, bots, and the page to run it."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from functools import partial
from html import escape, unescape
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import boardgames_arena as arena
import pytest
from boardgames_arena.web import pages
from websockets.sync.client import connect
from websockets.typing import Origin

from boardgames.referee import Limits
from packages.arena.tests.raw_bot import PATIENCE, RawBot

HTML = "<b>ann"
ADMIN = "the-admin's-token"
JAPANESE_HAS = {"English", "ping", "csv", "html", "json", "RGN", "JSON", "text", "JavaScript", "Tab", "Enter", "Esc"}
"""Words in Latin letters of the Japanese pages, beside names of players and games."""
PATIENT = arena.ArenaSettings(limits=Limits(move_time=PATIENCE, first_move_time=PATIENCE))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[arena.Server]:
    """With two finished games."""
    path = tmp_path_factory.mktemp("arena") / "a.db"
    with arena.Server(["ur:tokens=1", "morris"], path, settings=PATIENT, admin_token=ADMIN) as server:
        ann, bob = (RawBot(server.url, name, token="t", games=2) for name in (HTML, "bob"))
        with ann, bob:
            thread = threading.Thread(target=partial(ann.play, 2), daemon=True)
            thread.start()
            bob.play(2)
            thread.join(PATIENCE)
        yield server


def get(server: arena.Server, path: str) -> str:
    with urlopen(server.url + path, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def status(server: arena.Server, path: str) -> int:
    with pytest.raises(HTTPError) as error:
        get(server, path)
    assert "Traceback" not in error.value.read().decode()
    return error.value.code


def post(server: arena.Server, origin: str | None = None, **form: str) -> str:
    headers = {"Origin": server.url if origin is None else origin}
    with urlopen(Request(f"{server.url}/admin", urlencode(form).encode(), headers), timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def test_each_page_shows_names_as_text(server: arena.Server) -> None:
    pages = ["/", "/?game=morris", "/?game=ur&from=2020-01-01", "/bot/bob", "/bot/%3Cb%3EANN", "/table/1", "/live"]
    for path in pages:
        page = get(server, path.replace("game=ur&", "game=ur:tokens=1&"))
        assert "<b>ann" not in page
        assert "&lt;b&gt;ann" in page or "morris" in path, path
    assert "Rating over time" in get(server, "/bot/bob") and 'class="plot"' in get(server, "/bot/bob")
    assert "<b>ann" not in get(server, "/ladder.html")


def test_each_page_speaks_the_language_of_the_browser(server: arena.Server) -> None:
    """In Japanese a page has no English word but names; the choice is kept in this browser."""
    paths = ["/", "/?game=morris&from=2020-01-01", "/bot/bob", "/table/1", "/live?game=ur", f"/admin?token={ADMIN}"]
    for path in paths:
        with urlopen(Request(server.url + path, headers={"Accept-Language": "ja"}), timeout=PATIENCE) as answer:
            text = str(answer.read().decode())
        if not path.startswith("/live"):
            assert '<html lang="ja">' in text
            assert 'hreflang="en"' in text, "the switch"
        spoken = re.findall(r'(?:aria-label|title|alt)="([^"]*)"', text)
        shown = re.sub(
            r"(?s)<(script|style|pre|code)\b.*?</\1>|<div class=.rules.*?</div>|<[^>]*>",
            "\n",
            text.partition("</head>")[2] or text,
        )
        words = re.findall(r"[A-Za-z]{3,}", unescape("\n".join([shown, *spoken])))
        assert set(words) <= {"ann", "bob", "morris", "tokens"} | JAPANESE_HAS, path
    opener = build_opener(HTTPCookieProcessor())
    assert '<html lang="ja">' in opener.open(f"{server.url}/?language=ja").read().decode()
    assert "ボットを参加させる" in opener.open(server.url).read().decode()


def test_ladders_for_other_programs(server: arena.Server) -> None:
    rows = json.loads(get(server, "/ladder.json"))
    assert {row["name"] for row in rows} == {HTML, "bob"}
    assert all(row["games"] == 2 and row["rating"] == 0 and row["error"] > 0 for row in rows)
    assert json.loads(get(server, "/ladder.json?until=2020-01-01")) == []
    assert get(server, "/ladder.csv").splitlines()[1].startswith("ur:tokens=1,")
    assert status(server, "/ladder.exe") == 404
    assert status(server, "/?from=yesterday") == 400
    assert status(server, "/?game=chess") == 404


def test_every_game_can_be_kept_and_stepped_through(server: arena.Server) -> None:
    record = json.loads(get(server, "/table/2/record.json"))
    assert record["game"] == "ur" and record["outcome"] is not None
    assert "<svg" in get(server, "/table/2/replay.html")
    facts = watched(server, 2)
    entries = [entry for fact in facts if fact["kind"] == "events" for entry in fact["entries"]]
    assert [entry["kind"] for entry in entries if entry["kind"] in ("game", "over")] == ["game", "over"]
    assert sum(entry["kind"] == "ply" for entry in entries) == len(record["actions"])
    for number in (0, 999, 10**30, "9" * 5000):
        assert status(server, f"/table/{number}") == 404


def watched(server: arena.Server, number: int, until: str = "picture") -> list[dict[str, Any]]:
    """What a page at a game is sent first."""
    facts: list[dict[str, Any]] = []
    with connect(f"ws{server.url[4:]}/table/{number}/live?token=", origin=Origin(server.url), proxy=None) as page:
        while not facts or facts[-1]["kind"] != until:
            facts.append(json.loads(page.recv(PATIENCE)))
        page.send('{"do": "resign"}')
        while facts[-1]["kind"] != "error":
            facts.append(json.loads(page.recv(PATIENCE)))
        assert "you are watching" in str(facts[-1]["sentence"])
    return facts


def test_a_board_is_live(server: arena.Server) -> None:
    ann, bob = (RawBot(server.url, name, "morris", token="t", games=1) for name in (HTML, "bob"))
    with ann, bob:
        while not (ann.games and bob.games):
            for bot in (ann, bob):
                if not bot.games:
                    bot.step()
        (number,) = ann.games
        assert f"/table/{number}" in get(server, "/?game=morris")
        with connect(f"ws{server.url[4:]}/table/{number}/live?token=", origin=Origin(server.url), proxy=None) as page:
            entries: list[dict[str, object]] = []
            while not any(entry["kind"] == "ply" for entry in entries):
                for bot in (ann, bob):
                    if bot.games and not bot.answers and not (bot is bob and ann.answers == 0):
                        while not bot.answers:
                            bot.step()
                facts = json.loads(page.recv(PATIENCE))
                entries += facts.get("entries", [])
            assert json.loads(get(server, f"/table/{number}/record.json")).get("seed") is None
            assert "closed" in post(server, token=ADMIN, do="close", game=str(number))
            while not any(entry["kind"] == "stopped" for entry in entries):
                entries += json.loads(page.recv(PATIENCE)).get("entries", [])


def test_the_page_to_run_it(server: arena.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames_arena.connection.REFUSAL_TIME", 0.0)
    assert status(server, "/admin") == 403
    assert status(server, "/admin?token=guess") == 403
    assert "Make an invitation" in get(server, f"/admin?{urlencode({'token': ADMIN})}")
    for origin, token in (("http://evil.example", ADMIN), (server.url, "guess"), ("null", ADMIN)):
        with pytest.raises(HTTPError) as error:
            post(server, origin, token=token, do="pause")
        assert error.value.code == 403
    assert "No game begins now" in post(server, token=ADMIN, do="pause")
    assert "No game begins now" in get(server, "/")
    assert "No game begins now" not in post(server, token=ADMIN, do="resume")
    assert "bob is banned" in post(server, token=ADMIN, do="ban", name="bob")
    with RawBot(server.url, "bob", token="t") as bot:
        assert "banned" in bot.first["sentence"]
    assert "bob may play again" in post(server, token=ADMIN, do="unban", name="BOB")
    assert "no account" in post(server, token=ADMIN, do="ban", name="nobody")
    assert "clock" in post(server, token=ADMIN, do="round", at="2030-01-01T10:00")
    assert "no game" in post(server, token=ADMIN, do="close", game="x")
    link = post(server, token=ADMIN, do="invite").partition('value="http')[2].partition('"')[0]
    assert "boardgames connect" in get(server, "/invite/" + link.rpartition("/")[2])
    assert status(server, "/invite/guess") == 404


def test_a_name_with_signs_of_addresses_has_a_page(server: arena.Server) -> None:
    name = "a/b?c#d&e%41"
    with RawBot(server.url, name, "morris", token="t"):
        path = pages.bot_path(name, server.games[1])
        assert f"<h1>{escape(name)}</h1>" in get(server, path)


def test_accounts_that_never_played_can_be_deleted(server: arena.Server) -> None:
    with RawBot(server.url, "eve", "morris", token="t") as eve:
        assert "eve is connected" in post(server, token=ADMIN, do="delete", name="eve")
        eve.socket.close(1000)
    assert server.arena is not None
    while any(session.account.name == "eve" for session in list(server.arena.sessions.values())):
        time.sleep(0.01)
    assert ">Delete<" in get(server, f"/admin?{urlencode({'token': ADMIN})}")
    assert "eve is deleted" in post(server, token=ADMIN, do="delete", name="EVE")
    assert server.store.account("eve") is None
    assert "has played" in post(server, token=ADMIN, do="delete", name="bob")
    assert server.store.account("bob") is not None
