"""``boardgames play``, and the options that it shares with the page."""
