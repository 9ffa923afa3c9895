"""The CSA server protocol: both sides of it, by lists of lines."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model import Outcome, Playthrough
from boardgames.core.protocol import Fault, Verdict
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Answer, Ask, Breach, Briefing, Event, NeedData, Over, Resign
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.games.shogi.io.csa import CSA, CsaPlayer
from boardgames.games.shogi.io.csa_server import CsaReferee
from boardgames.games.shogi.records.csa_moves import read_move
from tests.samples import cases

GAME = bg.load("shogi:impasse=27-point")
PLAYERS_GAME = bg.load("shogi:impasse=none")
SUMMARY = """\
BEGIN Game_Summary
Protocol_Version:1.2
Protocol_Mode:Server
Format:Shogi 1.0
Declaration:Jishogi 1.1
Game_ID:wdoor+floodgate-300-10F+Ann+Bob+20260101
Name+:Ann
Name-:Bob
Your_Turn:{turn}
Rematch_On_Draw:NO
To_Move:+
Max_Moves:256
BEGIN Time
Time_Unit:1sec
Total_Time:300
Byoyomi:0
Increment:10
Least_Time_Per_Move:0
END Time
BEGIN Position
{position}
END Position
END Game_Summary"""
MATING = """\
P1 *  *  *  * -OU *  *  *  *
P2 *  *  *  *  *  *  *  *  *
P3 *  *  *  * +FU *  *  *  *
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7 *  *  *  *  *  *  *  *  *
P8 *  *  *  *  *  *  *  *  *
P9 *  *  *  * +OU *  *  *  *
P+00KI
+"""


def told(player: CsaPlayer, lines: Iterable[str]) -> list[object]:
    """What a player makes of lines, without what says nothing."""
    return [heard for heard in map(player.hear, lines) if heard != NeedData()]


def begun(turn: str = "+", position: str = "PI\n+") -> CsaPlayer:
    player = CsaPlayer(PLAYERS_GAME)
    agreed = told(player, SUMMARY.format(turn=turn, position=position).splitlines())
    assert agreed == [NeedData(("AGREE wdoor+floodgate-300-10F+Ann+Bob+20260101",))]
    return player


def seconds_clock(base: float, byoyomi: float = 0.0, increment: float = 0.0) -> Clock:
    """A clock of whole seconds, whose increment is there before the first move, as at CSA servers."""
    return Clock(base=base, byoyomi=byoyomi, increment=increment, unit=1.0, increment_first=True)


def referee(
    *actions: str, clocks: tuple[Clock, Clock] | None = None, seat: int = 0, game: bg.Game = GAME
) -> CsaReferee:
    play = Playthrough(game.start())
    for action in actions:
        play.apply(play.state.read(action))
    earlier = list(map(Event, play.states, play.actions, play.states[1:]))
    clocks = clocks or (seconds_clock(300.0, increment=10.0), seconds_clock(300.0, increment=10.0))
    return CsaReferee(Briefing(play.state, ("Ann", "Bob"), clocks=clocks, seed=7, earlier=earlier), seat)


# -- the player's side -----------------------------------------------------------------------------


def test_player_from_the_summary_to_the_result() -> None:
    """The own move is echoed, and only the echo's time counts."""
    player = begun()
    (ask,) = told(player, ["", "START:wdoor+floodgate-300-10F+Ann+Bob+20260101"])
    assert isinstance(ask, Ask)
    assert (str(ask.state), ask.clock.allowed) == (str(GAME.start()), 310.0)
    assert player.answer(ask.state.read("7g7f")) == ["+7776FU"]
    (ask,) = told(player, ["+7776FU,T12", "", "-3334FU,T3,'* 10 +2726FU"])
    assert isinstance(ask, Ask)
    assert [each.before_increment for each in player.clocks] == [298.0, 307.0]
    assert ask.clock.allowed == 308.0
    assert str(ask.state) == str(GAME.start().play("7g7f").play("3c3d"))
    assert told(player, ["%TORYO", "#RESIGN", "#WIN"]) == [Over()]
    assert (player.reason, player.result) == ("#RESIGN", "#WIN")


