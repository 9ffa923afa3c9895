#!/usr/bin/env python3
"""Shogi and Minishogi engine: a random legal move.  Speaks USI; needs nothing but Python.

It never drops a pawn, so it need not know the rules about that.
"""

import random
import sys

STEPS = {  # (file, rank) steps of Black's pieces; files count from the right, ranks from the top
    "P": [(0, -1)],
    "N": [(1, -2), (-1, -2)],
    "S": [(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)],
    "G": [(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)],
    "K": [(f, r) for f in (-1, 0, 1) for r in (-1, 0, 1) if f or r],
}
STRAIGHT, DIAGONAL = [(0, 1), (0, -1), (1, 0), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
SLIDES = {"L": [(0, -1)], "B": DIAGONAL, "R": STRAIGHT, "+B": DIAGONAL, "+R": STRAIGHT}
STEPS |= {"+B": STRAIGHT, "+R": DIAGONAL} | {"+" + piece: STEPS["G"] for piece in "PLNS"}
STARTS = {
    9: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    5: "rbsgk/4p/5/P4/KGSBR b - 1",
}


class Board:
    def __init__(self, sfen):
        rows, side, hands = sfen.split()[:3]
        self.ranks = len(rows.split("/"))
        self.files = sum(int(c) if c.isdigit() else c != "+" for c in rows.split("/")[0])
        self.zone = 3 if self.ranks == 9 else 1
        self.black = side == "b"
        self.pieces, self.hands = {}, {True: [], False: []}
        for rank, row in enumerate(rows.split("/"), 1):
            file, promoted = self.files, ""
            for char in row:
                if char == "+":
                    promoted = "+"
                elif char.isdigit():
                    file -= int(char)
                else:
                    self.pieces[file, rank] = (promoted + char.upper(), char.isupper())
                    file, promoted = file - 1, ""
        count = ""
        for char in hands.replace("-", ""):
            if char.isdigit():
                count += char
            else:
                self.hands[char.isupper()] += [char.upper()] * int(count or 1)
                count = ""

    def reach(self, square):
        """The squares that the piece on a square attacks."""
        piece, black = self.pieces[square]
        for moves, far in ((STEPS.get(piece, ()), False), (SLIDES.get(piece, ()), True)):
            for file, rank in moves:
                target = square
                while True:
                    target = (target[0] + file, target[1] + (rank if black else -rank))
                    if not (1 <= target[0] <= self.files and 1 <= target[1] <= self.ranks):
                        break
                    yield target
                    if target in self.pieces or not far:
                        break

    def in_check(self, black):
        kings = [square for square, piece in self.pieces.items() if piece == ("K", black)]
        return any(king in self.reach(s) for king in kings for s, p in list(self.pieces.items()) if p[1] != black)

    def play(self, move):
        """Play a USI move; what undoes it."""
        before = dict(self.pieces), {side: list(hand) for side, hand in self.hands.items()}, self.black
        target = int(move[2]), ord(move[3]) - 96
        if move[1] == "*":
            self.hands[self.black].remove(move[0])
            self.pieces[target] = (move[0], self.black)
        else:
            piece, side = self.pieces.pop((int(move[0]), ord(move[1]) - 96))
            if target in self.pieces:
                self.hands[self.black].append(self.pieces[target][0][-1])
            self.pieces[target] = (("+" if move.endswith("+") else "") + piece, side)
        self.black = not self.black
        return before

    def undo(self, before):
        self.pieces, self.hands, self.black = before

    def depth(self, square):
        """Ranks between a square and the far edge, for the side to move."""
        return square[1] - 1 if self.black else self.ranks - square[1]

    def dead(self, piece, target):
        return self.depth(target) < {"P": 1, "L": 1, "N": 2}.get(piece, 0)

    def moves(self):
        """All legal moves but drops of pawns."""
        found = []
        for source, (piece, black) in list(self.pieces.items()):
            if black != self.black:
                continue
            for target in self.reach(source):
                if self.pieces.get(target, ("", not black))[1] == black:
                    continue
                move = name(source) + name(target)
                if piece in "PLNSBR" and min(self.depth(source), self.depth(target)) < self.zone:
                    found.append(move + "+")
                if not self.dead(piece, target):
                    found.append(move)
        for piece in set(self.hands[self.black]) - {"P"}:
            for file in range(1, self.files + 1):
                for rank in range(1, self.ranks + 1):
                    if (file, rank) not in self.pieces and not self.dead(piece, (file, rank)):
                        found.append(f"{piece}*{name((file, rank))}")
        return [move for move in found if self.is_safe(move)]

    def is_safe(self, move):
        black = self.black
        before = self.play(move)
        safe = not self.in_check(black)
        self.undo(before)
        return safe


def name(square):
    return f"{square[0]}{chr(96 + square[1])}"


size, board = 9, Board(STARTS[9])
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["usi"]:
        print("id name usi_random\noption name UCI_Variant type combo default shogi var shogi var minishogi\nusiok")
    elif words[:1] == ["setoption"] and words[2:3] == ["UCI_Variant"]:
        size = 5 if words[-1] == "minishogi" else 9
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:
        split = words.index("moves") if "moves" in words else len(words)
        board = Board(STARTS[size] if words[1] == "startpos" else " ".join(words[2:split]))
        for move in words[split + 1 :]:
            board.play(move)
    elif words[:1] == ["go"]:
        moves = board.moves()
        print("bestmove", random.choice(moves) if moves else "resign")
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()
