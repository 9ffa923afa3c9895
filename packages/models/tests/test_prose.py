"""Language models asked in words: what the prompt says, and what answers mean, with lists alone."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from boardgames_models import json_search
from boardgames_models.disguise import Disguise
from boardgames_models.json_search import OTHER, last_object
from boardgames_models.prose import Answer, Message, Prose, Refusal, Resign, Style

import boardgames as bg
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import games
from boardgames.core.model import CHANCE, Game, IllegalAction, State
from boardgames.core.model.options import BadOption, as_text, choose, describe, differences
from boardgames.core.protocol import Event
from tests.testkit.broken import GOOD

KEYS = ("action", "resign")


def walk(name: str, states: int, seed: int = 1) -> Iterator[tuple[State, list[Event]]]:
    """States of random games in which a seat is to act, with the plies before."""
    rng, game = random.Random(seed), bg.load(name)
    while True:
        state = game.start()
        events: list[Event] = []
        while state.outcome is None:
            if state.turn != CHANCE:
                yield state, events
                states -= 1
                if not states:
                    return
            options = [action for action, _ in state.chances()] if state.turn == CHANCE else state.actions()
            action = rng.choice(options)
            events.append(Event(state, action, state.apply(action)))
            state = events[-1].after


def said(action: object) -> str:
    return f"I have thought about it.\n```json\n{json.dumps({'action': str(action)})}\n```\n"


def test_the_last_object_with_a_key_counts() -> None:
    meant: dict[str, dict[str, object] | None] = {
        '{"action": "a"} or {"action": "b"}': {"action": "b"},
        '{"answer": {"action": "a"}}': {"action": "a"},
        '{"action": "a", "others": [{"action": "b"}]}': {"action": "a"},
        '{ as in "{"action": "a"}" }': {"action": "a"},
        '{"action": "a"} {"action": "b"': {"action": "a"},
        '{"action": "a"} {"action": "b",}': {"action": "a"},
        '{"action": {"from": 1}}': {"action": OTHER},
        '{"note": "a\nb", "action": "a\\"{"}': {"note": "", "action": 'a"{'},
        '"action": "a"': None,
        "{'action': 'a'}": None,
        '{"action": 01}': None,
        '{"action" "a"}': None,
        '["action", "a"]': None,
        "": None,
    }
    for text, found in meant.items():
        wanted = None if found is None else {key: value for key, value in found.items() if key in KEYS}
        assert last_object(text, KEYS) == wanted, text


PARTS = ["{", "}", '"action"', '"a"', ":", ",", "[", "]", "1", '"x{"', " ", '"', "true", "w", '{"action":"q"}']


def by_brute_force(text: str) -> Any:
    """The same by Python's parser from each brace on."""
    found, end = None, 0
    for begin, char in enumerate(text):
        if char == "{" and begin >= end:
            closed: list[dict[str, Any]] = []
            decoder = json.JSONDecoder(object_pairs_hook=lambda pairs, closed=closed: closed.append(dict(pairs)) or {})  # type: ignore[misc]
            try:
                _, end = decoder.raw_decode(text, begin)
            except ValueError:
                continue
            for each in closed:
                if any(key in KEYS for key in each):
                    found = {
                        key: OTHER if isinstance(value, dict | list) else value
                        for key, value in each.items()
                        if key in KEYS
                    }
    return found


@pytest.mark.parametrize("texts", [3000, pytest.param(20_000, marks=pytest.mark.thorough)])
def test_the_search_agrees_with_trying_each_brace(texts: int) -> None:
    rng = random.Random(texts)
    for _ in range(texts):
        text = "".join(rng.choice(PARTS) for _ in range(rng.randint(1, 14)))
        assert last_object(text, KEYS) == by_brute_force(text), text


