"""The solver for games that have none of their own: its tables, and who uses them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.solve import TableFile, UnreadableTable, generic, load
from boardgames.solve.generic import stored
from boardgames.solve.tablebase import NoTablebase, NotInTablebase, Unsolved, table
from tests.command import Run
from tests.conftest import ROOT
from tests.samples import few

HEXAPAWN = (ROOT / "examples" / "hexapawn.py").read_text()
UR = "ur:tokens=1,capture_turn=on"


def positions(start: Any) -> list[Any]:
    """All positions that a start leads to."""
    seen, states = {start.key}, [start]
    for state in states:  # which grows
        for edge in state.actions() or [throw for throw, _ in state.chances()]:
            after = state.apply(edge)
            if after.key not in seen:
                seen.add(after.key)
                states.append(after)
    return states


@pytest.mark.parametrize("name", few([UR, "morris:preset=three,mill_wins=on,men=3"], UR))
def test_a_file_has_the_values_of_the_solution(name: str, tmp_path: Path) -> None:
    game: Any = bg.load(name)
    made, solution = stored.solve(game, tmp_path / "t"), generic.solve(game.start())
    again: Any = load(tmp_path / "t")
    assert type(again) is type(made)
    every = positions(game.start())
    assert len(every) == len(solution) == made.section.positions
    for state in every:
        assert again.value(state) == solution.value(state)
        assert again.plies(state) == solution.plies(state)
        assert again.rate(state) == pytest.approx(solution.rate(state))


def test_of_two_wins_the_quicker_comes_first(any_game: stored.StoredPlies) -> None:
    """Without the plies a player could win for ever."""
    game: Any = bg.load("morris", preset="three")
    state, plies = game.start(), any_game.plies(game.start())
    while state.outcome is None:
        assert any_game.plies(state) == plies
        state = state.apply(next(iter(any_game.rate(state))))
        plies = (plies or 0) - 1
    assert plies == 0


def test_who_uses_the_table_of_a_game_of_ones_own(run: Run, tmp_path: Path, cache: Path) -> None:
    (tmp_path / "hexapawn.py").write_text(HEXAPAWN)
    before = run("advise", "hexapawn.py")
    assert before.returncode == 2
    assert "hexapawn has not been solved; the games that are: dobutsu, morris, ur" in before.stderr
    for out in ([], ["--out", "mine"]):
        solved = run("solve", "hexapawn.py", *out)
        assert solved.returncode == 0, solved.stderr
        path = tmp_path / "mine" if out else cache / "hexapawn.table"
        kept, count, values, start = solved.stdout.splitlines()
        assert kept.startswith(f"table {'mine' if out else path}")
        assert (count.split()[0], values.split()[0], start) == ("positions", "values", "start 0.00000000000000")
        assert path.exists()
    rows = run("advise", "hexapawn.py").stdout
    assert rows and rows == run("advise", "hexapawn.py", "--by", "perfect:table=mine").stdout
    game = run("play", "hexapawn.py", "--p1", "random", "--p2", "perfect", "--seed", "1", "--record", "game.json")
    assert "perfect wins" in game.stdout, game.stderr
    judged = run("analyse", "game.json", "--by", "exact", "--game", "hexapawn.py")
    assert judged.returncode == 0, judged.stderr
    assert run("analyse", "game.json", "--by", "perfect:table=mine", "--game", "hexapawn.py").returncode == 0
    told = run("solve", "--info", "mine").stdout.splitlines()
    assert told[2:5] == ["game hexapawn", "options the usual ones", "solver any"]


def test_a_table_of_rules_that_have_changed_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hexapawn.py").write_text(HEXAPAWN)
    assert run("solve", "hexapawn.py", "--out", "mine").returncode == 0
    assert run("solve", "hexapawn.py").returncode == 0
    changed = HEXAPAWN.replace('== ("." if to == x else foe)', 'in (".", foe)')
    assert changed != HEXAPAWN
    (tmp_path / "hexapawn.py").write_text(changed)
    for words in (["advise", "hexapawn.py"], ["solve", "hexapawn.py", "--out", "mine"]):
        refused = run(*words)
        assert refused.returncode == 2
        assert "is a table of hexapawn: its rules have changed since" in refused.stderr
    asked = run("advise", "hexapawn.py", "--by", "perfect:table=mine")
    assert asked.returncode == 2 and "its rules have changed since" in asked.stderr
    assert run("solve", "hexapawn.py").returncode == 0  # the one in the cache is made anew
    assert run("advise", "hexapawn.py").returncode == 0


def test_other_games_and_positions_are_refused(any_game: stored.StoredPlies) -> None:
    with pytest.raises(NotInTablebase, match="the game is minishogi"):
        any_game.value(bg.load("minishogi").start())
    with pytest.raises(NotInTablebase, match="the options are"):
        any_game.value(bg.load("morris", preset="three", flying=True).start())
    game: Any = bg.load("morris", preset="three")
    with pytest.raises(Unsolved, match="which the game's start does not lead to"):
        any_game.value(game.position(0, 7, 0, 0, 3))


def test_keys_that_a_file_cannot_have_are_told(tmp_path: Path) -> None:
    with pytest.raises(NoTablebase, match="a key of a position has 'object' in it: a file can have keys of numbers"):
        stored._encoded((1, object()))
    assert stored._encoded(("a", 1)) != stored._encoded(("a1",))
    assert stored._encoded(frozenset("abc")) == stored._encoded(frozenset("cba"))


def test_a_table_of_another_solver_is_refused_in_the_cache(cache: Path, any_game: stored.StoredPlies) -> None:
    """The file of one game under the name of another."""
    cache.mkdir(parents=True)
    game: Any = bg.load("minishogi")
    stored.usual_path(game).write_bytes(any_game.path.read_bytes())
    with pytest.raises(NoTablebase, match="the game is minishogi"):
        table(game)
    assert TableFile(any_game.path).head.solver == "any"
    with pytest.raises(UnreadableTable):
        load(ROOT / "README.md")
