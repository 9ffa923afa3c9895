"""Texts of others: shown safely at a terminal, read within bounds, wrapped to a width."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.core.text.escapes import printable, quoted, shown
    from boardgames.core.text.markdown import listed, wrapped
    from boardgames.core.text.numbers import whole_number
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "markdown": "listed wrapped",
            "numbers": "whole_number",
            "escapes": "printable quoted shown",
        },
    )

__all__ = ["listed", "printable", "quoted", "shown", "whole_number", "wrapped"]