def test_mated_side_resigns_and_the_other_waits() -> None:
    mated, mating = begun("-", MATING), begun("+", MATING)
    assert told(mated, ["START:x", "+0052KI,T1"]) == [NeedData(("%TORYO",))]
    assert [type(each) for each in told(mating, ["START:x", "+0052KI,T1"])] == [Ask]


def test_repetition_is_the_server_s_to_say() -> None:
    """Some servers do not count the first position, so the player goes on until the server has spoken."""
    moves = ["+2838HI", "-8272HI", "+3828HI", "-7282HI"] * 4
    player = begun()
    asked = told(player, ["START:x", *moves])
    assert [type(each) for each in asked] == [Ask] * 9  # at the start, and after each of White's moves
    assert told(player, ["#SENNICHITE", "#DRAW"]) == [Over()]


def test_game_that_begins_after_a_repetition_goes_on() -> None:
    moves = "\n".join(["+2838HI,T1", "-8272HI,T1", "+3828HI,T1", "-7282HI,T1"] * 3)
    (ask,) = told(begun("+", f"PI\n+\n{moves}"), ["START:x"])
    assert isinstance(ask, Ask)
    assert ask.state.actions()


def test_position_with_moves_remaining_times_and_milliseconds() -> None:
    lines = SUMMARY.format(turn="-", position="PI\n+\n+2726FU,T12\n-8384FU,T6\n+2625FU").splitlines()
    lines[lines.index("Time_Unit:1sec")] = "Time_Unit:1msec"
    lines.insert(lines.index("END Time"), "Remaining_Time+:9000")
    lines.insert(lines.index("END Time"), "Remaining_Time-:2500")
    player = CsaPlayer(PLAYERS_GAME)
    told(player, lines)
    (ask,) = told(player, ["START:x"])
    assert isinstance(ask, Ask)
    assert str(ask.state) == str(GAME.start().play("2g2f").play("8c8d").play("2f2e"))
    assert [each.before_increment for each in player.clocks] == [9.0, 2.5]
    player.hear("-8485FU,T1500")
    assert player.clocks[1].before_increment == pytest.approx(1.01)


CLOCK = "Time_Unit:1sec\nTotal_Time:300\nByoyomi:0\nIncrement:10\nLeast_Time_Per_Move:0"


