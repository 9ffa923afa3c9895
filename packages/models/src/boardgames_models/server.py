"""A server of language models: one question, and all that can go wrong with the answer."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from functools import cache
from threading import Event as Signal, Thread
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import attrs

from boardgames.core.model import BadOption
from boardgames.core.text import quoted
from boardgames_models.model_answer import Completion, TokenCounts

if TYPE_CHECKING:
    from openai import OpenAI

LONGEST: Final = 64 * 2**20
"""Bytes of an answer that are read; the rest is cut off."""
QUOTED: Final = 4096
"""Bytes that are kept of a stream, to quote it; far more than are shown, so that no part of a key is."""
POLL: Final = 0.1  # seconds between two looks whether the player is to stop
USUAL_KEY: Final = "OPENAI_API_KEY"
USUAL_HOST: Final = "api.openai.com"


class ServerFailed(Exception):
    """The server gave no answer: ``why`` is a sentence without the key.

    ``wait`` is how many seconds the server asks to wait, ``None`` if it does not; with ``again`` another try may help.
    """

    def __init__(self, why: str, *, again: bool = False, wait: float | None = None) -> None:
        super().__init__(why)
        self.again = again
        self.wait = wait


class TimeIsUp(ServerFailed):
    """The time for the answer is over."""


TEXTS: Final = [name for name, value in attrs.fields_dict(Completion).items() if value.type in ("str", str)]


class ChatServer:
    """A server, asked through the client of ``openai``, which is imported now.

    ``key`` is sent if it is not empty, and taken out of everything that the server says.  Raises
    :class:`~boardgames.core.model.options.BadOption` for what cannot be a key.
    """

    def __init__(self, url: str | None, key: str) -> None:
        key = key.strip()
        if not (key.isascii() and key.isprintable()):
            raise BadOption("the key has characters that no key has")
        self.client = _client(url, key)
        self.key = key
        self.host = urlsplit(str(self.client.base_url)).netloc

    def ask(
        self,
        body: Mapping[str, Any],
        messages: Sequence[Mapping[str, str]],
        deadline: float,
        stopped: Callable[[], bool],
    ) -> Completion:
        """The answer to some messages.  Raises :class:`ServerFailed` and, after the deadline, :class:`TimeIsUp`.

        The request has a thread of its own, which is left behind if the server says nothing more.
        """
        done, given_up = Signal(), Signal()
        result: list[Completion | ServerFailed] = []
        allowed = deadline - time.monotonic()

        def run() -> None:
            try:
                result.append(self._asked({**body, "messages": messages}, allowed, given_up))
            except Exception as error:  # of the client, of its transport, or of what the server sent
                result.append(error if isinstance(error, ServerFailed) else self._failure(error))
            done.set()

        Thread(target=run, name="question to a model", daemon=True).start()
        while not done.wait(min(POLL, max(0.0, deadline - time.monotonic()))):
            if stopped() or time.monotonic() >= deadline:
                given_up.set()
                raise TimeIsUp(f"{self.host} gave no whole answer in {allowed:.1f} s")
        if isinstance(result[0], ServerFailed):
            raise result[0]
        return result[0]

    def _asked(self, body: dict[str, Any], allowed: float, given_up: Signal) -> Completion:
        import openai

        headers: Any = {} if self.key else {"Authorization": openai.Omit()}
        pieces, request = _Pieces(time.monotonic()), ""
        try:
            with self.client.chat.completions.with_streaming_response.create(
                **body,
                stream=True,
                stream_options={"include_usage": True},
                extra_headers=headers,
                timeout=max(0.0, allowed) + POLL,  # the deadline comes first
            ) as response:
                request = response.headers.get("x-request-id", "")[:QUOTED]
                pieces.streamed = "event-stream" in response.headers.get("content-type", "")
                for data in response.iter_bytes():
                    pieces.add(data)
                    if given_up.is_set() or pieces.cut:
                        break
            return self._clean(pieces.completion(request))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            begin = self._without_key(bytes(pieces.raw).decode("utf-8", "replace"))
            raise ServerFailed(f"{self.host} sent what is not a chat completion: {quoted(begin)}") from None

    def _clean(self, completion: Completion) -> Completion:
        texts: dict[str, Any] = {name: self._without_key(getattr(completion, name)) for name in TEXTS}
        return attrs.evolve(completion, **texts)

    def _without_key(self, text: str) -> str:
        return text.replace(self.key, "[key]") if self.key else text

    def _failure(self, error: Exception) -> ServerFailed:
        """An error of the client as a sentence; another try may help against a full or broken server."""
        response = getattr(error, "response", None)
        status = getattr(error, "status_code", None)
        sentence = self._without_key(str(error) or type(error).__name__)
        if status is None or response is None:
            sentence = self._without_key(f"{error} {error.__cause__ or ''}".strip())
            return ServerFailed(f"{self.host} failed: {quoted(sentence)}", again=True)
        again = status in (408, 409, 425, 429) or status >= 500
        hint = "; is the key right?" if status in (401, 403) else ""
        wait = _wait(response.headers) if again else None
        words = f"{self.host} answered with status {status}: {quoted(sentence)}{hint}"
        return ServerFailed(words, again=again, wait=wait)


@cache
def _client(url: str | None, key: str) -> OpenAI:
    """The client, made once a process: that takes longer than an answer of a quick server."""
    from openai import OpenAI

    return OpenAI(base_url=url, api_key=key or "none", max_retries=0)


def _wait(headers: Mapping[str, str]) -> float | None:
    """The seconds that a server asks to wait, from its head's ``Retry-After``: a number or a date.

    ``None`` if it says neither, nothing or a time that is past.
    """
    asked = headers.get("retry-after", "")
    try:
        date = None if re.fullmatch(r"\s*[0-9]{1,9}(\.[0-9]+)?\s*", asked) else parsedate_to_datetime(asked)
        wait = float(asked) if date is None else date.timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):  # a date may be beyond all calendars
        return None
    return wait if wait > 0.0 else None


class _Pieces:
    """The answer as it arrives: as a stream of events, or as one object of JSON."""

    def __init__(self, begun: float) -> None:
        self.begun = begun
        self.streamed = False
        self.raw = bytearray()
        """All of an object of JSON, the beginning of a stream of events."""
        self.line = bytearray()
        self.size = 0
        self.texts: dict[str, list[str]] = {"text": [], "reasoning": [], "refusal": []}
        self.finish = ""
        self.model = ""
        self.usage: Any = None
        self.first_token: float | None = None
        self.chosen = False

    @property
    def cut(self) -> bool:
        """True if it is longer than anybody reads."""
        return self.size > LONGEST

    def add(self, data: bytes) -> None:
        self.size += len(data)
        if not self.streamed or len(self.raw) < QUOTED:
            self.raw += data
        if not self.streamed:
            return
        *lines, rest = data.split(b"\n")
        for line in lines:
            self.line += line
            self._event(bytes(self.line))
            self.line.clear()
        self.line += rest

    def _event(self, line: bytes) -> None:
        name, _, value = line.strip().partition(b":")
        if name == b"data" and value.strip() not in (b"", b"[DONE]"):
            self._take(json.loads(value), "delta")

    def _take(self, chunk: Any, part: str) -> None:
        if chunk.get("error"):
            raise ConnectionError(str(chunk["error"]))
        self.model = _text(chunk.get("model"))[:QUOTED] or self.model
        self.usage = chunk.get("usage") or self.usage
        for choice in chunk.get("choices") or ():
            if choice.get("index", 0) != 0:
                continue
            self.chosen = True
            self.finish = _text(choice.get("finish_reason"))[:QUOTED] or self.finish
            piece = choice.get(part) or {}
            reasoning = piece.get("reasoning_content") or piece.get("reasoning")
            for name, value in (
                ("text", piece.get("content")),
                ("reasoning", reasoning),
                ("refusal", piece.get("refusal")),
            ):
                if text := _text(value):
                    self.texts[name].append(text)
                    if self.first_token is None:
                        self.first_token = time.monotonic() - self.begun

    def completion(self, request: str) -> Completion:
        """The whole answer.  Raises what reading a text of another kind raises."""
        if self.cut:
            self.finish = "length"
        elif self.streamed:
            self._event(bytes(self.line))
        else:
            self._take(json.loads(self.raw), "message")
            self.first_token = None
        if not self.chosen and not self.cut:
            raise ValueError("it has no choice")
        text, reasoning, refusal = ("".join(parts) for parts in self.texts.values())
        usage: Any = self.usage if isinstance(self.usage, dict) else None
        return Completion(
            response=text or refusal,
            reasoning=reasoning,
            finish="refusal" if refusal and not text else self.finish,
            answered=self.model,
            tokens=None if usage is None else _tokens(usage, bool(text or reasoning)),
            cost=_cost(usage),
            first_token=self.first_token,
            request=request,
        )


def _text(value: Any) -> str:
    """A text, or the texts in a list of parts.  Raises :class:`TypeError` for anything else but ``None``."""
    if isinstance(value, list):
        return "".join(_text(part["text"]) for part in value if part.get("type") == "text")
    if value is not None and not isinstance(value, str):
        raise TypeError
    return value or ""


def _tokens(usage: dict[str, Any], has_words: bool) -> TokenCounts | None:
    """The tokens that a server counts; ``None`` where that cannot be.  A part larger than its whole was beside it."""
    sums: list[int] = []
    for whole, part in (("prompt", "cached"), ("completion", "reasoning")):
        details = usage.get(f"{whole}_tokens_details")
        tokens = _count(usage.get(f"{whole}_tokens"))
        of_them = _count(details.get(f"{part}_tokens") or 0) if isinstance(details, dict) else 0
        if tokens is None or of_them is None or (not tokens and (has_words or not sums)):
            return None
        sums += [tokens + of_them if of_them > tokens else tokens, of_them]
    return TokenCounts(**dict(zip(attrs.fields_dict(TokenCounts), sums, strict=True)))


def _count(value: Any) -> int | None:
    return int(value) if isinstance(value, int | float) and type(value) is not bool and 0 <= value < 10**12 else None


def _cost(usage: dict[str, Any] | None) -> float | None:
    cost = None if usage is None else usage.get("cost")
    is_cost = isinstance(cost, int | float) and not isinstance(cost, bool) and 0 <= cost < 10**9
    return float(cost) if is_cost and cost is not None else None


def lines_of(completion: Completion) -> Iterator[str]:
    """The lines of the thoughts and the answer, for people to read."""
    for text in (completion.reasoning, completion.response):
        yield from filter(None, map(str.strip, text.splitlines()))
