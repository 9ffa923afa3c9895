"""The positions of a game as SVG, for its pages."""

from __future__ import annotations

from html import escape
from typing import Final

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.picture.scene import Scene
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said, Translate
from boardgames.view import svg
from boardgames.view.best_lines import LineStep

MAX_PICTURES: Final = 32
"""Pictures cached: the last ply from each side, and plies that people step through."""


@attrs.frozen
class Picture:
    """A position as a page shows it."""

    svg: str
    caption: str


class Pictures:
    """Draws the positions of a playthrough, and caches what it drew last."""

    def __init__(self, spec: GameSpec, playthrough: Playthrough) -> None:
        self.spec = spec
        self.playthrough = playthrough
        self.ended = False
        self._cache: dict[tuple[int, int, bool, Translate, bool], Picture] = {}

    def scene(self, ply: int, seat: int) -> Scene:
        """The position after ``ply`` plies as ``seat`` sees it, with the last player's action marked."""
        playthrough = self.playthrough
        scene = self.spec.scene(playthrough.states[ply], seat)
        last = next((number for number in range(ply - 1, -1, -1) if playthrough.states[number].turn != CHANCE), None)
        if last is not None:
            scene = scene.after(self.spec.clicks(playthrough.states[last], playthrough.actions[last]))
        if self.ended and ply == playthrough.plies and playthrough.state.outcome is None:
            scene = attrs.evolve(
                scene, dice=(), caption=Said("The game is over")
            )  # nobody is to move: somebody resigned
        return scene

    def picture(self, ply: int, seat: int, western: bool, translate: Translate = str, tall: bool = False) -> Picture:
        """The scene drawn, with spots to click; a sentence in its place if drawing fails.

        ``tall`` lays it out for a narrow screen.
        """
        key = (ply, seat, western, translate, tall)
        picture = self._cache.get(key)
        if picture is None:
            if len(self._cache) >= MAX_PICTURES:
                self._cache.clear()
            picture = self._cache[key] = self._draw(ply, seat, western, translate, True, tall)
        return picture

    def line_picture(
        self, step: LineStep, seat: int, western: bool, translate: Translate = str, tall: bool = False
    ) -> Picture:
        """The position after a step of a line that was not played."""
        try:
            scene = self.spec.scene(step.after, seat)
            if step.before.turn != CHANCE:
                scene = scene.after(self.spec.clicks(step.before, step.action))
            return _drawn(scene.upright() if tall else scene, western, translate, interactive=True)
        except Exception as error:  # a game's scene is foreign code
            return _not_drawn(error)

    def static_svg(self, seat: int, translate: Translate = str) -> str:
        """The position now as an image, for browsers without a script."""
        return self._draw(self.playthrough.plies, seat, False, translate, False, False).svg

    def end(self) -> None:
        """The game is over, if not by its rules then by a verdict: nothing is to be thrown or moved any more."""
        self.ended = True
        self._cache.clear()

    def choice(self, scene: Scene, western: bool, translate: Translate = str, tall: bool = False) -> str:
        """A position while somebody chooses, as SVG."""
        shown = scene.upright() if tall else scene
        return svg(shown, western=western, interactive=True, styled=False, translate=translate)

    def forget_after(self, ply: int) -> None:
        """Drop the cached pictures of later plies, which were taken back."""
        self._cache = {key: picture for key, picture in self._cache.items() if key[0] <= ply}

    def has_letters(self) -> bool:
        """True if the pieces can also be shown in Latin letters."""
        try:
            return any(man.sign and man.letters for man in self.scene(0, 0).men)
        except Exception:  # the picture itself shows the error
            return False

    def _draw(self, ply: int, seat: int, western: bool, translate: Translate, interactive: bool, tall: bool) -> Picture:
        try:
            scene = self.scene(ply, seat)
            return _drawn(scene.upright() if tall else scene, western, translate, interactive)
        except Exception as error:  # a game's scene is foreign code
            return _not_drawn(error)


def _drawn(scene: Scene, western: bool, translate: Translate, interactive: bool) -> Picture:
    drawn = svg(scene, western=western, interactive=interactive, styled=False, translate=translate)
    return Picture(drawn, translate(scene.caption))


def _not_drawn(error: Exception) -> Picture:
    message = printable(f"this position cannot be drawn: {type(error).__name__}: {error}")
    return Picture(f'<p class="refusal">{escape(message)}</p>', message)
