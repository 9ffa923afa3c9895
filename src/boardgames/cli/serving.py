"""What the commands that serve pages have in common: packages, ports and addresses."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

from boardgames.cli.arguments import UserError
from boardgames.cli.setting_options import KindType
from boardgames.core.text.kinds import Whole

PACKAGES: Final = ("jinja2", "markdown_it", "starlette", "uvicorn", "websockets")
PORT: Final = KindType(Whole(0, 65535))
EVERY_ADDRESS: Final = ("0.0.0.0", "::")  # as "" and "0" are understood too


def require_packages(subject: str, names: Sequence[str] = PACKAGES) -> None:
    """Raises :class:`UserError` if a package is missing that ``subject`` needs."""
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        raise UserError(f"{subject} needs {' and '.join(missing)}: pip install 'abstract-boardgames[web]'")
