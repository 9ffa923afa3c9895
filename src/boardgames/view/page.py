"""A recorded game as one HTML file that needs no network: step through it by keys, slider or list.

The board is drawn once.  Each part that changes from ply to ply is stored once, and a ply is a
list of the numbers of its parts.  Without JavaScript the page shows the last position and the actions.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any, Final

import attrs

from boardgames.core.lookup.installed_games import find
from boardgames.core.lookup.record_file import record_of
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE
from boardgames.core.record.assessment import assess
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said
from boardgames.view.best_lines import LineStep, best_lines
from boardgames.view.document import document, read
from boardgames.view.drawing import Drawing
from boardgames.view.graph import panel, sentences
from boardgames.view.html_template import Html, fill, joined
from boardgames.view.style import style
from boardgames.view.svg import CELL, element

if TYPE_CHECKING:
    from boardgames.core.model.game import State
    from boardgames.core.model.playthrough import Playthrough
    from boardgames.core.picture.scene import Scene
    from boardgames.core.record.assessment import Assessment
    from boardgames.core.record.game_record import GameRecord

MAX_NAME: Final = 80  # characters of a player's name

PLAYER: Final = (
    '<li><span class="seat seat{{seat}}"></span><b>{{name}}</b> <span>{{side}}</span>'
    '<output class="clock"></output></li>'
)
MOVE: Final = '<li><a href="#{{ply}}" class="{{kind}}">{{text}}{{seconds}}</a></li>'
LETTERS_SWITCH: Final = '<label class="switch"><input type="checkbox" id="western"{checked}> Latin letters</label>'
FACTS: Final = "<details><summary>About this game</summary><dl>{{rows}}</dl></details>"


def page(record: GameRecord | str | os.PathLike[str], *, seat: int = 0, western: bool = False) -> str:
    """The game as an HTML document, at first seen from ``seat``; ``western`` writes Latin letters on shogi pieces.

    ``record`` is the record of the game, or the path of its file in any format.
    Raises what ``record.playthrough()`` and :func:`~boardgames.contest.read_record` raise.
    """
    record = record_of(record)
    playthrough = record.playthrough()
    spec = find(playthrough.start.game.name)
    judged = _assessed(record, playthrough)
    lines = best_lines(playthrough, judged)
    frames = Frames(spec, playthrough, western, [step for steps in lines.values() for step in steps])
    sides = [side_name(spec, seat_number) for seat_number in range(playthrough.start.game.seats)]
    names = _names(sides, record)
    verdict = record.verdict
    ending = f"broken off after {playthrough.plies} plies" if verdict is None else verdict.sentence(names)
    plies = _plies(spec, playthrough, record, judged)
    script = read("page.js")
    data = {
        "tables": frames.tables,
        "parts": frames.parts,
        "letters": frames.letters,
        "ended": verdict is not None and playthrough.state.outcome is None,
        "plies": frames.plies,
        "captions": [scene.caption for scene in frames.scenes],
        "sentences": ["The start", *_sentences(spec, playthrough, names)],
        "clocks": _clocks(plies, len(names)),
        "comments": {str(ply): text for ply, text in record.comments.items()},
        "seat": seat,
    }
    if judged is not None:
        data["judged"] = sentences(judged, names)
        data["lines"] = _lines(spec, lines, frames, names)
        script = graph_script() + script
    body = fill(
        read("page.html"),
        heading=spec.title,
        players=joined(
            fill(PLAYER, seat=number, name=name, side=side)
            for number, (name, side) in enumerate(zip(names, sides, strict=True))
        ),
        board=Html(frames.picture(seat)),
        last=playthrough.plies,
        ending=ending,
        chances=Html() if judged is None else panel(judged, names),
        comment=record.comments.get(playthrough.plies, ""),
        moves=joined(_move(number, ply) for number, ply in enumerate(plies, 1)),
        facts=_facts(record),
        letters=Html(LETTERS_SWITCH.format(checked=" checked" * western)) if frames.letters else Html(),
        line_key=", B shows the better line" if lines else "",
        data=_json(data),
    )
    return document(f"{spec.title}: {' – '.join(names)}", body, sheet=style_sheet(), script=script)


def graph_script() -> str:
    """The script of the graph of chances, for a page that sends it events."""
    return read("graph.js")


def style_sheet() -> str:
    """The style sheet of a page with boards on it, the boards' colours included."""
    return style("auto") + read("base.css") + read("page.css")


