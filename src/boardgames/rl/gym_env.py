"""A game as a Gymnasium environment: one agent, and a player in every other seat."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

import gymnasium
import numpy as np
from gymnasium import logger, spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from typing_extensions import override

from boardgames.contest import Conditions, GameRecord, entrant
from boardgames.core.lookup.installed_games import load, spec_of
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.model.game import Game, State
from boardgames.core.protocol.player import PlayerLike
from boardgames.core.protocol.verdict import PLY_LIMIT
from boardgames.learning.observed_games import observation_of
from boardgames.rl import rendering
from boardgames.rl.aec_env import start_of
from boardgames.rl.checks import check_actions, plies_of
from boardgames.rl.learner_game import LearnerGame
from boardgames.rl.masks import Mask, action_mask, action_number, illegal_action
from boardgames.rl.observing import observe

IfIllegal = Literal["lose", "raise"]
SEEDS: Final = 2**63
TRIES: Final = 100
"""The number of games in a row that may end before the agent's first turn."""


class NoGame(RuntimeError):
    """No game can be begun in which the agent has a turn; the message says why."""


class GameGymEnv(gymnasium.Env[NDArray[np.float32], np.int64], EzPickle):
    """One game after the other between the agent and players in all other seats.

    Made by :func:`versus`.  Copying or pickling it makes a new environment with the same arguments.
    """

    def __init__(
        self,
        game: Game,
        opponent: str | PlayerLike | PlayerSpec = "greedy",
        seat: int | None = None,
        max_plies: int | None = None,
        render_mode: str | None = None,
        if_illegal: IfIllegal = "lose",
        conditions: Conditions | None = None,
    ) -> None:
        EzPickle.__init__(self, game, opponent, seat, max_plies, render_mode, if_illegal, conditions)
        rendering.check(render_mode)
        check_actions(game)
        if seat is not None and (not isinstance(seat, (int, np.integer)) or seat not in range(game.seats)):
            raise ValueError(f"{game.title} has the seats 0 to {game.seats - 1}, and None means any: not {seat!r}")
        if if_illegal not in get_args(IfIllegal):
            raise ValueError(f"if_illegal says what an illegal action does, 'lose' or 'raise': not {if_illegal!r}")
        plies = plies_of(max_plies)
        if conditions is not None and not isinstance(conditions, Conditions):
            raise TypeError(f"conditions are a boardgames.contest.Conditions, not {conditions!r}")
        if not isinstance(opponent, (str, PlayerSpec)) and game.seats > 2:
            raise ValueError(
                f"{game.title} has {game.seats} seats, and a Player sits at one: name it by a text instead"
            )
        self.game = game
        self.opponent = entrant(opponent, spec_of(game))
        self.fixed_seat = None if seat is None else int(seat)
        self.max_plies = spec_of(game).longest(game) if plies is None else plies
        self.render_mode = render_mode
        self.if_illegal = if_illegal
        self.conditions = Conditions(keep_alive=True) if conditions is None else conditions
        self.metadata = {"render_modes": rendering.modes(), "render_fps": rendering.FRAMES}
        self.observation_space = spaces.Box(0.0, 1.0, observation_of(game).shape, np.float32)
        self.action_space = spaces.Discrete(game.action_count)
        self.closed = False
        self._game: LearnerGame | None = None

    def __repr__(self) -> str:
        return f"<GameGymEnv {self.game.name} against {self.opponent.name}>"

    @property
    def current_game(self) -> LearnerGame:
        """The game with the players in all seats.

        Raises :class:`~gymnasium.error.ResetNeeded` before the first game, and
        :class:`~gymnasium.error.ClosedEnvironmentError` after :meth:`close`.
        """
        if self.closed:
            raise ClosedEnvironmentError("the environment is closed: make another one")
        if self._game is None:
            raise ResetNeeded("no game has begun: call reset() first")
        return self._game

    @property
    def position(self) -> State:
        """The state of the game, with all that the array leaves out."""
        return self.current_game.state

    @property
    def seat(self) -> int:
        """The agent's seat in this game."""
        return self.current_game.seat

    @property
    def record(self) -> GameRecord:
        """The game so far, to be replayed or written to a file."""
        return self.current_game.record()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each action that the agent may take now, in the form that ``MaskablePPO`` of sb3-contrib expects."""
        return self._mask().view(np.bool_)

    def _mask(self) -> Mask:
        if self.current_game.verdict is None:
            return action_mask(self.position)
        return np.zeros(self.game.action_count, np.int8)

    @override
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game and play it up to the agent's first turn.

        ``seed`` fixes the seat, unless that is given, the dice and the opponent's random
        choices; without a seed, the generator of the last game goes on.
        ``options={"position": text}`` begins the game in a position.  Returns the
        observation, and ``{"action_mask": ..., "seat": ...}``.

        Raises :class:`~boardgames.core.model.game.UnreadablePosition` for a position that cannot be
        read, :class:`~boardgames.contest.entrants.BadEntrant` for an opponent that cannot play this game,
        :class:`NoGame` for one that cannot be started.
        """
        if self.closed:
            raise ClosedEnvironmentError("the environment is closed: make another one")
        super().reset(seed=int(seed) if isinstance(seed, np.integer) else seed)  # gymnasium wants Python's own
        start = start_of(self.game, options)
        current = self._begin_game(start)
        if self.render_mode == "human":
            self.render()
        return observe(current.state), {"action_mask": self._mask(), "seat": current.seat}

    def _begin_game(self, start: State) -> LearnerGame:
        """Begin a game and play up to the agent's first turn.

        A fault, such as a program that cannot be started, ends the attempt at once.
        Raises :class:`NoGame`.
        """
        ending = ""
        for _ in range(TRIES):
            current = self._next_game(start)
            current.open()
            if current.verdict is None:
                return current
            ending = current.verdict.sentence(current.names)
            if current.verdict.fault is not None:
                raise NoGame(ending)
        raise NoGame(f"{TRIES} games ended before the agent's turn: {ending}")

    def _next_game(self, start: State) -> LearnerGame:
        staying = self._break_off()
        seat = int(self.np_random.integers(self.game.seats)) if self.fixed_seat is None else self.fixed_seat
        seed = int(self.np_random.integers(SEEDS))
        try:
            self._game = LearnerGame(
                start,
                seat,
                self.opponent,
                seed=seed,
                max_plies=self.max_plies,
                conditions=self.conditions,
                staying=staying,
            )
        except BaseException:
            for program in staying:
                program.quit()
            raise
        return self._game

    def _break_off(self) -> list[Any]:
        """Break off the game, if there is one, and return the programs that are kept for the next."""
        current, self._game = self._game, None
        return [] if current is None else current.leave()

    @override
    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """The agent takes an action, by its index, and the others play up to its next turn.

        The reward is 0 before the end, and then the outcome's return for the agent's seat.  At the end ``info``
        has the ``reason``, and after a fault of a player a sentence about it, ``fault``.  By default an illegal
        action loses the game, with the reason ``illegal``; with ``if_illegal="raise"`` it raises
        :class:`~boardgames.core.model.game.IllegalAction`, and the game stays as it was.

        Raises :class:`TypeError` for anything but a whole number, and :class:`~gymnasium.error.ResetNeeded`
        after the end.
        """
        current = self.current_game
        if current.verdict is not None:
            raise ResetNeeded(f"the game is over ({current.verdict.outcome.reason}): call reset() for the next one")
        number = action_number(action, self.game)
        mask = self._mask()
        if 0 <= number < len(mask) and mask[number]:
            current.act(self.game.action_at(number))
        else:
            error = illegal_action(number, current.state)
            if self.if_illegal == "raise":
                raise error
            current.forfeit(str(error))
        if self.render_mode == "human":
            self.render()
        return self._result(current)

    def _result(self, current: LearnerGame) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """The five values that a step returns."""
        verdict = current.verdict
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": current.seat}
        reward, truncated = 0.0, False
        if verdict is not None:
            info["reason"] = verdict.outcome.reason
            if verdict.fault is not None:
                info["fault"] = verdict.sentence(current.names)
                if verdict.fault.seat != current.seat:  # the agent has not earned this reward
                    logger.warn(info["fault"])
            truncated = current.state.outcome is None and verdict.outcome.reason == PLY_LIMIT
            reward = 0.0 if truncated else float(verdict.outcome.returns[current.seat])
        return observe(current.state), reward, verdict is not None and not truncated, truncated, info

    @override
    def render(self) -> rendering.Rendered:
        """The position in the chosen ``render_mode``; ``None`` without one, and for ``"human"``."""
        playthrough = self.current_game.referee.playthrough
        if self.render_mode is None:
            return None
        last = (playthrough.states[-2], playthrough.actions[-1]) if playthrough.actions else (None, None)
        return rendering.rendered(playthrough.state, self.render_mode, *last)

    @override
    def close(self) -> None:
        """End the environment and the opponent's programs: other calls raise from now on.  It may be called twice."""
        self.closed = True
        for program in self._break_off():
            program.quit()


