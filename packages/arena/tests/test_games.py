"""Games between bots elsewhere: verdicts, pairs, records, ratings."""

from __future__ import annotations

import asyncio
import shlex
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import attrs
import boardgames_arena as arena
import pytest
from boardgames_arena.arena import TICK
from boardgames_arena.ladder import make_ladder
from boardgames_arena.remote_program import RemoteProgram, RemoteSeat
from boardgames_arena.store import ArenaStore

import boardgames as bg
from boardgames.contest import play_game
from boardgames.core.protocol.dialogue import Answer, Briefing
from boardgames.referee import Limits
from boardgames.referee.program_lines import ProgramFault
from packages.arena.tests.raw_bot import PATIENCE, RawBot
from tests.conftest import BOTS
from tests.samples import sample

GAME = "ur:tokens=1"
QUICK = arena.ArenaSettings(limits=Limits(move_time=1.0, first_move_time=3.0))
PATIENT = arena.ArenaSettings(limits=Limits(move_time=PATIENCE, first_move_time=PATIENCE))


def python(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


def in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


async def as_in_a_notebook(url: str, bot: str) -> None:
    """A loop runs in this thread already."""
    arena.connect(url, GAME, bot, name="ann", games=2)


def test_two_bots_play_in_both_seats_with_the_same_dice(tmp_path: Path, left_over: object) -> None:
    bot = shlex.join([sys.executable, str(BOTS / "ur_first.py")])
    messages: list[str] = []
    with arena.Server([GAME], tmp_path / "a.db", settings=PATIENT) as server:
        rival = in_thread(lambda: asyncio.run(as_in_a_notebook(server.url, bot)))
        games = arena.connect(server.url, GAME, bot, name="bob", games=2, on_message=messages.append)
        rival.join(PATIENCE)
        assert [sorted(game.names) for game in games] == [["ann", "bob"]] * 2
        assert {game.seat for game in games} == {0, 1}
        records = [server.store.record(game.number) for game in games]
        first, second = (record for record in records if record is not None)
        assert first.names == second.names[::-1] and first.actions == second.actions, "the same bot, the same dice"
        assert "network time credited to each answer" in first.headers
        assert [(each.games, each.rating) for each in server.ladder().standings] == [(2, 0.0)] * 2
    assert messages[0].startswith("The name 'bob' is yours now") and "arena-tokens.json" in messages[0]


def test_a_bot_plays_the_game_of_the_welcome_options_included(tmp_path: Path, left_over: object) -> None:
    """A game may be named without the options that the arena's only game of that name has."""
    messages: list[str] = []
    with arena.Server([GAME], tmp_path / "a.db", settings=PATIENT) as server:
        play = partial(arena.connect, server.url, "ur", "greedy", games=2)
        rival = in_thread(lambda: play(name="ann"))
        games = play(name="bob", on_message=messages.append)
        rival.join(PATIENCE)
        records = [server.store.record(game.number) for game in games]
    assert [record and record.options["tokens"] for record in records] == [1, 1]
    assert not any("forfeits" in game.sentence for game in games), games
    told, welcome = messages[1:3]
    assert told.startswith(f"The arena plays {GAME}, not ur: ") and welcome.startswith("Welcome at ")


def test_a_game_that_the_bots_protocol_cannot_tell_is_refused_before_the_first(tmp_path: Path) -> None:
    words = r"the arena plays morris:.*early_moves=on needs the protocol 'plain'"
    with (
        arena.Server(["morris:preset=lasker"], tmp_path / "a.db") as server,
        pytest.raises(arena.CannotConnect, match=words),
    ):
        arena.connect(server.url, "morris", "greedy", name="bob", games=1)


FAULTY = [
    "import sys; input(); sys.exit(3)",
    "import os; input(); os.kill(os.getpid(), 9)",
    "input(); print('knight', flush=True); input()",
    "input(); print('x' * 100_000, flush=True); input()",
    "import sys; input(); sys.stdout.write('9')",
    None,
]
SLOW = ["import time; time.sleep(60)", "input(); print(0)\nwhile 1: input()"]


@sample(2, thorough=len(FAULTY))
def test_verdicts_are_those_of_play(sample: int, tmp_path: Path, left_over: object) -> None:
    with arena.Server([GAME], tmp_path / "a.db", settings=PATIENT) as server:
        for code in FAULTY[-sample:]:
            compare_verdicts(server, code)


@pytest.mark.thorough
def test_verdicts_on_slow_bots_are_those_of_play(tmp_path: Path, left_over: object) -> None:
    with arena.Server([GAME], tmp_path / "a.db", settings=QUICK) as server:
        for code in SLOW:
            compare_verdicts(server, code)


def compare_verdicts(server: arena.Server, code: str | None) -> None:
    """A game of a bot in the arena, and the same under ``play``, end with the same sentence."""
    bot = "./no-such-program" if code is None else python(code)
    played: list[arena.Ending] = []
    thread = in_thread(lambda: played.extend(arena.connect(server.url, GAME, bot, name="bad", token="t", games=1)))
    with RawBot(server.url, "raw", games=1, token="t") as rival:
        rival.play()
    thread.join(PATIENCE)
    record = server.store.record(played[0].number)
    assert record is not None and record.verdict is not None
    bots = [python("while 1: print(0, flush=True); input()")] * 2
    bots[played[0].seat] = bot
    same = play_game(GAME, *bots, seed=record.seed, names=record.names, limits=server.settings.limits)
    assert same.verdict is not None and record.verdict.fault is not None
    sentence = same.verdict.sentence(same.names).partition("; the end of its stderr")[0]
    if "100000 bytes" in sentence:  # how much of a line has arrived is another matter
        sentence, seen = sentence.partition(": a line")[0], played[0].sentence.partition(": a line")[0]
        assert seen == sentence
    else:
        assert played[0].sentence == sentence


def test_a_bot_that_breaks_off_goes_on_where_it_was(tmp_path: Path) -> None:
    with arena.Server(["ur:tokens=2"], tmp_path / "a.db", settings=PATIENT) as server:
        rival = RawBot(server.url, "ann", "ur:tokens=2", games=1)
        thread = in_thread(rival.play)
        with RawBot(server.url, "bob", "ur:tokens=2", games=1) as bot:
            token = bot.first["token"]
            for _ in range(3):  # it breaks off three times, each time with some bytes on their way
                answers = bot.answers
                while bot.answers < answers + 2:
                    bot.step()
                (number,) = bot.games
                assert server.arena is not None
                program = server.arena.live[number].programs[bot.games[number]["seat"]]
                while program.outgoing.cursor == bot.received[number]:  # until it is sent what it will not read
                    time.sleep(0.001)
                bot.socket.socket.close()
                session = bot.session
                received = {str(number): count for number, count in bot.received.items()}
                welcome = bot.open(token=token, session=session, received=received)
                assert (welcome["kind"], welcome["session"], welcome["token"]) == ("welcome", session, None)
                assert [each["game"] for each in welcome["games"]] == list(bot.games)
            (over,) = bot.play()
        thread.join(PATIENCE)
        assert over["returns"] is not None and rival.overs[0]["sentence"] == over["sentence"]
        record = server.store.record(over["game"])
        assert record is not None and record.verdict is not None and record.verdict.fault is None
        rival.socket.close()


def test_a_bot_that_leaves_or_forgets_its_game_forfeits(tmp_path: Path) -> None:
    with arena.Server([GAME], tmp_path / "a.db", settings=PATIENT) as server:
        with RawBot(server.url, "ann", games=2) as ann:
            thread = in_thread(partial(ann.play, 1))
            with RawBot(server.url, "bob", token="t") as bob:
                while bob.answers < 1:
                    bob.step()
            thread.join(PATIENCE)
            (over,) = ann.overs
            assert "bob forfeits (crash)" in over["sentence"] and over["sentence"].endswith("its player left")
        ladder = server.ladder()
    assert [(each.name, each.wins, each.faults) for each in ladder.standings] == [("ann", 1, 0), ("bob", 0, 1)]


def test_a_server_that_stops_says_so_and_goes_on_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    numbers: list[int] = []
    for _ in range(2):
        with arena.Server([GAME], path, settings=attrs.evolve(PATIENT, fresh_dice=True)) as server:
            ann, bob = (RawBot(server.url, name, token="t") for name in ("ann", "bob"))
            thread = in_thread(partial(ann.play, 2))
            numbers += [over["game"] for over in bob.play(2)]
            thread.join(PATIENCE)
            while not any(each["kind"] == "game" and each["game"] not in numbers for each in bob.heard):
                bob.step()
            stopping = in_thread(server.stop)
            while bob.step()["kind"] != "notice":
                pass
            stopping.join(PATIENCE)
        assert bob.heard[-1]["sentence"] == "the server stops; connect again when it is back"
        assert bob.overs[-1]["returns"] is None and "server stops" in bob.overs[-1]["sentence"]
    store = ArenaStore(path)
    games = store.games()
    assert [game.number for game in games] == numbers and len(set(numbers)) == 4
    assert len({game.seed for game in games}) == 4 and len({game.pair for game in games}) == 2
    results = [(game.first, game.second, game.score, game.fault_seat, 1) for game in games]
    names = {account.number: account.name for account in store.accounts()}
    assert make_ladder(GAME, names, results) == arena.read_ladder(store, GAME)
    store.close()


def test_a_bot_at_home_goes_on_when_the_server_is_back(tmp_path: Path) -> None:
    """The new server gives the number of the game that was broken off to another game."""
    path, endings = tmp_path / "a.db", list[arena.Ending]()
    with arena.Server([GAME], path, settings=PATIENT) as server:
        url = server.url
        bot = f"plain:{shlex.join([sys.executable, str(BOTS / 'plain_random.py')])}"
        home = in_thread(lambda: arena.connect(url, GAME, bot, name="ann", games=2, on_game=endings.append))
        with RawBot(url, "bob", token="t") as bob:
            while not bob.games:
                bob.step()
            server.stop()
    again = arena.Server([GAME], path, port=int(url.rpartition(":")[2]), settings=PATIENT)
    with again, RawBot(url, "bob", token="t") as bob:
        in_thread(bob.play_on)
        home.join(PATIENCE)
    assert [ending.number for ending in endings if ending.returns is not None] == [1, 2]


def test_a_bot_plays_as_many_games_at_a_time_as_it_says(tmp_path: Path) -> None:
    with arena.Server([GAME], tmp_path / "a.db", settings=PATIENT) as server:
        bots = [RawBot(server.url, name, at_a_time=most) for name, most in (("ann", 2), ("bob", 1), ("cid", 1))]
        ann = bots[0]
        while len(ann.games) < 2:
            ann.step(lambda line: "")
        assert [sorted(each["names"]) for each in ann.games.values()] == [["ann", "bob"], ["ann", "cid"]]
        for bot in bots:
            bot.socket.close()


def test_who_comes_for_single_games_does_not_always_move_second(tmp_path: Path) -> None:
    with arena.Server([GAME], tmp_path / "a.db", settings=PATIENT) as server, RawBot(server.url, "ann") as ann:
        threading.Thread(target=ann.play_on, daemon=True).start()
        for _ in range(4):
            with RawBot(server.url, "bob", token="t", games=1) as bob:
                bob.play(1)
        names = {account.number: account.name for account in server.store.accounts()}
        assert [names[game.first] for game in server.store.games()] == ["ann", "bob", "bob", "ann"]


def test_rounds_by_the_clock_and_games_that_are_closed(tmp_path: Path) -> None:
    settings = attrs.evolve(PATIENT, rounds="clock")
    with arena.Server([GAME], tmp_path / "a.db", settings=settings) as server:
        ann, bob = (RawBot(server.url, name, games=2) for name in ("ann", "bob"))
        assert server.arena is not None
        server.arena.set_next_round(time.time())
        number = None
        while number is None:
            facts = ann.step(lambda line: "")
            number = facts["game"] if facts["kind"] == "game" else None
        server.arena.close_game(number)
        while not ann.overs:
            ann.step(lambda line: "")
        assert ann.overs[0]["returns"] is None and "have closed the game" in ann.overs[0]["sentence"]
        with pytest.raises(arena.Refused, match="no game"):
            server.arena.close_game(number)
        for bot in (ann, bob):
            bot.socket.close()


def test_the_way_over_the_network_is_not_the_bots_time() -> None:
    """Within its credit an answer costs nothing, and comes in time after the deadline."""
    for credit in (0.0, 30.0):
        program = RemoteProgram(Limits(), lambda: None)
        program.credit = credit
        left = play_one_answer(program).clock.remaining
        assert left is not None and (left == 10.0 if credit else left < 10.0)
    program.ended(ProgramFault("crash", "it was unplugged"))
    assert program.how_it_ended() == "it was unplugged"


def play_one_answer(program: RemoteProgram) -> RemoteSeat:
    state = bg.load(GAME).start().play("=1")
    seat = RemoteSeat(program, bg.find("ur").protocol("plain"), Limits(clock=(10.0, 0.0)))
    program.begun()
    assert seat.open(Briefing(state, ["ann", "bob"]), 0) is None
    chosen = seat.choose(state, lambda: program.feed(b"0\n"))  # a millisecond after it is asked
    assert isinstance(chosen, Answer) and str(chosen.action) == "0"
    return seat


def test_a_finished_game_is_kept_when_another_process_lets_go_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile pages are served, no game begins, and nobody is told of the end; then all goes on by itself."""
    monkeypatch.setattr("boardgames_arena.live_game.AGAIN", 0.01)
    with arena.Server([GAME], tmp_path / "a.db", settings=PATIENT) as server, ExitStack() as bots:
        ann, bob = (bots.enter_context(RawBot(server.url, name, games=1)) for name in ("ann", "bob"))
        assert server.arena is not None
        server.store.connection.execute("PRAGMA busy_timeout = 10")
        with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            playing = [in_thread(partial(bot.play, 1)) for bot in (ann, bob)]
            while not server.arena.troubles:
                time.sleep(0.01)
            assert "cannot be kept yet" in server.arena.paused and not (ann.overs or bob.overs)
            with urlopen(f"{server.url}/", timeout=PATIENCE) as page:
                assert "cannot be kept yet" in page.read().decode()
            with RawBot(server.url, "cid") as cid:
                assert "come back later" in cid.first["sentence"]
            other.execute("ROLLBACK")
        for thread in playing:
            thread.join(PATIENCE)
        assert ann.overs[0]["returns"] is not None and ann.overs[0]["sentence"] == bob.overs[0]["sentence"]
        assert server.store.last_number() == 1 and server.arena.paused == ""


def test_a_game_that_cannot_be_kept_can_be_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames_arena.live_game.AGAIN", 3600.0)
    with arena.Server([GAME], tmp_path / "a.db", settings=PATIENT) as server, ExitStack() as bots:
        ann, bob = (bots.enter_context(RawBot(server.url, name, games=1)) for name in ("ann", "bob"))
        assert server.arena is not None
        server.store.connection.execute("PRAGMA query_only = 1")
        playing = [in_thread(partial(bot.play, 1)) for bot in (ann, bob)]
        while not server.arena.troubles:
            time.sleep(0.01)
        server.arena.close_game(1)
        for thread in playing:
            thread.join(PATIENCE)
        assert ann.overs[0]["returns"] is None and server.arena.paused == ""


def test_rounds_go_on_when_the_clock_is_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = attrs.evolve(PATIENT, rounds="clock", every=0.005)
    with arena.Server([GAME], tmp_path / "a.db", settings=settings) as server, ExitStack() as bots:
        now = time.time
        monkeypatch.setattr(time, "time", lambda: now() - 86_400)
        ann, bob = (bots.enter_context(RawBot(server.url, name, games=1)) for name in ("ann", "bob"))
        while not (ann.games and bob.games):
            for bot in (ann, bob):
                if not bot.games:
                    bot.step(lambda line: "")
        assert server.arena is not None
        by_people = now() + 1000.0
        server.arena.set_next_round(by_people)
        while server.arena.version < 10:
            server.arena._changed()
        time.sleep(2 * TICK)
        assert server.arena.next_round == by_people


def test_a_new_bot_that_leaves_before_its_first_game_costs_nobody_a_place(tmp_path: Path) -> None:
    """Else its account would be one that has played, and stay for good."""
    few = attrs.evolve(PATIENT, max_bots=2)
    with arena.Server([GAME], tmp_path / "a.db", settings=few) as server, ExitStack() as bots:
        ann, eve = (bots.enter_context(RawBot(server.url, name, games=1)) for name in ("ann", "eve"))
        while not eve.games:
            eve.next()
            eve.games = {each["game"]: each for each in eve.heard if each["kind"] == "game"}
        eve.socket.socket.close()
        while not ann.overs:
            ann.step(lambda line: "")
        assert ann.overs[0]["returns"] is None and "eve left before its first game" in ann.overs[0]["sentence"]
        bob = bots.enter_context(RawBot(server.url, "bob", games=1))
        thread = in_thread(bob.play)
        ann.play(2)
        thread.join(PATIENCE)
        assert server.store.last_number() == 2 and bob.overs[0]["returns"] is not None
