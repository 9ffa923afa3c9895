"""Mates by forcing moves alone: a quick search for players, and the shortest mates of problems."""
