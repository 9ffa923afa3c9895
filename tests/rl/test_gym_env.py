"""Gymnasium's own test, and what it does not ask: seats, opponents of all kinds, faults, bad input."""

from __future__ import annotations

import pickle
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env

import boardgames as bg
from boardgames import rl
from boardgames.contest import BadEntrant, Conditions, play_game
from boardgames.core.protocol.player import Player
from boardgames.players.greedy import GREEDY
from boardgames.referee import Limits, ProgramSeat
from boardgames.rl.gym_env import GameGymEnv, NoGame
from boardgames.rl.gym_registry import environment_id, register
from boardgames.rl.learner_game import LearnerGame
from tests.conftest import BOTS
from tests.rl.games import CONNECT_FOUR, GAMES, label
from tests.samples import cases


def play(environment: Any, seed: int | None = None, **how: Any) -> tuple[float, dict[str, Any]]:
    """Play the first legal action until the end; the last reward and info."""
    environment.reset(seed=seed, **how)
    while True:
        _, reward, terminated, truncated, info = environment.step(int(environment.action_masks().argmax()))
        if terminated or truncated:
            return reward, info
        assert reward == 0.0


@cases("game", GAMES, ids=label)
def test_the_api_is_gymnasium_s(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*due to the environment not having a spec")
        check_env(rl.versus(game, "random", render_mode="ansi"))


def test_every_installed_game_is_in_gymnasium_s_registry() -> None:
    assert {"boardgames/Ur-v0", "boardgames/DiceShogi-v0"} <= gymnasium.registry.keys()
    register()  # games of other tests may have come meanwhile
    assert {environment_id(name) for name in bg.games()} <= gymnasium.registry.keys()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        environment = gymnasium.make("boardgames.rl:boardgames/Ur-v0", game="ur:tokens=2", opponent="random", seat=1)
        made = environment.unwrapped
        environment.reset(seed=1)
    assert isinstance(made, GameGymEnv) and made.game is bg.load("ur", tokens=2) and made.seat == 1
    assert environment.spec is not None and environment.spec.id == "boardgames/Ur-v0"


@cases("game", GAMES, ids=label)
def test_the_masks_are_the_legal_actions_at_every_turn(game: str) -> None:
    environment = rl.versus(game, "random")
    rng = np.random.default_rng(1)
    observation, info = environment.reset(seed=1)
    for _ in range(60):
        state = environment.position
        masks = environment.action_masks()
        assert masks.dtype == np.bool_ and masks.shape == (environment.game.action_count,)
        assert masks.nonzero()[0].tolist() == sorted(action.index for action in state.actions())
        assert (info["action_mask"] == masks).all()
        assert state.turn == environment.seat == info["seat"]
        assert (observation == rl.observe(state)).all()
        observation, _, terminated, _, info = environment.step(int(rng.choice(masks.nonzero()[0])))
        if terminated:
            assert not environment.action_masks().any()
            observation, info = environment.reset()


def test_the_seat_is_drawn_unless_it_is_fixed() -> None:
    environment = rl.versus("ur:tokens=1", "random")
    seats = [environment.reset(seed=1 if game == 0 else None)[1]["seat"] for game in range(40)]
    assert {0, 1} == set(seats)
    assert 8 < sum(seats) < 32
    for seat in (0, 1):
        fixed = rl.versus("ur:tokens=1", "random", seat)
        assert {fixed.reset(seed=game)[1]["seat"] for game in range(10)} == {seat}


def test_a_seed_may_be_numpys() -> None:
    env = rl.versus("ur:tokens=1", "random")
    one, _ = env.reset(seed=np.int64(3))  # type: ignore[arg-type]
    other, _ = env.reset(seed=3)
    assert np.array_equal(one, other)


@pytest.mark.parametrize("opponent", ["random", "mcts:nodes=20"])
def test_a_seed_fixes_dice_seat_and_the_opponent_s_luck(opponent: str) -> None:
    def games(seed: int) -> list[tuple[str, ...]]:
        environment = rl.versus("ur:tokens=2", opponent)
        found = []
        for game in range(3):
            play(environment, seed if game == 0 else None)
            found.append(environment.record.actions)
        return found

    assert games(1) == games(1)
    assert games(1) != games(2)
    assert len(set(games(1))) == 3


def test_the_record_is_that_of_a_refereed_game() -> None:
    environment = rl.versus("minishogi", "greedy", seat=1)
    reward, info = play(environment, seed=3)
    record = environment.record
    assert record.names == ("greedy", "learner")
    outcome = record.playthrough().state.outcome
    assert outcome is not None and record.verdict is not None
    assert (outcome.returns[1], outcome.reason) == (reward, info["reason"])

    class First(Player):
        def choose(self, state: Any, clock: Any) -> Any:
            return min(state.actions(), key=lambda action: action.index)

    refereed = play_game("minishogi", "greedy", First(), seed=record.seed)
    assert refereed.actions == record.actions  # the same luck, the same rules


def test_the_opponent_may_be_a_player_its_spec_or_its_name() -> None:
    class Watching(Player):
        def __init__(self) -> None:
            self.heard: list[str] = []

        def begins(self, briefing: Any, seat: int) -> None:
            self.heard.append(f"begins {seat}")

        def happened(self, event: Any) -> None:
            self.heard.append(str(event.action))

        def choose(self, state: Any, clock: Any) -> Any:
            return state.actions()[0]

    player = Watching()
    environment = rl.versus("ur:tokens=1", player, seat=0)
    play(environment, 1)
    assert player.heard == ["begins 1", *environment.record.actions]
    play(rl.versus("ur:tokens=1", GREEDY, seat=0), 1)


def test_the_opponent_may_be_a_program(left_over: Callable[[], list[str]]) -> None:
    environment = rl.versus("ur", f"{sys.executable} {BOTS / 'ur_first.py'}", seat=1)
    for game in range(2):
        _, info = play(environment, 1 if game == 0 else None)
        assert info["reason"] == "home" and "fault" not in info
    environment.reset()
    assert left_over() != []
    environment.close()


def test_the_opponent_may_speak_csa(left_over: Callable[[], list[str]]) -> None:
    """It moves only after START:, which comes when all players are ready."""
    bot = f"csa:{sys.executable} -m boardgames bot shogi random --protocol csa"
    conditions = Conditions(limits=Limits(first_move_time=5.0))
    for seat in (0, 1):
        environment = rl.versus("shogi", bot, seat=seat, max_plies=6, conditions=conditions)
        _, info = play(environment, 1)
        assert info["reason"] == "ply limit", info
        environment.close()


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="programs are paused by their supervisor, on Linux")
def test_a_program_is_paused_while_the_learner_thinks(left_over: Callable[[], list[str]], tmp_path: Path) -> None:
    ticks = tmp_path / "ticks"
    bot = tmp_path / "ticks.py"
    bot.write_text(
        f"import threading\n"
        f"def tick():\n"
        f"    while True:\n"
        f"        open({str(ticks)!r}, 'a').write('.')\n"
        f"threading.Thread(target=tick, daemon=True).start()\n"
        f"{(BOTS / 'plain_random.py').read_text()}"
    )
    ticks.touch()
    environment = rl.versus("minishogi", f"plain:{sys.executable} {bot}", seat=0, max_plies=20)
    environment.reset(seed=1)
    environment.step(int(environment.action_masks().argmax()))
    deadline, before = time.monotonic() + 60.0, -1
    while (now := ticks.stat().st_size) != before and time.monotonic() < deadline:  # it may idle for a moment
        before = now
        time.sleep(0.3)
    environment.close()
    assert now == before


