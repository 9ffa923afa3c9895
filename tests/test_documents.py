"""The code in README and docs runs, and prints what is printed there.

``>>>`` examples are doctests and run by themselves.  Here: ``console`` blocks,
whose commands are run and whose output must match, and whole ``python``
programs, which are written to the file that their first comment names.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import run_command
from tests.conftest import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


def commands(block: str) -> list[tuple[str, str]]:
    """Each ``$ command`` of a console block, joined where it is broken by ``\\``, with the output below it."""
    found: list[tuple[str, str]] = []
    for line in block.replace("\\\n", "").splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:].strip(), ""))
        else:
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


@pytest.fixture
def run(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], str]:
    """Run a shell command in an empty folder that has the examples; what it prints."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    programs = tmp_path_factory.mktemp("bin")
    for name, words in (("python", ""), ("boardgames", " -m boardgames")):
        (programs / name).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)}{words} "$@"\n')
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")

    def run(command: str) -> str:
        words = [*shlex.shlex(command, posix=True, punctuation_chars=True)]
        needs_no_shell = not any(set(word) <= set("|<>;&()") for word in words)
        if words[0] == "boardgames" and needs_no_shell:
            result = run_command(shlex.split(command)[1:], tmp_path)
        else:
            result = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, timeout=120)
        return result.stdout + result.stderr

    return run


LONG = {"matches.md", "new-game.md", "rl.md"}  # pages whose commands compute for seconds


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.thorough if page.name in LONG else ()) for page in PAGES],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_examples(page: Path, left_over: Callable[[], list[str]], run: Callable[[str], str], tmp_path: Path) -> None:
    checker = doctest.OutputChecker()
    for language, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        name = re.match(r"# (\S+\.py)\b", block)
        if language == "python" and name:
            (tmp_path / name[1]).write_text(block, encoding="utf-8")
        elif language == "console":
            for command, expected in commands(block):
                got = run(command)
                same = checker.check_output(expected, got, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
                assert same, f"{page.name}: $ {command}\nprints\n{got}\nand not\n{expected}"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    prose = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(prose):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


def test_the_reference_tells_of_every_module() -> None:
    told = {
        name
        for page in (ROOT / "docs" / "reference").glob("*.md")
        for name in re.findall(r"automodule:: (\S+)", page.read_text("utf-8"))
    }
    source = ROOT / "src"
    modules = {
        ".".join(path.relative_to(source).with_suffix("").parts)
        for room in ("core", "players", "solve", "referee", "contest", "analysis", "rl", "testkit")
        for path in (source / "boardgames" / room).glob("**/[!_]*.py" if room == "core" else "[!_]*.py")
    }
    assert modules - told == set()
