"""A survey finds what is known of a game: who wins, by skill or by luck, and what nobody uses."""

from __future__ import annotations

import json
import sqlite3
from fractions import Fraction
from itertools import permutations
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from boardgames_lab import Survey, survey
from boardgames_lab.surveys.survey import shares_of
from boardgames_lab.surveys.survey_page import survey_lines, survey_page

import boardgames as bg
from boardgames.contest import SET_ASIDE, BadStore, Entry, Store, play_tournament
from boardgames.contest.statistics import Estimate
from boardgames.contest.store import KeptGame
from boardgames.contest.store.sqlite_file import format_error
from boardgames.core.lookup import GameSpec, registered
from boardgames.solve import table
from tests.command import Run

BETS = [bg.SimpleAction(0, "heads"), bg.SimpleAction(1, "tails"), bg.SimpleAction(2, "edge")]


@attrs.frozen
class Bet(bg.BaseState):
    """The first player bets on a coin; ``fair`` is the chance that it wins then, else it wins always."""

    game: Any
    bet: bool = False
    winner: int | None = None

    @property
    def outcome(self) -> bg.Outcome | None:
        return None if self.winner is None else bg.Outcome.lost_by(1 - self.winner, "coin")

    @property
    def turn(self) -> int:
        return bg.OVER if self.winner is not None else bg.CHANCE if self.bet else 0

    @property
    def key(self) -> tuple[bool, int | None]:
        return self.bet, self.winner

    def actions(self) -> list[bg.SimpleAction]:
        return [] if self.turn != 0 else BETS[:2]

    def chances(self) -> Any:
        return [(side, Fraction(1, len(self.game.sides))) for side in self.game.sides] if self.turn == bg.CHANCE else []

    def apply(self, action: bg.SimpleAction) -> Bet:
        return attrs.evolve(self, winner=action.index) if self.bet else attrs.evolve(self, bet=True)

    def __str__(self) -> str:
        return f"{int(self.bet)} {'-' if self.winner is None else self.winner}"


class Coin(bg.SimpleGame):
    name = "coin"
    title = "A Coin"
    all_actions = BETS
    all_chances = (bg.SimpleAction(0, "=0"), bg.SimpleAction(1, "=1"))
    sides: tuple[bg.SimpleAction, ...] = all_chances

    def start(self) -> Bet:
        return Bet(self)

    def parse(self, text: str) -> Bet:
        bet, winner = text.split()
        return Bet(self, bet == "1", None if winner == "-" else int(winner))


class Rigged(Coin):
    name = "rigged"
    title = "A Coin with One Side"
    sides = Coin.all_chances[:1]


COIN = GameSpec(name="coin", title="A Coin", game=Coin, reasons={"coin": "it has fallen", "edge": "it stands"})
RIGGED = attrs.evolve(COIN, name="rigged", title=Rigged.title, game=Rigged)


def made(tmp_path: Path, game: str, *players: str, games: int, judge: str | None = None) -> Survey:
    entries = [Entry(f"{number}", player) for number, player in enumerate(players)]
    play_tournament(game, entries, games=games, seed=1, db=tmp_path / "games.db")
    return survey(tmp_path / "games.db", judge, judged=2)


def covers(estimate: Estimate, value: float) -> bool:
    return estimate.low <= value <= estimate.high


def test_a_coin_is_all_luck(tmp_path: Path) -> None:
    with registered(COIN):
        found = made(tmp_path, "coin", "random", "random", games=400)
    assert covers(found.first, 0.5) and found.first.error < 0.07
    assert found.shares is not None
    assert found.shares.luck.value > 0.97 and found.shares.luck.low > 0.9
    assert (found.length.value, found.choices.value, found.forced.value) == (2.0, 2.0, 0.0)
    assert (found.possible, found.legal, found.chosen) == (3, 2, 2)
    assert found.endings == {"coin": 400, "edge": 0}
    assert dict(survey_lines(found))["never applied"] == "edge"


def test_a_game_that_the_first_seat_always_wins(tmp_path: Path) -> None:
    with registered(RIGGED):
        found = made(tmp_path, "rigged", "random", "random", games=40)
    assert found.first.value == 1.0 and found.first.low > 0.8
    assert found.shares is not None
    assert (found.shares.seat.value, found.shares.skill.value, found.shares.luck.value) == (1.0, 0.0, 0.0)
    assert found.spread.low < 0 < found.spread.high