@pytest.mark.parametrize("size", [20_000, pytest.param(10_000_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "part", ['{"action":', "{", '{"', '{"a":{"action":1},', '{"action', "[", "{ ", '"', "\\", "{'"]
)
def test_endless_and_deep_answers_are_read_too(part: str, size: int) -> None:
    prose = Prose(bg.load("minishogi"), 0)
    prose.messages(prose.game.start(), ())
    long = part * (size // len(part))
    heard = prose.hear(long + ' so: {"action": "5d5c"}')
    assert isinstance(heard, Answer) or part == '"'
    assert isinstance(prose.hear(long), Refusal)


@pytest.mark.parametrize("name", games())
def test_every_legal_action_said_in_json_is_read_as_itself(name: str) -> None:
    read_as_themselves(name, 25)


def read_as_themselves(name: str, states: int) -> None:
    game = bg.load(name)
    asked = [Prose(game, 0), Prose(game, 0, Style(disguise=7, rules="none"))]
    for number, (state, events) in enumerate(walk(name, states)):
        for prose in asked if number % 5 == 0 else asked[:1]:
            prose.messages(state, events)
            for action in state.actions():
                image = action if prose.disguise is None else prose.disguise.symmetry.action(action)
                text = str(image) if prose.disguise is None else prose.disguise.notation(str(image))
                heard = prose.hear(said(text))
                assert isinstance(heard, Answer), (heard, str(state))
                assert heard.action is action


@pytest.mark.thorough
@pytest.mark.parametrize("name", games())
def test_every_legal_action_of_100_states_is_read_as_itself(name: str) -> None:
    read_as_themselves(name, 100)


@pytest.mark.parametrize("name", ["minishogi", "morris", "ur", "dice-shogi"])
def test_no_action_is_read_that_is_not_legal(name: str) -> None:
    game = bg.load(name)
    prose = Prose(game, 0)
    for state, _ in walk(name, 10):
        prose.messages(state, ())
        legal = set(map(str, state.actions()))
        for index in random.Random(3).sample(range(game.action_count), min(200, game.action_count)):
            text = str(game.action_at(index))
            if not {text, text.removesuffix("+"), f"{text}+"} & legal:  # a "+" that can only be meant is added or taken
                heard = prose.hear(said(text))
                assert isinstance(heard, Refusal)
                with pytest.raises(IllegalAction) as error:
                    state.read(text)
                assert (heard.kind, heard.said, heard.why, heard.code) == (
                    "illegal",
                    text,
                    error.value.why,
                    error.value.code,
                )
                assert str(error.value.why) in str(prose.again(heard))


@pytest.mark.parametrize(
    ("text", "finish", "kind", "code"),
    [
        ("", "stop", "empty", "empty"),
        (" \n", "stop", "empty", "empty"),
        ("<think>{\"action\": \"5d5c\"}", "stop", "empty", "empty"),
        ("<think>{\"action\": \"5d5c\"}</think> well", "stop", "garbled", "no-object"),
        ("I play 5d5c.", "stop", "garbled", "no-object"),
        ('"action": "5d5c"', "stop", "garbled", "no-object"),
        ('{"move": "5d5c"}', "stop", "garbled", "no-object"),
        ('{"action": ["5d5c"]}', "stop", "garbled", "wrong-type"),
        ('{"action": 5}', "stop", "garbled", "wrong-type"),
        ('{"action": null}', "stop", "garbled", "no-object"),
        ('{"resign": "yes"}', "stop", "garbled", "wrong-type"),
        ('{"resign": false}', "stop", "garbled", "no-object"),
        ('{"resign": true, "action": "5d5c"}', "stop", "garbled", "both"),
        ('{"action": "' + "5" * 2000 + '"}', "stop", "garbled", "too-long"),
        ('{"action": "5d5c"} and', "length", "truncated", "truncated"),
        ("I will not", "content_filter", "declined", "declined"),
        ('{"action": "\ud800"}', "stop", "illegal", None),
    ],
)  # fmt: skip
def test_answers_that_are_refused(text: str, finish: str, kind: str, code: str | None) -> None:
    prose = Prose(bg.load("minishogi"), 0)
    prose.messages(prose.game.start(), ())
    heard = prose.hear(text, finish)
    assert isinstance(heard, Refusal)
    assert heard.kind == kind
    assert code is None or heard.code == code
    again = prose.again(heard)
    assert again.role == "user"
    assert again.content.count("\n") < 20
    again.content.encode()


def test_a_model_may_resign() -> None:
    prose = Prose(bg.load("minishogi"), 0)
    prose.messages(prose.game.start(), ())
    assert prose.hear('It is lost. {"resign": true}') == Resign()


def test_thoughts_before_the_answer_are_not_the_answer() -> None:
    prose = Prose(bg.load("minishogi"), 0)
    prose.messages(prose.game.start(), ())
    heard = prose.hear('<think>{"action": "4e4d"}? No.</think>{"action": "5d5c"}')
    assert isinstance(heard, Answer)
    assert str(heard.action) == "5d5c"


def test_reasons_are_left_out_where_they_are_off() -> None:
    prose = Prose(bg.load("minishogi"), 0, Style(reasons=False))
    prose.messages(prose.game.start(), ())
    heard = prose.hear(said("1e1a"))
    assert isinstance(heard, Refusal)
    assert heard.why not in str(prose.again(heard))


@pytest.mark.parametrize("disguise", [0, 5])
def test_deep_reasons_tell_what_would_make_an_action_legal(disguise: int) -> None:
    prose = Prose(bg.load("minishogi"), 0, Style(reasons="deep", disguise=disguise))
    prose.messages(prose.game.start(), ())
    legal, actions = {str(action) for action in prose.shown.actions()}, ("4e5d", "2e1d")
    action = next(action for action in actions if action not in legal)
    written = action if prose.disguise is None else prose.disguise.notation(action)
    heard = prose.hear(said(written))
    assert isinstance(heard, Refusal)
    change = bg.unless(prose.shown, action)
    assert change is not None
    (sentence,) = change.sentences()
    told = str(prose.again(heard))
    assert (sentence if prose.disguise is None else prose.disguise.prose(sentence)) in told and heard.why in told
    assert "Legal if" not in str(prose.again(Refusal("illegal", "nonsense", "no such action")))


def test_reasons_are_on_off_or_deep() -> None:
    read = [choose(Style, {"reasons": text}).reasons for text in ("on", "false", "deep")]
    assert read == [True, False, "deep"] and differences(Style(reasons="deep")) == "reasons=deep"
    for wrong in ("perhaps", 3):
        with pytest.raises(BadOption, match="on, off or deep"):
            choose(Style, {"reasons": wrong})


@pytest.mark.parametrize("name", games())
def test_the_prompt_tells_the_options_the_position_and_the_plies(name: str) -> None:
    spec, game = bg.find(name), bg.load(name)
    *_, (state, events) = walk(name, 6)
    prose = Prose(game, state.turn)
    (message,) = prose.messages(state, events)
    assert message.role == "user"
    for option, _, meaning, _ in describe(spec.options):
        assert f"`{option}={as_text(getattr(game.options, option))}`: {meaning}" in message.content
    for meaning in spec.reasons.values():
        assert meaning in message.content
    assert str(state) in message.content
    assert str(events[-1].action) in message.content.partition("Played so far: ")[2]
    assert "boardgames rules" not in message.content or "named above" in message.content
    assert str(prose.messages(game.start(), ())[0]).startswith(message.content[:2000][: len(prose.brief)][:200])


@pytest.mark.parametrize("name", [name for name in games() if name != "ur"])
def test_no_legal_action_is_named_unless_asked_for(name: str) -> None:
    for state, _ in walk(name, 30):
        text = str(Prose(bg.load(name), state.turn).messages(state, ())[0])
        named = set(re.findall(r"`([^`\n]+)`", text))
        assert not named & set(map(str, state.actions()))
        listed = str(Prose(bg.load(name), state.turn, Style(legal=True)).messages(state, ())[0])
        assert listed.partition("Legal actions: ")[2].partition("\n")[0].split(", ") == [*map(str, state.actions())]


def test_the_seats_are_told_apart_and_share_what_can_be_cached() -> None:
    game = bg.load("minishogi")
    first, second = (str(Prose(game, seat).messages(game.start(), ())[0]) for seat in (0, 1))
    assert first != second
    assert Prose(game, 0).digest == Prose(game, 1).digest != Prose(game, 0, Style(rules="none")).digest


def test_a_chat_repeats_the_models_own_answers() -> None:
    game = bg.load("minishogi")
    prose = Prose(game, 0, Style(history="chat"))
    start = game.start()
    first = prose.messages(start, ())
    prose.hear(said("1e1d"))
    prose.hear('Better: {"action": "5d5c"}')
    after = start.play("5d5c")
    events = [Event(start, start.read("5d5c"), after), Event(after, after.read("1b1c"), after.play("1b1c"))]
    messages = prose.messages(events[-1].after, events)
    assert [message.role for message in messages] == ["user", "assistant", "user"]
    assert messages[0] == first[0]
    assert messages[1] == Message("assistant", 'Better: {"action": "5d5c"}')
    assert "White 1b1c" in messages[2].content
    assert len(prose.messages(start, ())) == 1, "actions were taken back"


@pytest.mark.parametrize("style", [Style(history="none"), Style(show="board"), Style(show="text"), Style(rules="none")])
def test_parts_of_the_prompt_can_be_left_out(style: Style) -> None:
    *_, (state, events) = walk("minishogi", 4)
    whole = str(Prose(state.game, state.turn).messages(state, events)[0])
    part = str(Prose(state.game, state.turn, style).messages(state, events)[0])
    assert len(part) < len(whole)


TELLTALE = re.compile(
    r"shogi|sfen|\busi\b|pawn|king|black|white|japan|morris|mill\b.*merels|[\u3040-\u9fff]", re.IGNORECASE
)


@pytest.mark.parametrize("name", ["minishogi", "dice-shogi"])
def test_a_disguised_game_has_other_names_and_another_board(name: str) -> None:
    game = bg.load(name)
    *_, (state, events) = walk(name, 8)
    plain, one, other = (
        str(Prose(game, state.turn, Style(disguise=seed)).messages(state, events)[0]) for seed in (0, 1, 2)
    )
    assert len({plain, one, other}) == 3
    assert TELLTALE.search(plain)
    assert not TELLTALE.search(re.sub("look|tak|check|mak|mark", "", one)), TELLTALE.search(one)
    assert one == str(Prose(game, state.turn, Style(disguise=1)).messages(state, events)[0])


def test_the_board_of_every_disguise_is_turned() -> None:
    """Whatever the seed is."""
    state = bg.load("minishogi").start()
    for seed in range(10):
        assert str(Disguise(bg.find("minishogi"), state.game, seed).symmetry.state(state)) != str(state), seed


def test_why_an_action_is_not_legal_is_told_in_the_disguise() -> None:
    prose = Prose(bg.load("minishogi"), 0, Style(disguise=5))
    prose.messages(prose.game.start(), ())
    assert prose.disguise is not None
    heard = prose.hear(said(prose.disguise.notation("5e5a")))
    assert isinstance(heard, Refusal)
    assert heard.code == "man-between"
    assert prose.disguise.notation("5a") in heard.why


@pytest.mark.parametrize(
    ("name", "text", "action"),
    [
        ("minishogi", "5D-5C", "5d5c"),
        ("minishogi", " 5d5c ", "5d5c"),
        ("minishogi", "5d5c+", "5d5c"),
        ("minishogi", "P-5c", "5d5c"),
        ("shogi", "７六歩", "7g7f"),
        ("morris", "D6", "d6"),
    ],
)
def test_tolerated_spellings(name: str, text: str, action: str) -> None:
    state = bg.load(name).start()
    prose = Prose(state.game, state.turn)
    prose.messages(state, ())
    heard = prose.hear(said(text))
    assert isinstance(heard, Answer)
    assert str(heard.action) == action


def test_a_spelling_that_may_mean_two_legal_actions_is_refused() -> None:
    game = bg.load("minishogi")
    prose = Prose(game, 0)
    prose.messages(game.start(), ())

    class Spec:
        readings = staticmethod(lambda state, text: ["5d5c", "4e4d", "9z9y"])

    prose.spec = Spec
    heard = prose.hear(said("either"))
    assert isinstance(heard, Refusal)
    assert heard.kind == "illegal"
    Spec.readings = staticmethod(lambda state, text: ["5d5c", "9z9y", "5d5c"])
    assert isinstance(prose.hear(said("either")), Answer)


def test_a_model_is_told_that_its_king_is_in_check_as_people_are() -> None:
    game = bg.load("minishogi")
    for position, check in (("4k/4R/5/5/K4 w - 1", True), ("4k/5/R4/5/K4 b - 1", False)):
        state = game.parse(position)
        caption = bg.find("minishogi").scene(state, state.turn).caption
        assert caption.endswith("in check") is check
        for style in (Style(), Style(rules="none", show="text", history="none"), Style(show="board")):
            assert (f"\n{caption}.\n" in str(Prose(game, state.turn, style).messages(state, ())[0])) is check
        disguised = str(Prose(game, state.turn, Style(disguise=1)).messages(state, ())[0])
        assert ("to move, in check." in disguised) is check
        assert not re.search("black|white", disguised, re.IGNORECASE)


class Decoder(json.JSONDecoder):
    """Counts the characters that it reads; where it fails, the lines before are counted too, a tenth of that work."""

    read = 0.0

    def raw_decode(self, s: str, idx: int = 0) -> tuple[Any, int]:
        try:
            value, end = super().raw_decode(s, idx)
        except json.JSONDecodeError as error:
            Decoder.read += error.pos - idx + error.pos / 10
            raise
        Decoder.read += end - idx
        return value, end


@pytest.mark.parametrize("part", ['{"action":', '{"', '{"a":"', '{"\\q', '{"a":1,', '{"a":[', '{"":"{":', '{"action'])
def test_the_work_of_a_search_is_bounded(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "JSONDecoder", Decoder)
    works = []
    for size in (100_000, 1_000_000):
        Decoder.read = 0.0
        text = part * (size // len(part)) + ' so: {"action": "5d5c"}'
        assert last_object(text, KEYS) == {"action": "5d5c"}
        works.append(Decoder.read)
    assert works[1] <= works[0] + 1000 <= 2.2 * json_search.MOST_WORK


def test_a_game_of_somebody_else_needs_no_words_of_its_own() -> None:
    prose = Prose(make(GOOD, {}), 0)
    state = next(state for state in states_of(prose.game) if state.turn == 0)
    assert str(state) in str(prose.messages(state, ())[0])
    heard = prose.hear(said(state.actions()[-1]))
    assert isinstance(heard, Answer)
    assert heard.action is state.actions()[-1]
    assert str(Prose(prose.game, 0, Style(disguise=1)).messages(state, ())[0])


def states_of(game: Game) -> Iterator[State]:
    state = game.start()
    while True:
        yield state
        state = state.apply(state.chances()[0][0] if state.turn == CHANCE else state.actions()[0])


@pytest.mark.parametrize("name", bg.games())
def test_a_model_is_told_nothing_that_is_typed_at_a_shell(name: str) -> None:
    game = bg.load(name)
    brief = Prose(game, 0).brief
    assert "boardgames " not in brief
    assert "\n## What is not implemented" not in brief
    assert f"\n{game.spec.legend.splitlines()[0]}" in brief
