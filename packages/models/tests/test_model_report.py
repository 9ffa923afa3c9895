"""The report on language models: what a contest's file tells of them, beside the other players."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from boardgames_models import ModelAnswer, ModelUse, TokenCounts
from boardgames_models.model_report import ModelReport

import boardgames as bg
from boardgames.analysis import analyse
from boardgames.contest import Entry, Store, play_tournament
from boardgames.core.lookup.players import PLAYERS, PlayerSpec
from boardgames.core.model.options import option
from boardgames.core.protocol import Clock, Forfeit, Player
from packages.models.tests.model_server import Reply, legal, model_server
from tests.command import Run

PLAIN, DISGUISED = "talker:model=m", "talker:model=m,disguise=3"


@attrs.frozen(kw_only=True)
class TalkerOptions:
    model: str = option("m", "the model")
    disguise: int = option(0, "a seed", least=0)
    fails: bool = option(False, "forfeit at the third action")


class Talker(Player):
    """Says what a language model's player says: a legal action at the second try, and now and then none."""

    def __init__(self, options: TalkerOptions, rng: Random) -> None:
        self.options, self.rng, self.asked = options, rng, 0
        self.use = ModelUse()

    def choose(self, state: Any, clock: Clock) -> Any:
        self.asked += 1
        settings = f"disguise={self.options.disguise}" if self.options.disguise else ""
        answer = ModelAnswer(
            ply=self.asked, position=str(state), attempt=1, model=self.options.model, answered="m-1", kind="illegal",
            code="own-token", settings=settings, brief="abc", seconds=0.25, cost=0.5,
            tokens=TokenCounts(prompt=100, cached=40, answer=20, reasoning=5),
        )  # fmt: skip
        self.use.add(answer, answer.cost)
        self.note = self.use.json()
        if self.options.fails and self.asked == 3:
            raise Forfeit("garbled", "it said nothing")
        self.use.add(attrs.evolve(answer, kind="answer", code="", attempt=2), answer.cost)
        self.note = self.use.json()
        return self.rng.choice(state.actions())


TALKER = PlayerSpec(
    name="talker", summary="", options=TalkerOptions, player=lambda spec, options, rng: Talker(options, rng)
)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("models") / "models.db"
    entries = [
        Entry("plain", PLAIN), Entry("hidden", DISGUISED), Entry("mute", "talker:fails=on"),
        Entry("random", "random"), Entry("greedy", "greedy"),
    ]  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PLAYERS.found, "talker", TALKER)
        patch.setattr(PLAYERS, "names", lambda: ["greedy", "random", "talker"])
        play_tournament("ur:tokens=2", entries, games=4, seed=1, db=path)
    return path


@pytest.fixture(scope="module")
def report(db: Path) -> ModelReport:
    return ModelReport.of(db, "exact")


def test_strength_beside_other_players(report: ModelReport, db: Path) -> None:
    players = {player.place.name: player for player in report.players}
    assert players["greedy"].place.elo > players["mute"].place.elo
    mute = players["mute"]
    assert mute.place.faults == {"garbled": mute.place.tally.losses} and mute.place.tally.score < mute.finished.score
    with Store.reading(db) as store:
        faults = [game for game in store.games() if game.fault is not None]
        assert mute.finished.games == sum("mute" in (n for n in _names(store, game)) for game in store.games()) - len(
            faults
        )


def _names(store: Store, game: Any) -> list[str]:
    return [store.configuration.names[player] for player in game.players]


def test_losses_are_those_of_the_analysis(report: ModelReport, db: Path) -> None:
    with Store.reading(db) as store:
        index = store.configuration.names.index("plain")
        means = [
            analyse(store.record(game.number), by="exact").mean_loss(game.players.index(index))
            for game in store.games()
            if index in game.players
        ]
    known = [mean for mean in means if mean is not None]
    loss = next(player.loss for player in report.players if player.place.name == "plain")
    assert loss.value == pytest.approx(sum(known) / len(known)) and loss.low < loss.value < loss.high


