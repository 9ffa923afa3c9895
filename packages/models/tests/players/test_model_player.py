"""The player ``llm`` against scripted servers of this machine: good answers, bad ones, and servers that fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from boardgames_models import ModelAnswer, ModelPlayer, ModelUse, TokenCounts, model_player, server

from boardgames.contest import BadEntrant, entrant, play_game
from boardgames.contest.entrants import Conditions
from boardgames.contest.game import set_up
from boardgames.core.lookup.installed_games import find, load
from boardgames.core.model.options import BadOption
from boardgames.core.protocol import Clock, Forfeit, OutOfTime, Player, Unavailable
from boardgames.core.protocol.dialogue import Resign
from boardgames.core.text.printable import printable
from boardgames.referee import Limits, PlayerSeat
from packages.models.tests.model_server import Reply, Script, in_turn, legal, model_server

GAME = load("minishogi")
KEY = "sk-very-secret-0123456789"
GOOD = '{"action": "5d5c"}'


def player_of(text: str) -> Player:
    """The player that a text names, in a seat."""
    seat = entrant(text, find("minishogi")).take_seat(find("minishogi"), 0, 1, "m", Conditions())
    assert isinstance(seat, PlayerSeat)
    return seat.player


class Heard:
    """One action asked of the player: the answers, and the action or what was raised."""

    def __init__(self, script: Script, options: str = "", clock: Clock | None = None) -> None:
        self.answers: list[ModelAnswer] = []
        self.words: list[str] = []
        with model_server(script) as server:
            text = f"llm:model=m,url={server.url}" + (f",{options}" if options else "")
            player = player_of(text)
            assert isinstance(player, ModelPlayer)
            player.book = self.answers.append  # type: ignore[method-assign, assignment]
            player.on_words = self.words.append
            player.prepare(GAME.start())
            self.result: Any = None
            try:
                self.result = player.choose(GAME.start(), clock or Clock())
            except (Forfeit, Unavailable, OutOfTime) as error:
                self.result = error
            self.requests, self.heads = server.requests, server.heads

    @property
    def kinds(self) -> list[str]:
        return [answer.kind for answer in self.answers]


@pytest.fixture(autouse=True)
def no_key_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_right_answer_is_played(streamed: bool) -> None:
    heard = Heard(in_turn(Reply(f"I advance.\n```json\n{GOOD}\n```", streamed=streamed)))
    assert str(heard.result) == "5d5c"
    (answer,) = heard.answers
    assert (answer.kind, answer.action, answer.attempt, answer.ply) == ("answer", "5d5c", 1, 0)
    assert (answer.model, answer.answered, answer.finish) == ("m", "m-2026", "stop")
    assert answer.tokens == TokenCounts(prompt=100, cached=60, answer=20, reasoning=15)
    assert (answer.first_token is None) is not streamed
    assert heard.words[0] == "I advance."
    assert "authorization" not in {name.lower() for name in heard.heads[0]}, "without a key none is sent"


REPLIES: dict[str, tuple[Reply, list[str]]] = {
    "illegal, then right": (Reply('{"action": "1e1a"}'), ["illegal", "answer"]),
    "two objects": (Reply('{"action": "1e1a"} no: ' + GOOD), ["answer"]),
    "JSON in the reasoning": (
        Reply('{"action": "1e1d"}', message={"reasoning_content": 'maybe {"action": "4e4d"}'}),
        ["answer"],
    ),
    "JSON in the reasoning alone": (Reply("", message={"reasoning": GOOD}), ["empty", "answer"]),
    "JSON in thoughts": (Reply(f"<think>{GOOD}</think>"), ["empty", "answer"]),
    "prose": (Reply("I play 5d5c."), ["garbled", "answer"]),
    "empty": (Reply(""), ["empty", "answer"]),
    "null": (Reply(None), ["empty", "answer"]),
    "cut": (Reply(f"I think {GOOD}", finish="length"), ["truncated", "answer"]),
    "declined": (Reply(None, message={"refusal": "I cannot play games."}), ["declined", "answer"]),
    "filtered": (Reply("", finish="content_filter"), ["declined", "answer"]),
    "a wrong type": (Reply('{"action": 5}'), ["garbled", "answer"]),
    "tool calls": (
        Reply(None, "tool_calls", message={"tool_calls": [{"id": "1", "function": {"name": "f", "arguments": GOOD}}]}),
        ["empty", "answer"],
    ),
    "parts": (Reply([{"type": "text", "text": GOOD}]), ["answer"]),
    "10 MB": (Reply("x" * 10_000_000), ["garbled", "answer"]),
    "10 MB before the action": (Reply("{" * 10_000_000 + GOOD), ["answer"]),
    "no usage": (Reply(GOOD, usage=None), ["answer"]),
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_strange_answer_is_read_or_refused(name: str) -> None:
    reply, kinds = REPLIES[name]
    heard = Heard(in_turn(reply, "5d5c"))
    assert heard.kinds == kinds
    assert str(heard.result) == ("1e1d" if name == "JSON in the reasoning" else "5d5c")
    if len(kinds) == 2:
        roles = [message["role"] for message in heard.requests[1]["messages"]]
        assert roles == ["user", "assistant", "user"]
        assert len(json.dumps(heard.requests[1])) < 20_000
        assert heard.answers[0].why in heard.requests[1]["messages"][-1]["content"] or kinds[0] == "truncated"


def test_after_the_last_attempt_the_game_is_lost_for_what_a_program_would_lose_it_for() -> None:
    for reply, kind, code in (
        (Reply('{"action": "1e1a"}'), "illegal", "man-between"),
        (Reply("prose"), "garbled", "no-object"),
        (Reply("", finish="length"), "truncated", "truncated"),
        (Reply(""), "garbled", "empty"),
    ):
        with model_server(in_turn(reply)) as server:
            verdict = play_game("minishogi", f"llm:model=m,url={server.url},attempts=2", "random", seed=1).verdict
        assert len(server.requests) == 2
        assert verdict is not None
        assert verdict.fault is not None
        assert (verdict.fault.kind, verdict.fault.code, verdict.fault.seat) == (kind, code, 0)


def test_an_action_drawn_at_random_is_counted_apart() -> None:
    heard = Heard(in_turn(Reply("prose")), "attempts=2,otherwise=random")
    assert heard.result in GAME.start().actions()
    assert [answer.by_chance for answer in heard.answers] == [False, True]
    use = ModelUse()
    for answer in heard.answers:
        use.add(answer, None)
    assert (use.actions, use.legal, use.by_chance, use.calls) == (1, 0, 1, 2)


def test_a_model_resigns() -> None:
    assert Heard(in_turn(Reply('{"resign": true}'))).result == Resign()


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_fails_is_asked_again_after_the_wait_it_asks_for(status: int) -> None:
    heard = Heard(in_turn(Reply("", status=status, head={"retry-after": "0.05"}), "5d5c"))
    assert str(heard.result) == "5d5c"
    assert heard.kinds == ["transport", "answer"]
    assert [answer.attempt for answer in heard.answers] == [1, 1]
    assert f"status {status}" in heard.answers[0].why


@pytest.mark.parametrize(
    ("reply", "options", "requests"),
    [
        (Reply("", status=401), "", 1),
        (Reply("", status=404), "", 1),
        (Reply("", status=429, head={"retry-after": "3600"}), "", 1),
        (Reply("", status=503, head={"retry-after": "Wed, 21 Oct 2099 07:28:00 GMT"}), "", 1),
        (Reply(body=b"<html><body>Bad gateway</body></html>", kind="text/html"), "", 1),
        (Reply(body=b"[]"), "", 1),
        (Reply(body=b'{"choices": "none"}'), "", 1),
        (Reply(body=b'{"choices": []}'), "", 1),
        (Reply(body=b"[" * 100_000), "", 1),
        (Reply(5), "", 1),
        (Reply("", status=500, head={"retry-after": "0.01"}), "timeout=0.3", None),
        (Reply(GOOD, drip=0.05), "timeout=0.3", 1),
        (Reply(GOOD, drip=0.05, streamed=True), "timeout=0.3", 1),
        (Reply(GOOD, delay=60), "timeout=0.3", 1),
    ],
)
def test_a_server_without_an_answer_is_no_verdict(reply: Reply, options: str, requests: int | None) -> None:
    heard = Heard(in_turn(reply), options)
    assert isinstance(heard.result, Unavailable)
    assert set(heard.kinds) == {"transport"}
    assert requests is None or len(heard.requests) == requests
    assert "127.0.0.1" in str(heard.result)


@pytest.mark.parametrize(
    ("asked", "wait"),
    [
        ("0", None),
        ("0.25", 0.25),
        ("7200", 7200.0),
        ("-5", None),
        ("inf", None),
        ("nan", None),
        ("1e9", None),
        ("9" * 5000, None),
        ("soon", None),
        ("", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", None),
        ("Mon, 01 Jan 0001 00:00:00 -0000", None),
        ("Fri, 31 Dec 9999 23:59:59 -9999", None),
        ("Wed, 99 Oct 99999 07:28:00 GMT", None),
    ],
)
def test_a_wait_that_no_server_can_mean_is_not_obeyed(asked: str, wait: float | None) -> None:
    assert server._wait({"retry-after": asked}) == wait
    assert server._wait({}) is None


def test_a_server_that_asks_for_no_wait_is_not_asked_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    monkeypatch.setattr(model_player._Asking, "_rest", lambda self, seconds: rests.append(seconds))
    heard = Heard(in_turn(Reply("", status=429, head={"retry-after": "0"})))
    assert isinstance(heard.result, Unavailable)
    assert rests == [0.5, 1.0, 2.0, 4.0], "as if it had not said anything"
    rests.clear()
    tries = in_turn(*[Reply("", status=429, head={"retry-after": "0.001"})] * 12, "5d5c")
    assert str(Heard(tries).result) == "5d5c", "a server may ask for a wait as often as it likes"
    assert rests == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, *[30.0] * 6]


def counted(prompt: object = 100, answer: object = 20, cached: object = 0, reasoning: object = 0) -> dict[str, Any]:
    return {
        "prompt_tokens": prompt,
        "completion_tokens": answer,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": reasoning},
    }


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        (counted(10, 5, cached=2000), (2010, 2000, 5, 0)),
        (counted(10, 5, reasoning=50), (10, 0, 55, 50)),
        (counted(10.0, 5.0, None, None), (10, 0, 5, 0)),
        ({"prompt_tokens": 10, "completion_tokens": 5, "prompt_tokens_details": [1]}, (10, 0, 5, 0)),
        *[(counted(**{name: bad}), None) for bad in (-1, 10**12, float("inf"), float("nan"), "9", True, [1])
          for name in ("prompt", "answer", "cached", "reasoning")],
        (counted(prompt=0), None),
        (counted(answer=0), None),
        (counted(answer=None), None),
        ({}, None),
        ({"total_tokens": 5}, None),
    ],
)  # fmt: skip
def test_tokens_that_cannot_be_are_not_known(usage: dict[str, Any], tokens: tuple[int, ...] | None) -> None:
    """So limits on what is spent stop a contest, rather than never."""
    (answer,) = Heard(in_turn(Reply(GOOD, usage=usage))).answers
    assert answer.tokens is None if tokens is None else attrs.astuple(answer.tokens or TokenCounts()) == tokens


def test_an_empty_answer_has_no_tokens() -> None:
    answers = Heard(in_turn(Reply("", usage=counted(answer=0)), "5d5c")).answers
    assert answers[0].tokens == TokenCounts(prompt=100)


@pytest.mark.parametrize("cost", [-1.0, float("inf"), float("nan"), 1e300, True, "0.5", [1]])
def test_a_cost_that_cannot_be_is_not_known(cost: object) -> None:
    (answer,) = Heard(in_turn(Reply(GOOD, usage=counted() | {"cost": cost}))).answers
    assert (answer.cost, answer.kind) == (None, "answer")


def test_a_stream_may_break_off_with_an_error() -> None:
    broken = Reply(body=b'data: {"error": {"message": "overloaded"}}\n\n', streamed=True)
    heard = Heard(in_turn(broken, "5d5c"))
    assert heard.kinds == ["transport", "answer"]
    assert "overloaded" in heard.answers[0].why


def test_no_server_at_all_is_no_verdict() -> None:
    with model_server(legal) as server:
        pass
    player = player_of(f"llm:model=m,url={server.url},timeout=0.4")
    player.prepare(GAME.start())
    with pytest.raises(Unavailable, match="failed"):
        player.choose(GAME.start(), Clock())


def test_a_models_clock_may_run_out() -> None:
    assert isinstance(Heard(in_turn(Reply(GOOD, delay=60)), clock=Clock(0.2)).result, OutOfTime)
    with model_server(in_turn(Reply(GOOD, delay=60))) as server:
        limits = Limits(first_move_time=0.2, move_time=0.2)
        verdict = play_game("minishogi", f"llm:model=m,url={server.url}", "random", seed=1, limits=limits).verdict
    assert verdict is not None
    assert verdict.fault is not None
    assert verdict.fault.kind == "timeout"


def test_a_game_that_is_aborted_does_not_wait_for_the_model() -> None:
    clock = Clock()
    clock.stopped = True
    assert isinstance(Heard(in_turn(Reply(GOOD, delay=60)), clock=clock).result, Unavailable)


# -- the key -------------------------------------------------------------------------------


def test_the_key_of_a_variable_is_sent_and_shown_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_KEY", KEY + "\n")
    replies = [
        Reply(f"You are {KEY}. {GOOD}", message={"reasoning": KEY}, head={"x-request-id": KEY}),
        Reply(f'{{"action": "{KEY}"}}', streamed=True),
        Reply(body=f"<html>{'.' * 185}{KEY}".encode(), kind="text/html"),
    ]
    for reply in replies:
        path = tmp_path / "t.jsonl"
        with model_server(in_turn(reply)) as server:
            spec = find("minishogi")
            game = set_up(
                GAME.start(),
                [
                    entrant(f"llm:model=m,url={server.url},key=FAKE_KEY,transcript={path}", spec),
                    entrant("random", spec),
                ],
                seed=1,
                max_plies=3,
            )
            error = ""
            try:
                game.referee.run()
            except Unavailable as unavailable:
                error = str(unavailable)
        assert server.heads[0]["authorization"] == f"Bearer {KEY}"
        record = game.record(evaluations=True).json()
        for text in (error, record, path.read_text(), str(game.referee.verdict), game.notes[0]):
            assert KEY not in text
            assert KEY[:12] not in text
        assert "[key]" in path.read_text() or error


@pytest.mark.parametrize("status", [401, 429, 500])
def test_the_key_in_an_error_is_shown_nowhere(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_KEY", KEY)
    body = json.dumps({"error": {"message": f"bad key {KEY}"}}).encode()
    heard = Heard(in_turn(Reply(body=body, status=status, head={"retry-after": "999999"})), "key=FAKE_KEY")
    assert isinstance(heard.result, Unavailable)
    assert "[key]" in str(heard.result)
    assert KEY not in str(heard.result) + heard.answers[0].why


@pytest.mark.parametrize(
    "options", [f"key={KEY}", "key=abcdefkey", "url=http://me:pw@127.0.0.1/v1", f"url=http://127.0.0.1/v1?k={KEY}"]
)
def test_a_key_in_the_players_text_is_refused_unseen(options: str) -> None:
    with pytest.raises(BadEntrant) as error:
        entrant(f"llm:model=m,{options}", find("ur"))
    for secret in (KEY, "abcdefkey", "pw@"):
        assert secret not in str(error.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("url=127.0.0.1", "url is"),
        ("attempts=0", "attempts"),
        ("legal=maybe", "legal"),
        ("temprature=1", "temperature"),
    ],
)
def test_options_that_cannot_be(options: str, words: str) -> None:
    with pytest.raises(BadEntrant, match=words):
        entrant(f"llm:model=m,{options}", find("ur"))


def test_a_model_must_be_named() -> None:
    with pytest.raises(BadEntrant, match="needs a model"):
        play_game("ur", "llm", "random")


def test_the_options_of_a_request() -> None:
    options = "tokens=50,temperature=0.5,effort=low,json=schema"
    (body,) = Heard(in_turn("5d5c"), options).requests
    assert (body["max_tokens"], body["temperature"], body["reasoning_effort"]) == (50, 0.5, "low")
    assert body["response_format"]["json_schema"]["schema"]["properties"]["action"] == {"type": "string"}


# -- whole games ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    ["", *(pytest.param(words, marks=pytest.mark.thorough) for words in (",disguise=4", ",history=chat,rules=none"))],
)
@pytest.mark.parametrize("game", ["ur:tokens=1", "minishogi"])
def test_a_whole_game_with_a_transcript(game: str, options: str, tmp_path: Path) -> None:
    path, spec = tmp_path / "t.jsonl", find(game.partition(":")[0])
    with model_server(legal) as server:
        refereed = set_up(
            load(game).start(),
            [
                entrant(f"llm:model=m,url={server.url},legal=on,transcript={path}{options}", spec),
                entrant("random", spec),
            ],
            seed=2,
            max_plies=40,
        )
        verdict = refereed.referee.run()
    assert verdict.fault is None
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    own = [
        (ply, str(action))
        for ply, (state, action) in enumerate(
            zip(refereed.referee.playthrough.states, refereed.referee.playthrough.actions, strict=False)
        )
        if state.turn == 0
    ]
    assert [(line["ply"], line["action"]) for line in lines] == own
    assert all(line["seed"] == 2 and line["game"] == game and line["kind"] == "answer" for line in lines)
    assert lines[0]["settings"] == "legal=on" or options
    assert len({line["brief"] for line in lines}) == 1
    use = ModelUse.from_json(refereed.notes[0])
    assert use.first_try == use.actions == len(own)


def test_words_are_printable_when_they_are_shown() -> None:
    heard = Heard(in_turn(Reply("\x1b[31mred\n" + GOOD)))
    assert printable(heard.words[0]).startswith("\\x1b")


def test_a_missing_key_is_said_before_anybody_is_asked() -> None:
    player = player_of("llm:model=m,key=MY_API_KEY")
    with pytest.raises(BadOption, match="MY_API_KEY is not set"):
        player.prepare(GAME.start())
