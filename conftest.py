"""What pytest collects, with how many workers, and what it says before the first test.

Doctests of compiled modules run on the pure build alone: compiling drops docstrings.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from boardgames import build

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # all that tests import and start would be compiled anew each time
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(Path(tempfile.gettempdir(), "boardgames-bytecode"))
    sys.dont_write_bytecode = False

settings.register_profile("ci", derandomize=True, deadline=None)  # whether a change may land is no matter of chance
if os.environ.get("CI"):
    settings.load_profile("ci")

pytest_plugins = ["pytester"]  # for the tests of the testkit's own tests

_project = tomllib.loads(Path(__file__).with_name("pyproject.toml").read_text(encoding="utf-8"))
collect_ignore = _project["tool"]["boardgames"]["compiled"] if build.kind() == "compiled" else []
collect_ignore_glob = ["src/boardgames/cli/template/*"]  # a game that 'boardgames new' copies: not installed here
collect_ignore += ["docs/conf.py", "docs/course/solutions"]  # run by Sphinx, and by tests/test_course.py


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Without xdist (``-p no:xdist``) its options in ``pyproject.toml`` mean nothing."""
    if not pluginmanager.hasplugin("xdist"):
        for name in ("--numprocesses", "--dist"):
            parser.addoption(name, help="needs pytest-xdist; ignored")


class Collecting:
    """Tells on the terminal what the workers are doing: collecting takes seconds, and pytest is silent meanwhile."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.ready = 0

    def say(self, sentence: str) -> None:
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None and self.config.get_verbosity() >= 0:
            terminal.write_line(sentence)
            terminal.flush()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self, specs: list[object]) -> None:
        self.say(f"starting {len(specs)} workers; each collects the tests, which takes some seconds ...")

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: object, ids: list[str]) -> None:
        self.ready += 1
        self.say(f"worker {self.ready} has collected {len(ids)} tests")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Collecting(config), "collecting")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: many tests wait for programs, and for time to pass."""
    return 1 + (os.cpu_count() or 1)


@pytest.fixture(scope="session", autouse=True)
def no_cache_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables that tests make go to a folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
