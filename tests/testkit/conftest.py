"""Distributions of strangers, installed where only their own tests look."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import run_command
from tests.conftest import ROOT

Command = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def new_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game that ``boardgames new`` wrote."""
    folder = tmp_path_factory.mktemp("new") / "last_stone"
    assert run_command(["new", "last_stone", "--folder", str(folder)], folder.parent).returncode == 0
    return folder


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, new_game: Path) -> Path:
    """Both strangers' games, installed by pip without a network."""
    target, scratch = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("source")
    for source in (ROOT / "examples" / "connect_four", new_game):
        shutil.copytree(source, scratch / source.name)  # building leaves files behind
    result = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index",
         "--no-build-isolation", "--no-deps", "--target", str(target), *map(str, scratch.iterdir())],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    if "No module named pip" in result.stderr or "No module named 'setuptools'" in result.stderr:
        pytest.skip(f"nothing can be installed here: {result.stderr.strip().splitlines()[-1]}")
    assert result.returncode == 0, result.stderr
    return target


@pytest.fixture
def installed(site: Path, tmp_path: Path) -> Command:
    """Run a module of Python where the strangers' games are installed; no traceback may be seen."""

    def run(*arguments: str, cwd: Path = tmp_path) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH", "")]))
        result = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert "Traceback" not in result.stderr + result.stdout, result.stderr
        return result

    return run
