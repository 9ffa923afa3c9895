"""The boards of the shogi family as scenes to draw and to click on.

Spots are the squares, by their names, and the pieces in hand as drops write them:
``P*`` Black's pawns, ``p*`` White's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

import attrs

from boardgames.core.picture.scene import Area, Man, Scene, Spot, Text, turn_in_words
from boardgames.core.text.said import Said
from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.io.strokes import STROKES
from boardgames.games.shogi.moves.actions import Action, catalogue
from boardgames.games.shogi.moves.board import EMPTY, PROMOTED, file_and_rank, square_name
from boardgames.games.shogi.pieces import COMPASS, Piece
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.variant import Variant
from boardgames.games.shogi.words import SEATS, rank_in_words, square as square_in_words

TOP: Final = 0.6  # above the board stand the files' numbers
ASIDE: Final = 1.6  # left and right of it lie the hands
CHOICES: Final = {
    "promote": Said("promote"),
    "decline": Said("do not promote"),
    "win": Said("declare an entered king"),
}

NO_FIGURES: Final[Mapping[str, str]] = MappingProxyType({})

TURNED: Final = {"promote": Said("other side up"), "decline": Said("this side up")}
"""The meaning of the choices where pieces are dropped with either side up."""


def scene(position: State, seat: int, figures: Mapping[str, str] = NO_FIGURES) -> Scene:
    """The position with the pieces in hand.

    ``figures`` are drawings for :attr:`~boardgames.core.picture.Man.figure`, by the letters of pieces; a piece with a
    figure shows its steps too.
    """
    variant = position.game.variant
    names, signs, steps = kanji.english(variant), kanji.signs(variant), ways(variant)

    def man(spot: str, side: int, letters: str, count: int, label: str) -> Man:
        figure, sign = figures.get(letters, ""), signs[letters]
        return Man(
            spot=spot,
            seat=side,
            shape="wedge",
            sign=sign,
            letters=letters,
            promoted=letters[0] == "+",
            count=count,
            label=label,
            figure=figure,
            ways=steps[letters] if figure else (),
            strokes=STROKES.get(sign, ""),
        )

    men, check = [], []
    in_check = position.in_check()
    for square, letters in placed(position):
        side, piece = int(letters.islower()), letters.upper()
        label = Said("{side} {piece}", side=SEATS[side], piece=Said(names[piece]))
        men.append(man(square, side, piece, 1, label))
        if in_check and side == position.seat and piece == variant.pieces[0].letter:
            check.append(square)
    for side in range(2):
        for letter, count in position.hand(side).items():
            label = Said("{side} {piece} in hand", side=SEATS[side], piece=Said(names[letter]))
            men.append(man(in_hand(side, letter), side, letter, count, label))
    caption = turn_in_words(position, SEATS)
    if in_check and position.outcome is None:
        caption = Said("{words}, in check", words=caption)
    rendered = attrs.evolve(board(variant), men=tuple(men), check=tuple(check), caption=caption)
    return rendered.after(path(position.last, 1 - position.seat)).seen_from(seat)


@cache
def ways(variant: Variant) -> dict[str, tuple[tuple[int, int], ...]]:
    """The steps of each piece to the right and down, by its letters."""

    def steps(piece: Piece, promoted: bool) -> tuple[tuple[int, int], ...]:
        return tuple((-file, rank) for file, rank in (COMPASS[move.direction] for move in piece.moves(promoted)))

    return variant.by_letters(lambda piece: (steps(piece, False), steps(piece, True)))


def placed(position: State) -> list[tuple[str, str]]:
    """The men on the board: the square's name and the letters of SFEN."""
    names = square_names(position.game.variant)
    return [
        (names[square], position.letters_of(code)) for square, code in enumerate(position.codes[: len(names)]) if code
    ]


@cache
def square_names(variant: Variant) -> list[str]:
    """The names of all squares, by their number."""
    return [square_name(variant, square) for square in range(variant.squares)]


