"""Names, tokens and invitations."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from boardgames.arena.accounts import INVITE, Accounts, Refused, read_names
from boardgames.arena.allowance import Allowance
from boardgames.arena.store import ArenaStore
from boardgames.arena.tokens import keep_token, token_for, tokens_file
from boardgames.contest import BadStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ArenaStore]:
    store = ArenaStore(tmp_path / "arena.db")
    yield store
    store.close()


def test_a_new_name_gets_a_token_and_needs_it_from_then_on(store: ArenaStore) -> None:
    accounts = Accounts(store)
    ann, token = accounts.login("Ann", None)
    assert token is not None and len(token) > 20
    assert accounts.login("ANN", token) == (ann, None)
    for wrong in (None, "", token + "x", "\udcff"):
        with pytest.raises(Refused, match="token"):
            accounts.login("ann", wrong)
    bob, made = accounts.login("bob", "chosen secret")
    assert made is None and accounts.login("bob", "chosen secret")[0] == bob
    store.set_banned(ann.number, True)
    with pytest.raises(Refused, match="'Ann' is banned"):
        accounts.login("Ann", token)
    with pytest.raises(Refused, match="1 to 16 printable characters"):
        accounts.login("a b", None)
    store.close()
    for file in store.path.parent.iterdir():
        assert token.encode() not in file.read_bytes() and b"chosen secret" not in file.read_bytes()


def test_an_invitation_makes_one_account(store: ArenaStore) -> None:
    accounts = Accounts(store, INVITE)
    invitation = accounts.invite()
    for token in (None, "guess"):
        with pytest.raises(Refused, match="needs an invitation"):
            accounts.login("ann", token)
    ann, made = accounts.login("ann", invitation)
    assert made is None and not accounts.is_invitation(invitation)
    assert accounts.login("ann", invitation)[0] == ann
    with pytest.raises(Refused, match="needs an invitation"):
        accounts.login("bob", invitation)


def test_refused_names_do_not_use_up_what_others_may_register(store: ArenaStore) -> None:
    accounts = Accounts(store, new_names=Allowance(rate=1e6, burst=1))
    accounts.new_names.rate = 0.0
    accounts.login("ann", "t")
    for number in range(1000):
        with pytest.raises(Refused, match="too many new names"):
            accounts.login(f"n{number}", "t")
    accounts.new_names.rate = 1e6
    assert accounts.login("bob", "t")[0].name == "bob"


def test_only_the_names_of_a_list(store: ArenaStore, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("# the class\nAnn\nbob his-token\n\n")
    accounts = Accounts(store, names=read_names(names))
    assert accounts.login("ann", None)[0].name == "Ann"
    with pytest.raises(Refused, match="not on this arena's list"):
        accounts.login("eve", None)
    for guess in ("guess", "\ud800"):
        with pytest.raises(Refused, match="wrong"):
            accounts.login("bob", guess)
    assert accounts.login("bob", "his-token")[1] is None
    for text, why in (("a b c", "line 1: expected a name"), ("ann\nAnn", "twice"), ("", "no names"), ("a$", "line 1")):
        names.write_text(text)
        with pytest.raises(ValueError, match=why):
            read_names(names)


def test_the_last_games_are_found_without_sorting_all(store: ArenaStore) -> None:
    """Each look at the ladder asks for them, in the thread that bots' answers pass through."""
    queries: list[str] = []
    store.connection.set_trace_callback(queries.append)
    store.games("ur", last=20)
    store.games("ur", 1, last=100)
    store.connection.set_trace_callback(None)
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

    monkeypatch.setattr("boardgames.whole_file.os.fsync", full)
    assert keep_token("ws://here", "bob", "b") is None
    assert token_for("ws://here", "ann") == "a"
    assert [path.name for path in tokens_file().parent.iterdir()] == ["arena-tokens.json"]
