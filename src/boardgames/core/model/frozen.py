"""Frozen classes with fields, as attrs makes them, without importing attrs.

Importing attrs and making a dozen classes with it takes longer than all else that a
game does before its first list of actions.  So the classes that every game needs are
made here.  ``attrs.fields``, ``attrs.asdict`` and ``attrs.evolve`` accept them.
"""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, Self, TypeVar, dataclass_transform

T = TypeVar("T")

NEEDED: Final = object()
"""In place of a default: the field must be given."""
MAKING: Final = allocate_lock()  # held while the fields of a class are made for attrs


class Field:
    """A field's default, or how it follows from the fields before it; and facts about it, which attrs calls metadata.

    In a class that attrs makes it becomes a field of attrs.
    """

    def __init__(
        self,
        default: Any = NEEDED,
        *,
        make: Callable[[Any], Any] | None = None,
        facts: Mapping[str, Any] | None = None,
        kw_only: bool = False,
    ) -> None:
        self.default = default
        self.make = make
        self.facts = facts
        self.kw_only = kw_only

    def __set_name__(self, owner: type, name: str) -> None:
        if not issubclass(owner, Frozen):
            setattr(owner, name, self.of_attrs())

    def of_attrs(self, **more: Any) -> Any:
        """The same as ``attrs.field`` makes it."""
        import attrs

        default = self.default
        if self.make is not None:
            default = attrs.Factory(self.make, takes_self=True)
        elif default is NEEDED:
            default = attrs.NOTHING
        return attrs.field(default=default, metadata=self.facts, kw_only=self.kw_only, **more)


def computed(make: Callable[[Any], T]) -> T:
    """A field that follows from those before it, where it is not given: ``make`` is called with the object.

    >>> class Pair(Frozen):
    ...     first: int
    ...     second: int = computed(lambda pair: pair.first + 1)
    >>> Pair(1), Pair(1, 5)
    (Pair(first=1, second=2), Pair(first=1, second=5))
    """
    field: Any = Field(make=make)
    return field  # type: ignore[no-any-return]


class _FieldsOfAttrs:
    """The fields of a frozen class as attrs knows them, made when attrs asks."""

    def __get__(self, instance: object, cls: type[Frozen]) -> Any:
        import attrs

        types: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            types |= getattr(base, "__annotations__", {})
        with MAKING:  # types that attrs resolved must not be made again
            if vars(cls)["__attrs_attrs__"] is self:
                fields = {name: field.of_attrs(type=types[name], alias=name) for name, field in cls._fields.items()}
                made: Any = attrs.make_class(cls.__name__, fields, frozen=True)
                cls.__attrs_attrs__ = made.__attrs_attrs__
        return vars(cls)["__attrs_attrs__"]


@dataclass_transform(frozen_default=True)
class Frozen:
    """The base of a frozen class: its annotations are its fields, and what is assigned to them are their defaults.

    Objects are equal when their fields are; without ``eq`` each equals itself alone.
    With ``kw_only`` fields are given by name.  ``init=False`` is for a part of other
    classes, of which no object is made.

    >>> class Throw(Frozen):
    ...     dice: int
    ...     doubled: bool = False
    >>> Throw(3), Throw(3) == Throw(3), Throw(3).evolve(doubled=True)
    (Throw(dice=3, doubled=False), True, Throw(dice=3, doubled=True))
    """

    if TYPE_CHECKING:  # else ``typing.get_type_hints`` would tell them of each class
        __attrs_attrs__: ClassVar[Any]
        __attrs_init__: ClassVar[Callable[..., None]]
        __match_args__: ClassVar[tuple[str, ...]]
        _fields: ClassVar[dict[str, Field]]
        _values: ClassVar[Any]

    def __init_subclass__(cls, *, init: bool = True, eq: bool = True, kw_only: bool = False) -> None:
        super().__init_subclass__()
        if "__attrs_attrs__" in vars(cls):
            return  # attrs.frozen makes the class again, with slots
        fields: dict[str, Field] = {}
        for base in reversed(cls.__mro__[1:]):
            fields |= vars(base).get("_fields", {})
        for name, kind in cls.__annotations__.items():
            if not str(kind).removeprefix("typing.").startswith("ClassVar"):
                default = vars(cls).get(name, NEEDED)
                if isinstance(default, Field) and not cls.__module__.startswith("boardgames."):
                    setattr(cls, name, default.of_attrs())  # attrs.frozen may follow, which looks for its own fields
                elif default is not NEEDED:
                    delattr(cls, name)
                fields[name] = default if isinstance(default, Field) else Field(default, kw_only=kw_only)
        cls._fields = fields
        cls._values = attrgetter("__class__", *fields)
        cls.__match_args__ = tuple(name for name, field in fields.items() if not field.kw_only)  # type: ignore[misc]
        cls.__attrs_attrs__ = _FieldsOfAttrs()
        if init:
            cls.__attrs_init__ = _initializer(cls, fields)
            if "__init__" not in vars(cls):
                cls.__init__ = cls.__attrs_init__  # type: ignore[method-assign]
        if not eq:
            cls.__eq__ = object.__eq__  # type: ignore[method-assign]
            cls.__hash__ = object.__hash__  # type: ignore[method-assign]

    def evolve(self, **changes: Any) -> Self:
        """The same with other values in some fields."""
        return type(self)(**{name: getattr(self, name) for name in self._fields} | changes)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._values(self) == self._values(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values(self))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__qualname__.rpartition('>.')[2]}({fields})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        from attrs.exceptions import FrozenInstanceError

        raise FrozenInstanceError

    def __delattr__(self, name: str) -> NoReturn:
        from attrs.exceptions import FrozenInstanceError

        raise FrozenInstanceError


def _initializer(cls: type[Frozen], fields: Mapping[str, Field]) -> Any:
    """``__init__`` of a frozen class."""
    known: dict[str, Any] = {"_put_": object.__setattr__, "_NEEDED_": NEEDED}
    given: list[str] = ["self"]
    named: list[str] = []
    lines: list[str] = []
    for name, field in fields.items():
        parameter = value = name
        if field.make is not None:
            known[f"_make_{name}_"] = field.make
            parameter, value = f"{name}=_NEEDED_", f"_make_{name}_(self) if {name} is _NEEDED_ else {name}"
        elif field.default is not NEEDED:
            known[f"_default_{name}_"] = field.default
            parameter = f"{name}=_default_{name}_"
        (named if field.kw_only else given).append(parameter)
        lines.append(f"_put_(self, {name!r}, {value})")
    if hasattr(cls, "__attrs_post_init__"):
        lines.append("self.__attrs_post_init__()")
    parameters = ", ".join([*given, "*", *named] if named else given)
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"]), known)
    init = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init
