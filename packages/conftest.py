"""The fixtures that the tests of packages share with those of the library."""

from tests.conftest import browser, c_bot, cluster, left_over, python_bot, run, short_parting

__all__ = ["browser", "c_bot", "cluster", "left_over", "python_bot", "run", "short_parting"]
