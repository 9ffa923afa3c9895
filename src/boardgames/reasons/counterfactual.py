"""The smallest change of a position that makes an action legal."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import chain
from time import monotonic
from typing import Any, Final

import attrs

from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import OVER, IllegalAction, State
from boardgames.core.model.wrong_action import as_state
from boardgames.core.text.said import Said, code_of, listed
from boardgames.reasons.near_misses import why_illegal
from boardgames.reasons.variations import TextLayout

MOST_TRIES: Final = 4000
SECONDS: Final = 1.0
ALIKE: Final = 2
"""The number of variations refused for one reason from which a second change goes on."""
MOST_NUMBERED: Final = 50_000
"""The most actions of a game among which the text is looked up."""


class GaveUp(Exception):
    """The search for a change has used its time or its tries."""


@attrs.frozen
class Change:
    """The change of a position that makes an action legal."""

    words: str
    """The difference, in words that follow "if"."""
    state: State
    """The changed position."""
    action: Any
    """The action, legal there."""
    spots: tuple[str, ...]
    """The spots of the scene at which it differs."""
    then: str = ""
    """The reason why the action is legal there, in words that follow "then", if the game has one."""

    def sentences(self) -> list[str]:
        """The change in words."""
        if self.then:
            return [Said("Legal if {words}: then {consequence}.", words=self.words, consequence=self.then)]
        return [Said("Legal if {words}.", words=self.words)]

    def fields(self) -> dict[str, object]:
        """The change for programs."""
        own = attrs.asdict(self, recurse=False)
        del own["state"]
        return {**own, "position": str(self.state), "action": str(self.action), "spots": list(self.spots)}


def unless(state: State, text: str) -> Change | None:
    """The smallest change of a position that makes an action legal; ``None`` if none was found.

    ``text`` is an action that ``state`` does not allow.  One man or counter is changed, then two.

    >>> import boardgames as bg
    >>> unless(bg.load("minishogi").start(), "4e5d").words
    'the Black pawn on 5d were not there'

    Raises :class:`ValueError` for an action that is legal.
    """
    try:
        return smallest_change(state, text)
    except GaveUp:
        return None


def smallest_change(state: State, text: str, seconds: float = SECONDS, tries: int = MOST_TRIES) -> Change | None:
    """The change of :func:`unless` for an action ``text`` in a ``state``, within these ``seconds`` and ``tries``.

    Raises :class:`GaveUp` when they are used, and :class:`ValueError`.
    """
    state = as_state(state)
    spec, game, text = spec_of(state.game), state.game, str(text)
    if game.action_count <= MOST_NUMBERED:
        actions = chain(map(game.action_at, range(game.action_count)), map(game.chance_at, range(game.chance_count)))
        names, readings = set(map(str, actions)), spec.readings(state, text) if spec.readings else ()
        canonical = next((reading for reading in (text, *readings) if reading in names), "")
    else:
        canonical = text
    why = why_illegal(state, canonical or text)
    if not why:
        raise ValueError(f"{text!r} is legal")
    if state.turn == OVER:
        return None
    search = _Search(spec, state, canonical, why, monotonic() + seconds, tries)
    return next(search.changes(), None) if canonical else None


@attrs.define
class _Search:
    spec: GameSpec
    state: State
    canonical: str
    why: str
    deadline: float
    tries_left: int
    tried: set[str] = attrs.field(factory=set)
    steps: dict[str, list[TextLayout]] = attrs.field(factory=dict)
    """The variations that are refused for another reason, by that reason; a second change may go on from them."""
    exchanges: list[Change] = attrs.field(factory=list)

    def changes(self) -> Iterator[Change]:
        """The changes that make the action legal: of one man or counter, of two, and those that the game lists."""
        layout = TextLayout.of(str(self.state))
        yield from self._changes(layout)
        if self.spec.variations is not None:
            yield from self._legal(map(TextLayout.of, self.spec.variations(self.state, self.canonical)))
        if layout.numbered >= 0:  # the men's numbers are history, which men and counters may not fit
            yield from self._changes(TextLayout.of(" ".join(layout.fields[: layout.numbered])))

    def _changes(self, layout: TextLayout) -> Iterator[Change]:
        targets = list[int]()
        yield from self._legal(self._singles(layout))
        for target, cell in enumerate(layout.cells):
            if cell != "/" and (yield from self._matters(layout, target)):
                targets.append(target)
        for target in targets:
            if layout.cells[target] == layout.empty:
                yield from self._legal(layout.placed(target))
        steps = [step for group in self.steps.values() for step in group[:ALIKE]]
        for step in steps:
            yield from self._legal(self._singles(step))
        for step in layout.without() if layout.cells else self._singles(layout):
            yield from self._legal(step.without() if layout.cells else self._singles(step))
        yield from self.exchanges
        for step in (layout, *steps):
            for target in targets:
                yield from self._legal(step.placed(target))

    def _singles(self, layout: TextLayout) -> Iterator[TextLayout]:
        return chain(layout.without(), layout.counted(self.canonical))

    def _matters(self, layout: TextLayout, target: int) -> Generator[Change, None, bool]:
        """The changes that place a man of a side on a cell; returns True if one of them changes the reason."""
        cases = {True, False}
        for variation in layout.placed(target):
            if (case := variation.cells[target].partition(",")[0].isupper()) in cases:
                change, why = self._try(variation)
                if change is not None and layout.cells[target] == layout.empty:
                    yield change
                elif change is not None:
                    self.exchanges.append(change)
                if change is not None or why not in ("", self.why):
                    return True
                if why:
                    cases.remove(case)
        return False

    def _legal(self, layouts: Iterable[TextLayout]) -> Iterator[Change]:
        return (change for change, _ in map(self._try, layouts) if change is not None)

    def _try(self, layout: TextLayout) -> tuple[Change | None, str]:
        """The change, if it makes the action legal; else the reason why not, empty if it is not a new position."""
        text, before = str(layout), self.state
        if text in self.tried:
            return None, ""
        if not self.tries_left or monotonic() > self.deadline:
            raise GaveUp
        self.tries_left -= 1
        self.tried.add(text)
        try:
            state = before.game.parse(text)
            if state.key == before.key or (before.turn > OVER and state.seat != before.seat):
                return None, ""
            action = state.read(self.canonical)
        except IllegalAction as error:
            if error.why != self.why:
                self.steps.setdefault(error.why, []).append(layout)
            return None, error.why
        except Exception:  # not a position, or one that somebody's game did not expect
            return None, ""
        words, spots = _difference(self.spec, before, state)
        then = self.spec.possible_then(code_of(self.why, ""), state, action) if self.spec.possible_then else ""
        return Change(words, state, action, spots, then), ""


def _difference(spec: GameSpec, before: State, after: State) -> tuple[str, tuple[str, ...]]:
    """The difference of two positions in words, and the spots at which their scenes differ."""
    scenes = [spec.scene(state, 0) for state in (before, after)]
    old, new = ({man.spot: (man.label, man.seat, man.promoted, man.count) for man in scene.men} for scene in scenes)
    spots = tuple(spot for spot in {**new, **old} if old.get(spot) != new.get(spot))
    label = {spot.name: spot.label or spot.name for scene in scenes for spot in scene.spots}
    trays = [spot.name for spot in scenes[0].spots if spot.shape == "tray" and spot.name in spots]
    gone, parts = {spot: old[spot] for spot in spots if spot in old and spot not in trays}, list[str]()
    for spot in spots:
        man = (new.get(spot) or old[spot])[0]
        man = Said("{side} man", side=Said(man)) if man in spec.seat_names else man
        names = {"place": label.get(spot, spot), "man": man}
        source = next((left for left in gone if gone[left] == new.get(spot)), None)
        if spot in trays:
            count, count2 = (men[spot][-1] if spot in men else 0 for men in (new, old))
            parts.append(
                Said('the number at "{place}" were {number}, not {number2}', number=count, number2=count2, **names)
            )
        elif source is not None:
            parts.append(Said("the {man} on {place2} stood on {place}", place2=label.get(source, source), **names))
            del gone[source]
        elif spot in new:
            parts.append(Said("one {man} stood on {place}", **names))
    for man in dict.fromkeys(man for man, *_ in gone.values()):
        places = [label.get(spot, spot) for spot in gone if gone[spot][0] == man]
        names = {"man": Said("{side} man", side=Said(man)) if man in spec.seat_names else man}
        if places[1:]:
            parts.append(Said("no {man} stood on {place}", place=listed(places), **names))
        else:
            parts.append(Said("the {man} on {place} were not there", place=places[0], **names))
    dice, dice2 = ([die.value or 0 for die in scene.dice] for scene in scenes)
    if dice != dice2:
        parts.append(Said("the dice showed {number}", number=sum(dice2)))
    return listed(parts or [Said("the position were {position}", position=str(after))]), spots
