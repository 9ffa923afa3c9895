"""The process in which rules run: it reads requests, one JSON object a line, and answers each.

Standard input and output carry the requests and answers; what the rules print goes to standard error.  Players think
in threads, so that the board can be drawn meanwhile.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import IO, Any, Final

import attrs

from boardgames.contest import BadEntrant, PlayerEntrant, entrant
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find
from boardgames.core.lookup.near_misses import near_misses
from boardgames.core.lookup.players import PLAYERS, UnknownPlayer
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import IllegalAction, UnreadablePosition
from boardgames.core.model.options import BadOption, describe
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Resign
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.web.reload.checks import all_clicks, check_after, check_scene, state_facts, wrong
from boardgames.web.reload.mistake import mistake_of

MAX_MEMORY: Final = 2 * 1024**3
"""Bytes of data that the rules and the players may use."""
THREADED: Final = ("choose", "rate")


class Rules:
    """A game that was loaded, its states by their numbers, and its players."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self.send = send
        self.spec: GameSpec
        self.game: Any = None
        self.states: dict[int, Any] = {}
        self.texts: dict[int, str] = {}
        self.edges: dict[int, dict[str, Any]] = {}
        self.players: dict[str, Any] = {}
        self.made = 0

    def answer(self, do: str, number: int, facts: dict[str, Any]) -> None:
        """Answer a request."""
        try:
            given = {"id": number, "done": getattr(self, f"do_{do}")(**facts)}
            json.dumps(given, default=float)
        except IllegalAction as error:
            given = {"id": number, "illegal": [error.asked, error.why, list(error.nearest)]}
        except UnreadablePosition as error:
            given = {"id": number, "unreadable": str(error)}
        except (BadOption, BadEntrant) as error:
            given = {"id": number, "bad": str(error)}
        except BaseException as error:  # code of others may raise anything, SystemExit too
            given = {"id": number, "mistake": mistake_of(error).facts()}
        self.send(given)

    # -- the game ----------------------------------------------------------------------

    def do_ready(self) -> None:
        """Nothing: the answer says that the process has started."""

    def do_load(self, reference: str, options: dict[str, str]) -> dict[str, Any]:
        self.spec = spec = find(reference)
        self.game = make(spec, options)
        fields = [[name, default, meaning, source] for name, default, meaning, source in describe(spec.options)]
        return {
            "name": spec.name,
            "title": spec.title,
            "seats": self.game.seats,
            "action_count": self.game.action_count,
            "seat_names": list(spec.seat_names),
            "reasons": dict(spec.reasons),
            "rules": spec.rules,
            "sources": list(spec.sources),
            "protocols": list(spec.protocols),
            "options": fields,
            "chosen": [_plain(getattr(self.game.options, name)) for name, *_ in fields],
            "files": [file for file in map(_file_of, list(sys.modules.values())) if file],
        }

    def do_start(self, position: str | None) -> dict[str, Any]:
        return self._known(self.game.start() if position is None else self.game.parse(position))

    def _known(self, state: Any) -> dict[str, Any]:
        """Remember a state under a number, and tell what it is."""
        if state is None:
            wrong(type(self.game).start, "start returned None: it must return the first position")
        facts = state_facts(self.spec, state)
        self.made += 1
        self.states[self.made], self.texts[self.made] = state, facts["text"]
        edges = state.actions() or [throw for throw, _ in state.chances()]
        self.edges[self.made] = {str(edge): edge for edge in edges}
        return {"state": self.made, **facts}

    # -- states ------------------------------------------------------------------------

    def forget(self, numbers: list[int]) -> None:
        for number in numbers:
            for known in (self.states, self.texts, self.edges):
                known.pop(number, None)

    def do_apply(self, state: int, action: str) -> dict[str, Any]:
        before = self.states[state]
        after = before.apply(self.edges[state][action])
        check_after(before, self.texts[state], action, after)
        return self._known(after)

    def do_read(self, state: int, text: str) -> str:
        return str(self.states[state].read(text))

    def do_why_not(self, state: int, text: str) -> str:
        return str(self.states[state].why_not(text))

    def do_key(self, state: int) -> str:
        return repr(self.states[state].key)

    # -- words and pictures --------------------------------------------------------------

    def do_scene(self, state: int, seat: int) -> dict[str, Any]:
        return attrs.asdict(check_scene(self.spec, self.spec.scene(self.states[state], seat)))

    def do_clicks(self, state: int) -> list[list[Any]]:
        return all_clicks(self.spec, self.states[state])

    def do_describe(self, state: int, action: str, after: int) -> str:
        words = self.spec.describe(self.states[state], self.edges[state][action], self.states[after])
        if not isinstance(words, str):
            wrong(self.spec.describe, f"describe returned {words!r}: it must return a text")
        return words

    def do_near(self, state: int, path: list[str]) -> list[list[Any]]:
        return [[miss.text, miss.spot] for miss in near_misses(self.spec, self.states[state], path)]

    # -- players -----------------------------------------------------------------------

    def do_player(self, text: str, seed: int) -> str:
        """Make a player; its name here."""
        who = entrant(text, self.spec)
        assert isinstance(who, PlayerEntrant)
        name = f"{text} {seed}"
        self.players[name] = who.make(self.spec, Random(seed))
        return name

    def do_prepare(self, player: str, state: int) -> None:
        self.players[player].prepare(self.states[state])

    def do_choose(self, player: str, state: int, clock: dict[str, Any], reply: int) -> dict[str, Any]:
        who = self.players[player]
        who.thought = None
        who.on_thought = lambda thought: self.send({"id": reply, "thought": _thought(thought)})
        choice = who.choose(self.states[state], Clock(**clock))
        thought = None if who.thought is None else _thought(who.thought)
        return {"action": None if isinstance(choice, Resign) else str(choice), "thought": thought}

    def do_rate(self, player: str, state: int, clock: dict[str, Any], reply: int) -> list[list[Any]]:
        rated = self.players[player].rate(self.states[state], Clock(**clock))
        return [[str(action), float(value)] for action, value in rated]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _file_of(module: Any) -> str | None:
    file = getattr(module, "__file__", None)
    return file if isinstance(file, str) and file.endswith(".py") else None


