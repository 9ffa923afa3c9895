"""USI, the Universal Shogi Interface: the referee's side and the player's.

The client plays engines; the engine lets our players answer GUIs and match
runners.  Every request has the whole game, so both sides agree on the position.

Source: H. Kuhlmann, the USI protocol (2007), http://hgm.nubati.net/usi.html, and
what engines in use do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final

from boardgames.core.model.game import CHANCE, Game, IllegalAction, UnreadablePosition
from boardgames.core.model.options import BadOption, NoOptions, Option, choose, options_of, values_of
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import (
    Answer,
    Ask,
    Breach,
    Briefing,
    Dialogue,
    Event,
    LineProtocol,
    NeedData,
    NewOptions,
    Over,
    Resign,
    UnknownSetting,
)
from boardgames.core.protocol.search_info import SearchInfo, centipawns
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.kinds import NONE, OneOf, OrNone, Switch, Whole
from boardgames.core.text.printable import printable, quoted
from boardgames.core.text.said import Reason, Said
from boardgames.games.shogi.impasse import IMPASSES
from boardgames.games.shogi.io.usi_info import InfoLines
from boardgames.games.shogi.rules import Shogi, State

NOTHING: Final[Sequence[str]] = ()
VARIANT_OPTIONS: Final = ("UCI_Variant", "USI_Variant")
NATIVE: Final = "shogi"  # what an engine plays if no variant is set
FOREVER: Final = 10**9  # milliseconds told for a clock without limit
MOST_DIGITS: Final = 15  # of a number in a limit of "go"
WIN: Final = "win"  # a declaration
SWAPPING: Final = re.compile(r"id name Fairy-Stockfish (?:[0-9]|1[0-2])\b")
"""The engines that take ``btime`` for White's: https://github.com/fairy-stockfish/Fairy-Stockfish/commit/4f464fce"""
ENGINE_NAMES: Final = {"microshogi": "micro"}
"""The engines' names of variants, where they differ."""

PONDER: Final = "USI_Ponder"
OPTION_NAMES: Final = {"hash": "USI_Hash", "lines": "MultiPV"}  # our options that have another name in USI
UNASKED: Final = ("USI_Hash", "USI_OwnBook")  # programs set these whether or not an engine has them
UNHEEDED: Final = ("info string searchmoves is not obeyed: all legal moves are searched",)
LARGEST_SPIN: Final = 2**31 - 1  # programs with whole numbers of 32 bits read larger bounds as negative


def engine_name(game: Any) -> str:
    """The engines' name of a game's variant."""
    name: str = game.name
    return ENGINE_NAMES.get(name, name)


def engine_moves(start: State, moves: Sequence[Any]) -> list[str]:
    """Moves from a position as engines write them: ``-`` in place of ``+`` where a piece turns back."""
    if not start.game.variant.turns_over:
        return list(map(str, moves))
    state, written = start, []
    for move in map(str, moves):
        back = state.piece_at(move[:2]).startswith("+") if move.endswith("+") else False
        written.append(f"{move[:-1]}-" if back else move)
        state = state.play(move)
    return written


def our_move(game: Any, move: str) -> str:
    """A move of an engine as we write it."""
    return f"{move[:-1]}+" if move.endswith("-") and game.variant.turns_over else move


