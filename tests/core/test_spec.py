"""Games are found by name, ours and anyone's, and what fails to import is named with its error."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.cli.arguments import UserError
from boardgames.cli.games.verify import subject_of
from boardgames.contest import entrant, play_match
from boardgames.core.lookup import ChosenGame, deferred, game_cache, installed_games, load, registered, text_of
from boardgames.core.picture import ViewOptions
from boardgames.core.protocol.plain import PLAIN
from boardgames.learning.search_hints import SearchHints
from boardgames.records import GameRecord, json_record
from tests.samples import cases

COUNTDOWN = '''
"""A sixth game in one file: take one or two from a heap; who takes the last wins."""
import attrs
import boardgames as bg
from boardgames.core.model.options import BadOption, option

@attrs.frozen
class Options:
    heap: int = option(5, "how many there are", "a children's game", least=1, most=99)
    unlucky: int = option(13, "a heap that nobody plays", "superstition")
    def __attrs_post_init__(self):
        if self.heap == self.unlucky:
            raise BadOption("that heap is unlucky")

@attrs.frozen
class Take:
    index: int
    def __str__(self):
        return f"take{self.index + 1}"
    def __reduce__(self):
        return take, (self.index,)

TAKES = Take(0), Take(1)

def take(index):
    return TAKES[index]

@attrs.frozen
class Heap(bg.BaseState):
    game: object
    left: int
    seat: int
    @property
    def turn(self):
        return self.seat if self.left else bg.OVER
    @property
    def key(self):
        return self.left, self.seat
    @property
    def outcome(self):
        return None if self.left else bg.Outcome((1.0, -1.0) if self.seat else (-1.0, 1.0), "last")
    def actions(self):
        return TAKES[:self.left]
    def apply(self, action):
        return Heap(self.game, self.left - action.index - 1, 1 - self.seat)
    def __str__(self):
        return f"{self.left} {self.seat}"

@attrs.frozen
class Countdown:
    options: Options
    name = "countdown"
    title = "Countdown"
    seats = 2
    action_count = 2
    def action_at(self, index):
        return TAKES[range(2)[index]]
    def start(self):
        return Heap(self, self.options.heap, 0)
    def parse(self, text):
        left, seat = text.split()
        return Heap(self, int(left), int(seat))

SPEC = bg.GameSpec(name="countdown", title="Countdown", game=Countdown, options=Options,
                   reasons={"last": "took the last"}, presets={"long": {"heap": 50}})
'''


@pytest.fixture
def plug_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's distribution with one game that works and five that do not."""
    (tmp_path / "countdown_game.py").write_text(COUNTDOWN)
    (tmp_path / "broken_game.py").write_text("import a_module_that_is_not_there\n")
    (tmp_path / "odd_game.py").write_text("SPEC = 'no spec'\n")
    (tmp_path / "wrong_game.py").write_text("1 / 0\n")
    (tmp_path / "misspelt_game.py").write_text(COUNTDOWN.replace("presets=", "pressets="))
    information = tmp_path / "somebodys_games-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: somebodys-games\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(
        dedent("""\
            [boardgames.games]
            countdown = countdown_game:SPEC
            broken = broken_game:SPEC
            wrong = wrong_game:SPEC
            odd = odd_game:SPEC
            misspelt = misspelt_game:SPEC
            absent = countdown_game:NOTHING
        """)
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(installed_games.GAMES, "found", dict(installed_games.GAMES.found))
    monkeypatch.setattr(game_cache, "_games", dict(game_cache._games))
    monkeypatch.delitem(sys.modules, "countdown_game", raising=False)
    importlib.invalidate_caches()


@pytest.mark.usefixtures("plug_ins")
def test_anyones_game_is_a_game_like_ours() -> None:
    assert {"countdown", "ur", "broken"} <= set(bg.games())
    game = bg.load("countdown", heap=3)
    assert game.options.heap == 3
    assert bg.load("countdown:heap=3") is game
    state = game.start().play("take2").play("take1")
    assert state.outcome == bg.Outcome((-1.0, 1.0), "last")
    assert bg.perft(game.start(), 3) == 1, "the only way to make three moves"
    assert bg.load("countdown:preset=long").options.heap == 50
    assert bg.load("countdown:preset=long,heap=7").options.heap == 7
    assert bg.find("countdown").protocol() is PLAIN
    assert bg.find("countdown").picture(state) == "0 0"


