"""Disguise: a game under other names and on a turned board, to tell reasoning from memory."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final

from boardgames.core.model import Game, State, Symmetry
from boardgames.reasons import referred

CODE: Final = re.compile(r"(`[^`\n]*`)")
COORDINATES: Final = re.compile(r"\b(?=\w*[0-9])(?=\w*[A-Za-z])[\w*+-]+")
FOREIGN: Final = re.compile(r"\s*\(?\*[^*\n]+\*\)?|`[^`\n]*[\u3040-\u9fff][^`\n]*` ?|`(?i:boardgames)[^`\n]*`")
"""Names in other languages and signs of other scripts, which tell the game at once."""
KEPT: Final = frozenset(["left", "right", "stock", "waiting"])


class Disguise:
    """Other letters in notations, invented words for the names of a game, and one of its symmetries.

    The same seed gives the same disguise.  The tree of the game stays as it is.
    """

    def __init__(self, spec: Any, game: Game, seed: int) -> None:
        rng = Random(f"{seed} {spec.name}")
        order = rng.sample(ascii_lowercase, len(ascii_lowercase))
        self.letters = str.maketrans(ascii_lowercase + ascii_uppercase, "".join([*order, *map(str.upper, order)]))
        self.plain = {image: letter for letter, image in self.letters.items()}
        self.symmetry: Symmetry = rng.choice(game.symmetries[1:] or game.symmetries)
        names = [*spec.seat_names, *_men(spec, game)]
        for kind in (spec, *referred(spec)):
            names += [kind.title, kind.name, kind.title.split()[-1], *kind.other_names]
        self.words = {name.lower(): _invented(rng) for name in dict.fromkeys(names)}
        longest = sorted(map(re.escape, self.words), key=len, reverse=True)
        self.names = re.compile(rf"\b({'|'.join(longest)})(s?)\b", re.IGNORECASE)

    def notation(self, text: str) -> str:
        """An action or a position in the other letters."""
        return text.translate(self.letters)

    def undo(self, text: str) -> str:
        """The notation of the game for one in the other letters."""
        return text.translate(self.plain)

    def prose(self, text: str) -> str:
        """A text with the other names, and the notation in it in the other letters."""
        parts = CODE.split(FOREIGN.sub("", text))
        return "".join(self.notation(part) if CODE.fullmatch(part) else self._plain_prose(part) for part in parts)

    def _plain_prose(self, text: str) -> str:
        text = COORDINATES.sub(lambda match: self.notation(match[0]), text)
        return self.names.sub(lambda match: _like(self.words[match[1].lower()], match[1]) + match[2], text)

    def board(self, text: str) -> str:
        """A picture: letters by themselves are notation, names are other names, and other words stay."""
        text = self.names.sub(lambda match: _like(self.words[match[1].lower()], match[1]) + match[2], text)
        return re.sub(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", lambda match: self.notation(match[0]), text)

    def action(self, state: State, image: Any) -> Any:
        """The legal action of a state whose image an action is."""
        return next(action for action in state.actions() if self.symmetry.action(action) == image)


def _men(spec: Any, game: Game) -> Iterable[str]:
    """The words for the men of a game."""
    labels = (man.label for man in spec.scene(game.start(), 0).men)
    words = {word.removesuffix("s") for label in labels for word in label.split()[1:]}
    return sorted(word for word in words if len(word) > 3 and word not in KEPT)


def _invented(rng: Random) -> str:
    return "".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(3))


def _like(word: str, model: str) -> str:
    return word.capitalize() if model[:1].isupper() else word
