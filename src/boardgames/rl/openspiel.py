"""Games in OpenSpiel's registry: options become parameters, dice become chance nodes.

Needs the extra: ``pip install 'abstract-boardgames[openspiel]'``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from typing_extensions import override

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import load, spec_of
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, OVER, Game, State
from boardgames.core.model.options import as_text, options_of, values_of
from boardgames.learning.observed_games import observation_of
from boardgames.rl.missing_extra import MissingExtra

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

    from boardgames.rl.masks import INDEX
    from boardgames.rl.observing import observe
except ModuleNotFoundError as error:
    raise MissingExtra(f"{__name__} needs {error.name}: pip install 'abstract-boardgames[openspiel]'") from None

PREFIX: Final = "boardgames_"
LONGEST: Final = 10_000
"""Plies after which a game without a bound in its rules is a draw here: OpenSpiel needs a bound."""
NUMBER: Final = re.compile(r"[-+.0-9]*|true|false", re.IGNORECASE)
"""Text that OpenSpiel reads as a number or a truth value, unless it is in quotes."""


def register(game: str | Game, **options: Any) -> str:
    """Register a game with OpenSpiel, and return the text with which ``pyspiel.load_game`` makes it.

    ``game`` and ``options`` are those of :func:`boardgames.core.lookup.installed_games.load`, which
    says what is raised.  Every option becomes a parameter, so other options need no second call.

    A process that reads games serialized by another one must register them too.

    >>> import pyspiel
    >>> register("ur", tokens=3)
    'boardgames_ur(tokens=3)'
    >>> state = pyspiel.load_game("boardgames_ur(tokens=5)").new_initial_state()
    >>> state.is_chance_node(), str(state)
    (True, '0,0,0,0,0 0,0,0,0,0 0 -')
    """
    rules = load(game, **options)
    spec = spec_of(rules)
    kind = game_type(spec, rules)
    pyspiel.register_game(kind, Maker(spec, kind))
    defaults = {name: option.default for name, option in options_of(spec.options).items()}
    chosen = values_of(rules.options)
    parameters = ",".join(
        f"{name}={parameter(value, defaults[name])}" for name, value in chosen.items() if value != defaults[name]
    )
    return f"{kind.short_name}({parameters})" if parameters else str(kind.short_name)


def game_type(spec: GameSpec, game: Game) -> pyspiel.GameType:
    """The description of a game that OpenSpiel needs before it makes one."""
    return pyspiel.GameType(
        short_name=PREFIX + "".join(char if char.isalnum() else "_" for char in spec.name),
        long_name=spec.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=(
            pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
            if game.chance_count
            else pyspiel.GameType.ChanceMode.DETERMINISTIC
        ),
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if game.seats == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            name: parameter(option.default, option.default) for name, option in options_of(spec.options).items()
        },
    )


def parameter(value: Any, default: Any) -> Any:
    """The value of an option as OpenSpiel takes it: a number or a truth value where its default is one, else text.

    >>> parameter(7, 7), parameter("bell", "bell"), parameter((4, 8), ())
    (7, 'bell', "'4+8'")
    """
    if isinstance(default, (bool, int, float)):
        return type(default)(value)
    text = as_text(value)
    return f"'{text}'" if NUMBER.fullmatch(text) else text


class Maker:
    """Makes the games of one registration, from OpenSpiel's parameters."""

    def __init__(self, spec: GameSpec, kind: pyspiel.GameType) -> None:
        self.spec = spec
        self.kind = kind
        self.itself = self  # never freed: OpenSpiel would free it after the end of Python

    def __call__(self, parameters: Mapping[str, Any]) -> SpielGame:
        """Raises :class:`~boardgames.core.model.options.BadOption`."""
        options = {name: value.strip("'") if isinstance(value, str) else value for name, value in parameters.items()}
        return SpielGame(self.kind, make(self.spec, options), parameters)


class SpielGame(pyspiel.Game):
    """One of our games as an OpenSpiel game."""

    def __init__(self, kind: pyspiel.GameType, game: Game, parameters: Mapping[str, Any]) -> None:
        self.game: Final = game
        self.longest: Final = spec_of(game).longest(game) or LONGEST
        """The most plies of a game, dice included."""
        shares = {"utility_sum": 0.0} if game.seats == 2 else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=game.chance_count,
            num_players=game.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=self.longest,
            **shares,
        )
        super().__init__(kind, info, dict(parameters))

    def new_initial_state(self, state: str | None = None) -> SpielState:
        """The start, or the position of a text."""
        return SpielState(self, self.game.start() if state is None else self.game.parse(state))

    def max_chance_nodes_in_history(self) -> int:
        """The most throws of dice that a game can have; 0 without dice."""
        return self.longest if self.game.chance_count else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """OpenSpiel's observer of states for what a learner may see."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.game)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):
    """A position of one of our games as an OpenSpiel state, which changes in place."""

    def __init__(self, game: SpielGame, position: State) -> None:
        super().__init__(game)
        self.position: State = position
        """Our state; clones share it, since it never changes."""
        self.left = game.longest
        """Plies that the game may still last."""

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or the end."""
        turn = self.position.turn
        if turn >= 0 and self.left:
            return turn
        return int(pyspiel.PlayerId.CHANCE if turn == CHANCE and self.left else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """True if the game is over, or its bound of plies reached."""
        return self.position.turn == OVER or not self.left

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(INDEX, self.position.actions()))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a throw by their index, with their probabilities."""
        return [(outcome.index, float(chance)) for outcome, chance in self.position.chances()]

    def _edge(self, index: int) -> Any:
        game = self.position.game
        return game.chance_at(index) if self.position.turn == CHANCE else game.action_at(index)

    def _apply_action(self, index: int) -> None:
        self.position = self.position.apply(self._edge(index))
        self.left -= 1

    def _action_to_string(self, player: int, index: int) -> str:
        game = self.position.game
        return str(game.chance_at(index) if player == pyspiel.PlayerId.CHANCE else game.action_at(index))

    def returns(self) -> list[float]:
        """The result of each seat, from -1 to 1; 0 while nothing is decided."""
        outcome = self.position.outcome
        return [0.0] * self.position.game.seats if outcome is None else list(outcome.returns)

    @override
    def __str__(self) -> str:
        return str(self.position)


class Observer:
    """The observation of every player: the position as the side to act sees it, since nothing is hidden."""

    def __init__(self, game: Game) -> None:
        shape = observation_of(game).shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write a state into the observer's array."""
        self.dict["observation"][...] = observe(state.position)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as text."""
        return str(state)
