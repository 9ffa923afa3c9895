"""GameSpec: one game with all that belongs to it: rules, texts, pictures, hints for searches, views for learners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

import attrs

from boardgames.core.lookup.deferred_field import Deferred
from boardgames.core.model.game import CHANCE, ActionT, Game, State, StateT, ThrowT, three_types
from boardgames.core.model.options import NoOptions
from boardgames.core.text.said import Said

if TYPE_CHECKING:
    from boardgames.core.learning.observation import Observation
    from boardgames.core.lookup.levels import GameLevels
    from boardgames.core.lookup.search_hints import SearchHints
    from boardgames.core.model.symmetry import Symmetry
    from boardgames.core.picture.scene import CandidatesOf, ClicksOf, Scene, SceneOf
    from boardgames.core.picture.view_options import ViewOptions
    from boardgames.core.protocol.dialogue import LineProtocol
    from boardgames.core.record.record_format import RecordFormat


# -- the five parts of a GameSpec ----------------------------------------------------


@attrs.frozen(kw_only=True, eq=False, init=False, repr=False, slots=False)
class Rules(Generic[StateT, ActionT, ThrowT]):
    """The game itself: its name, its options, and how it can end."""

    name: str
    title: str
    other_names: tuple[str, ...] = ()
    """Names by which the game is found beside its name and title.  Only letters and digits count."""
    game: Callable[[Any], Game[StateT, ActionT, ThrowT]]
    """Makes the game from its options."""
    reasons: Mapping[str, str]
    """Every reason an outcome can have, and what it means."""
    claims: frozenset[str] = frozenset()
    """Reasons that players may agree on, or a foreign record may give, where the rules as chosen do not judge."""
    by_history: frozenset[str] = frozenset()
    """Reasons that depend on earlier positions.  A position read from its text has none, so there the game goes on."""
    options: type[Any] = NoOptions
    """A frozen class, of attrs or a dataclass, of :func:`boardgames.core.model.options.option` fields."""
    presets: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)
    """Named sets of options, as differences from the defaults."""
    former_presets: Mapping[str, str] = attrs.field(factory=dict)
    """Names that presets had before, which still work."""
    peoples_preset: str = ""
    """The preset that people know, which a page offers them; empty: the defaults."""
    dice: Callable[[int], Iterator[str]] | None = None
    """The arena's own throws for a seed, as canonical texts without end; else a seed gives each seat its own."""
    max_plies: int | Callable[[Any], int | None] | None = None
    """The longest a game can last, dice included, where the rules bound it; or a function of the options."""

    def longest(self, game: Game) -> int | None:
        """The most plies that a game with these options can last, dice included; ``None`` where no rule bounds it."""
        return self.max_plies(game.options) if callable(self.max_plies) else self.max_plies


def _plain_description(before: State, action: Any, after: State) -> str:
    text = str(action)
    if before.turn == CHANCE:
        return Said("throws {number}", number=text.removeprefix("="))
    return Said("plays {action}", action=text)


@attrs.frozen(kw_only=True, eq=False, init=False, repr=False, slots=False)
class Texts(Generic[StateT]):
    """The game in words: for programs, in records, and for people.

    >>> import boardgames as bg
    >>> start = bg.load("ur").start()
    >>> bg.find("ur").describe(start, start.read("=2"), start.play("=2"))
    'throws 2'
    """

    protocols: Mapping[str, LineProtocol] = attrs.field(factory=dict)
    """The line protocols of its own in which programs play it, the usual one first."""
    formats: Mapping[str, RecordFormat] = attrs.field(factory=dict)
    """The formats in which people keep records of it, by name."""
    describe: Callable[[Any, Any, Any], str] = _plain_description
    """``describe(before, action, after)``: what happened, in words that follow a name, as in ``throws 3``.

    A list of moves shows its value ``move``, or ``deed`` where the action's text is a mere number."""
    action_group: Callable[[StateT, Any], str] | None = None
    """The heading under which a legal action is listed for people: the man that moves, or the kind of action."""
    read_throw: Callable[[str], str] = str
    """Other spellings of a dice outcome, for scripted dice, to its canonical text."""
    readings: Callable[[StateT, str], Iterable[str]] | None = None
    """``readings(state, text)``: the canonical texts that another spelling of an action may mean, as people and
    language models write it: the action is taken if exactly one of them is legal, and the text itself is not."""
    rules: str = ""
    """The rules in our words, in Markdown."""
    rules_behind: Mapping[str, tuple[str, int]] = attrs.field(factory=dict)
    """By the codes of the reasons why actions are not legal, the rule behind each: the name of a game, and the number
    of the rule in the section "Rules" of its page, as in ``{"safe": ("ur", 4)}``."""
    sources: tuple[str, ...] = ()
    """Where the rules come from."""

    def protocol(self, name: str | None = None) -> LineProtocol:
        """A line protocol of this game: the usual one, or the one of that name.

        Those of :data:`boardgames.core.lookup.PROTOCOLS` serve every game.
        Raises :class:`KeyError` for another name.
        """
        from boardgames.core.lookup.protocols import PROTOCOLS, USUAL

        if name is None:
            name = next(iter(self.protocols), USUAL)
        return self.protocols[name] if name in self.protocols else PROTOCOLS.find(name)

    def protocol_names(self) -> list[str]:
        """The protocols that this game can be played in, its own first."""
        from boardgames.core.lookup.protocols import PROTOCOLS

        return [*self.protocols, *(name for name in PROTOCOLS.names() if name not in self.protocols)]


