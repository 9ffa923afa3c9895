"""The boards that the README and the front page show.  ``python docs/pictures.py`` draws them again."""

from __future__ import annotations

from pathlib import Path

import boardgames as bg
from boardgames.view import svg

FOLDER = Path(__file__).parent / "_static" / "boards"
BOARDS = {
    "shogi": ("shogi", "ln1g3nl/1ks1gr3/1ppp1p1pp/p3p1p2/5P1P1/P1P1P1P2/1PSPS1N1P/1KG3R2/LN1G4L b Bb 41"),
    "morris": ("morris", "B.B.B..B.......W.WW.W... b 5 5 9"),
    "ur": ("ur", "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"),
}


def draw(name: str) -> str:
    """One of the boards as SVG."""
    game, position = BOARDS[name]
    return svg(bg.find(game).scene(bg.load(game).parse(position), 0))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in BOARDS:
        (FOLDER / f"{name}.svg").write_text(draw(name), encoding="utf-8")
