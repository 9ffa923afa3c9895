"""The keyword arguments of each game's ``load``, for type checkers: the fields of its options."""

from __future__ import annotations

from typing import TypedDict


class ShogiKeywords(TypedDict, total=False):
    """Those of :class:`~boardgames.games.shogi.options.ShogiOptions`."""

    impasse: str
    impasse_quiet_plies: int
    missing_points: str
    repetition: str
    max_plies: int


class VariantKeywords(TypedDict, total=False):
    """Those of :class:`~boardgames.games.shogi.options.VariantOptions`."""

    repetition: str
    max_plies: int


class MinishogiKeywords(TypedDict, total=False):
    """Those of :class:`~boardgames.games.minishogi.rules.MinishogiOptions`."""

    repetition: str
    max_plies: int


class DiceKeywords(TypedDict, total=False):
    """Those of :class:`~boardgames.games.dice_shogi.options.DiceOptions`."""

    max_plies: int


class DobutsuKeywords(TypedDict, total=False):
    """Those of :class:`~boardgames.games.dobutsu.rules.DobutsuOptions`."""

    repetition: str
    max_plies: int


class MorrisKeywords(TypedDict, total=False):
    """Those of :class:`~boardgames.games.morris.options.MorrisOptions`, or a ``preset`` of it."""

    mill_memory: bool
    double_mill: int
    flying: bool
    men: int
    turns: int
    repetition: int
    board: str
    early_moves: bool
    mill_wins: bool
    full_board_draws: bool
    preset: str


class UrKeywords(TypedDict, total=False):
    """Those of :class:`~boardgames.games.ur.options.UrOptions`, or a ``preset`` of it."""

    tokens: int
    track: str
    rosettes: tuple[int, ...]
    safe_rosettes: tuple[int, ...]
    rosette_turn: bool
    capture_turn: bool
    dice: tuple[int, ...]
    preset: str
