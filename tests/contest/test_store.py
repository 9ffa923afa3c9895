"""The file of a contest: what it keeps, and whom it refuses."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import attrs
import pytest

from boardgames.contest.configuration import Configuration, Entry
from boardgames.contest.game_task import play
from boardgames.contest.plan import plan
from boardgames.contest.play import play_match
from boardgames.contest.runner import Runner
from boardgames.contest.settings import BadContest
from boardgames.contest.standings import Standings
from boardgames.contest.store import BadStore, FinishedGame, Store, sqlite_file
from boardgames.contest.store.schema import APPLICATION_ID, TABLES
from boardgames.contest.store.sqlite_file import format_error
from boardgames.records.game_record import UnreadableRecord

CONTEST = Configuration(game="ur:tokens=1", entries=[Entry("g", "greedy"), Entry("r", "random")], games=6, seed=1)


def finished(path: Path, games: int = 6) -> None:
    with Store.create_or_open(path, CONTEST, resume=True) as store:
        for planned in plan(CONTEST, {}).games[store.count() : games]:
            store.add(planned, play(CONTEST, planned))


def test_games_come_back_as_they_were_played(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    finished(path)
    assert sorted(os.listdir(tmp_path)) == ["x.db", "x.db-seed"], "no lock and no journal is left"
    with Store.reading(path) as store:
        assert store.configuration == CONTEST
        assert [game.number for game in store.games()] == [1, 2, 3, 4, 5, 6]
        for planned, game in zip(plan(CONTEST, {}).games, store.games(), strict=True):
            record = store.record(game.number)
            assert record.seed == planned.seed(CONTEST)
            assert record.playthrough().state.outcome == record.verdict.outcome  # type: ignore[union-attr]
            assert game.plies == len(record.actions)
            assert (game.score, game.reason) == ((record.verdict.outcome.returns[0] + 1) / 2, "home")  # type: ignore[union-attr]


def test_a_file_is_not_played_on_by_mistake(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    finished(path, 4)
    with pytest.raises(BadStore, match="has 4 games of this contest already: add --resume"):
        Store.create_or_open(path, CONTEST)
    others = attrs.evolve(CONTEST, seed=2, games=8)
    with pytest.raises(BadStore, match=r"games: 6, not 8\n  seed: 1, not 2"):
        Store.create_or_open(path, others, resume=True)
    swapped = attrs.evolve(CONTEST, entries=CONTEST.entries[::-1])
    with pytest.raises(BadStore, match="in another order"):
        Store.create_or_open(path, swapped, resume=True)


def stop(game: object) -> None:
    raise KeyboardInterrupt


def begun(path: Path, **settings: Any) -> None:
    """A match of random seed that was interrupted after a game."""
    with pytest.raises(KeyboardInterrupt):
        play_match("ur:tokens=1", "greedy", "random", games=6, db=path, on_game=stop, **settings)


def test_the_file_does_not_tell_the_seed_until_the_contest_is_over(tmp_path: Path) -> None:
    path, seed = tmp_path / "x.db", 424242424242
    begun(path, seed=seed)
    pair_seed = str(plan(attrs.evolve(CONTEST, seed=seed), {}).games[0].seed(attrs.evolve(CONTEST, seed=seed)))
    content = path.read_bytes()
    assert str(seed).encode() not in content and pair_seed.encode() not in content
    assert (tmp_path / "x.db-seed").stat().st_mode & 0o777 == 0o600
    with Store.reading(path) as store:
        assert store.configuration.seed == seed and store.record(1).seed == int(pair_seed), "its owner sees it"
    play_match("ur:tokens=1", "greedy", "random", games=6, db=path, resume=True)
    assert os.listdir(tmp_path) == ["x.db"]
    with sqlite3.connect(path) as connection:
        assert f'"seed": {seed}' in connection.execute("SELECT configuration FROM contest").fetchone()[0]
        assert connection.execute("PRAGMA user_version").fetchone() == (1,), "as it always was"
    connection.close()
    with Store.reading(path) as store:
        assert store.record(1).seed == int(pair_seed)
    whole = play_match("ur:tokens=1", "greedy", "random", games=6, seed=seed, db=tmp_path / "whole.db")
    again = play_match("ur:tokens=1", "greedy", "random", games=6, db=path, resume=True)
    assert again.tally == whole.tally


def test_a_contest_without_the_file_of_its_seed_is_told_the_seed_again(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    begun(path, seed=7)
    (tmp_path / "x.db-seed").unlink()
    with Store.reading(path) as store:
        assert store.configuration.seed is None and store.record(1).seed is None
        assert Standings.of(store.configuration, store.games()).played == 1
    for seed in (None, 8):
        with pytest.raises(BadStore, match=r"x.db-seed, which is missing .* say the same seed again"):
            play_match("ur:tokens=1", "greedy", "random", games=6, db=path, resume=True, seed=seed)
    begun(path, seed=7, resume=True)
    assert (tmp_path / "x.db-seed").read_text() == "7\n"
    with pytest.raises(BadStore, match="seed: 7, not 8"):
        play_match("ur:tokens=1", "greedy", "random", games=6, db=path, resume=True, seed=8)


def test_a_file_that_told_its_seed_all_along_is_gone_on_with(tmp_path: Path) -> None:
    """As earlier versions wrote it; its records have seeds too."""
    path = tmp_path / "x.db"
    with sqlite3.connect(path) as connection:
        for statement in (*TABLES, f"PRAGMA application_id = {APPLICATION_ID}", "PRAGMA user_version = 1"):
            connection.execute(statement)
        connection.execute("INSERT INTO contest VALUES (?, ?, 0.0)", (CONTEST.json(), CONTEST.digest))
    connection.close()
    with Store.create_or_open(path, CONTEST, resume=True) as store:
        first = plan(CONTEST, {}).games[0]
        game = play(CONTEST, first)
        store.add(first, attrs.evolve(game, record=game.record.replace('"seed": null', '"seed": 99')))
    assert (
        play_match("ur:tokens=1", CONTEST.entries[0], CONTEST.entries[1], games=6, db=path, resume=True).tally.games
        == 6
    )
    with Store.reading(path) as store:
        assert [store.record(number).seed for number in (1, 2)] == [99, first.seed(CONTEST)]
    assert os.listdir(tmp_path) == ["x.db"]


def test_a_file_in_the_place_of_the_seed_is_left_alone(tmp_path: Path) -> None:
    path, mine = tmp_path / "x.db", tmp_path / "x.db-seed"
    mine.write_text("dear diary")
    with pytest.raises(BadStore, match="-seed is in the way"):
        Store.create_or_open(path, CONTEST)
    assert mine.read_text() == "dear diary"
    mine.write_text("5\n")  # of a contest whose database was removed
    begun(path, seed=6)
    assert mine.read_text() == "6\n"


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_second_name_of_a_file_leads_to_its_lock(link: Callable[[Path, Path], None], tmp_path: Path) -> None:
    """The lock lies beside the file that a symbolic link leads to; a hard link has no such place and is refused."""
    opened = partial(Store.create_or_open, configuration=CONTEST, resume=True)
    (tmp_path / "elsewhere").mkdir()
    other = tmp_path / "elsewhere" / "link.db"
    first = opened(tmp_path / "x.db")
    try:
        link(tmp_path / "x.db", other)
        with pytest.raises(BadStore, match=r"is being written by another runner|has a second name"):
            opened(other)
    finally:
        first.close()
    other.unlink()
    opened(tmp_path / "x.db").close()


def test_a_second_runner_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Store.create_or_open(path, CONTEST) as store:
        with pytest.raises(BadStore, match=f"another runner .process {os.getpid()}.: wait for it"):
            Store.create_or_open(path, CONTEST, resume=True)
        with Store.reading(path) as reader:  # who only looks is welcome
            assert reader.count() == 0 and reader.being_played
        assert store.being_played
    with Store.reading(path) as reader:
        assert not reader.being_played
    Store.create_or_open(path, CONTEST, resume=True).close()


def test_a_lock_whose_file_was_removed_while_it_was_taken_is_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The runner before us may remove its file after we opened it and before we lock it.

    Then our lock is on a file without a name, and the next runner would lock another.
    """
    path = tmp_path / "x.db"
    lock_file = tmp_path / "x.db.lock"
    flock, calls = fcntl.flock, 0

    def removed_meanwhile(file: IO[str], operation: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            lock_file.unlink()
        if calls == 2:
            lock_file.rename(tmp_path / "old")  # and once more, with another file under its name
            lock_file.touch()
        flock(file, operation)

    monkeypatch.setattr(fcntl, "flock", removed_meanwhile)
    with Store.create_or_open(path, CONTEST) as store:
        assert calls == 3
        assert store.lock is not None and store.lock.file is not None
        assert os.fstat(store.lock.file.fileno()).st_ino == lock_file.stat().st_ino
        with pytest.raises(BadStore, match="another runner"):
            Store.create_or_open(path, CONTEST, resume=True)


def test_files_that_are_no_contest(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("these are my notes, and they are longer than a header of a database would be" * 9)
    stranger = tmp_path / "stranger.db"
    with sqlite3.connect(stranger) as connection:
        connection.execute("CREATE TABLE addresses (name)")
    connection.close()
    later = tmp_path / "later.db"
    finished(later, 1)
    with sqlite3.connect(later) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = {path: path.read_bytes() for path in (text, stranger)}
    for path, told in {
        text: "not a database",
        stranger: "database of something else",
        later: "another version of boardgames .format 99",
        tmp_path: "is a folder",
        tmp_path / "no" / "x.db": "there is no folder",
    }.items():
        with pytest.raises(BadStore, match=told):
            Store.create_or_open(path, CONTEST, resume=True)
    with pytest.raises(BadStore, match="there is no file"):
        Store.reading(tmp_path / "missing.db")
    assert {path: path.read_bytes() for path in before} == before
    assert sorted(os.listdir(tmp_path)) == ["later.db", "later.db-seed", "notes.txt", "stranger.db"]


DAMAGE = {
    "UPDATE games SET score = 'many' WHERE number = 2": "its row of game 2",
    "UPDATE games SET score = 0.3 WHERE number = 2": "its row of game 2",
    "UPDATE games SET score = 1e999 WHERE number = 2": "its row of game 2",
    "UPDATE games SET first = 7 WHERE number = 1": "its row of game 1",
    "UPDATE games SET second = first WHERE number = 1": "its row of game 1",
    "UPDATE games SET plies = x'00' WHERE number = 1": "its row of game 1",
    "UPDATE games SET fault = 'crash' WHERE number = 1": "its row of game 1",
    "UPDATE games SET fault = 'crash', fault_seat = 2 WHERE number = 1": "its row of game 1",
    "UPDATE games SET first_time = 'x' WHERE number = 1": "its row of game 1",
    "UPDATE games SET reason = CAST(x'ff' AS TEXT) WHERE number = 1": "UTF-8",
    "UPDATE contest SET configuration = '3'": "its configuration cannot be read",
    "UPDATE contest SET configuration = x'ff'": "its configuration cannot be read",
    'UPDATE contest SET configuration = replace(configuration, \'"games": 6\', \'"games": "x"\')': "games: expected",
    "DELETE FROM contest": "its configuration cannot be read",
    "DROP TABLE games": "no such table: games",
    "ALTER TABLE games DROP COLUMN reason": "no such column: reason",
    "PRAGMA user_version = 2": "of games for more than two players",
    "DROP TABLE games; CREATE VIEW games AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
    "SELECT x AS number FROM n": "has a view, 'games'",
    "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM records; END": "has a trigger, 't'",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_refused_in_a_sentence(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    finished(path, 3)
    with sqlite3.connect(path) as connection:
        connection.executescript(damage)
    connection.close()
    ways: list[Callable[[], Store]] = [
        lambda: Store.reading(path),
        lambda: Store.create_or_open(path, CONTEST, resume=True),
    ]
    for opened in ways:
        with pytest.raises(ValueError, match=DAMAGE[damage]) as refused, opened() as store:
            store.games()
        assert isinstance(refused.value, BadStore | BadContest)


def test_a_text_of_any_size_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.db"
    finished(path, 3)
    monkeypatch.setattr(sqlite_file, "MOST_BYTES", 50_000)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE games SET detail = ? WHERE number = 1", ("x" * 40_000,))
    Store.reading(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE games SET detail = ? WHERE number = 1", ("x" * 60_000,))
    connection.close()
    with pytest.raises(BadStore, match="too big"), Store.reading(path) as store:
        store.games()


def test_a_damaged_record_is_told_when_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    finished(path, 3)
    with sqlite3.connect(path) as connection:
        connection.executescript("UPDATE records SET record = x'00' WHERE number = 1; "
                                 "UPDATE records SET record = '{}' WHERE number = 2")  # fmt: skip
    connection.close()
    with Store.reading(path) as store:
        with pytest.raises(BadStore, match="its record of game 1 cannot be read"):
            store.record(1)
        with pytest.raises(UnreadableRecord):
            store.record(2)
        assert store.record(3).actions


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    path.touch()
    finished(path)
    with Store.reading(path) as store:
        assert store.count() == 6
        with pytest.raises(BadStore, match="no game 7: its games are 1 to 6"):
            store.record(7)


def test_a_game_is_kept_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.db"
    with Store.create_or_open(path, CONTEST) as store:
        planned = plan(CONTEST, {}).games[0]
        broken = FinishedGame(score=1.0, reason="home", record=None)  # type: ignore[arg-type]
        with pytest.raises(BadStore):
            store.add(planned, broken)
        assert store.count() == 0
        store.add(planned, play(CONTEST, planned))
        with pytest.raises(BadStore, match="UNIQUE"):
            store.add(planned, play(CONTEST, planned))
        assert store.count() == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Path:
    """A disk of one mebibyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() or not shutil.which("mount"):
        pytest.skip("only root can make a small disk")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("no disk can be made here")
    return disk


def test_a_full_disk_loses_nothing(small_disk: Path) -> None:
    contest = attrs.evolve(CONTEST, game="ur", games=2000)
    path = small_disk / "x.db"
    try:
        with (
            pytest.raises(BadStore, match=r"the disk is full.*make room, then go on with --resume"),
            Store.create_or_open(path, contest) as store,
        ):
            Runner(configuration=contest, store=store).run()
        with Store.reading(path) as store:
            kept = store.games()
            assert 10 < len(kept) < 2000
            assert [game.number for game in kept] == list(range(1, len(kept) + 1))
            assert store.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert store.record(len(kept)).playthrough().state.outcome
        subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
        with Store.create_or_open(path, contest, resume=True) as store:
            runner = Runner(configuration=contest, store=store)
            runner.on_game = lambda game: (_ for _ in ()).throw(KeyboardInterrupt)
            with pytest.raises(KeyboardInterrupt):
                runner.run()
            assert store.count() == len(kept) + 1
    finally:
        subprocess.run(["umount", small_disk], check=True)


def test_status_of_many_games_is_quick(tmp_path: Path) -> None:
    contest = attrs.evolve(CONTEST, games=5_000)
    path = tmp_path / "x.db"
    with Store.create_or_open(path, contest) as store:
        row = ("home", None, None, None, 50, 0.1, 0.1, 0.01, 0.01, 0.0)
        store.connection.execute("BEGIN")
        store.connection.executemany(
            f"INSERT INTO games VALUES ({', '.join('?' * 16)})",
            ((game.number, 1, game.pair, game.first, game.second, float(game.number % 3 == 0), *row)
             for game in plan(contest, {}).games),
        )  # fmt: skip
        store.connection.execute("COMMIT")
    begun = time.process_time()
    with Store.reading(path) as store:
        standings = Standings.of(store.configuration, store.games())
    assert standings.played == 5_000
    assert time.process_time() - begun < 0.5  # for 100,000 that is 0.6; benchmarks/contest.py measures it


def test_a_match_in_python_can_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    heard: list[int] = []

    def stop_after_three(game: object) -> None:
        heard.append(1)
        if len(heard) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match("ur:tokens=1", "greedy", "random", games=10, db=path, on_game=stop_after_three)
    whole = play_match(
        "ur:tokens=1", "greedy", "random", games=10, db=path, resume=True, on_game=lambda game: heard.append(1)
    )
    assert whole.tally.games == 10 and len(heard) == 10


def test_a_disk_without_inodes_is_not_told_as_permissions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorname = "SQLITE_CANTOPEN"
    assert "check the folder and its permissions" in format_error(error, tmp_path / "x.db", "go on")
    full = SimpleNamespace(f_favail=0, f_files=1000)
    monkeypatch.setattr(os, "statvfs", lambda path: full)
    assert "the disk has no inodes left" in format_error(error, tmp_path / "x.db", "go on")
