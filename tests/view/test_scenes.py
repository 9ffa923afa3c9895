"""What a Scene must keep, at every state of random play of every game and preset."""

from __future__ import annotations

from typing import Any

import pytest

import boardgames as bg
from boardgames.core.picture.scene import Scene
from tests.positions import positions, variants
from tests.samples import FIVE, cases, few, sample

NAMES = variants()


def paths(state: Any) -> list[tuple[str, ...]]:
    spec = bg.find(state.game.name)
    return [tuple(spec.clicks(state, action)) for action in state.actions()]


def check_trie(every: list[tuple[str, ...]], names: set[str]) -> None:
    ends = set(every)
    assert len(ends) == len(every), "two actions by the same path"
    for path in every:
        assert path, "an action without a click"
        assert names.issuperset(path), f"{path} leads over a spot that is not there"
        assert not any(path[:length] in ends for length in range(1, len(path))), f"{path} begins with another path"


def check_scene(scene: Scene, seat: int) -> None:
    names = [spot.name for spot in scene.spots]
    assert scene.seat == seat
    assert len(set(names)) == len(names), "two spots of one name"
    places = [man.spot for man in scene.men]
    assert len(set(places)) == len(places), "two men on one spot"
    assert set(names).issuperset(places)
    assert set(names).issuperset(scene.last)
    assert all(man.count > 0 for man in scene.men)
    check_table(scene)
    check_table(scene.upright())


def check_table(scene: Scene) -> None:
    left, top = scene.left - 1e-9, scene.top - 1e-9
    right, bottom = scene.left + scene.width + 1e-9, scene.top + scene.height + 1e-9
    for spot in scene.spots:
        assert spot.x - spot.width / 2 >= left and spot.x + spot.width / 2 <= right, spot
        assert spot.y - spot.height / 2 >= top and spot.y + spot.height / 2 <= bottom, spot
    assert all(left <= text.x <= right and top <= text.y <= bottom for text in scene.texts)


@sample(20, thorough=75, slow=3_000)
@pytest.mark.parametrize("name", few(NAMES, *FIVE))
def test_paths_are_a_trie_and_both_seats_see_the_same(name: str, sample: int) -> None:
    spec = bg.find(name.partition(":")[0])
    for seed in range(2):
        for state in positions(name, sample, seed):
            scenes = [spec.scene(state, seat) for seat in range(state.game.seats)]
            for seat, scene in enumerate(scenes):
                check_scene(scene, seat)
            assert {frozenset(scene.men) for scene in scenes} == {frozenset(scenes[0].men)}
            assert scenes[0].caption == scenes[1].caption != ""
            check_trie(paths(state), {spot.name for spot in scenes[0].spots})


def test_turning_twice_is_turning_never() -> None:
    scene = bg.find("shogi").scene(bg.load("shogi").start(), 0)
    back = scene.seen_from(1).seen_from(0)
    assert [(spot.name, round(spot.x, 9), round(spot.y, 9)) for spot in back.spots] == [
        (spot.name, round(spot.x, 9), round(spot.y, 9)) for spot in scene.spots
    ]
    assert scene.seen_from(1).spot("5a") != scene.spot("5a")


@cases(
    ("position", "action", "path"),
    [
        ("4k4/9/4P4/9/9/9/9/9/4K4 b P 1", "5c5b+", ("5c", "5b", "promote")),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b P 1", "5c5b", ("5c", "5b", "decline")),
        ("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+", ("9b", "9a")),  # a pawn there must promote
        ("4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*7e", ("P*", "7e")),
        ("4k4/9/9/9/9/9/9/9/4K4 w p 1", "P*7e", ("p*", "7e")),
    ],
)
def test_shogi(position: str, action: str, path: tuple[str, ...]) -> None:
    state = bg.load("shogi").parse(position)
    assert tuple(bg.find("shogi").clicks(state, state.read(action))) == path


def test_a_declaration_is_a_choice_of_its_own() -> None:
    state = bg.load("shogi:impasse=27-point").start()
    assert tuple(bg.find("shogi").clicks(state, state.read("win"))) == ("win",)


def test_morris_removes_one_click_after_the_other() -> None:
    state = bg.load("morris").parse("B.B.B..B.......W.WW.W... b 5 5 9")
    spec = bg.find("morris")
    double = [tuple(spec.clicks(state, action)) for action in state.actions() if str(action).count("x") == 2]
    assert double and all(len(path) == 3 for path in double)


def test_ur_goes_from_cell_to_cell() -> None:
    state = bg.load("ur").parse("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2")
    spec = bg.find("ur")
    assert {str(a): tuple(spec.clicks(state, a)) for a in state.actions()} == {"0": ("a0", "a2"), "8": ("8", "10")}


def test_the_last_action_is_marked_choices_aside() -> None:
    state = bg.load("shogi").parse("4k4/9/4P4/9/9/9/9/9/4K4 b P 1")
    spec = bg.find("shogi")
    action = state.read("5c5b+")
    after = state.apply(action)
    assert spec.scene(after, 0).after(spec.clicks(state, action)).last == ("5c", "5b")
    assert spec.scene(after, 0).last == ("5c", "5b")
