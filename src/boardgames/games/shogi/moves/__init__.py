"""The board and the men on it as numbers, and the legal moves of a position."""
