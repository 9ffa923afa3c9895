"""A game as PettingZoo has it: an agent for each seat, who act one after the other."""

from __future__ import annotations

from operator import index
from random import Random
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv
from typing_extensions import override

from boardgames.core.learning.observed_games import observation_of
from boardgames.core.lookup.installed_games import game_of, spec_of
from boardgames.core.model.dice import throw
from boardgames.core.model.game import CHANCE, Game, State
from boardgames.core.record.verdict import PLY_LIMIT
from boardgames.core.seeds import random_of
from boardgames.rl import rendering
from boardgames.rl.masks import Mask, illegal, mask_of, number_of
from boardgames.rl.observing import observe


class Seen(TypedDict):
    """What an agent sees."""

    observation: NDArray[np.float32]
    """The position, as :func:`~boardgames.rl.observing.observe` shows it: as the side to act sees it."""
    action_mask: Mask
    """1 for each action that the agent may take now; all 0 while another one is to act."""


class AgentCycle(AECEnv[str, Seen, int]):
    """One game with an agent for each seat: ``player_0`` acts first.

    Made by :func:`aec`.  It can be copied and pickled in the middle of a game.
    """

    def __init__(self, game: Game, max_plies: int | None, render_mode: str | None) -> None:
        super().__init__()
        rendering.check(render_mode)
        if max_plies is not None and max_plies < 1:
            raise ValueError(f"max_plies is the most plies of a game, 1 or more, or None: not {max_plies}")
        self.game = game
        self.max_plies = spec_of(game).longest(game) if max_plies is None else max_plies
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{game.name}_v0",
            "render_modes": rendering.modes(),
            "render_fps": rendering.FRAMES,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.observation_spaces = {agent: self._sights() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.action_count) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.plies = 0
        """Actions and throws so far in this game."""
        self.closed = False
        self._count = game.action_count
        self._luck = Random()
        self._state: State | None = None
        self._mask: Mask | None = None  # of this state, once somebody has asked
        self._last: tuple[State | None, Any] = None, None

    def _sights(self) -> Any:
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
        """The state of the game, for all that its arrays do not say.

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
        """Begin a game.  All its dice follow from ``seed``; without one they go on from the last game's.

        ``options={"position": text}`` begins it in a position.  Raises
        :class:`~boardgames.core.model.game.UnreadablePosition` for one that cannot be read,
        :class:`ValueError` for one in which the game is over.
        """
        if self.closed:
            raise ClosedEnvironmentError("the environment is closed: make another one")
        start = begun(self.game, options)
        if seed is not None:
            self._luck = random_of(index(seed))
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
        self._come_to(start)
        if self.render_mode == "human":
            self.render()

    def _come_to(self, state: State) -> None:
        """Throw all dice that are to be thrown, and hand over to whoever is to act then."""
        while state.turn == CHANCE and not (self.max_plies is not None and self.plies >= self.max_plies):
            state = state.apply(throw(state.chances(), self._luck))
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
        outcome = state.outcome
        assert outcome is not None, f"{state!r} is over and has no outcome"
        for agent, reward in zip(self.possible_agents, outcome.returns, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
            self.terminations[agent] = True
            self.infos[agent] = {"reason": outcome.reason}

    @override
    def observe(self, agent: str) -> Seen:
        """What an agent sees.  The arrays are the caller's own."""
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
            self._mask = mask_of(self.position)
        return self._mask

    @override
    def step(self, action: int | None) -> None:
        """The selected agent acts; ``None`` once its game is over.

        Raises :class:`~boardgames.core.model.game.IllegalAction`, which names what is legal
        nearby, and :class:`TypeError` for what is no whole number; the game is then as it was.
        """
        state = self.position
        if not self.agents:
            raise ResetNeeded("the game is over: call reset() for the next one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = number_of(action, self.game)
        if not (0 <= number < self._count and self._legal()[number]):
            raise illegal(number, state)
        chosen = self.game.action_at(number)
        self._last = state, chosen
        self.plies += 1
        self._cumulative_rewards[agent] = 0.0
        self._come_to(state.apply(chosen))
        if self.render_mode == "human":
            self.render()

    @override
    def render(self) -> rendering.Rendered:
        """The position in the mode that was chosen; ``None`` where none was, and at the terminal."""
        state = self.position
        return None if self.render_mode is None else rendering.rendered(state, self.render_mode, *self._last)

    @override
    def close(self) -> None:
        """Nothing can be done after this; it may be called twice."""
        self.closed = True
        self._state = None


def begun(game: Game, options: dict[str, Any] | None) -> State:
    """Where a game begins: at its start, or in the position that the options of a ``reset`` name."""
    if not options or "position" not in options:
        start: State = game.start()
        return start
    state: State = game.parse(options["position"])
    if state.outcome is not None:
        raise ValueError(f"the game is over in the position {str(state)!r}: {state.outcome.reason}")
    return state


def aec(game: str | Game, *, max_plies: int | None = None, render_mode: str | None = None) -> AgentCycle:
    """A game as a PettingZoo environment, in which the agents ``player_0``, ``player_1``, ... act in turn.

    ``game`` is a name, with options as on the command line, or a game.  An agent sees
    ``{"observation": ..., "action_mask": ...}``; the dice are thrown within, from the
    seed of ``reset``.  Rewards come at the end: what the outcome gives to each seat.

    A game that lasts ``max_plies`` plies, throws of dice included, is truncated there;
    by default no earlier than the rules themselves end it.  ``render_mode`` is
    ``ansi``, ``human``, ``svg``, or ``rgb_array`` where a rasterizer is installed.

    >>> environment = aec("ur:tokens=1")
    >>> environment.reset(seed=1)
    >>> sight, reward, terminated, truncated, info = environment.last()
    >>> environment.agent_selection, sight["observation"].shape, sight["action_mask"].nonzero()[0].tolist()
    ('player_0', (37,), [0])

    Raises what :func:`boardgames.core.lookup.installed_games.load` raises, :class:`ValueError` for another
    ``render_mode``, and :class:`ImportError` for one that lacks a package.
    """
    return AgentCycle(game_of(game), max_plies, render_mode)
