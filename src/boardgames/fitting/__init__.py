"""Fitting a judgement: positions of a game's own games, and weights that tell how they end.

``boardgames fit`` runs it.  Needs the extra: ``pip install 'abstract-boardgames[fit]'``.
"""

from __future__ import annotations
