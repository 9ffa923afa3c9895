"""Commands about games: which there are, their rules and positions, the ladder of checks, a new one."""