def test_a_program_may_change_its_seat_from_game_to_game(left_over: Callable[[], list[str]]) -> None:
    program = f"plain:{sys.executable} {BOTS / 'plain_random.py'}"
    environment = rl.versus("ur:tokens=1", program)
    seats = set()
    for game in range(6):
        _, info = play(environment, 1 if game == 0 else None)
        assert "fault" not in info, info
        seats.add(info["seat"])
    assert seats == {0, 1}
    environment.close()


def test_a_program_stays_where_its_protocol_can_begin_anew(left_over: Callable[[], list[str]]) -> None:
    environment = rl.versus("minishogi", f"usi:{sys.executable} {BOTS / 'usi_random.py'}", max_plies=6)
    seats, processes = set(), []
    for game in range(6):
        _, info = play(environment, 1 if game == 0 else None)
        assert info["reason"] == "ply limit", info
        seats.add(info["seat"])
        program_seat = environment.current_game.refereed.seats[1 - info["seat"]]
        assert isinstance(program_seat, ProgramSeat)
        processes.append(program_seat.process)
    assert seats == {0, 1}
    assert all(process is processes[0] for process in processes)
    environment.close()


def test_an_opponent_at_fault_loses_and_that_is_told(left_over: Callable[[], list[str]], tmp_path: Path) -> None:
    bot = tmp_path / "quits.py"
    bot.write_text("import sys\nsys.exit('no more')\n")
    environment = rl.versus("ur", f"{sys.executable} {bot}", seat=0)
    with pytest.warns(UserWarning, match="quits forfeits"):
        reward, info = play(environment, 1)
    assert reward == 1.0
    assert info["reason"] == "crash" and "no more" in info["fault"]
    environment.close()


def test_an_opponent_that_cannot_be_started_is_an_error() -> None:
    environment = rl.versus("ur", "./no_such_program")
    with pytest.raises(NoGame, match="no_such_program forfeits"):
        environment.reset(seed=1)
    environment.close()


