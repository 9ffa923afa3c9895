"""The command ``boardgames``, also as ``python -m boardgames``.

What it needs is imported after signals are heard, so that they end it in order from the start.
"""

from __future__ import annotations

import sys

from boardgames.processes.interruption import Signals


def main() -> None:
    """Run the command: ``sys.exit`` with its status; 130 if a signal stops it."""
    signals = Signals()
    try:
        from boardgames.cli import main

        main()
    except KeyboardInterrupt:  # before the first line of the command, or after its last
        if sys.stderr is not None:
            print("Interrupted.", file=sys.stderr)
        sys.exit(130)
    finally:
        signals.ignore()  # the rest is Python's own end


if __name__ == "__main__":
    main()
