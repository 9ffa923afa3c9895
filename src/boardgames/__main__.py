"""``python -m boardgames``."""

from boardgames.cli import main

if __name__ == "__main__":
    main()
