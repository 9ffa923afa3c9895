"""The languages of the pages: English, and those that have a catalogue in ``locale/``."""
