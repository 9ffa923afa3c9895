"""Writing a file whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from uuid import uuid4

__all__ = ["check_writable", "write_whole"]

WORDS = {stat.S_IFDIR: "a folder", stat.S_IFBLK: "a disk", stat.S_IFSOCK: "a socket"}


def write_whole(path: str | os.PathLike[str], data: str | bytes, mode: int = 0o666) -> None:
    """Put data in a file, so that nobody ever sees half of it: not another writer, not after a crash.

    ``path`` is that of the file.

    A link is followed; the mode of a file that is there is kept, and a new one has ``mode``, less what the
    user's mask forbids.  What is no plain
    file is never replaced: pipes and terminals, such as ``/dev/stdout``, are written to.
    Bytes of a command that are not UTF-8 become escapes, which JSON understands.
    Raises :class:`OSError`.
    """
    target = os.path.realpath(path)
    content = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
    status = _look(target)
    if status is not None and not stat.S_ISREG(status.st_mode):
        _pour(target, content)
        return
    draft, name = _draft(target, mode)
    try:
        with open(draft, "wb") as file:
            file.write(content)
            file.flush()
            if status is not None and sys.platform != "win32":
                with suppress(OSError):  # only root may give files away
                    os.fchown(draft, status.st_uid, status.st_gid)
                os.fchmod(draft, stat.S_IMODE(status.st_mode))
            os.fsync(draft)
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the :class:`OSError` that :func:`write_whole` would, as far as that can be foreseen."""
    target = os.path.realpath(path)
    status = _look(target)
    if status is not None and not stat.S_ISREG(status.st_mode):
        if not os.access(target, os.W_OK):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        return
    draft, name = _draft(target, 0o600)
    os.close(draft)
    os.unlink(name)


def _look(target: str) -> os.stat_result | None:
    """The existing file, if it can be written to."""
    try:
        status = os.stat(target)
    except FileNotFoundError:
        return None
    word = WORDS.get(stat.S_IFMT(status.st_mode))
    if word is not None:
        raise OSError(errno.EINVAL, f"it is {word}, not a file")
    return status


def _draft(target: str, mode: int) -> tuple[int, str]:
    """A new file beside the target, open, with a name of its own."""
    folder, name = os.path.split(target)
    draft = os.path.join(folder, f".{name[:40]}.{uuid4().hex}.part")
    return os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_CLOEXEC", 0), mode), draft


def _pour(target: str, content: bytes) -> None:
    """Write to a pipe or a terminal that is there."""
    with open(target, "wb", opener=lambda name, flags: os.open(name, flags & ~(os.O_CREAT | os.O_TRUNC))) as file:
        file.write(content)
