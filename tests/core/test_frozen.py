"""Frozen classes made without attrs: what attrs itself would promise of them."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from typing import Any, ClassVar

import attrs
import pytest

from boardgames.core.model.frozen import Field, Frozen, computed
from boardgames.core.model.options import BadOption, choose, describe, option


class Place(Frozen):
    """A place on a board."""

    MOST: ClassVar[int] = 9
    file: int
    rank: int = 1
    name: str = computed(lambda place: f"{place.file}{'abcdefghi'[place.rank - 1]}")

    def __attrs_post_init__(self) -> None:
        if self.file > self.MOST:
            raise ValueError(f"file {self.file} is off the board")


class Marked(Place, kw_only=True):
    mark: str
    size: float = 1.0


class Lone(Frozen, eq=False):
    number: int


class Nothing(Frozen):
    pass


class Rules(Frozen):
    heap: int = option(5, "how many there are", "a children's game", least=1, most=99)


@attrs.frozen
class RulesOfAttrs:
    heap: int = option(5, "how many there are", "a children's game", least=1, most=99)


@attrs.frozen
class PlaceOfAttrs:
    file: int
    rank: int = 1


def test_fields_are_given_in_order_or_by_name_and_defaults_follow() -> None:
    assert (Place(7).rank, Place(7).name, Place(7, rank=7).name, Place(7, 7, "there").name) == (1, "7a", "7g", "there")
    assert Marked(7, mark="x") == Marked(file=7, rank=1, name="7a", mark="x", size=1.0)
    with pytest.raises(TypeError, match=r"Place\.__init__\(\) missing 1 required positional argument: 'file'"):
        Place()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'side'"):
        Place(7, side=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional argument"):
        Marked(7, 7, "7g", "x")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="off the board"):
        Place(10)
    assert list(inspect.signature(Place).parameters) == ["file", "rank", "name"]


def test_objects_with_equal_fields_are_equal_and_never_change() -> None:
    place = Place(7)
    assert place == Place(7) and hash(place) == hash(Place(7))
    assert place != Place(6) and place != Place(7, name="there") and place != (7, 1, "7a")
    assert Marked(7, mark="x") != place and Nothing() == Nothing() != Rules()
    assert Lone(1) != Lone(1) and len({Lone(1), Lone(1)}) == 2
    assert repr(place) == "Place(file=7, rank=1, name='7a')" and repr(Nothing()) == "Nothing()"
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        place.file = 8  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del place.file
    assert place.evolve(file=6) == Place(6, name="7a") and place == Place(7)
    match place:
        case Place(file, rank):
            assert (file, rank) == (7, 1)


def test_objects_are_copied_and_pickled() -> None:
    for each in (Marked(7, mark="x"), Nothing(), Rules(heap=3)):
        for again in (copy.copy(each), copy.deepcopy(each), pickle.loads(pickle.dumps(each))):
            assert again == each and type(again) is type(each)


def test_attrs_takes_them_for_its_own() -> None:
    assert attrs.has(Place)
    fields: Any = attrs.fields_dict(Marked)  # type: ignore[arg-type, unused-ignore]
    assert {name: (field.type, field.kw_only) for name, field in fields.items()} == {
        "file": ("int", False),
        "rank": ("int", False),
        "name": ("str", False),
        "mark": ("str", True),
        "size": ("float", True),
    }
    assert (fields["file"].default, fields["rank"].default) == (attrs.NOTHING, 1)
    evolve: Any = attrs.evolve
    assert evolve(Marked(7, mark="x"), rank=2, name="there") == Marked(7, 2, "there", mark="x")
    assert attrs.asdict(Place(7)) == {"file": 7, "rank": 1, "name": "7a"}
    assert [field.name for field in attrs.fields(type(Nothing()))] == []  # type: ignore[misc, unused-ignore]
    attrs.resolve_types(Marked)
    assert attrs.fields_dict(Marked)["size"].type is float  # type: ignore[arg-type, unused-ignore]


def test_options_may_be_of_attrs_or_of_these() -> None:
    assert describe(Rules) == describe(RulesOfAttrs) == [("heap", "5", "how many there are", "a children's game")]
    for options in (Rules, RulesOfAttrs):
        assert choose(options, {}).heap == options().heap == 5
        assert choose(options, {"heap": "7"}) == options(heap=7)
        with pytest.raises(BadOption, match="option heap cannot be '0': expected a whole number from 1 to 99"):
            choose(options, {"heap": 0})
        with pytest.raises(TypeError):
            options(7)  # type: ignore[misc, unused-ignore]


def test_a_field_in_a_class_of_attrs_is_one_of_attrs() -> None:
    @attrs.frozen
    class Both:
        first: int
        second: int = Field(3, facts={"meaning": "the second"})  # type: ignore[assignment]

    assert Both(1).second == 3
    assert attrs.fields(Both).second.metadata == {"meaning": "the second"}


def test_attrs_may_make_a_class_below() -> None:
    @attrs.frozen
    class More(Rules):
        extra: int = option(3, "how many more", "ours", least=0)

    assert choose(More, {"extra": "4", "heap": 7}) == More(heap=7, extra=4)
    assert [name for name, *_ in describe(More)] == ["heap", "extra"]


def test_fields_may_have_any_name() -> None:
    class Shelf(Frozen):
        put: int
        _hidden: int = 2
        make_put: int = computed(lambda shelf: shelf.put + 1)

    assert Shelf(1) == Shelf(put=1, _hidden=2, make_put=2)
    evolve: Any = attrs.evolve
    assert evolve(Shelf(1), _hidden=5) == Shelf(1, 5)


def test_annotations_may_be_types() -> None:
    made = type("Lot", (Frozen,), {"__annotations__": {"MOST": ClassVar[int], "count": int}, "MOST": 9, "count": 1})
    assert repr(made()) == "Lot(count=1)" and made.MOST == 9  # type: ignore[attr-defined]


def test_they_are_made_without_attrs() -> None:
    code = "import sys, boardgames.core.lookup.spec; print('attr' in sys.modules, 'inspect' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == ["False", "False"]