class Frames:
    """The pictures of a game from every seat, as parts that many pictures share.

    ``lines`` are actions that were not played; the position after each is drawn too.
    """

    def __init__(self, spec: GameSpec, playthrough: Playthrough, western: bool, lines: Sequence[LineStep] = ()) -> None:
        self.drawing = Drawing("auto", western)
        states = [*playthrough.states, *(step.after for step in lines)]
        paths: list[Sequence[str]] = [()]
        for before, action in zip(playthrough.states, playthrough.actions, strict=False):
            # While the dice roll, the last move stays marked.
            paths.append(paths[-1] if before.turn == CHANCE else spec.clicks(before, action))
        paths += [() if step.before.turn == CHANCE else spec.clicks(step.before, step.action) for step in lines]
        seats = range(playthrough.start.game.seats)
        rows = [
            [spec.scene(state, seat).after(path) for seat in seats] for state, path in zip(states, paths, strict=True)
        ]
        pictures = [list(zip(*map(self.drawing.parts, row), strict=True)) for row in rows]
        fixed = len(list(takewhile(lambda alike: len(set(alike)) == 1, zip(*pictures, strict=False))))
        scenes: list[Scene] = [row[0] for row in rows]
        played = len(playthrough.states)
        self.scenes = scenes[:played]
        self.line_scenes = scenes[played:]
        self.letters = self.drawing.other_letters(scene for row in rows for scene in row)
        """The definition of each man that has Latin letters, and the one that shows its other sign."""
        self.tables = ["".join(part[seat] for part in pictures[0][:fixed]) for seat in seats]
        """The parts that every picture has, for each seat."""
        numbers: dict[tuple[str, ...], int] = {}
        drawn = [[numbers.setdefault(part, len(numbers)) for part in picture[fixed:]] for picture in pictures]
        self.plies, self.line_parts = drawn[:played], drawn[played:]
        """For each ply, and for each action of the lines, the numbers of the parts that not every picture has."""
        self.parts = [list(part) for part in numbers]
        """Each of these parts, drawn for each seat."""

    def picture(self, seat: int) -> str:
        """The last position as SVG, its changing parts in a group."""
        widest = attrs.evolve(
            self.scenes[-1],
            width=max(scene.width for scene in [*self.scenes, *self.line_scenes]),
            height=max(scene.height for scene in [*self.scenes, *self.line_scenes]),
        )
        changing = "".join(self.parts[number][seat] for number in self.plies[-1])
        table = f'<g id="table">{self.tables[seat]}</g><g id="parts">{changing}</g>'
        return element(widest, self.drawing, table, CELL)


@attrs.frozen
class Ply:
    """One action as the page lists it."""

    seat: int
    """The seat that acted, or :data:`CHANCE`."""
    text: str
    seconds: float | None
    mark: str = ""
    """The mark of an action that gave chances away."""


def _assessed(record: GameRecord, playthrough: Playthrough) -> Assessment | None:
    """The losses of the actions, if the record holds evaluations and the game is for two."""
    if not record.evaluations or playthrough.start.game.seats != 2:
        return None
    return assess(playthrough, record.evaluations, record.verdict)


def _lines(
    spec: GameSpec, lines: Mapping[int, Sequence[LineStep]], frames: Frames, names: Sequence[str]
) -> dict[str, list[dict[str, Any]]]:
    """The best lines as the page has them: by ply, the text, the picture and the sentence of each action."""
    pictures = zip(frames.line_parts, frames.line_scenes, strict=True)
    return {
        str(ply): [
            {
                "text": move_text(spec, step.before, step.action, step.after),
                "parts": parts,
                "caption": scene.caption,
                "sentence": f"Better: {sentence(spec, names, step.before, step.action, step.after)}",
            }
            for step, (parts, scene) in zip(steps, pictures, strict=False)
        ]
        for ply, steps in lines.items()
    }


