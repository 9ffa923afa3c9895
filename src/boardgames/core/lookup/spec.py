"""GameSpec: one game with all that belongs to it: rules, texts, pictures, hints for searches, views for learners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, cast

import attrs

from boardgames.core.above import above
from boardgames.core.lookup.deferred_field import Deferred
from boardgames.core.model.game import CHANCE, ActionT, Game, State, StateT, ThrowT
from boardgames.core.model.options import NoOptions
from boardgames.core.text.said import Said

if TYPE_CHECKING:
    from boardgames.core.lookup.registry import Registry
    from boardgames.core.model.symmetry import Symmetry
    from boardgames.core.picture.scene import CandidatesOf, ClicksOf, Scene, SceneOf
    from boardgames.core.picture.view_options import ViewOptions
    from boardgames.core.protocol.dialogue import LineProtocol
    from boardgames.learning.levels import GameLevels
    from boardgames.learning.observation import Observation
    from boardgames.learning.search_hints import SearchHints


def _plain_description(before: State, action: Any, after: State) -> str:
    text = str(action)
    if before.turn == CHANCE:
        return Said("throws {number}", number=text.removeprefix("="))
    return Said("plays {action}", action=text)


def _plain_scene(spec: GameSpec) -> SceneOf:
    def scene(state: State, seat: int) -> Scene:
        from boardgames.core.picture.scene import plain_scene

        return plain_scene(spec.picture, spec.seat_names, state, seat)

    return scene


def plain_clicks(state: State, action: Any) -> tuple[str, ...]:
    """The spots of the plain scene by which a person chooses ``action`` in ``state``."""
    from boardgames.core.picture import scene

    return scene.plain_clicks(state, action)


def _protocols_of_every_game() -> Registry[LineProtocol]:
    return cast("Registry[LineProtocol]", above("boardgames.core.lookup.players:PROTOCOLS"))


@attrs.frozen(kw_only=True, eq=False, repr=False, slots=False)
class GameSpec(Generic[StateT, ActionT, ThrowT]):
    """One game with all that belongs to it.  Only ``name``, ``title``, ``game`` and ``reasons`` are needed.

    Any field may be given as :func:`~boardgames.core.lookup.deferred_field.deferred`;
    then it is made when it is first read.

    >>> import boardgames as bg
    >>> start = bg.load("ur").start()
    >>> bg.find("ur").describe(start, start.read("=2"), start.play("=2"))
    'throws 2'
    """

    # -- the game itself

    name: str
    title: str
    other_names: tuple[str, ...] = ()
    """Names by which the game is found beside its name and title.  Only letters and digits count."""
    game: Callable[[Any], Game[StateT, ActionT, ThrowT]]
    """Makes the game from its options."""
    reasons: Mapping[str, str]
    """Every reason that an outcome can have, with its meaning."""
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
    starts: Mapping[str, str] = attrs.field(factory=dict)
    """Other positions from which people begin, such as handicaps, as texts by their names."""
    dice: Callable[[int], Iterator[str]] | None = None
    """The arena's own throws for a seed, as canonical texts without end; else a seed gives each seat its own."""
    max_plies: int | Callable[[Any], int | None] | None = None
    """The longest a game can last, dice included, where the rules bound it; or a function of the options."""

    # -- the game in words: for programs, in records, and for people

    protocols: Mapping[str, LineProtocol] = attrs.field(factory=dict)
    """The line protocols of its own in which programs play it, the usual one first."""
    formats: Mapping[str, Any] = attrs.field(factory=dict)
    """The formats in which people keep records of it, by name: each a :class:`boardgames.records.RecordFormat`."""
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
    """The rule behind each ``IllegalAction.code``: the name of a game, and the number of the rule in the section
    "Rules" of its page, as in ``{"safe": ("ur", 4)}``."""
    sources: tuple[str, ...] = ()
    """The sources of the rules."""

    # -- the game to look at and to click

    picture: Callable[[StateT], str] = str
    """The position drawn in text."""
    table: Callable[[StateT, ViewOptions], str] | None = None
    """The picture with :class:`~boardgames.core.picture.view_options.ViewOptions`: turned, the last action marked."""
    legend: str = ""
    """The key to the picture, and the way to type an action, in Markdown without headings."""
    seat_names: tuple[str, ...] = ("first", "second")
    scene: SceneOf = attrs.field(default=attrs.Factory(_plain_scene, takes_self=True))
    """The position as it lies before a seat; the plain one shows the picture and the actions as a list."""
    clicks: ClicksOf = plain_clicks
    """The spots of the scene by which a person chooses a legal action; they belong to the scene."""
    unordered_clicks: Callable[[Any, Any], int] | None = None
    """``unordered_clicks(state, action)``: the number of last spots that may be chosen in any order, because they are
    a set, such as men to remove."""
    candidates: CandidatesOf | None = None
    """``candidates(state, path)``: the actions, legal or not, that a person may have in mind after clicking the spots
    of ``path``.  Those that are not legal are shown with the reason.  Without it all actions of the game are
    tried (:mod:`boardgames.reasons.near_misses`)."""

    variations: Callable[[StateT, str], Iterable[str]] | None = None
    """``variations(state, action)``: the texts of positions in which an action may be legal that is not, the smallest
    difference first.  They are tried after those that are made from the text (:mod:`boardgames.reasons.variations`)."""
    possible_then: Callable[[str, StateT, Any], str] | None = None
    """``possible_then(code, state, action)``: the reason why an action that was refused with a code is legal in a
    changed position, in words that follow "then"; ``""`` if there is nothing to say."""

    # -- the knowledge of the game for searches

    evaluate: Callable[[StateT, int], float] | None = None
    """The worth of a position for a seat, from -1 to 1.  A game with ``insight`` has it there."""
    insight: SearchHints | None = None
    """The knowledge that searches may use; without it they make do with ``evaluate``."""
    levels: GameLevels | None = None
    """The settings of levels 1 to 10 of the players that have levels; without it general ones."""

    # -- the game as programs see it that learn it

    observation: Callable[[Any], Observation | None] | None = None
    """The view of a game with these options; without it a learner sees the plain view."""
    symmetries: Callable[[Any], Sequence[Symmetry]] | None = None
    """The symmetries of a game with these options, without the one that changes nothing."""

    def __attrs_post_init__(self) -> None:
        fields = vars(self)
        fields["evaluate"] = fields["evaluate"] or Deferred(lambda: self.insight and self.insight.evaluate)
        fields["_later"] = {name: fields.pop(name) for name in [*fields] if isinstance(fields[name], Deferred)}

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field that was deferred: it is made now, and stays."""
            if name not in vars(self).get("_later", ()):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = vars(self)[name] = self._later[name].value()
            return value

    def longest(self, game: Game) -> int | None:
        """The most plies that a game with these options can last, dice included; ``None`` where no rule bounds it."""
        return self.max_plies(game.options) if callable(self.max_plies) else self.max_plies

    def protocol(self, name: str | None = None) -> LineProtocol:
        """A line protocol of this game: the usual one, or the one of that name.

        Those of :data:`boardgames.core.lookup.PROTOCOLS` serve every game.  Raises :class:`KeyError` for another name.
        """
        if name is None:
            name = next(iter(self.protocols), "plain")
        return self.protocols[name] if name in self.protocols else _protocols_of_every_game().find(name)

    def protocol_names(self) -> list[str]:
        """The protocols that this game can be played in, its own first."""
        return [*self.protocols, *(name for name in _protocols_of_every_game().names() if name not in self.protocols)]

    def draw(self, state: StateT, view: ViewOptions) -> str:
        """The position drawn in text, as these options ask for where the game can do that."""
        return self.picture(state) if self.table is None else self.table(state, view)

    def __repr__(self) -> str:
        return f"<GameSpec {self.name}>"

    def _repr_html_(self) -> str:
        return str(above("boardgames.view.spec_card:spec_card")(self))
