"""Things that the commands that serve pages have in common: packages, ports, addresses, links and signals."""

from __future__ import annotations

import asyncio
import errno
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any, Final

import click

from boardgames.cli.arguments import UserError
from boardgames.core.model.options import option
from boardgames.core.text.kinds import Whole
from boardgames.processes.interruption import ASKING

WEB_PACKAGES: Final = ("jinja2", "markdown_it", "starlette", "uvicorn", "websockets")
PORT: Final = Whole(0, 65535)
EVERY_ADDRESS: Final = ("0.0.0.0", "::")  # as "" and "0" are understood too


def require_packages() -> None:
    """Raises :class:`UserError` if a package is missing that the page needs."""
    missing = [name for name in WEB_PACKAGES if find_spec(name) is None]
    if missing:
        raise UserError(f"the page needs {' and '.join(missing)}: pip install 'abstract-boardgames[web]'")


@contextmanager
def listening(host: str, port: int) -> Iterator[None]:
    """Within this, an address at which nothing can listen is the user's mistake.  Raises :class:`UserError`.

    The address is that of ``host`` and ``port``.
    """
    try:
        yield
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UserError(f"--port: {port} is in use at {host}: give another, or 0 for any that is free") from None
        if error.errno == errno.EACCES:
            raise UserError(f"--port: {port} is reserved on this machine: give one of 1024 to 65535") from None
        raise UserError(
            f"--host: cannot listen at {host!r} ({error.strerror}): give an address of this machine, as in 192.168.1.20"
        ) from None


def on_signals(act: Callable[[], object]) -> None:
    """Have the event loop call a function at each signal that asks to stop: an exception in a task would be lost.

    ``act`` is that function.
    """
    for number in ASKING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            with suppress(NotImplementedError):  # Windows
                asyncio.get_running_loop().add_signal_handler(number, act)


def print_link(link: str) -> None:
    """Print the link to the page."""
    click.echo(link)
    click.echo("Open this link in a browser. Ctrl-C ends the server and all its tables.", err=True)


def host_option(purpose: str) -> Any:
    """A field with the address that a server listens at.

    ``purpose`` ends the help: what others can do then.
    """
    meaning = f"Listen at this address of this machine, so that others can {purpose}."
    return option("127.0.0.1", meaning, metavar="ADDRESS")


def port_option(usual: int) -> Any:
    """A field with the port that a server listens at.

    ``usual`` is the port where none is given.
    """
    meaning = "The port to listen at; 0 takes any that is free."
    return option(usual, meaning, kind=PORT)