@cases(
    ("times", "black", "white"),
    [
        ("BEGIN Time\nTotal_Time:2\nIncrement:5\nEND Time", 7.0, 7.0),
        ("BEGIN Time\nTotal_Time:0\nIncrement:10\nEND Time", 10.0, 10.0),
        ("BEGIN Time\nTotal_Time:60\nByoyomi:10\nIncrement:5\nEND Time", 75.0, 75.0),
        ("BEGIN Time\nTime_Unit:min\nTotal_Time:2\nByoyomi:1\nEND Time", 180.0, 180.0),
        ("BEGIN Time\nTime_Unit: 10sec\nTotal_Time: 6\nEND Time", 60.0, 60.0),
        ("BEGIN Time\nTotal_Time:90\nTime_Unit:100msec\nEND Time", 9.0, 9.0),
        ("BEGIN Time\nTotal_Time:60\nDelay:3\nEND Time", 63.0, 63.0),
        ("BEGIN Time\nTotal_Time:0\nDelay:3\nEND Time", 3.0, 3.0),
        ("BEGIN Time\nByoyomi:30\nEND Time", 30.0, 30.0),
        ("BEGIN Time\nTotal_Time:60\nByoyomi:10\nTime_Roundup:YES\nEND Time", 69.0, 69.0),
        ("BEGIN Time\nTime_Unit:1min\nTotal_Time:3\nTime_Roundup:YES\nEND Time", 120.0, 120.0),
        ("BEGIN Time\nTotal_Time:60\nTime_Roundup:NO\nEND Time", 60.0, 60.0),
        ("BEGIN Time+\nTotal_Time:60\nEND Time+\nBEGIN Time-\nTotal_Time:600\nByoyomi:9\nEND Time-", 60.0, 609.0),
        ("BEGIN Time-\nTime_Unit:1min\nTotal_Time:1\nEND Time-\nBEGIN Time+\nTotal_Time:9\nEND Time+", 9.0, 60.0),
        ("BEGIN Time-\nTotal_Time:1\nEND Time-\nBEGIN Time\nTotal_Time:9\nByoyomi:2\nEND Time", 11.0, 3.0),
        ("BEGIN Time\nTotal_Time:60\nRemaining_Time+:0\nRemaining_Time-:7\nIncrement:2\nEND Time", 2.0, 9.0),
        ("BEGIN Time\nTotal_Time:60\nRemaining_Time+:0\nRemaining_Time-:7\nEND Time", 0.0, 7.0),
        ("BEGIN Time\nTotal_Time:-5\nByoyomi:3\nEND Time", 3.0, 3.0),
        ("BEGIN Time\nTotal_Time:0\nByoyomi:0\nEND Time", inf, inf),
    ],
)
def test_clocks_of_a_summary(times: str, black: float, white: float) -> None:
    text = SUMMARY.format(turn="+", position="PI\n+").replace(f"BEGIN Time\n{CLOCK}\nEND Time", times)
    player = CsaPlayer(PLAYERS_GAME)
    told(player, text.splitlines())
    assert [clock.allowed for clock in player.clocks] == [black, white]


def test_time_of_a_move_is_told_in_its_side_s_unit() -> None:
    times = "BEGIN Time+\nTime_Unit:1min\nTotal_Time:9\nEND Time+\nBEGIN Time-\nTotal_Time:60\nEND Time-"
    player = CsaPlayer(PLAYERS_GAME)
    text = SUMMARY.format(turn="+", position="PI\n+").replace(f"BEGIN Time\n{CLOCK}\nEND Time", times)
    told(player, [*text.splitlines(), "START:x", "+7776FU,T2", "-3334FU,T1.5"])
    assert [clock.allowed for clock in player.clocks] == [420.0, 58.5]


def test_moves_before_the_game_use_their_time_and_add_none() -> None:
    """Some servers charge them, as the protocol has it, and others only tell a time that counts for nothing."""
    player = begun("+", "PI\n+\n+7776FU,T40\n-3334FU,T1\n+2726FU,T0\n-8384FU,T1,+2625FU\n-8485FU")
    assert [clock.before_increment for clock in player.clocks] == [290.0, 300.0]


def test_floodgate_is_told_score_and_line_as_black_sees_it() -> None:
    player = begun("-")
    (ask,) = told(player, ["START:x", "+7776FU,T0"])
    assert isinstance(ask, Ask)
    thought = SearchInfo(value=0.0, line=("3c3d", "2g2f"))
    assert player.answer_with(ask.state.read("3c3d"), thought) == ["-3334FU,'* 0 +2726FU"]


def test_side_declares_as_soon_as_it_wins_by_that() -> None:
    """Ten men beside the king in the camp, and 28 points for Black; 27 are not enough."""
    rows = [f"P{rank} *  *  *  *  *  *  *  *  * " for rank in range(4, 9)]
    camp = "P1+OU+HI+RY+UM+KA+KI+KI *  * \nP2+FU+FU+FU+TO *  *  *  *  * \nP3 *  *  *  *  *  *  *  *  * "
    for hand, asked in (("P+00KI\n", True), ("P+00KI00KI\n", False)):
        position = "\n".join([camp, *rows, "P9 *  *  *  *  *  *  *  * -OU", f"{hand}+"])
        player = begun(position=position)
        (heard,) = told(player, ["START:x"])
        assert isinstance(heard, Ask) == asked
        if not asked:
            assert heard == NeedData(("%KACHI",))
            assert told(player, ["%KACHI", "#JISHOGI", "#WIN"]) == [Over()]