def _thought(thought: SearchInfo) -> dict[str, Any]:
    """What a player found, without its alternatives."""
    facts = {name: getattr(thought, name) for name in ("value", "depth", "nodes", "seconds", "plies_to_end")}
    return {**facts, "line": list(map(str, thought.line))}


def _prepare(dump: int) -> tuple[IO[str], IO[str]]:
    """Take the channel from standard input and output, bound the memory, and let signals tell the line that runs."""
    requests, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdin, sys.stdout = open(0, closefd=False), sys.stderr  # noqa: SIM115
    sys.dont_write_bytecode = True  # that of a file which is saved twice in a second would be taken for the newer one's
    faulthandler.enable(dump)
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGUSR1, dump)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    return requests, answers


def _end_with_parent(parent: int) -> None:
    """End this process when the server has ended without a word, also while the rules are in an endless loop."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(0)


def main() -> None:
    """Serve until standard input ends; the argument is the file number for the stacks of this process."""
    requests, answers = _prepare(int(sys.argv[1]))
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    with suppress(UnknownPlayer):
        PLAYERS.find("alphabeta")  # while nobody waits
    lock = threading.Lock()

    def send(answer: dict[str, Any]) -> None:
        line = json.dumps(answer, default=float)
        with lock, suppress(OSError):
            answers.write(line + "\n")
            answers.flush()

    rules = Rules(send)
    for line in requests:
        facts = json.loads(line)
        do, number = facts.pop("do"), facts.pop("id")
        rules.forget(facts.pop("forget"))
        if do in THREADED:
            work = {**facts, "reply": number}
            threading.Thread(target=rules.answer, args=(do, number, work), daemon=True).start()
        else:
            rules.answer(do, number, facts)
    os._exit(0)  # whatever still thinks


if __name__ == "__main__":
    main()
