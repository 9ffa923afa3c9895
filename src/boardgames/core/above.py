"""Things of packages above, imported when they are needed: a State draws itself, a pickled Game finds its name."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def above(reference: str) -> Any:
    """The thing that ``module:name`` names, as in ``boardgames.view:svg``.  Raises :class:`ImportError`."""
    module, _, name = reference.partition(":")
    try:
        return getattr(import_module(module), name)
    except AttributeError:  # which a caller would take for a missing attribute of its own
        raise ImportError(f"{module} has no {name!r}, which {reference!r} names") from None
