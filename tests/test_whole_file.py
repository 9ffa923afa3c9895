"""Files are written whole or not at all, and nothing that is no file is ever replaced."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from boardgames.processes.whole_file import check_writable, write_whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", "text\n")
    finally:
        os.umask(mask)
    assert (tmp_path / "new").read_text() == "text\n"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    assert names(tmp_path) == ["new"]


def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("before")
    path.chmod(0o604)
    write_whole(path, b"after")
    assert path.read_text() == "after"
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link"
    link.symlink_to("there/file")
    for text in ("made", "replaced"):
        write_whole(link, text)
        assert link.is_symlink()
        assert (tmp_path / "there" / "file").read_text() == text


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "through")
    reader.join()
    assert heard == ["through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can make a device")
def test_a_device_stays_one(tmp_path: Path) -> None:
    device = tmp_path / "null"
    os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    write_whole(device, "away")
    assert stat.S_ISCHR(device.stat().st_mode)


def test_folders_and_sockets_are_refused(tmp_path: Path) -> None:
    import socket

    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / "door"))
        for path in (tmp_path, tmp_path / "door"):
            for act in (check_writable, lambda path: write_whole(path, "x")):
                with pytest.raises(OSError, match="not a file"):
                    act(path)
    assert names(tmp_path) == ["door"]


def test_nothing_is_left_of_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    script = (
        "import resource, signal, sys\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "from boardgames.processes.whole_file import write_whole\nwrite_whole(sys.argv[1], 'x' * 5000)"
    )
    failed = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False)
    assert "File too large" in failed.stderr
    assert path.read_text() == "before"
    assert names(tmp_path) == ["file"]


def test_eight_writers_to_one_file_never_tear_it_nor_fail(tmp_path: Path) -> None:
    path = tmp_path / "file"
    failures: list[BaseException] = []
    done = threading.Event()

    def write(letter: str) -> None:
        try:
            for _ in range(20):
                write_whole(path, letter * 20_000)
        except BaseException as error:
            failures.append(error)

    def read() -> None:
        while not done.is_set():
            if path.exists():
                text = path.read_text()
                if text != text[:1] * 20_000:
                    failures.append(AssertionError(f"torn: {set(text)}, {len(text)}"))

    writers = [threading.Thread(target=write, args=(letter,)) for letter in "abcdefgh"]
    reader = threading.Thread(target=read)
    for thread in [*writers, reader]:
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    reader.join()
    assert not failures
    assert names(tmp_path) == ["file"]
