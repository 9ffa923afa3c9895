"""Names, tokens and invitations."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from typing import cast

import pytest
from boardgames_arena import ArenaSettings
from boardgames_arena.accounts import INVITE, Accounts, Refused, read_names
from boardgames_arena.arena import Arena
from boardgames_arena.messages import Hello
from boardgames_arena.session import JoiningLink
from boardgames_arena.store import TABLES, ArenaStore, RatedGame
from boardgames_arena.tokens import keep_token, token_for, tokens_file

from boardgames.contest import BadStore, play_game
from boardgames.core.lookup import ChosenGame
from boardgames.session import key_of


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_second_name_of_a_file_leads_to_its_lock(
    link: Callable[[Path, Path], None], store: ArenaStore, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    other = tmp_path / "elsewhere" / "link.db"
    link(store.path, other)
    with pytest.raises(BadStore, match=r"is being written by another runner|has a second name"):
        ArenaStore(other)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ArenaStore]:
    store = ArenaStore(tmp_path / "arena.db")
    yield store
    store.close()


def test_a_new_name_gets_a_token_and_needs_it_from_then_on(store: ArenaStore) -> None:
    accounts = Accounts(store)
    ann, token = accounts.admit("Ann", None)
    assert token is not None and len(token) > 20
    assert accounts.admit("ANN", token) == (ann, None)
    for wrong in (None, "", token + "x", "\udcff"):
        with pytest.raises(Refused, match="token"):
            accounts.admit("ann", wrong)
    bob, made = accounts.admit("bob", "chosen secret")
    assert made is None and accounts.admit("bob", "chosen secret")[0] == bob
    store.set_banned(ann.number, True)
    with pytest.raises(Refused, match="'Ann' is banned"):
        accounts.admit("Ann", token)
    with pytest.raises(Refused, match="1 to 16 printable characters"):
        accounts.admit("a b", None)
    store.close()
    for file in store.path.parent.iterdir():
        assert token.encode() not in file.read_bytes() and b"chosen secret" not in file.read_bytes()


def test_an_invitation_makes_one_account(store: ArenaStore) -> None:
    accounts = Accounts(store, INVITE)
    invitation = accounts.invite()
    for token in (None, "guess"):
        with pytest.raises(Refused, match="needs an invitation"):
            accounts.admit("ann", token)
    ann, made = accounts.admit("ann", invitation)
    assert made is None and not accounts.is_invitation(invitation)
    assert accounts.admit("ann", invitation)[0] == ann
    with pytest.raises(Refused, match="needs an invitation"):
        accounts.admit("bob", invitation)


def test_one_address_takes_neither_all_names_nor_those_of_others(
    store: ArenaStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one name too many its oldest goes that never played, is not connected and not banned."""
    monkeypatch.setattr("boardgames_arena.accounts.NEW_PER_ADDRESS", 4)
    accounts = Accounts(store)
    bob = accounts.admit("bob", "t", "10.0.0.2")[0].number
    first, played, banned, connected = (accounts.admit(f"a{number}", "t", "10.0.0.1")[0].number for number in range(4))
    add_game(store, played, bob)
    store.set_banned(banned, True)
    for number in range(100):
        accounts.admit(f"z{number}", "t", "10.0.0.1", [connected])
    kept = {account.number for account in store.accounts()}
    assert {bob, played, banned, connected} <= kept and first not in kept
    assert {account.name for account in store.accounts()} >= {"z97", "z98", "z99"} and len(kept) == 8
    assert accounts.kept == {"10.0.0.1": 2}
    monkeypatch.setattr("boardgames_arena.accounts.MOST_PER_ADDRESS", 2)
    with pytest.raises(Refused, match="too many bots of your address"):
        accounts.admit("more", "t", "10.0.0.1")
    accounts.admit("more", "t", "10.0.0.2")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("10.0.0.1", "10.0.0.2", False),
    ],
)
def test_all_addresses_of_a_home_are_one(
    one: str, other: str, same: bool, store: ArenaStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner of one IPv6 address has all addresses of its network."""
    monkeypatch.setattr("boardgames_arena.accounts.NEW_PER_ADDRESS", 1)
    accounts = Accounts(store)
    accounts.admit("ann", "t", one)
    accounts.admit("bob", "t", other)
    assert [account.name for account in store.accounts()] == (["bob"] if same else ["ann", "bob"])


def test_an_account_that_cannot_be_deleted_now_still_counts(store: ArenaStore, monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = Accounts(store)
    ann = accounts.admit("ann", "t", "10.0.0.1")[0].number

    def fail(number: int) -> bool:
        raise BadStore("the disk is full")

    monkeypatch.setattr(ArenaStore, "delete_account", lambda store, number: fail(number))
    with pytest.raises(BadStore):
        accounts.forget(ann)
    assert ann in accounts.made


def test_an_account_that_never_played_is_forgotten_after_a_while(
    store: ArenaStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = Accounts(store)
    ann, bob, cid, dan = (accounts.admit(name, "t", name)[0].number for name in ("ann", "bob", "cid", "dan"))
    add_game(store, ann, bob)
    monkeypatch.setattr("boardgames_arena.accounts.FORGOTTEN_AFTER", -1.0)
    monkeypatch.setattr("boardgames_arena.accounts.FORGETTING", 0.0)
    eve = accounts.admit("eve", "t", "eve", [dan])[0].number
    assert [account.number for account in store.accounts()] == [ann, bob, *sorted({dan, eve})]
    assert cid not in accounts.made
    assert not accounts.forget(ann) and accounts.forget(dan)


def add_game(store: ArenaStore, first: int, second: int) -> None:
    game = play_game("ur:tokens=1", "random", "random", seed=1)
    row = RatedGame(store.last_number() + 1, "ur", 1, 1, first, second, 1.0, "home", None, None, None, 9, time.time())
    store.add(row, game)


def test_a_span_of_time_ends_before_its_last_moment(store: ArenaStore) -> None:
    ann, bob = (account_of(store, name) for name in ("ann", "bob"))
    add_game(store, bob, ann)
    then = store.games()[0].finished
    assert len(store.games(since=then)) == 1 and store.games(until=then) == []


def test_games_from_before_the_server_began_count_as_meetings_in_either_order(store: ArenaStore) -> None:
    ann, bob = (account_of(store, name) for name in ("ann", "bob"))
    add_game(store, bob, ann)
    add_game(store, ann, bob)
    game = ChosenGame.of("ur")
    arena = Arena([game], store, Accounts(store), ArenaSettings())
    assert arena._met_in(game)(ann, bob) == arena._met_in(game)(bob, ann) == 2


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DROP TABLE games; CREATE VIEW games AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
         "SELECT x AS number FROM n", "has a view, 'games'"),
        ("CREATE TRIGGER t AFTER INSERT ON accounts BEGIN DELETE FROM games; END", "has a trigger, 't'"),
    ],
)  # fmt: skip
def test_a_file_with_more_than_tables_is_no_arena(damage: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    ArenaStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.executescript(damage)
    connection.close()
    for readonly in (True, False):
        with pytest.raises(BadStore, match=told):
            ArenaStore(path, readonly=readonly)


class Newcomer:
    """The connection of a bot, which notes what it is told."""

    address = "10.0.0.1"

    def __init__(self) -> None:
        self.told: list[str] = []

    def welcome(self, **facts: object) -> None:
        self.told.append("welcome")

    def close(self, code: int, sentence: str) -> None:
        self.told.append(sentence)


async def comes(arena: Arena, name: str) -> Newcomer:
    link = Newcomer()
    await arena.join(Hello(name=name, game="ur", token="t"), cast(JoiningLink, link))
    return link


def test_a_bot_whose_account_is_being_deleted_is_not_welcomed(store: ArenaStore) -> None:
    """Between the look whether it is connected and the deletion."""
    account_of(store, "eve")

    async def race() -> Arena:
        arena = Arena([ChosenGame.of("ur")], store, Accounts(store), ArenaSettings())
        held = Event()
        store.writer.submit(held.wait)
        deletion = asyncio.create_task(arena.delete("eve"))
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="being deleted"):
            await comes(arena, "eve")
        held.set()
        await deletion
        assert (await comes(arena, "eve")).told == ["welcome"], "the name is free again"
        return arena

    assert len(asyncio.run(race()).sessions) == 1


def test_a_bot_whose_account_is_forgotten_while_it_comes_is_sent_away(
    store: ArenaStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else of its address needs the room in the same moment."""
    monkeypatch.setattr("boardgames_arena.accounts.NEW_PER_ADDRESS", 1)

    async def race() -> Newcomer:
        arena = Arena([ChosenGame.of("ur")], store, Accounts(store), ArenaSettings())
        arena.accounts.admit("ann", "t", Newcomer.address)
        held = Event()
        store.writer.submit(held.wait)
        other = asyncio.create_task(comes(arena, "bob"))
        await asyncio.sleep(0)
        ann = await comes(arena, "ann")
        held.set()
        await other
        assert [session.account.name for session in arena.sessions.values()] == ["bob"]
        return ann

    assert asyncio.run(race()).told == ["welcome", "the name 'ann' was deleted"]


@pytest.mark.parametrize("early", [False, True])
def test_the_number_of_a_deleted_account_is_never_given_again(early: bool, tmp_path: Path) -> None:
    """Nor in a file of a version that did."""
    path = tmp_path / "arena.db"
    with ArenaStore(path) as store:
        ann, bob = account_of(store, "ann"), account_of(store, "bob")
        add_game(store, ann, bob)
        if early:
            with store.transaction() as connection:
                connection.execute("CREATE TABLE early AS SELECT * FROM accounts")
                connection.execute("DROP TABLE accounts")
                connection.execute(TABLES[0].replace("AUTOINCREMENT", ""))
                connection.execute("INSERT INTO accounts SELECT * FROM early")
                connection.execute("DROP TABLE early")
    with ArenaStore(path) as store:
        accounts = Accounts(store)
        assert [account.name for account in store.accounts()] == ["ann", "bob"]
        assert accounts.admit("bob", "t")[0].number == bob
        eve = account_of(store, "eve")
        assert accounts.forget(eve) and account_of(store, "eve") > eve
    with ArenaStore(path, readonly=True) as store:
        assert len(store.accounts()) == 3 and len(store.games()) == 1


def account_of(store: ArenaStore, name: str) -> int:
    return Accounts(store).admit(name, "t")[0].number


def test_only_the_names_of_a_list(store: ArenaStore, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("# the class\nAnn\nbob his-token\n\n")
    accounts = Accounts(store, names=read_names(names))
    assert accounts.admit("ann", None)[0].name == "Ann"
    with pytest.raises(Refused, match="not on this arena's list"):
        accounts.admit("eve", None)
    for guess in ("guess", "\ud800"):
        with pytest.raises(Refused, match="wrong"):
            accounts.admit("bob", guess)
    assert accounts.admit("bob", "his-token")[1] is None
    for text, why in (("a b c", "line 1: expected a name"), ("ann\nAnn", "twice"), ("", "no names"), ("a$", "line 1")):
        names.write_text(text)
        with pytest.raises(ValueError, match=why):
            read_names(names)
    names.write_bytes(b"ann\nJos\xe9\n")
    with pytest.raises(ValueError, match=r"line 2: .*not '.ufffd'"):
        read_names(names)


def test_the_last_games_are_found_without_sorting_all(store: ArenaStore) -> None:
    """Each look at the ladder asks for them, in the thread that bots' answers pass through."""
    queries: list[str] = []
    store.reader.set_trace_callback(queries.append)
    store.games("ur", last=20)
    store.games("ur", 1, last=100)
    store.reader.set_trace_callback(None)
    for query in queries:
        plan = [row[3] for row in store.connection.execute(f"EXPLAIN QUERY PLAN {query}")]
        assert plan == ["SEARCH games USING INDEX games_by_game (game=?)"], plan


def test_a_file_that_is_no_arenas_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="there is no file"):
        ArenaStore(tmp_path / "none.db", readonly=True)
    (tmp_path / "text.db").write_text("a text, and long enough to be none of SQLite's files" * 10)
    with pytest.raises(BadStore, match="not a database"):
        ArenaStore(tmp_path / "text.db")
    first = ArenaStore(tmp_path / "arena.db")
    with pytest.raises(BadStore, match="another runner"):
        ArenaStore(tmp_path / "arena.db")
    reader = ArenaStore(tmp_path / "arena.db", readonly=True)
    assert reader.games_played() == []
    reader.close()
    first.close()
    ArenaStore(tmp_path / "arena.db").close()


def test_a_file_that_may_not_be_written_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the first game would be played before anybody knows."""
    path = tmp_path / "arena.db"
    ArenaStore(path).close()
    path.chmod(0o444)
    if os.access(path, os.W_OK):  # root may write everywhere
        monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with pytest.raises(BadStore, match="cannot be opened for writing"):
        ArenaStore(path)
    ArenaStore(path, readonly=True).close()
    assert [file.name for file in tmp_path.iterdir()] == ["arena.db"]


def test_bots_that_start_together_keep_all_their_tokens() -> None:
    def keep(number: int) -> Path | None:
        return keep_token("ws://here", f"bot {number}", f"token {number}")

    with ThreadPoolExecutor(16) as threads:
        assert set(threads.map(keep, range(100))) == {tokens_file()}
    assert [token_for("ws://here", f"bot {number}") for number in range(100)] == [f"token {n}" for n in range(100)]
    assert [path.name for path in tokens_file().parent.iterdir()] == ["arena-tokens.json"]
    assert tokens_file().stat().st_mode & 0o777 == 0o600


def test_a_full_disk_leaves_the_tokens_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    assert keep_token("ws://here", "ann", "a") == tokens_file()

    def full(*given: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("boardgames.processes.whole_file.os.fsync", full)
    assert keep_token("ws://here", "bob", "b") is None
    assert token_for("ws://here", "ann") == "a"
    assert [path.name for path in tokens_file().parent.iterdir()] == ["arena-tokens.json"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("\u0430nn", "name-scripts"),  # a Cyrillic a
        ("a\u03b2", "name-scripts"),
        ("ann\ufe0f", "name-scripts"),
        ("ann\u0338", "name-scripts"),
        ("e\u0301a", "name-form"),
        ("\uff42ob", "name-form"),
        ("a\u115fb", "name-character"),
        ("a\u2013b", "name-character"),
        ("\U0001f916", "name-character"),
        ("..", "name-signs"),
    ],
)
def test_a_name_that_is_mistaken_for_another_is_refused(name: str, code: str, store: ArenaStore) -> None:
    with pytest.raises(Refused) as refused:
        Accounts(store).admit(name, "t")
    assert refused.value.args[0].code == code
    assert store.account_count() == 0


def test_names_of_all_scripts_and_those_that_look_alike(store: ArenaStore, tmp_path: Path) -> None:
    accounts = Accounts(store)
    honest = ["Вова", "bot日本", "ロボットー", "한국봇", "हिन्दी", "αλφα", "a/b?c#d", "coco"]
    for name in honest:
        assert accounts.admit(name, "t")[0].name == name
    for alike in ("\u0441\u043e\u0441\u043e", "COCO", "口ボット一"):
        with pytest.raises(Refused, match="wrong for the name"):
            accounts.admit(alike, "another")
    old = store.add_account("a\u2013b", key_of("a\u2013b"), None, None)  # from before there was this rule
    assert accounts.admit("a\u2013b", "t")[0].number == old.number


def test_who_reads_does_not_wait_for_who_writes(store: ArenaStore) -> None:
    """A change may wait ten seconds for another process; pages and bots must not."""
    read: list[int] = []
    with store.transaction() as connection:
        connection.execute("INSERT INTO invitations VALUES (x'00', 0)")
        reading = Thread(target=lambda: read.append(store.account_count()), daemon=True)
        reading.start()
        reading.join(10.0)
        assert read == [0] and not store.has_invitation(b"\0"), "and sees no change that is not over"
    assert store.has_invitation(b"\0")


def test_a_file_of_the_version_before_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((Path(__file__).parent / "older_files" / "0.3.0.dev0.sql").read_text(encoding="utf-8"))
    connection.close()
    store = ArenaStore(path)
    try:
        ann, bob = store.accounts()
        assert Accounts(store).admit("ann", "QGqONoGWSx1MBvTTwQEEIA") == (ann, None)
        assert store.meetings("ur:tokens=1") == [(ann.number, bob.number, 1), (bob.number, ann.number, 1)]
        record = store.record(2)
        assert record is not None and record.names == ("bob", "ann")
        assert Accounts(store).admit("eve", None)[0].number == 3
    finally:
        store.close()
