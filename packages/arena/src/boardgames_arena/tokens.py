"""The tokens that arenas have given to this user, kept in a file that only the user can read."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from platformdirs import user_config_path

from boardgames.processes import write_whole


def tokens_file() -> Path:
    """The file in which they are kept."""
    return user_config_path("boardgames", appauthor=False) / "arena-tokens.json"


def token_for(url: str, name: str) -> str | None:
    """The token for a name at an arena, if one is kept."""
    token = _read().get(_key(url, name))
    return token if isinstance(token, str) else None


def keep_token(url: str, name: str, token: str) -> Path | None:
    """Keep a token.  Returns the file; ``None`` if it cannot be written."""
    path = tokens_file()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with _turn(path.parent):
            write_whole(path, json.dumps({**_read(), _key(url, name): token}, indent=1), mode=0o600)
        return path
    return None


@contextmanager
def _turn(folder: Path) -> Iterator[None]:
    """Bots that start together, threads or processes, keep their tokens one after the other, so that none is lost."""
    if sys.platform == "win32":  # a folder cannot be locked there
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _key(url: str, name: str) -> str:
    return f"{url} {name}"


def _read() -> dict[str, object]:
    with suppress(OSError, ValueError):
        tokens = json.loads(tokens_file().read_text(encoding="utf-8"))
        return tokens if isinstance(tokens, dict) else {}
    return {}
