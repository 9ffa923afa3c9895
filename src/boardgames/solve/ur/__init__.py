"""The Royal Game of Ur, every position of it.

``numbering`` gives each position a number, ``paths`` lists where throws lead,
``layer`` improves values until they are right, ``layers`` puts the layers in
order, ``solver`` goes through them and writes a ``draft``, which becomes a ``table``.
"""