@pytest.mark.usefixtures("plug_ins")
@cases(
    ("name", "message"),
    [
        ("broken", r"game 'broken' \(broken_game:SPEC\) failed to import: ModuleNotFoundError: No module named 'a_.*'"),
        ("wrong", r"game 'wrong' \(wrong_game:SPEC\) failed to import: ZeroDivisionError: division by zero"),
        ("absent", r"game 'absent' \(countdown_game:NOTHING\) failed to import: AttributeError: .*'NOTHING'"),
        ("odd", r"game 'odd' \(odd_game:SPEC\) is not a GameSpec but a str"),
        ("misspelt", r"game 'misspelt' .* TypeError: .* unexpected keyword argument 'pressets'"),
    ],
)  # fmt: skip
def test_a_plug_in_that_fails_is_named_with_its_error(name: str, message: str) -> None:
    for ask in (bg.find, bg.load):
        with pytest.raises(bg.UnknownGame, match=message):
            ask(name)
    with pytest.raises(bg.UnknownGame, match=message):
        bg.load("ludo")


@pytest.mark.usefixtures("plug_ins")
def test_broken_plug_ins_do_not_stop_the_others() -> None:
    with pytest.raises(bg.UnknownGame) as caught:
        bg.load("countdwn")
    assert str(caught.value).startswith("there is no game 'countdwn'; did you mean 'countdown'?; the games found are: ")
    assert "broken" not in str(caught.value).split("failed to import")[0].split("found are:")[1].split(";")[0]
    assert bg.load("ur").name == "ur"


@pytest.mark.usefixtures("plug_ins")
@cases(
    ("name", "code", "message"),
    [
        ("countdown:heap=0", "bad-value", "option heap cannot be '0'"),
        ("countdown:heap=13", "bad-value", "that heap is unlucky"),
        ("countdown:preset=short", "unknown-preset", "there is no preset 'short'. The presets are: long"),
        ("countdown:heap", "unreadable-option", "cannot read option 'heap': write NAME=VALUE, as in countdown:heap=3"),
        ("countdown:heap=3,", "unreadable-option", "cannot read option '': write NAME=VALUE, as in countdown:tokens=3"),
    ],
)
def test_bad_options_name_their_game(name: str, code: str, message: str) -> None:
    with pytest.raises(bg.BadOption) as caught:
        bg.load(name)
    assert caught.value.code == code and str(caught.value).startswith(f"countdown: {message}")


def test_an_unknown_game_gets_a_suggestion() -> None:
    with pytest.raises(bg.UnknownGame, match=r"no game 'urr'; did you mean 'ur'[?]; the games found are: .*ur"):
        bg.load("urr")
    with pytest.raises(bg.UnknownGame) as caught:
        bg.load("tiddlywinks")
    assert "did you mean" not in str(caught.value)
    assert isinstance(caught.value, LookupError)


@cases(
    ("text", "name"),
    [
        ("royalur", "ur"),
        ("Royal Game of Ur", "ur"),
        ("UR:tokens=3", "ur:tokens=3"),
        ("nine mens morris:preset=classic", "morris:preset=classic"),
        ("9MM", "morris"),
        ("muhle", "morris"),
        ("dice_shogi", "dice-shogi"),
        ("mini shogi", "minishogi"),
        ("Dōbutsu Shōgi", "dobutsu"),
        ("tori-shogi", "torishogi"),
    ],
)
def test_a_game_is_found_by_its_title_and_other_names(text: str, name: str) -> None:
    assert bg.load(text) is bg.load(name)


def test_a_game_is_taken_where_its_name_is(tmp_path: Path) -> None:
    game = bg.load("ur", tokens=1)
    assert bg.load(game) is game
    assert text_of(game) == ChosenGame.of("Royal Game of Ur:tokens=1").text == "ur:tokens=1"
    with pytest.raises(TypeError, match="has its options already"):
        load(game, tokens=2)
    by_name = play_match("ur:tokens=1", "greedy", "random", games=2, seed=1, db=tmp_path / "match.db")
    resumed = play_match(game, "greedy", "random", games=2, seed=1, db=str(tmp_path / "match.db"), resume=True)
    assert resumed.tally == by_name.tally
    assert entrant("greedy", game).name == "greedy"


def test_a_near_miss_of_another_name_gets_a_suggestion_and_an_ambiguous_one_a_choice() -> None:
    with pytest.raises(bg.UnknownGame, match=r"no game 'royal gme of ur'; did you mean 'ur'[?]; the games found are: "):
        bg.load("royal gme of ur")
    twins = [bg.GameSpec(name=name, title="Twins", game=bg.find("ur").game, reasons={}) for name in ("one", "two")]
    with registered(twins[0]), registered(twins[1]):
        with pytest.raises(bg.UnknownGame, match="'twins' can mean one or two; the games found are: "):
            bg.find("twins")
        assert bg.find("One") is twins[0]


def test_a_record_may_name_its_game_otherwise() -> None:
    written = json_record.write(GameRecord.of(bg.Playthrough(bg.load("ur").start())))
    assert json_record.read(written.replace('"ur"', '"Royal Game of Ur"', 1).encode()).game == "ur"


