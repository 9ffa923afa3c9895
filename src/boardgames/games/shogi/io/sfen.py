"""Positions as SFEN, the notation of shogi programs.

Four fields: the ranks from the top, each from file 9 (or 5), with digits for
empty squares; the side to move, ``b`` or ``w``; the hands, ``-`` if empty; and
the number of the next ply.  Where declarations are made, a fifth field ``win``
says that the last action was one.  ``sfen`` may stand before them, and ``startpos`` in
their place, as in USI; moves may follow, after ``moves``.  Addresses of pages with a position in them are read too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from urllib.parse import unquote

from boardgames.core.model.game import IllegalAction, UnreadablePosition
from boardgames.core.text.printable import shown as _shown
from boardgames.core.text.said import Said
from boardgames.games.shogi.moves.board import (
    BLACK,
    EMPTY,
    KING,
    PAWN,
    PROMOTED,
    WHITE,
    kind_of,
    man_of,
    rank_letter,
    side_of,
    square_name,
)
from boardgames.games.shogi.rules import FIRST_PLY, UNMOVED, Shogi, State
from boardgames.games.shogi.variant import Variant

SIDES = {"b": BLACK, "w": WHITE}
NAMES = {BLACK: "Black", WHITE: "White"}
LAST_NUMBER = 10**6
DECLARED = "win"


def write(state: State) -> str:
    """A position as SFEN."""
    files = state.game.variant.files
    letters = [state.letters_of(code) or " " for code in state.codes[: state.game.variant.squares]]
    ranks = ["".join(letters[place : place + files][::-1]) for place in range(0, len(letters), files)]
    hands = [*state.hand(0).items(), *((letter.lower(), count) for letter, count in state.hand(1).items())]
    side = "bw"[state.seat]
    declared = f" {DECLARED}" if state.is_declared() else ""
    return f"{gaps_counted('/'.join(ranks))} {side} {hands_field(hands)} {state.ply}{declared}"


def gaps_counted(ranks: str, empty: str = " ") -> str:
    """Ranks with digits in place of their ``empty`` squares."""
    for gap in range(9, 0, -1):
        ranks = ranks.replace(empty * gap, str(gap))
    return ranks


def hands_field(pieces: Iterable[tuple[str, int]]) -> str:
    """The pieces in hand with their numbers."""
    return "".join(f"{count if count > 1 else ''}{letter}" for letter, count in pieces) or "-"


def parse(game: Shogi, text: str) -> State:
    """The position of an SFEN; the ply number may be left out and is then 1.

    Positions with one king are read too, as composed problems have them.
    """
    return _parse(game, text, composed=False)


def parse_composed(game: Shogi, text: str) -> State:
    """The position of an SFEN, also with men that can never move or pawns on a file, to which no game leads."""
    return _parse(game, text, composed=True)


def _parse(game: Shogi, text: str, composed: bool) -> State:
    fields, *moves = re.split(r"\s+moves\b", cleaned(game.variant, text), maxsplit=1)
    state = _position(game, fields.split(), composed)
    for number, move in enumerate(" ".join(moves).split(), 1):
        try:
            state = state.apply(state.read(move))
        except IllegalAction as error:
            raise UnreadablePosition(f"move {number}, {_shown(move)}: {error.why}") from None
    return state


def cleaned(variant: Variant, text: str) -> str:
    """A position as fields with blanks between them, from an address, a quotation or the FEN of Fairy-Stockfish."""
    text = (unquote(text) if "%" in text else text).strip("\"'`,;. \t\r\n")
    signs = "".join(variant.letters)
    ranks = "/".join([f"[{signs}{signs.lower()}0-9+]{{1,60}}"] * variant.ranks)
    parts = re.fullmatch(rf"(\S*[/=]|(?:position\s+)?sfen[\s:=]+)?({ranks})(\[[^][\s]*\])?((?:[\s_].*)?)", text)
    if parts is None:
        return re.sub(r"^position\s+", "", text)
    rest = re.sub("&moves=(.*)", lambda moves: f" moves {moves[1].replace('.', ' ')}", parts[4])
    fields = (re.split("[#&?]", rest)[0] if parts[1] else rest).replace("_", " ").split()
    if parts[3] and fields:  # White begins there, and every second ply has a number
        ply = 2 * int(fields[-1]) - (fields[0] == "w") if fields[-1].isdecimal() else FIRST_PLY
        fields = [{"w": "b", "b": "w"}.get(fields[0], fields[0]), parts[3][1:-1] or "-", str(ply)]
    return " ".join([parts[2], *fields])


def _position(game: Shogi, fields: list[str], composed: bool) -> State:
    if fields == ["startpos"]:
        return game.start()
    if fields[:1] == ["sfen"]:
        fields = fields[1:]
    most = 5 if game.declares else 4
    if not 3 <= len(fields) <= most:
        why = Said(
            "expected 4 fields (ranks, side to move, hands, ply) but {text} has {number}",
            text=_shown(" ".join(fields)),
            number=len(fields),
        )
        if len(fields) > most:
            extra = _shown(" ".join(fields[most:]))
            why = Said("{why}; {extra} stands behind them (moves follow the word 'moves')", why=why, extra=extra)
        raise UnreadablePosition(why)
    board = _board(game, fields[0])
    if fields[1].lower() not in SIDES:
        raise UnreadablePosition(Said("field 2, the side to move, must be b or w, not {text}", text=_shown(fields[1])))
    side = SIDES[fields[1].lower()]
    hands = _hands(game, fields[2])
    ply = _ply(fields[3]) if len(fields) > 3 else FIRST_PLY
    _check_numbers(game, board, hands)
    if not composed:
        _check_pawns(game, board)
        _check_dead_pieces(game, board)
    last = UNMOVED
    if len(fields) == 5:
        if fields[4] != DECLARED:
            raise UnreadablePosition(f"field 5 can only be {DECLARED}, after a declaration, not {_shown(fields[4])}")
        last = game.tables.declaration.index
    position = bytes(board) + bytes(hands)
    waiting = BLACK + WHITE - side
    if last == UNMOVED and not game.wins_by_capture and game.place(position, waiting).in_check():
        raise UnreadablePosition(f"{NAMES[side]} is to move and could take {NAMES[waiting]}'s king")
    return game.place(position, side, ply, last=last)


def _board(game: Shogi, field: str) -> bytearray:
    variant = game.variant
    ranks = field.split("/")
    if len(ranks) != variant.ranks:
        raise UnreadablePosition(
            Said(
                "field 1 must have {number} ranks joined by '/', not {number2}",
                number=variant.ranks,
                number2=len(ranks),
            )
        )
    board = bytearray(variant.squares)
    for row, rank in enumerate(ranks):
        for column, code in enumerate(_rank(game, row, rank)):
            board[row * variant.files + variant.files - 1 - column] = code
    return board


def _rank(game: Shogi, row: int, rank: str) -> list[int]:
    variant = game.variant
    where = f"rank {rank_letter(row + 1)}, {_shown(rank)},"
    codes: list[int] = []
    promoted = 0
    for character in rank:
        if promoted and (character == "+" or character in "0123456789"):
            raise UnreadablePosition(f"{where} has a '+' without a piece after it")
        if character == "+":
            promoted = PROMOTED
        elif character in "123456789":
            codes += [0] * int(character)
        else:
            kind = variant.letters.find(character.upper()) if character.isascii() else -1
            if kind < 0:
                raise UnreadablePosition(
                    f"{where} has {_shown(character)}: the pieces are {', '.join(variant.letters)}, White's small"
                )
            if promoted and not variant.pieces[kind].promotes:
                raise UnreadablePosition(f"{where} has a promoted {variant.pieces[kind].name}, which does not promote")
            codes.append(int(man_of(BLACK if character.isupper() else WHITE, kind)) + promoted)
            promoted = 0
    if promoted:
        raise UnreadablePosition(f"{where} has a '+' without a piece after it")
    if len(codes) != variant.files:
        raise UnreadablePosition(f"{where} has {len(codes)} squares, not {variant.files}")
    return codes


def _hands(game: Shogi, field: str) -> bytearray:
    """The numbers of each kind in hand, Black's then White's."""
    letters = game.variant.letters
    hands = bytearray(2 * (len(letters) - 1))
    if field == "-":
        return hands
    number = ""
    for character in field:
        if character in "0123456789":
            number += character
            continue
        kind = letters.find(character.upper()) if character.isascii() else -1
        if kind < 0:
            raise UnreadablePosition(f"field 3, the hands, has {_shown(character)}: expected {', '.join(letters[1:])}")
        if kind == KING:
            raise UnreadablePosition("field 3, the hands, has a king, which is never captured")
        slot = kind - 1 + (0 if character.isupper() else len(letters) - 1)
        if number.startswith("0") or len(number) > 2:
            raise UnreadablePosition(f"field 3, the hands, has {_shown(number)} of {character}: expected 1 to 99")
        hands[slot] = min(hands[slot] + int(number or "1"), 99)
        number = ""
    if number:
        raise UnreadablePosition(f"field 3, the hands, ends with {_shown(number)} and no piece after it")
    return hands


def _ply(field: str) -> int:
    if not (field.isascii() and field.isdecimal() and len(field) <= 7 and FIRST_PLY <= int(field) <= LAST_NUMBER):
        raise UnreadablePosition(
            f"field 4, the number of the next ply, must be from {FIRST_PLY} to {LAST_NUMBER}, not {_shown(field)}"
        )
    return int(field)


def _check_numbers(game: Shogi, board: bytearray, hands: bytearray) -> None:
    variant = game.variant
    kings = [board.count(int(man_of(side, KING))) for side in (BLACK, WHITE)]
    for side, count in zip(NAMES.values(), kings, strict=True):
        if count > 1:
            raise UnreadablePosition(f"{side} has {count} kings")
    if not any(kings):
        raise UnreadablePosition("there is no king on the board")
    exist = Counter(letter.upper() for letter in variant.start.split()[0] if letter.isalpha())
    for kind, piece in enumerate(variant.pieces[1:], 1):
        on_board = sum(code != EMPTY and kind_of(code) == kind for code in board)
        count = on_board + hands[kind - 1] + hands[kind - 1 + len(variant.pieces) - 1]
        if count > exist[piece.letter]:
            raise UnreadablePosition(f"there are {count} {piece.name}s, but only {exist[piece.letter]} exist")


def _check_pawns(game: Shogi, board: bytearray) -> None:
    variant = game.variant
    allowed = variant.pawns_on_file or variant.ranks
    for side, name in NAMES.items():
        for file in range(variant.files):
            count = game.tables.board.pawns_on_file(board, side, file)
            if count > allowed:
                few = "two" if count == 2 else str(count)
                raise UnreadablePosition(f"{name} has {few} unpromoted {variant.pieces[PAWN].name}s on file {file + 1}")


def _check_dead_pieces(game: Shogi, board: bytearray) -> None:
    for square, code in enumerate(board):
        if code and not game.tables.board.can_move_from(code, square):
            piece = game.tables.board.piece(code).name
            raise UnreadablePosition(
                f"{NAMES[int(side_of(code))]}'s {piece} on {square_name(game.variant, square)} could never move"
            )
