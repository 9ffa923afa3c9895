"""The languages of pages and lists of moves: English, and those that have a catalogue in ``locale/``."""
