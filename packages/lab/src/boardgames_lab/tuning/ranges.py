"""The values that a tuning tries: ranges of numbers among a player's options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil, log10
from typing import Any, Final

import attrs

from boardgames.contest import BadContest, BadEntrant, Entry, PlayerEntrant, entrant
from boardgames.core.lookup import PLAYERS, GameSpec
from boardgames.core.model import choose, options_of, values_of, with_options
from boardgames.core.text import Number, OrNone, Whole

NUMBER: Final = r"[+-]?(?:\d+\.?\d*|\.\d+)"
WRITTEN: Final = re.compile(rf"([^=]+)=({NUMBER})\.\.({NUMBER})", re.ASCII)
STEPS: Final = 1000  # a number with a fraction has about as many values as this in its range


@attrs.frozen
class Range:
    """The range of an option; of a program's own (USI) if ``is_setting``."""

    name: str
    low: float
    high: float
    whole: bool = False
    is_setting: bool = False

    @classmethod
    def parse(cls, text: str, is_setting: bool = False) -> Range:
        """The range in a text.  Raises :class:`~boardgames.contest.settings.BadContest`.

        >>> Range.parse("playout=2..40")
        Range(name='playout', low=2.0, high=40.0, whole=True, is_setting=False)
        """
        parts = WRITTEN.fullmatch(text.strip())
        if parts is None:
            raise BadContest(f"a range is NAME=LO..HI, two numbers, as in playout=2..40, not {text!r}")
        name, low, high = parts[1].strip(), float(parts[2]), float(parts[3])
        if not low < high or high - low > 1e12:
            raise BadContest(f"{name}: {parts[2]} must be below {parts[3]}, as in {name}=LO..HI")
        return cls(name, low, high, "." not in parts[2] + parts[3], is_setting)

    def value(self, place: float) -> float:
        """The value at a place from 0 to 1."""
        value = self.low + place * (self.high - self.low)
        return round(value) if self.whole else round(value, max(0, ceil(log10(STEPS / (self.high - self.low)))))

    def place(self, value: object) -> float:
        """The place of a value; the middle for one that is not in the range."""
        if isinstance(value, int | float) and self.low <= value <= self.high:
            return (value - self.low) / (self.high - self.low)
        return 0.5


@attrs.frozen
class Tunable:
    """A player with ranges for some of its options."""

    entry: Entry
    ranges: tuple[Range, ...]
    start: tuple[float | None, ...]
    """The values of the player as it was given; ``None`` where that is not known."""
    base: str = ""
    """The name of a player of this process, without options."""
    options: Any = None

    @classmethod
    def of(cls, entry: Entry, ranges: Sequence[Range], spec: GameSpec) -> Tunable:
        """A player with these ranges, checked against its options.

        Raises :class:`~boardgames.contest.settings.BadContest` and :class:`~boardgames.contest.entrants.BadEntrant`.
        """
        text = entry.player
        if not isinstance(text, str):
            raise BadContest(f"a player to tune is a text, as on the command line, not {text!r}")
        if not ranges:
            raise BadContest("say what to tune: --vary NAME=LO..HI, or --vary-set for an option of a program's own")
        names = [span.name for span in ranges]
        if len(set(names)) < len(names):
            raise BadContest(f"{max(names, key=names.count)} has two ranges: give each option one")
        candidate = entrant(text, spec, entry.settings)
        if any(span.is_setting == isinstance(candidate, PlayerEntrant) for span in ranges):
            raise BadContest("--vary is for options of our players, --vary-set for those of a program's own (USI)")
        if not isinstance(candidate, PlayerEntrant):
            settings = dict(setting.partition("=")[::2] for setting in entry.settings)
            return cls(entry, tuple(ranges), tuple(map(_number, map(settings.get, names))))
        if candidate.player is None:
            raise BadContest(f"{text} takes no options: a player to tune has some, such as alphabeta:nodes=2000")
        options, defaults = options_of(type(candidate.options)), values_of(candidate.options)
        all_kinds = {name: option.kind for name, option in options.items()}
        kinds = {name: kind.kind if isinstance(kind, OrNone) else kind for name, kind in all_kinds.items()}
        numbers = {name: kind for name, kind in kinds.items() if isinstance(kind, Whole | Number)}
        fitted, start = [], []
        for span in ranges:
            if (kind := numbers.get(span.name)) is None:
                why = f"{span.name} is not a number" if span.name in options else f"there is no option {span.name!r}"
                raise BadContest(f"{why}; to vary there are: {', '.join(numbers) or 'none'}")
            if isinstance(kind, Whole) and not span.whole:
                raise BadContest(f"{span.name} is a whole number: write {span.name}={span.low:.0f}..{span.high:.0f}")
            fitted.append(attrs.evolve(span, whole=isinstance(kind, Whole)))
            start.append(defaults[span.name])
        if all(value is None for value in start):
            raise BadContest(f"say in the text of the player where {names[0]} starts, as in {text}:{names[0]}=...")
        base = candidate.player.name if text.partition(":")[0] in PLAYERS.names() else ":".join(text.split(":")[:2])
        tunable = cls(entry, tuple(fitted), tuple(start), base, candidate.options)
        for place in (0.0, 1.0):  # both ends are values that the options allow
            try:
                entrant(tunable.at((place,) * len(ranges)).player, spec)
            except (BadEntrant, ValueError) as error:
                raise BadContest(str(error)) from None
        return tunable

    @property
    def start_point(self) -> tuple[float, ...]:
        """The start of the tuning: a place from 0 to 1 in each range."""
        return tuple(span.place(value) for span, value in zip(self.ranges, self.start, strict=True))

    def values(self, point: Sequence[float]) -> dict[str, float]:
        return {span.name: span.value(place) for span, place in zip(self.ranges, point, strict=True)}

    def at(self, point: Sequence[float]) -> Entry:
        return self.with_values(self.values(point))

    def as_given(self) -> Entry:
        """The player as it was given, with its known values written out."""
        own = {span.name: value for span, value in zip(self.ranges, self.start, strict=True) if value is not None}
        return self.with_values(own)

    def with_values(self, values: dict[str, float]) -> Entry:
        """The entry of the player with other values of its options."""
        if self.options is None:
            settings = [text for text in self.entry.settings if text.partition("=")[0] not in values]
            return attrs.evolve(
                self.entry, settings=[*settings, *(f"{name}={value}" for name, value in values.items())]
            )
        options = choose(type(self.options), {**values_of(self.options), **values})
        return attrs.evolve(self.entry, player=with_options(self.base, options))


def _number(text: str | None) -> float | None:
    return float(text) if text is not None and re.fullmatch(NUMBER, text) else None