class UsiClient:
    """The referee's side: it plays an engine."""

    def __init__(self, briefing: Briefing[State], seat: int | None) -> None:
        self.briefing = briefing
        self.seat = seat
        self.game = briefing.start.game
        self.begins_at_start = str(briefing.start) == str(self.game.start())
        self.moves: list[str] = []
        self.only: list[str] = []  # the moves to look at; all if it is empty
        self.options: dict[str, list[str]] = {}  # the words that tell what each option of the engine takes
        self.state = briefing.start
        self.infos = InfoLines()
        self.introduced = False  # an engine that has played before has its options and its variant
        self.ready = False
        self.told_increment = False  # and no move has come since
        self.signs = "bw"  # of the times of Black and of White

    def opening(self) -> Sequence[str]:
        if self.seat is None:
            return NOTHING
        return ("isready",) if self.introduced else ("usi",)

    def happened(self, event: Event) -> Sequence[str]:
        self.moves.append(str(event.action))
        return (self.moves[-1],) if self.seat is None else NOTHING

    def ask(self, state: State) -> Sequence[str]:
        self.state = state
        self.infos = InfoLines()
        only = [word for move in self.only for word in engine_moves(state, [move])]
        return (self.position(), " ".join([self.go(), *(["searchmoves", *only] if only else [])]))

    @property
    def thought(self) -> SearchInfo | None:
        """The findings of the engine about the position that it was last asked about, if it says so."""
        return self.infos.search_info(self.state)

    def go_to(self, moves: Sequence[str], only: Sequence[str] = ()) -> None:
        self.moves = list(moves)
        self.only = list(only)

    def position(self) -> str:
        """The line that tells the engine the position: its start and all moves since."""
        start = "startpos" if self.begins_at_start else f"sfen {self.briefing.start}"
        moves = engine_moves(self.briefing.start, self.moves)
        return " ".join(["position", start, "moves", *moves] if moves else ["position", start])

    def go(self) -> str:
        """The time that is left to both, in milliseconds: an engine may use all that stands here for its side."""
        own = self.briefing.clocks[self.state.turn]
        if own.nodes is not None:
            return f"go nodes {own.nodes}"
        if own.remaining is None:
            return f"go btime 0 wtime 0 byoyomi {_milliseconds(own.allowed)}"
        clocks = [own if clock.remaining is None else clock for clock in self.briefing.clocks]
        sides = list(zip(self.signs, clocks, strict=True))
        words = [f"{sign}time {_milliseconds(clock.before_increment)}" for sign, clock in sides]
        self.told_increment = _milliseconds(own.increment) > 0
        if self.told_increment:  # some engines end themselves at increments of 0
            words += [f"{sign}inc {_milliseconds(clock.increment)}" for sign, clock in sides]
        if own.byoyomi or not self.told_increment:
            words.append(f"byoyomi {_milliseconds(own.byoyomi)}")
        return " ".join(["go", *words])

    def hear(self, line: str) -> Answer | NeedData | Resign | Breach:
        words = line.split()
        if not words:
            return NeedData()
        if words[0] == "option" and "name" in words and not self.introduced:
            name, _, facts = " ".join(words[words.index("name") + 1 :]).partition(" type ")
            self.options[name] = facts.split()
        elif words[0] == "info":
            self.infos.add(line)
        elif SWAPPING.match(" ".join(words)):
            self.signs = "wb"
        elif words[0] == "usiok":
            self.introduced = True
            return self.prepare()
        elif words[0] == "readyok" and not self.ready:
            self.ready = True
            return NeedData(("usinewgame",))
        elif words[0] == "bestmove":
            return self.bestmove(words[1:])
        return NeedData()  # id, and whatever else engines print

    def prepare(self) -> NeedData | Breach:
        """Set the engine's options, then ask whether it is ready.

        The variant comes first, before any position: an engine that was not told
        of a small board reads it onto its large one.
        """
        settings = dict(self.briefing.settings)
        unknown = sorted(settings.keys() - self.options.keys())
        if unknown:
            from difflib import get_close_matches

            names = ", ".join(self.options) or "none"
            close = get_close_matches(unknown[0], self.options, 1)
            meant = f"did you mean {close[0]!r}? " if close else ""
            return UnknownSetting("garbled", f"the engine has no option {unknown[0]!r}; {meant}it has: {names}")
        for name, value in settings.items():
            if takes := expected_instead(value, self.options[name]):
                return UnknownSetting(
                    "garbled", f"the engine's option {name!r} takes {takes}, not {printable(value)!r}"
                )
        if self.game.name != NATIVE:
            variant = next((name for name in VARIANT_OPTIONS if name in self.options), None)
            if variant is not None:
                variants = [word for before, word in pairwise(self.options[variant]) if before == "var"]
                name = engine_name(self.game)
                if variants and name not in variants:
                    played = ", ".join(variants)
                    return UnknownSetting("garbled", f"the engine does not play {name}; it plays: {played}")
                settings = {variant: name, **settings}
        return NeedData((*(f"setoption name {name} value {value}" for name, value in settings.items()), "isready"))

    def bestmove(self, words: Sequence[str]) -> Answer | Resign | Breach:
        """Read what stands after ``bestmove``: an answer, a resignation or a breach."""
        self.told_increment = False
        if not words:
            return Breach("garbled", "expected 'bestmove MOVE', 'bestmove resign' or 'bestmove win'")
        if words[0] == "resign":
            return Resign()
        try:
            return Answer(self.state.read(our_move(self.game, words[0])), thought=self.thought)
        except IllegalAction as error:
            return Breach("illegal", self.undeclarable() if words[0] == WIN else error.why)

    def undeclarable(self) -> Reason:
        """Why no side can declare, and under which rules it could."""
        if self.game.name != NATIVE:
            return Reason("no-declaration", "{title} knows no declaration", title=Said(self.game.title))
        having = [name for name, way in IMPASSES.items() if way.wins is not None]
        return Reason(
            "no-declaration",
            "under these rules nobody declares: {line} lets one",
            line=" or ".join(f"{NATIVE}:impasse={name}" for name in having),
        )

    def crash_hint(self) -> str:
        if not self.told_increment:
            return ""
        return "some engines end at an increment ('binc'): try a --clock without one, as in 600, or --move-time"

    def closing(self, verdict: Verdict) -> Sequence[str]:
        if self.seat is None:
            return NOTHING
        returns = verdict.outcome.returns[self.seat]
        result = "win" if returns > 0 else "lose" if returns < 0 else "draw"
        return (f"gameover {result}",)


