"""The seed of a contest that is not over: in a file of its own beside the store.

The store has a digest of it alone, and gets the seed when the contest is over.  The
file is its owner's alone, and no program in a sandbox can read it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from boardgames.contest.store.sqlite_file import BadStore
from boardgames.core.seeds import whole_seed

SUFFIX: Final = "-seed"  # the sandbox masks files of this name
LONGEST: Final = 100  # bytes of such a file
SALT_BYTES: Final = 16


def seed_path(store: Path) -> Path:
    """The file with the seed of a store's contest."""
    return Path(os.path.realpath(store) + SUFFIX)


def read_seed(store: Path) -> int | None:
    """The seed in the file; ``None`` if there is no such file, or something else in it."""
    path = seed_path(store)
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return whole_seed(int(file.read(LONGEST)))
    except (OSError, ValueError):
        return None


def write_seed(store: Path, seed: int) -> None:
    """Make the file.  Raises :class:`BadStore` if it cannot be made, or if a file of somebody else is in its place."""
    path = seed_path(store)
    if os.path.lexists(path) and read_seed(store) is None:
        raise BadStore(f"{path} is in the way: the seed of the contest in {store} belongs there until it is over")
    try:
        path.unlink(missing_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            os.write(file, b"%d\n" % seed)
            os.fsync(file)
        finally:
            os.close(file)
    except OSError as error:
        raise BadStore(f"{path} cannot be written: {error.strerror}") from None


def remove_seed(store: Path, seed: int) -> None:
    """Remove the file, if this seed is in it."""
    if read_seed(store) == seed:
        with suppress(OSError):
            seed_path(store).unlink()


def salted_digest(seed: int, salt: bytes) -> bytes:
    """The digest that confirms a seed.  It makes guessing no easier: the first throws confirm a guess too."""
    return blake2b(b"%d" % seed, salt=salt, digest_size=16).digest()
