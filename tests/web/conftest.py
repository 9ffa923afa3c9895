"""One server for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.site import Site, serving


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving() as found:
        yield found