def expected_instead(value: str, facts: Sequence[str]) -> str:
    """The values that an option of an engine takes, in words, if this is none of them; empty if it is, or may be.

    Engines ignore a wrong value silently.

    >>> expected_instead("12", "spin default 1 min 1 max 8".split())
    'a whole number from 1 to 8'
    """
    kind, bounds = facts[0] if facts else "", dict(pairwise(facts[1:]))
    if kind == "check" and value not in ("true", "false"):
        return "true or false"
    if kind == "spin" and "min" in bounds and "max" in bounds:
        with suppress(ValueError):  # an engine that does not tell its bounds in numbers
            least, most = int(bounds["min"]), int(bounds["max"])
            number = int(value) if value.lstrip("-").isdecimal() else None
            if number is None or not least <= number <= most:
                return f"a whole number from {least} to {most}"
    values = [choice.partition(" default ")[0] for choice in " ".join(facts).split(" var ")[1:]]
    if kind == "combo" and values and value not in (*values, bounds.get("default")):
        return f"one of {', '.join(values)}"
    return ""


def next_game(before: Dialogue, briefing: Briefing, seat: int) -> UsiClient:
    """The dialogue with an engine that has just played a game."""
    assert isinstance(before, UsiClient)
    client = UsiClient(briefing, seat)
    client.introduced, client.signs = True, before.signs
    return client


def _bounded(digits: str) -> int:
    """A number in a limit of ``go``; one of very many digits is as good as none."""
    return int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS


