"""The use of language models in contests: sums in the file, prices, limits that stop a contest, games given up."""

from __future__ import annotations

import json
import resource
import sqlite3
import stat
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from boardgames.contest import BadContest, BadStore, Entry, ModelBooks, ModelUse, Price, Store, play_game
from boardgames.contest.configuration import Configuration
from boardgames.contest.contest_file import read_contest_file
from boardgames.contest.model_use import read_prices
from boardgames.contest.play import play_match, play_tournament
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.protocol import Clock, Forfeit, ModelAnswer, Player, TokenCounts, Unavailable

TALK = ModelAnswer(
    ply=0, position="p", attempt=1, model="m", kind="answer", tokens=TokenCounts(prompt=100, answer=10), seconds=0.5
)  # fmt: skip


class Talker(Player):
    """Reports an answer for each action, as a language model's player does, and fails when the plan says so."""

    def __init__(self, rng: Random, failing: set[int]) -> None:
        self.rng = rng
        self.failing = failing

    def choose(self, state: Any, clock: Clock) -> Any:
        assert self.on_answer is not None
        self.on_answer(TALK)
        Talks.count += 1
        if Talks.count in self.failing:
            raise Unavailable("503 from 127.0.0.1")
        return self.rng.choice(state.actions())


class Talks:
    count = 0


@pytest.fixture(autouse=True)
def from_the_beginning() -> None:
    Talks.count = 0


def talker(*failing: int) -> PlayerSpec:
    return PlayerSpec(name="talker", summary="", player=lambda spec, options, rng: Talker(rng, set(failing)))


def test_the_sums_of_an_answer_are_told() -> None:
    use = ModelUse()
    use.add(TALK, 0.5)
    for kind, code in (("illegal", "two-pawns"), ("garbled", "")):
        use.add(ModelAnswer(ply=1, position="p", attempt=1, model="m", kind=kind, code=code), 0.25)
    use.add(ModelAnswer(ply=1, position="p", attempt=2, model="m", kind="transport"), None)
    use.add(ModelAnswer(ply=1, position="p", attempt=2, model="m", kind="resign"), 0.25)
    assert (use.actions, use.first_try, use.legal, use.calls, use.failures, use.metered) == (3, 1, 2, 4, 1, 1)
    assert (use.refusals, use.reasons) == ({"illegal": 1, "garbled": 1}, {"two-pawns": 1})
    assert (use.cost, use.tokens.prompt, use.seconds) == (1.25, 100, 0.5)
    assert ModelUse.from_json(use.json()) == use
    use.add(TALK, None)
    use.add(TALK, 1.0)
    assert use.cost is None, "a cost that is partly unknown is not told"


def test_the_file_keeps_the_sums_by_game_and_seat(tmp_path: Path) -> None:
    db = tmp_path / "m.db"
    play_match("ur:tokens=1", talker(), "random", games=2, db=db, seed=1)
    with Store.reading(db) as store:
        kept = store.uses()
        assert [(each.number, each.seat, each.player) for each in kept] == [(1, 0, 0), (2, 1, 0)]
        assert sum(each.use.calls for each in kept) == Talks.count
        assert all(each.use.legal == each.use.actions for each in kept)
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE models SET use = '{}'")
    connection.close()
    with Store.reading(db) as store, pytest.raises(BadStore, match="use of models in game 1"):
        store.uses()


def test_a_file_without_models_has_no_table_of_them(tmp_path: Path) -> None:
    play_match("ur:tokens=1", "random", "random", games=2, db=tmp_path / "m.db", seed=1)
    with Store.reading(tmp_path / "m.db") as store:
        assert store.uses() == []
        assert not store.rows("SELECT name FROM sqlite_master WHERE name = 'models'")


def test_a_game_whose_service_fails_has_no_verdict_and_is_played_later(tmp_path: Path) -> None:
    db, names = tmp_path / "m.db", ["t", "r"]
    settings: dict[str, Any] = {"games": 4, "db": db, "names": names, "seed": 1}
    score = play_match("ur:tokens=1", talker(2), "random", **settings)
    assert (score.tally.games, score.stopped.partition(": ")[0]) == (3, "1 game was given up")
    with Store.reading(db) as store:
        assert [game.number for game in store.games()] == [2, 3, 4]
        assert len(store.uses(over=None)) == len(store.uses()) + 1, "what the game that was given up used is kept too"
        assert store.configuration.seed == 1
    assert (tmp_path / "m.db-seed").exists(), "the contest is not over"
    score = play_match("ur:tokens=1", talker(), "random", resume=True, **settings)
    assert (score.tally.games, score.stopped) == (4, "")


def test_after_three_games_in_a_row_a_match_waits_for_the_service() -> None:
    score = play_match("ur:tokens=1", talker(*range(100)), "random", games=50, seed=1)
    assert (score.tally.games, Talks.count) == (0, 3)
    assert score.fields()["stopped"] == score.stopped != ""