def versus(
    game: str | Game,
    opponent: str | PlayerLike | PlayerSpec = "greedy",
    seat: int | None = None,
    *,
    max_plies: int | None = None,
    render_mode: str | None = None,
    if_illegal: IfIllegal = "lose",
    conditions: Conditions | None = None,
) -> GameGymEnv:
    """A game as a Gymnasium environment: one agent against any player.

    ``game`` is a game or its name, with options as on the command line.  ``opponent`` is a
    text as on the command line (``"greedy"``, ``"mcts:nodes=100"``, ``"python bot.py"``)
    or a :class:`~boardgames.core.protocol.player.Player`.  The agent sits in ``seat``; without
    one, the seed chooses a seat for each game.  Observations are those of
    :func:`~boardgames.rl.observing.observe`, ``action_masks()`` tells which actions are legal,
    and rewards come at the end.

    A game is truncated after ``max_plies`` plies, throws of dice included; by default
    only the rules end it.  ``render_mode`` is ``ansi``, ``human``, ``svg``, or ``rgb_array``
    where a rasterizer is installed.  An illegal action loses the game, or raises
    (``if_illegal="raise"``).  ``conditions`` are the limits of programs.

    >>> environment = versus("ur:tokens=1", "random", seat=0)
    >>> observation, info = environment.reset(seed=1)
    >>> observation.shape, environment.action_masks().nonzero()[0].tolist()
    ((37,), [0])

    Raises what :func:`boardgames.load` raises, :class:`~boardgames.contest.entrants.BadEntrant`
    for an unknown opponent, :class:`ValueError` for an unknown seat or mode, and
    :class:`ImportError` for a mode that lacks a package.
    """
    rules = load(game)
    return GameGymEnv(rules, opponent, seat, max_plies, render_mode, if_illegal, conditions)
