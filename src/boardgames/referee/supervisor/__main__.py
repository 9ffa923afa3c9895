"""Run the fork server, as ``python -I -S FOLDER PARENT``, where PARENT is the referee's process number.

Its control socket is standard input.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

FOLDER = os.path.dirname(os.path.abspath(__file__))

if __name__ == "__main__":
    sys.path[:] = [*(path for path in sys.path if path != FOLDER), os.path.dirname(FOLDER)]
    import_module(f"{os.path.basename(FOLDER)}.fork_server").main(int(sys.argv[1]))