def _plies(spec: GameSpec, playthrough: Playthrough, record: GameRecord, judged: Assessment | None) -> list[Ply]:
    times = record.times
    marks = [""] * playthrough.plies if judged is None else [ply.mark for ply in judged.plies]
    steps = zip(pairwise(playthrough.states), playthrough.actions, marks, strict=True)
    return [
        Ply(before.turn, move_text(spec, before, action, after), times[number] if number < len(times) else None, mark)
        for number, ((before, after), action, mark) in enumerate(steps)
    ]


def side_name(spec: GameSpec, seat: int) -> str:
    """The game's name of a seat: ``Black``, or ``seat 3`` where it has no name for it."""
    if seat < len(spec.seat_names):
        return Said(spec.seat_names[seat])
    return Said("seat {number}", number=seat + 1)


def _names(sides: Sequence[str], record: GameRecord) -> list[str]:
    """The names of the players; the name of a side where the record has no other."""
    named = [player.name for player in record.players]
    return [(named[seat][:MAX_NAME] if seat < len(named) else "") or side for seat, side in enumerate(sides)]


def _clocks(plies: Sequence[Ply], seats: int) -> list[list[float]]:
    """The seconds that each seat has used, at the start and after each ply; empty if the record has no times."""
    if not any(ply.seconds for ply in plies):
        return []
    used = [[0.0] * seats]
    for ply in plies:
        used.append(list(used[-1]))
        if ply.seat >= 0:
            used[-1][ply.seat] = round(used[-1][ply.seat] + (ply.seconds or 0.0), 1)
    return used


def _sentences(spec: GameSpec, playthrough: Playthrough, names: Sequence[str]) -> list[str]:
    steps = zip(pairwise(playthrough.states), playthrough.actions, strict=True)
    return [sentence(spec, names, before, action, after) for (before, after), action in steps]


def sentence(spec: GameSpec, names: Sequence[str], before: State, action: Any, after: State) -> str:
    """An action in words, with the name of the player that acted or threw: ``Ann throws 3``."""
    seat, words = acting_seat(before), spec.describe(before, action, after)
    return printable(Said("{name} {words}", name=names[seat], words=words) if seat >= 0 else words)


def acting_seat(before: State) -> int:
    """The seat that acts or throws; :data:`CHANCE` where the game does not say who throws."""
    seat: int = before.turn
    return getattr(before, "seat", CHANCE) if seat == CHANCE else seat


def move_text(spec: GameSpec, before: State, action: Any, after: State) -> str:
    """An action as a list of moves shows it: its text, or words where that is a mere number.

    >>> import boardgames as bg
    >>> start = bg.load("ur").start()
    >>> thrown = start.play("=4")
    >>> move_text(bg.find("ur"), thrown, thrown.read("0"), thrown.play("0"))
    'enters a token on 4'
    """
    text = str(action)
    words = spec.describe(before, action, after)
    values = words.values if isinstance(words, Said) else {}
    if not text.removeprefix("=").isdigit():
        move = values.get("move")
        return move if isinstance(move, Said) and move == text else text
    deed = values.get("deed", words)  # without what follows from it
    return printable(deed if isinstance(deed, Said) else deed.partition(":")[0])


def _move(number: int, ply: Ply) -> Html:
    """One item of the list of actions."""
    kind = "dice" if ply.seat == CHANCE else f"seat{ply.seat}"
    seconds = f" <small>{_duration(ply.seconds)}</small>" if ply.seconds and ply.seconds >= 0.05 else ""
    return fill(MOVE, ply=number, kind=kind, text=f"{ply.text} {ply.mark}".rstrip(), seconds=Html(seconds))


def _duration(seconds: float) -> str:
    """
    >>> _duration(3.14), _duration(75), _duration(3723)
    ('3.1 s', '1:15', '1:02:03')
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _facts(record: GameRecord) -> Html:
    """Everything else in the record, as a list of terms."""
    facts = [(name, str(value)) for name, value in record.headers.items() if value]
    if record.seed is not None:
        facts.append(("seed", str(record.seed)))
    facts += [("note", note) for note in record.notes]
    if not facts:
        return Html()
    return fill(FACTS, rows=joined(fill("<dt>{{name}}</dt><dd>{{value}}</dd>", name=n, value=v) for n, v in facts))


def _json(data: object) -> Html:
    """JSON for a script element: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Html(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))
