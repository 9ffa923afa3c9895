"""USI as lists of lines: as a client that plays engines, and as an engine."""

from __future__ import annotations

from math import inf
from typing import Literal

import pytest

import boardgames as bg
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import (
    Answer,
    Ask,
    Breach,
    Briefing,
    Event,
    NeedData,
    NewOptions,
    Over,
    Resign,
    UnknownSetting,
)
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.protocol.verdict import Verdict
from boardgames.games.shogi.io.usi import UsiClient, UsiEngine, engine_moves, next_game
from boardgames.players import MctsOptions, SearchOptions
from tests.samples import cases


def client(variant: Literal["shogi", "minishogi"] = "shogi", *clocks: Clock, **settings: str) -> UsiClient:
    start = bg.load(variant).start()
    return UsiClient(Briefing(start, ["Ann", "Bob"], settings=settings, clocks=clocks or (Clock(1.0, 0.5), Clock())), 0)


def more(*lines: str) -> NeedData:
    return NeedData(lines)


def test_the_greeting() -> None:
    side = client()
    assert side.opening() == ("usi",)
    assert side.hear("id name Engine 1.0") == more()
    assert side.hear("option name Hash type spin default 16 min 1 max 999") == more()
    assert side.hear("usiok") == more("isready")
    assert not side.ready
    assert side.hear("readyok") == more("usinewgame")
    assert side.ready


def test_an_engine_that_goes_on_introducing_itself_is_not_remembered() -> None:
    side = client()
    side.hear("option name Hash type spin")
    side.hear("usiok")
    side.hear("readyok")
    for number in range(1000):
        side.hear(f"option name {number} type check")
    assert list(side.options) == ["Hash"]


@pytest.mark.parametrize("option", ["UCI_Variant", "USI_Variant"])
def test_the_variant_is_set_before_any_position(option: str) -> None:
    side = client("minishogi")
    side.hear(f"option name {option} type combo default shogi var minishogi var shogi")
    assert side.hear("usiok") == more(f"setoption name {option} value minishogi", "isready")


def test_an_engine_of_one_game_needs_no_variant() -> None:
    assert client("minishogi").hear("usiok") == more("isready")


@cases(
    ("facts", "value", "takes"),
    [
        ("spin default 16 min 1 max 99", "99", ""),
        ("spin default 0 min -9 max 99", "-9", ""),
        ("spin default 16 min 1 max 99", "100", "a whole number from 1 to 99"),
        ("spin default 16 min 1 max 99", "2.5", "a whole number from 1 to 99"),
        ("spin default 16", "100", ""),
        ("spin min few max many", "100", ""),
        ("check default true", "false", ""),
        ("check default true", "on", "true or false"),
        ("string default", "100", ""),
        ("combo default a var a var b c", "b c", ""),
        ("combo default a var a var b c", "b", "one of a, b c"),
        ("combo default a var a var b c", "c", "one of a, b c"),
        ("combo default a var b", "a", ""),
        ("combo default a", "x", ""),
    ],
)
def test_a_value_that_the_engine_would_ignore_is_the_users_mistake(facts: str, value: str, takes: str) -> None:
    side = client(Some=value)
    side.hear(f"option name Some type {facts}")
    told = UnknownSetting("garbled", f"the engine's option 'Some' takes {takes}, not {value!r}")
    assert side.hear("usiok") == (told if takes else more(f"setoption name Some value {value}", "isready"))


def test_the_users_settings() -> None:
    side = client("shogi", Hash="64", **{"Skill Level": "3"})
    side.hear("option name Hash type spin default 16 min 1 max 999")
    side.hear("option name Skill Level type spin default 20 min 0 max 20")
    told = side.hear("usiok")
    assert told == more("setoption name Hash value 64", "setoption name Skill Level value 3", "isready")


def test_the_whole_game_is_told_with_every_request() -> None:
    side = client()
    state = bg.load("shogi").start()
    assert side.ask(state) == ("position startpos", "go btime 0 wtime 0 byoyomi 1000")
    for text in ("7g7f", "3c3d"):
        before, state = state, state.play(text)
        assert side.happened(Event(before, before.read(text), state)) == ()
    assert side.ask(state)[0] == "position startpos moves 7g7f 3c3d"


