"""The code that the course quotes, below a link to its module.  ``python docs/quotes.py`` copies it anew."""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path

COURSE = Path(__file__).parent / "course"
QUOTE = re.compile(r"(\]\((\.\./\.\./src/\S+\.py)\):\n\n```python\n)(.*?)(?=^```$)", re.DOTALL | re.MULTILINE)


def quoted(source: str, block: str) -> str:
    """What the source has today in place of a quoted block: the same function, or the same first to last line.

    Raises :class:`LookupError` if there is no such function or line.
    """
    lines = source.splitlines()
    first, last = block.splitlines()[0], block.splitlines()[-1]
    if function := re.match(r"def (\w+)", first):
        nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
        found = [(node.lineno - 1, node.end_lineno) for node in nodes if node.name == function[1]]
    else:
        starts = [number for number, line in enumerate(lines) if line.strip() == first.strip()]
        ends = [number + 1 for number, line in enumerate(lines) if line.strip() == last.strip()]
        found = [(start, min(end for end in ends if end > start)) for start in starts if max(ends, default=0) > start]
    if not found:
        raise LookupError(f"no longer in the source: {first}")
    start, end = found[0]
    return textwrap.dedent("\n".join(lines[start:end])) + "\n"


def renewed(page: Path) -> str:
    """The text of a chapter with all that it quotes as it is today."""
    return QUOTE.sub(
        lambda quote: quote[1] + quoted((page.parent / quote[2]).read_text(encoding="utf-8"), quote[3]),
        page.read_text(encoding="utf-8"),
    )


if __name__ == "__main__":
    for page in COURSE.glob("*.md"):
        page.write_text(renewed(page), encoding="utf-8")
