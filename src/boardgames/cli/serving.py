"""Things that the commands that serve pages have in common: packages, ports and addresses."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Final

from boardgames.cli.arguments import UserError
from boardgames.cli.options import option
from boardgames.cli.setting_options import KindType
from boardgames.core.text.kinds import Whole

PACKAGES: Final = ("jinja2", "markdown_it", "starlette", "uvicorn", "websockets")
PORT: Final = KindType(Whole(0, 65535))
EVERY_ADDRESS: Final = ("0.0.0.0", "::")  # as "" and "0" are understood too


def require_packages(subject: str, names: Sequence[str] = PACKAGES, extra: str = "web") -> None:
    """Raises :class:`UserError` if a package is missing that ``subject`` needs; ``extra`` brings it."""
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        raise UserError(f"{subject} needs {' and '.join(missing)}: pip install 'abstract-boardgames[{extra}]'")


def host_option(purpose: str) -> Any:
    """A field with the address that a server listens at."""
    meaning = f"Listen at this address of this machine, so that others can {purpose}."
    return option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help=meaning)


def port_option(usual: int) -> Any:
    """A field with the port that a server listens at."""
    meaning = "0 takes any port that is free."
    return option("--port", type=PORT, default=usual, show_default=True, metavar="N", help=meaning)