def test_a_game_from_another_position() -> None:
    sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G2P 1"
    state = bg.load("shogi").parse(sfen)
    side = UsiClient(Briefing(state, ["Ann", "Bob"], clocks=[Clock(1.0), Clock(1.0)]), 0)
    assert side.ask(state)[0] == f"position sfen {sfen}"


def test_a_clock_for_the_game_is_told_for_both() -> None:
    """The increment is told apart: it comes before each answer, and may be used for it."""
    black = Clock(base=60.0, increment=0.5, increment_first=True)
    white = Clock(base=30.0, increment=0.1, increment_first=True)
    side = client("shogi", black, white)
    state = bg.load("shogi").start()
    assert side.ask(state)[1] == "go btime 60000 wtime 30000 binc 500 winc 100"
    white.spend(2.0)
    assert side.ask(state.play("7g7f"))[1] == "go btime 60000 wtime 28100 binc 500 winc 100"


def test_an_increment_and_byoyomi_are_told_both() -> None:
    clocks = [Clock(base=60.0, increment=0.5, byoyomi=5.0, increment_first=True) for _ in range(2)]
    assert client("shogi", *clocks).go() == "go btime 60000 wtime 60000 binc 500 winc 500 byoyomi 5000"


@cases(("version", "swaps"), [("11.1 LB 64", True), ("12.1", True), ("14", False), ("060321", False)])
def test_an_engine_that_takes_black_s_time_for_white_s_is_told_it_as_white_s(version: str, swaps: bool) -> None:
    """Also in the next game."""
    side = client("shogi", Clock(base=60.0), Clock(base=30.0))
    side.hear(f"id name Fairy-Stockfish {version}")
    for told in (side, next_game(side, side.briefing, 0)):
        assert told.go() == f"go {'wtime' if swaps else 'btime'} 60000 {'btime' if swaps else 'wtime'} 30000 byoyomi 0"


def test_a_clock_without_increment_is_told_without_one() -> None:
    """GPS Shogi ends itself when it is told of increments of nothing."""
    side = client("shogi", Clock(base=60.0), Clock(base=30.0))
    assert side.go() == "go btime 60000 wtime 30000 byoyomi 0"


def test_a_game_without_limits_has_a_number_all_the_same() -> None:
    assert client("shogi", Clock(), Clock()).go().startswith("go btime 0 wtime 0 byoyomi 1000000000")


def test_answers() -> None:
    side = client()
    state = bg.load("shogi").start()
    side.ask(state)
    assert side.hear("info depth 7 score cp 12 pv 7g7f") == more()
    assert side.hear("") == more()
    answer = side.hear("bestmove 7g7f ponder 3c3d")
    assert isinstance(answer, Answer)
    assert answer.action == state.read("7g7f")
    assert str(answer.thought) == "50 % (depth 7): 7g7f"
    assert side.hear("bestmove resign") == Resign()
    assert isinstance(side.hear("bestmove"), Breach)
    for wrong in ("bestmove 7g7e", "bestmove win", "bestmove 0000", "bestmove (none)"):
        heard = side.hear(wrong)
        assert isinstance(heard, Breach)
        assert heard.kind == "illegal"


def test_a_declaration_is_an_action_where_the_rules_have_it() -> None:
    state = bg.load("shogi", impasse="27-point").parse("2RRK4/2BBGGGG1/3SSSS2/9/9/9/9/9/4k4 b - 1")
    side = UsiClient(Briefing(state, ["Ann", "Bob"], clocks=[Clock(1.0), Clock(1.0)]), 0)
    side.ask(state)
    heard = side.hear("bestmove win")
    assert isinstance(heard, Answer)
    assert state.apply(heard.action).outcome == bg.Outcome((1.0, -1.0), "declaration")


