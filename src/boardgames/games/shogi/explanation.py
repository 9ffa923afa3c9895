"""Why an action is not legal, in words for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boardgames.core.text.said import Reason, Said, sentence_of
from boardgames.games.shogi.moves.board import BLACK, EMPTY, PAWN, PROMOTED, man_of, side_of, square_name, square_number
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.words import square as square_in_words

if TYPE_CHECKING:
    from boardgames.games.shogi.moves.actions import Action

RULES_BEHIND: Final = {
    "man-between": ("shogi", 1),
    "own-man": ("shogi", 1),
    "cannot-promote": ("shogi", 2),
    "outside-zone": ("shogi", 2),
    "must-promote": ("shogi", 2),
    "not-in-hand": ("shogi", 4),
    "dropped-promoted": ("shogi", 4),
    "occupied": ("shogi", 4),
    "no-moves-left": ("shogi", 4),
    "two-pawns": ("shogi", 4),
    "pawn-drop-mate": ("shogi", 4),
    "in-check": ("shogi", 5),
    "into-check": ("shogi", 5),
}
"""The rule behind each code of a reason."""
SHAPES: Final = Reason("form", "expected a move as 7g7f or 8h2b+, or a drop as P*5e")
TURNS_OVER: Final = "turns-over"
INTO_CHECK: Final = Reason("into-check", "the king would be in check")


def possible_then(code: str, state: Any, action: Action) -> str:
    """The reason why an action is legal in a changed ``state``: there its king is safe, or a pawn gives no mate."""
    if code in ("in-check", "into-check"):
        return Said("nothing would attack the king")
    if code != "pawn-drop-mate":
        return ""
    after = state.apply(action)
    if not after.in_check():
        return Said("the pawn would give no check")
    king = after.own_king()
    for reply in sorted(after.actions(), key=lambda reply: reply.source != king):
        if reply.source == king:
            return Said("the king could go to {square}", square=square_in_words(reply.destination))
        piece = after.tables.board.piece(after.codes[reply.source])
        name = Said(piece.called(bool(after.codes[reply.source] & PROMOTED)))
        return Said("the {piece} on {square} could take the pawn", piece=name, square=square_in_words(reply.origin))
    return ""


def why_not(position: Position, text: str) -> Reason:
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
                letters = ", ".join(variant.letters[1:])
                return Reason(
                    "no-such-piece", "no piece is called {letter}: they are {name}", letter=origin[0], name=letters
                )
            return _no_drop(position, variant.letters.index(origin[0]), square, promotes)
        return _no_move(position, square_number(variant, origin), square_number(variant, target), promotes)
    except ValueError as error:
        return Reason("no-such-square", "{error}: {why}", error=sentence_of(error), why=SHAPES)


def _no_drop(position: Position, kind: int, square: int, promotes: bool) -> Reason:
    variant, side = position.tables.variant, position.seat + BLACK
    letter, name = variant.letters[kind], square_in_words(square_name(variant, square))
    if not position.hand(position.seat).get(letter):
        return Reason("not-in-hand", "there is no {letter} in hand", letter=letter)
    if promotes:
        return Reason("dropped-promoted", "a piece is dropped unpromoted")
    if position.codes[square] != EMPTY:
        return Reason("occupied", "{square} is not empty", square=name)
    board = position.tables.board
    if not board.can_move_from(int(man_of(side, kind)), square):
        return Reason("no-moves-left", "on {square} it could never move", square=name)
    allowed = variant.pawns_on_file
    if kind == PAWN and allowed and board.pawns_on_file(position.codes, side, square) >= allowed:
        file = square % variant.files + 1
        if allowed == 1:
            return Reason("two-pawns", "there is an unpromoted pawn of that side on file {number}", number=file)
        return Reason(
            "two-pawns",
            "there are {number} unpromoted {piece}s of that side on file {number2}",
            number=allowed,
            piece=Said(variant.pieces[PAWN].name),
            number2=file,
        )
    if position.in_check():
        return Reason("in-check", "the king is in check, and this does not parry it")
    return Reason("pawn-drop-mate", "a pawn drop must not give checkmate")


def _no_move(position: Position, source: int, target: int, promotes: bool) -> Reason:
    board, variant, side = position.tables.board, position.tables.variant, position.seat + BLACK
    code = position.codes[source]
    origin = square_in_words(square_name(variant, source))
    destination = square_in_words(square_name(variant, target))
    if side_of(code) != side:
        return Reason("no-own-man", "no man of the side to move stands on {square}", square=origin)
    piece = board.piece(code)
    rays = [board.rays[source][direction][nearest - 1 : last] for direction, nearest, last in board.moves(code)]
    ways = [ray for ray in rays if target in ray]
    if not ways:
        name = Said(piece.called(bool(code & PROMOTED)))
        return Reason("no-such-move", "the {piece} on {square} does not move so", piece=name, square=origin)
    if side_of(position.codes[target]) == side:
        return Reason("own-man", "{square} holds a man of the same side", square=destination)
    between = ways[0][: ways[0].index(target)]
    if any(position.codes[square] != EMPTY for square in between):
        return Reason(
            "man-between", "something stands between {square} and {square2}", square=origin, square2=destination
        )
    if variant.turns_over:
        turns = piece.promotes and (variant.promotion == "each move" or position.codes[target] != EMPTY)
        if turns != promotes:
            move = f"{origin}{destination}"
            if turns:
                return Reason(TURNS_OVER, "it turns over with this move: {move}+", move=move)
            return Reason(TURNS_OVER, "it does not turn over there: {move}", move=move)
        return INTO_CHECK
    if promotes and (not piece.promotes or code & PROMOTED):
        name = Said(piece.name)
        return Reason("cannot-promote", "the {piece} on {square} cannot promote", piece=name, square=origin)
    if promotes and not board.may_promote(code, source, target):
        return Reason("outside-zone", "it promotes only when it moves into, within or out of the promotion zone")
    if not promotes and board.must_promote(code, source, target):
        if board.can_move_from(code, target):
            return Reason("must-promote", "a piece that can promote must do so here")
        return Reason(
            "must-promote", "it must promote, since it could never move again from {square}", square=destination
        )
    return INTO_CHECK
