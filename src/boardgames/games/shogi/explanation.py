"""Why an action is not legal, in words for people."""

from __future__ import annotations

from typing import Final

from boardgames.games.shogi.moves.board import BLACK, EMPTY, PAWN, PROMOTED, man_of, side_of, square_name, square_number
from boardgames.games.shogi.moves.position import Position

RULES_BEHIND: Final = {
    "stands between": ("shogi", 1),
    "holds a man of one's own": ("shogi", 1),
    "cannot promote": ("shogi", 2),
    "it promotes only when": ("shogi", 2),
    "it must promote": ("shogi", 2),
    " in hand": ("shogi", 4),
    "is dropped unpromoted": ("shogi", 4),
    "is not empty": ("shogi", 4),
    "it could never move": ("shogi", 4),
    "an unpromoted pawn of that side on file": ("shogi", 4),
    "a pawn drop must not give checkmate": ("shogi", 4),
    "the king is in check": ("shogi", 5),
    "the king would be in check": ("shogi", 5),
}
"""Phrases of the reasons, each with its rule."""
SHAPES = "expected a move as 7g7f or 8h2b+, or a drop as P*5e"


def why_not(position: Position, text: str) -> str:
    """Why ``text`` is none of the legal actions of a position in which there are some."""
    variant = position.tables.variant
    text = text[1:] if variant.turns_over and text[2:3] == "*" else text  # a drop with the other side up
    origin, target, promotes = text[:2], text[2:4], text[4:] == "+"
    if len(text) not in (4, 5) or (len(text) == 5 and not promotes):
        return SHAPES
    try:
        if origin[1] == "*":
            square = square_number(variant, target)
            if origin[0] not in variant.letters[1:]:
                return f"no piece is called {origin[0]}: they are {', '.join(variant.letters[1:])}"
            return _no_drop(position, variant.letters.index(origin[0]), square, promotes)
        return _no_move(position, square_number(variant, origin), square_number(variant, target), promotes)
    except ValueError as error:
        return f"{error}: {SHAPES}"


def _no_drop(position: Position, kind: int, square: int, promotes: bool) -> str:
    variant, side = position.tables.variant, position.seat + BLACK
    letter, name = variant.letters[kind], square_name(variant, square)
    if not position.hand(position.seat).get(letter):
        return f"there is no {letter} in hand"
    if promotes:
        return "a piece is dropped unpromoted"
    if position.codes[square] != EMPTY:
        return f"{name} is not empty"
    board = position.tables.board
    if not board.can_move_from(int(man_of(side, kind)), square):
        return f"on {name} it could never move"
    allowed = variant.pawns_on_file
    if kind == PAWN and allowed and board.pawns_on_file(position.codes, side, square) >= allowed:
        few = "is an unpromoted pawn" if allowed == 1 else f"are {allowed} unpromoted {variant.pieces[PAWN].name}s"
        return f"there {few} of that side on file {square % variant.files + 1}"
    if position.in_check():
        return "the king is in check, and this does not parry it"
    return "a pawn drop must not give checkmate"


def _no_move(position: Position, source: int, target: int, promotes: bool) -> str:
    board, variant, side = position.tables.board, position.tables.variant, position.seat + BLACK
    code = position.codes[source]
    origin, destination = square_name(variant, source), square_name(variant, target)
    if side_of(code) != side:
        return f"no man of the side to move stands on {origin}"
    piece = board.piece(code)
    rays = [board.rays[source][direction][nearest - 1 : last] for direction, nearest, last in board.moves(code)]
    ways = [ray for ray in rays if target in ray]
    if not ways:
        return f"the {piece.called(bool(code & PROMOTED))} on {origin} does not move so"
    if side_of(position.codes[target]) == side:
        return f"{destination} holds a man of one's own"
    between = ways[0][: ways[0].index(target)]
    if any(position.codes[square] != EMPTY for square in between):
        return f"something stands between {origin} and {destination}"
    if variant.turns_over:
        turns = piece.promotes and (variant.promotion == "each move" or position.codes[target] != EMPTY)
        if turns != promotes:
            move = f"{origin}{destination}"
            return f"it turns over with this move: {move}+" if turns else f"it does not turn over there: {move}"
        return "the king would be in check"
    if promotes and (not piece.promotes or code & PROMOTED):
        return f"the {piece.name} on {origin} cannot promote"
    if promotes and not board.may_promote(code, source, target):
        return "it promotes only when it moves into, within or out of the promotion zone"
    if not promotes and board.must_promote(code, source, target):
        if board.can_move_from(code, target):
            return "a piece that can promote must do so here"
        return f"it must promote, since it could never move again from {destination}"
    return "the king would be in check"
