"""The player ``llm``: a language model that is asked in words, over the API of OpenAI and of local servers."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterable
from hashlib import sha256
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import attrs
from typing_extensions import override

from boardgames.core.lookup import GameSpec, PlayerSpec
from boardgames.core.model import BadOption, State, differences, option
from boardgames.core.protocol import (
    FAULTS,
    Briefing,
    Clock,
    Event,
    Forfeit,
    OutOfTime,
    Player,
    Resign,
    Unavailable,
    drop_taken_back,
)
from boardgames.core.text import Number, OrNone, Said, shown
from boardgames_models.model_answer import LEGAL, TRANSPORT, Completion, ModelAnswer
from boardgames_models.model_use import ModelBooks, ModelUse
from boardgames_models.prose import SCHEMA, Message, Prose, Refusal, Style
from boardgames_models.server import USUAL_HOST, USUAL_KEY, ChatServer, ServerFailed, TimeIsUp, lines_of

MOST_FAILURES: Final = 5
"""Failures of the server in a row, without a wait that it asks for, until it counts as unavailable."""
FIRST_WAIT: Final = 0.5
"""Seconds until the next try, if the server does not ask for more; twice as many each time."""
LONGEST_WAIT: Final = 30.0
"""They do not grow beyond this."""
ASKED_BY_NAME: Final = re.compile("[A-Z_][A-Z0-9_]*")


@attrs.frozen(kw_only=True)
class ModelOptions(Style):
    """Which language model, where, and how it is asked."""

    model: str | None = option(None, "the model, as its server calls it (needed)")
    url: str | None = option(
        None, "the server's address: http://127.0.0.1:11434/v1; none: OPENAI_BASE_URL, or OpenAI's"
    )
    key: str = option(
        USUAL_KEY, "the environment variable with the key, never the key; sent without one if it is not set"
    )
    attempts: int = option(3, "answers for one action, the first included", least=1, most=100)
    tokens: int | None = option(None, "the most tokens of an answer; none: as many as the server likes", least=1)
    temperature: float | None = option(None, "how freely the model chooses words; none: as the server likes", least=0)
    effort: str | None = option(None, "how much the model is to reason: low, medium, high, as its server calls it")
    json: str = option("words", "schema asks the server to enforce the form of answers", choices=("words", "schema"))
    timeout: float = option(600.0, "seconds for an action, all attempts included", least=0.001, most=86_400)
    otherwise: str = option(
        "forfeit", "after the last attempt: lose, or draw a legal action", choices=("forfeit", "random")
    )

    transcript: str | None = option(None, "append each answer to this file, a line of JSON")
    prices: str | None = option(None, "a TOML file with the prices of models' tokens, which tell the cost")
    spend: float | None = option(
        None, "begin no game of a contest once its answers have cost that much, in the currency of the prices",
        kind=OrNone(Number(0, 1e9, above=True)),
    )  # fmt: skip
    calls: int | None = option(
        None, "begin no game of a contest once it has answered that often", least=1, most=10**12
    )  # fmt: skip

    def __attrs_post_init__(self) -> None:
        if ASKED_BY_NAME.fullmatch(self.key) is None and self.key not in os.environ:
            raise BadOption(
                f"key is the name of the environment variable that has the key, as in key={USUAL_KEY}: "
                "what stands there now is no such name, and is not shown"
            )
        parts = urlsplit(self.url or "http://localhost")
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise BadOption("url is the address of a server, as in url=http://127.0.0.1:11434/v1")
        if "@" in parts.netloc or parts.query:
            raise BadOption("url has no password or key in it: key names the environment variable that has one")

    @property
    def shaping(self) -> str:
        """The options that shape the prompt and are not at their defaults, as on the command line."""
        return differences(Style(**{name: getattr(self, name) for name in attrs.fields_dict(Style)}))


class ModelPlayer(Player):
    """Asks a language model for each action, and tells it why an answer is refused."""

    def __init__(self, options: ModelOptions, rng: Random) -> None:
        if options.model is None:
            raise BadOption("it needs a model: llm:model=NAME,url=http://127.0.0.1:11434/v1; docs/models.md tells more")
        self.model = options.model
        self.options = options
        self.rng = rng
        self.server: ChatServer | None = None
        self.prose: Prose | None = None
        self.events: list[Event[Any]] = []
        self.body = body_of(options)
        self.books = ModelBooks.of(options.transcript, options.prices)
        self.use = ModelUse()

    @override
    def prepare(self, start: State) -> None:
        """Raises :class:`~boardgames.core.model.options.BadOption` where the client or the key is missing."""
        key = os.environ.get(self.options.key, "")
        self.server = ChatServer(self.options.url, key)
        if self.server.host == USUAL_HOST and not key.strip():
            raise BadOption(f"{USUAL_HOST} needs a key, and {self.options.key} is not set; url= names another server")

    @override
    def begins(self, briefing: Briefing, seat: int) -> None:
        self.events = list(briefing.earlier)
        self.prose = None
        self.use, self.note = ModelUse(), ""

    @override
    def happened(self, event: Event) -> None:
        drop_taken_back(self.events, event.before)
        self.events.append(event)

    def book(self, answer: ModelAnswer) -> None:
        """Take an answer into account: its cost, the transcript, and what it said last before its action.

        Raises :class:`~boardgames.core.protocol.Unavailable` if the transcript cannot be written.
        """
        self.books.book(self.use, self.facts, answer)
        self.note = self.use.json()
        self.remark = answer.remark if answer.kind in LEGAL else ""

    @override
    def choose(self, state: State, clock: Clock) -> Any:
        drop_taken_back(self.events, state)
        if self.prose is None or (self.prose.game, self.prose.seat) != (state.game, state.turn):
            self.prose = Prose(state.game, state.turn, self.options)
        asking = _Asking(self, self.prose, state, clock)
        messages = [*self.prose.messages(state, self.events)]
        for attempt in range(1, self.options.attempts + 1):
            completion = asking.completion(messages, attempt)
            heard = self.prose.hear(completion.response, completion.finish)
            if self.on_words is not None:
                for line in lines_of(completion):
                    self.on_words(line)
            last = attempt == self.options.attempts
            drawn = last and isinstance(heard, Refusal) and self.options.otherwise == "random"
            action = self.rng.choice(state.actions()) if drawn else getattr(heard, "action", None)
            asking.report(messages, attempt, completion, heard, action)
            if isinstance(heard, Resign) or action is not None:
                return heard if action is None else action
            assert isinstance(heard, Refusal)
            if last:
                raise _forfeit(heard, self.options.attempts)
            messages += [Message("assistant", heard.said or "(nothing)"), self.prose.again(heard)]
        raise AssertionError("there is a last attempt")


def _forfeit(refusal: Refusal, attempts: int) -> Forfeit:
    """The end of a game whose model has no attempt left: the kind is that of a program's fault."""
    why: str = refusal.why
    if refusal.said:
        why = Said("it said '{line}': {why}", line=shown(refusal.said)[1:-1], why=refusal.why)
    if attempts > 1:
        why = Said("{why}; that was answer {number} of {number}", why=why, number=attempts)
    return Forfeit(refusal.kind if refusal.kind in FAULTS else "garbled", why)


