"""How far a command is: a line now and then where there is no terminal."""

from __future__ import annotations

import time

import pytest

from boardgames.cli.progress import now_and_then, progress_bar


def test_a_line_now_and_then(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((100.0, 100.0, 109.9, 110.0, 110.0, 119.9, 120.0, 120.0))  # two looks where a line is printed
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    tell = now_and_then(lambda done, total: f"{done} of {total}")
    for done in range(5):
        tell(done, 4)
    out, err = capsys.readouterr()
    assert (out, err) == ("", "2 of 4\n4 of 4\n")


def test_without_a_terminal_there_is_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(lambda done, total: f"judged {done} of {total}") as show:
        show(1, 2)  # sooner than the first line is due
    assert capsys.readouterr() == ("", "")
