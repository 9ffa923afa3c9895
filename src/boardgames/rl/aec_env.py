"""A game as a PettingZoo environment: an agent for each seat, and the agents act in turn."""

from __future__ import annotations

from random import Random
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv
from typing_extensions import override

from boardgames.core.lookup.installed_games import load, spec_of
from boardgames.core.model.dice import throw
from boardgames.core.model.game import CHANCE, Game, State
from boardgames.core.protocol.verdict import PLY_LIMIT
from boardgames.core.seeds import random_of
from boardgames.learning.observed_games import observation_of
from boardgames.rl import rendering
from boardgames.rl.checks import MOST_THROWS, check_actions, outcome_of, plies_of, position_of, seed_of, stuck
from boardgames.rl.masks import Mask, action_mask, action_number, illegal_action
from boardgames.rl.observing import observe


class AgentView(TypedDict):
    """The observation of one agent."""

    observation: NDArray[np.float32]
    """The position as :func:`~boardgames.rl.observing.observe` gives it, seen by the side to act."""
    action_mask: Mask
    """1 for each action that the agent may take now; all 0 while another agent is to act."""


class GameAECEnv(AECEnv[str, AgentView, int]):
    """One game with an agent for each seat: ``player_0`` is seat 0.

    Made by :func:`aec`.  It can be copied and pickled in the middle of a game.
    """

    def __init__(self, game: Game, max_plies: int | None, render_mode: str | None) -> None:
        super().__init__()
        rendering.check(render_mode)
        check_actions(game)
        self.game = game
        self.max_plies = spec_of(game).longest(game) if max_plies is None else plies_of(max_plies)
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{game.name}_v0",
            "render_modes": rendering.modes(),
            "render_fps": rendering.FRAMES,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.action_count) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.plies = 0
        """Actions and throws of dice so far in this game."""
        self.closed = False
        self._count = game.action_count
        self._dice = Random()
        self._state: State | None = None
        self._mask: Mask | None = None  # of this state, once it has been asked for
        self._last: tuple[State | None, Any] = None, None

    def _observation_space(self) -> Any:
        shape = observation_of(self.game).shape
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.action_count,), np.int8),
            }
        )

    @override
    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    @override
    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def position(self) -> State:
        """The state of the game, with all that the arrays leave out.

        Raises :class:`~gymnasium.error.ResetNeeded` before the first game, and
        :class:`~gymnasium.error.ClosedEnvironmentError` after :meth:`close`.
        """
        if self._state is None:
            if self.closed:
                raise ClosedEnvironmentError("the environment is closed: make another one")
            raise ResetNeeded("no game has begun: call reset() first")
        return self._state

    @override
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.  ``seed`` fixes all its dice; without a seed, the generator of the last game goes on.

        ``options={"position": text}`` begins it in a position.  Raises
        :class:`~boardgames.core.model.game.UnreadablePosition` for one that cannot be read,
        :class:`ValueError` for one in which the game is over.
        """
        if self.closed:
            raise ClosedEnvironmentError("the environment is closed: make another one")
        start = start_of(self.game, options)
        if seed is not None:
            self._dice = random_of(seed_of(seed))
        self.plies = 0
        self._last = None, None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._advance_to(start)
        if self.render_mode == "human":
            self.render()

    def _advance_to(self, state: State) -> None:
        """Throw the dice that come next, if any, and select the agent that acts then."""
        begun = self.plies
        while state.turn == CHANCE and not (self.max_plies is not None and self.plies >= self.max_plies):
            if self.plies - begun >= MOST_THROWS:
                raise stuck(state)
            state = state.apply(throw(state.chances(), self._dice))
            self.plies += 1
        self._state = state
        self._mask = None
        turn = state.turn
        if turn < CHANCE:
            self._end(state)
        elif self.max_plies is not None and self.plies >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"reason": PLY_LIMIT} for agent in self.agents}
        if turn >= 0:
            self.agent_selection = self.possible_agents[turn]

    def _end(self, state: State) -> None:
        outcome = outcome_of(state, self.game.seats)
        for agent, reward in zip(self.possible_agents, outcome.returns, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
            self.terminations[agent] = True
            self.infos[agent] = {"reason": outcome.reason}

    @override
    def observe(self, agent: str) -> AgentView:
        """The observation of an agent.  The arrays are the caller's own."""
        state = self.position
        if agent == self.agent_selection:
            mask = self._legal().copy()
        elif agent in self.action_spaces:
            mask = np.zeros(self._count, np.int8)
        else:
            raise KeyError(f"there is no agent {agent!r}: they are {', '.join(self.possible_agents)}")
        return {"observation": observe(state), "action_mask": mask}

    def _legal(self) -> Mask:
        if self._mask is None:
            self._mask = action_mask(self.position)
        return self._mask

    @override
    def step(self, action: int | None) -> None:
        """The selected agent takes an action, by its index; ``None`` once its game is over.

        Raises :class:`~boardgames.core.model.game.IllegalAction`, which names legal actions
        like it, and :class:`TypeError` for anything but a whole number; the game stays as it was.
        """
        state = self.position
        if not self.agents:
            raise ResetNeeded("the game is over: call reset() for the next one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = action_number(action, self.game)
        if not (0 <= number < self._count and self._legal()[number]):
            raise illegal_action(number, state)
        chosen = self.game.action_at(number)
        self._last = state, chosen
        self.plies += 1
        self._cumulative_rewards[agent] = 0.0
        self._advance_to(state.apply(chosen))
        if self.render_mode == "human":
            self.render()

    @override
    def render(self) -> rendering.Rendered:
        """The position in the chosen ``render_mode``; ``None`` without one, and for ``"human"``."""
        state = self.position
        return None if self.render_mode is None else rendering.rendered(state, self.render_mode, *self._last)

    @override
    def close(self) -> None:
        """End the environment: every other call raises after this one.  It may be called twice."""
        self.closed = True
        self._state = None


def start_of(game: Game, options: Any) -> State:
    """The state in which a game begins: its start, or the ``position`` in the options of ``reset``.

    Raises :class:`~boardgames.core.model.game.UnreadablePosition`, :class:`ValueError` for a game that is over,
    and :class:`TypeError` for options of another kind.
    """
    position = position_of(options)
    if position is None:
        start: State = game.start()
        return start
    state: State = game.parse(position)
    if state.outcome is not None:
        raise ValueError(f"the game is over in the position {str(state)!r}: {state.outcome.reason}")
    return state


def aec(game: str | Game, *, max_plies: int | None = None, render_mode: str | None = None) -> GameAECEnv:
    """A game as a PettingZoo environment, in which the agents ``player_0``, ``player_1``, ... act in turn.

    ``game`` is a game or its name, with options as on the command line.  An agent observes
    ``{"observation": ..., "action_mask": ...}``.  The environment throws the dice, from the
    seed of ``reset``.  Rewards come at the end: the outcome's return for each seat.

    A game is truncated after ``max_plies`` plies, throws of dice included; by default
    only the rules end it.  ``render_mode`` is
    ``ansi``, ``human``, ``svg``, or ``rgb_array`` where a rasterizer is installed.

    >>> environment = aec("ur:tokens=1")
    >>> environment.reset(seed=1)
    >>> sight, reward, terminated, truncated, info = environment.last()
    >>> environment.agent_selection, sight["observation"].shape, sight["action_mask"].nonzero()[0].tolist()
    ('player_0', (37,), [0])

    Raises what :func:`boardgames.core.lookup.installed_games.load` raises, :class:`ValueError` for another
    ``render_mode``, and :class:`ImportError` for one that lacks a package.
    """
    return GameAECEnv(load(game), max_plies, render_mode)