def test_skill_is_found(tmp_path: Path) -> None:
    found = made(tmp_path, "morris:preset=three", "random", "perfect", games=20)
    assert found.shares is not None and found.shares.skill.value > 0.5 > found.shares.seat.value
    assert found.players == ("1", "0") and found.spread.value > 200
    assert 0 < len(found.refused) <= 12 and found.chosen < found.legal <= found.possible
    assert len(found.decided) == 11 and found.decided[-1].value > found.decided[0].value
    assert found.turns is not None and found.judge == "alphabeta:nodes=200"


def test_json_has_no_infinite_numbers(tmp_path: Path) -> None:
    found = made(tmp_path, "ur:tokens=1", "random", "random", games=2)
    fields = attrs.evolve(found, spread=Estimate(9.0, 1.0, inf)).fields()
    assert json.loads(json.dumps(fields, allow_nan=False))["spread"] == {"value": 9.0, "low": 1.0, "high": None}


def test_the_first_player_wins_three_mens_morris(tmp_path: Path) -> None:
    """Solved: won by the first (docs/tables.md)."""
    found = made(tmp_path, "morris:preset=three", "perfect", "perfect", games=20)
    assert found.first.value == 1.0 and found.draws.value == 0.0


def test_the_last_tenth_of_a_game_is_its_result(tmp_path: Path) -> None:
    """The limit of plies makes draws of games that are nearly decided."""
    entries = [Entry("a", "random"), Entry("b", "random")]
    play_tournament("ur:tokens=1", entries, games=2, seed=1, max_plies=5, db=tmp_path / "games.db")
    found = survey(tmp_path / "games.db", "alphabeta:depth=1", judged=2)
    assert found.draws.value == 1.0
    assert found.decided[-2].value > 0.1 > found.decided[-1].value == 0.0