@cases(
    ("before", "after"),
    [
        ("Your_Turn:+", "Your_Turn:b"),
        ("Time_Unit:1sec", "Time_Unit:1day"),
        ("BEGIN Position", "BEGIN"),
        ("PI", "P1"),
        ("PI", "PI\ud800"),
        ("Time_Unit:1sec", "Time_Unit:0sec"),
        ("Total_Time:300", "Total_Time:5 minutes"),
        ("PI", "PI51OU"),
        ("PI", "PI\nP+0055FU"),
        ("+", "+\n+7775FU,T1"),
        ("+", "+\n+7776FU,T1,-3335FU,T1"),
        ("+", "+\n-3334FU"),
        ("+", "+\n+7776XX"),
    ],
)
def test_bad_summary_is_a_breach(before: str, after: str) -> None:
    lines = [after if line == before else line for line in SUMMARY.format(turn="+", position="PI\n+").splitlines()]
    player = CsaPlayer(PLAYERS_GAME)
    (heard,) = told(player, "\n".join(lines).split("\n"))
    assert isinstance(heard, Breach)
    assert "summary" in heard.detail or "unit of time" in heard.detail
    assert player.rejection == "REJECT wdoor+floodgate-300-10F+Ann+Bob+20260101"
    agreed = told(player, SUMMARY.format(turn="+", position="PI\n+").splitlines())
    assert agreed == [NeedData(("AGREE wdoor+floodgate-300-10F+Ann+Bob+20260101",))], "the next game goes on"


def test_rejected_game_is_over_without_a_result() -> None:
    player = begun()
    assert told(player, ["REJECT:wdoor by Bob"]) == [Over()]
    assert player.result == ""


# -- the referee's side ------------------------------------------------------------------------------


def test_referee_from_the_summary_to_the_result() -> None:
    dialogue = referee()
    player = CSA.player(PLAYERS_GAME)
    replies = [player.hear(line) for line in dialogue.opening()]
    assert not dialogue.ready
    assert replies[-1] == NeedData(("AGREE shogi+Ann+Bob+7",))
    assert dialogue.hear("AGREE shogi+Ann+Bob+7") == NeedData()
    assert dialogue.ready
    assert list(dialogue.started()) == ["START:shogi+Ann+Bob+7"]
    state = GAME.start()
    dialogue.ask(state)
    assert dialogue.hear("") == NeedData(("",))
    heard = dialogue.hear("+7776FU,T5")
    assert heard == Answer(state.read("7g7f"))
    dialogue.briefing.clocks[0].spend(5.9)
    assert dialogue.briefing.clocks[0].before_increment == 305.0
    assert dialogue.happened(Event(state, state.read("7g7f"), state.play("7g7f"))) == ("+7776FU,T5",)
    assert dialogue.hear("%TORYO") == Resign()
    lost = Verdict(Outcome.lost_by(1, "checkmate"))
    assert list(dialogue.closing(lost)) == ["%TORYO", "#RESIGN", "#WIN"]


def test_referee_reads_floodgate_s_comment() -> None:
    dialogue = referee("7g7f", seat=1)
    dialogue.hear("AGREE")
    dialogue.ask(dialogue.briefing.start)
    heard = dialogue.hear("-3334FU,'* 600 +2726FU")
    assert isinstance(heard, Answer)
    assert heard.thought is not None
    assert heard.thought.value == pytest.approx(-0.466, abs=0.01)
    assert heard.thought.line == ("3c3d", "2g2f")


