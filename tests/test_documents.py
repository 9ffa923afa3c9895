"""The code in README and docs runs, and prints what is printed there.

``>>>`` examples are doctests and run by themselves.  Here: ``console`` blocks, whose commands are run and whose
output must match, and whole ``python`` programs and ``toml`` files, which are written to the file that their first
comment names.  Commands in ``sh`` blocks and in the text are run too, or ``NOT_RUN`` says why they are not.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import attrs
import click
import pytest

from boardgames.cli.commands import COMMANDS, Commands
from boardgames.cli.installed_commands import installed_commands
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import LineProtocol
from boardgames.referee import Limits, program_seat
from tests.command import PATIENCE, run_command
from tests.conftest import ROOT

PAGES = [ROOT / "README.md", *sorted(ROOT.glob("packages/*/README.md")), *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"(?<!`)`((?:boardgames|python|pip|pytest)(?: [^`]*)?)`")
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


NOT_RUN = {
    r"^(boardgames( [a-z]+)?|python|pytest)$": "it is only the name of a command",
    r"\.\.\.|\b(GAME|TEXT|FILE|NAME)\b": "a part is left to the reader",
    r" \./\w+|usi:\./\w+|\bmybot\.py\b": "it plays a program of the reader's",
    r"^boardgames play \S+$|--p\d human|boardgames play \S+ human\b": "a person plays, at the terminal",
    r"^(\.venv/bin/)?boardgames (web|serve)\b|^python -m http.server": "it serves until it is stopped",
    r"^boardgames site|^npm pack": "it may fetch a package: packages/site/tests build sites",
    r"^boardgames (connect|ladder)\b": "it needs an arena: packages/arena/tests have one",
    r"llm:model=|^(ollama|llama-server)\b": "it asks a language model: the page runs a stand-in",
    r"fairy-stockfish": "the engine is not installed everywhere",
    r"^boardgames solve (ur|dobutsu|morris:preset=(six|classic)\b.*)$": "uncompiled it computes for minutes or hours",
    r"^boardgames advise dobutsu$": "it needs a table that takes minutes: tests/solve has a smaller one",
    r"--games (12000|[18]000|120|200)\b": "it computes for minutes",
    r"^boardgames fit\b|\bmine\.judgement\b": "it computes for minutes: packages/lab/tests fit less",
    r"^boardgames (verify mygame|play ur mine:Hasty greedy)$": "the reader is to install or write a file",
    r"^boardgames grade submissions$": "it needs a class: docs/grading.md has one",
    r"^boardgames verify hexapawn.py:SPEC$": "tests/test_course.py does the same",
    r"^boardgames bot \S+ \S+": "it waits for the lines of an arena",
    r"^(python3 -m venv|\S*pip (install|-v))\b": "it installs, which CI does",
    r"^(dask|time|otter|helm|kubectl)\b": "it is another program",
    r"--executor dask://": "it needs a cluster: tests of matches, fits and self-play start one",
    r"^python examples/train_network.py \S+ --minutes": "it computes for minutes",
    r"^pytest\b": "it tests, which CI does",
    r"^python -m (benchmarks|build|pdb)\b": "it measures, builds or waits for a person",
    r"^python (packages/site/)?(build_tools|docs)/": "it writes files of the source",
    r"^python examples/two_processes.py$": "it needs the extra 'rl'",
    r"^python \w+\.py$": "the reader is to write the file: tests/test_course.py has ours",
    r"--game hexapawn.py:SPEC$": "there is no such record",
    r"\b(club|mates)/|\bproblems\.\w+|\bgames\.db\b": "it is of files of the reader's, or computes for minutes",
}
"""Commands that the pages name and that no test of this module runs, and why."""


def commands_of_all_pages() -> set[str]:
    pages = [*PAGES, ROOT / "CONTRIBUTING.md"]
    return {command for page in pages for command in named_commands(page.read_text("utf-8"))}


def reason_not_to_run(command: str) -> str | None:
    return next((reason for pattern, reason in NOT_RUN.items() if re.search(pattern, command)), None)


def named_commands(text: str) -> list[str]:
    """The commands of a page that stand in ``sh`` blocks and in its sentences."""
    lines = [line for language, block in BLOCK.findall(text) if language == "sh" for line in block.splitlines()]
    found = [re.sub(r"\s+#.*", "", line) for line in lines] + COMMAND.findall(FENCED.sub("", text))
    return list(dict.fromkeys(" ".join(command.split()) for command in found if command.strip()))


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
    """Run a shell command in an empty folder that has the examples; what it prints.

    Where an arena gives a program a second or less, a busy machine needs more.
    """
    clock_for = Limits.clock_for

    def patient(limits: Limits, protocol: LineProtocol) -> Clock:
        first, later = (max(60.0, each) for each in (protocol.first_move_time, protocol.move_time))
        return clock_for(limits, attrs.evolve(protocol, first_move_time=first, move_time=later))

    monkeypatch.setattr(Limits, "clock_for", patient)
    monkeypatch.setattr(program_seat, "PARTING", 20.0)
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
            result = subprocess.run(
                ["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
            )
            if result.returncode == 0 and " | " in command:
                return result.stdout  # a busy machine also reports progress, beside the pipe
        return result.stdout + result.stderr

    return run


EVERYDAY = {"README.md", "mate.md", "records.md"}
"""Pages whose examples run every day; the commands of the others have tests of their own."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=() if page.name in EVERYDAY else pytest.mark.thorough)
        for page in PAGES
        if "\n```console\n" in page.read_text(encoding="utf-8")
    ],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_examples(page: Path, left_over: Callable[[], list[str]], run: Callable[[str], str], tmp_path: Path) -> None:
    checker = doctest.OutputChecker()
    text = page.read_text(encoding="utf-8")
    if page.parent.name == "course":  # what the reader has written by then
        shutil.copy(page.parent / "solutions" / "hexapawn.py", tmp_path)
    for language, block in BLOCK.findall(text):
        name = re.match(r"# (\S+\.(?:py|toml))\b", block)
        if language in ("python", "toml") and name and name[1] != "hexapawn.py":
            (tmp_path / name[1]).write_text(block, encoding="utf-8")
        elif language == "console":
            for command, expected in commands(block):
                got = run(command)
                same = checker.check_output(expected, got, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
                assert same, f"{page.name}: $ {command}\nprints\n{got}\nand not\n{expected}"
    for command in named_commands(text):
        if command.startswith("boardgames ") and not reason_not_to_run(command):
            result = run_command(shlex.split(command)[1:], prepared(command, tmp_path))
            assert result.returncode == 0, f"{page.name}: $ {command}\nends with {result.returncode}\n{result.stderr}"


def prepared(command: str, folder: Path) -> Path:
    """The folder, with the files that a command reads where no example before has written them."""
    for name in re.findall(r"\b(game\.json|game\.kif|cup\.toml)\b", command):
        if (folder / name).exists():
            continue
        if name == "cup.toml":
            (folder / name).write_text(
                'game = "ur:tokens=1"\ngames = 2\n[bots]\none = "greedy"\nother = "random"\n', "utf-8"
            )
        else:
            game = "minishogi" if name == "game.kif" else "ur:tokens=1"
            players = ["--p1", "random", "--p2", "random", "--seed", "1", "--show", "result"]
            run_command(["play", game, *players, "--record", "record.json"], folder)
            run_command(["convert", "record.json", "--to", name.partition(".")[2], "--out", name], folder)
    return folder


def test_commands_that_are_named_have_the_options_that_they_are_given() -> None:
    """Of those that are not run, too: a command, option, benchmark, test, extra or group that is gone is found."""
    group = Commands("boardgames")
    extras = extras_of_distributions()
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    every = commands_of_all_pages()
    for command in every:
        assert command.startswith("boardgames ") or reason_not_to_run(command), f"run {command}, or say why not"
        words = shlex.split(command.partition(" | ")[0].partition(" < ")[0])
        if words[0] == "boardgames" and len(words) > 1 and words[1] in {*COMMANDS, *installed_commands()}:
            try:
                under(group, words[1:])
            except click.UsageError as error:
                raise AssertionError(f"{command}: {error.message}") from None
        for module in re.findall(r"python -m (benchmarks\.\w+)", command):
            assert find_spec(module), command
        for path in re.findall(r"\b(?:packages|tests|build_tools|docs)/[\w/]+(?:\.\w+)?", command):
            assert (ROOT / path).exists(), command
        for package, extra in re.findall(r"pip install.*?(?:abstract-boardgames(-\w+)?|\.)(?:\[(\w+)\])", command):
            assert extra in extras[f"abstract-boardgames{package}"], command
        for group_name in re.findall(r"--group (\w+)", command):
            assert group_name in groups, command
        for name in re.findall(r"abstract-boardgames-\w+", command):
            assert name in extras, command


def extras_of_distributions() -> dict[str, set[str]]:
    """The names of the extras of each distribution of this repository."""
    files = [ROOT / "pyproject.toml", *ROOT.glob("packages/*/pyproject.toml")]
    projects = [tomllib.loads(file.read_text("utf-8"))["project"] for file in files]
    return {project["name"]: set(project.get("optional-dependencies", ())) for project in projects}


def under(group: click.Group, words: list[str]) -> None:
    """Read the options of a command, and of one below it, without running anything."""
    command = group.get_command(click.Context(group), words[0])
    assert command is not None, words
    if isinstance(command, click.Group) and len(words) > 1:
        under(command, words[1:])
    else:
        command.make_parser(click.Context(command)).parse_args(words[1:])


def test_every_reason_not_to_run_a_command_is_needed() -> None:
    every = commands_of_all_pages()
    assert [pattern for pattern in NOT_RUN if not any(re.search(pattern, command) for command in every)] == []


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        prose = FENCED.sub("", page.read_text(encoding="utf-8"))
        for target in LINK.findall(prose):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


ROOMS = (
    *("core", "records", "learning", "reasons", "processes", "players", "solve", "referee"),
    *("contest", "analysis", "rl", "testkit"),
)
"""Packages of the library of whose modules the reference tells."""


def modules_of_the_library() -> set[str]:
    source = ROOT / "src"
    return {
        ".".join(path.relative_to(source).with_suffix("").parts)
        for room in ROOMS
        for path in (source / "boardgames" / room).glob("**/[!_]*.py" if room == "core" else "[!_]*.py")
    }


def modules_with_public_names() -> set[str]:
    """The modules from which the packages beside the library take what they offer."""
    return {
        f"{stub.parent.name}.{module}"
        for stub in ROOT.glob("packages/*/src/*/__init__.pyi")
        for module in re.findall(r"^from \.(\S+) import", stub.read_text("utf-8"), re.MULTILINE)
    }


def test_the_reference_tells_of_every_module() -> None:
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "docs" / "reference").glob("*.md"))
    told = set(re.findall(r"automodule:: (\S+)", pages))
    told |= {name.rpartition(".")[0] for name in re.findall(r"autoclass:: (\S+)", pages)}
    assert len(modules_with_public_names()) > 20
    assert (modules_of_the_library() | modules_with_public_names()) - told == set()
