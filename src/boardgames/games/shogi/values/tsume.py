"""The conventions of tsume, shogi's mate problems: the pieces that are left, and interpositions that only delay."""

from __future__ import annotations

from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import BLACK, WHITE
from boardgames.games.shogi.rules import Shogi, State


def problem(state: State, rest: bool) -> State:
    """The position without a past, in a game that only mate ends.

    With ``rest`` the side that is not to move has all pieces in hand that are not in the position.
    """
    game = state.game
    codes = bytearray(state.codes)
    if rest:
        from boardgames.games.shogi.io.diagram import Diagram

        hand = int(game.tables.hand[BLACK + WHITE - int(state.side)])
        for letter, count in Diagram.of(state).left_over().items():
            codes[hand + game.variant.letters.index(letter)] += count
    bare = Shogi(game.variant, game.options, game.notation, None)
    return bare.place(bytes(codes), int(state.side), int(state.ply))


def delays(state: State) -> list[Action]:
    """The drops of the side in check: all of them are interpositions."""
    return [action for action in state.actions() if action.drop] if state.in_check() else []


def taken(state: State, drop: Action) -> list[State]:
    """The positions after a drop of the side in check when the checking man has taken the piece.

    The piece is given back, so the position is as if nothing had been interposed but for where the
    checking man stands.  There are two such positions where it may promote, and none where it may not
    take: it is pinned, or gives no check there.
    """
    tables, codes, king, target = state.tables, state.codes, state.own_king(), int(drop.target)
    after = state.apply(drop)
    positions = []
    for move in after.actions():
        if move.target != target or move.drop:
            continue
        pair = king * tables.squares + int(move.source)
        between = tables.between_low[pair] & tables.low[target] or tables.between_high[pair] & tables.high[target]
        if (
            between
            and tables.threat[codes[move.source]] >= 0
            and tables.threat[codes[move.source]] >> tables.facing[pair] & 1
        ):
            took = after.apply(move)
            if took.in_check():
                positions.append(given_back(took, int(drop.drop)))
    return positions


def given_back(state: State, kind: int) -> State:
    """The position with a piece from the hand of the side that has just moved in the hand of the other."""
    codes, hand = bytearray(state.codes), state.tables.hand
    codes[int(hand[BLACK + WHITE - int(state.side)]) + kind] -= 1
    codes[int(hand[int(state.side)]) + kind] += 1
    return state.game.place(bytes(codes), int(state.side), int(state.ply))


def left_over(state: State, seat: int) -> int:
    """The number of pieces that a seat has in hand."""
    return len(state.in_hand(seat))
