"""Games that end early, by the players' scores or by a table of exact values."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

import boardgames as bg
from boardgames.contest import BadContest, Store, play_match, play_tournament, read_contest_file
from boardgames.contest.adjudication import Adjudication
from boardgames.contest.configuration import Configuration, Entry
from boardgames.core.model.options import BadOption
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.protocol.verdict import ADJUDICATIONS
from boardgames.solve.tablebase import table
from tests.command import Run
from tests.samples import cases, few

ENGINE = Path(__file__).parent / "scored_engine.py"
THREE = "morris:preset=three"


def engine(*scores: str) -> str:
    return f'usi:{sys.executable} {ENGINE} "{",".join(scores)}"'


@pytest.mark.parametrize(
    ("one", "other", "ways", "ended_by", "plies"),
    [
        (engine("cp -700"), engine("cp 700"), "resign=600:2", "resign", 4),
        (engine("cp 0", "mate -4"), engine("mate 3"), "resign=600:1", "resign", 3),
        (engine("cp -700", "-", "cp -700"), engine("cp 700"), "resign=600:2", "resign", 5),
        (engine("cp -10", "cp 10"), engine("cp 3"), "draw=10:2@3", "draw", 4),
        (engine("cp 5"), engine("cp -5"), "resign=600:1,draw=10:2@7", "draw", 7),
        (engine("cp -700"), engine("cp 599"), "resign=600:2", None, None),
        (engine("cp -700", "cp 0"), engine("cp 700"), "resign=600:2", None, None),
        (engine("cp -700"), engine("-"), "resign=600:1,draw=800:1@0", None, None),
        (engine("cp 11"), engine("cp 0"), "draw=10:1@0", None, None),
    ],
    ids=["lost", "mated", "forced", "level", "level-late", "not-agreed", "not-in-a-row", "not-told", "not-level"],
)
def test_programs_scores_end_a_game(
    one: str, other: str, ways: str, ended_by: str | None, plies: int | None, tmp_path: Path
) -> None:
    db = tmp_path / "match.db"
    score = play_match("shogi", one, other, games=2, seed=1, adjudicate=ways, db=db)
    assert not any(score.faults)
    assert score.fields()["adjudicated"] == ({} if ended_by is None else {ended_by: 2})
    with Store.reading(db) as store:
        games, record = store.games(), store.record(1)
    assert record.verdict is not None
    record.playthrough()
    if ended_by is None:
        assert record.verdict.outcome.reason == "repetition"
        return
    assert games[0].plies == plies
    assert record.verdict.outcome.reason == ADJUDICATIONS[ended_by]
    assert score.tally.losses == (2 if ended_by == "resign" else 0), "the first player loses in either seat"


class Thinker(Player):
    """Plays the first action; after it always thinks the same of its chances."""

    def __init__(self, value: Any) -> None:
        self.value_told = value

    @override
    def choose(self, state: Any, clock: Clock) -> Any:
        self.thought = SearchInfo(value=self.value_told)
        return state.actions()[0]


def test_players_of_this_process_tell_scores_too() -> None:
    score = play_match("ur", Thinker(-0.9), Thinker(0.9), games=4, seed=1, adjudicate="resign=600:3")
    assert score.fields()["adjudicated"] == {"resign": 4}
    assert score.tally.losses == 4
    played_on = play_match(
        "ur:tokens=1", Thinker("much"), Thinker(float("nan")), games=2, seed=1, adjudicate="draw=9:1@0"
    )
    assert played_on.fields()["adjudicated"] == {}


def test_scores_of_long_ago_do_not_count() -> None:
    """A program that tells no more scores may have turned the game."""
    playthrough = Playthrough(bg.load("ur").start())
    playthrough.actions = [None] * 40
    playthrough.states = [bg.load("ur").parse(f"0,0,0,0,0,0,0 0,0,0,0,0,0,0 {ply % 2} 2") for ply in range(41)]
    ways, thoughts = Adjudication(resign=(600, 1)), {33: SearchInfo(value=-0.9), 38: SearchInfo(value=0.9)}
    assert ways.result(playthrough, thoughts) is None
    thoughts = {35: SearchInfo(value=-0.9), 38: SearchInfo(value=0.9)}
    assert ways.result(playthrough, thoughts) is not None


@pytest.mark.parametrize("game", few([THREE, "ur:tokens=1", "ur:tokens=2"], "ur:tokens=1"))
def test_perfect_players_never_end_otherwise_than_the_table_says(game: str, tmp_path: Path) -> None:
    """Each game is played to its end; the first result that the table is certain of is that of the game."""
    exact, certain, ways = table(game), 0, Adjudication(table=True)
    play_match(game, "perfect", "perfect", games=6, seed=1, openings="random:3", db=tmp_path / "x.db")
    with Store.reading(tmp_path / "x.db") as store:
        records = [store.record(kept.number) for kept in store.games()]
    for record in records:
        whole = record.playthrough()
        for ply in range(whole.plies):
            early = ways.result(Playthrough(whole.states[ply]), {}, exact)
            if early is not None:
                certain += 1
                assert record.verdict is not None
                assert early.returns == record.verdict.outcome.returns
                break
    assert certain == 6


def test_a_half_chance_in_a_game_of_dice_is_not_a_draw() -> None:
    class Even:
        def value(self, state: Any) -> float:
            return 0.5

    ways = Adjudication(table=True)
    assert ways.result(Playthrough(bg.load("ur").start()), {}, Even()) is None  # type: ignore[arg-type]
    drawn = ways.result(Playthrough(bg.load(THREE).start()), {}, Even())  # type: ignore[arg-type]
    assert drawn is not None
    assert drawn.returns == (0.0, 0.0)


def test_a_tournament_and_its_file_take_the_same_words(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text('game = "morris:preset=three"\nadjudicate = "table"\n', encoding="utf-8")
    chosen = read_contest_file(tmp_path / "cup.toml").settings["adjudicate"]
    assert chosen == Adjudication(table=True)
    cup = play_tournament(THREE, {"a": "greedy", "b": "random", "c": "random"}, seed=1, adjudicate=str(chosen))
    assert cup.fields()["adjudicated"] == {"table": 6}
    (tmp_path / "cup.toml").write_text('adjudicate = "resign=0:1"\n', encoding="utf-8")
    with pytest.raises(BadContest):
        read_contest_file(tmp_path / "cup.toml")


def test_a_configuration_is_kept_with_its_adjudication() -> None:
    ways = Adjudication.parse("resign=600:3, draw=10:8@60,table")
    assert Adjudication.parse(str(ways)) == ways
    plain = Configuration(game="ur", entries=[Entry("a", "greedy"), Entry("b", "random")])
    asked = Configuration(game="ur", entries=plain.entries, adjudicate=ways)
    assert Configuration.from_json(asked.json()) == asked
    assert "adjudicate" not in plain.fields(), "files of before stay the same contest's"


@cases(
    "text",
    ["", "resign", "resign=600", "resign=0:1", "resign=9999:3", "resign=600:0", "resign=600:3@5", "resign=-600:3",
     "draw=10:8", "draw=10@8", "draw=1.5:8@60", "draw=²:8@60", "table=yes", "tables", "table,table"],
)  # fmt: skip
def test_ways_that_make_no_sense(text: str) -> None:
    with pytest.raises(BadOption, match="resign=600:3,draw=10:8@60,table; a score"):
        Adjudication.parse(text)


def test_contests_that_cannot_be_adjudicated() -> None:
    with pytest.raises(BadContest, match="not been solved"):
        play_match("shogi", "random", "random", games=2, adjudicate="table")
    with pytest.raises((BadContest, BadOption)):
        play_match("ur", "random", "random", games=2, adjudicate=7)  # type: ignore[arg-type]


def test_on_the_command_line(run: Run) -> None:
    words = ("match", THREE, "--p1", "greedy", "--p2", "random", "--games", "4", "--seed", "1", "--json")
    assert json.loads(run(*words).stdout)["adjudicated"] == {}
    assert json.loads(run(*words, "--adjudicate", "table").stdout)["adjudicated"] == {"table": 4}
    refused = run(*words, "--adjudicate", "resign=much")
    assert refused.returncode == 2
    assert "SCORE:ANSWERS" in refused.stderr
