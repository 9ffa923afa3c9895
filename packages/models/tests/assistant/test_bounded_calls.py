"""Calls in workers that end at their limits, whatever they do."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from boardgames_models.assistant.bounded_calls import CallLimits, CallTooLong, bounded_call

from boardgames.processes.workers import Workers


def call(workers: Workers, limits: CallLimits, function: Callable[..., Any], *args: object) -> Any:
    return asyncio.run(bounded_call(workers, limits, function, *args))


def test_a_call_ends_at_its_limit_and_the_next_one_has_a_worker(workers: Workers) -> None:
    """A regular expression holds the interpreter, so nothing inside the process could end it."""
    with pytest.raises(CallTooLong, match="processor time"):
        call(workers, CallLimits(cpu=0.1), re.match, "(a*)*b", "a" * 64)
    with pytest.raises(CallTooLong, match=r"than 0\.1 s"):
        call(workers, CallLimits(seconds=0.1), time.sleep, 1000)
    assert call(workers, CallLimits(), len, "abc") == 3


def test_a_worker_outlives_the_limits_of_its_last_call() -> None:
    with Workers(1) as one:
        process = call(one, CallLimits(cpu=0.2, seconds=0.2), os.getpid)
        time.sleep(0.3)
        assert call(one, CallLimits(), os.getpid) == process


def test_a_call_beyond_its_memory_is_told_so(workers: Workers) -> None:
    with pytest.raises(MemoryError):
        call(workers, CallLimits(memory=2**28), bytes, 2**30)
    assert call(workers, CallLimits(memory=2**30), len, bytes(10)) == 10