def test_a_game_that_was_set_aside_is_not_surveyed(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    play_tournament("ur:tokens=1", [Entry("a", "greedy"), Entry("b", "random")], games=4, seed=1, db=db)
    file = sqlite3.connect(db)
    with file:
        file.execute("UPDATE games SET reason = ?, score = 0.5 WHERE number = 1", [SET_ASIDE])
    file.close()
    found = survey(db, judged=0)
    assert (found.games, found.draws.value, found.endings) == (3, 0.0, {"home": 3})


@pytest.mark.slow
def test_the_first_players_edge_in_ur_is_that_of_the_table(tmp_path: Path) -> None:
    found = made(tmp_path, "ur:tokens=2", "perfect", "perfect", games=3000)
    edge = table("ur:tokens=2").value(bg.load("ur:tokens=2").start())
    assert covers(found.first, edge) and found.first.error < 0.03


def played(meetings: dict[tuple[int, int], float], pairs: int, rng: Random) -> list[KeptGame]:
    """Games of players that win with these chances in the first seat; both games of a pair have the same dice."""
    games: list[KeptGame] = []
    for one, other in meetings:
        for pair in range(pairs if one < other else 0):
            dice = rng.random()
            for first, second in ((one, other), (other, one)):
                score = float(dice < meetings[first, second])
                number = pair * 99 + 10 * one + other
                games.append(
                    KeptGame(len(games), 1, number, first, second, score, "x", None, None, None, 9, 0, 0, 0, 0)
                )
    return games


@pytest.mark.parametrize(
    ("chances", "pairs"), [({(0, 1): 0.96, (1, 0): 0.44}, 20), (dict.fromkeys(permutations(range(4), 2), 0.5), 2)]
)
def test_the_interval_of_luck_has_the_true_value(chances: dict[tuple[int, int], float], pairs: int) -> None:
    """Also where luck is all there is, and from few games."""
    mean = sum(chances.values()) / len(chances)
    skill = 4 * sum((chance - mean) ** 2 for chance in chances.values()) / len(chances)
    luck = 1 - skill - 4 * (mean - 0.5) ** 2
    rng, within = Random(5), 0
    for _ in range(40):
        shares = shares_of(played(chances, pairs, rng))
        if shares is not None:
            within += covers(shares.luck, luck)
    assert within >= 32, within


def test_one_pair_tells_nothing_of_skill_and_luck() -> None:
    assert shares_of(played({(0, 1): 1.0, (1, 0): 1.0}, 1, Random(1))) is None
    few = shares_of(played({(0, 1): 1.0, (1, 0): 1.0}, 2, Random(1)))
    assert few is not None and few.seat.value == 1.0 and few.seat.low < 0.2


def test_two_games_with_the_same_dice_count_once(tmp_path: Path) -> None:
    """In a pair of games between equal players the same happens twice."""
    found = made(tmp_path, "ur:tokens=2", "random", "random", games=40)
    one = [length for length, games in found.lengths_counted.items() for _ in range(games // 2)]
    assert found.length.error == pytest.approx(Estimate.of_mean(one).error)
    assert found.forced.error > 0 and found.turns is not None and found.turns.low == -inf


def test_a_game_that_cannot_be_played_is_told_with_the_reason(tmp_path: Path) -> None:
    class Broken(Coin):
        def start(self) -> Bet:
            return Unplayable(self)

    class Unplayable(Bet):
        def actions(self) -> list[bg.SimpleAction]:
            raise ZeroDivisionError("my mistake")

    with (
        registered(attrs.evolve(COIN, name="broken", game=Broken)),
        pytest.raises(ValueError, match=r"game 1: .*my mistake") as told,
    ):
        made(tmp_path, "broken", "random", "random", games=2)
    assert "games.db" not in str(told.value)


def test_the_command_refuses_before_the_games(run: Run, tmp_path: Path) -> None:
    words = ("survey", "ur:tokens=1", "--player", "random", "--games", "2", "--db", "ur.db")
    for wrong, told in (
        (("--by", "random"), "random rates no actions"),
        (("--html", "missing/ur.html"), "missing/ur.html"),
    ):
        done = run(*words, *wrong)
        assert done.returncode == 2 and told in done.stderr
    assert not (tmp_path / "ur.db").exists()


def test_a_full_disk_without_a_file_of_its_own(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are in a temporary file then, with which nothing goes on."""

    def full(self: Store, *_: object) -> None:
        raise BadStore(format_error(disk_full, self.path, self.AGAIN))

    disk_full = sqlite3.OperationalError()
    disk_full.sqlite_errorname = "SQLITE_FULL"
    monkeypatch.setattr(Store, "add", full)
    words = ("survey", "ur:tokens=1", "--player", "random", "--games", "2")
    done = run(*words)
    assert done.returncode == 2 and "the disk is full" in done.stderr and "name a file with --db" in done.stderr
    assert "--resume" not in done.stderr and "--resume" in run(*words, "--db", "ur.db").stderr


def test_the_command_makes_a_page(run: Run, tmp_path: Path) -> None:
    done = run(
        *("survey", "ur:tokens=1", "--player", "greedy", "--games", "4", "--seed", "1", "--html", "ur.html"),
        *("--db", "ur.db", "--judged", "1"),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "ur:tokens=1: 4 games of greedy-1, greedy-2"
    page = (tmp_path / "ur.html").read_text()
    assert page.count("<svg") == 3 and "Survey: Royal Game of Ur" in page
    again = run("survey", "ur:tokens=1", "--player", "greedy", "--games", "4", "--db", "ur.db", "--resume", "--json")
    assert json.loads(again.stdout)["games"] == 4
    assert run("survey", "ur", "--by", "nobody", "--games", "2", "--player", "random").returncode == 2


def test_a_page_without_a_judge(tmp_path: Path) -> None:
    play_tournament("ur:tokens=1", {"a": "random", "b": "random"}, games=2, seed=1, db=tmp_path / "games.db")
    assert survey_page(survey(tmp_path / "games.db", judged=0)).count("<svg") == 2


def test_paragraphs_of_help_are_not_indented() -> None:
    from inspect import cleandoc

    from boardgames_lab.commands.fit import fit
    from boardgames_lab.commands.survey import survey

    for command in (fit, survey):
        paragraphs = cleandoc(command.help or "").split("\n\n")
        assert not [text for text in paragraphs if not text.startswith("\b") and "\n  " in f"\n{text}"]
