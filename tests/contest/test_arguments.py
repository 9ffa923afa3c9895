"""What a caller gives the functions of a contest by mistake is refused in a sentence, before anything is played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.cli.contests.match import match as match_command
from boardgames.cli.contests.rate import rate as rate_command
from boardgames.cli.contests.tournament import tournament as tournament_command
from boardgames.contest import (
    BadContest,
    BadEntrant,
    Store,
    play_game,
    play_match,
    play_rating,
    play_tournament,
    read_contest_file,
)
from boardgames.contest.run_settings import ContestArguments, RunSettings
from boardgames.contest.settings import ContestSettings
from boardgames.core.lookup import ChosenGame, installed_games
from boardgames.core.model.game import State
from boardgames.core.model.options import options_of
from boardgames.core.protocol.clock import Clock
from tests.samples import cases

UR = "ur:tokens=1"


class Duck:
    """Chooses, and is no Player."""

    def choose(self, state: State, clock: Clock) -> Any:
        return state.actions()[0]


def ours(game: Any = UR, first: Any = "greedy", second: Any = "random", **given: Any) -> object:
    return play_game(game, first, second, **given)


def match(**given: Any) -> object:
    return play_match(UR, "greedy", "random", **{"games": 2, **given})


def cup(players: Any, **given: Any) -> object:
    return play_tournament(UR, players, **given)


TWO = {"a": "greedy", "b": "random"}


@cases(
    ("call", "kind", "told"),
    [
        (lambda: ours(game=None), TypeError, "expected a game or its name"),
        (lambda: ours(game=bg.find("ur")), TypeError, "expected a game or its name"),
        (lambda: ours(first=None), BadEntrant, "with a method choose.*, or a function of a state; not None"),
        (lambda: ours(first=["greedy"]), BadEntrant, "with a method choose"),
        (lambda: ours(first=Duck), BadEntrant, r"Duck is a class: make one, as in Duck\(\)"),
        (lambda: ours(seed="x"), TypeError, "a seed is a whole number, not 'x'"),
        (lambda: ours(seed=1.5), TypeError, "a seed is a whole number, not 1.5"),
        (lambda: ours(limits={"move_time": 1}), BadEntrant, r"as in Limits\(move_time=0.5\)"),
        (lambda: ours(sandbox="docker"), BadEntrant, "no sandbox 'docker': choose auto, bwrap, none"),
        (lambda: ours(start=bg.load("shogi").start()), bg.UnreadablePosition, "to start from, not <State"),
        (lambda: ours(start=bg.load("ur").start()), bg.UnreadablePosition, "to start from, not <State"),
        (lambda: ours(start=5), bg.UnreadablePosition, "to start from, not 5"),
        (lambda: match(games="10"), BadContest, "games: .*not '10'"),
        (lambda: match(games=2.0), BadContest, "games: .*not 2.0"),
        (lambda: match(games=10**12), BadContest, "from 1 to 10000000, not"),
        (lambda: match(seed="1"), BadContest, "seed: .*not '1'"),
        (lambda: match(max_plies=0), BadContest, "max_plies: .*not 0"),
        (lambda: match(jobs=-1), BadContest, "jobs: .*not -1"),
        (lambda: match(jobs="2"), BadContest, "jobs: .*not '2'"),
        (lambda: match(limits={"move_time": 1}), BadContest, r"as in Limits\(move_time=0.5\)"),
        (lambda: match(sandbox="docker"), BadContest, "sandbox: expected one of auto, bwrap, none, not 'docker'"),
        (lambda: match(sprt={"elo0": 0}), BadContest, "sprt: expected a test such as elo0=0,elo1=10"),
        (lambda: match(names=("a", "b", "c")), BadContest, "3 names are too many for 2 players"),
        (lambda: cup(TWO, format="match"), BadContest, "two players meet in a match"),
        (lambda: cup(TWO, rounds=10**9), BadContest, "more than the 10000000 that"),
    ],
)  # fmt: skip
def test_mistakes(call: Callable[[], object], kind: type[Exception], told: str) -> None:
    with pytest.raises(kind, match=told):
        call()


def test_numbers_of_numpy(tmp_path: Path) -> None:
    two: Any
    three: Any
    np = pytest.importorskip("numpy")
    two, three = np.int64(2), np.int64(3)
    record = play_game(UR, "greedy", "random", seed=three)
    assert record.actions == play_game(UR, "greedy", "random", seed=3).actions and '"seed": 3' in record.json()
    play_match(UR, "greedy", "random", games=two, seed=three, max_plies=two, db=tmp_path / "x.db")
    with Store.reading(tmp_path / "x.db") as store:
        assert (store.configuration.seed, store.count()) == (3, 2)


def test_a_match_is_told_from_another_by_what_was_chosen_alone(tmp_path: Path) -> None:
    """Who chose no seed is not told that the seed is another."""
    path = tmp_path / "x.db"
    play_match(UR, "greedy", "random", games=2, db=path)
    with pytest.raises(ValueError, match="has 2 games of this contest already: add --resume"):
        play_match(UR, "greedy", "random", games=2, db=path)
    with pytest.raises(ValueError, match=r"It has\n  games: 2, not 4\n"):
        play_match(UR, "greedy", "random", games=4, db=path)


def test_a_contest_that_goes_on_keeps_its_names(tmp_path: Path) -> None:
    """Where none are given: an earlier version may have named the players otherwise."""
    path = tmp_path / "x.db"
    early = play_match(UR, "alphabeta:level=1", "random", games=2, db=path, names=["alphabeta-level=1"])
    assert early.names == ["alphabeta-level=1", "random"]
    assert play_match(UR, "alphabeta:level=1", "random", games=2, db=path, resume=True) == early
    with pytest.raises(ValueError, match="is of another contest"):
        play_match(UR, "alphabeta:level=1", "random", games=2, db=path, resume=True, names=["mine"])
    assert play_match(UR, "alphabeta:level=1", "random", games=2).names == ["alphabeta-1", "random"]


def test_every_setting_is_an_argument_of_match_tournament_or_rating() -> None:
    """Type checkers see the declared settings among the arguments."""
    declared = {field.name for cls in (ContestSettings, RunSettings) for field in attrs.fields(cls)}
    assert set(ContestArguments.__annotations__) == declared | {"names", "name", "anchors"}


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (lambda: match(format="swiss"), "a match has no format to choose"),
        (lambda: match(anchors="elo.json", name="mine"), "a match has no anchors and no name to choose"),
        (lambda: match(rounds=2), "a match has no number of rounds to choose"),
        (lambda: cup(TWO, names=["a"]), "a roundrobin has no names to choose"),
        (lambda: cup(TWO, sprt="elo0=0,elo1=5"), "an SPRT decides a match"),
        (lambda: play_rating("ur", "greedy", format="swiss"), "a rating has no format to choose"),
    ],
)
def test_a_setting_of_another_contest_is_refused(play: Callable[[], object], words: str) -> None:
    with pytest.raises(BadContest, match=words):
        play()


def test_the_text_of_a_game_is_read_once_and_once_by_those_who_play(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = ChosenGame.of("nine mens morris:preset=three")
    assert chosen.text == "morris:preset=three" and chosen.name != chosen.text
    loaded: list[object] = []

    def load(game: str) -> Any:
        loaded.append(game)
        return bg.load(game)

    monkeypatch.setattr(installed_games, "load", load)
    assert ChosenGame.of(chosen) is chosen
    score = play_match(chosen, "random", "random", games=2, seed=1)
    assert score.configuration is not None and score.configuration.game == chosen.text and score.played == 2
    assert loaded == [chosen.text], "by a worker, which has nothing else"


def test_a_setting_has_one_declaration_for_command_line_file_and_python(tmp_path: Path) -> None:
    """Each setting of a contest is an option of its command, and a key of its file."""
    shown = options_of(ContestSettings)
    for chosen, others in (
        (tournament_command.commands["run"], {"sprt", "until"}),
        (match_command, {"format", "rounds", "until"}),
        (rate_command, {"format", "rounds", "sprt"}),
    ):
        options = {option.name for option in chosen.params}
        assert set(shown) - others <= options and set(options_of(RunSettings)) <= options
    values = {"seed": "7", "games": "4", "max_plies": "9", "rounds": "2", "swap": "false", "openings": '"random:3"',
              "format": '"gauntlet"', "sandbox": '"auto"', "sprt": '"elo0=0,elo1=5"', "until": "30",
              "adjudicate": '"table"'}  # fmt: skip
    assert set(values) == set(shown)
    file = tmp_path / "cup.toml"
    file.write_text("".join(f"{name} = {value}\n" for name, value in values.items()))
    assert set(read_contest_file(file).settings) == set(shown)


def test_what_people_write_in_a_file_at_first(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text('format = "round-robin"\n')
    assert read_contest_file(file).settings == {"format": "roundrobin"}
    file.write_text("game = ur\n")
    with pytest.raises(BadContest, match='a text needs quotes, as in game = "ur"'):
        read_contest_file(file)
