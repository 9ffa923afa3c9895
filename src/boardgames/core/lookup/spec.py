"""GameSpec: one game with all that belongs to it: rules, texts, pictures, hints for searches, views for learners."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

import attrs

from boardgames.core.model.game import CHANCE, Game, State, StateT
from boardgames.core.model.options import NoOptions

if TYPE_CHECKING:
    from boardgames.core.learning.observation import Observation
    from boardgames.core.model.symmetry import Symmetry
    from boardgames.core.picture.scene import ClicksOf, SceneOf
    from boardgames.core.picture.view_options import ViewOptions
    from boardgames.core.protocol.dialogue import LineProtocol
    from boardgames.core.record.record_format import RecordFormat


def _plain_scene(spec: GameSpec) -> SceneOf:
    from functools import partial

    from boardgames.core.picture.scene import plain_scene

    return partial(plain_scene, spec.picture, spec.seat_names)


def _plain_clicks() -> ClicksOf:
    from boardgames.core.picture.scene import plain_clicks

    return plain_clicks


@attrs.frozen(kw_only=True, eq=False)
class SearchHints:
    """What a search may know of a game beyond its rules.  Nothing here changes who wins."""

    evaluate: Callable[[Any, int], float]
    """How good a position is for a seat: what it can expect in the end, between -1 and 1."""
    urgency: Callable[[Any, Sequence[Any]], bytes] | None = None
    """For each of the state's actions 0, if it is quiet, else how urgent it is to look at, up to 255.
    A position is judged only when no urgent action is left, or a quiet one is better."""
    threats: Callable[[Any], Sequence[Any]] | None = None
    """The actions that leave the opponent few answers, such as checks: by these alone a mate is looked for."""


@attrs.frozen(kw_only=True, eq=False)
class GameSpec(Generic[StateT]):
    """One game with all that belongs to it.  Only ``name``, ``title``, ``game`` and ``reasons`` are needed."""

    name: str
    title: str
    game: Callable[[Any], Game[StateT]]
    """Makes the game from its options."""
    reasons: Mapping[str, str]
    """Every reason an outcome can have, and what it means."""
    claims: frozenset[str] = frozenset()
    """Reasons that players may agree on, or a foreign record may give, where the rules as chosen do not judge."""
    by_history: frozenset[str] = frozenset()
    """Reasons that the way to a position gives and no text of it tells: read again from there, the game goes on."""
    options: type[Any] = NoOptions
    """An attrs frozen class of :func:`boardgames.core.model.options.option` fields."""
    presets: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)
    """Named sets of options, as differences from the defaults."""
    protocols: Mapping[str, LineProtocol] = attrs.field(factory=dict)
    """The line protocols of its own in which programs play it, the usual one first."""
    formats: Mapping[str, RecordFormat] = attrs.field(factory=dict)
    """The formats in which people keep records of it, by name."""
    picture: Callable[[StateT], str] = str
    """The position drawn in text."""
    table: Callable[[StateT, ViewOptions], str] | None = None
    """The same as somebody at the table sees it: turned, with the last action marked; else it is the picture."""
    legend: str = ""
    """How to read the picture, and what to type for an action, in Markdown without headings."""
    account: Callable[[Any, Any, Any], str] | None = None
    """What happened, from the states before and after it, in words that follow a name: ``throws 3``."""
    group: Callable[[StateT, Any], str] | None = None
    """Under what a legal action is listed for people: the man that moves, or the kind of action."""
    seat_names: tuple[str, ...] = ("first", "second")
    scene: SceneOf = attrs.field(default=attrs.Factory(_plain_scene, takes_self=True))
    """The position as it lies before a seat; the plain one shows the picture and the actions as a list."""
    clicks: ClicksOf = attrs.field(factory=_plain_clicks)
    """The spots of the scene by which a person chooses a legal action; they belong to the scene."""
    evaluate: Callable[[StateT, int], float] | None = None
    """How good a position is for a seat at a glance; larger is better, between -1 and 1."""
    insight: SearchHints | None = None
    """What searches may know; without it they make do with ``evaluate``."""
    observation: Callable[[Any], Observation | None] | None = None
    """How a game with these options looks to those who learn it; else they see the plain view."""
    symmetries: Callable[[Any], Sequence[Symmetry]] | None = None
    """The symmetries of a game with these options, but for that which changes nothing."""
    read_throw: Callable[[str], str] = str
    """Other spellings of a dice outcome, for scripted dice, to its canonical text."""
    dice: Callable[[int], Iterator[str]] | None = None
    """The arena's own throws for a seed, as canonical texts without end; else a seed gives each seat its own."""
    max_plies: int | Callable[[Any], int | None] | None = None
    """The longest a game can last, dice included, where the rules bound it; or what it is with some options."""
    rules: str = ""
    """The rules in our words, in Markdown."""
    sources: tuple[str, ...] = ()
    """Where the rules come from."""

    def drawn(self, state: StateT, sight: ViewOptions) -> str:
        """The position as somebody at the table sees it."""
        return self.picture(state) if self.table is None else self.table(state, sight)

    def told(self, before: State, action: Any, after: State) -> str:
        """What happened, in words that follow a name.

        >>> import boardgames as bg
        >>> start = bg.load("ur").start()
        >>> bg.find("ur").told(start, start.read("=2"), start.play("=2"))
        'throws 2'
        """
        if self.account is not None:
            return self.account(before, action, after)
        text = str(action)
        return f"throws {text.removeprefix('=')}" if before.turn == CHANCE else f"plays {text}"

    def longest(self, game: Game) -> int | None:
        """The most plies that a game with these options can last, dice included; ``None`` where no rule bounds it."""
        return self.max_plies(game.options) if callable(self.max_plies) else self.max_plies

    def protocol(self, name: str | None = None) -> LineProtocol:
        """A line protocol of this game: the usual one, or the one of that name.

        Those of :func:`boardgames.core.lookup.protocols.names` serve every game.
        Raises :class:`KeyError` for another name.
        """
        from boardgames.core.lookup import protocols

        if name is None:
            name = next(iter(self.protocols), protocols.USUAL)
        return self.protocols[name] if name in self.protocols else protocols.find(name)

    def protocol_names(self) -> list[str]:
        """The protocols that this game can be played in, its own first."""
        from boardgames.core.lookup import protocols

        return [*self.protocols, *(name for name in protocols.names() if name not in self.protocols)]
