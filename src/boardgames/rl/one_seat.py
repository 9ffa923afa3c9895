"""A game as Gymnasium has it: one agent, and a player at every other seat."""

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
from boardgames.core.learning.observed_games import observation_of
from boardgames.core.lookup.installed_games import game_of, spec_of
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.model.game import Game, State
from boardgames.core.protocol.player import Player
from boardgames.core.record.verdict import PLY_LIMIT
from boardgames.rl import rendering
from boardgames.rl.agent_cycle import begun
from boardgames.rl.legality import Mask, illegal, mask_of, number_of
from boardgames.rl.observing import observe
from boardgames.rl.table import Table

IfIllegal = Literal["lose", "raise"]
SEEDS: Final = 2**63
TRIES: Final = 100
"""Games that may end, one after the other, before the agent's first turn."""


class NoGame(RuntimeError):
    """No game comes about in which the agent has a turn; the message says why."""


class OneSeat(gymnasium.Env[NDArray[np.float32], np.int64], EzPickle):
    """One game after the other between the agent and players at all other seats.

    Made by :func:`versus`.  A copy, or a pickled one, is a new environment made alike.
    """

    def __init__(
        self,
        game: Game,
        opponent: str | Player | PlayerSpec = "greedy",
        seat: int | None = None,
        max_plies: int | None = None,
        render_mode: str | None = None,
        if_illegal: IfIllegal = "lose",
        conditions: Conditions | None = None,
    ) -> None:
        EzPickle.__init__(self, game, opponent, seat, max_plies, render_mode, if_illegal, conditions)
        rendering.check(render_mode)
        if seat is not None and seat not in range(game.seats):
            raise ValueError(f"{game.title} has the seats 0 to {game.seats - 1}, and None means any: not {seat!r}")
        if if_illegal not in get_args(IfIllegal):
            raise ValueError(f"if_illegal says what an illegal action does, 'lose' or 'raise': not {if_illegal!r}")
        if max_plies is not None and max_plies < 1:
            raise ValueError(f"max_plies is the most plies of a game, 1 or more, or None: not {max_plies}")
        if isinstance(opponent, Player) and game.seats > 2:
            raise ValueError(
                f"{game.title} has {game.seats} seats, and a Player sits at one: name it by a text instead"
            )
        self.game = game
        self.opponent = entrant(opponent, spec_of(game))
        self.fixed_seat = seat
        self.max_plies = spec_of(game).longest(game) if max_plies is None else max_plies
        self.render_mode = render_mode
        self.if_illegal = if_illegal
        self.conditions = Conditions(keep_alive=True) if conditions is None else conditions
        self.metadata = {"render_modes": rendering.modes(), "render_fps": rendering.FRAMES}
        self.observation_space = spaces.Box(0.0, 1.0, observation_of(game).shape, np.float32)
        self.action_space = spaces.Discrete(game.action_count)
        self.closed = False
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The game with all who sit there.

        Raises :class:`~gymnasium.error.ResetNeeded` before the first game, and
        :class:`~gymnasium.error.ClosedEnvironmentError` after :meth:`close`.
        """
        if self.closed:
            raise ClosedEnvironmentError("the environment is closed: make another one")
        if self._table is None:
            raise ResetNeeded("no game has begun: call reset() first")
        return self._table

    @property
    def position(self) -> State:
        """The state of the game, for all that the array does not say."""
        return self.table.state

    @property
    def seat(self) -> int:
        """The agent's seat in this game."""
        return self.table.seat

    @property
    def record(self) -> GameRecord:
        """The game so far, to be replayed or written to a file."""
        return self.table.record()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each action that the agent may take now: what ``MaskablePPO`` of sb3-contrib asks for."""
        return self._mask().view(np.bool_)

    def _mask(self) -> Mask:
        return mask_of(self.position) if self.table.verdict is None else np.zeros(self.game.action_count, np.int8)

    @override
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game and play it up to the agent's first turn.

        The seat, unless it is fixed, the dice and the opponent's luck follow from ``seed``;
        without one they go on from the last game's.  ``options={"position": text}`` begins
        the game in a position.  Returns the observation, and ``{"action_mask": ..., "seat": ...}``.

        Raises :class:`~boardgames.core.model.game.UnreadablePosition` for a position that cannot be
        read, :class:`~boardgames.contest.entrants.BadEntrant` for an opponent that cannot play this game,
        :class:`NoGame` for one that cannot be started.
        """
        if self.closed:
            raise ClosedEnvironmentError("the environment is closed: make another one")
        super().reset(seed=int(seed) if isinstance(seed, np.integer) else seed)  # gymnasium wants Python's own
        start = begun(self.game, options)
        table = self._opened(start)
        if self.render_mode == "human":
            self.render()
        return observe(table.state), {"action_mask": self._mask(), "seat": table.seat}

    def _opened(self, start: State) -> Table:
        """A game at the agent's first turn."""
        ending = ""
        for _ in range(TRIES):
            table = self._next_table(start)
            table.open()
            if table.verdict is None:
                return table
            ending = table.verdict.sentence(table.names)
            if table.verdict.fault is not None:
                raise NoGame(ending)
        raise NoGame(f"{TRIES} games ended before the agent's turn: {ending}")

    def _next_table(self, start: State) -> Table:
        staying = self._break_off()
        seat = int(self.np_random.integers(self.game.seats)) if self.fixed_seat is None else self.fixed_seat
        seed = int(self.np_random.integers(SEEDS))
        try:
            self._table = Table(
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
        return self._table

    def _break_off(self) -> list[Any]:
        """Leave the table, if there is one; the programs that stay for the next."""
        table, self._table = self._table, None
        return [] if table is None else table.leave()

    @override
    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """The agent acts, and the others play up to its next turn.

        The reward is what the outcome gives to the agent's seat, and 0 before.  At the end ``info`` has the
        ``reason``, and where a player was at fault a sentence on it, ``fault``.  By default an
        illegal action loses the game, as the reason ``illegal`` says; with ``if_illegal="raise"`` it raises
        :class:`~boardgames.core.model.game.IllegalAction`, and the game is as it was.

        Raises :class:`TypeError` for what is no whole number, :class:`~gymnasium.error.ResetNeeded` after the end.
        """
        table = self.table
        if table.verdict is not None:
            raise ResetNeeded(f"the game is over ({table.verdict.outcome.reason}): call reset() for the next one")
        number = number_of(action, self.game)
        mask = self._mask()
        if 0 <= number < len(mask) and mask[number]:
            table.act(self.game.action_at(number))
        else:
            error = illegal(number, table.state)
            if self.if_illegal == "raise":
                raise error
            table.forfeit(str(error))
        if self.render_mode == "human":
            self.render()
        return self._told(table)

    def _told(self, table: Table) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """What a step returns."""
        verdict = table.verdict
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": table.seat}
        reward, truncated = 0.0, False
        if verdict is not None:
            info["reason"] = verdict.outcome.reason
            if verdict.fault is not None:
                info["fault"] = verdict.sentence(table.names)
                if verdict.fault.seat != table.seat:  # a reward that nobody has earned
                    logger.warn(info["fault"])
            truncated = table.state.outcome is None and verdict.outcome.reason == PLY_LIMIT
            reward = 0.0 if truncated else float(verdict.outcome.returns[table.seat])
        return observe(table.state), reward, verdict is not None and not truncated, truncated, info

    @override
    def render(self) -> rendering.Rendered:
        """The position in the mode that was chosen; ``None`` where none was, and at the terminal."""
        playthrough = self.table.referee.playthrough
        if self.render_mode is None:
            return None
        last = (playthrough.states[-2], playthrough.actions[-1]) if playthrough.actions else (None, None)
        return rendering.rendered(playthrough.state, self.render_mode, *last)

    @override
    def close(self) -> None:
        """Let the programs go that play here.  Nothing can be done after this; it may be called twice."""
        self.closed = True
        for program in self._break_off():
            program.quit()


def versus(
    game: str | Game,
    opponent: str | Player | PlayerSpec = "greedy",
    seat: int | None = None,
    *,
    max_plies: int | None = None,
    render_mode: str | None = None,
    if_illegal: IfIllegal = "lose",
    conditions: Conditions | None = None,
) -> OneSeat:
    """A game as a Gymnasium environment: one agent against a player of ours, or anyone's.

    ``game`` is a name, with options as on the command line, or a game; ``opponent`` a
    text as on the command line (``"greedy"``, ``"mcts:nodes=100"``, ``"python bot.py"``)
    or a :class:`~boardgames.core.protocol.player.Player`.  The agent has the ``seat``, or another
    one each game, drawn by the seed.  Observations are those of :func:`~boardgames.rl.observing.observe`,
    ``action_masks()`` is what is legal, and rewards come at the end.

    A game that lasts ``max_plies`` plies, throws of dice included, is truncated there;
    by default no earlier than the rules themselves end it.  ``render_mode`` is ``ansi``,
    ``human``, ``svg``, or ``rgb_array`` where a rasterizer is installed.  An illegal action
    loses the game, or raises (``if_illegal="raise"``).  ``conditions`` are those of programs.

    >>> environment = versus("ur:tokens=1", "random", seat=0)
    >>> observation, info = environment.reset(seed=1)
    >>> observation.shape, environment.action_masks().nonzero()[0].tolist()
    ((37,), [0])

    Raises what :func:`boardgames.load` raises, :class:`~boardgames.contest.entrants.BadEntrant`
    for an opponent that there is not, :class:`ValueError` for a seat or mode that there is
    not, and :class:`ImportError` for a mode that lacks a package.
    """
    rules = game_of(game)
    return OneSeat(rules, opponent, seat, max_plies, render_mode, if_illegal, conditions)
