"""The core: what a game is, and the interfaces of games, players, protocols and records.

It contains no game, no I/O and no clock.
"""
