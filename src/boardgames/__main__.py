"""``python -m boardgames``."""

from __future__ import annotations

import sys


def main() -> None:
    """The command ``boardgames``; what it needs is imported where Ctrl-C is already understood."""
    try:
        from boardgames.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    main()


if __name__ == "__main__":
    main()
