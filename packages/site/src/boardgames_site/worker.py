"""Python in a worker of the browser: answers the calls of a page.

The script of the worker hands each call to :func:`call`, and :func:`listen` the function that posts to the page.
"""

from __future__ import annotations

import asyncio
import json
import random
import traceback
from collections.abc import Callable
from importlib import import_module
from inspect import isawaitable
from typing import Any

Post = Callable[[str, str], object]
"""Sends a text to the page, under a topic."""

_posts: list[Post] = []


def listen(post: Post) -> None:
    """From now on :func:`post` sends to this page alone.  Called once, when the page's Python is ready."""
    random.seed()  # a snapshot has the same random numbers to come on each visit
    _posts[:] = [post]


def post(topic: str, text: str) -> None:
    """Send a text to the page, if there is one."""
    for send in _posts:
        send(topic, text)


async def at_once(work: Callable[[], Any]) -> Any:
    """Do a piece of work; after that messages of the page have their turn."""
    result = work()
    await asyncio.sleep(0)
    return result


async def call(function: str, arguments: str) -> str:
    """Call a function ``module:name``; its arguments are a JSON list.

    The answer is JSON too: ``{"result": …}``, or for an exception ``{"error": message, "kind": name, "traceback": …}``.

    >>> import asyncio
    >>> asyncio.run(call("math:gcd", "[6, 9]"))
    '{"result": 3}'
    >>> json.loads(asyncio.run(call("boardgames:load", '["go"]')))["kind"]
    'UnknownGame'
    """
    module, _, name = function.partition(":")
    try:
        result = getattr(import_module(module), name)(*json.loads(arguments))
        if isawaitable(result):
            result = await result
        return json.dumps({"result": result}, ensure_ascii=False)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        return json.dumps(_described(error), ensure_ascii=False)


def _described(error: BaseException) -> dict[str, object]:
    return {
        "error": str(error) or type(error).__name__,
        "kind": type(error).__name__,
        "traceback": "".join(traceback.format_exception(error)),
    }
