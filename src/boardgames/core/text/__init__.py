"""Texts of others: shown safely at a terminal, read within bounds, wrapped to a width."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.core.text.markdown import listed, wrapped
    from boardgames.core.text.numbers import whole_number
    from boardgames.core.text.printable import quoted, shown
    from boardgames.core.text.tables import Rows, csv_table, html_table
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tables": "Rows csv_table html_table",
            "markdown": "listed wrapped",
            "numbers": "whole_number",
            "printable": "quoted shown",
        },
    )

__all__ = ["Rows", "csv_table", "html_table", "listed", "quoted", "shown", "whole_number", "wrapped"]
