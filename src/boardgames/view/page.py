"""A recorded game as one HTML file that needs no network: step through it by keys, slider or list.

The board is drawn once.  Each part that changes from ply to ply is stored once, and a place of the game or of a
variation is a list of the numbers of its parts.  Without JavaScript the page shows the last position and the actions.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

import attrs

from boardgames.core.lookup.installed_games import find
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said
from boardgames.language.catalogue import LANGUAGES
from boardgames.language.phrases import phrases
from boardgames.records.assessment import assess
from boardgames.records.record_file import record_of
from boardgames.records.recorded_line import recorded_line
from boardgames.view.best_lines import LineStep, best_lines, move_name, with_move_names
from boardgames.view.document import document, packaged_text, script_of
from boardgames.view.drawing import Drawing
from boardgames.view.graph import panel, sentences
from boardgames.view.html_template import Html, fill, joined
from boardgames.view.number_graphs import number_graphs
from boardgames.view.style import style
from boardgames.view.svg import CELL, element, frame, scene_title
from boardgames.view.texts import DocumentTexts, as_json

if TYPE_CHECKING:
    from boardgames.core.model.game import State
    from boardgames.core.model.playthrough import Playthrough
    from boardgames.core.picture.scene import Scene
    from boardgames.records.assessment import Assessment
    from boardgames.records.game_record import GameRecord
    from boardgames.records.recorded_line import RecordedLine, RecordedPosition

MAX_NAME: Final = 80  # characters of a player's name

PLAYER: Final = (
    '<li><span class="seat seat{{seat}}"></span><b>{{name}}</b> <span>{{side}}</span>'
    '<output class="clock"></output></li>'
)
MOVE: Final = '<li{{value}}><a href="#{{number}}" class="{{kind}}">{{text}}{{mark}}{{seconds}}</a>{{comment}}</li>'
COMMENT: Final = '<span class="remark">{{comment}}</span>'
VARIATIONS: Final = '<li class="variations">{{lists}}</li>'
VARIATION: Final = '<ol start="{{first}}">{{moves}}</ol>'
LETTERS_SWITCH: Final = (
    '<label class="switch"><input type="checkbox" id="western"{{checked}}> <span data-said>Latin letters</span></label>'
)
FACTS: Final = "<details><summary data-said>About this game</summary><dl>{{rows}}</dl></details>"
FACT: Final = "<dt>{{name}}</dt><dd>{{value}}</dd>"
HEADERS: Final = (Said("event"), Said("site"), Said("start"), Said("end"), Said("time limit"), Said("opening"))
"""The names of headers that most records have."""
PLAY: Final = Said("Play")


def page(record: GameRecord | str | os.PathLike[str], *, seat: int = 0, western: bool = False) -> str:
    """The game as an HTML document, at first seen from ``seat``; ``western`` writes Latin letters on shogi pieces.

    ``record`` is the record of the game, or the path of its file in any format.  The document has its words in every
    language of the library, and shows those of the browser's.
    Raises what ``record.playthrough()`` and :func:`~boardgames.contest.read_record` raise.
    """
    record = record_of(record)
    playthrough = record.playthrough()
    game = recorded_line(record)
    places = list(game.all_places())
    spec = find(playthrough.start.game.name)
    texts = DocumentTexts(spec.name)
    judged = _assessed(record, playthrough)
    lines = best_lines(playthrough, judged)
    if judged is not None:
        judged = with_move_names(spec, playthrough, judged, move_text)
    steps = [step for steps in lines.values() for step in steps]
    frames = Frames(spec, playthrough.start, Drawing("auto", western, with_places=True, say=texts.drawn), places, steps)
    sides = [side_name(spec, seat_number) for seat_number in range(playthrough.start.game.seats)]
    names = _names(sides, record)
    ending = record.ending(names)
    last = playthrough.plies
    marks = [""] * last if judged is None else [ply.mark for ply in judged.plies]
    script = script_of("texts.js", "layout.js", "motion.js", "page.js")
    comments = {0: record.comments.get(0, "")} | {place.number: place.comment for place in places}
    actions = [sentence(spec, names, place.before, place.action, place.after) for place in places]
    data = {
        "table": frames.table,
        "frames": [frame(scene) for scene in frames.widest],
        "parts": frames.parts,
        "letters": frames.letters,
        "over": record.verdict is not None or playthrough.state.outcome is not None,
        "ended": record.verdict is not None and playthrough.state.outcome is None,
        "last": last,
        "parents": [None, *(place.parent for place in places)],
        "plies": frames.plies,
        "captions": [texts.number(scene.caption) for scene in frames.scenes],
        "titles": [texts.number(scene_title(scene)) for scene in frames.scenes],
        "sentences": [texts.number(words) for words in (Said("The start"), *actions)],
        "clocks": _clocks(places, len(names)),
        "comments": {str(number): text for number, text in comments.items() if text},
        "stop": texts.number(Said(". ")),
        "seat": seat,
        "play": texts.number(PLAY),
        "pause": texts.number(Said("Pause")),
    }
    chances = Html()
    if judged is not None:
        translations = {code: phrases(code, spec.name).text for code in LANGUAGES}
        data["panels"] = {code: panel(judged, names, translate) for code, translate in translations.items()}
        data["judged"] = {code: sentences(judged, names, translate) for code, translate in translations.items()}
        data["lines"] = _lines(spec, lines, frames, names, texts)
        data["better"] = texts.number(Said("Better: "))
        chances = panel(judged, names)
        script = script_of("graph.js") + script
    count = game.variations
    body = fill(
        texts.marked(packaged_text("page.html")),
        heading=texts.said(spec.title),
        players=joined(
            fill(PLAYER, seat=number, name=texts.said(name) if isinstance(name, Said) else name, side=texts.said(side))
            for number, (name, side) in enumerate(zip(names, sides, strict=True))
        ),
        board=Html(frames.picture(seat, last)),
        last=last,
        play=texts.said(PLAY),
        ending=texts.said(ending),
        chances=chances,
        numbers=number_graphs(record, playthrough.states, [*map(str, names)]),
        comment=comments.get(last, ""),
        variations=fill("<p>{{count}}</p>", count=texts.said(variations_count(count))) if count else Html(),
        moves=_moves(spec, game, texts, marks),
        facts=_facts(record, texts),
        letters=fill(texts.marked(LETTERS_SWITCH), checked=" checked" if western else "") if frames.letters else Html(),
        keys=texts.said(_keys(bool(count), bool(lines))),
        texts=texts.data(),
        data=as_json(data),
    )
    return document(f"{spec.title}: {' – '.join(names)}", body, sheet=style_sheet(), script=script)


def variations_count(number: int) -> str:
    """``2 variations``."""
    return Said.counted("{number} variation", "{number} variations", number)


def _keys(has_variations: bool, has_lines: bool) -> str:
    keys = [Said("Keys: ← → one ply, Page Up and Page Down ten, Home, End, space plays, T turns the board")]
    if has_variations:
        keys.append(Said("↑ ↓ another variation"))
    if has_lines:
        keys.append(Said("B shows the better line"))
    return Said.joined(Said(", "), keys)


def style_sheet() -> str:
    """The style sheet of a page with boards on it, the boards' colours included."""
    return style("auto") + packaged_text("base.css") + packaged_text("page.css")


