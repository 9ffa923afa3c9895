"""Problems to solve one after another, as one page that needs no network: its boards, and the moves that are right.

A problem is a record: its start is the position, and its actions are the solution, those of the side that solves and
the answers to them.  A variation is a second solution; at the end of the solution every action that wins is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, Final

import attrs

from boardgames.core.lookup.installed_games import find
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, State
from boardgames.core.picture.scene import Scene
from boardgames.core.text.said import Said
from boardgames.records import GameRecord, record_formats
from boardgames.session.click_paths import click_paths
from boardgames.view.document import document, packaged_text, script_of
from boardgames.view.drawing import Drawing
from boardgames.view.html_template import Html, fill
from boardgames.view.page import in_layouts, move_text, side_name, stored, style_sheet
from boardgames.view.svg import CELL, element, frame, spots
from boardgames.view.texts import DocumentTexts, as_json

PROBLEMS: Final = files(__package__).joinpath("problems")


class NoProblems(ValueError):
    """There is no problem to show; the message says why."""


def games_with_problems() -> list[str]:
    """The games that problems come with."""
    return sorted(path.name.removesuffix(".json") for path in PROBLEMS.iterdir() if path.name.endswith(".json"))


def problems_of(game: str) -> list[GameRecord]:
    """The problems that come with a game.  Raises :class:`NoProblems`."""
    if game not in games_with_problems():
        raise NoProblems(f"no problems come with {game}: they come with {', '.join(games_with_problems())}")
    return record_formats.read_all(PROBLEMS.joinpath(f"{game}.json").read_bytes())


def practice_page(problems: Sequence[GameRecord]) -> str:
    """Problems of one game as an HTML document, in the language of the browser.

    ``problems`` are those of the page, in their order.

    Records without actions are left out.  Raises :class:`NoProblems`, and what ``record.playthrough()`` raises.
    """
    problems = [record for record in problems if record.actions]
    if not problems:
        raise NoProblems("a problem is a record whose actions are its solution, and there is none")
    if len({record.game for record in problems}) > 1:
        raise NoProblems("a page has problems of one game: give each game a page of its own")
    if any(not _in_turn(record) for record in problems):
        raise NoProblems("the actions of a problem are a side's and the answers to them, in turn and without throws")
    spec = find(problems[0].game)
    texts = DocumentTexts(spec.name)
    boards = _Boards(spec, texts, problems[0].playthrough().start)
    data: dict[str, Any] = {
        "problems": [list(_steps(spec, record, boards, texts)) for record in problems],
        "parts": list(map(stored, boards.numbers)),
        "frames": [frame(scene) for scene in boards.looks],
        "game": spec.name,
        "names": [record.start for record in problems],
        "words": {name: texts.number(text) for name, text in WORDS.items()},
    }
    body = fill(
        texts.marked(packaged_text("practice.html")),
        heading=texts.said(spec.title),
        board=Html(boards.table()),
        count=len(problems),
        texts=texts.data(),
        data=as_json(data),
    )
    script = script_of("texts.js", "layout.js", "practice.js")
    return document(f"{spec.title}: practice", body, sheet=style_sheet() + packaged_text("practice.css"), script=script)


WORDS: Final = {
    "wrong": Said("That is not it. Try again."),
    "right": Said("Right. Go on."),
    "solved": Said("Solved."),
    "shown": Said("This is the solution."),
    "choose": Said("Which one?"),
}


class _Boards:
    """The pictures of positions, as parts that many share."""

    def __init__(self, spec: GameSpec, texts: DocumentTexts, start: State) -> None:
        self.spec = spec
        self.texts = texts
        self.drawing = Drawing("auto", say=texts.drawn)
        self.numbers: dict[tuple[str, ...], int] = {}
        self.looks = in_layouts(*(spec.scene(start, seat) for seat in range(start.game.seats)))
        """A position from each seat in each layout."""

    def picture(self, state: State, seat: int, path: Sequence[str] = ()) -> dict[str, Any]:
        """A position from a seat, after the clicks of ``path`` that led to it: its parts and its spots."""
        scene = self.spec.scene(state, seat).after(path)
        layouts = in_layouts(scene)
        parts = zip(*map(self.drawing.parts, layouts), strict=True)
        places = zip(*map(self._places, layouts), strict=True)
        return {
            "parts": list(map(self._number, parts)),
            "spots": list(map(self._number, places)),
            "seat": seat,
        }

    def _places(self, scene: Scene) -> Iterator[str]:
        """The spots of a scene but for those that are buttons below it."""
        places = tuple(spot for spot in scene.spots if spot.shape not in ("chip", "choice"))
        return spots(attrs.evolve(scene, spots=places), labelled=self.texts.labelled)

    def _number(self, part: tuple[str, ...]) -> int:
        return self.numbers.setdefault(part, len(self.numbers))

    def table(self) -> str:
        """An empty picture, with the definitions of all parts."""
        return element(self.looks[0], self.drawing, '<g id="parts"></g><g id="spots"></g>', CELL, "group")


def _steps(spec: GameSpec, record: GameRecord, boards: _Boards, texts: DocumentTexts) -> Iterator[dict[str, Any]]:
    """The choices of a problem: the board, the paths of all actions, those that are right, and the boards after it."""
    playthrough = record.playthrough()
    states, actions = playthrough.states, playthrough.actions
    seat = states[0].turn
    others = {(variation.ply, variation.actions[0]) for variation in record.variations if variation.actions}
    for ply in range(0, len(actions), 2):
        state, action, after = states[ply], actions[ply], states[ply + 1]
        last = ply == len(actions) - 1
        answer = None if last else boards.picture(states[ply + 2], seat, spec.clicks(after, actions[ply + 1]))
        moves = {str(each): move_text(spec, state, each, state.apply(each)) for each in state.actions()}
        side, left = side_name(spec, seat), len(actions) - ply
        task = Said("{side} to move: which move is the best?", side=side)
        if len(actions) > 1 or after.outcome is not None:
            task = Said("{side} mates in {number}.", side=side, number=left)
        right = [
            str(each)
            for each in state.actions()
            if each == action or (ply, str(each)) in others or (last and _wins(state, each, seat))
        ]
        yield {
            "task": texts.number(task),
            "before": boards.picture(state, seat, spec.clicks(states[ply - 1], actions[ply - 1]) if ply else ()),
            "paths": click_paths(spec, state),
            "moves": {text: texts.number(words) for text, words in moves.items()},
            "right": right,
            "hint": spec.clicks(state, action)[0],
            "solution": texts.number(move_text(spec, state, action, after)),
            "after": boards.picture(after, seat, spec.clicks(state, action)),
            "answer": answer,
        }


def _in_turn(record: GameRecord) -> bool:
    """True if one side has all the choices of a solution, and others the answers."""
    turns = [state.turn for state in record.playthrough().states[: len(record.actions)]]
    return CHANCE not in turns and set(turns[::2]).isdisjoint(turns[1::2]) and len(set(turns[::2])) == 1


def _wins(state: State, action: Any, seat: int) -> bool:
    outcome = state.apply(action).outcome
    return outcome is not None and bool(outcome.returns[seat] > 0)
