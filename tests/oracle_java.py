"""What Java itself makes of maps and texts, recorded; thorough tests ask Java again.

Starting Java takes a second or more, so its answers stand in ``java_answers.txt``: for
each list of questions its digest, then an answer a line.  New questions are asked of
Java; to record what it says, delete the file and run

    RECORD_JAVA=1 pytest -n 0 tests/core/test_java.py tests/games/morris/test_table_order.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest

ORACLE = Path(__file__).with_name("Oracle.java")
ANSWERS = Path(__file__).with_name("java_answers.txt")
MARK = "# "


def asked(questions: Sequence[str], *, live: bool = False) -> list[str]:
    """The answers to all questions that have one, in their order: the recorded ones, or else Java's own."""
    key = sha256("\n".join(questions).encode()).hexdigest()
    if not live and not os.environ.get("RECORD_JAVA") and key in (known := recorded()):
        return known[key]
    answers = ask_java(questions)
    if os.environ.get("RECORD_JAVA") and not live:
        known = {**recorded(), key: answers}
        lines = [line for name in sorted(known) for line in (MARK + name, *known[name])]
        ANSWERS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return answers


def recorded() -> dict[str, list[str]]:
    """The recorded answers, by the digest of their questions."""
    known: dict[str, list[str]] = {}
    if ANSWERS.exists():
        for block in f"\n{ANSWERS.read_text(encoding='utf-8')[:-1]}".split(f"\n{MARK}")[1:]:
            key, *answers = block.split("\n")
            known[key] = answers
    return known


def ask_java(questions: Sequence[str]) -> list[str]:
    """Java's answers; where there is no Java, the test is skipped."""
    java = shutil.which("java")
    if java is None or shutil.which("javac") is None:
        pytest.skip("no Java (with its compiler) to ask")
    result = subprocess.run(
        [java, str(ORACLE)], input="\n".join(questions), capture_output=True, text=True, check=True, timeout=300
    )
    return result.stdout.split("\n")[:-1]


def hexadecimal(text: str) -> str:
    """A text as the oracle reads it."""
    return text.encode("utf-16-be", "surrogatepass").hex()
