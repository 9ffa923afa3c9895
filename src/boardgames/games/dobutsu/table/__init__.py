"""Solves the whole of Dobutsu Shogi.

``places`` says how a position is written as a number of 48 bits; ``numbering`` gives each its place in a table;
``moves`` makes the positions after and before one; ``retrograde`` finds all values; ``solver`` has it do so, and keeps
what is done in a ``draft``, which becomes a ``table``.
"""
