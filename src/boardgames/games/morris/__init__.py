"""Nine Men's Morris."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.spec import GameSpec, SearchHints
from boardgames.core.model.game import Game
from boardgames.games.morris import notation, observation, picture, scene, symmetries
from boardgames.games.morris import search_eval as judgement
from boardgames.games.morris.actions import Action
from boardgames.games.morris.codingame import CODINGAME
from boardgames.games.morris.greedy_eval import evaluate
from boardgames.games.morris.options import PRESETS, MorrisOptions
from boardgames.games.morris.rules import SEATS, Morris, State

__all__ = ["SPEC", "Action", "Morris", "MorrisOptions", "State", "load"]


def _morris(options: Any) -> Morris:
    return Morris(options, notation)


SPEC = GameSpec(
    name="morris",
    title="Nine Men's Morris",
    game=_morris,
    by_history=frozenset({"repetition"}),
    options=MorrisOptions,
    presets=PRESETS,
    reasons={
        "two men": "a side has only two men left and none in stock, and loses",
        "blocked": "the side to move cannot, and loses",
        "mill": "a side has filled a line, where a mill wins",
        "full board": "no point is free and no stock is left, where that is a draw",
        "turn limit": "both sides have played all their turns: more men, on the board and in stock, win; as many draw",
        "repetition": "a position has occurred as often as the option allows: a draw",
    },
    protocols={"codingame": CODINGAME},
    picture=picture.draw,
    table=picture.table,
    legend=picture.LEGEND,
    describe=picture.describe,
    action_group=picture.group,
    scene=scene.scene,
    clicks=scene.clicks,
    evaluate=evaluate,
    insight=SearchHints(evaluate=judgement.judge),
    seat_names=("Black", "White"),
    max_plies=lambda options: SEATS * int(options.turns),
    observation=observation.observation,
    symmetries=symmetries.symmetries,
    rules=files(__name__).joinpath("rules.md").read_text(encoding="utf-8"),
    sources=(
        "CodinGame, Nine Men's Morris, https://github.com/Fati-Fatou/JeuDeMerelles",
        "Yucata, Nine Men's Morris, https://yucata.de/en/Rules/Morris",
        "H. J. R. Murray, A History of Board-Games Other Than Chess (1951), for three and six men's morris",
        "Emanuel Lasker, Brettspiele der Völker (1931), for ten men's morris",
        "Ludii, Three Men's Morris and Six Men's Morris, https://ludii.games",
        "Sanmill and its rule settings, https://github.com/calcitem/Sanmill",
        "OpenSpiel, nine_mens_morris, https://github.com/google-deepmind/open_spiel",
    ),
)


def load(**options: Any) -> Game[State]:
    """The game with these options (:class:`MorrisOptions`, or ``preset``), typed.

    >>> load(preset="classic").start().stock(0)
    9

    Raises :class:`~boardgames.core.model.options.BadOption`.
    """
    return make(SPEC, options)
