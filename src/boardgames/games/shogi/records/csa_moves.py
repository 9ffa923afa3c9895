"""A move in CSA, which names the piece as it is afterwards: ``+7776FU``, a drop ``+0055KA``."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from boardgames.core.model.game import IllegalAction
from boardgames.core.text.said import Reason
from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import square_at
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.variant import Variant

SIGNS: Final = "+-"
IN_HAND: Final = "00"
MOVE: Final = re.compile(r"([+-])([0-9]{2})([0-9]{2})([A-Z]{2})")


@cache
def names(variant: Variant) -> dict[str, str]:
    """CSA's name of each piece, by its letters in SFEN."""
    return variant.by_letters(lambda piece: piece.csa)


@cache
def pieces(variant: Variant) -> dict[str, str]:
    """The letters in SFEN of each piece, by CSA's name."""
    return {name: letters for letters, name in names(variant).items()}


def spell(state: State, action: Action) -> str:
    """A move as CSA has it.

    >>> import boardgames as bg
    >>> state = bg.load("shogi").start()
    >>> spell(state, state.read("7g7f"))
    '+7776FU'
    """
    if action.target < 0:
        return "%KACHI"
    target, called = kanji.digits(action.destination), names(state.game.variant)
    if action.piece:
        return f"{SIGNS[state.seat]}{IN_HAND}{target}{called[action.piece]}"
    letters = "+" * action.promotes + state.piece_at(action.origin).upper()
    return f"{SIGNS[state.seat]}{kanji.digits(action.origin)}{target}{called[letters]}"


def usi(state: State, letters: str, origin: str, target: str) -> str | None:
    """The move in USI of a piece that is ``letters`` after it; ``None`` if the man at its origin cannot become that.

    ``origin`` and ``target`` are names of squares; a drop has no origin.
    """
    if not origin:
        return f"{letters}*{target}"
    man = state.piece_at(origin).upper()
    return f"{origin}{target}{'+' * (letters != man)}" if letters in (man, f"+{man}") else None


def read_move(state: State, text: str) -> Action:
    """The action that a move such as ``+7776FU``, or ``%KACHI``, means.

    Raises :class:`~boardgames.core.model.game.IllegalAction`.
    """
    if text == "%KACHI":
        for action in state.actions():
            if action.target < 0:
                return action
        raise IllegalAction(text, Reason("no-declaration", "the rules of this game know no declaration"))
    move = MOVE.fullmatch(text)
    letters = None if move is None else pieces(state.game.variant).get(move[4])
    if move is None or letters is None:
        raise IllegalAction(text, Reason("form", "expected a move as +7776FU, a drop as +0055KA, %TORYO or %KACHI"))
    if SIGNS.index(move[1]) != state.seat:
        raise IllegalAction(text, Reason("not-your-turn", "it is the turn of {side}", side=SIGNS[state.seat]))
    origin, target = (
        "" if place == IN_HAND else square_at(int(place[0]), int(place[1])) for place in (move[2], move[3])
    )
    try:
        move_in_usi = usi(state, letters, origin, target)
        if move_in_usi is None:
            raise IllegalAction(
                text, Reason("no-such-move", "no {piece} can come from {square}", piece=move[4], square=move[2])
            )
        legal: Action = state.read(move_in_usi)
    except IllegalAction as error:
        raise IllegalAction(text, error.why) from None
    except (LookupError, ValueError):
        raise IllegalAction(text, Reason("no-such-square", "there is no such square")) from None
    return legal