def test_an_opponent_that_cannot_be_started_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[LearnerGame] = []
    really_open = LearnerGame.open

    def open_and_count(game: LearnerGame) -> None:
        begun.append(game)
        really_open(game)

    monkeypatch.setattr(LearnerGame, "open", open_and_count)
    environment = rl.versus("ur", "./no_such_program")
    with pytest.raises(NoGame, match=r"^learner wins against no_such_program: .* there is no program"):
        environment.reset(seed=1)
    environment.close()
    assert len(begun) == 1


def test_a_truncated_game_has_no_winner() -> None:
    reward, info = play(rl.versus("ur", "random", max_plies=30), 1)
    assert reward == 0.0 and info["reason"] == "ply limit"
    environment = rl.versus("ur", "random", max_plies=30)
    environment.reset(seed=1)
    ends: list[bool] = []
    while not any(ends[-1:]):
        ends.append(environment.step(int(environment.action_masks().argmax()))[3])
    assert environment.current_game.referee.playthrough.plies == 30


def test_a_draw_by_the_rules_is_no_truncation() -> None:
    environment = rl.versus("minishogi:max_plies=4", "random", seat=0)
    environment.reset(seed=1)
    environment.step(int(environment.action_masks().argmax()))
    _, reward, terminated, truncated, info = environment.step(int(environment.action_masks().argmax()))
    assert (reward, terminated, truncated, info["reason"]) == (0.0, True, False, "ply limit")


def test_a_game_begins_in_a_position() -> None:
    environment = rl.versus("minishogi", "random", seat=1)
    environment.reset(seed=1, options={"position": "4k/4p/5/P4/K4 w - 7"})
    assert environment.record.start == "4k/4p/5/P4/K4 w - 7"
    assert environment.record.actions == ()
    with pytest.raises(bg.UnreadablePosition):
        environment.reset(options={"position": "nonsense"})


def test_many_run_beside_each_other() -> None:
    together = gymnasium.vector.SyncVectorEnv([lambda: rl.versus(CONNECT_FOUR, "random", 0)] * 3)
    observations, infos = together.reset(seed=1)
    assert observations.shape[0] == 3
    assert infos["action_mask"].shape == (3, 7)
    for _ in range(30):
        *_, infos = together.step(infos["action_mask"].argmax(axis=1))
    together.close()


def test_a_pickled_environment_is_made_alike() -> None:
    environment = rl.versus("ur:tokens=2", "greedy", 1, max_plies=50, render_mode="ansi")
    other = pickle.loads(pickle.dumps(environment))
    play(environment, 4)
    play(other, 4)
    assert environment.record == other.record


# -- bad input -----------------------------------------------------------------


def test_an_illegal_action_loses_and_is_told() -> None:
    environment = rl.versus("ur", "random", seat=0)
    environment.reset(seed=1)
    _, reward, terminated, truncated, info = environment.step(14)
    assert (reward, terminated, truncated, info["reason"]) == (-1.0, True, False, "illegal")
    assert "'action 14 (14)' is not legal: no token on cell 14; legal here: 0 (0)" in info["fault"]
    with pytest.raises(ResetNeeded, match=r"the game is over \(illegal\): call reset"):
        environment.step(0)


def test_an_illegal_action_raises_and_changes_nothing_where_that_is_wanted() -> None:
    environment = rl.versus("ur", "random", seat=0, if_illegal="raise")
    environment.reset(seed=1)
    before = environment.position
    with pytest.raises(bg.IllegalAction, match=r"no token on cell 14; legal here: 0 \(0\)"):
        environment.step(14)
    with pytest.raises(bg.IllegalAction, match="ur has actions 0 to 14"):
        environment.step(15)
    with pytest.raises(TypeError, match=r"a whole number from 0 to 14, not 0\.5"):
        environment.step(0.5)
    assert environment.position is before
    environment.step(0)


def test_before_the_first_game_and_after_closing() -> None:
    environment = rl.versus("ur", render_mode="ansi")
    for call in (environment.render, environment.action_masks, lambda: environment.step(0)):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            call()
    environment.reset(seed=1)
    environment.close()
    environment.close()
    for again in (environment.reset, environment.render, environment.action_masks, lambda: environment.step(0)):
        with pytest.raises(ClosedEnvironmentError, match="make another one"):
            again()


def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(BadEntrant, match="greedy"):
        rl.versus("ur", "gredy")
    with pytest.raises(ValueError, match="has the seats 0 to 1, and None means any: not 2"):
        rl.versus("ur", seat=2)
    with pytest.raises(ValueError, match="no render_mode 'rgb'"):
        rl.versus("ur", render_mode="rgb")
    with pytest.raises(ValueError, match="'lose' or 'raise': not 'ignore'"):
        rl.versus("ur", if_illegal="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_plies is a whole number from 1 to 1000000000, not -1"):
        rl.versus("ur", max_plies=-1)