def test_calls_and_spend_stop_a_contest_which_goes_on_with_more(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text("[m]\nprompt = 100\nanswer = 0\ndate = 2026-11-01\n")
    settings: dict[str, Any] = {"games": 4, "db": tmp_path / "c.db", "prices": prices, "seed": 1, "names": ["t", "r"]}
    game = "ur:tokens=1"
    one = play_match(game, talker(), "random", calls=1, **settings)
    assert (one.tally.games, one.stopped.partition(",")[2]) == (1, " and 'calls' is 1")
    two = play_match(game, talker(), "random", spend=0.01 * Talks.count + 1e-9, resume=True, **settings)
    assert (two.tally.games, two.stopped.partition(",")[2][:13]) == (2, " and 'spend' ")
    assert play_match(game, talker(), "random", calls=10**6, resume=True, **settings).tally.games == 4


def test_a_spend_needs_known_prices() -> None:
    score = play_match("ur:tokens=1", talker(), "random", games=4, spend=1.0, seed=1)
    assert score.tally.games == 1
    assert "give its price" in score.stopped


def test_a_tournaments_file_may_have_the_settings_of_models(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text('game = "ur"\nspend = 2\ncalls = 50\ntranscript = "t.jsonl"\n[bots]\na = "random"\n')
    file = read_contest_file(path)
    assert file.run == {"spend": 2.0, "calls": 50, "transcript": str(tmp_path / "t.jsonl")}
    assert file.merged({}, {}, {"calls": 7, "spend": None})["calls"] == 7
    path.write_text('game = "ur"\nspend = -1\n')
    with pytest.raises(BadContest, match="spend"):
        read_contest_file(path)


def test_prices_are_for_a_million_tokens(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text('["a-1"]\nprompt = 2\ncached = 1\nanswer = 10\n')
    assert read_prices(path) == {"a-1": Price(prompt=2.0, cached=1.0, answer=10.0)}
    for wrong in ("a = 1\n", "[a]\nprompt = -1\n", "[a]\nprmpt = 1\n", "["):
        path.write_text(wrong)
        with pytest.raises(BadContest):
            read_prices(path)


def test_a_transcript_has_a_line_for_each_answer_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    play_tournament("ur:tokens=1", {"t": talker(), "r": "random"}, games=2, transcript=path, seed=1)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == Talks.count
    assert lines[0].items() >= {"game": "ur:tokens=1", "game_id": 1, "seat": 0, "player": "t", "model": "m"}.items()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(BadContest, match="cannot write the transcript"):
        ModelBooks.of(tmp_path / "no" / "t.jsonl", None)


def test_a_line_that_a_transcript_cannot_hold_goes_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has been paid for, and the game goes on."""
    ModelBooks(transcript=str(tmp_path)).book(ModelUse(), {"game": "ur"}, TALK)
    why, line = capsys.readouterr().err.splitlines()
    assert f"{tmp_path} cannot be written" in why
    assert json.loads(line)["game"] == "ur"


def test_a_line_that_filled_the_disk_is_taken_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So the next one, when there is room again, does not stand behind half of it."""
    path = tmp_path / "t.jsonl"
    books, limit = ModelBooks(transcript=str(path)), resource.getrlimit(resource.RLIMIT_FSIZE)
    books.book(ModelUse(), {"game_id": 1}, TALK)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 20, limit[1]))
    try:
        books.book(ModelUse(), {"game_id": 2}, TALK)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert json.loads(capsys.readouterr().err.splitlines()[1])["game_id"] == 2
    books.book(ModelUse(), {"game_id": 3}, TALK)
    assert [json.loads(line)["game_id"] for line in path.read_text().splitlines()] == [1, 3]


def test_a_game_that_was_paid_for_and_cannot_be_kept_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Store, *game: object) -> None:
        raise BadStore("the disk is full")

    monkeypatch.setattr(Store, "add", full)
    with pytest.raises(BadStore, match="full"):
        play_match("ur:tokens=1", talker(), "random", games=2, db=tmp_path / "m.db", seed=1)
    why, record = capsys.readouterr().err.splitlines()
    assert "game 1 cannot be kept" in why
    assert json.loads(record)["game"] == "ur"
    with pytest.raises(BadStore, match="full"):
        play_match("ur:tokens=1", "random", "random", games=2, db=tmp_path / "n.db", seed=1)
    assert capsys.readouterr().err == "", "without a model it is played again for nothing"


@pytest.mark.parametrize(
    ("said", "tokens", "cost"),
    [
        (None, TokenCounts(prompt=10**6, answer=0), 2.0),
        (0.0, TokenCounts(prompt=10**6, answer=0), 2.0),
        (5.0, TokenCounts(prompt=10**6, answer=0), 5.0),
        (5.0, None, 5.0),
        (None, None, None),
    ],
)
def test_the_larger_cost_counts(said: float | None, tokens: TokenCounts | None, cost: float | None) -> None:
    """So a server that says 0 cannot pass a limit on what is spent."""
    use = ModelUse()
    ModelBooks(prices={"m": Price(prompt=2.0)}).book(use, {}, attrs.evolve(TALK, tokens=tokens, cost=said))
    assert use.cost == cost


class Forfeiting(Player):
    def choose(self, state: Any, clock: Clock) -> Any:
        raise Forfeit(self.kind, "because")

    kind = "truncated"


def test_a_player_of_this_process_may_forfeit_as_a_program_does() -> None:
    verdict = play_game("ur", Forfeiting(), "random", seed=1).verdict
    assert verdict is not None
    assert verdict.fault is not None
    assert (verdict.fault.seat, verdict.fault.kind, verdict.fault.detail) == (0, "truncated", "ply 2: because")
    player = Forfeiting()
    player.kind = "no such kind"
    verdict = play_game("ur", player, "random", seed=1).verdict
    assert verdict is not None
    assert verdict.fault is not None
    assert verdict.fault.kind == "crash"


def test_a_configuration_does_not_change_with_the_settings_of_models() -> None:
    assert "spend" not in Configuration(game="ur", entries=[Entry("a", "random"), Entry("b", "random")]).fields()
