"""The doors for packages: commands, players, their notes and stops; and what is told where a package is missing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result
from typing_extensions import override

import boardgames as bg
from boardgames import packages
from boardgames.cli import command
from boardgames.cli.installed_commands import INSTALLED
from boardgames.contest import BadEntrant, Store, entrant, play_game, play_match
from boardgames.core.lookup import PlayerSpec, Registry
from boardgames.core.lookup.players import PLAYERS
from boardgames.core.model import option
from boardgames.core.protocol import Clock, Player
from tests.core.test_entry_points import searched, written
from tests.samples import cases

GROUP = "[boardgames.commands]\n"
COUNT = '''
import sys
import click

print("imported", file=sys.stderr)


@click.command()
@click.argument("status", type=int)
def count(status: int) -> None:
    """Count to a status.

    And no further.
    """
    sys.exit(status)


@click.command()
def silent() -> None:
    click.echo("here")
'''


def run(*words: str) -> Result:
    return CliRunner().invoke(command, words, prog_name="boardgames")


def nothing_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """No distribution offers commands or players, and none of them was found before."""
    monkeypatch.setattr(Registry, "entry_points", lambda registry: {})
    for registry in (INSTALLED, PLAYERS):
        monkeypatch.setattr(registry, "found", {})


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other distribution offers anything."""
    nothing_offered(monkeypatch)


def test_a_command_of_another_distribution_is_listed_unread_and_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "counting.py").write_text(COUNT)
    searched(monkeypatch, written(tmp_path, f"{GROUP}count = counting:count\nquiet = counting:silent\n"))
    try:
        listing = run("--help").output
        assert "count " in listing and "Count to a status." in listing and "no further" not in listing
        assert "quiet" in listing and "counting" not in sys.modules
        assert run("count", "3").exit_code == 3
        assert "here" in run("quiet").output
    finally:
        sys.modules.pop("counting", None)
        for name in ("count", "quiet"):
            del INSTALLED.found[name]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("raise SystemExit(4)\n", "command 'odd' (odd:odd) failed to import: "),
        ("import no_such_module\n", "No module named 'no_such_module'"),
        ("odd = 7\n", "command 'odd' (odd:odd) is not a Command but a int"),
    ],
)
def test_a_command_that_cannot_be_had_is_told(
    source: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "odd.py").write_text(source)
    searched(monkeypatch, written(tmp_path, f"{GROUP}odd = odd:odd\n"))
    try:
        ended = run("odd")
        assert ended.exit_code == 2 and sentence in ended.output
    finally:
        sys.modules.pop("odd", None)


@pytest.mark.usefixtures("alone")
@cases("name", packages.COMMANDS)
def test_a_command_that_is_missing_names_its_package(name: str) -> None:
    ended = run(name, "ur")
    package = packages.COMMANDS[name]
    assert ended.exit_code == 2
    assert f"{name} is in {packages.distribution_of(package)}" in ended.output


@pytest.mark.usefixtures("alone")
def test_commands_that_are_missing_are_not_shown() -> None:
    listing = run("--help").output
    assert "\n  rate " in listing
    assert not [name for name in packages.COMMANDS if f"boardgames {name} " in listing or f"\n  {name} " in listing]


@pytest.mark.parametrize(
    ("text", "package"), [("llm", "models"), ("llm:model=m", "models"), ("csa://localhost:4081", "arena")]
)
def test_a_player_that_is_missing_names_its_package(text: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "boardgames_arena", None)
    spec = bg.find("shogi")
    nothing_offered(monkeypatch)
    with pytest.raises(BadEntrant) as refused:
        entrant(text, spec)
    assert packages.distribution_of(package) in str(refused.value)


@cases(
    ("statement", "sentence"),
    [
        ("import boardgames.arena", "part of boardgames_arena now, which is in abstract-boardgames-arena: "),
        ("from boardgames import notebook", "part of boardgames_notebook now"),
        ("from boardgames.contest import tune", "part of boardgames_lab now"),
        ("from boardgames.rl import SelfPlay", "part of boardgames_lab now"),
        ("from boardgames.core.protocol import Prose", "part of boardgames_models now"),
        ("from boardgames.grading import Grade", "boardgames.testkit and, in abstract-boardgames-classroom, "),
        ("import boardgames.core.record.game_record", "boardgames.core.record is boardgames.records now"),
        ("from boardgames.core import learning", "boardgames.core.learning is boardgames.learning now"),
    ],
)
def test_what_has_moved_is_told_where_it_is(statement: str, sentence: str) -> None:
    with pytest.raises(ModuleNotFoundError) as missing:
        exec(statement)
    assert sentence in str(missing.value)


# -- players -------------------------------------------------------------------------------


@attrs.frozen
class MiserOptions:
    most: int = option(2, "games to begin", least=1)
    word: str = option("a", "what it says")


class Miser(Player):
    """Plays the first action, and says something about it."""

    def __init__(self, options: MiserOptions) -> None:
        self.note: Any = "played"
        self.remark: Any = options.word

    @override
    def choose(self, state: Any, clock: Clock) -> Any:
        return state.actions()[0]


def enough(options: MiserOptions, notes: Iterable[str]) -> str:
    count = len([*notes])
    return f"{count} games are enough" if count >= options.most else ""


def miser(spec: bg.GameSpec, options: MiserOptions, rng: Random) -> Miser:
    return Miser(options)


MISER = PlayerSpec(
    name="miser", summary="", player=miser, options=MiserOptions, stop=enough, bookkeeping=frozenset(["most"])
)


def test_a_player_ends_a_contest_and_its_notes_are_kept(tmp_path: Path) -> None:
    with PLAYERS.registered("miser", MISER):
        path = tmp_path / "m.db"
        score = play_match("ur:tokens=1", "miser", "random", games=8, seed=1, db=path)
        assert (score.tally.games, score.stopped) == (2, "2 games are enough")
        score = play_match("ur:tokens=1", "miser:most=3", "random", games=8, db=path, resume=True)
        assert score.tally.games in (3, 4), "what changes no game may change"
        with Store.reading(path) as store:
            assert {(note.player, note.text) for note in store.notes()} == {(0, "played")}
        record = play_game("ur:tokens=1", "miser:word=well", "random", seed=1)
    assert set(record.comments.values()) == {"well"}


@pytest.mark.parametrize("name", ["note", "remark"])
def test_what_is_no_text_loses_the_game(name: str) -> None:
    player = Miser(MiserOptions())
    setattr(player, name, {"a": 1})
    verdict = play_game("ur:tokens=1", player, "random", seed=1).verdict
    assert verdict is not None and verdict.fault is not None
    assert (verdict.fault.kind, verdict.fault.seat) == ("crash", 0)
    assert f"the player's {name} is no text: {{'a': 1}}" in str(verdict.fault.detail)
