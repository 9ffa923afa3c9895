"""Tables of Ur with few tokens, made once for all tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import boardgames as bg
from boardgames.games.dobutsu.table import solver as dobutsu_solver
from boardgames.games.dobutsu.table.table import DobutsuTable
from boardgames.games.morris.table import solver as morris_solver
from boardgames.games.morris.table.table import MorrisTable
from boardgames.games.ur.table import solver
from boardgames.games.ur.table.table import UrTable
from boardgames.solve.generic import stored
from boardgames.solve.making import make_table


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="session")
def two(folder: Path) -> UrTable:
    """The table for two tokens."""
    return solver.solve(bg.load("ur", tokens=2), folder / "two.table")


@pytest.fixture
def two_in_cache(two: UrTable, cache: Path) -> None:
    """The table for two tokens where players and commands look for it."""
    cache.mkdir(parents=True)
    shutil.copy(two.path, cache / "ur-2.table")


@pytest.fixture(scope="session")
def three(folder: Path) -> MorrisTable:
    """The table of three men's morris."""
    return morris_solver.solve(bg.load("morris", preset="three"), folder / "three.table")


@pytest.fixture(scope="session")
def one_chick(folder: Path) -> DobutsuTable:
    """The table of two lions and a chick."""
    return DobutsuTable(make_table(dobutsu_solver.job_of((0, 0, 1)), folder / "chick.table"))


@pytest.fixture(scope="session")
def any_game(folder: Path) -> stored.StoredPlies:
    """The table of three men's morris, made by the solver for any game."""
    table = stored.solve(bg.load("morris", preset="three", mill_wins=True), folder / "any.table")
    assert isinstance(table, stored.StoredPlies)
    return table


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of tables of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "boardgames"
