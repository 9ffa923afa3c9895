"""The legal moves and drops of a position.

Only legal ones are generated.  A look from the king along all directions finds the
men that give check and those that are pinned; after that every move that is
generated is legal.

:class:`.board.Board` says where a piece may promote, must promote and could never
move again; the tables have those moves and no others.  The two rules of
pawn drops are here: :func:`without_second_pawn` and :func:`mates_with_pawn`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from boardgames.core.vectors import append, vec
from boardgames.games.shogi.moves.board import KINDS, PAWN, side_of
from boardgames.games.shogi.moves.move_lists import (
    end_of_steps,
    entry_after,
    first_slide,
    first_step,
    pawn_files,
    target_of,
)
from boardgames.games.shogi.moves.position import WORDS, Position
from boardgames.games.shogi.moves.tables import BIT_FACTOR

ROOM: Final[i64] = 60  # moves found before more room is made; these fit a small block of memory


def legal_moves(position: Position) -> vec[i64]:
    """The legal moves and drops, as entries of the tables' ``entry_actions``."""
    return ordinary_moves(position) if position.tables.ordinary else other_moves(position)


def ordinary_moves(position: Position) -> vec[i64]:
    """The legal moves and drops, as entries of the tables' ``entry_actions``."""
    tables, codes, king = position.tables, position.codes, position.own_king()
    checks, allowed_low, allowed_high, pinned_low, pinned_high = look_from_king(position)
    position.known_checks = u8(checks)
    legal = king_moves(position, vec[i64](capacity=ROOM))
    if checks > 1:
        return legal  # two checks at once are parried only by the king

    # The others have their move lists; in check they must parry it, and if pinned stay on the line of the pin.
    move_lists, stride = tables.move_lists, tables.stride
    files_with_pawn: i64 = 0
    for word in range(WORDS):
        square_of = tables.high_square if word else tables.low_square
        men = position.own_high & ~tables.high[king] if word else position.own_low & ~tables.low[king]
        pinned = pinned_high if word else pinned_low
        while men:
            man = men & -men
            men ^= man
            square = square_of[man * BIT_FACTOR >> 58 & 63]
            move_list = move_lists[codes[square] * stride + square]
            files_with_pawn |= pawn_files(move_list)
            if man & pinned:
                if not checks:
                    pair = king * tables.squares + square
                    if tables.threat[codes[square]] < 0:
                        legal = pinned_jumps(position, legal, move_list, square)
                    else:
                        legal = moves_within(position, legal, move_list, tables.line_low[pair], tables.line_high[pair])
            elif checks:
                legal = moves_within(position, legal, move_list, allowed_low, allowed_high)
            else:
                legal = moves(position, legal, move_list)
    free_low = allowed_low & ~(position.own_low | position.other_low)
    free_high = allowed_high & ~(position.own_high | position.other_high)
    return drops(position, legal, free_low, free_high, files_with_pawn)


def other_moves(position: Position) -> vec[i64]:
    """The legal moves and drops of variants in which pieces turn over or the king may be taken."""
    tables = position.tables
    if tables.captures_king:
        return all_moves(position)
    legal = turned(position, ordinary_moves(position))
    checks, free_low, free_high, _, _ = look_from_king(position)
    if checks > 1:
        return legal
    free_low &= ~(position.own_low | position.other_low)
    free_high &= ~(position.own_high | position.other_high)
    return turned_drops(position, legal, free_low, free_high)


def all_moves(position: Position) -> vec[i64]:
    """All moves and drops where the king may be taken: it may be left attacked."""
    tables, codes = position.tables, position.codes
    legal = vec[i64](capacity=ROOM)
    files_with_pawn: i64 = 0
    for word in range(WORDS):
        square_of = tables.high_square if word else tables.low_square
        men = position.own_high if word else position.own_low
        while men:
            square = square_of[(men & -men) * BIT_FACTOR >> 58 & 63]
            men &= men - 1
            move_list = tables.move_lists[codes[square] * tables.stride + square]
            files_with_pawn |= pawn_files(move_list)
            legal = moves(position, legal, move_list)
    free_low = tables.all_low & ~(position.own_low | position.other_low)
    free_high = tables.all_high & ~(position.own_high | position.other_high)
    return drops(position, legal, free_low, free_high, files_with_pawn)


