"""The rules of a game as a page of its package."""

from __future__ import annotations

from typing import Any

from boardgames.core.lookup.deferred_field import deferred


def rules_page(package: str) -> Any:
    """The file ``rules.md`` of a package, for the field ``rules`` of its GameSpec, read when it is first used."""

    def read() -> str:
        from importlib.resources import files

        return files(package).joinpath("rules.md").read_text(encoding="utf-8")

    return deferred(read)