def test_who_declares_where_nobody_can_is_told_the_rules_that_let_one() -> None:
    side = client()
    heard = side.hear("bestmove win")
    assert isinstance(heard, Breach)
    assert "shogi:impasse=24-point-declaration or shogi:impasse=27-point lets one" in heard.detail
    heard = client("minishogi").hear("bestmove win")
    assert isinstance(heard, Breach)
    assert heard.detail == "Minishogi knows no declaration"


@cases(("returns", "word"), [((1.0, -1.0), "win"), ((-1.0, 1.0), "lose"), ((0.0, 0.0), "draw")])
def test_the_end(returns: tuple[float, float], word: str) -> None:
    assert client().closing(Verdict(bg.Outcome(returns, "x"))) == (f"gameover {word}",)


def test_spectators_are_told_the_moves_alone() -> None:
    start = bg.load("shogi").start()
    side = UsiClient(Briefing(start, ["Ann", "Bob"]), None)
    assert side.opening() == ()
    assert side.happened(Event(start, start.read("7g7f"), start.play("7g7f"))) == ("7g7f",)
    assert side.closing(Verdict(bg.Outcome((1.0, -1.0), "x"))) == ()


# -- as an engine ------------------------------------------------------------------


def test_the_engines_greeting() -> None:
    told = UsiEngine(bg.load("minishogi")).hear("usi")
    assert isinstance(told, NeedData)
    assert told.send[0] == "id name boardgames"
    assert "option name UCI_Variant type combo default minishogi var minishogi" in told.send
    assert told.send[-1] == "usiok"
    engine = UsiEngine(bg.load("shogi"))
    assert engine.hear("isready") == more("readyok")
    engine.name = "alphabeta-depth=2"
    named = engine.hear("usi")
    assert isinstance(named, NeedData)
    assert named.send[0] == "id name boardgames alphabeta-depth=2"
    for line in ("usinewgame", "gameover win", "", "what", "ponderhit", "stop"):
        assert engine.hear(line) == more()
    assert engine.hear("quit") == Over()


def test_the_engine_follows_a_position() -> None:
    engine = UsiEngine(bg.load("shogi"))
    assert engine.hear("position startpos moves 7g7f 3c3d") == more()
    heard = engine.hear("go btime 0 wtime 0 byoyomi 1000")
    expected = bg.load("shogi").start().play("7g7f").play("3c3d")
    assert heard == Ask(expected)
    assert list(engine.answer(expected.read("2g2f"))) == ["bestmove 2g2f"]
    engine.hear("position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1")
    assert isinstance(engine.hear("go movetime 100"), Ask)


@cases(
    ("go", "side", "allowed", "remaining"),
    [
        ("go movetime 250", 0, 0.25, None),
        ("go btime 60000 wtime 30000 byoyomi 5000", 0, 65.0, 60.0),
        ("go btime 60000 wtime 30000 byoyomi 5000", 1, 35.0, 30.0),
        ("go btime 60000 wtime 30000 binc 1000 winc 2000", 1, 32.0, 32.0),
        ("go btime 0 wtime 0 binc 4000 winc 2000", 0, 4.0, 4.0),
        ("go binc 4000", 0, 4.0, 4.0),
        ("go btime 1000 wtime 0 binc 500 byoyomi 3000", 0, 4.5, 1.5),
        ("go btime -20 wtime 5000 byoyomi 0", 0, 0.0, 0.0),
        ("go byoyomi 3000", 0, 3.0, 0.0),
        ("go", 0, inf, None),
        ("go depth 4 nodes 1000", 0, inf, None),
    ],
)
def test_the_limits_of_go(go: str, side: int, allowed: float, remaining: float | None) -> None:
    engine = UsiEngine(bg.load("shogi"))
    engine.hear("position startpos moves 7g7f" if side else "position startpos")
    heard = engine.hear(go)
    assert isinstance(heard, Ask)
    assert (heard.clock.allowed, heard.clock.remaining) == (allowed, remaining)
    assert (heard.clock.depth, heard.clock.nodes) == ((4, 1000) if "depth" in go else (None, None))
    assert (heard.clock.increment > 0.0) == ("binc" in go)
    assert not heard.clock.until_stopped


