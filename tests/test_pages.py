"""What the pages take from the source exists; CI builds the pages, which shows the rest."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT

DOCS = ROOT / "docs"
INCLUDES = [
    (path, match[1], dict(re.findall(r"^:([\w-]+): *(.*)$", match[2], re.MULTILINE)))
    for path in sorted(DOCS.rglob("*.md"))
    for match in re.finditer(
        r"^```\{literalinclude\} (\S+)\n((?::.*\n)*)", path.read_text(encoding="utf-8"), re.MULTILINE
    )
]


def definitions(text: str) -> set[str]:
    """Classes, functions and methods of a module, as Sphinx names them."""
    found = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found |= {
                node.name,
                *(f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)),
            }
    return found


@pytest.mark.parametrize(
    ("page", "name", "options"), INCLUDES, ids=[f"{page.relative_to(DOCS)}-{name}" for page, name, _ in INCLUDES]
)
def test_what_a_page_includes_exists(page: Path, name: str, options: dict[str, str]) -> None:
    text = (page.parent / name).read_text(encoding="utf-8")
    if "pyobject" in options:
        assert options["pyobject"] in definitions(text)
    for option in ("start-at", "start-after", "end-at", "end-before"):
        assert options.get(option, "").strip('"') in text


def test_pages_include_sources() -> None:
    assert len(INCLUDES) > 10


def test_reference_pages_name_modules_that_exist_once() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.md")]
    names = [name for text in pages for name in re.findall(r"^\.\. automodule:: (\S+)$", text, re.MULTILINE)]
    assert len(names) > 100 and len(set(names)) == len(names)
    for name in names:
        path = ROOT.joinpath("src", *name.split("."))
        assert path.with_suffix(".py").exists() or (path / "__init__.py").exists(), name
