"""Our players as engines: they tell what they think, keep what they are told, and stop at once."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from queue import Queue
from random import Random
from threading import Thread
from typing import IO, Any

import pytest

import boardgames as bg
from boardgames.core.model.game import State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Ask, Resign
from boardgames.core.protocol.plain import PLAIN, PlainPlayer
from boardgames.core.protocol.player import Player
from boardgames.games.shogi.io.usi import UsiEngine
from boardgames.players import ALPHABETA, Greedy, SearchOptions
from boardgames.players.engine import ProtocolError, serve
from tests.players.test_thinkers import MATE_IN_ONE, MATE_IN_THREE, made
from tests.samples import cases


def served(player: Player, *lines: str, game: str = "shogi") -> list[str]:
    """What the engine says when it hears these lines."""
    said: list[str] = []
    serve(player, UsiEngine(bg.load(game)), iter(lines), said.extend)
    return said


def test_a_search_tells_its_thoughts() -> None:
    said = served(made("alphabeta", "shogi"), "position startpos", "go depth 2")
    assert said[-1].startswith("bestmove ")
    assert [line.split()[1:3] for line in said[:-1]] == [["depth", "1"], ["depth", "2"]]
    assert said[1].split("pv ")[1].split()[0] == said[-1].split()[1]


def test_nodes_are_kept() -> None:
    said = served(made("alphabeta", "minishogi"), "go nodes 200", game="minishogi")
    nodes = [int(line.split("nodes ")[1].split()[0]) for line in said if line.startswith("info")]
    assert nodes
    assert max(nodes) <= 201


def test_a_mate_is_told() -> None:
    player = made("alphabeta", "shogi")
    assert served(player, f"position sfen {MATE_IN_THREE}", "go mate 20000")[-1] == "checkmate 6e5g+ 5h4i 2g3h"
    assert served(player, "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b P 1", "go mate 20000")[-1] == "checkmate nomate"
    assert served(player, "position startpos", "go mate infinite", "stop")[-1] in (
        "checkmate timeout",
        "checkmate nomate",
    )
    assert served(Greedy(player.rng), "go mate 100")[-1] == "checkmate notimplemented"  # type: ignore[attr-defined]


def test_a_score_of_mate_is_told() -> None:
    said = served(made("alphabeta", "shogi"), f"position sfen {MATE_IN_ONE}", "go depth 1")
    assert "score mate 1 pv G*5b" in said[0]


def test_who_asked_for_a_stop_before_gets_it() -> None:
    begun = time.monotonic()
    said = served(made("alphabeta", "minishogi"), "go infinite", "stop", "quit", game="minishogi")
    assert said[-1].startswith("bestmove ")
    assert time.monotonic() - begun < 20


def test_an_end_of_input_is_a_stop() -> None:
    assert served(made("alphabeta", "minishogi"), "go infinite", game="minishogi")[-1].startswith("bestmove ")


def test_a_player_that_is_done_waits_for_the_stop() -> None:
    lines: Queue[str] = Queue()

    def heard() -> Iterator[str]:
        while (line := lines.get()) != "end":
            yield line

    class First(Player):
        def choose(self, state: State, clock: object) -> Any:
            return state.actions()[0]

    said: list[str] = []
    engine = Thread(target=serve, args=(First(), UsiEngine(bg.load("shogi")), heard(), said.extend))
    engine.start()
    lines.put("go infinite")
    time.sleep(0.15)
    assert said == []
    lines.put("stop")
    lines.put("end")
    engine.join(30)
    assert said == ["bestmove 5i5h"]


def test_a_wrong_line_is_named_and_not_the_end() -> None:
    said = served(made("alphabeta", "shogi"), "position startpos moves 7g7e", "position startpos", "go depth 1")
    assert said[0].startswith("info string ")
    assert "position startpos moves 7g7e" in said[0]
    assert said[-1].startswith("bestmove ")


def test_new_options_make_a_new_player() -> None:
    reply = UsiEngine(bg.load("minishogi"))
    reply.options = SearchOptions()
    made_of: list[SearchOptions] = []

    def make(options: SearchOptions) -> Player:
        made_of.append(options)
        if options.hash:
            raise bg.BadOption("too little memory")
        return ALPHABETA.player(bg.find("minishogi"), options, Random(1))

    said: list[str] = []
    lines = ["setoption name MultiPV value 2", "setoption name USI_Hash value 3", "setoption name depth value 1", "go"]
    serve(made("greedy", "minishogi"), reply, lines, said.extend, make)
    assert made_of == [SearchOptions(lines=2), SearchOptions(lines=2, hash=3), SearchOptions(lines=2, depth=1)]
    assert said[0] == "info string too little memory"
    assert [line.split("multipv ")[1].split()[0] for line in said[1:-1]] == ["1", "2"]
    assert "hashfull" in said[1]


def test_pondering_waits_and_then_keeps_the_clock() -> None:
    said = served(made("alphabeta", "minishogi"), "go ponder depth 1", "ponderhit", game="minishogi")
    assert [line.split()[0] for line in said].count("bestmove") == 1
    assert said[-1].startswith("bestmove ")
    said = served(made("alphabeta", "minishogi"), "go ponder depth 1", "quit", game="minishogi")
    assert not any(line.startswith("bestmove") for line in said)


def test_an_error_of_the_input_is_not_lost() -> None:
    def broken() -> Iterator[str]:
        yield "usi"
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        serve(made("alphabeta", "shogi"), UsiEngine(bg.load("shogi")), broken(), lambda lines: None)


BLOCKED = ["BLACK 150 3 4 0 0", "7", "1 0 0 2", "3 0 2 2", "5 0 4 2", "2 1 1 2", "4 1 3 2", "6 1 5 2", "8 1 7 2"]
"""Three men on corners without a step; the arena's program lists jumps."""
SWAPPED = ["7", *(f"{line[:2]}{1 - int(line[2])}{line[3:]}" for line in BLOCKED[2:])]
"""The same as the other side reads them."""
MATED = ["k....", "G....", "P....", ".....", "....K"]
OVER = "game ur|seat 0|names a b|position 15,15,15,15,15,15,15 0,0,0,0,0,0,0 1 -"


