"""The commands ``match`` and ``tournament``."""
