"""The chances of a game on its page: as players saw them while it goes on, and as a judge found them afterwards."""
