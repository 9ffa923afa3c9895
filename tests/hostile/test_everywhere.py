"""The hostile programs in the sandbox and out of it, as root and as a user without any right."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from boardgames.referee import sandbox
from tests.conftest import BOTS, ROOT
from tests.hostile.programs import HOSTILE, LIMIT, PRELUDE, Hostile
from tests.samples import few

NOBODY = "65534"
MIB = 1024 * 1024
STARTING = 10.0  # seconds that interpreters may take to start on a busy machine
THOROUGH = ["ends who watches over it", "leaves a child without an environment", "forks without end"]

needs_root = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or shutil.which("setpriv") is None, reason="only root can be others"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody can look into."""
    path = Path(tempfile.mkdtemp(prefix="boardgames-test-"))
    path.chmod(0o777)
    (path / "work").mkdir()
    yield path
    shutil.rmtree(path, ignore_errors=True)


def as_user(user: str, folder: Path, module: str, order: dict[str, Any]) -> dict[str, Any]:
    """Run a module of the tests as root or nobody, with its answer in JSON.

    Python and the sources may lie where nobody else may look; so they are shown
    again, in a namespace of mounts that ends with the command.
    """
    places = {"python": sys.base_prefix, "site": sysconfig.get_path("purelib"), "root": str(ROOT)}
    script = ""
    for name, place in places.items():
        (folder / name).mkdir(exist_ok=True)
        script += f"mount --bind '{place}' '{folder / name}' && "
    program = folder / "python" / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    order = {**order, "command": [str(program), *order["command"]], "rival": [str(program), *order["rival"]]}
    dropped = f"setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups " if user == "nobody" else ""
    script += f'cd {folder / "work"} && exec {dropped}"$@"'
    environment = {
        **{name: value for name, value in os.environ.items() if name.startswith(("BOARDGAMES", "LANG", "LC_"))},
        "PATH": os.environ["PATH"],
        "HOME": "/nonexistent" if user == "nobody" else os.environ["HOME"],
        "PYTHONPATH": f"{folder / 'root' / 'src'}:{folder / 'root'}:{folder / 'site'}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    words = ["unshare", "--mount", "sh", "-c", script, "sh", str(program), "-m", module, json.dumps(order)]
    ran = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def running(folder: Path) -> list[str]:
    """The processes that were started with a file of this folder, or live in it."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if str(folder) in line or os.readlink(entry / "cwd").startswith(str(folder)):
                found.append(line)
    return found


def expected(hostile: Hostile, walls: str) -> tuple[str | None, str]:
    if walls == "bwrap" and hostile.walled is not None:
        return hostile.walled
    return hostile.kind, hostile.detail


def judge(name: str, walls: str, user: str, folder: Path) -> None:
    hostile = HOSTILE[name]
    program = folder / "hostile.py"
    program.write_text(PRELUDE.replace(str(BOTS), str(folder / "root" / "examples" / "bots")) + hostile.code)
    order = {
        "command": [str(program)],
        "rival": [str(folder / "root" / "examples" / "bots" / "ur_first.py")],
        "limits": {
            "first_move_time": hostile.first_move_time,
            "move_time": hostile.move_time,
            "memory": hostile.memory,
            "cpu_time": hostile.cpu_time,
        },
        "sandbox": walls,
    }
    found = as_user(user, folder, "tests.hostile.one_game", order)
    kind, detail = expected(hostile, walls)
    assert found["kind"] == kind, found
    if kind is None:
        assert found["over"]
    else:
        assert found["seat"] == 0
        assert detail in found["detail"]
        assert found["taken"] < hostile.first_move_time + LIMIT + 1.0 + STARTING
    assert found["growth"] < 2 * MIB
    deadline = time.monotonic() + 10.0
    while running(folder) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert running(folder) == []


def skip_without(walls: str) -> None:
    if walls == "bwrap" and sandbox.why_none() is not None:
        pytest.skip(str(sandbox.why_none()))


@pytest.mark.thorough
@needs_root
@pytest.mark.parametrize("name", few(THOROUGH, "ends who watches over it"))
@pytest.mark.parametrize("walls", ["none", pytest.param("bwrap", marks=pytest.mark.thorough)])
def test_as_nobody(name: str, walls: str, folder: Path) -> None:
    skip_without(walls)
    judge(name, walls, "nobody", folder)


@needs_root
@pytest.mark.slow
@pytest.mark.parametrize("user", ["root", "nobody"])
@pytest.mark.parametrize("walls", ["none", "bwrap"])
@pytest.mark.parametrize("name", HOSTILE)
def test_all(name: str, walls: str, user: str, folder: Path) -> None:
    skip_without(walls)
    judge(name, walls, user, folder)
