"""The build backend: setuptools, with mypyc among the requirements only where the rules will be compiled."""

from __future__ import annotations

from compiling import MYPYC, why_pure
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    """What a build needs beside setuptools."""
    return [] if why_pure() else MYPYC


get_requires_for_build_editable = get_requires_for_build_wheel
