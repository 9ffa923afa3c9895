"""A wheel carries the pages of the documentation, and says what of others its editor is made of."""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import setup

if not Path(__file__).with_name("build_tools").exists() or not Path(__file__).parents[2].joinpath("docs").exists():
    sys.exit("a wheel of the site carries the docs, so build it in a clone: python -m build --wheel packages/site")
sys.path.insert(0, str(Path(__file__).with_name("build_tools")))
from bill_of_materials import WheelWithBill
from bundled_docs import BuildWithDocs

setup(cmdclass={"bdist_wheel": WheelWithBill, "build_py": BuildWithDocs})
