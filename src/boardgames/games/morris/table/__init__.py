"""Solves games of the morris family, all positions with few men or the whole game.

``numbering`` gives each position a number; ``layer`` finds the values of one layer of
positions, by ``moves`` within it and ``exits`` from it; ``layers`` puts the layers into
an order; ``solver`` goes through them, by itself or with workers, and writes a file for
each, which become a ``table``.
"""
