"""Java itself, asked for what it makes of maps and texts; where there is none, tests are skipped."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

ORACLE = Path(__file__).with_name("Oracle.java")


def asked(questions: Iterable[str]) -> list[str]:
    """The answers to all questions that have one, in their order."""
    java = shutil.which("java")
    if java is None or shutil.which("javac") is None:
        pytest.skip("no Java (with its compiler) to ask")
    told = subprocess.run(
        [java, str(ORACLE)], input="\n".join(questions), capture_output=True, text=True, check=True, timeout=300
    )
    return told.stdout.split("\n")[:-1]


def hexadecimal(text: str) -> str:
    """A text as the oracle reads it."""
    return text.encode("utf-16-be", "surrogatepass").hex()
