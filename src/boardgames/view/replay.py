"""A recorded game in lines: its moves with comments and variations, boards, what each action gave away, its end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import attrs

from boardgames.core.lookup.installed_games import find
from boardgames.core.model.game import CHANCE, State
from boardgames.core.text.printable import printable
from boardgames.core.text.result import CommandResult
from boardgames.language.catalogue import of_terminal
from boardgames.language.phrases import move_phrases, phrases
from boardgames.records.game_record import GameRecord
from boardgames.records.recorded_line import RecordedLine, recorded_line
from boardgames.view.page import text_and_words, variations_count

SHOWN_LOSS: Final = 5e-5
"""A loss of winning chance below what is printed counts as none."""


@attrs.frozen(kw_only=True)
class Replay(CommandResult):
    """A recorded game as lines, in the language of the terminal."""

    record: GameRecord
    moves: bool = True
    """False for the end alone."""
    draw: Callable[..., str] | None = None
    """The picture of a state, after the state before it and the action where these are given; the game's own if none
    is."""
    boards: bool = False
    """True for a board after each move."""
    ply: int | None = None
    """The number of the last ply that is shown, with its board; all if there is none."""
    losses: Sequence[float | None] | None = None
    """The loss of each action, where it is to be told."""

    @property
    def names(self) -> list[str]:
        """The players, those without a name by their side."""
        translate, seats = phrases(of_terminal(), self.record.game).text, find(self.record.game).seat_names
        return [printable(name) or translate(seats[seat]) for seat, name in enumerate(self.record.names)]

    def sentences(self) -> list[str]:
        """The game in lines; a board is one of several."""
        spec, translate = find(self.record.game), phrases(of_terminal(), self.record.game).text
        playthrough, draw, lines = self.record.playthrough(), self.draw or spec.picture, list[str]()
        plies = playthrough.plies if self.ply is None else self.ply
        line = recorded_line(self.record)
        if self.moves:
            lines += [translate(variations_count(line.variations))] if line.variations else []
            lines += _comment(self.record.comments.get(0, ""))
        if self.boards:
            lines.append(draw(playthrough.start))
        if self.moves:
            lines += self._lines(line, plies, draw)
        lines += self._totals(playthrough.states[: plies + 1])
        if self.ply is not None:
            return [*lines, draw(playthrough.states[plies]), str(playthrough.states[plies])]
        return [*lines, translate(self.record.ending(self.names))]

    def fields(self) -> dict[str, Any]:
        """The record."""
        fields: dict[str, Any] = json.loads(self.record.json())
        return fields

    def __str__(self) -> str:
        return "\n".join(self.sentences())  # a board may have colours

    def _lines(
        self, line: RecordedLine, plies: int, draw: Callable[..., str], begun: int = 0, indent: str = ""
    ) -> Iterator[str]:
        """The first ``plies`` of a line, which begins after ``begun``, each with the variations in its place."""
        spec, names, translate = find(self.record.game), self.names, move_phrases(self.record).text
        for place, ply in zip(line.places, range(begun, plies), strict=False):
            move = translate(text_and_words(spec, place.before, place.action, place.after))
            is_throw = place.before.turn == CHANCE
            loss = None if indent or self.losses is None or is_throw else self.losses[ply]
            note = "" if loss is None else f"\t-{100 * loss:.2f} %" if loss >= SHOWN_LOSS else "\tbest"
            yield indent + (move if is_throw else f"{names[place.before.turn]}: {move}{note}")
            yield from _comment(place.comment, indent)
            if self.boards and not is_throw and not indent:
                yield draw(place.after, place.before, place.action) + "\n"
            yield from self._variations(place.instead, ply, draw, indent)
        if plies >= begun + len(line.places):
            yield from self._variations(line.after, begun + len(line.places), draw, indent)

    def _variations(
        self, lines: Sequence[RecordedLine], ply: int, draw: Callable[..., str], indent: str
    ) -> Iterator[str]:
        for line in lines:
            yield f"{indent}  variation at ply {ply + 1}:"
            yield from self._lines(line, ply + len(line.places), draw, ply, indent + 4 * " ")

    def _totals(self, states: Sequence[State]) -> Iterator[str]:
        """The loss of each player over these states, if losses are to be told."""
        for seat, name in enumerate(self.names if self.losses is not None else ()):
            losses = [
                loss
                for loss, before in zip(self.losses or (), states, strict=False)
                if loss is not None and before.turn == seat
            ]
            worse = sum(loss >= SHOWN_LOSS for loss in losses)
            yield f"{name} gave away {100 * sum(losses):.2f} % in {worse} of {len(losses)} actions"


def _comment(comment: str, indent: str = "") -> list[str]:
    return [f"{indent}  * {printable(text)}" for text in comment.splitlines()]
