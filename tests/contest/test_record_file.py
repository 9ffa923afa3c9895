"""Records in files: whole or not at all, and never half of one in place of another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

from boardgames.contest import play_game, read_record, write_record


def test_a_record_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    """The file system takes 500 bytes, and no more: the record before stays as it was."""
    path = tmp_path / "r.json"
    record = play_game("ur:tokens=1", "random", "random", seed=1)
    write_record(record, path)
    before = path.read_bytes()
    assert len(before) > 500
    program = dedent("""\
        import resource, signal, sys
        from boardgames.contest import play_game, write_record
        record = play_game("ur", "random", "random", seed=2)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
        try:
            write_record(record, sys.argv[1])
        except OSError:
            sys.exit(7)
        """)
    ended = subprocess.run([sys.executable, "-c", program, str(path)], check=False, capture_output=True, text=True)
    assert ended.returncode == 7, ended.stderr
    assert path.read_bytes() == before
    assert read_record(path) == record