@cases(
    ("game", "protocol", "lines", "answers"),
    [
        ("morris:preset=codingame", "codingame", [*BLOCKED, "1", "MOVE 5 0 0 0 0"], ["MOVE 5 0 0 0 0"]),
        ("morris:preset=codingame", "codingame", [*BLOCKED, "1", "MOVE 3 0 0 0 0"] * 2, ["MOVE 3 0 0 0 0"] * 2),
        ("morris:preset=codingame", "codingame", [*BLOCKED, "0"], ["PUT 0 0 0 0"]),
        ("morris", "codingame", ["BLACK 150 2 4 0 0", "6", *BLOCKED[3:], "1", "MOVE 3 1 0 0 0"], ["MOVE 3 1 0 0 0"]),
        ("morris", "codingame", ["WHITE 0 4 3 0 0", *SWAPPED, "1", "MOVE 2 1 0 0 0"], ["MOVE 2 1 0 0 0"]),
        ("morris", "codingame", ["BLACK 0 3 4 0 0", *BLOCKED[1:], "1", "MOVE 1 1 0 0 0"], ["MOVE 1 1 0 0 0"]),
        ("minishogi", "codingame", ["1", "5", *MATED, "-", "-", "5453", "1", "5141"], ["5141"]),
        ("minishogi", "codingame", ["1", "5", *MATED, "-", "-", "5453", "0"], ["random"]),
        ("dice-shogi", "codingame", ["1", "5", *MATED, "-", "-", "3", "5453", "2", "5141", "5152"], ["5141"]),
        ("minishogi", "plain", ["position k4/G4/P4/5/4K w - 1", "go 5a4a 5a4b"], ["5a4a"]),
        ("minishogi", "plain", ["position k4/G4/P4/5/4K w - 1", "go"], ["resign"]),
        ("ur", "plain", [*OVER.split("|"), "go 0"], ["0"]),
        ("shogi", "usi", ["position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "go btime 0 wtime 0"], ["bestmove resign"]),
    ],
)
def test_who_is_asked_where_our_rules_have_ended_the_game_answers(
    game: str, protocol: str, lines: list[str], answers: list[str]
) -> None:
    """Other referees have limits and counts of their own; without an answer the game ends there by a timeout."""
    said: list[str] = []
    serve(
        Greedy(Random(1)), bg.find(game.partition(":")[0]).protocol(protocol).player(bg.load(game)), lines, said.extend
    )
    assert said == answers


def test_a_game_that_goes_on_elsewhere_is_followed() -> None:
    """Where our rules do not allow the last action, the arena's lines say where its game stands."""
    reply: Any = bg.find("minishogi").protocol("codingame").player(bg.load("minishogi"))
    rows, said = ["rbsgk", "....p", ".....", "P....", "KGSBR"], list[str]()
    serve(Greedy(Random(1)), reply, ["0", "5", *rows, "-", "-", "none", "1", "5544"], said.extend)
    assert reply.state.turn == 1
    serve(Greedy(Random(1)), reply, [*rows, "-", "-", "1222", "1", "5544"], said.extend)  # nobody could play that
    assert len(said) == 2


def test_a_protocol_that_asks_where_nobody_is_to_act_is_named() -> None:
    class Asks(PlainPlayer):
        def hear(self, line: str) -> Any:
            return Ask(self.state)

    reply = Asks(bg.load("ur"))  # a throw comes first
    with pytest.raises(ProtocolError, match="your turn"):
        serve(Greedy(Random(1)), reply, ["your turn"], lambda lines: None)


# -- as a program ------------------------------------------------------------------


class Program:
    """``boardgames bot`` with pipes; its lines are read with a time limit."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "boardgames", "bot", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.said: Queue[str] = Queue()
        Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self.said.put(line.strip())

    def tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n".join(lines) + "\n")

    def until(self, word: str) -> Sequence[str]:
        heard: list[str] = []
        while not heard or not heard[-1].startswith(word):
            heard.append(self.said.get(timeout=90))
        return heard


def test_a_program_stops_at_once_and_ends_quietly() -> None:
    program = Program("minishogi", "alphabeta", "--protocol", "usi")
    program.tell("usi", "isready")
    program.until("readyok")
    program.tell("position startpos")

    def taken(line: str) -> float:
        told = time.monotonic()
        program.tell(line)
        program.until("bestmove")
        return time.monotonic() - told

    def taken_to_stop() -> float:
        program.tell("go infinite")
        program.until("info depth 2")
        return taken("stop")

    assert any(taken_to_stop() < 1.0 for _ in range(6)), "not even once, however busy the machine is"
    assert any(taken("go movetime 200") < 1.0 for _ in range(6)), "not even once, however busy the machine is"
    program.tell("go infinite", "quit")
    _, errors = program.process.communicate(timeout=90)
    assert (program.process.returncode, errors) == (0, "")


@pytest.mark.thorough
def test_programs_have_names_of_their_own() -> None:
    program = Program("shogi", "alphabeta:depth=2", "--protocol", "usi")
    program.tell("usi")
    assert program.until("usiok")[0] == "id name boardgames alphabeta-depth=2"
    program.process.communicate("quit\n", timeout=90)


@pytest.mark.thorough
def test_a_program_survives_pondering_and_the_end_of_our_rules() -> None:
    """Pondering that comes true and that does not, a stop for nobody, and a fifth occurrence."""
    program = Program("shogi", "alphabeta:depth=1", "--protocol", "usi")
    program.tell("usi", "setoption name USI_Ponder value true", "isready", "usinewgame", "stop")
    program.until("readyok")
    rounds = " ".join(["4i4h 6a6b 4h4i 6b6a"] * 4)
    for moves in ("2g2f", rounds, f"{rounds} 4i4h"):
        program.tell(f"position startpos moves {moves}")
        program.tell("go ponder btime 1000 wtime 1000 byoyomi 0", "ponderhit")
        assert program.until("bestmove")[-1] != "bestmove resign"
        program.tell("go ponder btime 1000 wtime 1000 byoyomi 0", "stop", "stop")
        assert program.until("bestmove")[-1] != "bestmove resign"
        program.tell("go btime 1000 wtime 1000 binc 100 winc 100")
        assert program.until("bestmove")[-1] != "bestmove resign"
    _, errors = program.process.communicate("gameover draw\nquit\n", timeout=90)
    assert (program.process.returncode, errors) == (0, "")


class Resigning(Player):
    def choose(self, state: State, clock: Clock) -> Resign:
        return Resign()


def test_a_player_resigns_where_the_protocol_has_a_word_for_it() -> None:
    assert served(Resigning(), "position startpos", "go depth 1", game="minishogi") == ["bestmove resign"]
    said: list[str] = []
    serve(Resigning(), PLAIN.player(bg.load("minishogi")), ["go 5d5c"], said.extend)
    assert said == ["resign"]
    with pytest.raises(ProtocolError, match="no word"):
        serve(Resigning(), Wordless(bg.load("minishogi")), ["go 5d5c"], said.extend)


class Wordless(PlainPlayer):
    resign = None  # type: ignore[assignment]
