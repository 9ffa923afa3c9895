"""What the pages name of the source exists; CI builds the pages, which shows the rest."""

from __future__ import annotations

import re

from tests.conftest import ROOT

DOCS = ROOT / "docs"


def test_reference_pages_name_modules_that_exist_once() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.md")]
    names = [name for text in pages for name in re.findall(r"^\.\. automodule:: (\S+)$", text, re.MULTILINE)]
    assert len(names) > 100 and len(set(names)) == len(names)
    for name in names:
        path = ROOT.joinpath("src", *name.split("."))
        assert path.with_suffix(".py").exists() or (path / "__init__.py").exists(), name
