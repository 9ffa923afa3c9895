"""Every request and every message is answered with a sentence, and the table goes on."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlencode

import attrs
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

import boardgames as bg
from boardgames.core.model.game import GAME_OVER
from boardgames.session.game_session import GameSetup
from boardgames.session.slots import slot
from boardgames.web import connection, lobby, messages, page_feed, table
from boardgames.web.connection import Connection
from boardgames.web.handlers import MAX_FORM
from boardgames.web.permissions import Permissions
from boardgames.web.security import HEADERS
from boardgames.web.server import HOST
from boardgames.web.table import Table
from tests.samples import cases
from tests.web.site import PATIENCE, Site, serving

START = "0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 4"


@pytest.fixture
def ur(site: Site) -> Table:
    return site.open("ur", "human", "human", start=START)


@contextmanager
def socket(site: Site, table: Table, token: str | None = None, **options: Any) -> Iterator[ClientConnection]:
    where = site.link(table, token, "/live").replace("http:", "ws:")
    options.setdefault("origin", site.origin)
    with connect(where, open_timeout=PATIENCE, close_timeout=0.2, max_size=None, **options) as line:
        yield line


def until(line: ClientConnection, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The next fact of some kind."""
    while True:
        fact: dict[str, Any] = json.loads(line.recv(PATIENCE))
        if wanted(fact):
            return fact


def error_of(line: ClientConnection) -> str:
    return str(until(line, lambda fact: fact["kind"] == "error")["sentence"])


def until_cut(line: ClientConnection, said: Sequence[str]) -> None:
    """Say all that, and listen until the line is cut."""
    for text in said:
        line.send(text)
    while True:
        line.recv(PATIENCE)


def turn(line: ClientConnection, ply: int) -> dict[str, Any]:
    return until(line, lambda fact: fact["kind"] == "turn" and fact["ply"] == ply and fact["paths"] is not None)


def goes_on(line: ClientConnection, ply: int = 0) -> None:
    """The table still takes a legal action."""
    line.send(json.dumps({"do": "act", "ply": ply, "action": "0"}))
    until(line, lambda fact: fact["kind"] == "events" and '"action": "0"' in json.dumps(fact["entries"]))


ACT = {"do": "act", "ply": 0, "action": "0"}
NONSENSE = [
    ("this", "this is not JSON"),
    ("[" * 1000, "this is not JSON"),
    ("[1]", "a message is an object"),
    ("null", "a message is an object"),
    ('{"do": []}', "'do' must be one of act, resign"),
    ('{"do": "format"}', "'do' must be one of act, resign"),
    ("{}", "'do' must be one of act, resign"),
    ('{"do": "act"}', "'act' lacks 'ply'"),
    ('{"do": "undo", "now": 1}', "'undo' has no such field; its fields are: none"),
    (json.dumps({**ACT, "ply": "0"}), "'ply' must be the number of plies so far"),
    (json.dumps({**ACT, "ply": True}), "'ply' must be the number of plies so far"),
    (json.dumps({**ACT, "ply": -1}), "'ply' must be the number of plies so far"),
    (json.dumps({**ACT, "ply": 10**30}), "'ply' must be the number of plies so far"),
    (json.dumps({**ACT, "action": ["0"]}), "'action' must be a text of 1 to 200 characters"),
    (json.dumps({**ACT, "action": "0" * 300}), "'action' must be a text of 1 to 200 characters"),
    (json.dumps({**ACT, "action": "x" * 2000}), f"is too long: {messages.MAX_MESSAGE} are allowed"),
    (json.dumps({**ACT, "action": "5"}), "5"),
    (json.dumps({**ACT, "action": "=4"}), "=4"),
    (json.dumps({**ACT, "action": "\x1b[31m"}), "\\x1b[31m"),
    (json.dumps({**ACT, "action": "\ud800"}), "this is not JSON"),
    ('{"do": "act", "ply": ' + "9" * 900 + ', "action": "0"}', "is not a finite number"),
    ('{"do": "act", "ply": 1e999, "action": "0"}', "'1e999' is not a finite number"),
    ('{"do": "act", "ply": 1e99, "action": "0"}', "'ply' must be the number of plies so far"),
    (json.dumps({**ACT, "ply": 7}), "that was for ply 8, and the game is at ply 1"),
    ('{"do": "look", "seat": 99}', "there is no seat 99"),
    ('{"do": "look", "seat": 0, "ply": 1.5}', "'ply' must be a ply: null or a whole number"),
    ('{"do": "look", "seat": 0, "western": "yes"}', "'western' must be true or false"),
    ('{"do": "choose", "ply": 0, "path": []}', "'path' must be a list of 1 to 50 names of spots"),
    ('{"do": "choose", "ply": 0, "path": "a0"}', "'path' must be a list of 1 to 50 names of spots"),
    ('{"do": "choose", "ply": 0, "path": [0]}', "'path' must be a list of 1 to 50 names of spots"),
    ('{"do": "choose", "ply": 0, "path": ["\\ud800"]}', "this is not JSON"),
    ('{"do": "choose", "ply": 0, "path": ["a0", "a0", "a0"]}', "no action begins with these places"),
    ('{"do": "agree"}', "nobody asks to take anything back"),
    ('{"do": "undo"}', "nothing to take back"),
]


