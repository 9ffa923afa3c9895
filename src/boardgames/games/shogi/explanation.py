"""Why an action is not legal, in words for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.games.shogi.tables import BLACK, EMPTY, PAWN, PROMOTED, square_name, square_number

if TYPE_CHECKING:
    from boardgames.games.shogi.rules import State

SHAPES = "expected a move as 7g7f or 8h2b+, or a drop as P*5e"


def why_not(state: State, text: str) -> str:
    """Why ``text`` is none of the legal actions of a position in which there are some."""
    origin, target, promotes = text[:2], text[2:4], text[4:] == "+"
    if len(text) not in (4, 5) or (len(text) == 5 and not promotes):
        return SHAPES
    variant = state.game.variant
    try:
        if origin[1] == "*":
            square = square_number(variant, target)
            if origin[0] not in variant.letters[1:]:
                return f"no piece is called {origin[0]}: they are {', '.join(variant.letters[1:])}"
            return _no_drop(state, variant.letters.index(origin[0]), square, promotes)
        return _no_move(state, square_number(variant, origin), square_number(variant, target), promotes)
    except ValueError as error:
        return f"{error}: {SHAPES}"


def _no_drop(state: State, kind: int, square: int, promotes: bool) -> str:
    variant, side = state.game.variant, state.seat + BLACK
    letter, name = variant.letters[kind], square_name(variant, square)
    if not state.hand(state.seat).get(letter):
        return f"there is no {letter} in hand"
    if promotes:
        return "a piece is dropped unpromoted"
    if state.position[square] != EMPTY:
        return f"{name} is not empty"
    if not state.game.tables.can_move_from(side * 16 + kind, square):
        return f"on {name} it could never move"
    file = state.position[square % variant.files : variant.squares : variant.files]
    if kind == PAWN and side * 16 + PAWN in file:
        return f"there is an unpromoted pawn of that side on file {square % variant.files + 1}"
    if state.in_check():
        return "the king is in check, and this does not parry it"
    return "a pawn drop must not give checkmate"


def _no_move(state: State, source: int, target: int, promotes: bool) -> str:
    variant, tables, side = state.game.variant, state.game.tables, state.seat + BLACK
    code = state.position[source]
    origin, destination = square_name(variant, source), square_name(variant, target)
    if code >> 4 != side:
        return f"no man of the side to move stands on {origin}"
    piece = variant.pieces[code & 7]
    rays = [tables.ray(source, direction)[: None if slides else 1] for direction, slides in tables.moves(code)]
    ways = [ray for ray in rays if target in ray]
    if not ways:
        return f"the {'promoted ' if code & PROMOTED else ''}{piece.name} on {origin} does not move so"
    if state.position[target] >> 4 == side:
        return f"{destination} holds a man of one's own"
    between = ways[0][: ways[0].index(target)]
    if any(state.position[square] != EMPTY for square in between):
        return f"something stands between {origin} and {destination}"
    if promotes and (not piece.promotes or code & PROMOTED):
        return f"the {piece.name} on {origin} cannot promote"
    if promotes and not (tables.in_zone(side, source) or tables.in_zone(side, target)):
        return "it promotes only when it moves into, within or out of the promotion zone"
    if not promotes and not tables.can_move_from(code, target):
        return f"it must promote, since it could never move again from {destination}"
    return "the king would be in check"