def answered(engine: UsiEngine, *lines: str) -> list[str]:
    """The answers of an engine to lines that ask it nothing."""
    said: list[str] = []
    for line in lines:
        heard = engine.hear(line)
        assert isinstance(heard, NeedData)
        said += heard.send
    return said


def test_the_options_are_those_of_the_player() -> None:
    engine = UsiEngine(bg.load("shogi"))
    engine.options = SearchOptions(level=3)
    told = [line.removeprefix("option name ") for line in answered(engine, "usi") if line.startswith("option")]
    assert "level type spin default 3 min 0 max 10" in told
    assert "nodes type spin default 0 min 0 max 2147483647" in told
    assert "time type string default none" in told
    assert "MultiPV type spin default 1 min 1 max 100" in told
    assert "USI_Hash type spin default 0 min 0 max 4096" in told
    assert "USI_Ponder type check default true" in told
    engine.options = MctsOptions()
    assert "option name playout type string default none" in answered(engine, "usi"), "0 is a value of it, not none"


@cases(
    ("line", "expected"),
    [
        ("name level value 4", SearchOptions(level=4)),
        ("name MultiPV value 3", SearchOptions(lines=3)),
        ("name USI_Hash value 64", SearchOptions(hash=64)),
        ("name depth value 0", SearchOptions()),
        ("name depth value 7", SearchOptions(depth=7)),
        ("name time value none", SearchOptions()),
        ("name judgement value", SearchOptions()),
        ("name judgement value my file.bin", SearchOptions(judgement="my file.bin")),
    ],
)
def test_an_option_is_set(line: str, expected: SearchOptions) -> None:
    engine = UsiEngine(bg.load("shogi"))
    engine.options = SearchOptions()
    heard = engine.hear(f"setoption {line}")
    assert heard == (more() if expected == SearchOptions() else NewOptions(options=expected))


@cases(
    "line",
    [
        "",
        "level 3",
        "name level value 11",
        "name level value -1",
        "name level value much",
        "name MultiPV value 0",
        "name MultiPV",
        "name levl value 3",
        "name search value wild",
        "name USI_Hash value 99999999999999999999",
        "name USI_Ponder value maybe",
        "name UCI_Variant value chess",
    ],
)
def test_an_option_that_cannot_be_set(line: str) -> None:
    engine = UsiEngine(bg.load("shogi"))
    engine.options = SearchOptions()
    assert isinstance(engine.hear(f"setoption {line}"), Breach)
    assert engine.ponders


def test_options_that_programs_set_unasked_are_taken() -> None:
    engine = UsiEngine(bg.load("minishogi"))  # and a player without options
    for line in ("UCI_Variant value minishogi", "USI_Variant value minishogi", "USI_Hash value 256"):
        assert engine.hear(f"setoption name {line}") == more()
    assert engine.hear("setoption name USI_OwnBook value false") == more()


def test_the_answer_names_what_is_expected() -> None:
    engine = UsiEngine(bg.load("kyotoshogi"))
    start = bg.load("kyotoshogi").start()
    first = start.actions()[0]
    after = start.apply(first)
    thought = SearchInfo(value=0.0, line=(first, after.actions()[0]), depth=2)
    assert isinstance(engine.hear("go byoyomi 9"), Ask)
    engine.thinks(start, thought)
    ours, theirs = engine_moves(start, [str(first), str(after.actions()[0])])
    assert list(engine.answer(first)) == [f"bestmove {ours} ponder {theirs}"]
    other = start.actions()[1]
    assert list(engine.answer(other)) == [f"bestmove {engine_moves(start, [str(other)])[0]}"]
    engine.hear("setoption name USI_Ponder value false")
    assert list(engine.answer(first)) == [f"bestmove {ours}"]
    engine.hear("setoption name USI_Ponder value true")
    engine.hear("go byoyomi 9")
    assert list(engine.answer(first)) == [f"bestmove {ours}"], "the thought was of an earlier question"


