"""Tables as files: what is refused, and that no interruption does harm."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import tracemalloc
import zlib
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.games.dobutsu.table.table import DobutsuTable
from boardgames.games.morris.table.table import MorrisTable
from boardgames.games.ur.table import solver
from boardgames.games.ur.table.table import UrTable
from boardgames.solve import Section, TableFile, UnreadableTable, capacity, load, write_table
from boardgames.solve.draft import HEAD, LOCK, SUFFIX, Draft
from boardgames.solve.generic.stored import StoredPlies
from boardgames.solve.making import Pace, make_table
from boardgames.solve.table_file import BLOCK, CHECKSUM, HEADER, MAGIC, VERSION, Head
from boardgames.solve.tablebase import NoTablebase, Progress, TablebaseFile
from boardgames.solve.workers import Solve
from tests.command import Run
from tests.samples import cases, few

GAME = bg.load("ur", tokens=2)


@pytest.fixture
def copy(two: UrTable, tmp_path: Path) -> Path:
    return Path(shutil.copy(two.path, tmp_path / "copy"))


@pytest.fixture(params=["ur", "morris", "dobutsu", "any"])
def table(request: pytest.FixtureRequest) -> TablebaseFile:
    """A table of each solver."""
    names = {"ur": "two", "morris": "three", "dobutsu": "one_chick", "any": "any_game"}
    made: TablebaseFile = request.getfixturevalue(names[request.param])
    return made


# -- what is refused ------------------------------------------------------------------


def test_a_table_of_any_solver_is_opened(
    two: UrTable, three: MorrisTable, one_chick: DobutsuTable, any_game: StoredPlies
) -> None:
    for known in (two, three, one_chick, any_game):
        assert type(load(known.path)) is type(known)


@pytest.mark.parametrize("seed", few(range(40), *range(4)))
def test_a_flipped_bit_is_told_and_never_a_value(table: TablebaseFile, tmp_path: Path, seed: int) -> None:
    """In magic number, version, lengths, checksum, head, index or a block."""
    rng, data = Random(seed), bytearray(table.path.read_bytes())
    start = len(data) - TableFile(table.path).stored_size
    places = [*range(0, HEADER.size + 4, 3), *rng.sample(range(start), 5), *rng.sample(range(start, len(data)), 5)]
    for at in [*places, start - 1, start, len(data) - 1]:
        bit = 2 ** rng.randrange(8)
        data[at] ^= bit
        (tmp_path / "copy").write_bytes(data)
        with pytest.raises(UnreadableTable):
            load(tmp_path / "copy")
        data[at] ^= bit


def test_a_damaged_block_is_told_when_it_is_read(copy: Path) -> None:
    data = bytearray(copy.read_bytes())
    data[-1] ^= 64
    copy.write_bytes(data)
    file = TableFile(copy)
    cells = file.cells["all"]
    assert cells[0] == data[len(data) - file.stored_size]
    with pytest.raises(
        UnreadableTable, match=r"damaged: bytes \d+ to \d+ .* solve again: boardgames solve ur:tokens=2$"
    ):
        cells[len(cells) - 1]
    with pytest.raises(UnreadableTable, match="damaged"):
        file.check()


@cases("keep", [0, 10, 20, 30, 40, 0.3, 0.7, -1])
def test_a_file_cut_short_is_refused(table: TablebaseFile, tmp_path: Path, keep: float) -> None:
    data = table.path.read_bytes()
    (tmp_path / "copy").write_bytes(data[: int(keep * len(data)) if 0 < keep < 1 else int(keep)])
    with pytest.raises(UnreadableTable, match=r"cut short|is not a table|should have \d+ bytes, not \d+"):
        load(tmp_path / "copy")


def test_a_longer_file_is_refused(copy: Path) -> None:
    with copy.open("ab") as file:
        file.write(b"!")
    with pytest.raises(UnreadableTable, match=r"should have \d+ bytes, not \d+"):
        load(copy)


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "song").write_text("la la la " * 1_000)
    with pytest.raises(UnreadableTable, match="is not a table made by 'boardgames solve'"):
        load(tmp_path / "song")


def test_other_versions_are_refused(copy: Path, tmp_path: Path) -> None:
    data = bytearray(copy.read_bytes())
    data[18] = VERSION + 1
    copy.write_bytes(data)
    with pytest.raises(UnreadableTable, match=f"of version {VERSION + 1}; this version of boardgames reads {VERSION}"):
        load(copy)
    (tmp_path / "old").write_bytes(b"boardgames table of ur\n\x1a" + bytes([1, 0, 2, 8]) + bytes(40))
    with pytest.raises(UnreadableTable, match="a table of an earlier version of boardgames"):
        load(tmp_path / "old")


@pytest.mark.parametrize(
    "changes",
    [
        {"solver": "nobody"},
        {"solver": 5},
        {"rules": {}},
        {"rules": []},
        {"rules": {"tokens": "two"}},
        {"rules": {"tokens": 9}},
        {"rules": {"tokens": 3}},
        {"rename": "some"},
        {"details": {"width": 5}},
    ],
)
def test_a_head_that_makes_no_sense_is_told(copy: Path, tmp_path: Path, changes: dict[str, Any]) -> None:
    file = TableFile(copy)
    (section,) = file.head.sections
    section = attrs.evolve(
        section,
        name=changes.pop("rename", section.name),
        details={**section.details, **changes.pop("details", {})},
    )
    head = attrs.evolve(file.head, sections=(section,), **changes)
    write_table(tmp_path / "t", head, [file.cells["all"].blocks()], packed=False)
    with pytest.raises(UnreadableTable, match=r"its head makes no sense|nobody"):
        load(tmp_path / "t")


def test_a_head_that_is_too_deep_to_be_read_is_told(tmp_path: Path) -> None:
    text = b"[" * 100_000
    header = HEADER.pack(MAGIC, VERSION, len(text), 0)
    (tmp_path / "t").write_bytes(header + CHECKSUM.pack(zlib.crc32(text, zlib.crc32(header))) + text)
    with pytest.raises(UnreadableTable, match="its head makes no sense"):
        TableFile(tmp_path / "t")


def test_a_block_that_unpacks_to_more_than_its_head_says_is_told(two: UrTable, tmp_path: Path) -> None:
    """Without unpacking the rest: a few bytes may claim any number."""
    zstd = pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    bomb = zstd.compress(bytes(2**28))
    head = attrs.evolve(two.file.head, sections=(Section("all", BLOCK),))
    index = array("I", (len(bomb), zlib.crc32(bomb)))
    text = head.json()
    start = HEADER.pack(MAGIC, VERSION, len(text), len(index.tobytes()))
    sum_ = zlib.crc32(index, zlib.crc32(text, zlib.crc32(start)))
    (tmp_path / "t").write_bytes(start + CHECKSUM.pack(sum_) + text + index.tobytes() + bomb)
    file = TableFile(tmp_path / "t")
    tracemalloc.start()
    with pytest.raises(UnreadableTable, match="a block should have"):
        file.check()
    assert tracemalloc.get_traced_memory()[1] < 2**24
    tracemalloc.stop()


def test_cells_of_half_a_number_make_no_sense(any_game: StoredPlies, tmp_path: Path) -> None:
    file = TableFile(any_game.path)
    keys, values = file.head.sections
    head = attrs.evolve(file.head, sections=(keys, attrs.evolve(values, size=values.size + 1)))
    write_table(tmp_path / "t", head, [file.cells["keys"].blocks(), [file.cells["values"].read() + b"x"]], packed=False)
    with pytest.raises(UnreadableTable, match="its head makes no sense"):
        load(tmp_path / "t")


@pytest.mark.parametrize("changes", [{"size": 10**9}, {"size": "24"}, {"men": 10**9}, {"men": -1}])
def test_a_board_of_any_size_is_none_of_morris(three: MorrisTable, tmp_path: Path, changes: dict[str, Any]) -> None:
    file = TableFile(three.path)
    board: dict[str, Any] = dict(file.head.rules["board"])
    board |= {"rules": {**board["rules"], **changes}} if "men" in changes else changes
    head = attrs.evolve(file.head, rules={**file.head.rules, "board": board})
    write_table(tmp_path / "t", head, list(file.cells.values()), packed=False)
    with pytest.raises(UnreadableTable, match="its head makes no sense"):
        load(tmp_path / "t")


def test_a_table_of_other_rules_has_no_values(table: TablebaseFile) -> None:
    with pytest.raises(ValueError, match=r"table"):
        table.value(bg.load("minishogi").start())


@pytest.fixture(params=["fifo", "folder", "socket"])
def no_file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """What has a name and is no file; to open or read it, a program could wait for ever."""
    path = tmp_path / "t"
    if request.param == "fifo":
        os.mkfifo(path)
    elif request.param == "folder":
        path.mkdir()
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        if request.param == "socket":
            listener.bind("t")  # the name of a socket must be short
        yield path


@pytest.mark.skipif(os.name != "posix", reason="no such files here")
def test_what_is_no_file_is_refused(no_file: Path) -> None:
    with pytest.raises(UnreadableTable, match=r"t is (not a regular file|a folder, not a file)$"):
        load(no_file)
    with pytest.raises(NoTablebase, match=r"not a regular file|a folder, not a file"):
        solver.solve(GAME, no_file)
    if no_file.is_dir():
        (no_file / "diary").write_text("rain")
    unfinished = no_file.rename(no_file.with_name("t" + SUFFIX))
    with pytest.raises(NoTablebase, match=r"is not an unfinished table of ur: move it away"):
        solver.solve(GAME, unfinished.with_name("t"))


def test_a_missing_file_is_the_system_s_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing")


# -- blocks ---------------------------------------------------------------------------


@pytest.mark.parametrize("packed", [False, True])
def test_what_was_written_is_read(two: UrTable, tmp_path: Path, packed: bool) -> None:
    if packed:
        pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    rng = Random(1)
    texts = [bytes(rng.choices(b"ab", k=size)) for size in (0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 5)]
    sections = tuple(Section(str(number), len(text)) for number, text in enumerate(texts))
    head = attrs.evolve(two.file.head, sections=sections)
    pieces = ([text[begin : begin + 50_000] for begin in range(0, len(text), 50_000)] for text in texts)
    write_table(tmp_path / "t", head, pieces, packed=packed)
    file = TableFile(tmp_path / "t")
    assert file.head == head
    assert [cells.read() for cells in file.cells.values()] == texts
    assert file.cells["4"][3 * BLOCK + 4] == texts[4][-1]
    assert (file.stored_size < 0.3 * sum(map(len, texts))) == packed
    assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_cells_of_another_file_stay_as_they_are(
    three: MorrisTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parts of a table are compressed where they are solved, by many processes; to join them is quick."""
    file = TableFile(three.path)
    sizes = [section.size for section in file.head.sections]
    if file.stored_size == sum(sizes):
        pytest.skip("it is not compressed here")
    monkeypatch.setattr("boardgames.solve.table_file.LEVEL", -50)
    write_table(tmp_path / "packed", file.head, file.cells.values(), packed=True)
    assert (tmp_path / "packed").read_bytes() == three.path.read_bytes()
    write_table(tmp_path / "plain", file.head, file.cells.values(), packed=False)
    plain = TableFile(tmp_path / "plain")
    assert plain.stored_size == sum(sizes)
    assert [cells.read() for cells in plain.cells.values()] == [cells.read() for cells in file.cells.values()]
    with pytest.raises(ValueError, match=r"has .* bytes, not"):
        write_table(tmp_path / "wrong", file.head, reversed(file.cells.values()), packed=True)


