"""Contests are of games for two: what is refused, and which files of older versions are read."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

import boardgames as bg
from boardgames.cli import command
from boardgames.contest import (
    BadContest,
    BadStore,
    Configuration,
    Entry,
    Store,
    play_match,
    play_rating,
    play_tournament,
)
from boardgames.contest.plan import plan
from boardgames.core.seeds import pair_seed
from tests.conftest import ROOT
from tests.piles import ALONE, THREE
from tests.samples import cases

PILES = f"{ROOT}/tests/piles.py"
OLDER_FILES = ROOT / "tests" / "contest" / "older_files"
"""Files of contests as SQL, as the versions that their names tell have written them with the seed 7."""

# -- games for another number --------------------------------------------------------


@cases("game", [f"{PILES}:THREE", f"{PILES}:ALONE", THREE.game(THREE.options())], ids=str)
@cases(
    "contest",
    [
        lambda game: play_match(game, "random", "random", games=2),
        lambda game: play_tournament(game, {"a": "random", "b": "random", "c": "random"}),
        lambda game: play_tournament(game, {"a": "random", "b": "random"}, format="swiss"),
        lambda game: play_rating(game, "random"),
    ],
    ids=["match", "roundrobin", "swiss", "rating"],
)
def test_a_game_for_another_number_has_no_contests(
    game: str | bg.Game, contest: Callable[[str | bg.Game], object]
) -> None:
    with pytest.raises(BadContest, match=r"between two players, and .* is for (3|one): 'boardgames play .* PLAYER'"):
        contest(game)


@pytest.mark.parametrize("spec", [THREE, ALONE], ids=lambda spec: str(spec.name))
@pytest.mark.parametrize(
    "words",
    [
        ("match", "{}", "--p1", "random", "--p2", "random"),
        ("tournament", "run", "{}", "a=random", "b=random", "c=random"),
        ("rate", "{}", "--player", "random"),
    ],
    ids=lambda words: str(words[0]),
)
def test_a_command_tells_what_plays_such_a_game(
    words: Sequence[str], spec: bg.GameSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = f"{PILES}:{'THREE' if spec is THREE else 'ALONE'}"
    result = CliRunner().invoke(command, [game if word == "{}" else word for word in words])
    assert result.exit_code == 2 and not result.stdout
    assert f"'boardgames play {game} PLAYER'" in result.stderr
    assert not [*tmp_path.iterdir()], "no file is begun"
    seats = ["--player", "random"] * (3 if spec is THREE else 1)
    assert CliRunner().invoke(command, ["play", game, *seats]).exit_code == 0, "the next step works"


def test_a_match_has_no_options_for_more_players() -> None:
    result = CliRunner().invoke(command, ["match", "ur", "--p1", "random", "--p2", "random", "--p3", "random"])
    assert result.exit_code == 2 and "No such option '--p3'" in result.stderr


# -- files of older versions ---------------------------------------------------------


def older_file(name: str, folder: Path) -> Path:
    """A file as an older version has written it, with that of its seed if the contest is not over."""
    path = folder / "contest.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((OLDER_FILES / f"{name}.sql").read_text(encoding="utf-8"))
    connection.close()
    if name.endswith("begun"):
        (folder / "contest.db-seed").write_text("7\n")
    return path


@pytest.mark.parametrize("name", ["0.2.0-over", "0.3.0.dev0-begun"])
def test_an_older_file_of_games_for_two_is_read_and_gone_on_with(name: str, tmp_path: Path) -> None:
    path = older_file(name, tmp_path)
    games = 2 if name.endswith("over") else 1
    with Store.reading(path) as store:
        assert store.configuration.seed == 7
        assert [game.score for game in store.games()] == [1.0, 0.0][:games]
        assert [store.record(number).names for number in range(1, games + 1)] == [
            ("greedy", "random"),
            ("random", "greedy"),
        ][:games]
        notes = [*store.notes()]
        assert [(note.seat, note.player) for note in notes] == ([] if name.startswith("0.2") else [(1, 1)])
        assert all('"model": "m"' in note.text for note in notes)
    whole = play_match("morris:preset=three", "greedy", "random", games=2, seed=7)
    resumed = play_match("morris:preset=three", "greedy", "random", games=2, db=path, resume=True)
    assert resumed.tally == whole.tally and resumed.plies == whole.plies
    assert [file.name for file in tmp_path.iterdir()] == ["contest.db"], "its seed is told"


@pytest.mark.parametrize("name", ["0.2.0-seats-over", "0.3.0.dev0-seats-begun"])
def test_an_older_file_of_games_for_more_is_refused_in_a_sentence(name: str, tmp_path: Path) -> None:
    path = older_file(name, tmp_path)
    before = path.read_bytes()
    ways: list[Callable[[], object]] = [
        lambda: Store.reading(path),
        lambda: play_match("morris:preset=three", "greedy", "random", games=2, db=path, resume=True),
    ]
    for opened in ways:
        with pytest.raises(BadStore, match=r"games for more than two players, of an older version .* another file"):
            opened()
    for words in (("status",), ("table",), ("games",), ("export", "--csv", "-")):
        result = CliRunner().invoke(command, ["tournament", *words, "--db", str(path)])
        assert result.exit_code == 2 and "read it with that version" in result.stderr
    assert path.read_bytes() == before


# -- the plan ------------------------------------------------------------------------


@cases("format", ["match", "roundrobin", "gauntlet", "swiss", "knockout"])
def test_the_games_of_a_pair_swap_seats_and_share_the_seed_that_they_always_had(format: str) -> None:
    players = 2 if format == "match" else 5
    entries = [Entry(f"p{number}", "random") for number in range(players)]
    contest = Configuration(game="ur", entries=entries, format=format, games=4, seed=5)
    games = plan(contest, {}).games
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.players == other.players[::-1] and one.pair == other.pair
        assert one.seed(contest) == other.seed(contest) == pair_seed(5, sorted(one.players), one.meeting)


def test_a_second_cycle_swaps_the_seats_of_each_meeting() -> None:
    entries = [Entry(f"p{number}", "random") for number in range(4)]
    contest = Configuration(game="ur", entries=entries, format="gauntlet", games=1, rounds=2, swap=False, seed=1)
    assert [game.players for game in plan(contest, {}).games] == [(0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)]
