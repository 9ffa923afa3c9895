"""A recorded game as one HTML file, which needs no network: to step through by keys, slider or list.

The table is drawn once; what changes are parts, each kept once, and every ply is a
list of their numbers.  Without JavaScript the page shows the last position and the actions.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

import attrs

from boardgames.core.lookup.installed_games import find
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE
from boardgames.view.drawing import Drawing
from boardgames.view.style import style
from boardgames.view.svg import CELL, element

if TYPE_CHECKING:
    from boardgames.core.model.playthrough import Playthrough
    from boardgames.core.picture.scene import Scene
    from boardgames.core.record.game_record import GameRecord

NAME_SHOWN: Final = 80  # letters of a player's name


def page(record: GameRecord, *, seat: int = 0, western: bool = False) -> str:
    """The game as an HTML document, first seen by ``seat``; ``western`` writes Latin letters on the men of shogi.

    Raises what ``record.playthrough()`` raises, where the record does not replay.
    """
    playthrough = record.playthrough()
    spec = find(playthrough.start.game.name)
    film = Film(spec, playthrough, western)
    names = _names(spec, record)
    verdict = record.verdict
    ending = f"broken off after {playthrough.plies} plies" if verdict is None else verdict.sentence(names)
    plies = list(_plies(playthrough, record))
    script, colours = _room("page.js"), sheet()
    policy = {
        "default-src": "'none'",
        "style-src": _digest(colours),
        "script-src": _digest(script),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    pieces = {
        "policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "title": escape(f"{spec.title}: {' – '.join(names)}"),
        "sheet": colours,
        "heading": escape(spec.title),
        "players": "".join(
            f'<li><span class="seat seat{place}"></span><b>{escape(name)}</b> <span>{escape(colour)}</span>'
            f'<output class="clock"></output></li>'
            for place, (name, colour) in enumerate(zip(names, spec.seat_names, strict=False))
        ),
        "board": film.picture(seat),
        "last": str(playthrough.plies),
        "ending": escape(ending),
        "comment": escape(record.comments.get(playthrough.plies, "")),
        "moves": "".join(_row(number, ply) for number, ply in enumerate(plies, 1)),
        "facts": _facts(record),
        "data": _json(
            {
                "tables": film.tables,
                "parts": film.parts,
                "plies": film.plies,
                "captions": [scene.caption for scene in film.scenes],
                "spoken": ["The start", *(_spoken(ply, names) for ply in plies)],
                "clocks": _clocks(plies, len(names)),
                "comments": {str(ply): text for ply, text in record.comments.items()},
                "seat": seat,
            }
        ),
        "script": script,
    }
    return _filled(_room("page.html"), pieces)


def sheet() -> str:
    """The style sheet of a page with boards on it, their colours included."""
    return style("auto") + _room("page.css")


class Film:
    """The pictures of a game, from every seat, taken apart."""

    def __init__(self, spec: GameSpec, playthrough: Playthrough, western: bool) -> None:
        self.drawing = Drawing("auto", western)
        paths: list[Sequence[str]] = [()]
        for before, action in zip(playthrough.states, playthrough.actions, strict=False):
            # While the dice roll, the last move stays marked.
            paths.append(paths[-1] if before.turn == CHANCE else spec.clicks(before, action))
        seats = range(playthrough.start.game.seats)
        rows = [
            [spec.scene(state, seat).after(path) for seat in seats]
            for state, path in zip(playthrough.states, paths, strict=True)
        ]
        pictures = [list(zip(*map(self.drawing.parts, row), strict=True)) for row in rows]
        fixed = len(list(takewhile(lambda alike: len(set(alike)) == 1, zip(*pictures, strict=False))))
        self.scenes: list[Scene] = [row[0] for row in rows]
        self.tables = ["".join(part[seat] for part in pictures[0][:fixed]) for seat in seats]
        """What is always there, for each seat."""
        numbers: dict[tuple[str, ...], int] = {}
        self.plies = [[numbers.setdefault(part, len(numbers)) for part in picture[fixed:]] for picture in pictures]
        """The numbers of the parts of each picture that are not always there."""
        self.parts = [list(part) for part in numbers]
        """Each of these parts, as drawn for each seat."""

    def picture(self, seat: int) -> str:
        """The last position as SVG, its changing parts in a group."""
        room = attrs.evolve(
            self.scenes[-1],
            width=max(scene.width for scene in self.scenes),
            height=max(scene.height for scene in self.scenes),
        )
        changing = "".join(self.parts[number][seat] for number in self.plies[-1])
        table = f'<g id="table">{self.tables[seat]}</g><g id="parts">{changing}</g>'
        return element(room, self.drawing, table, CELL)


@attrs.frozen
class Ply:
    """One action as the list of the page tells it."""

    seat: int
    """Whose it was, or :data:`CHANCE`."""
    text: str
    seconds: float | None


def _plies(playthrough: Playthrough, record: GameRecord) -> list[Ply]:
    times = record.times
    return [
        Ply(before.turn, str(action), times[number] if number < len(times) else None)
        for number, (before, action) in enumerate(zip(playthrough.states, playthrough.actions, strict=False))
    ]


def _names(spec: GameSpec, record: GameRecord) -> list[str]:
    """What to call the players; a seat whose player the record does not name goes by its colour."""
    named = [player.name for player in record.players]
    return [
        (named[seat][:NAME_SHOWN] if seat < len(named) else "") or colour for seat, colour in enumerate(spec.seat_names)
    ]


def _clocks(plies: Sequence[Ply], seats: int) -> list[list[float]]:
    """The seconds that each seat has used, at the start and after each ply; nothing where nobody took the time."""
    if not any(ply.seconds for ply in plies):
        return []
    used = [[0.0] * seats]
    for ply in plies:
        used.append(list(used[-1]))
        if ply.seat >= 0:
            used[-1][ply.seat] = round(used[-1][ply.seat] + (ply.seconds or 0.0), 1)
    return used


def _spoken(ply: Ply, names: Sequence[str]) -> str:
    """What happened at a ply, in words."""
    return f"Thrown: {ply.text.removeprefix('=')}" if ply.seat == CHANCE else f"{names[ply.seat]}: {ply.text}"


def _row(number: int, ply: Ply) -> str:
    """One line of the list of actions."""
    kind = "dice" if ply.seat == CHANCE else f"seat{ply.seat}"
    seconds = f" <small>{_duration(ply.seconds)}</small>" if ply.seconds and ply.seconds >= 0.05 else ""
    return f'<li><a href="#{number}" class="{kind}">{escape(ply.text)}{seconds}</a></li>'


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


def _facts(record: GameRecord) -> str:
    """What else the record says of the game."""
    told = [(name, str(value)) for name, value in record.headers.items() if value]
    if record.seed is not None:
        told.append(("seed", str(record.seed)))
    told += [("note", note) for note in record.notes]
    if not told:
        return ""
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in told)
    return f"<details><summary>About this game</summary><dl>{rows}</dl></details>"


def _json(data: Any) -> str:
    """JSON that may stand in a page: nothing in it can end the element around it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _digest(text: str) -> str:
    """A text as a Content-Security-Policy allows it."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _room(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _filled(template: str, pieces: dict[str, str]) -> str:
    """The template with its ``{{name}}`` replaced; what is put in is not looked at again."""
    first, *rest = template.split("{{")
    out = [first]
    for part in rest:
        name, _, after = part.partition("}}")
        out += [pieces[name], after]
    return "".join(out)
