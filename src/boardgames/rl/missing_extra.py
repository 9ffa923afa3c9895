"""The error for a package that is not installed."""

from __future__ import annotations


class MissingExtra(ImportError):
    """A package is missing that an extra of this distribution installs; the message has the command."""
