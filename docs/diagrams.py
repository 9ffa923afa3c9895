"""The diagrams of the course, as SVG for a light and a dark page.  ``python docs/pictures.py`` draws them."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

INK, PAPER, LINE = "#2b241b", "#fbf6ea", "#8a6a3a"
FILLS = {"plain": "#fffdf6", "chance": "#d7e5f2", "end": "#f3d9a4", "dark": "#2b2a2e", "light": "#fcf9f0"}


class Diagram:
    """Boxes, discs, arrows and words on a sheet of paper; lengths are in pixels."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.parts: list[str] = []

    def words(self, x: float, y: float, text: str, size: int = 15, colour: str = INK, anchor: str = "middle") -> None:
        """A line of text, by default centred on a point."""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" dy=".35em" font-size="{size}" fill="{colour}" text-anchor="{anchor}">'
            f"{escape(text)}</text>"
        )

    def box(self, x: float, y: float, width: float, height: float, *lines: str, kind: str = "plain") -> None:
        """A rectangle with lines of text, the first one bold, around its centre."""
        self.parts.append(
            f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}" rx="6" '
            f'fill="{FILLS[kind]}" stroke="{LINE}" stroke-width="1.5"/>'
        )
        for number, line in enumerate(lines):
            self.words(x, y + 20 * (number - (len(lines) - 1) / 2), line, 15 if number == 0 else 13)

    def disc(self, x: float, y: float, radius: float, text: str = "", kind: str = "plain") -> None:
        """A circle with a short text."""
        self.parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{FILLS[kind]}" stroke="{LINE}" stroke-width="1.5"/>'
        )
        if text:
            self.words(x, y, text, 14)

    def arrow(self, x: float, y: float, to_x: float, to_y: float, text: str = "", *, above: float = -10) -> None:
        """An arrow, with a text beside its middle."""
        self.parts.append(
            f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{LINE}" stroke-width="1.5" '
            'marker-end="url(#head)"/>'
        )
        if text:
            self.words((x + to_x) / 2, (y + to_y) / 2 + above, text, 13)

    def svg(self) -> str:
        """The whole picture."""
        head = (
            '<marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
            f'orient="auto-start-reverse"><path d="M0 0 10 5 0 10z" fill="{LINE}"/></marker>'
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(self.title)}" '
            f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}" '
            'font-family="system-ui, Segoe UI, Helvetica Neue, Arial, sans-serif">'
            f"<title>{escape(self.title)}</title><defs>{head}</defs>"
            f'<rect width="{self.width}" height="{self.height}" rx="8" fill="{PAPER}"/>{"".join(self.parts)}</svg>\n'
        )


def value() -> Diagram:
    """Two states and the action between them."""
    sheet = Diagram(620, 190, "apply makes a second state; the first stays as it was")
    sheet.box(130, 60, 200, 60, "before", "rbsgk/4p/5/P4/KGSBR b - 1")
    sheet.box(490, 60, 200, 60, "after", "rbsgk/4p/P4/5/KGSBR w - 2")
    sheet.arrow(232, 60, 386, 60, "apply(5d5c)")
    sheet.box(490, 145, 200, 50, "another after", "rbsgk/4p/5/P3R/KGSB1 w - 2")
    sheet.arrow(232, 75, 386, 135, "apply(1e1d)", above=16)
    return sheet


def hexapawn() -> Diagram:
    """The start of hexapawn beside a position with all kinds of steps."""
    sheet = Diagram(520, 250, "Hexapawn: the start, and what White's pawn on b2 can do")
    for left, ranks in ((60, ("WWW", "...", "BBB")), (320, ("W.W", ".W.", "BBB"))):
        for y in range(3):
            sheet.words(left - 18, 180 - 60 * y, str(y + 1), 14)
            for x in range(3):
                sheet.box(left + 30 + 60 * x, 180 - 60 * y, 60, 60, kind="end" if (x + y) % 2 else "plain")
                man = ranks[y][x]
                if man != ".":
                    sheet.disc(left + 30 + 60 * x, 180 - 60 * y, 20, kind="light" if man == "W" else "dark")
        for x in range(3):
            sheet.words(left + 30 + 60 * x, 228, "abc"[x], 14)
    for x in (360, 460):
        sheet.arrow(410, 120, x, 75)
    return sheet


def chance_tree() -> Diagram:
    """The first plies of Ur: a chance node, its outcomes, the actions and the next throws."""
    sheet = Diagram(680, 300, "The first plies of the Royal Game of Ur as a tree")
    sheet.disc(340, 42, 34, "CHANCE", "chance")
    sheet.words(385, 28, "Dark throws", 13, anchor="start")
    chances = ("1/16", "1/4", "3/8", "1/4", "1/16")
    for throw, chance in enumerate(chances):
        x = 80 + 130 * throw
        sheet.arrow(340 + (x - 340) * 0.1, 77, x, 130)
        sheet.words(x + (340 - x) * 0.35, 100, chance, 13)
        if throw:
            sheet.box(x, 150, 104, 40, f"threw {throw}", "turn 0: Dark")
            sheet.arrow(x, 171, x, 227)
            sheet.words(x + 10, 200, "0", 13, anchor="start")
            sheet.disc(x, 262, 34, "CHANCE", "chance")
        else:
            sheet.disc(x, 164, 34, "CHANCE", "chance")
            sheet.words(x, 212, "threw 0: Light", 13)
            sheet.words(x, 230, "throws at once", 13)
    return sheet


