"""Solves all positions of the Royal Game of Ur.

``numbering`` gives each position a number; ``paths`` lists where throws lead;
``layer`` finds the values of one layer of positions; ``layers`` puts the layers
into an order; ``solver`` goes through them and writes a ``draft``, which becomes
a ``table``.
"""