@cases(
    ("line", "kind"),
    [
        ("+7775FU", "illegal"),
        ("-3334FU", "illegal"),
        ("+7776KI", "illegal"),
        ("+7076FU", "illegal"),
        ("hello", "garbled"),
    ],
)
def test_wrong_move_is_a_breach(line: str, kind: str) -> None:
    dialogue = referee()
    dialogue.hear("AGREE")
    heard = dialogue.hear(line)
    assert isinstance(heard, Breach)
    assert heard.kind == kind


def test_promotion_names_the_piece_as_it_is_afterwards() -> None:
    state = begun(position=MATING).state
    assert str(read_move(state, "+5352TO")) == "5c5b+"
    with pytest.raises(bg.IllegalAction, match="no KI can come from 53"):
        read_move(state, "+5352KI")


def test_both_must_agree() -> None:
    dialogue = referee()
    assert isinstance(dialogue.hear("+7776FU"), Breach)
    assert isinstance(dialogue.hear("AGREE another"), Breach)
    assert not dialogue.ready


@cases("times", [(2.0, 0.0, 5.0), (0.0, 0.0, 10.0), (60.0, 10.0), (0.0, 10.0)])
def test_summary_tells_what_is_enforced(times: tuple[float, ...]) -> None:
    """Of each later move, too: the client's clock and the server's agree."""
    dialogue = referee(clocks=(seconds_clock(*times), seconds_clock(*times)))
    player = CsaPlayer(PLAYERS_GAME)
    told(player, [*dialogue.opening(), *dialogue.started()])
    state: Any = GAME.start()
    own = dialogue.briefing.clocks[0]
    for text in ("7g7f", "3c3d", "2g2f"):
        assert player.clocks[0].allowed == own.allowed
        if state.turn == 0:
            own.spend(own.allowed - 0.1)
        after = state.play(text)
        told(player, dialogue.happened(Event(state, state.read(text), after)))
        state = after


def test_shorter_first_answer_is_what_is_told() -> None:
    """The protocol has one byo-yomi for all moves."""
    clocks = (Clock(first_move_time=10.0, move_time=60.0), Clock(first_move_time=10.0, move_time=60.0))
    assert "Byoyomi:10" in referee(clocks=clocks).opening()


def test_game_that_goes_on_tells_its_moves_and_what_is_left() -> None:
    dialogue = referee("7g7f", "3c3d", clocks=(Clock(base=50.0), Clock(base=20.0)), seat=1)
    lines = list(dialogue.opening())
    assert lines[lines.index("PI") :][:4] == ["PI", "+", "+7776FU,T0", "-3334FU,T0"]
    assert {"Remaining_Time+:50", "Remaining_Time-:20", "Your_Turn:-", "To_Move:+"} <= set(lines)
    player = CsaPlayer(PLAYERS_GAME)
    told(player, lines)
    assert (str(player.state), player.clocks[1].remaining) == (str(dialogue.briefing.start), 20.0)


@cases(
    ("verdict", "lines"),
    [
        (Verdict(Outcome((0.0, 0.0), "repetition")), ["#SENNICHITE", "#DRAW"]),
        (Verdict(Outcome.lost_by(0, "perpetual check")), ["#OUTE_SENNICHITE", "#LOSE"]),
        (Verdict(Outcome.lost_by(1, "declaration")), ["#JISHOGI", "#WIN"]),
        (Verdict(Outcome.lost_by(0, "false declaration")), ["#ILLEGAL_MOVE", "#LOSE"]),
        (Verdict(Outcome((0.0, 0.0), "ply limit")), ["#MAX_MOVES", "#CENSORED"]),
        (Verdict.forfeit(Fault(0, "timeout", "")), ["#TIME_UP", "#LOSE"]),
        (Verdict.forfeit(Fault(1, "illegal", "")), ["#ILLEGAL_MOVE", "#WIN"]),
        (Verdict.forfeit(Fault(1, "crash", "")), ["%TORYO", "#RESIGN", "#WIN"]),
    ],
)
def test_results(verdict: Verdict, lines: list[str]) -> None:
    assert list(referee().closing(verdict)) == lines
