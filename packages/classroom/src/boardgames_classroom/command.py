"""``boardgames grade``: the games of a class, each on the ladder under limits, and a table of points."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import click

from boardgames.cli import (
    COUNT,
    LIMITS,
    MORE,
    OUTPUT,
    Command,
    Interrupted,
    LadderOptions,
    MachineError,
    UserError,
    declared,
    jobs_option,
    now_and_then,
    print_note,
    print_result,
    require,
    require_writable,
    seed_option,
    status,
    takes,
    write_file,
)
from boardgames.contest import ContestSettings
from boardgames.core.model import option
from boardgames.core.text import Number, format_duration, read_json
from boardgames.players import terminal_width
from boardgames.processes import interruptible
from boardgames.testkit import FIRST_SEED as FIRST, BrokenReference, Weights
from boardgames_classroom.conditions import GAMES, MEMORY, TIME, GradingConditions

if TYPE_CHECKING:
    from boardgames_classroom import GradedSubmission, Submission

MIB: Final = 2**20
FORMATS: Final = (".html", ".csv", ".json")
SECONDS: Final = Number(0, 1_000_000, above=True)
MEBIBYTES: Final = Number(64, 2.0**24)


@attrs.frozen(kw_only=True)
class GradeOptions(LadderOptions):
    """The options of the command."""

    folder: Path
    out: tuple[Path, ...] = option(
        (),
        "Write the table to FILE.html, FILE.csv or FILE.json; may be given more than once.",
        kind=click.Path(path_type=Path, dir_okay=False),
        repeated=True,
        metavar="FILE",
        section=OUTPUT,
    )
    resume: bool = option(False, "Take what has not changed from the JSON file of --out.", section=OUTPUT)
    file: str | None = option(None, "The file with the game.  [the one that defines SPEC]", metavar="NAME.py[:SPEC]")
    jobs: int = jobs_option("Submissions at a time.", kind=COUNT)
    games: int = option(GAMES, "Random games of each submission.", kind=COUNT, section=MORE)
    seed: int = seed_option("Of the first game; then N+1, ...", FIRST)
    cpu_time: float = option(TIME, "Processor time of a submission.", kind=SECONDS, metavar="S", section=LIMITS)
    memory: float = option(MEMORY / MIB, "MiB of memory of a submission.", kind=MEBIBYTES, metavar="MB", section=LIMITS)
    sandbox: str = declared(
        ContestSettings,
        "sandbox",
        default="bwrap",
        meaning="What submissions run in; 'boardgames sandbox' tells more.",
        section=LIMITS,
    )

    def conditions(self) -> GradingConditions:
        """Raises :class:`UserError` where this machine has no sandbox."""
        from boardgames.referee import require_sandbox

        require(self.sandbox)
        return GradingConditions(
            weights=self.weights or Weights(),
            games=self.games,
            seed=self.seed,
            max_plies=self.max_plies,
            file=self.file,
            like=None if self.like is None else self.like.text,
            time=self.cpu_time,
            memory=int(self.memory * MIB),
            sandboxed=require_sandbox(self.sandbox),
        )


@click.command(cls=Command)
@click.argument("folder", metavar="DIR|ZIP", type=click.Path(exists=True, path_type=Path))
@takes(GradeOptions)
def grade(options: GradeOptions) -> None:
    """Grade a class's games: each submission on the ladder, and a table of points.

    DIR has a folder, a zip or a Python file for each student, or is what Moodle, Canvas or
    'gh classroom clone student-repos' has exported, also as a zip: then the students' names
    are read from the names of the files.  The game of a submission is the file that
    defines SPEC, a GameSpec.

    A submission is a stranger's code.  It runs in a process of its own, in a sandbox that shows it
    nothing of yours and no other submission, and its time, memory and processes are
    limited.  One that is stopped keeps the points of the rungs before.  It cannot write its own
    result by printing or in a file, and is played from outside too.  Code that is written to deceive
    the checker can still win some points: the table says what in it is unusual, and docs/grading.md more.

    The ladder knows no rules.  With --like each game is also compared with a solution of yours, for 100 points more.

    Every rung is worth points, 100 in all ('boardgames verify --help').  The tables of --out are
    written after each submission, so Ctrl-C keeps what is done; --resume goes on from there.

    \b
    Examples:
      boardgames grade submissions
      boardgames grade submissions --like solution/hexapawn.py:SPEC
      boardgames grade moodle.zip --out grades.html --out grades.csv
      boardgames grade submissions --file hexapawn.py --weights position-text=20,others=1
      boardgames grade submissions --out grades.json -j 4 --resume

    \b
    Exit status: 0 every submission was graded, 1 one of them has no game that can be graded,
    2 usage, 3 this machine lacks something
    """
    from boardgames.referee import Shortage

    check_out(options)
    conditions = options.conditions()
    if not conditions.sandboxed:
        print_note("there is no sandbox: submissions run as you, and can read and change your files.")
    if conditions.like is None:
        print_note("the ladder does not know the rules: give --like, a solution of yours.")
    try:
        with ExitStack() as files:
            done = graded(submissions_in(options.folder, files), conditions, options)
    except Shortage as error:
        raise MachineError(str(error)) from None
    except BrokenReference as error:
        raise UserError(f"--like: {error}: mend it first") from None
    print_result(summary(done))
    sys.exit(0 if all(entry.readable for entry in done) else 1)


def check_out(options: GradeOptions) -> None:
    """Raises :class:`UserError` for a table that cannot be written, before the work begins."""
    for path in options.out:
        if path.suffix.lower() not in FORMATS:
            raise UserError(f"--out {path}: the name must end with {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
        require_writable(path)
    if options.resume and not any(path.suffix.lower() == ".json" for path in options.out):
        raise UserError("--resume needs the JSON file of before: add --out grades.json")


def submissions_in(folder: Path, files: ExitStack) -> list[Submission]:
    """The submissions; those of a zip are unpacked to a folder that ``files`` removes."""
    from boardgames_classroom import UnreadableSubmissions, find_submissions, unpack_class, workplace

    try:
        if folder.is_dir():
            return find_submissions(folder)
        if folder.suffix.lower() != ".zip":
            raise UserError(
                f"{folder} is neither a folder nor a zip; for one game there is 'boardgames verify {folder}'"
            )
        place = files.enter_context(workplace())
        unpack_class(folder, place)
        return find_submissions(place)
    except UnreadableSubmissions as error:
        raise UserError(f"{error}.") from None


def graded(
    submissions: Sequence[Submission], conditions: GradingConditions, options: GradeOptions
) -> list[GradedSubmission]:
    """All graded submissions in the order of the students, a line printed for each as it is done."""
    from boardgames_classroom import grade_class
    from boardgames_classroom.tables import line

    earlier = earlier_entries(options)
    order = {id(submission): number for number, submission in enumerate(submissions)}
    done: list[GradedSubmission] = []
    show_progress = progress(len(submissions))
    try:
        with interruptible(), closing(grade_class(submissions, conditions, options.jobs, earlier)) as results:
            show_progress(0)
            for result in results:
                done.append(result)
                done.sort(key=lambda one: order[id(one.submission)])
                status()
                click.echo(line(result, terminal_width() if sys.stdout.isatty() else sys.maxsize))
                write_tables(done, conditions, options, earlier if len(done) < len(submissions) else {})
                if len(done) < len(submissions):
                    show_progress(len(done))
    except KeyboardInterrupt:
        status()
        write_tables(done, conditions, options, earlier)  # the signal may have come in the middle of that
        place = f"in {', '.join(map(str, options.out))}" if options.out else "printed above"
        again = "; add --resume to go on" if any(path.suffix == ".json" for path in options.out) else ""
        raise Interrupted(
            f"Interrupted. {len(done)} of {len(submissions)} submissions are graded, {place}{again}."
        ) from None
    return done


def earlier_entries(options: GradeOptions) -> Mapping[str, Mapping[str, object]]:
    """The results of an earlier run in a JSON file of --out, by digests."""
    entries: dict[str, Mapping[str, object]] = {}
    for path in options.out if options.resume else ():
        if path.suffix.lower() == ".json" and path.exists():
            try:
                table = read_json(path.read_text(encoding="utf-8"))
                entries |= {str(entry["digest"]): entry for entry in table["submissions"] if entry["digest"]}
            except (ValueError, KeyError, TypeError, OSError, RecursionError):
                raise UserError(f"--resume: {path} is no table of 'boardgames grade'; leave out --resume") from None
    return entries


def write_tables(
    done: Sequence[GradedSubmission],
    conditions: GradingConditions,
    options: GradeOptions,
    earlier: Mapping[str, Mapping[str, object]],
) -> None:
    """Write all tables whole; the JSON keeps what ``earlier`` has and is not done again yet, for --resume."""
    from boardgames_classroom.tables import as_csv, as_html, as_json

    for path in options.out:
        kind = path.suffix.lower()
        if kind == ".json":
            text = as_json(done, conditions, earlier.values())
        elif kind == ".csv":
            text = as_csv(done, conditions)
        else:
            text = as_html(done, conditions, f"Grades of {options.folder.resolve().name}")
        write_file(path, text)


def summary(done: Sequence[GradedSubmission]) -> str:
    """The class in a sentence."""
    from boardgames.testkit import format_points

    points = sorted(entry.grade.points for entry in done)
    middle = (points[(len(points) - 1) // 2] + points[len(points) // 2]) / 2
    without = sum(not entry.readable for entry in done)
    rest = f"; {without} without a game that can be graded" if without else ""
    count = f"{len(done)} submission{'' if len(done) == 1 else 's'}"
    return f"\n{count}, median {format_points(middle)} of {format_points(done[0].grade.max_points)} points{rest}."


def progress(number: int) -> Callable[[int], None]:
    """A function that says how many submissions are done: at a terminal in the last line, else now and then."""
    begun = time.monotonic()

    def say(done: int) -> str:
        seconds = (time.monotonic() - begun) / max(done, 1) * (number - done)
        return f"{done} of {number} graded" + (f", {format_duration(seconds)} left" if done else "")

    return (lambda done: status(say(done))) if sys.stderr.isatty() else now_and_then(say)