def turned(position: Position, legal: vec[i64]) -> vec[i64]:
    """These moves and drops, the moves that capture as the entries of that kind."""
    tables = position.tables
    for number in range(len(legal)):
        entry = legal[number]
        if entry < len(tables.capturing) and position.codes[target_of(tables.entries[entry])]:
            legal[number] = tables.capturing[entry]
    return legal


def turned_drops(position: Position, legal: vec[i64], free_low: i64, free_high: i64) -> vec[i64]:
    """Drops with the other side up, on a set of free squares."""
    tables = position.tables
    hand = tables.hand[i64(position.side)]
    for kind in range(i64(PAWN), tables.kinds):
        if position.codes[hand + kind]:
            first = tables.drop_entry + (tables.kinds - 1 + kind) * tables.squares
            for square in range(tables.squares):
                if free_low & tables.low[square] or free_high & tables.high[square]:
                    legal = append(legal, first + square)
    return legal


def look_from_king(position: Position) -> tuple[i64, i64, i64, i64, i64]:
    """The number of checks, the targets that parry a check, and the pinned men, each set as low and high.

    Without a check the targets are all squares.
    """
    tables, codes, king = position.tables, position.codes, position.own_king()
    low, high = position.own_low | position.other_low, position.own_high | position.other_high
    checks: i64 = 0
    allowed_low, allowed_high = tables.all_low, tables.all_high
    pinned_low: i64 = 0
    pinned_high: i64 = 0
    for word in range(WORDS):
        square_of = tables.high_square if word else tables.low_square
        attackers = position.might_attack(king, word)
        while attackers:
            attacker = square_of[(attackers & -attackers) * BIT_FACTOR >> 58 & 63]
            attackers &= attackers - 1
            pair = king * tables.squares + attacker
            threat = tables.threat[codes[attacker]]
            if threat >> tables.facing[pair] & 1:
                if threat < 0:
                    pair = king * tables.squares + king  # it jumps: nothing is between
                shield_low, shield_high = low & tables.between_low[pair], high & tables.between_high[pair]
                if not shield_low | shield_high:
                    checks += 1
                    allowed_low = tables.between_low[pair] | tables.low[attacker]
                    allowed_high = tables.between_high[pair] | tables.high[attacker]
                elif not (
                    shield_low & (shield_low - 1) or shield_high & (shield_high - 1) or (shield_low and shield_high)
                ):
                    pinned_low |= shield_low & position.own_low
                    pinned_high |= shield_high & position.own_high
    return checks, allowed_low, allowed_high, pinned_low, pinned_high


def king_moves(position: Position, legal: vec[i64]) -> vec[i64]:
    """The king's moves: to squares that would not be attacked if its own square were empty."""
    tables, side, king = position.tables, i64(position.side), position.own_king()
    low = (position.own_low | position.other_low) ^ tables.low[king]
    high = (position.own_high | position.other_high) ^ tables.high[king]
    move_list = tables.move_lists[side * 16 * tables.stride + king]
    for entry in range(first_step(move_list), end_of_steps(move_list)):
        target = target_of(tables.entries[entry])
        if side_of(position.codes[target]) != side and not position.attacked(target, low, high):
            legal = append(legal, entry)
    return legal


def moves(position: Position, legal: vec[i64], move_list: i64) -> vec[i64]:
    """All of a move list: steps, then slides, each until a man stands in the way."""
    codes, entries, side = position.codes, position.tables.entries, i64(position.side)
    for entry in range(first_step(move_list), end_of_steps(move_list)):
        if side_of(codes[target_of(entries[entry])]) != side:
            legal = append(legal, entry)
    entry = first_slide(move_list)
    while entry:
        packed = entries[entry]
        occupant = side_of(codes[target_of(packed)])
        if occupant != side:
            legal = append(legal, entry)
        entry = entry_after(packed, occupant)
    return legal