def test_options_may_stand_in_the_name_or_beside_it() -> None:
    assert bg.load("ur:tokens=3,capture_turn=on") is bg.load("ur", tokens=3, capture_turn=True)
    assert bg.load("ur", tokens=1).options.tokens == 1
    with pytest.raises(bg.BadOption):
        bg.load("ur", tokens=True)  # equal to 1, and not a number of tokens
    assert bg.load("ur:tokens=3", tokens=4).options.tokens == 4
    assert bg.load("ur: tokens = 3 ") is bg.load("ur", tokens=3)


def test_a_protocol_by_name() -> None:
    ur = bg.find("ur")
    assert ur.protocol().name == ur.protocol("colosseum").name == "colosseum"
    assert ur.protocol("plain") is PLAIN
    with pytest.raises(KeyError):
        ur.protocol("usi")


@cases(
    ("name", "plies"),
    [
        ("ur", None),
        ("shogi", None),
        ("shogi:max_plies=300", 300),
        ("minishogi:max_plies=0", None),
        ("dice-shogi", 600),
        ("dice-shogi:max_plies=0", None),
        ("morris", 400),
    ],
)
def test_the_longest_game(name: str, plies: int | None) -> None:
    game = bg.load(name)
    assert bg.find(game.name).longest(game) == plies
    if plies is not None:
        ends = [bg.playout(game.start(), Random(seed), limit=plies) for seed in range(3)]
        assert all(end.outcome is not None for end in ends)


@pytest.mark.usefixtures("plug_ins")
def test_nobody_is_told_to_install_a_game_that_is_installed_and_wrong(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "src" / "misspelt").mkdir(parents=True)
    (tmp_path / "src" / "misspelt" / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError) as caught:
        subject_of("misspelt")
    assert "'pressets'" in str(caught.value)
    assert "install" not in str(caught.value)


# -- fields that are made when they are first used ------------------------------------------------


def small(**fields: Any) -> bg.GameSpec:
    return bg.GameSpec(**{"name": "x", "title": "X", "game": lambda _: None, "reasons": {}, **fields})


def test_a_wrong_keyword_is_told_as_what_it_is() -> None:
    with pytest.raises(TypeError, match="'tittle'"):
        small(tittle="Y")
    with pytest.raises(TypeError, match="title"):
        bg.GameSpec(name="x", game=bg.find("ur").game, reasons={})  # type: ignore[call-arg]


def test_a_deferred_field_is_made_once_and_not_before() -> None:
    made = []

    def picture() -> Any:
        made.append(1)
        return lambda state: f"<{state}>"

    spec = small(picture=deferred(picture), rules=deferred("this_is_no_module:TEXT"), legend=deferred("string:digits"))
    assert repr(spec) == "<GameSpec x>"
    assert not made
    assert spec.name == "x"
    assert spec.picture(5) == "<5>" == spec.picture(5)
    assert made == [1]
    assert spec.legend == "0123456789"
    with pytest.raises(ModuleNotFoundError, match="this_is_no_module"):
        spec.rules  # noqa: B018
    with pytest.raises(ImportError, match="string has no 'dogits'"):
        small(legend=deferred("string:dogits")).legend  # noqa: B018
    with pytest.raises(AttributeError, match="no attribute 'ruless'"):
        spec.ruless  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        spec.picture = str  # type: ignore[misc]


def test_the_evaluation_is_that_of_the_insight_unless_the_game_says_another() -> None:
    made = []

    def insight() -> SearchHints:
        made.append(1)
        return SearchHints(evaluate=lambda state, seat: 0.5)

    spec = small(insight=deferred(insight))
    assert not made
    assert spec.evaluate is not None
    assert spec.insight is not None
    assert (spec.evaluate(5, 0), spec.evaluate, made) == (0.5, spec.insight.evaluate, [1])
    assert small(insight=spec.insight).evaluate is spec.evaluate
    assert small(evaluate=max, insight=spec.insight).evaluate is max
    assert small(evaluate=max).evaluate is max
    assert small(insight=deferred(lambda: None)).evaluate is None
    assert small().evaluate is None


def test_what_follows_from_deferred_fields_is_made_with_them() -> None:
    spec = small(picture=deferred("builtins:hex"), seat_names=deferred(lambda: ("left", "right")))
    assert spec.draw(255, ViewOptions()) == "0xff"
    changed = attrs.evolve(spec, title="Y")
    assert (changed.title, changed.seat_names, changed.picture(16)) == ("Y", ("left", "right"), "0x10")


@cases("name", bg.games())
def test_every_field_of_our_games_can_be_made(name: str) -> None:
    spec = bg.find(name)
    for field in attrs.fields(bg.GameSpec):
        assert type(getattr(spec, field.name)).__name__ != "Deferred", field.name
