"""Game records in JSON: one object with all fields of a :class:`~boardgames.records.game_record.GameRecord`.

It always has ``schema``, ``game``, ``options``, ``seed``, ``players``, ``start``,
``actions``, ``times`` and ``outcome``; it has ``comments``, ``evaluations``, ``headers``
and ``variations`` if there are any.  ``outcome`` is ``null`` if the game was broken off.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from boardgames.core.lookup.installed_games import find, is_loaded, name_of, spec_of
from boardgames.core.model.game import Game, Outcome, State, UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.evaluation import Evaluation
from boardgames.core.protocol.verdict import FAULTS, PLY_LIMIT, Fault, Verdict
from boardgames.core.text.finite_json import write_json
from boardgames.core.text.foreign_code import described
from boardgames.core.text.kinds import SEED, Kind, Number, OrNone, Several, Text, Whole
from boardgames.core.text.printable import shown
from boardgames.records.game_record import GameRecord, RecordedPlayer, UnreadableRecord, Variation
from boardgames.records.recorded_line import states_of

SCHEMA: Final = 1
SECONDS: Final = OrNone(Number(0, 10**7))
CHANCE: Final = Number(0, 1)
COUNT: Final = OrNone(Whole(0, 2**63 - 1))
EVALUATED: Final[Mapping[str, Kind]] = {
    "chance": CHANCE, "played": OrNone(CHANCE), "depth": COUNT, "nodes": COUNT, "plies_to_end": COUNT
}  # fmt: skip
"""The numbers of an evaluation."""
DEEPEST: Final = 64  # levels of variations
MARK: Final = re.compile(rb'"schema"\s{0,9}:')
SHORT: Final = 16  # bytes; a shorter file may be the beginning of a record
DECODER: Final = json.JSONDecoder()
SOLID: Final = re.compile(r"[^ \t\r\n]")
BLANK: Final = b"\xef\xbb\xbf \t\r\n"


def recognises(data: bytes) -> bool:
    """True if this looks like a JSON object with a ``schema``, or like the beginning of one."""
    head = data.lstrip(BLANK)
    return resembles(data) and (MARK.search(head) is not None or len(head) < SHORT)


def resembles(data: bytes) -> bool:
    """True if this looks like a JSON object."""
    return data.lstrip(BLANK).startswith(b"{")


# -- writing ----------------------------------------------------------------------


def write(record: GameRecord) -> str:
    """The record as one line."""
    fields: dict[str, Any] = {
        "schema": SCHEMA,
        "game": record.game,
        "options": dict(record.options),
        "seed": record.seed,
        "players": [attrs.asdict(player) for player in record.players],
        "start": record.start,
        "actions": record.actions,
        "times": record.times,
    }
    if record.ending_time is not None:
        fields["ending_time"] = record.ending_time
    if record.comments:
        fields["comments"] = {str(ply): text for ply, text in sorted(record.comments.items())}
    if record.evaluations:
        fields["evaluations"] = {
            str(ply): _evaluation_fields(value) for ply, value in sorted(record.evaluations.items())
        }
    if record.headers:
        fields["headers"] = dict(record.headers)
    if record.variations:
        fields["variations"] = [_variation_fields(variation) for variation in record.variations]
    fields["outcome"] = None if record.verdict is None else _outcome_fields(record.verdict)
    return write_json(fields) + "\n"


def _evaluation_fields(evaluation: Evaluation) -> dict[str, Any]:
    """The fields that say something."""
    optional = {name: getattr(evaluation, name) for name in ("played", "plies_to_end")}
    filled = {name: getattr(evaluation, name) for name in ("line", "depth", "nodes", "judge")}
    return {
        "chance": evaluation.chance,
        **{name: value for name, value in optional.items() if value is not None},
        **{name: value for name, value in filled.items() if value},
    }


def _variation_fields(variation: Variation) -> dict[str, Any]:
    fields: dict[str, Any] = {"ply": variation.ply, "actions": variation.actions}
    if variation.times:
        fields["times"] = variation.times
    if variation.comments:
        fields["comments"] = {str(ply): text for ply, text in sorted(variation.comments.items())}
    if variation.variations:
        fields["variations"] = [_variation_fields(below) for below in variation.variations]
    return fields


def _outcome_fields(verdict: Verdict) -> dict[str, Any]:
    fault = verdict.fault
    return {
        "returns": verdict.outcome.returns,
        "reason": verdict.outcome.reason,
        "loser": verdict.loser,
        "fault": None if fault is None else {"kind": fault.kind, "code": fault.code, "detail": fault.detail},
    }


# -- reading ----------------------------------------------------------------------


def read(data: bytes, game: Game | None = None) -> GameRecord:
    """The record in a file: every action is legal, and the outcome is that of the actions.

    A record can name a file or module as its game.  Reading it does not run that code,
    unless it has been imported already; else give the game as ``game``.
    Raises :class:`~boardgames.records.game_record.UnreadableRecord`, or what
    :func:`boardgames.core.lookup.installed_games.load` raises.
    """
    return read_all(data, game)[0]


def read_all(data: bytes, game: Game | None = None) -> list[GameRecord]:
    """All records in a file, one after the other; like :func:`read`."""
    records = []
    for number, fields in enumerate(_objects(data), 1):
        try:
            records.append(_record(fields, game))
        except UnreadableRecord as error:
            if number == 1:
                raise
            raise UnreadableRecord(f"in game {number}: {error}") from None
    return records


def _record(fields: dict[str, Any], game: Game | None) -> GameRecord:
    name, spec = _game(_required(fields, "game", str, "the name of a game"), game)
    record = GameRecord(
        game=name,
        options=_options(_required(fields, "options", dict, "an object of rule options")),
        seed=_checked(OrNone(SEED), fields.get("seed"), "'seed' must be null or a whole number of 64 bits"),
        players=_players(_required(fields, "players", list, "a list of players")),
        start=_required(fields, "start", str, "the text of a position"),
        actions=_texts(_required(fields, "actions", list, "a list of action texts"), "actions"),
        times=_times(fields.get("times", [])),
        ending_time=_checked(SECONDS, fields.get("ending_time"), "'ending_time' must be seconds, or null"),
        verdict=_verdict(fields.get("outcome")),
        comments=_comments(fields.get("comments", {})),
        evaluations=_evaluations(fields.get("evaluations", {})),
        headers=_headers(fields.get("headers", {})),
        variations=_variations(fields.get("variations", []), 0),
    )
    try:
        playthrough = record.playthrough()
    except (UnknownGame, BadOption, UnreadableRecord):
        raise
    except Exception as error:  # an option or a position that the game's code did not expect
        raise UnreadableRecord(f"{record.game} cannot be played from this: {described(error)}") from None
    _check_agreement(record, playthrough, spec)
    for variation in record.variations:
        _check_variation(variation, playthrough.states)
    return record


def _game(name: str, game: Game | None) -> tuple[str, Any]:
    """The name and the spec of the record's game, without running code that only the record names."""
    if is_loaded(name):
        spec = find(name)
        if game is not None and spec.name != game.name:
            raise UnreadableRecord(f"this is a record of {name}, not of {game.name}")
        return name if ":" in name or name.endswith(".py") else spec.name, spec
    if game is None:
        raise UnreadableRecord(
            f"its game is {shown(name)}, code in a file or module, which does not run just because a record names it: "
            "if you trust it, name the game yourself (--game on the command line, or read(data, game) in Python)"
        )
    return name_of(game), spec_of(game)


