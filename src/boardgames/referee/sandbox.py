"""Running a program where it can do no harm, by bubblewrap (``bwrap``)."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache

INSTALL = "install bubblewrap (Debian: apt install bubblewrap), or use --sandbox none"


class NoSandbox(RuntimeError):
    """The sandbox asked for cannot be had here; the message says what to do."""


def walls(private: str) -> list[str]:
    """The words before a command that put it into a sandbox.

    All files can be read and none written but in ``private``; there is no
    network, and no process to be seen but its own, which end with it.
    """
    return [
        "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", private, private,
        "--setenv", "HOME", private, "--setenv", "TMPDIR", private,
        "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--",
    ]  # fmt: skip


@cache
def why_none() -> str | None:
    """Why programs cannot be sandboxed here, or ``None`` if they can."""
    if shutil.which("bwrap") is None:
        return "there is no bwrap on this machine"
    trial = subprocess.run([*walls("/tmp"), "true"], capture_output=True, text=True, check=False)
    return None if trial.returncode == 0 else f"bwrap does not work here: {trial.stderr.strip()}"


def require_sandbox(kind: str) -> bool:
    """Whether to sandbox: ``kind`` is ``bwrap``, ``none`` or ``auto``, which is bwrap where it works.

    Raises :class:`NoSandbox` where bwrap is asked for and cannot be had.
    """
    if kind == "none":
        return False
    reason = why_none()
    if reason is not None and kind == "bwrap":
        raise NoSandbox(f"{reason}: {INSTALL}")
    return reason is None
