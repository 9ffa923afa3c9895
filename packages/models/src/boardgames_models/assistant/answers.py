"""The tools about rules: each call carries the game and its actions since the start, and nothing is kept between calls.

They run in a worker process.  The signature and the docstring of each are what an assistant is told of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from time import process_time
from typing import Any, Final

from boardgames.analysis import (
    EXACT,
    JudgeEffort,
    NoJudge,
    NotForTwo,
    Stopped,
    analyse as analysed,
    judge_of,
    usual_judge,
)
from boardgames.contest import BadEntrant, CallerSeat, PlayerEntrant, caller, entrant, set_up
from boardgames.core import new_seed
from boardgames.core.lookup import PLAYERS, GameSpec, find, games as installed, make, split_name, title_of
from boardgames.core.model import (
    CHANCE,
    GAME_OVER,
    BadOption,
    Game,
    IllegalAction,
    Playthrough,
    UnknownGame,
    UnreadablePosition,
    options_of,
    with_options,
)
from boardgames.core.picture import ViewOptions
from boardgames.core.protocol import Clock
from boardgames.core.text import SEED, Kind, Text, Whole, code_of, described, printable, refusal, sentence_of
from boardgames.players import Budget, NoMateProblems, solve_mate
from boardgames.reasons import explain as explained, read_spelling, rules_lines
from boardgames.records import GameRecord, UnreadableRecord, json_record
from boardgames.referee import PlayerSeat
from boardgames.solve import NoTablebase, NotInTablebase
from boardgames.view import sentence, side_name, svg

MOST_ACTIONS: Final = 2000
NAME: Final = Text(200)
POSITION: Final = Text(4000)
THINKING: Final = 2.0  # seconds of a player or judge in a call
MATE_PLIES: Final = Whole(1, 201)

Facts = dict[str, Any]


class WrongCall(ValueError):
    """A call that asks for what cannot be had; the message is one sentence."""

    def __init__(self, sentence: str, code: str = "bad-value") -> None:
        super().__init__(sentence)
        self.code = code


MISTAKES: Final = (
    BadEntrant, BadOption, IllegalAction, NoJudge, NoMateProblems, NoTablebase, NotForTwo, NotInTablebase, Stopped,
    UnknownGame, UnreadablePosition, UnreadableRecord, WrongCall,
)  # fmt: skip
"""The errors that are the caller's; where the sentence of one has no code, its name is that: ``unknown-game``."""


def answer(tool: Callable[..., Facts], arguments: Facts) -> tuple[Facts, str, str]:
    """The facts that a tool answers, or none and the code and the sentence of a refusal."""
    try:
        return tool(**arguments), "", ""
    except MISTAKES as error:
        name = re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()
        return {}, getattr(error, "code", "") or code_of(sentence_of(error), name), printable(str(error))
    except Exception as error:  # rules and players of others
        return {}, "broken-rules", printable(f"the code of the game or player raised {described(error)}")


# -- what the arguments mean ---------------------------------------------------------------


def _checked(kind: Kind, name: str, value: object) -> Any:
    try:
        return kind.check(value)
    except ValueError:
        raise WrongCall(f"{name}: {refusal(kind, value)}") from None


def _game(game: str) -> Game:
    name, options = split_name(_checked(NAME, "game", game))
    if ":" in name:
        sentence = "only installed games can be named here, not files or modules: see the tool 'games'"
        raise WrongCall(sentence, "not-installed")
    return make(find(name), options)


def _playthrough(game: str, actions: Sequence[str], position: str) -> Playthrough:
    chosen = _game(game)
    if len(actions) > MOST_ACTIONS:
        sentence = f"actions: at most {MOST_ACTIONS}, not {len(actions)}; begin from a position instead"
        raise WrongCall(sentence, "too-many-actions")
    for action in actions:
        _checked(NAME, "actions", action)
    start = chosen.parse(_checked(POSITION, "position", position)) if position else chosen.start()
    return Playthrough.replay(start, actions, read_spelling)


def _player(text: str, spec: GameSpec, argument: str) -> PlayerEntrant:
    """An installed player, whose options are numbers and choices: a text may name a file, a program or a server."""
    name = _checked(NAME, argument, text).partition(":")[0]
    if name not in PLAYERS.names() or PLAYERS.find(name).at_terminal:
        names = ", ".join(each for each in PLAYERS.names() if each != "human")
        raise BadEntrant(f"{argument}: there is no player {printable(repr(name))} for assistants; there are: {names}")
    player = entrant(text, spec)
    assert isinstance(player, PlayerEntrant) and player.player is not None
    for option, each in options_of(player.player.options).items():
        value = getattr(player.options, option)
        if type(value) is str and value != each.default and not each.facts.choices:
            sentence = f"{argument}: an assistant cannot set {option}, which may name a file, a program or a server"
            raise WrongCall(sentence, "not-for-assistants")
    return player