def moves_within(position: Position, legal: vec[i64], move_list: i64, low: i64, high: i64) -> vec[i64]:
    """The part of a move list that ends on the given set of squares."""
    tables, codes, side = position.tables, position.codes, i64(position.side)
    for entry in range(first_step(move_list), end_of_steps(move_list)):
        target = target_of(tables.entries[entry])
        if side_of(codes[target]) != side and (tables.low[target] & low or tables.high[target] & high):
            legal = append(legal, entry)
    entry = first_slide(move_list)
    while entry:
        packed = tables.entries[entry]
        target = target_of(packed)
        occupant = side_of(codes[target])
        if occupant != side and (tables.low[target] & low or tables.high[target] & high):
            legal = append(legal, entry)
        entry = entry_after(packed, occupant)
    return legal


def pinned_jumps(position: Position, legal: vec[i64], move_list: i64, square: i64) -> vec[i64]:
    """The moves of a pinned man that jumps: as far as the man that pins it, and over neither that man nor the king."""
    tables, king = position.tables, position.own_king()
    for entry in range(first_step(move_list), end_of_steps(move_list)):
        target = target_of(tables.entries[entry])
        pair = king * tables.squares + target
        low, high = tables.between_low[pair], tables.between_high[pair]
        source = king * tables.squares + square
        nearer = tables.between_low[source] & tables.low[target] or tables.between_high[source] & tables.high[target]
        further = low & tables.low[square] or high & tables.high[square]
        if side_of(position.codes[target]) != i64(position.side) and (
            nearer or (further and not (low & position.other_low or high & position.other_high))
        ):
            legal = append(legal, entry)
    return legal


def drops(position: Position, legal: vec[i64], free_low: i64, free_high: i64, files_with_pawn: i64) -> vec[i64]:
    """Drops on a set of free squares from which the piece could move again."""
    tables, side = position.tables, i64(position.side)
    hand = tables.hand[side]
    for kind in range(i64(PAWN), tables.kinds):
        if not position.codes[hand + kind]:
            continue
        low = free_low & tables.alive_low[side * KINDS + kind]
        high = free_high & tables.alive_high[side * KINDS + kind]
        if kind == PAWN:
            low, high = without_second_pawn(position, low, high, files_with_pawn)
            low, high = without_mate_by_pawn(position, low, high)
        first = tables.drop_entry + kind * tables.squares
        while low:
            legal = append(legal, first + tables.low_square[(low & -low) * BIT_FACTOR >> 58 & 63])
            low &= low - 1
        while high:
            legal = append(legal, first + tables.high_square[(high & -high) * BIT_FACTOR >> 58 & 63])
            high &= high - 1
    return legal


def without_second_pawn(position: Position, low: i64, high: i64, files_with_pawn: i64) -> tuple[i64, i64]:
    """Nifu: no pawn is dropped on a file with an unpromoted pawn of the same side, or as many as are allowed there."""
    tables = position.tables
    if tables.counts_pawns:
        files_with_pawn = full_files(position)
    return low & tables.off_low[files_with_pawn], high & tables.off_high[files_with_pawn]


def full_files(position: Position) -> i64:
    """The set of files on which the side to move has as many unpromoted pawns as are allowed."""
    board, side = position.tables.board, int(position.side)
    full: i64 = 0
    for file in range(int(board.files)):
        if board.pawns_on_file(position.codes, side, file) >= board.most_pawns_on_file:
            full |= i64(2**file)
    return full


def without_mate_by_pawn(position: Position, low: i64, high: i64) -> tuple[i64, i64]:
    """Uchifuzume: no pawn is dropped before the other king if that is checkmate."""
    tables = position.tables
    square = tables.front[i64(position.side) * tables.stride + position.other_king()]
    if (low & tables.low[square] or high & tables.high[square]) and mates_with_pawn(position, square):
        return low & ~tables.low[square], high & ~tables.high[square]
    return low, high


def mates_with_pawn(position: Position, square: i64) -> bool:
    """True if a pawn dropped on ``square``, where it gives check, leaves the other side without a legal move."""
    after = position.dropped(PAWN, square)
    # Mostly the king can go somewhere, which is found sooner than all its side's moves.
    return not len(king_moves(after, vec[i64]([]))) and not len(legal_moves(after))
