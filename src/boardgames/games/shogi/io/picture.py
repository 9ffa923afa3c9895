"""The board in text, with the hands beside it, as shogi books draw it."""

from __future__ import annotations

from typing import Final, Literal

from boardgames.core.picture.view_options import PLAIN, ViewOptions
from boardgames.core.text.said import Said
from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.io.diagram import Diagram
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import PAWN, rank_letter
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.variant import Variant
from boardgames.games.shogi.words import SEATS, dropped, moved
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases

SIDES: Final = ("先手", "後手")
BESIDE: Final = 10  # columns that a line has besides its squares


def draw(position: State, letters: Literal["kanji", "western"] = "kanji") -> str:
    """The position: White's hand above, Black's below, White's men marked ``v``, the last move in brackets.

    Kanji are two columns wide, here as in a terminal, so the files stand straight.

    >>> import boardgames as bg
    >>> state = bg.load("minishogi").start().play("5d5c").play("5a5c")
    >>> print(draw(state))
      後手 White: 歩
         ５  ４  ３  ２  １
      +---------------------+
      |  ・ v角 v銀 v金 v玉 | 一 a
      |  ・  ・  ・  ・ v歩 | 二 b
      |[v飛] ・  ・  ・  ・ | 三 c
      |  ・  ・  ・  ・  ・ | 四 d
      |  玉  金  銀  角  飛 | 五 e
      +---------------------+
      先手 Black: -
      先手 Black to move, after 5a5c

    ``western`` draws the letters of SFEN, White's small:

    >>> print(draw(state, "western"))
      White: P
         5  4  3  2  1
      +----------------+
      |  .  b  s  g  k | a
      |  .  .  .  .  p | b
      |[ r] .  .  .  . | c
      |  .  .  .  .  . | d
      |  K  G  S  B  R | e
      +----------------+
      Black: -
      Black to move, after 5a5c
    """
    return _drawn(Kanji(position, PLAIN) if letters == "kanji" else Western(position, PLAIN))


def table(position: State, view: ViewOptions) -> str:
    """The position with the side of ``view.seat`` at the bottom and upright.

    The letters are Latin where they are wanted, or where the paper is too narrow for kanji.
    """
    roomy = Kanji.width * position.game.variant.files + BESIDE <= view.width
    return _drawn((Kanji if roomy and not view.western else Western)(position, view))


def _drawn(style: Kanji) -> str:
    position, view = style.position, style.view
    variant = position.game.variant
    last = position.last
    target = last.destination if last is not None else ""
    drawing = Diagram.of(position)
    edge = "  +" + "-" * (style.width * variant.files + 1) + "+"
    lines = [style.hand(1 - view.seat), style.ruler(), edge]
    for rank in range(variant.ranks)[:: -1 if view.seat else 1]:
        text = " "
        for square in drawing.row(rank)[:: -1 if view.seat else 1]:
            letters = drawing.men.get(square, "")
            man = style.man(letters)
            if letters:
                man = view.man(man, int(letters.islower()))
            brackets = view.paint("[", "mark"), view.paint("]", "mark")
            text = text[:-1] + man.join(brackets) if square == target else text + man + " "
        lines.append(f"  |{text}| {style.rank(rank)}")
    return "\n".join([*lines, edge, style.hand(view.seat), style.turn()])


class Kanji:
    """A man is ``v`` or a blank and a kanji: three columns, and one between."""

    width = 4

    def __init__(self, position: State, view: ViewOptions) -> None:
        self.position = position
        self.view = view

    def files(self) -> list[int]:
        """The files from left to right."""
        files = list(range(1, self.position.game.variant.files + 1))
        return files if self.view.seat else files[::-1]

    def side(self, seat: int) -> str:
        """The name of a side, with its sign."""
        return f"{SIDES[seat]} {SEATS[seat]}"

    def ruler(self) -> str:
        """The line of file numbers above the board."""
        return "     " + "  ".join(kanji.FILES[file - 1] for file in self.files())

    def rank(self, rank: int) -> str:
        """The name of a rank, beside the board."""
        return f"{kanji.DIGITS[rank]} {rank_letter(rank + 1)}"

    def man(self, letters: str) -> str:
        """A square as two signs: the man and which way it looks, or an empty square."""
        away = letters and letters.islower() != bool(self.view.seat)
        return ("v" if away else " ") + (kanji.signs(self.position.game.variant)[letters.upper()] if letters else "・")

    def in_hand(self, letter: str, count: int) -> str:
        """Pieces of a kind in a hand, with their number if there are more than one."""
        return kanji.signs(self.position.game.variant)[letter] + (kanji.number(count) if count > 1 else "")

    def hand(self, seat: int) -> str:
        """The line that tells what a side has in hand."""
        pieces = [self.in_hand(letter, count) for letter, count in self.position.hand(seat).items()]
        return f"  {self.side(seat)}: {self.view.man(' '.join(pieces), seat) if pieces else '-'}"

    def turn(self) -> str:
        """Whose turn it is or how the game ended, and after which move."""
        outcome, last = self.position.outcome, self.position.last
        if outcome is None:
            text = f"{self.side(self.position.seat)} to move"
        elif outcome.winner is None:
            text = f"a draw: {outcome.reason}"
        else:
            reason = phrases(ENGLISH, self.position.game.name).text(outcome.reason)
            text = f"{self.side(outcome.winner)} has won: {reason}"
        return f"  {text}" + (f", after {last}" if last is not None else "")


