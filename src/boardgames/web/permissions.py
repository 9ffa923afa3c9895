"""The permissions of a link at a table, and the refusal of what it does not allow."""

from __future__ import annotations

import attrs


class NotAllowed(ValueError):
    """A request that cannot be granted now; the message says why."""


@attrs.frozen
class Permissions:
    """The permissions of a link's holder at a table."""

    slots: frozenset[int] = frozenset()
    """The numbers of the slots for which its holder may act."""
    is_host: bool = False
