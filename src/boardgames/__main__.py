"""``python -m boardgames``."""

from __future__ import annotations

import sys


def main() -> None:
    """The command ``boardgames``; what it needs is imported where Ctrl-C is already understood."""
    try:
        from boardgames.cli import main

        main()
    except KeyboardInterrupt:  # before the first line of the command, or after its last
        sys.exit(130)


if __name__ == "__main__":
    main()
