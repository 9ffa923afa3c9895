"""The use of language models in contests: sums in the file, prices, limits that stop a contest, games given up."""

from __future__ import annotations

import json
import resource
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest
from boardgames_models import LLM, ModelAnswer, ModelPlayer, ModelUse, Price, TokenCounts
from boardgames_models.model_report import uses_of
from boardgames_models.model_use import ModelBooks, read_prices

from boardgames.contest import BadStore, Entry, Store, play_game
from boardgames.contest.configuration import Configuration
from boardgames.contest.play import play_match, play_tournament
from boardgames.core.lookup.players import PLAYERS
from boardgames.core.model.options import BadOption
from boardgames.core.protocol import Clock, Forfeit, Player, Unavailable

TALK = ModelAnswer(
    ply=0, position="p", attempt=1, model="m", kind="answer", tokens=TokenCounts(prompt=100, answer=10), seconds=0.5
)  # fmt: skip


class Talker(ModelPlayer):
    """Books an answer for each action without asking anybody, and fails when the plan says so."""

    count = 0
    failing: ClassVar[set[int]] = set()

    def prepare(self, start: Any) -> None:
        """It needs no server."""

    def choose(self, state: Any, clock: Clock) -> Any:
        self.book(TALK)
        Talker.count += 1
        if Talker.count in self.failing:
            raise Unavailable("503 from 127.0.0.1")
        return self.rng.choice(state.actions())


TALKER = attrs.evolve(LLM, name="talker", player=lambda spec, options, rng: Talker(options, rng))


@pytest.fixture(autouse=True)
def from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(Talker, "count", 0)
    monkeypatch.setattr(Talker, "failing", set())
    with PLAYERS.registered("talker", TALKER):
        yield


def talker(*failing: int, **options: object) -> str:
    """The text of the player; it fails at these answers."""
    Talker.failing = set(failing)
    return "talker:" + ",".join(f"{name}={value}" for name, value in {"model": "m", **options}.items())


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
        kept = [*store.notes()]
        assert [(note.number, note.seat, note.player) for note in kept] == [(1, 0, 0), (2, 1, 0)]
        uses = [use for _, use in uses_of(store)]
        assert sum(use.calls for use in uses) == Talker.count
        assert all(use.legal == use.actions for use in uses)


@pytest.mark.parametrize("column", ["number", "seat", "player", "over", "note"])
def test_a_damaged_note_is_told(tmp_path: Path, column: str) -> None:
    db = tmp_path / "m.db"
    play_match("ur:tokens=1", talker(), "random", games=2, db=db, seed=1)
    with sqlite3.connect(db) as connection:
        connection.execute(f"UPDATE notes SET {column} = x'00'")
    connection.close()
    with Store.reading(db) as store, pytest.raises(BadStore, match="its note of game"):
        [*store.notes()]


def test_a_file_without_notes_has_no_table_of_them(tmp_path: Path) -> None:
    play_match("ur:tokens=1", "random", "random", games=2, db=tmp_path / "m.db", seed=1)
    with Store.reading(tmp_path / "m.db") as store:
        assert [*store.notes()] == []
        assert not store.rows("SELECT name FROM sqlite_master WHERE name = 'notes'")


def test_a_game_whose_service_fails_has_no_verdict_and_is_played_later(tmp_path: Path) -> None:
    db, names = tmp_path / "m.db", ["t", "r"]
    settings: dict[str, Any] = {"games": 4, "db": db, "names": names, "seed": 1}
    score = play_match("ur:tokens=1", talker(2), "random", **settings)
    assert (score.tally.games, score.stopped.partition(": ")[0]) == (3, "1 game was given up")
    with Store.reading(db) as store:
        assert [game.number for game in store.games()] == [2, 3, 4]
        assert len([*store.notes(over=None)]) == len([*store.notes()]) + 1, (
            "what the game that was given up used is kept too"
        )
        assert store.configuration.seed == 1
    assert (tmp_path / "m.db-seed").exists(), "the contest is not over"
    score = play_match("ur:tokens=1", talker(), "random", resume=True, **settings)
    assert (score.tally.games, score.stopped) == (4, "")


