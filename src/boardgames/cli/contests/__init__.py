"""The commands ``match``, ``rate`` and ``tournament``."""