@cache
def board(variant: Variant) -> Scene:
    """The empty board as Black sees it: White's hand at the upper left, Black's at the lower right."""
    files, ranks, width = variant.files, variant.ranks, variant.files + 2 * ASIDE
    spots = []
    for name in square_names(variant):
        file, rank = file_and_rank(name)
        spots.append(Spot(name, ASIDE + files - file + 0.5, TOP + rank - 0.5, label=square_in_words(name)))
    kinds = variant.pieces[:0:-1]
    pitch = min(1.0, (ranks - 1.2) / len(kinds))  # the rest is for a die
    for place, piece in enumerate(kinds):
        down = pitch * (place + 0.5)
        for side, x, y in ((0, width - 0.6, TOP + ranks - down), (1, 0.6, TOP + down)):
            label = Said("{piece} in {side}'s hand", piece=Said(piece.name), side=SEATS[side])
            spots.append(Spot(in_hand(side, piece.letter), x, y, "tray", 1.0, pitch, label=label))
    middle = TOP + ranks / 2
    for name, y, height in (("promote", middle - 0.6, 1.0), ("decline", middle + 0.6, 1.0), ("win", TOP / 2, TOP)):
        label = TURNED.get(name, CHOICES[name]) if variant.turns_over else CHOICES[name]
        spots.append(Spot(name, width / 2, y, "choice", 4.4, height, label=label))  # "win" hides no square
    tray = pitch * len(kinds)
    thirds = [files // 3, files - files // 3] if files % 3 == 0 and ranks > 2 * variant.zone else []
    return Scene(
        title=variant.title,
        width=width,
        height=TOP + ranks + 0.2,
        spots=tuple(spots),
        areas=(
            Area(ASIDE, TOP, files, ranks),
            Area(width - 1.1, TOP + ranks - tray, 1.0, tray, "tray"),
            Area(0.1, TOP, 1.0, tray, "tray"),
        ),
        dots=tuple((ASIDE + x, TOP + y) for x in thirds for y in (variant.zone, ranks - variant.zone)),
        texts=tuple(Text(ASIDE + files - file + 0.5, TOP - 0.3, str(file)) for file in range(1, files + 1))
        + tuple(Text(width - ASIDE + 0.3, TOP + rank + 0.5, rank_in_words(rank + 1)) for rank in range(ranks)),
    )


def in_hand(seat: int, letter: str) -> str:
    """The name of the place where a side's pieces of a kind in hand are clicked."""
    return f"{letter.lower() if seat else letter}*"


def path(action: Action | None, seat: int) -> tuple[str, ...]:
    """The squares of a move, or the hand and the square of a drop."""
    if action is None or not action.destination:
        return ()
    return (in_hand(seat, action.piece[-1]) if action.piece else action.origin, action.destination)


def clicks(position: State, move: Action) -> tuple[str, ...]:
    """The spots of a move: source, target, and a choice where promotion is free; a declaration is a choice."""
    steps = path(move, position.seat)
    if not steps:
        return ("win",)
    variant = position.game.variant
    if move.piece:
        return (*steps, "promote" if move.drop & PROMOTED else "decline") if variant.turns_over else steps
    if variant.turns_over:
        return steps  # whether a man turns over is no choice
    twin = catalogue(variant).move(move.source, move.target, not move.promotes)
    if twin is None or not any(legal is twin for legal in position.actions()):
        return steps
    return *steps, "promote" if move.promotes else "decline"


def candidates(position: State, path: Sequence[str]) -> Iterator[Action]:
    """Each man to each square on the lines on which it moves, past other men too; each piece in hand to each square.

    After a source and a target also a move that no such man makes.
    """
    variant, tables = position.game.variant, position.tables
    actions, board = catalogue(variant), tables.board
    squares = {name: square for square, name in enumerate(square_names(variant))}
    if position.game.declares and path in ((), ("win",)):
        yield tables.declaration
    for letter in position.hand(position.seat):
        if not path or path[0] == in_hand(position.seat, letter):
            kind = variant.letters.index(letter)
            for sides in (kind, kind + PROMOTED) if variant.turns_over else (kind,):
                yield from (actions.drop(sides, square) for square in squares.values())
    own = {name: squares[name] for name, letters in placed(position) if letters.islower() == bool(position.seat)}
    sources = own if not path else {name: squares[name] for name in path[:1] if name in squares}
    for name, source in sources.items():
        code = position.codes[source]
        lines = (
            board.moves(code) if name in own else [(direction, 1, 1) for direction in range(len(board.rays[source]))]
        )
        targets = {square for way, nearest, last in lines for square in board.rays[source][way][nearest - 1 : last]}
        targets |= {squares[target] for target in path[1:2] if target in squares}
        for target in sorted(targets):
            turns = bool(board.must_promote(code, source, target)) or (
                variant.promotion == "each capture"
                and position.codes[target] != EMPTY
                and bool(board.can_promote(code))
            )
            move = actions.move(source, target, name in own and turns)
            if move is not None:
                yield move
