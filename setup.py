"""What `pyproject.toml` cannot say.

The rules are compiled where a C compiler works, and stay Python elsewhere; the version stands in one file; and the page
of the index has the address from which it was built.
"""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).with_name("build_tools")))
from compiling import REQUIREMENTS, BuildOrPure, extensions, report_pure, runtime_requirements, why_pure
from index_page import index_page
from release import VERSION

DEPENDENCIES = [
    "attrs>=24.1",  # the first that knows cached_property in slotted classes
    "click>=8.1",
    "lazy-loader>=0.5",
    "mypy-extensions>=1.0",
    "platformdirs>=4.0",
    "psutil>=5.9; sys_platform != 'linux'",  # programs' processes are found and ended by it
    "rich>=13",
    "typing-extensions>=4.12",  # the first whose defaults of type parameters work when classes are made
]

pure = why_pure()
if pure:
    report_pure(pure)
setup(
    ext_modules=[] if pure else extensions(),
    cmdclass={"build_ext": BuildOrPure},
    setup_requires=[] if pure else REQUIREMENTS,  # pip installs them for the build alone
    install_requires=DEPENDENCIES + ([] if pure else runtime_requirements()),
    version=VERSION,
    **index_page(Path(__file__).parent),
)