def test_pondering_that_comes_true_goes_on_with_the_clock() -> None:
    engine = UsiEngine(bg.load("shogi"))
    action = bg.load("shogi").start().read("7g7f")
    for end, said in (("ponderhit", None), ("stop", ["bestmove 7g7f"])):
        assert isinstance(engine.hear("go ponder btime 60000 wtime 60000 byoyomi 1000"), Ask)
        assert list(engine.answer(action)) == [], "nothing is said before it is known"
        if said is None:
            heard = engine.hear(end)
            assert isinstance(heard, Ask)
            assert (heard.clock.until_stopped, heard.clock.allowed) == (False, 61.0)
            assert list(engine.answer(action)) == ["bestmove 7g7f"]
            assert not engine.interrupts("ponderhit")
        else:
            assert answered(engine, end) == said
        assert answered(engine, "stop", "ponderhit") == []


def test_searchmoves_is_not_obeyed_and_that_is_said() -> None:
    engine = UsiEngine(bg.load("shogi"))
    action = bg.load("shogi").start().read("7g7f")
    for go, said in (("go byoyomi 9 searchmoves 2g2f", 2), ("go byoyomi 9", 1)):
        assert isinstance(engine.hear(go), Ask)
        answer = list(engine.answer(action))
        assert len(answer) == said and answer[0].startswith("info string") == (said == 2)
        assert answer[-1] == "bestmove 7g7f"


