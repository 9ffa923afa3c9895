"""What `pyproject.toml` cannot say: the rules are compiled where a C compiler works, and stay Python elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).with_name("build_tools")))
from bundled_docs import BuildWithDocs
from compiling import REQUIREMENTS, BuildOrPure, extensions, report_pure, runtime_requirements, why_pure

DEPENDENCIES = [
    "attrs>=24.1",  # the first that knows cached_property in slotted classes
    "click>=8.1",
    "lazy-loader>=0.5",
    "mypy-extensions>=1.0",
    "platformdirs>=4.0",
    "rich>=13",
    "typing-extensions>=4.6",
]

pure = why_pure()
if pure:
    report_pure(pure)
setup(
    ext_modules=[] if pure else extensions(),
    cmdclass={"build_ext": BuildOrPure, "build_py": BuildWithDocs},
    setup_requires=[] if pure else REQUIREMENTS,  # pip installs them for the build alone
    install_requires=DEPENDENCIES + ([] if pure else runtime_requirements()),
)
