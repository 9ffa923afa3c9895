"""The result of one game for a local arena, by the contracts of cg-brutaltester, cgarena and psyleague."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import attrs

from boardgames.core.text.result import CommandResult
from boardgames.records.game_record import GameRecord
from boardgames.records.printed_numbers import PrintedNumber, printed_numbers


@attrs.frozen
class ArenaResult(CommandResult):
    """A finished game, as arenas read it: the better score is the larger one, and a player at fault has -1."""

    record: GameRecord
    seed: int
    stderr: Sequence[Mapping[int, str]]
    """The text that each player wrote on stderr, by seat and ply."""

    @property
    def scores(self) -> list[int]:
        """For each seat the number of others that did worse; -1 for the player at fault."""
        verdict = self.record.verdict
        assert verdict is not None
        returns = verdict.outcome.returns
        scores = [sum(other < own for other in returns) for own in returns]
        if verdict.fault is not None:
            scores[verdict.fault.seat] = -1
        return scores

    @property
    def fault(self) -> str | None:
        """The fault that ended the game, in a sentence; ``None`` without one."""
        verdict = self.record.verdict
        return None if verdict is None or verdict.fault is None else verdict.sentence(self.record.names)

    def sentences(self) -> list[str]:
        """A score a line, and the seed, as cg-brutaltester reads them."""
        return [*map(str, self.scores), f"seed={self.seed}"]

    def fields(self) -> dict[str, Any]:
        """The record, with the scores and all that was written on stderr."""
        plies = range(len(self.record.actions) + 1)
        return {
            **json.loads(self.record.json()),
            "scores": {str(seat): score for seat, score in enumerate(self.scores)},
            "errors": {str(seat): [texts.get(ply) for ply in plies] for seat, texts in enumerate(self.stderr)},
            "agents": [{"index": seat, "name": name} for seat, name in enumerate(self.record.names)],
            "uinput": [f"seed={self.seed}"],
            "failCause": self.fault,
        }

    def cgarena(self) -> dict[str, Any]:
        """The result as cgarena reads it."""
        attributes = [
            {
                "name": number.name,
                "player": seat if number.kind == "P" else None,
                "turn": number.turn,
                "value": number.value,
            }
            for seat, number in self._numbers()
        ]
        return {"scores": self.scores, **self._ranks(), "attributes": attributes}

    def psyleague(self) -> dict[str, Any]:
        """The result as psyleague reads it."""
        data: list[dict[str, Any]] = [{"seed": self.seed}, *({} for _ in self.scores)]
        for seat, number in self._numbers():
            if number.turn is None:
                own, value = data[seat + 1 if number.kind == "P" else 0], number.value
                with suppress(ValueError):  # not a number
                    value = str(float(own.get(number.name, 0)) + float(value)) if number.adds else value
                own[number.name] = value
        return {**self._ranks(), "test_data": data[0], "player_data": data[1:]}

    def _ranks(self) -> dict[str, list[int]]:
        scores = self.scores
        ranks = [sum(other > own for other in scores) for own in scores]
        return {"ranks": ranks, "errors": [int(score < 0) for score in scores]}

    def _numbers(self) -> Iterator[tuple[int, PrintedNumber]]:
        """The numbers that bots printed, each with the bot's seat."""
        for seat, texts in enumerate(self.stderr):
            for number in printed_numbers("".join(texts.values())):
                yield seat, number