class Frames:
    """The pictures of a record in every look, as parts that many pictures share.

    A look is a layout, for wide or narrow screens, from a seat; first come those of the first layout.

    ``lines`` are better actions that were not played; the position after each is drawn too.
    """

    def __init__(
        self,
        spec: GameSpec,
        start: State,
        drawing: Drawing,
        places: Sequence[RecordedPosition],
        lines: Sequence[LineStep] = (),
    ) -> None:
        self.drawing = drawing
        states = [start, *(place.after for place in places), *(step.after for step in lines)]
        paths: list[Sequence[str]] = [()]
        for place in places:
            # While the dice roll, the last move stays marked.
            rolled = place.before.turn == CHANCE
            paths.append(paths[place.parent] if rolled else spec.clicks(place.before, place.action))
        paths += [() if step.before.turn == CHANCE else spec.clicks(step.before, step.action) for step in lines]
        seats = range(start.game.seats)
        rows = [
            in_layouts(*(spec.scene(state, seat).after(path) for seat in seats))
            for state, path in zip(states, paths, strict=True)
        ]
        pictures = [list(zip(*map(self.drawing.parts, row), strict=True)) for row in rows]
        fixed = len(list(takewhile(lambda alike: len(set(alike)) == 1, zip(*pictures, strict=False))))
        scenes: list[Scene] = [row[0] for row in rows]
        played = len(places) + 1
        self.scenes = scenes[:played]
        self.line_scenes = scenes[played:]
        self.letters = self.drawing.other_letters(scene for row in rows for scene in row)
        """The definition of each man that has Latin letters, and the one that shows its other sign."""
        self.widest = [_widest(look) for look in zip(*rows, strict=True)]
        """A scene of each look that is as wide and as high as its largest."""
        numbers: dict[tuple[str, ...], int] = {}
        drawn = [[numbers.setdefault(part, len(numbers)) for part in picture] for picture in pictures]
        self.table = drawn[0][:fixed]
        """The numbers of the parts that every picture has."""
        changing = [picture[fixed:] for picture in drawn]
        self.plies, self.line_parts = changing[:played], changing[played:]
        """The numbers of the other parts of each place, and of each action of the lines."""
        self.parts = list(map(stored, numbers))
        """Each part, drawn for each look."""

    def picture(self, seat: int, place: int) -> str:
        """The position of a place as SVG for wide screens, its changing parts in a group."""
        wide = self.widest[seat]
        scene = attrs.evolve(self.scenes[place], left=wide.left, top=wide.top, width=wide.width, height=wide.height)
        table, changing = (
            "".join(self.parts[number][seat] for number in numbers) for numbers in (self.table, self.plies[place])
        )
        return element(scene, self.drawing, f'<g id="table">{table}</g><g id="parts">{changing}</g>', CELL)


