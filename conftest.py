"""What pytest collects, with how many workers, and what it says before the first test.

Doctests of compiled modules run on the pure build alone: compiling drops docstrings.
"""

from __future__ import annotations

import gc
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

from boardgames import build

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # all that tests import and start would be compiled anew each time
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(Path(tempfile.gettempdir(), "boardgames-bytecode"))
    sys.dont_write_bytecode = False

pytest_plugins = ["pytester"]  # for the tests of the testkit's own tests

ROOT = Path(__file__).parent
TESTS = ROOT / "tests"
EVERY_DAY = "not slow and not thorough"  # as in pyproject.toml
ALL_THOROUGH = re.compile(rb"^pytestmark = \[?\s*pytest\.mark\.thorough\b", re.MULTILINE)
_project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
IGNORED = {
    ROOT / path
    for path in [
        *(_project["tool"]["boardgames"]["compiled"] if build.kind() == "compiled" else []),
        "src/boardgames/testkit/template/src",  # a game that 'boardgames new' copies: not installed here
        "src/boardgames/testkit/template/tests",
        "docs/conf.py",  # run by Sphinx
        "docs/course/solutions",  # run by tests/test_course.py
    ]
}


LIBRARIES = {
    "PIL": [],
    "babel": [],
    "boardgames_arena": ["docs/arena.md", "tests/cli/test_examples.py"],
    "boardgames_classroom": [],
    "boardgames_lab": ["docs/survey.md", "docs/tuning.md"],
    "boardgames_models": ["docs/models.md", "tests/web/test_models.py"],
    "boardgames_notebook": ["docs/notebook.md"],
    "boardgames_site": [],
    "choix": [],
    "cshogi": [],
    "distributed": [],
    "gymnasium": ["src/boardgames/rl", "tests/contest/test_players_in_python.py", "tests/rl"],
    "mypy": [],
    "numpy": ["src/boardgames/players/puct"],
    "onnx": ["tests/players/test_network.py"],
    "pettingzoo": ["tests/rl/test_aec_env.py"],
    "playwright": [],
    "pyffish": [],
    "pyspiel": ["tests/rl/test_openspiel.py"],
    "resvg_py": [],
    "scipy": [],
}
"""Libraries that the group ``test`` leaves out or may not find, each with the files that import it at once.

Where it is absent, these files skip; all other tests that need it call ``pytest.importorskip``.
"""
THOROUGH_PAGES = ("docs/rl.md", "docs/course/chance.md")
"""Pages whose examples take long: they are thorough tests."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A set, since pytest compares each path that it meets with each item of a list ``collect_ignore``."""
    return True if collection_path in IGNORED else None


def asked(path: Path, config: pytest.Config) -> bool:
    """Whether a file was named on the command line."""
    return any(Path(word.partition("::")[0]).absolute() == path for word in config.args)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Modules in which nothing would be tried are not imported: that takes half of the time of collecting.

    The docstrings of tests hold no examples.
    """
    collectors = yield
    absent = [name for name, paths in LIBRARIES.items() if within(file_path, paths) and find_spec(name) is None]
    if file_path.suffix != ".py" and not absent:
        return collectors
    text, is_test = file_path.read_bytes(), TESTS in file_path.parents
    left_out = parent.config.option.markexpr == EVERY_DAY and not asked(file_path, parent.config)
    if is_test and left_out and ALL_THOROUGH.search(text):
        return []
    if is_test or b">>>" not in text:
        collectors = [collector for collector in collectors if not isinstance(collector, DoctestModule)]
    if collectors and absent:
        return [WithoutLibrary.from_parent(parent, path=file_path, name=absent[0])]
    return collectors


def within(path: Path, places: list[str]) -> bool:
    """True if a file is one of these, or in one of these folders."""
    return any(path.is_relative_to(ROOT / place) for place in places)


class WithoutLibrary(pytest.File):
    """A file whose tests need a library that is not here, by its name."""

    def collect(self) -> Iterator[pytest.Item]:
        pytest.skip(f"could not import {self.name!r}", allow_module_level=True)


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Without xdist (``-p no:xdist``) its options in ``pyproject.toml`` mean nothing."""
    parser.addoption(
        "--every-library", action="store_true", help="refuse to run where tests would skip for want of one"
    )
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

    def pytest_sessionfinish(self) -> None:
        """All reports are kept to the end, when pytest looks for garbage among them, five times over."""
        if self.ready:  # no test ran in this process
            gc.freeze()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self, specs: list[object]) -> None:
        self.say(f"starting {len(specs)} workers; each collects the tests, which takes some seconds ...")

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: object, ids: list[str]) -> None:
        self.ready += 1
        self.say(f"worker {self.ready} has collected {len(ids)} tests")


def pytest_configure(config: pytest.Config) -> None:
    absent = [name for name in LIBRARIES if find_spec(name) is None]
    if absent and config.getoption("every_library"):
        raise pytest.UsageError(f"tests of these would skip: {', '.join(absent)}")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Collecting(config), "collecting")
    if config.pluginmanager.hasplugin("xdist") and config.getoption("numprocesses"):
        return  # the workers run the tests
    gc.disable()
    if os.environ.get("CI"):
        from hypothesis import settings

        # whether a change may land is no matter of chance
        settings.register_profile("ci", derandomize=True, deadline=None)
        settings.load_profile("ci")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(THOROUGH_PAGES):
            item.add_marker(pytest.mark.thorough)


def pytest_collection_finish() -> None:
    """What has been collected lives to the end: looking through it for garbage would find none."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: some tests wait for programs, and for time to pass."""
    return 1 + (os.cpu_count() or 1)


@pytest.fixture(scope="session", autouse=True)
def no_cache_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables that tests make go to a folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
