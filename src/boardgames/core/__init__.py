"""What a game is, and what programs that play it are told: no game, no I/O, no clock, no random numbers of its own."""