def test_answers_tokens_and_cost(report: ModelReport) -> None:
    fields = {player["name"]: player for player in report.fields()["players"]}
    plain = fields["plain"]
    assert "model" not in fields["random"] and fields["random"]["loss"]
    assert (plain["first_try"], plain["legal"], plain["calls"]) == (0, plain["actions"], 2 * plain["actions"])
    assert plain["refusals"] == {"illegal": plain["actions"]} and plain["reasons"] == {"own-token": plain["actions"]}
    assert plain["tokens_an_answer"] == {"prompt": 100, "cached": 40, "answer": 20, "reasoning": 5}
    assert plain["cost"] == plain["actions"] and plain["seconds"] == pytest.approx(0.5 * plain["actions"])
    assert (plain["model"], plain["answered"], plain["prompt"]) == ("m", "m-1", "abc")
    assert fields["hidden"]["settings"] == "disguise=3"
    tables = dict(report.tables())
    use = dict(zip(*[row for row in tables["Use"] if row[0] in ("player", "plain")], strict=True))
    assert (use["tokens an action"], use["seconds an action"], use["cost an action"]) == ("240", "0.5", "1")


def test_rules_that_were_broken_are_named(report: ModelReport) -> None:
    game, number = bg.find("ur").rules_behind["own-token"]
    rows = dict(report.tables())["Rules that were broken"]
    assert {row[2] for row in rows[1:]} == {f"{bg.find(game).title}, rule {number}"}


def test_plain_minus_disguised(report: ModelReport) -> None:
    """Only the player that differs in nothing else is compared."""
    (row,) = dict(report.tables())["Plain minus disguised"][1:]
    assert row[:2] == ["plain", "hidden"]
    one, other = (next(each for each in report.players if each.place.name == name) for name in row[:2])
    assert row[2].startswith(f"{100 * (one.place.tally.score - other.place.tally.score):+.0f} ± ")
    assert row[3].startswith(f"{100 * (one.loss.value - other.loss.value):+.2f} ± ")


def test_the_command(run: Run, db: Path, tmp_path: Path) -> None:
    told = run("models", db, "--by", "exact", "--html", "page.html", "--json")
    names = [player["name"] for player in json.loads(told.stdout)["players"]]
    page = (tmp_path / "page.html").read_text()
    assert "Plain minus disguised" in page and all(f">{name}<" in page for name in names)
    lines = [*csv.DictReader(run("models", db, "--csv").stdout.splitlines())]
    assert [line["name"] for line in lines] == names and lines[0]["elo_value"]
    assert "\nUse\n" in run("models", db).stdout
    assert run("models", db, "--by", "random").returncode == 2


@pytest.mark.thorough
def test_a_contest_of_the_player_llm(run: Run, tmp_path: Path) -> None:
    """One that answers, also in disguise, and one that talks and forfeits, beside random."""

    def script(body: dict[str, Any]) -> Reply:
        return Reply("Dear me, what a position!") if body["model"] == "talk" else legal(body)

    with model_server(script) as server:
        models = {"good": "good,legal=on", "hidden": "good,legal=on,disguise=3", "talk": "talk,attempts=2"}
        bots = {name: f"llm:url={server.url},model={text}" for name, text in models.items()} | {"random": "random"}
        play_tournament("ur:tokens=2", bots, games=2, seed=1, db=tmp_path / "models.db")
    told = run("models", "models.db", "--by", "exact", "--json")
    players = {player["name"]: player for player in json.loads(told.stdout)["players"]}
    assert players["talk"]["forfeits"] == {"garbled": 6} and players["talk"]["refusals"] == {"garbled": 12}
    assert players["talk"]["finished"] == 0 and players["good"]["first_try"] == players["good"]["actions"] > 0
    assert players["good"]["answered"] == "good-2026" and players["hidden"]["settings"] == "legal=on,disguise=3"
    assert players["good"]["tokens_an_answer"] == {"prompt": 100, "cached": 60, "answer": 20, "reasoning": 15}
    assert players["good"]["prompt"] != players["hidden"]["prompt"] and "loss" in players["random"]
    assert "Plain minus disguised" in run("models", "models.db", "--by", "exact").stdout


def test_a_file_without_models_is_refused(run: Run, tmp_path: Path) -> None:
    play_tournament("ur:tokens=1", {"a": "random", "b": "random"}, games=2, seed=1, db=tmp_path / "other.db")
    refused = run("models", "other.db")
    assert refused.returncode == 2 and "no language model" in refused.stderr
    assert run("models", "nothing.db").returncode == 2