def test_after_three_games_in_a_row_a_match_waits_for_the_service() -> None:
    score = play_match("ur:tokens=1", talker(*range(100)), "random", games=50, seed=1)
    assert (score.tally.games, Talker.count) == (0, 3)
    assert score.fields()["stopped"] == score.stopped != ""


def test_calls_and_spend_stop_a_contest_which_goes_on_with_more(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text("[m]\nprompt = 100\nanswer = 0\ndate = 2026-11-01\n")
    settings: dict[str, Any] = {"games": 4, "db": tmp_path / "c.db", "seed": 1, "names": ["t", "r"]}
    game = "ur:tokens=1"
    one = play_match(game, talker(calls=1, prices=prices), "random", **settings)
    assert (one.tally.games, one.stopped.partition(",")[2]) == (1, " and 'calls' is 1")
    spend = 0.01 * Talker.count + 1e-9
    two = play_match(game, talker(spend=spend, prices=prices), "random", resume=True, **settings)
    assert (two.tally.games, two.stopped.partition(",")[2][:13]) == (2, " and 'spend' ")
    assert play_match(game, talker(calls=10**6), "random", resume=True, **settings).tally.games == 4


def test_another_model_is_another_contest(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"games": 2, "db": tmp_path / "c.db", "seed": 1, "names": ["t", "r"]}
    play_match("ur:tokens=1", talker(), "random", **settings)
    with pytest.raises(BadStore, match="another contest"):
        play_match("ur:tokens=1", talker(model="n"), "random", resume=True, **settings)


def test_a_spend_needs_known_prices() -> None:
    score = play_match("ur:tokens=1", talker(spend=1.0), "random", games=4, seed=1)
    assert score.tally.games == 1
    assert "give its price" in score.stopped


def test_prices_are_for_a_million_tokens(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text('["a-1"]\nprompt = 2\ncached = 1\nanswer = 10\n')
    assert read_prices(path) == {"a-1": Price(prompt=2.0, cached=1.0, answer=10.0)}
    for wrong in ("a = 1\n", "[a]\nprompt = -1\n", "[a]\nprmpt = 1\n", "["):
        path.write_text(wrong)
        with pytest.raises(BadOption):
            read_prices(path)


def test_a_transcript_has_a_line_for_each_answer_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    play_tournament("ur:tokens=1", {"t": talker(transcript=path), "r": "random"}, games=2, seed=1)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == Talker.count
    assert lines[0].items() >= {"game": "ur:tokens=1", "game_id": 1, "seat": 0, "player": "t", "model": "m"}.items()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(BadOption, match="cannot write the transcript"):
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


def test_what_changes_no_game_is_not_part_of_a_contest() -> None:
    configuration = Configuration(game="ur", entries=[Entry("a", talker(spend=1, calls=2)), Entry("b", "random")])
    assert configuration.fields()["players"][0]["player"] == "talker:model=m"


def test_an_older_file_tells_what_its_models_used(tmp_path: Path) -> None:
    db = tmp_path / "m.db"
    play_match("ur:tokens=1", talker(), "random", games=2, db=db, seed=1)
    with sqlite3.connect(db) as connection:  # as version 0.3.0.dev0 wrote it
        connection.execute("ALTER TABLE notes RENAME TO models")
        connection.execute("ALTER TABLE models RENAME COLUMN note TO use")
    connection.close()
    with Store.reading(db) as store:
        assert sum(use.calls for _, use in uses_of(store)) == Talker.count


@pytest.mark.parametrize("number", ["Infinity", "NaN", "1e999", "9" * 400])
def test_a_note_with_a_number_that_is_not_finite_is_refused(number: str) -> None:
    note = ModelUse(model="m", cost=0.5).json()
    assert ModelUse.from_json(note).cost == 0.5
    with pytest.raises(ValueError, match="finite"):
        ModelUse.from_json(note.replace("0.5", number))
