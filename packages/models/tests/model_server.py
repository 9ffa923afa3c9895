"""A server on loopback that answers as a script says, over the API that servers of language models speak."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import attrs

USAGE = {
    "prompt_tokens": 100,
    "completion_tokens": 20,
    "prompt_tokens_details": {"cached_tokens": 60},
    "completion_tokens_details": {"reasoning_tokens": 15},
}


@attrs.define
class Reply:
    """A reply of the server; with ``body`` exactly these bytes."""

    content: Any = None
    finish: str = "stop"
    status: int = 200
    head: dict[str, str] = attrs.field(factory=dict)
    message: dict[str, Any] = attrs.field(factory=dict)
    body: bytes | None = None
    kind: str = "application/json"
    delay: float = 0.0
    drip: float = 0.0
    """Seconds between two bytes."""
    streamed: bool = False
    usage: dict[str, Any] | None = attrs.field(factory=lambda: dict(USAGE))

    def data(self, model: str) -> bytes:
        if self.body is not None:
            return self.body
        message = {"role": "assistant", "content": self.content, **self.message}
        whole = {"id": "1", "object": "chat.completion", "created": 1, "model": model + "-2026"}
        if not self.streamed:
            choice = {"index": 0, "finish_reason": self.finish, "message": message}
            return json.dumps({**whole, "choices": [choice], **({"usage": self.usage} if self.usage else {})}).encode()
        pieces = [self.content[at : at + 7] for at in range(0, len(self.content), 7)]
        chunks: list[dict[str, Any]] = [
            {**whole, "choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]} for piece in pieces
        ]
        chunks[:0] = [{**whole, "choices": [{"index": 0, "delta": self.message, "finish_reason": None}]}]
        chunks.append({**whole, "choices": [{"index": 0, "delta": {}, "finish_reason": self.finish}]})
        chunks.append({**whole, "choices": [], "usage": self.usage})
        return b"".join(b"data: %s\r\n\r\n" % json.dumps(chunk).encode() for chunk in chunks) + b"data: [DONE]\n\n"


Script = Callable[[dict[str, Any]], Reply]
"""From the body of a request to the reply."""


@attrs.define
class ModelServer:
    """The server while it runs: its address, and the requests so far with their heads."""

    url: str
    requests: list[dict[str, Any]] = attrs.field(factory=list)
    heads: list[dict[str, str]] = attrs.field(factory=list)


@contextmanager
def model_server(script: Script) -> Iterator[ModelServer]:
    """A server that answers as the script says, on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            state.requests.append(body)
            state.heads.append(dict(self.headers))
            reply = script(body)
            if ended.wait(reply.delay):
                return
            data = reply.data(body["model"])
            self.send_response(reply.status)
            self.send_header("content-type", "text/event-stream" if reply.streamed else reply.kind)
            self.send_header("content-length", str(len(data)))
            for name, value in reply.head.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                if not reply.drip:
                    self.wfile.write(data)
                    return
                for byte in data:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    if ended.wait(reply.drip):
                        return
            except OSError:
                pass  # the client has seen enough

        def log_message(self, *facts: object) -> None:
            pass

    ended = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state = ModelServer(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


def in_turn(*replies: Reply | str) -> Script:
    """A script of replies in turn, the last one again and again; a text is an action."""
    left = list(replies)

    def script(body: dict[str, Any]) -> Reply:
        reply = left.pop(0) if len(left) > 1 else left[0]
        return Reply(json.dumps({"action": reply})) if isinstance(reply, str) else reply

    return script


def legal(body: dict[str, Any]) -> Reply:
    """The first action that the prompt lists: for players with ``legal=on``."""
    listed = body["messages"][-1]["content"].partition("Legal actions: ")[2].partition("\n")[0].split(", ")
    return Reply("I take the first one.\n\n" + json.dumps({"action": listed[0]}))


if __name__ == "__main__":
    with model_server(legal) as running:
        print(running.url, flush=True)
        while True:
            time.sleep(60)