def test_a_lost_position_is_resigned_when_the_engine_may_speak() -> None:
    engine = UsiEngine(bg.load("shogi"))
    engine.hear("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert answered(engine, "go infinite") == []
    assert answered(engine, "stop") == ["bestmove resign"]
    assert answered(engine, "go ponder byoyomi 9") == []
    assert answered(engine, "ponderhit") == ["bestmove resign"]


def test_after_a_position_that_cannot_be_no_other_one_is_played() -> None:
    engine = UsiEngine(bg.load("shogi"))
    assert isinstance(engine.hear("go byoyomi 9"), Ask), "without any position it is the start"
    assert isinstance(engine.hear("position startpos moves 7g7e"), Breach)
    assert answered(engine, "go byoyomi 9") == ["bestmove resign"]
    assert answered(engine, "go mate 9") == ["checkmate nomate"]
    assert engine.refuses("a\nb") == ["info string a\\nb"]


@pytest.mark.parametrize("digits", [400, 5000])
def test_limits_of_very_many_digits_are_as_good_as_none(digits: int) -> None:
    engine = UsiEngine(bg.load("shogi"))
    for words in ("go btime {} wtime 1", "go movetime {}", "go mate {}", "go byoyomi {}", "go nodes {} depth {}"):
        assert isinstance(engine.hear(words.replace("{}", "9" * digits)), Ask)


def test_the_engine_thinks_until_it_is_stopped() -> None:
    engine = UsiEngine(bg.load("shogi"))
    for go in ("go infinite", "go ponder btime 1 wtime 1", "go mate infinite"):
        heard = engine.hear(go)
        assert isinstance(heard, Ask)
        assert heard.clock.until_stopped
        assert heard.mate == ("mate" in go)
        assert engine.interrupts("ponderhit") == ("ponder" in go)
    assert all(engine.interrupts(line) for line in ("stop", "gameover win", " quit"))
    assert not any(engine.interrupts(line) for line in ("", "isready", "position startpos", "unstoppable"))
    assert engine.hear("stop") == more()


def test_the_engine_tells_its_thoughts() -> None:
    engine = UsiEngine(bg.load("shogi"))
    start = bg.load("shogi").start()
    line = (start.read("7g7f"), start.play("7g7f").read("3c3d"))
    thought = SearchInfo(value=0.1, line=line, depth=2, nodes=500, seconds=0.25)
    assert engine.thinks(start, thought) == ["info depth 2 nodes 500 time 250 nps 2000 score cp 120 pv 7g7f 3c3d"]
    won = SearchInfo(value=1.0, line=line[:1], depth=1, nodes=5, plies_to_end=1)
    assert engine.thinks(start, won) == ["info depth 1 nodes 5 time 0 score mate 1 pv 7g7f"]
    lost = SearchInfo(value=-1.0, line=line[:1], depth=1, nodes=5, plies_to_end=2)
    assert "score mate -2" in engine.thinks(start, lost)[0]
    full = SearchInfo(value=0.1, line=line, depth=2, nodes=5, fullness=0.25, alternatives=(won,))
    first, second = engine.thinks(start, full)
    assert first == "info depth 2 nodes 5 time 0 hashfull 250 multipv 1 score cp 120 pv 7g7f 3c3d"
    assert second == "info depth 1 nodes 5 time 0 multipv 2 score mate 1 pv 7g7f"
    assert engine.mate(line) == ["checkmate 7g7f 3c3d"]
    assert engine.mate(()) == ["checkmate nomate"]
    assert engine.mate(None) == ["checkmate timeout"]
    assert engine.no_mate() == ["checkmate notimplemented"]


def test_the_engine_resigns_when_it_is_mated() -> None:
    engine = UsiEngine(bg.load("shogi"))
    engine.hear("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert engine.hear("go byoyomi 1000") == more("bestmove resign")
    assert engine.hear("go mate infinite") == more("checkmate nomate")


ROUND = "4i4h 6a6b 4h4i 6b6a "  # and back where it began


@cases(
    ("game", "start", "moves"),
    [
        ("shogi", "startpos", ROUND * 3),
        ("minishogi", "startpos", "4e4d 2a2b 4d4e 2b2a " * 2),
        ("shogi:max_plies=4", "startpos", ROUND),
        ("shogi:impasse_quiet_plies=1", "sfen 8K/9/9/9/9/9/9/9/k8 b - 1", "1a1b"),
    ],
)
def test_the_engine_goes_on_where_our_rules_have_ended_the_game(game: str, start: str, moves: str) -> None:
    """The referee is another one, and may have other limits."""
    state = bg.load(game).start() if start == "startpos" else bg.load(game).parse(start.removeprefix("sfen "))
    for move in moves.split():
        state = state.play(move)
    assert state.outcome is not None
    engine = UsiEngine(bg.load(game))
    assert engine.hear(f"position {start} moves {moves}") == more()
    heard = engine.hear("go byoyomi 1000")
    assert isinstance(heard, Ask)
    assert str(heard.state).split()[:3] == str(state).split()[:3]
    further = str(heard.state.actions()[0])
    assert engine.hear(f"position {start} moves {moves.strip()} {further}") == more()
    assert isinstance(engine.hear("go"), Ask)


def test_the_engine_does_not_play_on_after_a_declaration() -> None:
    engine = UsiEngine(bg.load("shogi", impasse="27-point"))
    engine.hear("position startpos moves win")
    assert engine.hear("go byoyomi 1000") == more("bestmove resign")
    assert isinstance(engine.hear("position startpos moves win 3c3d"), Breach)


@cases("line", ["position", "position here", "position startpos moves 7g7e", "position sfen 9/9 b - 1"])
def test_a_position_that_cannot_be(line: str) -> None:
    assert isinstance(UsiEngine(bg.load("shogi")).hear(line), Breach)


def test_a_judge_asks_by_nodes_and_about_single_moves() -> None:
    side = client("shogi", Clock(nodes=500), Clock(nodes=500))
    state = bg.load("shogi").start().play("7g7f")
    side.go_to(["7g7f"], only=["3c3d"])
    assert list(side.ask(state)) == ["position startpos moves 7g7f", "go nodes 500 searchmoves 3c3d"]
    side.hear("info multipv 2 depth 3 score cp -50 pv 8c8d")
    side.hear("info multipv 1 depth 3 score cp 100 pv 3c3d 2g2f 9z9z")
    side.hear("info multipv 1 depth 4 score cp 300 lowerbound pv 3c3d")
    side.hear("info depth x score cp many pv 3c3d")
    side.hear("info string score cp 5")
    thought = side.thought
    assert thought is not None
    assert [str(each) for each in thought.line] == ["3c3d", "2g2f"]
    assert [str(each.line[0]) for each in thought.alternatives] == ["8c8d"]
    side.hear("info depth 9 score mate - pv 3c3d")
    assert side.thought is not None
    assert (side.thought.value, side.thought.plies_to_end) == (-1.0, None)