def _plain_scene(pictures: Pictures[Any]) -> SceneOf:
    def scene(state: State, seat: int) -> Scene:
        from boardgames.core.picture.scene import plain_scene

        return plain_scene(pictures.picture, pictures.seat_names, state, seat)

    return scene


def plain_clicks(state: State, action: Any) -> tuple[str, ...]:
    """The spots of the plain scene by which a person chooses an action."""
    from boardgames.core.picture import scene

    return scene.plain_clicks(state, action)


@attrs.frozen(kw_only=True, eq=False, init=False, repr=False, slots=False)
class Pictures(Generic[StateT]):
    """The game to look at and to click: drawn in text, and as a scene."""

    picture: Callable[[StateT], str] = str
    """The position drawn in text."""
    table: Callable[[StateT, ViewOptions], str] | None = None
    """The same with :class:`~boardgames.core.picture.view_options.ViewOptions`: turned, the last action marked."""
    legend: str = ""
    """How to read the picture, and what to type for an action, in Markdown without headings."""
    seat_names: tuple[str, ...] = ("first", "second")
    scene: SceneOf = attrs.field(default=attrs.Factory(_plain_scene, takes_self=True))
    """The position as it lies before a seat; the plain one shows the picture and the actions as a list."""
    clicks: ClicksOf = plain_clicks
    """The spots of the scene by which a person chooses a legal action; they belong to the scene."""
    unordered_clicks: Callable[[Any, Any], int] | None = None
    """``unordered_clicks(state, action)``: how many of the last spots may be chosen in any order, because they are a
    set, such as men to remove."""
    candidates: CandidatesOf | None = None
    """``candidates(state, path)``: the actions, legal or not, that a person may have in mind after clicking the spots
    of ``path``.  Those that are not legal are shown with the reason.  Without it all actions of the game are
    tried (:mod:`boardgames.core.lookup.near_misses`)."""

    def draw(self, state: StateT, view: ViewOptions) -> str:
        """The position drawn in text, as these options ask for where the game can do that."""
        return self.picture(state) if self.table is None else self.table(state, view)


@attrs.frozen(kw_only=True, eq=False, init=False, repr=False, slots=False)
class Search(Generic[StateT]):
    """The knowledge of the game for searches."""

    evaluate: Callable[[StateT, int], float] | None = None
    """How good a position is for a seat at a glance; larger is better, between -1 and 1."""
    insight: SearchHints | None = None
    """The knowledge that searches may use; without it they make do with ``evaluate``."""
    levels: GameLevels | None = None
    """The settings of levels 1 to 10 of the players that have levels; without it general ones."""


@attrs.frozen(kw_only=True, eq=False, init=False, repr=False, slots=False)
class Learning:
    """How programs that learn the game see it."""

    observation: Callable[[Any], Observation | None] | None = None
    """The view of a game with these options; without it a learner sees the plain view."""
    symmetries: Callable[[Any], Sequence[Symmetry]] | None = None
    """The symmetries of a game with these options, without the one that changes nothing."""


# -- the whole ------------------------------------------------------------------------


# mypy gives every part an __attrs_init__ of its own; they are never called.
@attrs.frozen(kw_only=True, eq=False, repr=False, slots=False)
class GameSpec(  # type: ignore[misc]
    Rules[StateT, ActionT, ThrowT], Texts[StateT], Pictures[StateT], Search[StateT], Learning
):
    """One game with all that belongs to it.  Only ``name``, ``title``, ``game`` and ``reasons`` are needed.

    Any field may be given as :func:`~boardgames.core.lookup.deferred_field.deferred`;
    then it is made when it is first read.

    Raises :class:`TypeError` for a field that does not exist.
    """

    def __attrs_post_init__(self) -> None:
        values = vars(self)
        waiting = {name: value for name, value in values.items() if isinstance(value, Deferred)}
        for name in waiting:
            del values[name]
        values["_deferred"] = waiting

    def __repr__(self) -> str:
        return f"<GameSpec {self.name}>"

    def _repr_html_(self) -> str:
        """The game as a card, for notebooks."""
        from boardgames.core.lookup.spec_card import spec_card

        return spec_card(self)

    if not TYPE_CHECKING:

        def __init__(self, **fields: Any) -> None:
            known = attrs.fields_dict(type(self))
            for name in fields:
                if name not in known:
                    raise TypeError(_no_field(name, list(known)))
            self.__attrs_init__(**fields)

        def __class_getitem__(cls, types: Any) -> Any:
            """``GameSpec[...]``, where the parameters left out are ``Any``."""
            return super().__class_getitem__(three_types(types) if cls is GameSpec else types)

        def __getattr__(self, name: str) -> Any:  # called for fields that are not made yet
            waiting = vars(self).get("_deferred", {})
            if name not in waiting:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = vars(self)[name] = waiting[name].value()
            return value


def _no_field(name: str, known: list[str]) -> str:
    """The error of a keyword that is not a field."""
    if name == "seats":
        return (
            "GameSpec has no field 'seats': the number of seats is an attribute of the game, "
            "as in 'seats = 3' in its class; the spec may name them in 'seat_names'"
        )
    from difflib import get_close_matches

    close = get_close_matches(name, known, 1)
    return f"GameSpec has no field {name!r}" + (f"; did you mean {close[0]!r}?" if close else "")
