"""``boardgames verify``: the checks that every game must pass."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from boardgames.cli.arguments import Chosen, GameType, UserError, require_writable, says_when_interrupted, write_file
from boardgames.cli.options import COUNT, MORE, OUTPUT, Command, TextType, declared, file_option, seed_option, takes
from boardgames.cli.output import print_result
from boardgames.cli.progress import status
from boardgames.contest.settings import ContestSettings
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import ATTRIBUTE, find, games, split_name
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption, option
from boardgames.core.text.foreign_code import described
from boardgames.players.terminal import terminal_width
from boardgames.testkit.weights import Weights

if TYPE_CHECKING:
    from boardgames.testkit import Finding, Report, Rung

ENDLESS: Final = "Plies after which a game counts as endless.  [the spec's max_plies, else 20000]"


@attrs.frozen(kw_only=True)
class LadderOptions:
    """The worth of rungs, and a game to compare with."""

    weights: Any = option(
        None,
        "Points of rungs; 'others' are those not named.  [100 in all]",
        kind=TextType("weights", Weights.read),
        metavar="RUNG=POINTS,...|FILE.toml",
    )
    like: Chosen | None = option(
        None, "A solution of yours, to compare the rules with.", kind=GameType(), metavar="GAME|FILE.py:SPEC"
    )
    max_plies: int | None = declared(ContestSettings, "max_plies", meaning=ENDLESS, section=MORE)


@attrs.frozen(kw_only=True)
class VerifyOptions(LadderOptions):
    """How a game is tried, and where its points go."""

    games: int | None = option(None, "Play N random games, however long they take.", kind=COUNT)
    seconds: float = option(2.0, "Play random games for S seconds.", least=0, most=1e6, metavar="S")
    seed: int = seed_option("The seed of the first random game; the next has N+1.", 1)
    json: Path | None = file_option("Write each rung with its points to FILE.", OUTPUT)
    junit: Path | None = file_option("The same for CI servers, as JUnit XML.", OUTPUT)

    @property
    def paths(self) -> list[Path]:
        """The files that will be written."""
        return [path for path in (self.json, self.junit) if path is not None]

    @property
    def silent(self) -> bool:
        """True if a result file is standard output, which then has nothing else."""
        return Path("-") in self.paths

    def check(self) -> None:
        """Raises :class:`UserError` where a file cannot be written, before the work begins."""
        if self.paths == [Path("-"), Path("-")]:
            raise UserError("--json and --junit cannot both be standard output: give one of them a file")
        for path in self.paths:
            require_writable(path)

    def write(self, report: Report) -> None:
        """Print the points, if anybody asked for points, and write the files."""
        if self.paths or self.weights is not None:
            from boardgames.testkit import Grade, junit_xml

            grade = Grade.of(report, self.weights)
            if not self.silent:
                print_result("\n".join(grade.sentences()))
            if self.json is not None:
                write_file(self.json, json.dumps(grade.fields(), indent=1, ensure_ascii=False) + "\n")
            if self.junit is not None:
                write_file(self.junit, junit_xml(grade))

    def write_without_game(self, subject: str, error: UserError) -> None:
        """A game that cannot be imported has no points; a grader wants to read that too."""
        if self.paths and error.exit_code == UserError.exit_code:
            from boardgames.testkit import NOT_TRIED, RUNGS, Finding, Report

            self.write(Report(subject, 0, self.seed, [Finding(rung, NOT_TRIED, error.message) for rung in RUNGS]))


@click.command(cls=Command)
@click.argument("subject", metavar="GAME|MODULE:ATTR")
@takes(VerifyOptions)
def verify(subject: str, options: VerifyOptions) -> None:
    """Send a game up the ladder that every game must climb.

    GAME is the name of an installed game.  MODULE:ATTR is a GameSpec in a file
    that you are writing, in this folder or on the path; so is rules.py:SPEC.
    Options follow, as everywhere: mygame:stones=9, rules:SPEC:stones=9.

    Each check (a rung of the ladder) is a line.  For one that fails you see what
    happened, after which actions, what the check is for, and where to look.

    The ladder knows no rules.  With --like it gets rungs that compare the game with another one, move by move.

    With --json, --junit or --weights each rung is worth points, 100 in all, and one
    that fails or cannot be reached gets none.  The JSON is what GitHub Classroom's reporter
    reads; '-' in place of FILE prints it.  'boardgames grade' does it for a whole class.

    \b
    Examples:
      boardgames verify ur
      boardgames verify mygame --seconds 30
      boardgames verify mygame --games 500
      boardgames verify rules:SPEC
      boardgames verify rules:SPEC --json grade.json --weights position-text=20,others=1

    \b
    Exit status: 0 every rung holds, 1 a rung failed, 2 there is no such game
    """
    from boardgames.testkit.report import WIDTH

    options.check()
    try:
        report = _verified(subject, options)
    except UserError as error:
        options.write_without_game(subject, error)
        raise
    if not options.silent:
        width = min(WIDTH, terminal_width()) if sys.stdout.isatty() else WIDTH
        print_result("\n" + "\n\n".join(report.sentences(width)))
    options.write(report)
    sys.exit(0 if report.ok else 1)


def _verified(subject: str, chosen: VerifyOptions) -> Report:
    """The report, each rung printed as it is tried.  Raises :class:`UserError`."""
    spec, options = subject_of(subject)
    from boardgames.testkit import BrokenReference, verify

    erased = "\r\033[K" if sys.stderr.isatty() and sys.stdout.isatty() else ""
    done: list[Finding] = []

    def progress(rung: Rung, finding: Finding | None) -> None:
        if finding is not None:
            done.append(finding)
            if not chosen.silent:
                click.echo(erased + finding.line)
        else:
            status(f"...       {rung.name}")

    try:
        make(spec, options)
    except BadOption as error:
        raise UserError(f"{error}. 'boardgames rules {spec.name}' explains them.") from None
    except Exception as error:  # a game's own code can raise anything
        raise UserError(f"the game of {subject} cannot be made: {described(error)}") from None
    rest = "checks are done, and their results are above; the rest were not tried."
    with says_when_interrupted(lambda: f"{len(done)} {rest}"):
        try:
            return verify(
                spec, chosen.games, chosen.seed, progress,
                options=options, max_plies=chosen.max_plies, seconds=chosen.seconds,
                like=None if chosen.like is None else chosen.like.text,
            )  # fmt: skip
        except BrokenReference as error:
            raise UserError(f"--like: {error}: mend it first") from None


def subject_of(subject: str) -> tuple[GameSpec, dict[str, Any]]:
    """The spec, and the options behind it.  Raises :class:`UserError`."""
    name = subject
    try:
        name, options = split_name(subject)
        return find(name), options
    except BadOption as error:
        raise UserError(str(error)) from None
    except UnknownGame as error:
        is_reference = ":" in name or name in games()  # then the hint to install it would be wrong
        raise UserError(f"{error}." if is_reference else f"{error}. {_hint(name)}.") from None


def _hint(name: str) -> str:
    """The reference that the author of a game of that name may have meant."""
    for folder, package in ((".", f"src/{name}"), (name, f"{name}/src/{name}"), (".", name)):
        if Path(package, "__init__.py").is_file():
            return (
                f"It is not installed: type 'pip install -e {folder}', or verify it where it stands: "
                f"'boardgames verify {package}:{ATTRIBUTE}'"
            )
    return f"For a file that you are writing, name its GameSpec too: 'boardgames verify {name}:{ATTRIBUTE}'"
