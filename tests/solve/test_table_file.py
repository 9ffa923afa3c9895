"""Tables as files: what is refused, and that no interruption does harm."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.lookup.tablebase import NoTablebase, Progress
from boardgames.solve import capacity
from boardgames.solve.draft import SUFFIX
from boardgames.solve.table_file import UnreadableTable
from boardgames.solve.ur import solver
from boardgames.solve.ur.draft import Draft
from boardgames.solve.ur.numbering import Numbering
from boardgames.solve.ur.table import Layout, UrTable, load
from tests.samples import few

GAME = bg.load("ur", tokens=2)


@pytest.fixture
def copy(two: UrTable, tmp_path: Path) -> Path:
    return Path(shutil.copy(two.path, tmp_path / "copy"))


@pytest.mark.parametrize("at", [40, 70, 700, 50_000, -1])
def test_a_damaged_file_is_refused(copy: Path, at: int) -> None:
    data = bytearray(copy.read_bytes())
    data[at] ^= 4
    copy.write_bytes(data)
    with pytest.raises(UnreadableTable, match=r"damaged.*boardgames solve ur|should have \d+ bytes"):
        load(copy)


@pytest.mark.parametrize("size", [0, 10, 63, 64, 1_000, -8])
def test_a_file_cut_short_is_refused(copy: Path, size: int) -> None:
    copy.write_bytes(copy.read_bytes()[:size])
    with pytest.raises(UnreadableTable, match=r"bytes|not a table"):
        load(copy)


def test_a_longer_file_is_refused(copy: Path) -> None:
    with copy.open("ab") as file:
        file.write(b"!")
    with pytest.raises(UnreadableTable, match=r"should have \d+ bytes, not \d+"):
        load(copy)


def test_a_file_begins_as_ever(two: UrTable) -> None:
    """With its magic number, version, tokens and width of a number: tables that users have stay readable."""
    assert two.path.read_bytes()[:28] == b"boardgames table of ur\n\x1a" + bytes([1, 0, 2, 8])


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "song").write_text("la la la " * 1_000)
    with pytest.raises(UnreadableTable, match="is not a table of ur made by 'boardgames solve'"):
        load(tmp_path / "song")


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
    unfinished = no_file.rename(no_file.with_name("t" + SUFFIX))
    with pytest.raises(NoTablebase, match=r"(not a regular file|a folder, not a file): move it away"):
        solver.solve(GAME, unfinished.with_name("t"))


def test_padding_is_checked(tmp_path: Path) -> None:
    """The numbers begin at a multiple of 64, behind zeros that no checksum covers."""
    table = solver.solve(bg.load("ur", tokens=1), tmp_path / "one")
    data = bytearray(table.path.read_bytes())
    assert table.layout.first % 64 == 0 and not any(data[table.layout.first - 4 : table.layout.first])
    data[table.layout.first - 1] = 1
    (tmp_path / "padded").write_bytes(data)
    with pytest.raises(UnreadableTable, match="its checksums are followed by more than zeros"):
        load(tmp_path / "padded")


@pytest.mark.parametrize("workers", [0, -1, 1.5, None])
def test_there_must_be_a_worker(tmp_path: Path, workers: Any) -> None:
    with pytest.raises(ValueError, match="workers is the number of processes, 1 or more, not "):
        solver.solve(GAME, tmp_path / "table", workers)
    assert not list(tmp_path.iterdir())


def test_another_version_is_refused(copy: Path) -> None:
    data = bytearray(copy.read_bytes())
    data[24] = 9
    copy.write_bytes(data)
    with pytest.raises(UnreadableTable, match="of version 9; this version reads 1"):
        load(copy)


def test_a_missing_file_is_the_system_s_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing")


def test_unchecked_only_head_and_size_are_looked_at(copy: Path) -> None:
    data = bytearray(copy.read_bytes())
    data[-1] ^= 64
    copy.write_bytes(data)
    with pytest.raises(UnreadableTable, match="damaged"):
        load(copy, check=False).check()


class Stop(Exception):
    pass


def test_what_was_interrupted_goes_on(tmp_path: Path, two: UrTable) -> None:
    path = tmp_path / "table"
    steps: list[Progress] = []

    def tire(progress: Progress) -> None:
        steps.append(progress)
        if progress.done > progress.total / 2:
            raise Stop

    with pytest.raises(Stop):
        solver.solve(GAME, path, report=tire)
    assert not path.exists()
    with pytest.raises(UnreadableTable, match="unfinished"):
        load(tmp_path / ("table" + SUFFIX))
    again: list[Progress] = []
    solver.solve(GAME, path, report=again.append)
    assert again[0] == steps[-1]  # nothing was lost
    assert again[-1].done == again[-1].total
    assert path.read_bytes() == two.path.read_bytes()
    assert [file.name for file in tmp_path.iterdir() if "table" in file.name] == ["table"]


def test_a_part_that_was_spoilt_meanwhile_is_solved_again(tmp_path: Path, two: UrTable) -> None:
    path = tmp_path / "table"
    with pytest.raises(Stop):
        solver.solve(GAME, path, report=_stop_late)
    layout = Layout(Numbering(2))
    draft = Draft(tmp_path / ("table" + SUFFIX), layout)
    done = draft.done()
    begin, _ = layout.part_range(max(done))
    draft.close()
    with open(tmp_path / ("table" + SUFFIX), "r+b") as file:
        file.seek(begin)
        file.write(b"\x01\x02\x03")
    draft = Draft(tmp_path / ("table" + SUFFIX), layout)
    assert draft.done() == done - {max(done)}
    draft.close()
    solver.solve(GAME, path)
    assert path.read_bytes() == two.path.read_bytes()


@pytest.mark.parametrize("at", [24, 27, 28])
def test_an_unfinished_file_with_a_foreign_header_is_begun_again(tmp_path: Path, at: int) -> None:
    """Its size and the checksums of its parts are right; its version, width or count is not."""
    path, layout = tmp_path / "foreign", Layout(Numbering(1))
    draft = Draft(path, layout)
    _, size = layout.part_range(0)
    draft.write(0, b"\x01" * size)
    assert draft.done() == {0}
    draft.close()
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    draft = Draft(path, layout)
    assert draft.done() == set()
    draft.close()
    assert path.stat().st_size == layout.size


def test_a_foreign_file_in_the_place_of_an_unfinished_one_stays(tmp_path: Path) -> None:
    path = tmp_path / ("table" + SUFFIX)
    path.write_text("notes")
    with pytest.raises(NoTablebase, match=r"is no unfinished table of ur: move it away, or give another --out"):
        solver.solve(GAME, tmp_path / "table")
    assert path.read_text() == "notes"


def test_an_unfinished_table_of_other_tokens_stays(tmp_path: Path) -> None:
    path = tmp_path / ("table" + SUFFIX)
    Draft(path, Layout(Numbering(1))).close()
    kept = path.read_bytes()
    with pytest.raises(NoTablebase, match=r"is an unfinished table of ur with 1 tokens: move it away"):
        solver.solve(GAME, tmp_path / "table")
    assert path.read_bytes() == kept


@pytest.mark.parametrize("begun", [b"", bytes(1_000)])
def test_an_unfinished_file_without_a_header_is_begun(tmp_path: Path, begun: bytes) -> None:
    """Its process was killed before it wrote one."""
    (tmp_path / ("table" + SUFFIX)).write_bytes(begun)
    assert solver.solve(GAME, tmp_path / "table").tokens == 2


def _stop_late(progress: Progress) -> None:
    if progress.done > 0.9 * progress.total:
        raise Stop


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals here")
@pytest.mark.parametrize("workers", few([1, 2], 2))
def test_a_killed_solver_does_no_harm(tmp_path: Path, two: UrTable, workers: int) -> None:
    path = tmp_path / "table"
    unfinished = path.with_name(path.name + SUFFIX)
    program = (
        "import sys, boardgames as bg\nfrom pathlib import Path\nfrom boardgames.solve.ur import solver\n"
        f"solver.solve(bg.load('ur', tokens=2), Path(sys.argv[1]), {workers})"
    )
    process = subprocess.Popen([sys.executable, "-c", program, str(path)])
    while process.poll() is None and not (unfinished.exists() and unfinished.stat().st_blocks > 40):
        time.sleep(0.002)
    process.kill()
    process.wait()
    deadline = time.monotonic() + 10
    while True:  # workers notice that nobody talks to them any more
        try:
            solver.solve(GAME, path)
            break
        except NoTablebase:
            assert time.monotonic() < deadline
            time.sleep(0.1)
    assert path.read_bytes() == two.path.read_bytes()


def test_two_solvers_do_not_write_one_file(tmp_path: Path) -> None:
    first = Draft(tmp_path / ("table" + SUFFIX), Layout(Numbering(2)))
    with pytest.raises(NoTablebase, match="another process is solving"):
        solver.solve(GAME, tmp_path / "table")
    first.close()


def test_a_table_that_is_there_is_kept(copy: Path) -> None:
    before = copy.stat().st_mtime_ns
    assert solver.solve(GAME, copy).path == copy
    assert copy.stat().st_mtime_ns == before
    with pytest.raises(NoTablebase, match="is the table for 2 tokens; it is not overwritten"):
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
        solver.solve(GAME, tmp_path / "table", workers=2)
    assert list(tmp_path.glob("table*")) == []


def test_the_pure_build_refuses_what_takes_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.build.kind", lambda: "pure")
    with pytest.raises(NoTablebase, match=r"about five hours for 7 tokens.*C compiler"):
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