def _judge_name(by: str, spec: GameSpec, game: Game) -> str:
    if by and by != EXACT:
        _player(by, spec, "by")
    return by or usual_judge(game)


# -- the tools ---------------------------------------------------------------------------------


def games() -> Facts:
    """List the games that are installed: the name that the other tools take, and the title of each."""
    titles = {}
    for name in installed():
        with suppress(UnknownGame):  # one that cannot be imported
            titles[name] = printable(title_of(name))
    return {"games": titles}


def rules(game: str) -> Facts:
    """Tell the rules of a game, its options, how its board and its actions are written, and how it ends."""
    spec = find(_game(game).name)
    return {"rules": "\n".join(rules_lines(spec, spec.name))}


def look(game: str, actions: Sequence[str] = (), position: str = "", picture: bool = False) -> Facts:
    """Show the board after some actions: drawn in text, as a position, whose turn it is, and the result if it is over.

    With picture=true also as an SVG picture.
    """
    return _seen(_playthrough(game, actions, position), picture)


def _seen(playthrough: Playthrough, picture: bool = False) -> Facts:
    state, spec = playthrough.state, find(playthrough.start.game.name)
    sides = [side_name(spec, seat) for seat in range(state.game.seats)]
    before, last = (playthrough.states[-2], playthrough.actions[-1]) if playthrough.plies else (None, None)
    view = ViewOptions(before=before, action=last, western=True)
    facts: Facts = {
        "game": with_options(spec.name, state.game.options),
        "board": spec.draw(state, view),
        "position": str(state),
        "plies": playthrough.plies,
        "last": None if before is None else sentence(spec, sides, before, last, state),
        "turn": None if state.outcome else sides[state.seat],
        "dice": state.turn == CHANCE or None,
        "over": state.outcome is not None,
    }
    if state.outcome is not None:
        reason, returns = state.outcome.reason, state.outcome.returns
        winner = None if state.outcome.winner is None else sides[state.outcome.winner]
        meaning = spec.reasons.get(reason, reason)
        facts["outcome"] = {"winner": winner, "returns": list(returns), "reason": reason, "meaning": meaning}
    if picture:
        facts["svg"] = svg(spec.scene(state, max(state.turn, 0)), theme="light", western=True)
    return facts


def legal(game: str, actions: Sequence[str] = (), position: str = "") -> Facts:
    """List all legal actions now, as they must be written; where the dice come first, the throws with their chances."""
    state = _playthrough(game, actions, position).state
    throws = {str(throw): str(chance) for throw, chance in state.chances()}
    return {"actions": [str(action) for action in state.actions()], "throws": throws, "over": state.outcome is not None}


def explain(game: str, action: str = "", actions: Sequence[str] = (), position: str = "") -> Facts:
    """Tell what an action would do now, or why it is not legal, with the rule and the legal actions that are like it.

    Without an action tell what looks possible in this position and is not, each with the reason.
    """
    _checked(Text(200), "action", action or "-")
    playthrough = _playthrough(game, actions, position)
    return explained(playthrough.start.game, action or None, playthrough.state).fields()


def advise(game: str, actions: Sequence[str] = (), position: str = "", by: str = "") -> Facts:
    """Tell what each legal action is worth: the chance of winning of the side to act after it, the best first.

    It is exact where the game has a table of exact values, else by a search. by names another judge: "exact", or a
    player such as "alphabeta:level=5".
    """
    playthrough = _playthrough(game, actions, position)
    state = playthrough.state
    if state.outcome is not None:
        raise WrongCall(GAME_OVER, GAME_OVER.code)
    by = _judge_name(by, find(state.game.name), state.game)
    judge = judge_of(by, playthrough.start, JudgeEffort(seconds=THINKING))
    if state.turn == CHANCE:
        chance = judge.judge(playthrough, playthrough.plies).chance
        return {"by": by, "dice": True, "chance": round(chance if state.seat == 0 else 1.0 - chance, 6)}
    rated = judge.rate(playthrough, playthrough.plies)
    if not rated:
        raise NoJudge(f"{by} has no opinion of single actions; alphabeta and mcts do")
    best = rated[0][1]
    rows = [{"action": str(action), "chance": round(own, 6), "loss": round(best - own, 6)} for action, own in rated]
    return {"by": by, "rated": rows}


