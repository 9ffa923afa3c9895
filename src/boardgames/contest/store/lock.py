"""The lock that keeps a second writer from the file of a contest or an arena."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from boardgames.contest.store.errors import BadStore


class Lock:
    """A file beside the store that is locked while its writer lives; the system releases it however the writer ends.

    It lies beside the file itself, so a symbolic link leads to the same lock.
    """

    def __init__(self, path: Path, file: IO[str] | None) -> None:
        self.path = path
        self.file = file

    @classmethod
    def of(cls, store: Path) -> Lock:
        """Lock a store.  Raises :class:`BadStore` if another process holds the lock."""
        path = Path(os.path.realpath(store) + ".lock")
        try:
            import fcntl
        except ImportError:  # a system without it cannot referee programs either
            return cls(path, None)
        while True:
            try:
                file = path.open("a+", encoding="utf-8")
            except OSError as error:
                raise BadStore(f"{store} cannot be written: {error.strerror}") from None
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.seek(0)
                process = file.read().strip()
                file.close()
                by = f" (process {process})" if process else ""
                raise BadStore(
                    f"{store} is being written by another runner{by}: wait for it, or end it first"
                ) from None
            with suppress(FileNotFoundError):
                if os.stat(path).st_ino == os.fstat(file.fileno()).st_ino:
                    break
            file.close()  # its holder ended and removed it after we had opened it: lock the next file of this name
        with suppress(OSError):
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
        return cls(path, file)

    def release(self) -> None:
        """Remove the file and let go of it.  Releasing twice does nothing."""
        if self.file is not None:
            with suppress(OSError):
                self.path.unlink()
            with suppress(OSError):
                self.file.close()
            self.file = None