def body_of(options: ModelOptions) -> dict[str, Any]:
    """The parts of a request that are the same for each question."""
    of_others = options.url is not None and "openai.com" not in options.url
    schema = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA}}
    body = {
        "model": options.model,
        "max_tokens" if of_others else "max_completion_tokens": options.tokens,
        "temperature": options.temperature,
        "reasoning_effort": options.effort,
        "response_format": schema if options.json == "schema" else None,
    }
    return {name: value for name, value in body.items() if value is not None}


class _Asking:
    """One action asked for: its time, the failures of the server, and the reports."""

    def __init__(self, player: ModelPlayer, prose: Prose, state: State, clock: Clock) -> None:
        if player.server is None:
            player.prepare(state)
        assert player.server is not None
        self.player = player
        self.prose = prose
        self.state = state
        self.clock = clock
        self.server: ChatServer = player.server
        self.by_clock = clock.allowed < player.options.timeout
        self.allowed = min(clock.allowed, player.options.timeout)
        self.deadline = time.monotonic() + self.allowed
        self.seconds = 0.0

    def completion(self, messages: list[Message], attempt: int) -> Completion:
        """The answer to some messages; a server that fails is asked again as long as there is time.

        Raises :class:`OutOfTime` if the clock runs out, and :class:`Unavailable` if the server does not get well.
        """
        sent = [{"role": message.role, "content": message.content} for message in messages]
        failures, wait = 0, FIRST_WAIT
        while True:
            begun = time.monotonic()
            try:
                answer = self.server.ask(self.player.body, sent, self.deadline, lambda: self.clock.stopped)
            except ServerFailed as error:
                self.seconds = time.monotonic() - begun
                self._book(messages, attempt, kind=TRANSPORT, why=str(error))
                if isinstance(error, TimeIsUp) and self.by_clock and not self.clock.stopped:
                    raise OutOfTime(Said("{seconds:g} s for an answer", seconds=self.allowed)) from None
                failures += error.wait is None
                pause = max(wait, error.wait or 0.0)
                if not error.again or failures >= MOST_FAILURES or begun + pause >= self.deadline:
                    raise Unavailable(str(error)) from None
                self._rest(pause)
                wait = min(2 * wait, LONGEST_WAIT)
            else:
                self.seconds = time.monotonic() - begun
                return answer

    def _rest(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not self.clock.stopped:
            time.sleep(min(left, 0.1))

    def report(self, messages: list[Message], attempt: int, completion: Completion, heard: Any, action: Any) -> None:
        """Tell of an answer that came, and what it means."""
        facts = {"kind": "resign" if isinstance(heard, Resign) else "answer"}
        if isinstance(heard, Refusal):
            facts = {"kind": heard.kind, "said": heard.said, "why": heard.why, "code": heard.code}
        self._book(
            messages,
            attempt,
            **facts,
            **attrs.asdict(completion, recurse=False),
            action=None if action is None else str(action),
            by_chance=action is not None and isinstance(heard, Refusal),
        )

    def _book(self, messages: list[Message], attempt: int, **facts: Any) -> None:
        sent = tuple((message.role, message.content) for message in messages)
        self.player.book(
            ModelAnswer(
                ply=len(self.player.events),
                position=str(self.state),
                attempt=attempt,
                model=self.player.model,
                host=self.server.host,
                settings=self.player.options.shaping,
                brief=self.prose.digest,
                digest=sha256(json.dumps(sent).encode()).hexdigest(),
                messages=sent,
                seconds=round(self.seconds, 6),
                **facts,
            )
        )


def _made(spec: GameSpec, options: ModelOptions, rng: Random) -> Player:
    return ModelPlayer(options, rng)


def limit_reached(options: ModelOptions, notes: Iterable[str]) -> str:
    """The reason why a contest begins no more games, the cost of its answers or their number; ``""`` if it may.

    ``notes`` are those of the player's games so far.
    """
    if options.spend is None and options.calls is None:
        return ""
    uses = [use for use in map(ModelUse.from_json, notes) if use.calls]
    answers, costs = sum(use.calls for use in uses), [use.cost for use in uses]
    if options.calls is not None and answers >= options.calls:
        return f"{options.model} has answered {answers} times, and 'calls' is {options.calls}"
    if options.spend is None:
        return ""
    if None in costs:
        return f"what {options.model} costs is not known, so 'spend' cannot be kept: give its price"
    spent = sum(cost for cost in costs if cost is not None)
    return f"{options.model} has cost {spent:.4g}, and 'spend' is {options.spend:g}" if spent >= options.spend else ""


LLM: Final = PlayerSpec(
    name="llm",
    summary="a language model, from a server of this machine or elsewhere",
    options=ModelOptions,
    called=lambda options: "-".join(filter(None, [options.model or "llm", options.shaping])),
    player=_made,
    stop=limit_reached,
    writes=lambda options: filter(None, [options.transcript]),
    bookkeeping=frozenset(["transcript", "prices", "spend", "calls"]),
)