def mate(game: str, actions: Sequence[str] = (), position: str = "", plies: int = 31, rest: bool = False) -> Facts:
    """Find the shortest mate by checks alone for the side to move and its second solutions: a tsume problem, in shogi.

    plies bounds the length of the mate. With rest=true the defender has in hand all pieces that are not in the
    position, as problems in print mean it.
    """
    chosen: Any = _game(game)
    composed = getattr(chosen, "parse_composed", chosen.parse)
    if position and not actions:
        state = composed(_checked(POSITION, "position", position))
    else:
        state = composed(str(_playthrough(game, actions, position).state))
    most = _checked(MATE_PLIES, "plies", plies)
    begun = process_time()
    budget = Budget(stopped=lambda: process_time() - begun > 2 * THINKING)  # a busy machine takes nothing from it
    solution = solve_mate(state, most, rest=rest, budget=budget)
    return {"found": solution.sentences(), **solution.fields()}


def analyse(game: str, actions: Sequence[str], position: str = "", by: str = "") -> Facts:
    """Tell what each action of a game gave away, and what the dice gave, in chances of winning from 0 to 1.

    by names the judge, as in advise. chance is that of the first seat after the action. Where time runs out the first
    positions are judged: ask for the others from a later position.
    """
    playthrough = _playthrough(game, actions, position)
    spec = find(playthrough.start.game.name)
    by = _judge_name(by, spec, playthrough.start.game)
    begun, judged = process_time(), 0

    def report(done: int, positions: int) -> None:
        nonlocal judged
        judged = done
        if process_time() - begun > 2 * THINKING:  # what is judged already is told
            raise KeyboardInterrupt

    seconds = None if by == EXACT else max(0.05, 2 * THINKING / len(playthrough.states))
    try:
        analysis = analysed(GameRecord.of(playthrough), by=by, time=seconds, report=report)
        judged = len(playthrough.states)  # also those that need no judge: before forced actions, and at the end
    except KeyboardInterrupt as interrupt:
        analysis = interrupt.analysis  # type: ignore[attr-defined]
    names = ("loss", "luck", "best", "mark", "forced")
    plies = [
        {"ply": ply.ply, "action": ply.action, "chance": _rounded(ply.chance)}
        | {name: _rounded(getattr(ply, name)) for name in names if getattr(ply, name)}
        for ply in analysis.plies
        if ply.chance is not None
    ]
    return {
        "by": by,
        "judged": f"{judged} of {len(playthrough.states)} positions",
        "sentence": analysis.sentence(analysis.names),
        "start": _rounded(analysis.start),
        **{name: list(map(_rounded, getattr(analysis, name))) for name in ("losses", "luck", "accuracy")},
        "plies": plies,
    }


def _rounded(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


def play(
    game: str,
    actions: Sequence[str] = (),
    action: str = "",
    reply: str = "",
    seed: int | None = None,
    position: str = "",
) -> Facts:
    """Play an action after those since the start, throw dice where they come next, and have a player reply.

    added are all actions that were played, throws included: put them behind actions in the next call. Without an
    action only the dice are thrown, or the reply is played. reply names the player that answers, such as
    "alphabeta:level=3"; without one, or for a side that it does not play, the game waits for the next action. The
    same seed gives the same throws: take the one that the first answer names.
    """
    playthrough = _playthrough(game, actions, position)
    state, spec = playthrough.state, find(playthrough.start.game.name)
    seed = new_seed() if seed is None else _checked(SEED, "seed", seed)
    mine, begun = state.seat, process_time()
    if action or state.outcome is not None or not (reply or state.turn == CHANCE):
        playthrough.play(read_spelling(state, _checked(NAME, "action", action) if action else ""))
    elif state.turn != CHANCE:
        mine = (mine + 1) % state.game.seats  # the reply is for the side to move
    player = _player(reply, spec, "reply") if reply else None
    entrants = [caller("assistant") if player is None or seat == mine else player for seat in range(state.game.seats)]
    refereed = set_up(playthrough, entrants, spec=spec, seed=seed)
    with closing(refereed.referee.steps()) as steps:
        for turn in steps:
            seat = refereed.seats[turn] if turn != CHANCE else None
            if isinstance(seat, CallerSeat):
                break
            if isinstance(seat, PlayerSeat):
                left = max(0.02, (THINKING - (process_time() - begun)) / 2)
                seat.clock = Clock(move_time=left, first_move_time=left)
    verdict = refereed.referee.verdict
    if verdict is not None and verdict.fault is not None:
        raise next(seat.error for seat in refereed.seats if isinstance(seat, PlayerSeat) and seat.error is not None)
    resigned = verdict is not None and playthrough.state.outcome is None
    facts = _seen(playthrough)
    return {"added": playthrough.texts[len(actions) :], "seed": seed, "resigned": resigned or None, **facts}


TOOLS: Final[tuple[Callable[..., Facts], ...]] = (games, rules, look, legal, explain, advise, mate, analyse, play)


def recorded(record: str) -> Facts:
    """The board at the end of a game record in JSON."""
    return _seen(json_record.read(record.encode()).playthrough())