def test_nonsense_is_answered_and_the_game_goes_on(site: Site, ur: Table) -> None:
    with socket(site, ur) as line:
        turn(line, 0)
        for said, answer in NONSENSE[:-1]:
            line.send(said)
            assert answer in error_of(line), said
            with pytest.raises(TimeoutError):
                line.recv(0)
        line.send(b"\x00\xff")
        assert error_of(line) == "a message is text, not bytes"
        line.send('{"do": "undo"}')
        events = until(line, lambda fact: "take back" in json.dumps(fact))
        assert events["entries"][0]["sentence"] == "There is nothing to take back."
        turn(line, 0)  # the player is asked again, after the sentence
        goes_on(line)
    assert ur.session.log.playthrough.texts[0] == "0"


def test_who_watches_and_whose_turn_it_is_not_can_do_nothing(site: Site) -> None:
    table = site.open("minishogi", "human", "guest")
    (guest,) = filter(None, table.guest_tokens)
    act = json.dumps({"do": "act", "ply": 0, "action": "2e4c"})
    with socket(site, table, table.watch_token) as watcher, socket(site, table, guest) as other:
        for said in (act, '{"do":"resign"}', '{"do":"undo"}', '{"do":"hint"}'):
            watcher.send(said)
            assert "you are watching" in error_of(watcher)
        watcher.send('{"do":"new"}')
        assert error_of(watcher) == "only the host can start a new game"
        other.send('{"do":"new"}')
        assert error_of(other) == "only the host can start a new game"
        other.send(act)
        assert error_of(other) == "it is not your turn"
        with socket(site, table) as host:
            turn(host, 0)
            host.send(act)
            host.send(act)  # twice: the second comes out of turn
            assert error_of(host) == "it is not your turn"
        turn(other, 1)
        other.send('{"do":"resign"}')
        until(other, lambda fact: fact["kind"] == "events" and "resignation" in json.dumps(fact))
        for said in ('{"do":"act","ply":1,"action":"4a5b"}', '{"do":"resign"}', '{"do":"undo"}', '{"do":"hint"}'):
            other.send(said)
            assert error_of(other) == GAME_OVER


def test_a_flood_is_cut_off_and_the_table_goes_on(site: Site, ur: Table) -> None:
    with socket(site, ur) as flood:
        with pytest.raises(ConnectionClosed) as closed:
            until_cut(flood, ["x"] * 4 * connection.BURST)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
            1008,
            "too many messages: 20 a second are allowed",
        )
    with socket(site, ur) as huge:
        with pytest.raises(ConnectionClosed) as closed:
            until_cut(huge, ["x" * 100_000])
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    with socket(site, ur) as line:
        turn(line, 0)
        goes_on(line)