def in_layouts(*scenes: Scene) -> list[Scene]:
    """Scenes in both layouts, for wide screens and for narrow ones."""
    return [*scenes, *(scene.upright() for scene in scenes)]


def _widest(scenes: Sequence[Scene]) -> Scene:
    left, top = min(scene.left for scene in scenes), min(scene.top for scene in scenes)
    width = max(scene.left + scene.width for scene in scenes) - left
    height = max(scene.top + scene.height for scene in scenes) - top
    return attrs.evolve(scenes[0], left=left, top=top, width=width, height=height)


def stored(part: tuple[str, ...]) -> list[str]:
    """A part of a picture in all looks; without those of the second layout where they are the same."""
    half = len(part) // 2
    return list(part[:half] if part[:half] == part[half:] else part)


def _assessed(record: GameRecord, playthrough: Playthrough) -> Assessment | None:
    """The losses of the actions, if the record holds evaluations and the game is for two."""
    if not record.evaluations or playthrough.start.game.seats != 2:
        return None
    return assess(playthrough, record.evaluations, record.verdict)


def _lines(
    spec: GameSpec, lines: Mapping[int, Sequence[LineStep]], frames: Frames, names: Sequence[str], texts: DocumentTexts
) -> dict[str, list[dict[str, Any]]]:
    """The best lines as the page has them: by ply, the text, the picture and the sentence of each action."""
    pictures = zip(frames.line_parts, frames.line_scenes, strict=True)
    return {
        str(ply): [
            {
                "text": texts.number(move_text(spec, step.before, step.action, step.after)),
                "parts": parts,
                "caption": texts.number(scene.caption),
                "title": texts.number(scene_title(scene)),
                "sentence": texts.number(
                    Said("Better: {words}", words=sentence(spec, names, step.before, step.action, step.after))
                ),
            }
            for step, (parts, scene) in zip(steps, pictures, strict=False)
        ]
        for ply, steps in lines.items()
    }


def side_name(spec: GameSpec, seat: int) -> str:
    """The name of a ``seat`` in the game of ``spec``: ``Black``, or ``seat 3`` where it has none."""
    if seat < len(spec.seat_names):
        return Said(spec.seat_names[seat])
    return Said("seat {number}", number=seat + 1)


def _names(sides: Sequence[str], record: GameRecord) -> list[str]:
    """The names of the players; the name of a side where the record has no other."""
    players = [player.name for player in record.players]
    return [(players[seat][:MAX_NAME] if seat < len(players) else "") or side for seat, side in enumerate(sides)]


def _clocks(places: Sequence[RecordedPosition], seats: int) -> list[list[float]]:
    """The seconds that each seat has used at each place; empty if the record has no times."""
    if not any(place.seconds for place in places):
        return []
    used = [[0.0] * seats]
    for place in places:
        used.append(list(used[place.parent]))
        if place.before.turn >= 0:
            used[-1][place.before.turn] = round(used[-1][place.before.turn] + (place.seconds or 0.0), 1)
    return used


