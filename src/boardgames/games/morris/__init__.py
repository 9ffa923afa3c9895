"""Nine Men's Morris."""

from __future__ import annotations

from boardgames.core.lookup.deferred_field import deferred
from boardgames.core.lookup.game_cache import loader
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game
from boardgames.games.morris import notation
from boardgames.games.morris.actions import Action
from boardgames.games.morris.board import NINE
from boardgames.games.morris.options import FORMER_PRESETS, PRESETS, MorrisOptions
from boardgames.games.morris.rules import Morris, State
from boardgames.games.morris.variant import SEATS
from boardgames.games.pages import rules_page

__all__ = ["NINE", "SPEC", "Action", "Morris", "MorrisOptions", "State", "load"]


def _morris(options: MorrisOptions) -> Game[State, Action]:
    return Morris(options, notation)


SPEC: GameSpec[State, Action] = GameSpec(
    name="morris",
    title="Nine Men's Morris",
    other_names=("9mm", "9 men's morris", "merels", "mill", "mills", "Mühle"),
    game=_morris,
    by_history=frozenset({"repetition"}),
    options=MorrisOptions,
    presets=PRESETS,
    former_presets=FORMER_PRESETS,
    peoples_preset="classic",
    reasons={
        "two men": "a side has only two men left and none in stock, and loses",
        "blocked": "the side to move cannot, and loses",
        "mill": "a side has filled a line, where a mill wins",
        "full board": "no point is free and no stock is left, where that is a draw",
        "turn limit": "both sides have played all their turns: more men, on the board and in stock, win; as many draw",
        "repetition": "a position has occurred as often as the option allows: a draw",
    },
    protocols=deferred(f"{__name__}.codingame:PROTOCOLS"),
    formats=deferred(f"{__name__}.pgn:FORMATS"),
    picture=deferred(f"{__name__}.picture:draw"),
    table=deferred(f"{__name__}.picture:table"),
    legend=deferred(f"{__name__}.picture:LEGEND"),
    describe=deferred(f"{__name__}.picture:describe"),
    action_group=deferred(f"{__name__}.picture:group"),
    scene=deferred(f"{__name__}.scene:scene"),
    clicks=deferred(f"{__name__}.scene:clicks"),
    unordered_clicks=deferred(f"{__name__}.scene:unordered_clicks"),
    candidates=deferred(f"{__name__}.scene:candidates"),
    variations=deferred(f"{__name__}.explanation:variations"),
    possible_then=deferred(f"{__name__}.explanation:possible_then"),
    insight=deferred(f"{__name__}.search_eval:HINTS"),
    levels=deferred(f"{__name__}.values.levels:LEVELS"),
    seat_names=("Black", "White"),
    max_plies=lambda options: SEATS * int(options.turns),
    observation=deferred(f"{__name__}.observation:observation"),
    symmetries=deferred(f"{__name__}.symmetries:symmetries"),
    rules=rules_page(__name__),
    rules_behind=deferred(f"{__name__}.explanation:RULES_BEHIND"),
    sources=(
        "CodinGame, Nine Men's Morris, https://github.com/Fati-Fatou/JeuDeMerelles",
        "Yucata, Nine Men's Morris, https://yucata.de/en/Rules/Morris",
        "H. J. R. Murray, A History of Board-Games Other Than Chess (1951), for three and six men's morris",
        "Emanuel Lasker, Brettspiele der Völker (1931), for ten men's morris",
        "G. E. Gévay and G. Danner, Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, "
        "and Lasker Morris (arXiv 1408.0032), for Morabaraba",
        "Ludii, Three Men's Morris and Six Men's Morris, https://ludii.games",
        "Sanmill and its rule settings, https://github.com/calcitem/Sanmill",
        "OpenSpiel, nine_mens_morris, https://github.com/google-deepmind/open_spiel",
    ),
)

load = loader(SPEC, MorrisOptions)
