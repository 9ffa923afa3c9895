"""A wheel carries the pages of the documentation, and says what of others its editor is made of.

The links of its page on the package index lead to the place from which a workflow builds it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parents[2] / "build_tools"))
sys.path.insert(0, str(Path(__file__).with_name("build_tools")))
from bill_of_materials import WheelWithBill
from bundled_docs import BuildWithDocs, SourceWithDocs

HERE = Path(__file__).parent
try:
    from index_page import index_page

    page = index_page(HERE)
except ImportError:  # outside a clone there is no such place
    page = {
        "long_description": (HERE / "README.md").read_text("utf-8"),
        "long_description_content_type": "text/markdown",
    }
setup(cmdclass={"bdist_wheel": WheelWithBill, "build_py": BuildWithDocs, "sdist": SourceWithDocs}, **page)
