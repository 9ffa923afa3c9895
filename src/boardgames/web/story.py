"""The story of a game at a table: what happened, in order, as every page is told it.

It only grows, what is taken back included, so whoever comes later, or again, hears the same.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from html import escape
from typing import Any, Final

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, State
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.picture.scene import Scene
from boardgames.core.protocol.dialogue import Event
from boardgames.core.record.game_record import GameRecord, RecordedPlayer
from boardgames.core.record.verdict import Verdict
from boardgames.core.text.printable import printable
from boardgames.view import svg

MOST_PICTURES: Final = 32
"""As many are remembered: the last ply from each side, and what people step through."""

Trie = dict[str, Any]
"""From a spot to the next trie, or to the text of an action."""


@attrs.frozen
class Picture:
    """A position as a page shows it."""

    svg: str
    caption: str


class Story:
    """One game as told so far.  It lives in the event loop's thread alone."""

    def __init__(
        self,
        spec: GameSpec,
        start: State,
        players: Sequence[RecordedPlayer],
        seed: int | None,
        left: Sequence[float | None],
    ) -> None:
        self.spec = spec
        self.playthrough = Playthrough(start)
        self.players = tuple(players)
        self.names = [player.name for player in players]
        self.seed = seed
        self.times: list[float] = []
        self.verdict: Verdict | None = None
        self.since = time.monotonic()
        """When the last thing happened."""
        self.entries: list[str] = []
        """All that was told, each as JSON."""
        self._pictures: dict[tuple[int, int, bool], Picture] = {}
        self.tell(
            "game",
            title=spec.title,
            names=self.names,
            sides=[side_of(spec, seat) for seat in range(start.game.seats)],
            left=list(left),
            letters=self._has_letters(),
        )

    @property
    def state(self) -> State:
        """The position now."""
        return self.playthrough.state

    @property
    def over(self) -> bool:
        return self.verdict is not None

    # -- what happens ------------------------------------------------------------------

    def tell(self, kind: str, **facts: Any) -> None:
        self.entries.append(json.dumps({"kind": kind, **facts}, ensure_ascii=False, separators=(",", ":")))

    def happened(self, event: Event, seconds: float, left: Sequence[float | None]) -> None:
        """A throw or an action; it took so long, and so much is left on the clocks."""
        self.playthrough.actions.append(event.action)
        self.playthrough.states.append(event.after)
        self.times.append(seconds)
        self.since = time.monotonic()
        seat = event.before.turn
        self.tell(
            "ply",
            ply=self.playthrough.plies,
            seat=seat,
            action=str(event.action),
            told=self.sentence(event),
            seconds=round(seconds, 2),
            left=[None if seconds is None else round(seconds, 1) for seconds in left],
            thought="" if event.thought is None else str(event.thought),
        )

    def sentence(self, event: Event) -> str:
        """What happened in words: ``greedy throws 3``."""
        who = event.before.turn
        if who == CHANCE:
            who = getattr(event.before, "seat", CHANCE)
        words = self.spec.describe(event.before, event.action, event.after)
        return printable(f"{self.names[who]} {words}" if who >= 0 else words)

    def undone(self, plies: int) -> None:
        self.playthrough.undo(plies)
        del self.times[len(self.playthrough.actions) :]
        now = self.playthrough.plies
        self._pictures = {place: picture for place, picture in self._pictures.items() if place[0] <= now}
        self.since = time.monotonic()
        self.tell("undone", plies=plies)

    def ended(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.tell("over", sentence=verdict.sentence(self.names), fault=verdict.fault is not None)

    def stopped(self, why: str) -> None:
        """The game cannot go on, and nobody has won."""
        self.tell("stopped", sentence=printable(why))

    # -- what there is to see ----------------------------------------------------------

    def scene(self, ply: int, seat: int) -> Scene:
        """The position after so many plies, from a seat, the last action that somebody chose marked."""
        playthrough = self.playthrough
        scene = self.spec.scene(playthrough.states[ply], seat)
        last = next((each for each in range(ply - 1, -1, -1) if playthrough.states[each].turn != CHANCE), None)
        if last is not None:
            scene = scene.after(self.spec.clicks(playthrough.states[last], playthrough.actions[last]))
        return scene

    def picture(self, ply: int, seat: int, western: bool) -> Picture:
        """The same drawn, or a sentence in its place if that fails."""
        key = (ply, seat, western)
        found = self._pictures.get(key)
        if found is None:
            if len(self._pictures) >= MOST_PICTURES:
                self._pictures.clear()
            found = self._pictures[key] = self._drawn(ply, seat, western, interactive=True)
        return found

    def still(self, seat: int) -> str:
        """The position now as an image, for who has no script."""
        return self._drawn(self.playthrough.plies, seat, western=False, interactive=False).svg

    def _drawn(self, ply: int, seat: int, western: bool, interactive: bool) -> Picture:
        try:
            scene = self.scene(ply, seat)
            return Picture(svg(scene, western=western, interactive=interactive, styled=False), scene.caption)
        except Exception as error:  # a scene is anybody's code
            why = printable(f"this position cannot be drawn: {type(error).__name__}: {error}")
            return Picture(f'<p class="refusal">{escape(why)}</p>', why)

    def _has_letters(self) -> bool:
        """Whether its men can also be shown in Latin letters."""
        try:
            return any(man.sign and man.letters for man in self.scene(0, 0).men)
        except Exception:  # the picture will tell
            return False

    def record(self) -> GameRecord:
        """The game so far."""
        return GameRecord.of(
            self.playthrough, players=self.players, times=self.times, verdict=self.verdict, seed=self.seed
        )


def side_of(spec: GameSpec, seat: int) -> str:
    return spec.seat_names[seat] if seat < len(spec.seat_names) else f"seat {seat + 1}"


def ways(spec: GameSpec, state: State) -> Trie:
    """The legal actions as a trie of clicks, which ends in their texts.

    >>> import boardgames as bg
    >>> state = bg.load("ur").start().play("=4")
    >>> ways(bg.find("ur"), state)
    {'a0': {'a4': '0'}}
    """
    root: Trie = {}
    for action in state.actions():
        *path, last = spec.clicks(state, action)
        node = root
        for spot in path:
            node = node.setdefault(spot, {})
        node[last] = str(action)
    return root
