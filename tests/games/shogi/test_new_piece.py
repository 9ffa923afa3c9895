"""A variant with a piece that nobody knows is data: it plays, and is drawn, judged, written and recorded."""

from __future__ import annotations

from random import Random

import attrs

from boardgames.core.lookup.installed_games import registered
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.playthrough import Playthrough
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.io import kanji, scene, sfen
from boardgames.games.shogi.io.picture import draw
from boardgames.games.shogi.pieces import AS_GOLD, DIAGONAL, GOLD, KING, PAWN, Piece
from boardgames.games.shogi.records import csa_moves
from boardgames.games.shogi.rules import Shogi
from boardgames.games.shogi.values.search_eval import judge
from boardgames.games.shogi.variant import Variant
from boardgames.records.game_record import GameRecord
from tests.samples import cases

CRAB = Piece("C", "crab", slides="E W", promoted_steps=AS_GOLD, promoted_slides=DIAGONAL)
DUEL = Variant("duel", "Crab duel", 5, 5, 1, (KING, PAWN, GOLD, CRAB), "1gkc1/1ppp1/5/1PPP1/1CKG1 b -")


def spec() -> GameSpec:
    return spec_of(DUEL, "# Crab duel", ())


def game() -> Shogi:
    made = spec().game(spec().options())
    assert isinstance(made, Shogi)
    return made


def played(seed: int, plies: int = 60) -> list[str]:
    """The actions of a random game."""
    rng, state, actions = Random(seed), game().start(), []
    for _ in range(plies):
        if not state.actions():
            break
        action = rng.choice(state.actions())
        actions.append(str(action))
        state = state.apply(action)
    return actions


def test_it_moves_as_it_is_told_to_and_promotes() -> None:
    state = game().parse("4k/5/2C2/5/K4 b - 1")
    assert {str(action) for action in state.actions() if action.origin == "3c"} == {"3c5c", "3c4c", "3c2c", "3c1c"}
    state = game().parse("4k/C4/5/5/K4 b - 1")
    assert all("+" not in str(action) for action in state.actions())  # the crab never enters the zone by itself
    state = game().parse("2C2/4k/5/5/K4 b - 1")
    assert {"3a4a", "3a4a+"} <= {str(action) for action in state.actions()}
    assert state.play("3a4a+").piece_at("4a") == "+C"
    assert str(state.play("3a4a+")) == "1+C3/4k/5/5/K4 w - 2"


@cases("seed", range(4))
def test_it_is_drawn_judged_and_written(seed: int) -> None:
    state = game().start()
    for text in played(seed):
        state = state.play(text)
        assert draw(state) and "C" in draw(state, "western").upper()
        assert -1 <= judge(state, 0) <= 1
        assert scene.scene(state, 0).men
        assert str(sfen.parse(game(), str(state))) == str(state)


def test_its_letter_stands_for_the_names_it_has_not() -> None:
    assert kanji.names(DUEL)["C"] == "Ｃ" and kanji.signs(DUEL)["+C"] == "ｃ"
    assert csa_moves.names(DUEL)["+C"] == "YC"
    crab = attrs.evolve(CRAB, kanji=("蟹", "大蟹"), sign=("蟹", "大"), worth=(7, 9))
    named = attrs.evolve(DUEL, pieces=(KING, PAWN, GOLD, crab))
    assert kanji.pieces(named)["大蟹"] == "+C"


@cases("seed", range(4))
@cases("name", ["kif", "csa", "usi"])
def test_it_is_recorded(name: str, seed: int) -> None:
    with registered(spec()):
        form = spec().formats[name]
        record = GameRecord.of(Playthrough.replay(game().start(), played(seed)))
        data = form.write(record).encode()
        assert form.recognises(data)
        again = form.read(game(), data)
        assert (again.start, again.actions) == (record.start, record.actions)
