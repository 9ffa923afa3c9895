"""Playthrough: the states and actions of one game, dice included, with undo and replay."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic

from typing_extensions import TypeVar

from boardgames.core.above import above
from boardgames.core.model.game import IllegalAction, State
from boardgames.core.model.wrong_action import as_plies, as_state, wrong
from boardgames.core.text.said import Reason

StateT = TypeVar("StateT", bound=State, default=Any)


class Playthrough(Generic[StateT]):
    """The states and actions of one game so far.

    >>> import boardgames as bg
    >>> playthrough = Playthrough(bg.load("ur").start())
    >>> playthrough.play("=2"), playthrough.play("0"), playthrough.state.turn == bg.CHANCE
    (None, None, True)
    >>> playthrough.texts, playthrough.plies
    (['=2', '0'], 2)
    >>> playthrough.undo(); str(playthrough.state)
    '0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 2'
    """

    def __init__(self, start: StateT) -> None:
        self.states: list[StateT] = [as_state(start)]
        self.actions: list[Any] = []

    @classmethod
    def replay(
        cls, start: StateT, texts: Iterable[str], read: Callable[[StateT, str], Any] | None = None
    ) -> Playthrough[StateT]:
        """The game of these action texts, as ``read(state, text)`` reads them; without it they are canonical.

        Raises :class:`~boardgames.core.model.game.IllegalAction`, which names the first ply that is not legal.
        """
        playthrough = cls(start)
        if not isinstance(texts, Iterable):
            raise wrong("the texts of actions, as in ['7g7f', '3c3d']", texts)
        for text in texts:
            try:
                playthrough.play(text if read is None else read(playthrough.state, text))
            except IllegalAction as error:
                if isinstance(texts, str):  # it is one text, unless actions have one character each
                    raise wrong("the texts of actions, as in ['7g7f', '3c3d']", texts) from None
                why = Reason(error.code, "at ply {ply}, {why}", ply=playthrough.plies + 1, why=error.why)
                raise IllegalAction(error.asked, why, error.nearest, error.legal) from None
        return playthrough

    @property
    def start(self) -> StateT:
        """The state before the first action."""
        return self.states[0]

    @property
    def state(self) -> StateT:
        """The position now."""
        return self.states[-1]

    @property
    def plies(self) -> int:
        """The number of actions and throws."""
        return len(self.actions)

    @property
    def texts(self) -> list[str]:
        """The canonical texts of the actions, dice included."""
        return [str(action) for action in self.actions]

    def apply(self, action: Any) -> StateT:
        """Play an action that is known to be legal, and return the state after it."""
        after: StateT = self.states[-1].apply(action)
        self.actions.append(action)
        self.states.append(after)
        return after

    def play(self, action: Any) -> None:
        """Play an action or its text.

        Raises :class:`~boardgames.core.model.game.IllegalAction`, and then changes nothing.
        """
        self.apply(self.state.read(str(action)))

    def _repr_svg_(self) -> str | None:
        drawing: str | None = above("boardgames.view.displays:svg_of_last")(self)
        return drawing

    def _repr_html_(self) -> str | None:
        document: str | None = above("boardgames.view.displays:replay_of_playthrough")(self)
        return document

    def undo(self, plies: int = 1) -> None:
        """Take back the last ``plies`` actions.  Raises :class:`ValueError` if fewer have been played."""
        if as_plies(plies) > self.plies:
            raise ValueError(f"cannot undo {plies} plies: {self.plies} have been played")
        if plies:
            del self.states[-plies:]
            del self.actions[-plies:]
