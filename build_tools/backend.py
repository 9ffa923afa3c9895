"""The build backend: setuptools, with mypyc among the requirements only where the rules will be compiled.

setuptools is imported when it is called: pip asks what this module can do in a process of its own.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_wheel",
]


def build_editable(*arguments: Any, **named: Any) -> str:
    """What setuptools makes.

    There is no ``prepare_metadata_for_build_editable``: without it, installers take the
    metadata from here, and ``setup.py`` runs once less.
    """
    from setuptools import build_meta

    return str(build_meta.build_editable(*arguments, **named))


def build_sdist(*arguments: Any, **named: Any) -> str:
    from setuptools import build_meta

    return str(build_meta.build_sdist(*arguments, **named))


def build_wheel(*arguments: Any, **named: Any) -> str:
    from setuptools import build_meta

    return str(build_meta.build_wheel(*arguments, **named))


def prepare_metadata_for_build_wheel(*arguments: Any, **named: Any) -> str:
    from setuptools import build_meta

    return str(build_meta.prepare_metadata_for_build_wheel(*arguments, **named))


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    """What a build needs beside setuptools."""
    from compiling import MYPYC, why_pure

    return [] if why_pure() else MYPYC


get_requires_for_build_editable = get_requires_for_build_wheel