def sentence(spec: GameSpec, names: Sequence[str], before: State, action: Any, after: State) -> str:
    """An action in words, with the name of the player that acted or threw: ``Ann throws 3``.

    ``spec`` is the game's, ``names`` are the players'; the action leads from ``before`` to ``after``.
    """
    seat, words = acting_seat(before), spec.describe(before, action, after)
    return printable(Said("{name} {words}", name=names[seat], words=words) if seat >= 0 else words)


def acting_seat(before: State) -> int:
    """The seat that acts or throws in ``before``; :data:`CHANCE` where the game does not say who throws."""
    seat: int = before.turn
    return getattr(before, "seat", CHANCE) if seat == CHANCE else seat


def move_text(spec: GameSpec, before: State, action: Any, after: State) -> str:
    """An action as a list of moves shows it: its text, or words where that is a mere number.

    ``spec`` is the game's; the action leads from ``before`` to ``after``.

    >>> import boardgames as bg
    >>> start = bg.load("ur").start()
    >>> thrown = start.play("=4")
    >>> move_text(bg.find("ur"), thrown, thrown.read("0"), thrown.play("0"))
    'enters a token on 4'
    """
    words = spec.describe(before, action, after)
    values = words.values if isinstance(words, Said) else {}
    if not str(action).removeprefix("=").isdigit():
        return move_name(spec, before, action, after)
    deed = values.get("deed", words)  # without what follows from it
    return printable(deed if isinstance(deed, Said) else deed.partition(":")[0])


def text_and_words(spec: GameSpec, before: State, action: Any, after: State) -> str:
    """An action as a terminal shows it: its text, with words behind a mere number, as in ``4 (moves 4 to 6)``.

    ``spec`` is the game's; the action leads from ``before`` to ``after``.
    """
    if not str(action).isdigit():
        return move_name(spec, before, action, after)
    return Said("{action} ({words})", action=str(action), words=move_text(spec, before, action, after))


def _moves(spec: GameSpec, line: RecordedLine, texts: DocumentTexts, marks: Sequence[str] = (), ply: int = 0) -> Html:
    """The items of the list of moves; below a move are the variations that have another in its place."""
    items = []
    for number, place in enumerate(line.places):
        resumed = bool(number and line.places[number - 1].instead)
        items.append(_move(spec, place, texts, marks[number] if marks else "", ply + number + 1 if resumed else None))
        items.append(_variations(spec, place.instead, texts, ply + number))
    return joined([*items, _variations(spec, line.after, texts, ply + len(line.places))])


def _variations(spec: GameSpec, lines: Sequence[RecordedLine], texts: DocumentTexts, ply: int) -> Html:
    """An item of the list of moves that holds variations; each begins after ``ply`` actions."""
    lists = [fill(VARIATION, first=ply + 1, moves=_moves(spec, line, texts, ply=ply)) for line in lines]
    return fill(VARIATIONS, lists=joined(lists)) if lists else Html()


def _move(spec: GameSpec, place: RecordedPosition, texts: DocumentTexts, mark: str, ply: int | None) -> Html:
    """One item of the list of actions; ``ply`` is its number where that does not follow from the item before."""
    seconds = place.seconds if place.seconds and place.seconds >= 0.05 else None
    text = move_text(spec, place.before, place.action, place.after)
    return fill(
        MOVE,
        value=Html() if ply is None else Html(f' value="{ply}"'),
        number=place.number,
        kind="dice" if place.before.turn == CHANCE else f"seat{place.before.turn}",
        text=texts.said(text),
        mark=f" {mark}" if mark else "",
        seconds=Html() if seconds is None else fill(" <small>{{text}}</small>", text=_duration(seconds)),
        comment=fill(COMMENT, comment=place.comment) if place.comment else Html(),
    )


def _duration(seconds: float) -> str:
    """Seconds as on a clock.

    >>> _duration(3.14), _duration(75), _duration(3723)
    ('3.1 s', '1:15', '1:02:03')
    """
    if seconds < 60:
        return f"{round(seconds, 1):g} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _facts(record: GameRecord, texts: DocumentTexts) -> Html:
    """Everything else in the record, as a list of terms."""
    facts = [(name, str(value)) for name, value in record.headers.items() if value]
    if record.seed is not None:
        facts.append((Said("seed"), str(record.seed)))
    facts += [(Said("note"), note) for note in record.notes]
    rows = joined(fill(FACT, name=texts.said(name), value=value) for name, value in facts)
    return fill(texts.marked(FACTS), rows=rows) if facts else Html()
