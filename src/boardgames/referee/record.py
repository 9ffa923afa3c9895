"""The record of a game: one JSON object, from which it can be replayed.

``times`` has the seconds of each ply (0 for dice); ``outcome`` is ``null`` when
the game was broken off.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from boardgames.core.model import Outcome
from boardgames.core.playthrough import Playthrough
from boardgames.core.spec import find, make
from boardgames.core.transcript import UnreadableRecord
from boardgames.core.verdict import Fault, Verdict

SCHEMA = 1


@attrs.frozen
class NamedPlayer:
    """Who sat at a seat: a name, and the built-in player or command that played."""

    name: str
    player: str


@attrs.frozen(kw_only=True)
class Record:
    """A game as it is kept: only texts and numbers."""

    game: str
    options: dict[str, Any]
    seed: int | None
    players: Sequence[NamedPlayer]
    start: str
    actions: Sequence[str]
    times: Sequence[float]
    verdict: Verdict | None

    @classmethod
    def of(
        cls,
        playthrough: Playthrough,
        players: Sequence[NamedPlayer],
        seed: int | None,
        times: Sequence[float],
        verdict: Verdict | None,
    ) -> Record:
        game = playthrough.start.game
        return cls(
            game=game.name,
            options=attrs.asdict(game.options),
            seed=seed,
            players=players,
            start=str(playthrough.start),
            actions=playthrough.texts,
            times=[round(seconds, 6) for seconds in times],
            verdict=verdict,
        )

    @classmethod
    def read(cls, text: str) -> Record:
        """The record in a text.  Raises :class:`~boardgames.core.transcript.UnreadableRecord`."""
        try:
            fields = json.loads(text)
        except ValueError as error:
            raise UnreadableRecord(f"not a record: {error}") from None
        if not isinstance(fields, dict) or fields.get("schema") != SCHEMA:
            raise UnreadableRecord(f'not a record: expected a JSON object with "schema": {SCHEMA}')
        kinds = {"game": str, "options": dict, "start": str, "actions": list, "players": list}
        for name, kind in kinds.items():
            if not isinstance(fields.get(name), kind):
                raise UnreadableRecord(f"not a record: {name!r} is missing or not a {kind.__name__}")
        return cls(
            game=fields["game"],
            options={name: _value(value) for name, value in fields["options"].items()},
            seed=fields.get("seed"),
            players=[_named_player(player) for player in fields["players"]],
            start=fields["start"],
            actions=[str(action) for action in fields["actions"]],
            times=fields.get("times", []),
            verdict=_from_json(fields.get("outcome")),
        )

    def playthrough(self) -> Playthrough:
        """The game itself, played again under the rules.

        Raises what :func:`~boardgames.core.spec.load`, ``parse`` and ``play`` raise.
        """
        game = make(find(self.game), self.options)
        return Playthrough.replay(game.parse(self.start), self.actions)

    def json(self) -> str:
        """The record as one line of JSON."""
        fields = {"schema": SCHEMA, **attrs.asdict(self)}
        del fields["verdict"]
        fields["outcome"] = None if self.verdict is None else _as_json(self.verdict)
        return json.dumps(fields, ensure_ascii=False)

    def write(self, path: Path) -> None:
        """Put the record in a file, whole or not at all.  Raises :class:`OSError`."""
        draft = path.with_name(f".{path.name}.part")
        draft.write_text(self.json() + "\n", encoding="utf-8")
        draft.replace(path)


def _named_player(fields: Any) -> NamedPlayer:
    if not isinstance(fields, dict) or not {"name", "player"} <= fields.keys():
        raise UnreadableRecord("not a record: each of 'players' must be an object with 'name' and 'player'")
    return NamedPlayer(str(fields["name"]), str(fields["player"]))


def _as_json(verdict: Verdict) -> dict[str, Any]:
    fault = verdict.fault
    return {
        "returns": verdict.outcome.returns,
        "reason": verdict.outcome.reason,
        "loser": verdict.loser,
        "fault": None if fault is None else {"kind": fault.kind, "detail": fault.detail},
    }


def _from_json(fields: Any) -> Verdict | None:
    if fields is None:
        return None
    try:
        outcome = Outcome(tuple(map(float, fields["returns"])), str(fields["reason"]))
        fault = fields["fault"]
        return Verdict(outcome, None if fault is None else Fault(int(fields["loser"]), fault["kind"], fault["detail"]))
    except (TypeError, KeyError, ValueError) as error:
        raise UnreadableRecord(f"not a record: 'outcome' is not one ({type(error).__name__}: {error})") from None


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
