"""Connections that idle, dribble, flood or do not read are bounded, and people still get their page."""

from __future__ import annotations

import inspect
import json
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from boardgames.web import connection_limits
from boardgames.web.connection_limits import ConnectionLimits, LimitedHttp, LimitedWebSocket, OneLinePerKind
from boardgames.web.server import HOST
from tests.web.site import PATIENCE, Site, serving


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server that is in a hurry."""
    monkeypatch.setattr(connection_limits, "REQUEST_TIME", 0.3)
    monkeypatch.setattr(connection_limits, "SWEEP_INTERVAL", 0.05)
    monkeypatch.setattr(connection_limits, "MAX_WAITING", 4)
    with serving() as found:
        yield found


INSIDE_UVICORN = {
    H11Protocol: {"client", "config", "cycle", "loop", "transport"},
    RequestResponseCycle: {"more_body", "response_complete"},
    WebSocketsSansIOProtocol: {
        *("client", "close_sent", "config", "conn", "handshake_complete", "initial_response", "loop", "scope"),
        "transport",
    },
}
"""The attributes that connection_limits.py uses of classes inside of uvicorn, beside the methods that it overrides."""


def test_the_insides_of_uvicorn_are_as_the_limits_need_them() -> None:
    """Whoever raises the bound of its version in pyproject.toml reads these classes first."""
    for inner, names in INSIDE_UVICORN.items():
        source = inspect.getsource(inner)
        assert not {name for name in names if f"self.{name}" not in source}, inner
    for limited in (LimitedHttp, LimitedWebSocket):
        overridden = {name for name, value in vars(limited).items() if getattr(value, "__override__", False)}
        assert overridden and not {name for name in overridden if not hasattr(limited.__base__, name)}, limited


@pytest.fixture
def logged() -> Iterator[list[logging.LogRecord]]:
    """What the server writes to its log."""
    records: list[logging.LogRecord] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    handler = Keep()
    loggers = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio", "websockets")]
    for logger in loggers:
        logger.addHandler(handler)
    yield records
    for logger in loggers:
        logger.removeHandler(handler)


def idle(site: Site, data: bytes = b"") -> socket.socket:
    line = socket.create_connection((HOST, site.port), PATIENCE)
    line.sendall(data)
    return line


def is_cut(line: socket.socket) -> bool:
    """Whether the server ends a connection before PATIENCE is over."""
    try:
        while line.recv(4096):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


def lobby(site: Site) -> int:
    line = HTTPConnection(HOST, site.port, timeout=PATIENCE)
    line.request("GET", f"/?token={site.lobby.host_token}")
    return line.getresponse().status


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /open HTTP/1.1\r\nHost: %b\r\nContent-Length: 9\r\n\r\ntoken",
        b"GET /page/page.css HTTP/1.1\r\nHost: %b\r\n\r\n",
    ],
    ids=["nothing", "half a head", "half a form", "idle afterwards"],
)
def test_a_request_has_a_deadline(data: bytes, site: Site, logged: list[logging.LogRecord]) -> None:
    line = idle(site, data.replace(b"%b", f"{HOST}:{site.port}".encode()))
    assert is_cut(line)
    assert lobby(site) == 200 and logged == []


def test_the_next_request_has_a_deadline_too(site: Site) -> None:
    line = idle(site, f"GET /page/page.css HTTP/1.1\r\nHost: {HOST}:{site.port}\r\n\r\n".encode())
    assert b"200 OK" in line.recv(100)
    line.sendall(b"GET /")
    assert is_cut(line)


@pytest.mark.thorough
def test_a_byte_now_and_then_does_not_extend_the_deadline(site: Site) -> None:
    line = idle(site, b"GET / HTTP/1.1\r\nX: ")
    deadline, cut = time.monotonic() + PATIENCE, False
    while not cut and time.monotonic() < deadline:
        try:
            line.sendall(b"x")
        except OSError:
            cut = True
        time.sleep(0.05)
    assert cut


def test_idle_connections_do_not_lock_people_out(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_TIME", 10 * PATIENCE)
    lines = [idle(site) for _ in range(20)]
    assert lobby(site) == 200
    assert all(is_cut(line) for line in lines[:16])
    for line in lines:
        line.close()


class Fake:
    """A connection of a client that waits for its first request, or does not."""

    def __init__(self, address: str, is_waiting: bool) -> None:
        self.address = address
        self.is_waiting = is_waiting
        self.transport = self
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


def opened(limits: ConnectionLimits, address: str, is_waiting: bool = True) -> Any:
    fake: Any = Fake(address, is_waiting)
    limits.add(fake)
    return fake


def test_the_bound_in_all_drops_the_oldest_that_waits() -> None:
    limits = ConnectionLimits(most=3)
    busy, first, second = opened(limits, "a", False), opened(limits, "b"), opened(limits, "c")
    third = opened(limits, "d")
    assert [each.aborted for each in (busy, first, second, third)] == [False, True, False, False]
    for each in (second, third):
        each.is_waiting = False
    last = opened(limits, "e", False)
    assert last.aborted and len(limits.open) == 3


def test_the_bound_for_an_address_spares_other_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MAX_PER_ADDRESS", 2)
    limits = ConnectionLimits(most=100)
    other = opened(limits, "b")
    one, two, three = (opened(limits, "a", False) for _ in range(3))
    assert [each.aborted for each in (other, one, two, three)] == [False, False, False, True]


def test_half_of_the_file_descriptors_are_left_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    for soft, most in ((1024, 512), (100, 50), (resource.RLIM_INFINITY, 512), (1 << 20, 512)):
        monkeypatch.setattr(resource, "getrlimit", lambda what, soft=soft: (soft, soft))
        assert ConnectionLimits().most == most


# -- WebSockets ------------------------------------------------------------------------------


def live(site: Site, token: str | None = None) -> Any:
    table = site.open("minishogi", "human", "human")
    where = site.link(table, token, "/live").replace("http:", "ws:")
    return connect(where, open_timeout=PATIENCE, close_timeout=0.2, origin=Origin(site.origin))


def receive_all(line: ClientConnection) -> None:
    while True:
        line.recv(PATIENCE)


def test_a_flood_of_pings_ends_the_connection(site: Site) -> None:
    with live(site) as line:
        for _ in range(5):
            assert line.ping().wait(PATIENCE)
        with suppress(ConnectionClosed):
            for _ in range(4 * connection_limits.CONTROL_BURST):
                line.ping()
        with pytest.raises(ConnectionClosed) as closed:
            receive_all(line)
    reason = closed.value.rcvd  # it can be lost, as pings are still on their way
    assert reason is None or (reason.code, reason.reason) == (1008, "too many pings")


def test_so_much_waits_for_a_client_that_does_not_read_and_no_more(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with live(site) as line:
        monkeypatch.setattr(connection_limits, "MAX_BUFFER", -1)  # as if the client had not read
        line.ping()
        with pytest.raises(ConnectionClosed):
            receive_all(line)
    assert lobby(site) == 200


def test_a_client_that_does_not_read_the_end_is_dropped(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "CLOSE_TIME", 0.1)
    with live(site) as line:
        (server_side,) = [each for each in site.server.server_state.connections if isinstance(each, LimitedWebSocket)]
        while json.loads(line.recv(PATIENCE)).get("paths") is None:
            assert server_side.deadline(0.0) is None
        server_side.close_sent = True
        with pytest.raises(ConnectionClosed):
            receive_all(line)


def test_refused_websockets_are_quiet(
    site: Site, logged: list[logging.LogRecord], capfd: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        with pytest.raises(InvalidStatus), live(site, "wrong"):
            pass
    idle(site, b"GET /table/1/live HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nHost: x\r\n\r\n").recv(4096)
    assert logged == [] and capfd.readouterr().err == ""


def test_a_page_that_is_closed_by_force_is_quiet(site: Site, logged: list[logging.LogRecord]) -> None:
    """What its table sends afterwards is no error of the server's."""
    with live(site) as line:
        while json.loads(line.recv(PATIENCE)).get("paths") is None:
            pass
        (server_side,) = [each for each in site.server.server_state.connections if isinstance(each, LimitedWebSocket)]
        (table,) = site.lobby.tables.values()

        async def close_and_send() -> None:
            server_side.close_sent = True
            table.session.log.message("too late")
            table.notify()

        site.run(close_and_send())
        with pytest.raises(ConnectionClosed):
            receive_all(line)
    assert logged == []


def test_the_log_has_one_line_for_each_kind_of_message(site: Site, logged: list[logging.LogRecord]) -> None:
    for _ in range(5):
        assert b"400" in idle(site, b"nonsense\r\n\r\n").recv(4096)
    assert [record.getMessage() for record in logged] == ["Invalid HTTP request received."]


def test_an_error_of_the_system_is_one_line() -> None:
    bound = OneLinePerKind()

    def record(error: Exception, message: str = "accept\nsocket: 1") -> logging.LogRecord:
        return logging.LogRecord("asyncio", logging.ERROR, "", 0, message, (), (type(error), error, None))

    first = record(OSError(24, "Too many open files"))
    assert bound.filter(first)
    assert (first.getMessage(), first.exc_info) == ("accept: [Errno 24] Too many open files", None)
    assert not bound.filter(record(OSError(24, "Too many open files")))
    text = record(UnicodeDecodeError("utf-8", b"\xed", 0, 1, "invalid continuation byte"))
    assert bound.filter(text) and text.exc_info is None
    other = record(ValueError("x"))
    assert bound.filter(other) and other.exc_info is not None
    passed = [bound.filter(record(ValueError("x"), f"foreign text {number}")) for number in range(1000)]
    assert sum(passed) < 100