def test_a_compressed_table_without_the_library(three: MorrisTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.solve.table_file._zstd", lambda: None)
    file = TableFile(three.path)
    if file.stored_size == sum(section.size for section in file.head.sections):
        pytest.skip("it is not compressed here")
    with pytest.raises(UnreadableTable, match=r"is compressed.*pip install 'abstract-boardgames\[tables\]'"):
        file.cells["3-3"].read()


# -- making one -----------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [0, -1, 1.5, None])
def test_there_must_be_a_worker(tmp_path: Path, jobs: Any) -> None:
    with pytest.raises(ValueError, match="jobs is the number of processes, 1 or more, not "):
        solver.solve(GAME, tmp_path / "table", jobs)
    assert not list(tmp_path.iterdir())


class Stop(Exception):
    pass


def stop_late(progress: Progress) -> None:
    if progress.done > progress.total / 2:
        raise Stop


def test_what_was_interrupted_goes_on(tmp_path: Path, two: UrTable) -> None:
    path = tmp_path / "table"
    steps: list[Progress] = []

    def tire(progress: Progress) -> None:
        steps.append(progress)
        stop_late(progress)

    with pytest.raises(Stop):
        solver.solve(GAME, path, report=tire)
    assert not path.exists()
    again: list[Progress] = []
    solver.solve(GAME, path, report=again.append)
    assert again[0].done == steps[-1].done  # nothing was lost
    assert again[-1].done == again[-1].total
    assert path.read_bytes() == two.path.read_bytes()
    assert [file.name for file in tmp_path.iterdir() if "table" in file.name] == ["table"]


def test_the_time_that_is_left_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A layer takes a second for each of its positions here."""
    now = 0.0

    def slow(draft: Draft) -> Solve:
        solve = solver.layer_solver(draft)

        def slowly(name: str, report: Callable[[float], None]) -> None:
            nonlocal now
            solve(name)
            now += sum(section.size for section in draft.part(name).head.sections) / 8

        return slowly

    monkeypatch.setattr("time.monotonic", lambda: now)
    reports: list[Progress] = []
    make_table(attrs.evolve(solver.job_of(GAME), solve=slow), tmp_path / "table", report=reports.append)
    assert [report.seconds for report in reports[:2]] == [None, None]
    for report in reports[2:]:
        assert report.seconds == pytest.approx(report.total - report.done)
    assert {len(report.at_work) for report in reports[1::2]} == {1}
    assert reports[-1].at_work == ()
    assert reports[-1].seconds == 0.0


def test_the_time_that_is_left_counts_what_others_are_solving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers, each with ten positions a second."""
    reports: list[Progress] = []
    pace = Pace(500.0, 1_000, reports.append)
    began = time.monotonic()
    sizes = {"a": 100.0, "b": 400.0}
    for now in (0.0, 5.0):
        monkeypatch.setattr("time.monotonic", lambda now=now: began + now)
        pace.look({"a": now, "b": now}, sizes)
    assert [report.seconds for report in reports] == [None, None]
    monkeypatch.setattr("time.monotonic", lambda: began + 10.0)
    pace.add("a", sizes["a"], 10.0)
    assert reports[-1].at_work == ("b",)
    pace.look({"b": 10.0}, sizes)
    assert reports[-1].done == 600
    assert reports[-1].seconds == pytest.approx(300.0 * 10.0 / 200.0, rel=0.01)


def test_a_part_that_was_spoilt_meanwhile_is_solved_again(tmp_path: Path, two: UrTable) -> None:
    path = tmp_path / "table"
    with pytest.raises(Stop):
        solver.solve(GAME, path, report=stop_late)
    draft = Draft.at(tmp_path / ("table" + SUFFIX))
    part, *others = [file.path for file in draft.parts()]
    data = bytearray(part.read_bytes())
    data[-3] ^= 1
    part.write_bytes(data)
    assert draft.whole(part.stem) is None
    assert draft.whole(others[0].stem) is not None
    solver.solve(GAME, path)
    assert path.read_bytes() == two.path.read_bytes()


def test_a_part_of_another_table_is_none_of_this_one(tmp_path: Path) -> None:
    mine, others = (Draft.begin(tmp_path / str(tokens), Head("ur", "ur", "", {"tokens": tokens})) for tokens in (1, 2))
    others.write("0-0", [], [], packed=False)
    shutil.copy(others.path_of("0-0"), mine.path_of("0-0"))
    assert others.whole("0-0") is not None
    assert mine.whole("0-0") is None


@pytest.mark.parametrize("names", [["monday"], [LOCK], ["plan.json"], ["notes.table.7.begun"]])
def test_a_foreign_folder_in_the_place_of_an_unfinished_table_stays(tmp_path: Path, names: list[str]) -> None:
    folder = tmp_path / ("table" + SUFFIX)
    folder.mkdir()
    for name in names:
        (folder / name).write_text("rain")
    with pytest.raises(NoTablebase, match="is not an unfinished table of ur: move it away, or give another --out"):
        solver.solve(GAME, tmp_path / "table")
    assert [path.name for path in folder.iterdir()] == names


def test_an_unfinished_table_of_other_rules_stays(tmp_path: Path, three: MorrisTable) -> None:
    head = attrs.evolve(TableFile(three.path).head, sections=())
    folder = Draft.begin(tmp_path / "table", head).folder
    with pytest.raises(NoTablebase, match="is an unfinished table of other rules or of other positions: move it away"):
        solver.solve(GAME, tmp_path / "table")
    (folder / HEAD).write_bytes(b"")
    with pytest.raises(NoTablebase, match="is damaged: delete"):
        solver.solve(GAME, tmp_path / "table")


def test_an_unfinished_table_that_was_hardly_begun_goes_on(tmp_path: Path) -> None:
    """Its process was killed before the folder had a head."""
    folder = tmp_path / ("table" + SUFFIX)
    folder.mkdir()
    (folder / f"{HEAD}.77.begun").write_bytes(b"boa")
    assert solver.solve(GAME, tmp_path / "table").tokens == 2
    assert not folder.exists()


def test_what_the_solver_did_not_write_stays(tmp_path: Path, two: UrTable) -> None:
    draft = Draft.begin(tmp_path / "table", attrs.evolve(two.file.head, sections=()))
    mine = {"notes.txt", "whole-story", "mine.part", "notes.5.begun"}
    for name in mine:
        (draft.folder / name).write_text("mine")
    (draft.folder / "0-0.part.99.begun").write_text("of a solver that was killed")
    solver.solve(GAME, tmp_path / "table")
    assert {path.name for path in draft.folder.iterdir()} == mine


@pytest.mark.parametrize("removed", range(4))
def test_a_folder_that_was_half_removed_is_known(
    tmp_path: Path, two: UrTable, monkeypatch: pytest.MonkeyPatch, removed: int
) -> None:
    """Its process was killed when the table was there; then somebody deleted the table, and solves again."""
    head = attrs.evolve(two.file.head, sections=())
    draft = Draft.begin(tmp_path / "table", head)
    draft.lock().close()
    for name in "ab":
        draft.write(name, [], [], packed=False)
    unlink, left = Path.unlink, removed

    def killed(path: Path) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Stop
        unlink(path)

    monkeypatch.setattr(Path, "unlink", killed)
    with pytest.raises(Stop):
        draft.finish(tmp_path / "table", [], [], packed=False)
    assert (tmp_path / "table").exists()
    assert len(list(draft.folder.iterdir())) == 4 - removed
    assert Draft.begin(tmp_path / "table", head) == draft


def test_two_solvers_do_not_write_one_table(tmp_path: Path, two: UrTable) -> None:
    draft = Draft.begin(tmp_path / "table", attrs.evolve(two.file.head, sections=()))
    with draft.lock(), pytest.raises(NoTablebase, match="another process is solving"):
        solver.solve(GAME, tmp_path / "table")


def test_a_table_that_is_there_is_kept(copy: Path) -> None:
    before = copy.stat().st_mtime_ns
    assert solver.solve(GAME, copy).path == copy
    assert copy.stat().st_mtime_ns == before
    with pytest.raises(NoTablebase, match=r"is a table of ur:tokens=2, of other rules .* it is not overwritten"):
        solver.solve(bg.load("ur", tokens=1), copy)
    copy.write_text("my diary")
    with pytest.raises(NoTablebase, match="not overwritten"):
        solver.solve(GAME, copy)
    assert copy.read_text() == "my diary"


def test_a_full_disk_and_little_memory_are_told_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage: Any = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1_000))
    with pytest.raises(NoTablebase, match=r"needs 0 MB|MB.*make room, or say --out"):
        solver.solve(GAME, tmp_path / "table")
    monkeypatch.undo()
    monkeypatch.setattr(capacity, "free_memory", lambda: 10_000_000)
    with pytest.raises(NoTablebase, match=r"10 MB are free: close other programs, take fewer workers than 2"):
        solver.solve(GAME, tmp_path / "table", jobs=2)
    assert list(tmp_path.glob("table*")) == []


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv[1:] = sys.argv[2:]
from boardgames.__main__ import main
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="files are limited as on Linux")
@pytest.mark.parametrize(("game", "limit"), [("morris:preset=three", 1_700), ("ur:tokens=1,capture_turn=on", 600)])
def test_a_disk_that_gets_full_is_told(tmp_path: Path, game: str, limit: int) -> None:
    """The system refuses to write on, as where no room is left; nothing half written stays."""
    command = [sys.executable, "-c", LIMITED, str(limit), "solve", game, "--out", "t"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert ran.returncode == 2, ran.stderr
    assert "the table cannot be written: " in ran.stderr and "File too large; --out FILE" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not list(tmp_path.rglob("*.begun")) and not (tmp_path / "t").exists()


def test_the_pure_build_refuses_what_takes_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.build.kind", lambda: "pure")
    with pytest.raises(NoTablebase, match=r"about 5 hours for 137,870,097 positions.*C compiler"):
        solver.solve(bg.load("ur"), tmp_path / "table")


def test_only_finkel_s_rules(tmp_path: Path) -> None:
    with pytest.raises(NoTablebase, match="plays with another capture_turn and dice"):
        solver.solve(bg.load("ur", capture_turn=True, dice=(0, 3, 3, 1, 1)), tmp_path / "table")


def test_tables_are_looked_for_in_the_cache(cache: Path) -> None:
    game = bg.load("ur", tokens=1)
    assert solver.table(game).path == cache / "ur-1.table"
    assert (cache / "ur-1.table").exists()
    with pytest.raises(NoTablebase, match=r"boardgames solve ur$"):
        solver.table(bg.load("ur"))
    with pytest.raises(NoTablebase, match="boardgames solve ur --tokens 5"):
        solver.table(bg.load("ur", tokens=5))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_cache_that_cannot_be_written(cache: Path) -> None:
    cache.parent.mkdir()
    cache.parent.chmod(0o500)
    with pytest.raises(NoTablebase, match="cannot be written"):
        solver.table(bg.load("ur", tokens=1))


# -- kills ----------------------------------------------------------------------------

KILLS = int(os.environ.get("BOARDGAMES_KILLS", 20))
"""The number of kills that the longest tests do."""


def killed_often(command: list[str], path: Path, kills: int, longest: float) -> int:
    """Solve, and kill the solver at random again and again until the table is there; the kills that met it at work."""
    rng, met = Random(3), 0
    for _ in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
        try:
            process.wait(rng.uniform(0.0, longest))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            met += path.with_name(path.name + SUFFIX).exists()
        _, errors = process.communicate()
        assert process.returncode in (0, -signal.SIGKILL), errors
        if path.exists():
            path.unlink()
    return met


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals here")
@pytest.mark.parametrize(
    ("game", "kills", "workers"),
    [
        pytest.param("ur:tokens=2", 2, 2, marks=pytest.mark.thorough),
        pytest.param("ur:tokens=2", KILLS, 1, marks=pytest.mark.slow),
        pytest.param("morris:preset=three", KILLS, 2, marks=pytest.mark.slow),
    ],
)
def test_kills_at_random_do_no_harm(
    tmp_path: Path, two: UrTable, three: MorrisTable, game: str, kills: int, workers: int
) -> None:
    path = tmp_path / "table"
    program = [sys.executable, "-m", "boardgames", "solve", game, "--jobs", str(workers), "--out", str(path)]
    started = time.monotonic()
    subprocess.run(program, check=True, capture_output=True)
    whole = time.monotonic() - started
    path.unlink()
    met = killed_often(program, path, kills, whole)
    assert met > kills // 5 or kills < 20  # others were too early
    subprocess.run(program, check=True, capture_output=True)
    assert path.read_bytes() == (two if game.startswith("ur") else three).path.read_bytes()
    assert [file.name for file in tmp_path.iterdir() if file.name != "cache"] == ["table"]


# -- the command ----------------------------------------------------------------------


def test_info_tells_what_is_in_a_table(run: Run, three: MorrisTable, tmp_path: Path) -> None:
    told = run("solve", "--info", str(three.path))
    assert told.returncode == 0, told.stderr
    lines = told.stdout.splitlines()
    assert lines[0].startswith(f"table {three.path} (0.0 MB)")
    assert lines[1:4] == ["complete and undamaged", "game morris", f"options {TableFile(three.path).head.options}"]
    assert "positions 564" in lines
    assert "3-3 positions 228: won 120, lost 63, drawn 45, longest 10 plies" in lines
    assert run("solve", "--check", str(three.path)).stdout == f"{three.path}: complete and undamaged\n"
    with pytest.raises(Stop):
        solver.solve(GAME, tmp_path / "begun", report=stop_late)
    unfinished = run("solve", "--info", str(tmp_path / ("begun" + SUFFIX)))
    assert unfinished.stdout.splitlines()[1].startswith("unfinished")


def spoil(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


@pytest.mark.parametrize("option", ["--info", "--check"])
@pytest.mark.parametrize(
    ("change", "words"),
    [(spoil, "damaged"), (lambda data: data[:-1], "should have"), (lambda data: b"song", "is not a table")],
)
def test_a_damaged_table_is_told_by_the_command(
    run: Run, copy: Path, option: str, change: Callable[[bytes], bytes], words: str
) -> None:
    copy.write_bytes(change(copy.read_bytes()))
    told = run("solve", option, str(copy))
    assert (told.returncode, told.stdout) == (2, "")
    assert words in told.stderr and "Traceback" not in told.stderr


def test_info_of_what_is_not_there(run: Run, tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path):
        told = run("solve", "--info", str(path))
        assert told.returncode == 2
        assert "Traceback" not in told.stderr
    assert run("solve").returncode == 2
    assert run("solve", "ur", "--info", "x").returncode == 2
