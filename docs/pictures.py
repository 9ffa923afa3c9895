"""The pictures of the README, the front page and the course.  ``python docs/pictures.py`` draws them again."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for a reader that loads this file by its path

from diagrams import DIAGRAMS

import boardgames as bg
from boardgames.analysis import analyse
from boardgames.contest import anchors_of, play_game
from boardgames.view import Plot, graph, svg

FOLDER = Path(__file__).parent / "_static"
BOARDS = {
    "shogi": ("shogi", "ln1g3nl/1ks1gr3/1ppp1p1pp/p3p1p2/5P1P1/P1P1P1P2/1PSPS1N1P/1KG3R2/LN1G4L b Bb 41"),
    "minishogi": ("minishogi", "rb2k/1g1s1/P4/BSG1p/KR3 w - 16"),
    "dice-shogi": ("dice-shogi", "r1sgk/b4/P1S2/2G1p/K2BR w - 8 6"),
    "judkins": ("judkins", "2n1gk/2r1s1/P2b1p/1GNR2/1S4/K3B1 w - 16"),
    "gorogoro": ("gorogoro", "1gkg1/s4/1Ps1P/3pp/5/KG1GS w Psp 16"),
    "dobutsu": ("dobutsu", "g1e/1l1/1C1/ELG w C 4"),
    "torishogi": ("torishogi", ""),
    "kyotoshogi": ("kyotoshogi", ""),
    "microshogi": ("microshogi", ""),
    "euroshogi": ("euroshogi", ""),
    "checkshogi": ("checkshogi", ""),
    "morris": ("morris", "B.B.B..B.......W.WW.W... b 5 5 9"),
    "ur": ("ur", "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"),
}
"""The boards of the README: a game and a position, by default its start."""
LETTERS = {"shogi": BOARDS["shogi"]}
"""The boards that a page shows with Latin letters too."""
COURSE = {
    "start": ("minishogi", ""),
    "chased": ("minishogi", "4k/5/5/5/K3R w - 1"),
    "mill": ("morris", "B.B.B..B.......W.WW.W... b 5 5 9"),
    "quarter-turn": ("morris", "..BW..W.....BB.W..W....B b 5 5 9"),
}
"""The boards of the course, with Latin letters."""


def board(game: str, position: str, western: bool = False) -> str:
    """A position as the library draws it."""
    rules = bg.load(game)
    state = rules.parse(position) if position else rules.start()
    return svg(bg.find(game).scene(state, 0), western=western)


GAME = ("minishogi", "alphabeta:level=5", "alphabeta:level=4")
SEED = 8
"""The game of the moving picture, as ``boardgames play`` plays it too."""
SECONDS = 1.2
"""How long each of its positions is seen; the last one twice as long."""
PARTS = re.compile("(?s)(<svg .*?>)(.*?)<defs>(.*?)</defs>(<style>.*?</style>)(.*)</svg>")


def moving() -> str:
    """A whole game, position by position, as one SVG; a reader that wants no motion sees its end."""
    spec, record = bg.find(GAME[0]), play_game(*GAME, seed=SEED)
    state = bg.load(GAME[0]).start()
    scenes = [spec.scene(state, 0)]
    for text in record.actions:
        path = spec.clicks(state, state.read(text))
        state = state.play(text)
        scenes.append(spec.scene(state, 0).after(path))
    parts = [PARTS.match(svg(scene)) for scene in scenes]
    head, _, _, style, _ = parts[-1].groups()
    shapes = {shape for part in parts for shape in re.split("(?=<g id=)", part[3])}
    count = len(parts) + 1
    motion = (
        ".frame{visibility:hidden}.frame:last-child{visibility:visible}@media (prefers-reduced-motion:no-preference)"
        f"{{.frame{{animation:seen {SECONDS * count:g}s step-end infinite}}.frame:last-child{{animation-name:end}}}}"
        f"@keyframes seen{{0%{{visibility:visible}}{100 / count:g}%,to{{visibility:hidden}}}}"
        f"@keyframes end{{0%{{visibility:visible}}{200 / count:g}%,to{{visibility:hidden}}}}"
    )
    frames = "".join(
        f'<g class="frame" style="animation-delay:{SECONDS * (number - count):g}s">{part[5]}</g>'
        for number, part in enumerate(parts)
    )
    words = f"<title>A game of {spec.title}: {len(record.actions)} moves, then {record.verdict.outcome.reason}</title>"
    return f"{head}{words}<defs>{''.join(sorted(shapes))}</defs>{style}<style>{motion}</style>{frames}</svg>\n"


JUDGED = ("ur:tokens=3", "greedy", "greedy")
JUDGE = "alphabeta:nodes=100"


def analysis() -> str:
    """The chances of the first player in a game, as ``boardgames analyse`` draws them."""
    judged = analyse(play_game(*JUDGED, seed=SEED), by=JUDGE)
    return graph(judged, judged.names) + "\n"


LEVELLED = {
    "ur": ("Ur", "#2a6fdb"),
    "morris": ("Morris", "#b23a2e"),
    "minishogi": ("Minishogi", "#2e7d4f"),
    "shogi": ("Shogi", "#8a5cc2"),
    "dice-shogi": ("Dice Shogi", "#b07a00"),
}


def levels() -> str:
    """The Elo of the levels of five games, each with its error, as ``boardgames rate`` knows them."""
    known = {game: anchors_of(game) for game in LEVELLED}
    highest = max(max(anchors.elo) for anchors in known.values())
    lowest = min(min(anchors.elo) for anchors in known.values())
    plot = Plot(width=640, height=240, across=(0, 9), up=(lowest, highest), left=50, right=100, top=14, bottom=26)
    for elo in range(int(lowest) // 500 * 500 + 500, int(highest), 500):
        plot.segment((0, elo), (9, elo), stroke="#8885")
        plot.label(44, plot.place((0, elo))[1] + 4, f"{elo}", text_anchor="end")
    ends = sorted((-anchors.elo[-1], game) for game, anchors in known.items())
    for (_, game), low in zip(ends, spread([plot.place((9, -elo))[1] for elo, _ in ends]), strict=True):
        anchors, (name, colour) = known[game], LEVELLED[game]
        points = list(enumerate(anchors.elo))
        plot.line(points, stroke=colour, stroke_width=2)
        for level, elo in points:
            error = anchors.errors[level]
            plot.segment((level, elo - error), (level, elo + error), stroke=colour, stroke_width=1.5)
            plot.dot((level, elo), r=3, fill=colour, title=f"{anchors.players[level]}: {elo:.0f} ± {error:.0f}")
        plot.label(548, low + 4, name, fill=colour)
    for level in range(10):
        plot.label(plot.place((level, 0))[0], 234, "random" if level == 0 else f"{level}", text_anchor="middle")
    words = "The Elo of random and of levels 1 to 9 of alphabeta in five games"
    return plot.svg(words, style=WRITTEN) + "\n"


SURVEYS = json.loads(Path(__file__).with_name("survey.json").read_text(encoding="utf-8"))
"""Figures of ``boardgames survey GAME --games 40 --seed 1 --json``, each a value with its 95 % interval."""
LUCKY, SKILFUL = "#b07a00", "#2a6fdb"
DECIDED = {"ur": "#2a6fdb", "dice-shogi": "#b07a00", "morris": "#b23a2e", "dobutsu": "#8a5cc2", "checkshogi": "#2e7d4f"}
WRITTEN = "font: 12px system-ui, sans-serif; fill: #777"


def title_of(game: str) -> str:
    """The name of a game or preset as a reader knows it."""
    return "Three men's morris" if game == "morris:preset=three" else bg.find(game).title


def shares() -> str:
    """How much of the results of each game is due to skill and to luck."""
    rows = sorted(SURVEYS, key=lambda game: -SURVEYS[game]["skill"][0])
    height = 22 * len(rows)
    plot = Plot(width=640, height=height + 30, across=(0, 1), up=(len(rows), 0), left=150, right=20, top=4, bottom=26)
    for row, game in enumerate(rows):
        value, low, high = SURVEYS[game]["skill"]
        for start, end, colour in ((0, value, SKILFUL), (value, 1, LUCKY)):
            plot.area(
                [(start, row + 0.15), (end, row + 0.15), (end, row + 0.85), (start, row + 0.85)],
                fill=colour,
                fill_opacity=0.7,
            )
        plot.segment((low, row + 0.5), (high, row + 0.5), stroke="#333", stroke_width=1.5)
        plot.label(142, plot.place((0, row + 0.5))[1] + 4, title_of(game), text_anchor="end")
    for share, words in ((0.02, "skill"), (0.94, "luck")):
        plot.label(*plot.place((share, 0.68)), words, fill="#222")
    for percent in range(0, 101, 25):
        plot.label(plot.place((percent / 100, 0))[0], height + 24, f"{percent} %", text_anchor="middle")
    return plot.svg("How much of the results of each game is due to skill, the rest to luck", style=WRITTEN) + "\n"


def decided() -> str:
    """How decided five games are from their first position to their last."""
    plot = Plot(width=640, height=240, across=(0, 10), up=(0, 1), left=50, right=130, top=14, bottom=26)
    for percent in range(0, 101, 25):
        plot.segment((0, percent / 100), (10, percent / 100), stroke="#8885")
        plot.label(44, plot.place((0, percent / 100))[1] + 4, f"{percent} %", text_anchor="end")
    ends = sorted((-SURVEYS[game]["decided"][9][0], game) for game in DECIDED)
    for (_, game), low in zip(ends, spread([plot.place((9, -value))[1] for value, _ in ends]), strict=True):
        points = [(part, share) for part, (share, _, _) in enumerate(SURVEYS[game]["decided"])]
        plot.line(points, stroke=DECIDED[game], stroke_width=2)
        plot.label(518, low + 4, title_of(game), fill=DECIDED[game])
    for part, words in ((0, "start"), (5, "halfway"), (10, "end")):
        plot.label(plot.place((part, 0))[0], 234, words, text_anchor="middle")
    return plot.svg("How decided five games are from their start to their end", style=WRITTEN) + "\n"


def spread(places: list[float], apart: float = 15.0) -> list[float]:
    """Places from top to bottom, moved down where two would be nearer than ``apart``."""
    kept: list[float] = []
    for place in places:
        kept.append(max(place, kept[-1] + apart) if kept else place)
    return kept


def pictures() -> dict[str, str]:
    """Every picture by its path below ``_static``."""
    return {
        "game.svg": moving(),
        "analysis.svg": analysis(),
        "levels.svg": levels(),
        "survey-shares.svg": shares(),
        "survey-decided.svg": decided(),
        **{f"boards/{name}.svg": board(*which) for name, which in BOARDS.items()},
        **{f"boards/{name}-letters.svg": board(*which, western=True) for name, which in LETTERS.items()},
        **{f"course/{name}.svg": board(*which, western=True) for name, which in COURSE.items()},
        **{f"course/{name}.svg": diagram().svg() for name, diagram in DIAGRAMS.items()},
    }


if __name__ == "__main__":
    for path, picture in pictures().items():
        (FOLDER / path).parent.mkdir(exist_ok=True)
        (FOLDER / path).write_text(picture, encoding="utf-8")