class UnreadSocket:
    """A WebSocket whose page sends messages and reads nothing: each answer waits for ever."""

    def __init__(self, messages: list[str]) -> None:
        self.messages = messages
        self.sent_all = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if self.messages:
            return {"type": "websocket.receive", "text": self.messages.pop(0)}
        self.sent_all.set()
        await asyncio.sleep(PATIENCE)
        return {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        await asyncio.sleep(PATIENCE)


def test_so_many_answers_wait_for_a_page_that_does_not_read_and_no_more(site: Site, ur: Table) -> None:
    count = connection.BURST - 1
    assert count > page_feed.MAX_ANSWERS

    async def waiting() -> list[str]:
        socket: Any = UnreadSocket([json.dumps({"do": "look", "seat": seat + 2}) for seat in range(count)])
        page = Connection(socket, ur, Permissions(), lambda: True)
        serving = asyncio.create_task(page.serve())
        await socket.sent_all.wait()
        serving.cancel()
        return [answer["sentence"] for answer in page.feed.answers]

    kept = range(count - page_feed.MAX_ANSWERS, count)
    assert site.run(waiting()) == [f"there is no seat {seat + 2}" for seat in kept]


def test_a_page_that_does_not_read_holds_nobody_up(site: Site, ur: Table) -> None:
    with socket(site, ur, max_queue=1) as deaf, socket(site, ur) as line:
        for _ in range(connection.BURST // 2):
            deaf.send('{"do": "look", "seat": 1}')
            deaf.send('{"do": "look", "seat": 0}')
        turn(line, 0)
        goes_on(line)


@pytest.mark.parametrize("origin", [None, "http://example.org", "null", "https://127.0.0.1"])
def test_a_foreign_origin_gets_no_line(origin: str | None, site: Site, ur: Table) -> None:
    with pytest.raises(InvalidStatus) as refused, socket(site, ur, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert b"a foreign page" in (refused.value.response.body or b"")
    check_headers(refused.value.response.headers)


def check_headers(headers: Any) -> None:
    """Every answer says what its page may load, and that no other page may frame it."""
    assert {name: headers[name] for name in HEADERS} == dict(HEADERS)
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")


def test_a_wrong_token_and_a_table_that_is_not_there(site: Site, ur: Table) -> None:
    for token in ("", "x", site.lobby.host_token[:-1], "é"):
        with pytest.raises(InvalidStatus) as refused, socket(site, ur, token):
            pass
        assert refused.value.response.status_code == 403
        assert b"token is wrong" in (refused.value.response.body or b"")
        check_headers(refused.value.response.headers)
        for what in ("", "/record.json", "/replay.html"):
            status, text = get(site, site.link(ur, token, what))
            assert status == 403 and "token is wrong for this table" in text
    gone = site.link(ur).replace(f"/table/{ur.number}", "/table/999")
    assert "There is no such table" in get(site, gone)[1]
    assert get(site, "/")[0] == 403 and "printed" in get(site, "/")[1]
    assert "This token is wrong" in get(site, "/?token=wrong")[1]
    assert get(site, "/page/../server.py")[0] == get(site, "/page/table.html")[0] == get(site, "/nothing")[0] == 404


def test_another_host_name_is_refused(site: Site, ur: Table) -> None:
    status, text = get(site, site.link(ur), host="evil.example:80")
    assert (status, "This server has another address" in text) == (403, True)
    assert get(site, site.link(ur), host=f"localhost:{site.port}")[0] == 200


def test_what_the_pages_allow(site: Site, ur: Table) -> None:
    response = request(site, "GET", site.link(ur))
    check_headers(response.headers)
    check_headers(request(site, "GET", site.link(ur, "wrong")).headers)
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert response.headers["x-frame-options"] == "DENY"
    # Under "no-referrer" a browser posts "Origin: null"; to an address other than 127.0.0.1 that is all it sends.
    assert response.headers["referrer-policy"] == "same-origin"
    assert response.headers["cache-control"] == "no-store"
    page = response.read().decode()
    assert "<script>" not in page and " style=" not in page and " onclick" not in page


# -- forms ---------------------------------------------------------------------------------


def request(
    site: Site, method: str, where: str, body: str | None = None, host: str | None = None, **headers: str
) -> HTTPResponse:
    line = HTTPConnection(HOST, site.port, timeout=PATIENCE)
    path = where.removeprefix(site.origin)
    line.request(method, path, body, {"Host": host or f"{HOST}:{site.port}", **headers})
    return line.getresponse()


def get(site: Site, where: str, host: str | None = None) -> tuple[int, str]:
    response = request(site, "GET", where.replace("é", "%C3%A9"), host=host)
    return response.status, response.read().decode()


def post(site: Site, where: str, **given: str) -> tuple[int, str]:
    response = request(site, "POST", where, urlencode(given), Origin=site.origin)
    return response.status, response.headers.get("location", "") + response.read().decode()


def form(site: Site, **given: str) -> tuple[int, str]:
    usual = {"token": site.lobby.host_token, "game": "ur", "player-0": "human", "player-1": "greedy"}
    return post(site, "/open", **{**usual, **given})


def test_a_form_opens_a_table(site: Site) -> None:
    before = set(site.lobby.tables)
    status, where = form(
        site,
        **{"option-tokens": "3", "name-0": "Ann", "player-1": "alphabeta:level=3", "seed": "-7", "preset": "blitz"},
    )
    assert status == 303 and where.startswith("/table/")
    (number,) = set(site.lobby.tables) - before
    opened = site.lobby.tables[number]
    assert opened.setup.start.game.options.tokens == 3
    assert (opened.names, opened.setup.seed) == (["Ann", "Level 3"], -7)
    assert "Ann – Level 3" in get(site, f"/?token={site.lobby.host_token}")[1]
    assert post(site, "/close", token=site.lobby.host_token, table=number)[0] == 303
    assert number not in site.lobby.tables


def test_play_begins_the_game_that_people_know(site: Site) -> None:
    """The buttons of the lobby send the preset; who sends none, a program, has the rules by default."""
    page = get(site, f"/?token={site.lobby.host_token}")[1]
    buttons = re.findall(r'name="game" value="(.*?)"><input type="hidden" name="preset" value="(.*?)">', page)
    assert dict(buttons)["morris"] == "classic" and set(dict(buttons).values()) == {"classic", ""}
    settings = get(site, f"/?token={site.lobby.host_token}&game=morris")[1]
    assert '<option value="classic" selected>' in settings
    for given, memory in (({"preset": "classic"}, False), ({}, True)):
        before = set(site.lobby.tables)
        assert form(site, game="morris", **given)[0] == 303
        (number,) = set(site.lobby.tables) - before
        assert site.lobby.tables[number].setup.start.game.options.mill_memory == memory
        assert post(site, "/close", token=site.lobby.host_token, table=number)[0] == 303


@cases(
    ("given", "sentence"),
    [
        ({"game": "chess"}, "choose one of the games: "),
        ({"game": "/etc/passwd:SPEC"}, "choose one of the games: "),
        ({"option-tokens": "900"}, "option tokens cannot be &#39;900&#39;"),
        ({"preset": "nobody"}, "there is no preset"),
        ({"position": "here"}, "here"),
        ({"position": "0" * 5000}, "a position of more than 4000 characters"),
        ({"seed": "many"}, "many"),
        ({"name-0": "<b>much too long a name</b>"}, "a name is 1 to 16 printable characters"),
        ({"name-0": "\x1b[1m"}, "a name is 1 to 16 printable characters"),
        ({"player-1": "rm -rf /"}, "the page offers no other players than those in its list"),
        ({"player-1": ""}, "the page offers no other players than those in its list"),
        ({"command-1": "touch /tmp/ruin"}, "the page offers no other players than those in its list"),
        ({"player-1": "alphabeta:nodes=1000000000000"}, "the page offers no other players than those in its list"),
        ({"player-1": "random:SPEC"}, "the page offers no other players than those in its list"),
    ],
)
def test_a_form_filled_in_wrong_is_shown_again_with_a_sentence(
    given: dict[str, str], sentence: str, site: Site
) -> None:
    before = set(site.lobby.tables)
    status, text = form(site, **given)
    assert status == 400
    assert sentence in text.partition('role="alert">')[2].partition("</p>")[0]
    assert "<b>much" not in text
    assert set(site.lobby.tables) == before


FOREIGN_FORMS = [
    {},
    {"Origin": "null"},
    {"Origin": "http://evil.example"},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    {"Origin": f"http://{HOST}", "Sec-Fetch-Site": "same-site"},
]


def test_a_browser_that_hides_the_origin_can_open_a_table(site: Site) -> None:
    form = urlencode({"token": site.lobby.host_token, "game": "ur", "player-0": "human", "player-1": "greedy"})
    for headers in ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "same-origin"}):
        assert request(site, "POST", "/open", form, **headers).status == 303


def test_forms_of_others_and_forms_too_long(site: Site) -> None:
    assert post(site, "/open", token="wrong", game="ur")[0] == 403
    good = urlencode({"token": site.lobby.host_token, "game": "ur", "player-0": "human", "player-1": "greedy"})
    before = set(site.lobby.tables)
    for headers in FOREIGN_FORMS:
        response = request(site, "POST", "/open", good, **headers)
        text = response.read().decode()
        assert response.status == 403 and "a foreign page" in text
        assert f'<a href="/?token={site.lobby.host_token}">Back to all tables</a>' in text
    assert "Back" not in request(site, "POST", "/open", "token=wrong", **FOREIGN_FORMS[0]).read().decode()
    response = request(site, "POST", "/open", good + "&x=" + "y" * MAX_FORM, Origin=site.origin)
    assert response.status == 413
    assert set(site.lobby.tables) == before


def test_so_many_tables_and_visitors_and_no_more(site: Site, ur: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MAX_TABLES", len(site.lobby.tables))
    assert "close one first" in form(site)[1]
    monkeypatch.setattr("boardgames.web.handlers.MAX_PAGES", 1)
    assert table.MAX_PAGES == 100
    with socket(site, ur) as line:
        turn(line, 0)
        with pytest.raises(InvalidStatus) as refused, socket(site, ur, ur.watch_token):
            pass
        assert refused.value.response.status_code == 503
        with socket(site, ur) as players:
            turn(players, 0)
            monkeypatch.setattr("boardgames.web.handlers.PLAYERS_PAGES", 1)
            with pytest.raises(InvalidStatus), socket(site, ur):
                pass


def test_programs_from_the_page_where_they_are_allowed() -> None:
    with serving(allow_commands=True) as site:
        status, where = form(site, **{"command-1": "plain:no-such-program-anywhere x"})
        assert status == 303, where
        (opened,) = site.lobby.tables.values()
        with socket(site, opened) as line:
            events = until(line, lambda fact: fact["kind"] == "events" and "over" in json.dumps(fact))
        assert "(not started): there is no program" in events["entries"][-1]["sentence"][1]


# -- foreign code ------------------------------------------------------------------------


def broken(site: Site, **parts: Any) -> Table:
    """A table of Ur, some of whose parts fail."""
    spec = attrs.evolve(bg.find("ur"), **parts)
    slots = (slot("human", spec), slot("human", spec))
    return site.run(site.lobby.open(GameSetup(spec=spec, start=bg.load("ur").parse(START), slots=slots)))


def fails(*anything: object) -> Any:
    raise RuntimeError("<no> picture")


def test_a_game_whose_pictures_fail_says_so(site: Site) -> None:
    table = broken(site, scene=fails)
    with socket(site, table) as line:
        shown = until(line, lambda fact: fact["kind"] == "picture")
        assert shown["svg"] == (
            '<p class="refusal">this position cannot be drawn: RuntimeError: &lt;no&gt; picture</p>'
        )
        turn(line, 0)
        goes_on(line)
    assert "this position cannot be drawn" in get(site, site.link(table))[1]


def test_rules_are_html_and_cannot_bring_html_of_their_own(site: Site) -> None:
    table = broken(site, rules="# Ur\n\n- a *token*\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))")
    text = get(site, site.link(table))[1].partition("The rules")[2]
    assert "<h1>Ur</h1>" in text and "<li>a <em>token</em></li>" in text
    assert "<script>" not in text and 'href="javascript' not in text


def test_a_game_whose_clicks_fail_is_stopped_with_a_sentence(site: Site) -> None:
    with socket(site, broken(site, clicks=fails)) as line:
        events = until(line, lambda fact: fact["kind"] == "events" and "stopped" in json.dumps(fact))
        assert events["entries"][-1]["sentence"].startswith("the game cannot be shown: RuntimeError: <no> picture")
        line.send(json.dumps(ACT))
        assert error_of(line) == "it is not your turn"


def test_a_script_of_dice_that_runs_out(site: Site) -> None:
    table = site.open("ur", "human", "human", dice=["4"])
    with socket(site, table) as line:
        turn(line, 1)
        line.send(json.dumps({**ACT, "ply": 1}))
        events = until(line, lambda fact: fact["kind"] == "events" and "stopped" in json.dumps(fact))
        assert "the dice script has run out after 1 throws" in events["entries"][-1]["sentence"]
        line.send('{"do": "new"}')
        turn(line, 1)