class UsiEngine:
    """The player's side: one of our players as an engine.

    A foreign referee may have other limits than our rules: where these have ended
    the game, but there are legal moves, it goes on.
    """

    name = ""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, Shogi)
        self.game = game
        self.options: Any = NoOptions()
        self.state: State | None = game.start()  # none after a position that could not be read
        self.ponders = True  # whether to name the answer that it expects
        self.expected: Sequence[Any] = ()
        self.hit: Sequence[str] | None = None  # the limits that count from "ponderhit" on
        self.held: Sequence[str] = NOTHING  # what to send at "stop"
        self.unheeded: Sequence[str] = NOTHING

    def hear(self, line: str) -> Ask | NeedData | Over | Breach:
        words = line.split()
        command = words[0] if words else ""
        if command == "usi":
            return NeedData(self.introduction())
        if command == "isready":
            return NeedData(("readyok",))
        if command == "setoption":
            return self.setoption(words[1:])
        if command == "position":
            return self.position(words[1:])
        if command == "go":
            return self.go(words[1:])
        if command == "ponderhit" and self.hit is not None:
            return self.go(self.hit)
        if command == "stop":
            held, self.held, self.hit = self.held, NOTHING, None
            return NeedData(held)
        return Over() if command == "quit" else NeedData()

    def interrupts(self, line: str) -> bool:
        words = line.split()[:1]
        return words in (["stop"], ["gameover"], ["quit"]) or (words == ["ponderhit"] and self.hit is not None)

    def introduction(self) -> list[str]:
        """The lines that answer ``usi``: name, author, options."""
        lines = [f"id name boardgames {self.name}".rstrip(), "id author the boardgames authors"]
        if self.game.name != NATIVE:
            name = engine_name(self.game)
            lines.append(f"option name UCI_Variant type combo default {name} var {name}")
        values = values_of(self.options)
        lines += [option_line(option, values[name]) for name, option in options_of(type(self.options)).items()]
        return [*lines, f"option name {PONDER} type check default true", "usiok"]

    def setoption(self, words: Sequence[str]) -> NeedData | Breach:
        """``name NAME value VALUE``: an option of the player, by its own name or that of USI."""
        if words[:1] != ["name"] or len(words) < 2:
            return Breach("garbled", "expected 'setoption name NAME value VALUE'")
        split = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:split]), " ".join(words[split + 1 :])
        if name in VARIANT_OPTIONS:
            played = engine_name(self.game)
            return NeedData() if value == played else Breach("garbled", f"this engine plays {played} alone")
        if name == PONDER:
            if value not in ("true", "false"):
                return Breach("garbled", f"{PONDER} is true or false, not {quoted(value)}")
            self.ponders = value == "true"
            return NeedData()
        own = {OPTION_NAMES.get(option.name, option.name): option for option in options_of(type(self.options)).values()}
        option = own.get(name)
        if option is None and name in UNASKED:
            return NeedData()
        if not value or (value == "0" and option is not None and is_spin_or_none(option)):
            value = NONE
        try:
            options = choose(type(self.options), {**values_of(self.options), option.name if option else name: value})
        except BadOption as error:
            return Breach("garbled", str(error))
        return NeedData() if options == self.options else NewOptions(options=options)

    def refuses(self, why: str) -> list[str]:
        return [f"info string {printable(why)}"]

    def position(self, words: Sequence[str]) -> NeedData | Breach:
        """``startpos`` or ``sfen ...``, then ``moves ...``."""
        self.state = None
        split = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:split], words[split + 1 :]
        try:
            if start[:1] == ["startpos"]:
                state = self.game.start()
            elif start[:1] == ["sfen"]:
                state = self.game.parse(" ".join(start[1:]))
            else:
                return Breach("garbled", "expected 'position startpos' or 'position sfen ...'")
            for move in moves:
                state = going_on(state).play(our_move(self.game, move))
        except (UnreadablePosition, IllegalAction) as error:
            return Breach("illegal", str(error))
        self.state = going_on(state)
        return NeedData()

    def go(self, words: Sequence[str]) -> Ask | NeedData:
        """The limits of a request, times in milliseconds; unknown words are ignored."""
        self.expected, self.held = (), NOTHING
        self.unheeded = UNHEEDED if "searchmoves" in words else NOTHING
        self.hit = [word for word in words if word != "ponder"] if "ponder" in words else None
        until_stopped = "ponder" in words or ("infinite" in words and "mate" not in words)
        limits = {word: _bounded(value) for word, value in pairwise(words) if value.isdecimal()}
        if self.state is None or self.state.turn <= CHANCE:
            lines: Sequence[str] = ("checkmate nomate" if "mate" in words else "bestmove resign",)
            if until_stopped:
                self.held, lines = lines, NOTHING
            return NeedData(lines)
        if "mate" in words:
            most = limits.get("mate", 0) / 1000
            clock = Clock(most, most) if "mate" in limits else Clock(until_stopped=True)
            return Ask(self.state, clock, mate=True)
        side = "bw"[self.state.turn]
        seconds = {word: number / 1000 for word, number in limits.items()}
        times: dict[str, Any] = {}
        if "movetime" in limits:
            times = {"first_move_time": seconds["movetime"], "move_time": seconds["movetime"]}
        elif not {f"{side}time", f"{side}inc", "byoyomi"}.isdisjoint(words):  # a time that is no number is used up
            times = {
                "base": seconds.get(f"{side}time", 0.0),
                "increment": seconds.get(f"{side}inc", 0.0),
                "byoyomi": seconds.get("byoyomi", 0.0),
                "increment_first": True,
            }
        return Ask(
            self.state,
            Clock(**times, nodes=limits.get("nodes"), depth=limits.get("depth"), until_stopped=until_stopped),
        )

    def thinks(self, state: State, thought: SearchInfo) -> list[str]:
        self.expected = thought.line
        if not thought.alternatives:
            return [info_line(state, thought)]
        ranked = enumerate((thought, *thought.alternatives), 1)
        return [info_line(state, info, f"multipv {rank}") for rank, info in ranked]

    def mate(self, line: Sequence[Any] | None) -> list[str]:
        assert self.state is not None, "without a position nothing is asked"
        if line is None:
            return ["checkmate timeout"]
        return [" ".join(["checkmate", *(engine_moves(self.state, line) or ["nomate"])])]

    def no_mate(self) -> list[str]:
        return ["checkmate notimplemented"]

    def answer(self, action: Any) -> Sequence[str]:
        assert self.state is not None, "without a position nothing is asked"
        line = self.expected[:2] if self.ponders and self.expected[:1] == (action,) else (action,)
        lines: Sequence[str] = (*self.unheeded, "bestmove " + " ponder ".join(engine_moves(self.state, line)))
        if self.hit is not None:  # until it is known whether the other side plays what was expected
            self.held, lines = lines, NOTHING
        return lines

    def resign(self) -> Sequence[str]:
        return ("bestmove resign",)