def one_history() -> Diagram:
    """Many states that refer to one position history."""
    sheet = Diagram(680, 230, "Many states share one position history")
    for ply in range(5):
        x = 90 + 125 * ply
        sheet.box(x, 50, 100, 56, f"state, ply {ply}", "board, hands")
        sheet.arrow(x, 79, x, 142)
        if ply:
            sheet.arrow(x - 75, 50, x - 52, 50)
        sheet.box(x, 165, 125, 44, f"key {'ABCDA'[ply]}", "check" if ply in (1, 3) else "no check", kind="end")
    sheet.words(340, 210, "the position history: one list, which grows at its end; ply 4 has the key of ply 0", 13)
    return sheet


def die_before_base() -> Diagram:
    """Dice Shogi as a wrapper: the base game lists, the die chooses among what it lists."""
    sheet = Diagram(680, 190, "Dice Shogi: a die in front of a state of Minishogi")
    sheet.box(170, 90, 300, 140, kind="plain")
    sheet.words(170, 38, "state of Dice Shogi", 15)
    sheet.box(85, 100, 100, 70, "die", "5", kind="chance")
    sheet.box(225, 100, 150, 70, "base", "state of Minishogi", kind="end")
    sheet.arrow(302, 80, 420, 50, "actions()")
    sheet.box(500, 48, 150, 44, "14 legal actions", "check and all")
    sheet.arrow(500, 72, 500, 122)
    sheet.words(512, 97, "only those to file 5", 13, anchor="start")
    sheet.box(500, 145, 150, 44, "5d5c, 2e5b")
    return sheet


def three_layers() -> Diagram:
    """The rules, the dialogue and the pipe."""
    sheet = Diagram(680, 200, "Rules, dialogue and pipe: who knows what")
    sheet.box(110, 80, 170, 90, "rules", "states and actions", "no lines, no time")
    sheet.box(340, 80, 170, 90, "dialogue", "what the lines mean", "no input, no output", kind="chance")
    sheet.box(570, 80, 170, 90, "process", "pipes and a clock", "no game", kind="end")
    sheet.arrow(196, 62, 253, 62, "event")
    sheet.arrow(253, 98, 196, 98, "action", above=14)
    sheet.arrow(426, 62, 483, 62, "lines")
    sheet.arrow(483, 98, 426, 98, "line", above=14)
    sheet.words(110, 165, "a token leaves cell 0", 13)
    sheet.words(340, 165, "'3' is the token on cell 0", 13)
    sheet.words(570, 165, "'3\\n' came after 12 ms", 13)
    return sheet


def nine_bits() -> Diagram:
    """A board of noughts and crosses as a number of nine bits, and a row found by shifting."""
    sheet = Diagram(680, 235, "Nine squares as nine bits: a row is found by shifting the whole board")
    # the numbers of the squares, a board, the same moved by one and by two, and what is in all three
    boards = (
        ("bit numbers", range(9), None),
        ("men", (0, 3, 4, 5, 8), None),
        ("men >> 1", (2, 3, 4, 7), None),
        ("men >> 2", (1, 2, 3, 6), None),
        ("in all three", (3,), "end"),
    )
    for place, (name, bits, kind) in enumerate(boards):
        left = 30 + 130 * place
        for bit in range(9):
            x, y = left + 18 + 36 * (bit % 3), 50 + 36 * (bit // 3)
            sheet.box(x, y, 36, 36, str(bit) if place == 0 else "", kind=kind if kind and bit in bits else "plain")
            if place and bit in bits:
                sheet.disc(x, y, 11, kind="dark")
        sheet.words(left + 54, 160, name, 14)
    for sign, place in (("&", 2), ("&", 3), ("=", 4)):
        sheet.words(19 + 130 * place, 86, sign, 18)
    sheet.words(340, 190, "men = 0b100111001: bit 0, the top left square, is the last digit.", 13)
    sheet.words(340, 212, "Bit 3 stands for the row that begins on square 3; & LEFT keeps only beginnings of rows.", 13)
    return sheet


def layers() -> Diagram:
    """The layers of Ur: a game goes forward through them, the solver backwards."""
    sheet = Diagram(680, 200, "Layers of Ur by the tokens that can no longer be captured")
    names = (("none is safe", "0 and 0"), ("one is safe", "1 and 0"), ("...", ""), ("nearly over", "6 and 7"))
    for place, (name, tokens) in enumerate((*names, ("over", "7 home"))):
        x = 80 + 130 * place
        sheet.box(x, 95, 112, 60, name, *([tokens] if tokens else []), kind="end" if place == 4 else "plain")
        if place:
            sheet.arrow(x - 74, 95, x - 57, 95)
    sheet.arrow(60, 40, 620, 40, "a game goes forward only: what is safe stays safe")
    sheet.arrow(620, 150, 60, 150, "the solver begins with the last layer", above=18)
    return sheet


DIAGRAMS: dict[str, Callable[[], Diagram]] = {
    "value": value,
    "hexapawn": hexapawn,
    "chance-tree": chance_tree,
    "one-history": one_history,
    "die-before-base": die_before_base,
    "three-layers": three_layers,
    "nine-bits": nine_bits,
    "layers": layers,
}