def _objects(data: bytes) -> list[dict[str, Any]]:
    """The objects in a file; there may be several."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableRecord(f"not a record: it is not in UTF-8 ({error.reason} at byte {error.start})") from None
    objects: list[dict[str, Any]] = []
    place = _next(text, 0)
    while place < len(text) or not objects:
        try:
            fields, place = DECODER.raw_decode(text, place)
        except ValueError as error:
            raise UnreadableRecord(f"not a record: {error}") from None
        except RecursionError:
            raise UnreadableRecord("not a record: lists or objects are nested hundreds of levels deep") from None
        if not isinstance(fields, dict) or fields.get("schema") != SCHEMA:
            raise UnreadableRecord(f'not a record: expected a JSON object with "schema": {SCHEMA}')
        objects.append(fields)
        place = _next(text, place)
    return objects


def _next(text: str, place: int) -> int:
    """The place of the next character that is not blank."""
    character = SOLID.search(text, place)
    return len(text) if character is None else character.start()


def _required(fields: Mapping[str, Any], name: str, kind: type, expected: str) -> Any:
    if not isinstance(fields.get(name), kind):
        raise UnreadableRecord(f"not a record: {name!r} is missing, or is not {expected}")
    return fields[name]


def _options(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}


def _checked(kind: Kind, value: Any, expected: str) -> Any:
    try:
        return kind.check(value)
    except ValueError:
        raise UnreadableRecord(f"not a record: {expected}") from None


def _players(fields: Sequence[Any]) -> list[RecordedPlayer]:
    for player in fields:
        if not isinstance(player, dict) or not all(isinstance(player.get(key), str) for key in ("name", "player")):
            raise UnreadableRecord("not a record: each of 'players' must be an object with 'name' and 'player'")
    return [RecordedPlayer(player["name"], player["player"]) for player in fields]


def _texts(items: Sequence[Any], name: str) -> tuple[str, ...]:
    texts: tuple[str, ...] = _checked(Several(Text()), items, f"each of {name!r} must be a text")
    return texts


def _times(items: Any) -> tuple[float | None, ...]:
    times: tuple[float | None, ...] = _checked(
        Several(SECONDS), items, "'times' must be a list of seconds, or of null where nobody knows"
    )
    return times


def _is_ply(key: str) -> bool:
    return key.isascii() and key.isdecimal() and len(key) < 10


def _comments(fields: Any) -> dict[int, str]:
    if not isinstance(fields, dict) or not all(_is_ply(key) and isinstance(text, str) for key, text in fields.items()):
        raise UnreadableRecord("not a record: 'comments' must be an object of texts, each behind the number of a ply")
    return {int(ply): text for ply, text in fields.items()}


def _evaluations(fields: Any) -> dict[int, Evaluation]:
    if not isinstance(fields, dict) or not all(map(_is_ply, fields)):
        raise UnreadableRecord("not a record: 'evaluations' must be an object, with the number of a ply before each")
    return {int(ply): _evaluation(evaluation) for ply, evaluation in fields.items()}


def _evaluation(fields: Any) -> Evaluation:
    if not isinstance(fields, dict):
        raise UnreadableRecord("not a record: each of 'evaluations' must be an object")
    for name, kind in EVALUATED.items():
        _checked(kind, fields.get(name), f"{name!r} of an evaluation must be {kind.expected}")
    line, judge = fields.get("line", []), fields.get("judge", "")
    if not isinstance(line, list) or not isinstance(judge, str):
        raise UnreadableRecord("not a record: an evaluation has a 'line' of action texts, and the name of its 'judge'")
    return Evaluation(
        chance=fields["chance"],
        line=_texts(line, "line"),
        played=fields.get("played"),
        depth=fields.get("depth") or 0,
        nodes=fields.get("nodes") or 0,
        plies_to_end=fields.get("plies_to_end"),
        judge=judge,
    )


def _headers(fields: Any) -> dict[str, str]:
    if not isinstance(fields, dict) or not all(isinstance(text, str) for text in fields.values()):
        raise UnreadableRecord("not a record: 'headers' must be an object of texts")
    return dict(fields)


def _variations(items: Any, level: int) -> tuple[Variation, ...]:
    if not isinstance(items, list) or level > DEEPEST:
        raise UnreadableRecord(f"not a record: 'variations' must be a list, and at most {DEEPEST} levels deep")
    variations = []
    for variation in items:
        if not isinstance(variation, dict) or type(variation.get("ply")) is not int or variation["ply"] < 0:
            raise UnreadableRecord("not a record: each of 'variations' must be an object with a 'ply' and 'actions'")
        variations.append(
            Variation(
                ply=variation["ply"],
                actions=_texts(_required(variation, "actions", list, "a list of action texts"), "actions"),
                times=_times(variation.get("times", [])),
                comments=_comments(variation.get("comments", {})),
                variations=_variations(variation.get("variations", []), level + 1),
            )
        )
    return tuple(variations)


def _verdict(fields: Any) -> Verdict | None:
    if fields is None:
        return None
    if not isinstance(fields, dict):
        raise UnreadableRecord("not a record: 'outcome' must be null or an object")
    returns, fault = fields.get("returns"), fields.get("fault")
    expected = "'returns' of 'outcome' must be a list of numbers, one for each seat"
    outcome = Outcome(
        _checked(Several(Number()), returns or None, expected), _required(fields, "reason", str, "a text")
    )
    if fault is None:
        verdict = Verdict(outcome)
        loser = fields.get("loser", verdict.loser)
        if loser is not None and type(loser) is not int:
            raise UnreadableRecord("not a record: 'loser' of 'outcome' must be null or the number of a seat")
        if loser != verdict.loser:
            lost = f"by its returns {_quoted(verdict)} {_seat(verdict.loser)} did"
            raise UnreadableRecord(f"the record says that {_seat(loser)} lost, but {lost}")
        return verdict
    loser = fields.get("loser")
    kind = fault.get("kind") if isinstance(fault, dict) else None
    if not (isinstance(kind, str) and kind in FAULTS and isinstance(fault.get("detail"), str)):
        raise UnreadableRecord(f"not a record: a 'fault' has a 'detail' and a 'kind', one of {', '.join(FAULTS)}")
    if type(loser) is not int or not 0 <= loser < len(outcome.returns):
        raise UnreadableRecord(f"not a record: 'loser' must be the seat at fault, 0 to {len(outcome.returns) - 1}")
    code = fault.get("code")
    coded = {"code": code} if isinstance(code, str) else {}  # records of earlier versions have none
    return Verdict(outcome, Fault(loser, kind, fault["detail"], **coded))


def _seat(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"


def _check_agreement(record: GameRecord, playthrough: Playthrough, spec: Any) -> None:
    """Check that the record does not contradict itself.  Raises :class:`UnreadableRecord`."""
    seats = playthrough.start.game.seats
    if len(record.players) != seats:
        raise UnreadableRecord(f"not a record: {spec.name} has {seats} players, not {len(record.players)}")
    if len(record.times) > playthrough.plies:
        raise UnreadableRecord(f"'times' has {len(record.times)} entries for {playthrough.plies} actions")
    if any(ply > playthrough.plies for ply in record.comments):
        raise UnreadableRecord(f"'comments' go to ply {max(record.comments)}, the actions to {playthrough.plies}")
    if any(ply > playthrough.plies for ply in record.evaluations):
        raise UnreadableRecord(f"'evaluations' go to ply {max(record.evaluations)}, the actions to {playthrough.plies}")
    verdict, outcome = record.verdict, playthrough.state.outcome
    if verdict is None:
        return
    recorded = verdict.outcome
    if len(recorded.returns) != seats:
        raise UnreadableRecord(f"'returns' has {len(recorded.returns)} numbers for {seats} players")
    if outcome is not None and (verdict.fault is not None or recorded != outcome):
        raise UnreadableRecord(
            f"the record says {_quoted(verdict)}, but its actions end the game: {_quoted(Verdict(outcome))}"
        )
    if outcome is None and verdict.fault is not None and verdict != Verdict.forfeit(verdict.fault, seats):
        raise UnreadableRecord(
            f"the record says {_quoted(verdict)}, but seat {verdict.fault.seat} was at fault ({verdict.fault.kind})"
        )
    judged = recorded.reason in spec.reasons and recorded.reason not in {PLY_LIMIT, *spec.claims}
    if outcome is None and verdict.fault is None and judged:
        raise UnreadableRecord(f"the record says {_quoted(verdict)}, but its actions do not end the game")


def _quoted(verdict: Verdict) -> str:
    returns = ", ".join(f"{share:g}" for share in verdict.outcome.returns)
    return f"{verdict.outcome.reason!r} ({returns})"


def _check_variation(variation: Variation, states: Sequence[State]) -> None:
    """Check that a variation is legal.  Raises :class:`UnreadableRecord`."""
    line = states_of(variation, states)
    for below in variation.variations:
        _check_variation(below, line)