def going_on(state: State) -> State:
    """The position as the first of a game, if our rules have ended it although there are legal moves.

    This forgets repetitions, an impasse and a limit on plies, but no mate and no declaration.
    """
    if state.outcome is None or state.is_declared() or not state.legal():
        return state
    return state.game.place(state.codes, int(state.side))


def is_spin_or_none(option: Option) -> bool:
    """True if an option is a bounded whole number above 0, or ``None``, for which 0 stands in an engine's option."""
    kind = option.kind
    return isinstance(kind, OrNone) and isinstance(kind.kind, Whole) and bool(kind.kind.least and kind.kind.most)


def option_line(option: Option, value: Any) -> str:
    """An option of a player as an engine declares it, with the value that it has now."""
    name, kind, shown = OPTION_NAMES.get(option.name, option.name), option.kind, option.show(value)
    inner = kind.kind if isinstance(kind, OrNone) else kind
    if isinstance(inner, Switch):
        words = f"type check default {str(value).lower()}"
    elif isinstance(inner, Whole) and inner.most is not None and (inner is kind or is_spin_or_none(option)):
        least = (inner.least or 0) if inner is kind else 0
        words = f"type spin default {value or 0} min {least} max {min(inner.most, LARGEST_SPIN)}"
    elif isinstance(inner, OneOf):
        choices = [*([] if inner is kind else [NONE]), *map(inner.show, inner.choices)]
        words = " var ".join([f"type combo default {shown}", *choices])
    else:
        words = f"type string default {shown}"
    return f"option name {name} {words}"


def info_line(state: State, info: SearchInfo, rank: str = "") -> str:
    """The findings of a player about a state as an ``info`` line; ``rank`` are the words for one line of several."""
    words = ["info", f"depth {info.depth}", f"nodes {info.nodes}", f"time {int(1000 * info.seconds)}"]
    if info.seconds:
        words.append(f"nps {int(info.nodes / info.seconds)}")
    if info.fullness is not None:
        words.append(f"hashfull {int(1000 * info.fullness)}")
    words += [rank] * bool(rank)
    if info.plies_to_end is None:
        words.append(f"score cp {centipawns(info.value)}")
    else:
        words.append(f"score mate {'' if info.value > 0 else '-'}{info.plies_to_end}")
    return " ".join([*words, "pv", *engine_moves(state, info.line)])


def _milliseconds(seconds: float) -> int:
    return min(FOREVER, int(round(min(seconds, FOREVER) * 1000, 3)))


USI: Final = LineProtocol(
    name="usi",
    referee=UsiClient,
    player=UsiEngine,
    farewell=("quit",),
    takes_settings=True,
    increment_first=True,
    next_game=next_game,
    start_time=30.0,
    first_move_time=10.0,
    move_time=10.0,
)
PROTOCOLS: Final = {USI.name: USI}
