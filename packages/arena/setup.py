"""The page of the package index: its links lead to the place from which a workflow builds this package."""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "build_tools"))
try:
    from index_page import index_page

    page = index_page(HERE)
except ImportError:  # outside a clone there is no such place
    page = {
        "long_description": (HERE / "README.md").read_text("utf-8"),
        "long_description_content_type": "text/markdown",
    }
setup(**page)
