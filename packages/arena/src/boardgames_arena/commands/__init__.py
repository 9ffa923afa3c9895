"""Commands about arenas: ``serve``, ``connect`` and ``ladder``."""