class Western(Kanji):
    """A man is one letter, with a plus sign if it is promoted: two columns, and one between."""

    width = 3

    def side(self, seat: int) -> str:
        """The name of a side."""
        return SEATS[seat]

    def ruler(self) -> str:
        """The line of file numbers above the board."""
        return "     " + "  ".join(map(str, self.files()))

    def rank(self, rank: int) -> str:
        """The letter of a rank, beside the board."""
        return rank_letter(rank + 1)

    def man(self, letters: str) -> str:
        """A square as letters: lower case is White's, a point is an empty square."""
        return f"{letters or '.':>2}"

    def in_hand(self, letter: str, count: int) -> str:
        """Pieces of a kind in a hand, with their number if there are more than one."""
        return letter + (str(count) if count > 1 else "")


def legend(variant: Variant) -> str:
    """The meaning of a variant's signs and letters, and what to type."""
    signs = kanji.signs(variant)
    rows = []
    for piece in variant.pieces:
        promoted = f"; promoted `{signs['+' + piece.letter]}` `+{piece.letter}`" if piece.promotes else ""
        promoted += f" {piece.promoted_name}" if piece.promoted_name else ""
        rows.append(f"- `{signs[piece.letter]}` `{piece.letter}` {piece.name}{promoted}")
    lines, pawn = "\n".join(rows), variant.pieces[PAWN]
    turn = "turn over" if variant.turns_over else "promote there"
    return f"""\
{lines}

Men marked `v` belong to the far side of the table; in Latin letters Black's are large and White's small.
`[ ]` is the last move. Pieces in hand stand above and below the board.

Type `2d2c` for a move from 2d to 2c, `2d2c+` to {turn}, `{pawn.letter}*3c` to drop a {pawn.name}. A square is
its file, then its rank. `boardgames play --western` or `BOARDGAMES_WESTERN=1` draws Latin letters.
"""


def describe(before: State, action: Action, after: State) -> str:
    """The event, with the names of the men.

    >>> import boardgames as bg
    >>> state = bg.load("shogi").start()
    >>> describe(state, state.read("7g7f"), state.play("7g7f"))
    'plays 7g7f (pawn)'
    """
    if not action.destination:
        return Said("declares an entered king")
    piece = Said(_name(before, action.piece or before.piece_at(action.origin)))
    taken = before.piece_at(action.destination)
    words = Said("{piece}", piece=piece)
    if action.piece:
        move = dropped(action.piece, action.destination, piece)
        words = Said("{piece} dropped", piece=piece)
    else:
        move = moved(action.origin, action.destination, piece, action.promotes)
    if taken:
        words = Said("{piece} takes {taken}", piece=piece, taken=Said(_name(before, taken)))
    if action.promotes:
        words = Said("{words}, promotes", words=words)
    if after.in_check():
        words = Said("{words}, check", words=words)
    return Said("plays {move} ({words})", move=move, words=words)


def group(state: State, action: Action) -> str:
    """The moves of each kind of man stand together, and so do its drops."""
    if not action.destination:
        return Said("declare")
    if action.piece:
        return Said("drop {piece}", piece=Said(_name(state, action.piece)))
    return _name(state, state.piece_at(action.origin))


def _name(state: State, letters: str) -> str:
    return kanji.english(state.game.variant)[letters.upper()]
