"""The facts that a game tells of itself: its name, its options, its picture and its evaluation."""

from __future__ import annotations

import copy
import pickle
from typing import Any, Final

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import load
from boardgames.core.model.options import as_text, describe, with_options
from boardgames.testkit.facts import difference
from boardgames.testkit.rung import Flaw, Rung, at_every_state, raised
from boardgames.testkit.walks import Trial


def _who(trial: Trial) -> None:
    spec, game = trial.spec, trial.game
    if (game.name, game.title) != (spec.name, spec.title):
        raise Flaw(f"the game calls itself {game.name!r}, {game.title!r}; the spec says {spec.name!r}, {spec.title!r}")
    if game.seats != len(spec.seat_names) or game.seats < 1:
        raise Flaw(f"the game has {game.seats} seats, and the spec names {len(spec.seat_names)}: {spec.seat_names}")
    unexplained = [reason for reason, meaning in spec.reasons.items() if not meaning]
    if not spec.reasons or unexplained:
        raise Flaw(f"each reason needs a meaning, but {unexplained or 'there are none'}")
    for key, protocol in spec.protocols.items():
        if protocol.name != key:
            raise Flaw(f"the protocol {protocol.name!r} stands under the name {key!r}")


def _options(trial: Trial) -> None:
    spec, game = trial.spec, trial.game
    if not isinstance(game.options, spec.options):
        raise Flaw(f"game.options is a {type(game.options).__name__}, and the spec says {spec.options.__name__}")
    for name, default, meaning, source in describe(spec.options):
        if not (meaning and source):
            raise Flaw(f"the option {name} needs a meaning and a source")
        if spec.options() == game.options and as_text(getattr(game.options, name)) != default:
            raise Flaw(f"the option {name} is {getattr(game.options, name)!r}, and its default {default}")
        try:
            setattr(game.options, name, getattr(game.options, name))
        except AttributeError:  # as frozen classes of attrs and dataclasses raise
            continue
        raise Flaw(f"the option {name} can be changed after the game was made")
    for preset in spec.presets:
        try:
            make(spec, {"preset": preset})
        except Exception as error:
            raise Flaw(f"the preset {preset!r} cannot be made: {raised(error)}") from None


def _one_game(trial: Trial) -> None:
    spec, game = trial.spec, trial.game
    name = with_options(spec.name, game.options)
    if load(name) is not game:
        raise Flaw(f"load({name!r}) is another game than the one with these options")
    for how, again in (("pickled", pickle.loads(pickle.dumps(game))), ("copied", copy.deepcopy(game))):
        if again is not game:
            raise Flaw(f"{how}, it is a second game")
    differs = difference(game.start(), game.start())
    if differs:
        raise Flaw(f"start() gives two different states: {differs}")


def _picture(state: Any, trial: Trial) -> None:
    if not trial.spec.picture(state).strip():
        raise Flaw("the picture is empty")
    if not repr(state):
        raise Flaw("repr() is empty")
    if trial.spec.evaluate is not None:
        for seat in range(trial.game.seats):
            value = trial.spec.evaluate(state, seat)
            if not -1 <= value <= 1:
                raise Flaw(f"evaluate for seat {seat} says {value}: expected -1 to 1")


IDENTITY: Final[tuple[Rung, ...]] = (
    Rung(
        check=_who,
        name="who-it-is",
        title="the game and its spec agree on name, title and seats",
        why="The command line finds a game by the spec and prints what the game says.",
        look="GameSpec(name=..., title=..., seat_names=...) and the same attributes of the game.",
    ),
    Rung(
        check=_options,
        name="options",
        title="options have a meaning and a source, and are frozen",
        why="'boardgames rules' explains each option; a changed option would change the rules of a running game.",
        look="the options class: frozen, of attrs or a dataclass, with fields made by boardgames.core.model.option.",
    ),
    Rung(
        check=_one_game,
        name="one-game",
        title="the same options are the same game with the same start, also when pickled",
        why="States know their game, and states of two games never mix.",
        look="the game's __reduce__: SimpleGame has one that finds the game again by its name.",
    ),
    Rung(
        check=at_every_state(_picture),
        name="picture",
        title="picture and evaluation know every position, the end included",
        why="They are used at every ply of every game that people watch.",
        look="GameSpec(picture=..., evaluate=...): what do they assume that is not true at this position?",
    ),
)
