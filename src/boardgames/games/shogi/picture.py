"""The board in text, with the hands beside it, as shogi books draw it."""

from __future__ import annotations

from typing import Final, Literal

from boardgames.games.shogi import kanji
from boardgames.games.shogi.records.diagram import Diagram
from boardgames.games.shogi.rules import State

SEATS: Final = ("Black", "White")
SIDES: Final = ("先手", "後手")


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
    style = Kanji(position) if letters == "kanji" else Western(position)
    variant = position.game.variant
    last = position.last
    target = last.destination if last is not None else ""
    drawing = Diagram.of(position)
    edge = "  +" + "-" * (style.width * variant.files + 1) + "+"
    lines = [style.hand(1), style.ruler(), edge]
    for rank in range(variant.ranks):
        text = " "
        for square in drawing.row(rank):
            man = style.man(drawing.men.get(square, ""))
            text = text[:-1] + f"[{man}]" if square == target else text + man + " "
        lines.append(f"  |{text}| {style.rank(rank)}")
    return "\n".join([*lines, edge, style.hand(0), style.turn()])


class Kanji:
    """A man is ``v`` or a blank and a kanji: three columns, and one between."""

    width = 4

    def __init__(self, position: State) -> None:
        self.position = position

    def side(self, seat: int) -> str:
        return f"{SIDES[seat]} {SEATS[seat]}"

    def ruler(self) -> str:
        files = self.position.game.variant.files
        return "     " + "  ".join(kanji.FILES[file] for file in range(files - 1, -1, -1))

    def rank(self, rank: int) -> str:
        return f"{kanji.DIGITS[rank]} {chr(ord('a') + rank)}"

    def man(self, letters: str) -> str:
        return ("v" if letters.islower() else " ") + (
            kanji.signs(self.position.game.variant)[letters.upper()] if letters else "・"
        )

    def in_hand(self, letter: str, count: int) -> str:
        return kanji.signs(self.position.game.variant)[letter] + (kanji.number(count) if count > 1 else "")

    def hand(self, seat: int) -> str:
        pieces = [self.in_hand(letter, count) for letter, count in self.position.hand(seat).items()]
        return f"  {self.side(seat)}: {' '.join(pieces) or '-'}"

    def turn(self) -> str:
        """Whose turn it is or how the game ended, and after which move."""
        outcome, last = self.position.outcome, self.position.last
        if outcome is None:
            text = f"{self.side(self.position.seat)} to move"
        elif outcome.winner is None:
            text = f"a draw: {outcome.reason}"
        else:
            text = f"{self.side(outcome.winner)} has won: {outcome.reason}"
        return f"  {text}" + (f", after {last}" if last is not None else "")


class Western(Kanji):
    """A man is one letter, with a plus sign if it is promoted: two columns, and one between."""

    width = 3

    def side(self, seat: int) -> str:
        return SEATS[seat]

    def ruler(self) -> str:
        return "     " + "  ".join(str(file) for file in range(self.position.game.variant.files, 0, -1))

    def rank(self, rank: int) -> str:
        return chr(ord("a") + rank)

    def man(self, letters: str) -> str:
        return f"{letters or '.':>2}"

    def in_hand(self, letter: str, count: int) -> str:
        return letter + (str(count) if count > 1 else "")
