"""Running the command as its users do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.prestarted import Prestarted, started_with

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path, left_over: Callable[[], list[str]], prestarted: Prestarted | None) -> Run:
    """Run ``boardgames`` with these arguments in an empty folder; no traceback may ever be seen."""

    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        if prestarted is not None and prestarted.environment == started_with():
            result = prestarted.run([*arguments], tmp_path, stdin)
        else:
            command = [sys.executable, "-m", "boardgames", *arguments]
            result = subprocess.run(command, cwd=tmp_path, input=stdin, capture_output=True, text=True, timeout=120)
        assert "Traceback" not in result.stderr + result.stdout, result.stderr
        return result

    return run
