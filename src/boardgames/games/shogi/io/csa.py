"""The CSA server protocol, version 1.2.1, as a line protocol, and the player's side of it.

The player's side is that of a client which has logged in.  The server's clock counts: its ``,T`` after each move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import attrs

from boardgames.core.model.game import Game, IllegalAction
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Ask, Breach, LineProtocol, NeedData, Over
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.games.shogi.impasse import IMPASSES
from boardgames.games.shogi.io.csa_server import RESIGN, CsaReferee
from boardgames.games.shogi.io.csa_summary import BEGIN, DECLARING, END, BadSummary, Summary, read_summary
from boardgames.games.shogi.io.usi import PROTOCOLS as USI_PROTOCOLS, going_on
from boardgames.games.shogi.records.csa_moves import read_move, spell
from boardgames.games.shogi.records.evaluations import floodgate_lines
from boardgames.games.shogi.rules import Shogi, State

MOVE: Final = re.compile(r"([+-][0-9]{4}[A-Z]{2}|%KACHI)(?:,T([0-9]{1,9}(?:\.[0-9]{0,6})?))?(?:,.*)?")
RESULTS: Final = ("#WIN", "#LOSE", "#DRAW", "#CENSORED", "#CHUDAN")
MAX_SUMMARY: Final = 4096  # lines
FLOODGATE: Final = "floodgate"
DECLARE: Final = "%KACHI"
CHAMPIONSHIP: Final = IMPASSES["27-point"]


class CsaPlayer:
    """One game at a server.  After it, ``result`` and ``reason`` are the server's words for how it ended.

    If the game's rules know no declaration, the side declares by itself as soon as it wins by that.
    """

    name = ""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, Shogi)
        self.game = game
        self.state: State = game.start()
        self.lines: list[str] | None = None
        self.summary: Summary | None = None
        self.rejection = ""
        """The answer to a summary that could not be read."""
        self.clocks: Sequence[Clock] = (Clock(), Clock())
        self.seat = 0
        self.running = False
        self.last: tuple[State, Any] | None = None
        """The last move of the server's, by the state before it, until somebody takes it."""
        self.result = ""
        self.reason = ""

    def hear(self, line: str) -> Ask | NeedData | Over | Breach:
        text = line.strip()
        if self.lines is not None:
            return self._summary_line(text)
        if text == BEGIN:
            self.lines = []
        elif text.startswith("START:") and self.summary is not None:
            self.running = True
            return self._turn()
        elif text.startswith("REJECT:"):
            self.reason = text
            return Over()
        elif text.startswith("#"):
            if text not in RESULTS:
                self.reason = text
                return NeedData()
            self.result = text
            return Over()
        elif self.running and (move := MOVE.fullmatch(text)) is not None:
            return self._move(move[1], float(move[2] or 0))
        return NeedData()  # an empty line, what an observer says, and whatever else servers send

    def _summary_line(self, text: str) -> NeedData | Breach:
        assert self.lines is not None
        if text != END:
            self.lines.append(text)
            if len(self.lines) <= MAX_SUMMARY:
                return NeedData()
            return Breach("garbled", f"a summary of more than {MAX_SUMMARY} lines")
        lines, self.lines = self.lines, None
        try:
            self.summary = read_summary(self.game, lines)
        except BadSummary as error:
            self.running = False
            game_ids = [line.partition(":")[2].strip() for line in lines if line.startswith("Game_ID:")]
            self.rejection = " ".join(["REJECT", *game_ids[:1]]).strip()
            return Breach("garbled", str(error))
        self.state, self.seat, self.clocks = going_on(self.summary.state), self.summary.seat, self.summary.clocks
        self.running, self.result, self.reason = False, "", ""
        agree = f"AGREE {self.summary.game_id}".strip()
        return NeedData((agree,))

    def _move(self, text: str, units: float) -> Ask | NeedData | Breach:
        if text.startswith("%"):  # the result follows
            return NeedData()
        try:
            action = read_move(self.state, text)
        except IllegalAction as error:
            return Breach("illegal", error.why)
        assert self.summary is not None
        self.clocks[self.state.turn].spend(units * self.summary.units[self.state.turn])
        self.last = (self.state, action)
        self.state = going_on(self.state.apply(action))
        return self._turn()

    def _turn(self) -> Ask | NeedData:
        """Ask for an action if it is our turn.  A server knows no mate, so the mated side resigns.

        Whether a repetition ends the game is the server's to say: some do not count the first position.
        """
        state = self.state
        if state.seat != self.seat:
            return NeedData()
        if state.outcome is not None:
            return NeedData((RESIGN,))
        if self._wins_by_declaration(state):
            return NeedData((DECLARE,))
        return Ask(state, self.clocks[self.seat])

    def _wins_by_declaration(self, state: State) -> bool:
        """True to declare at once.  Players need not know that rule, and none declares where it would lose."""
        if self.summary is None or self.summary.declaration != DECLARING or self.game.declares:
            return False
        return CHAMPIONSHIP.by_declaration(state, self.seat).returns[self.seat] > 0

    def answer(self, action: Any) -> list[str]:
        return self.answer_with(action, None)

    def answer_with(self, action: Any, thought: SearchInfo | None) -> list[str]:
        """Lines to send for an action.   Floodgate's games get what the player expects in a comment behind it."""
        move = spell(self.state, action)
        assert self.summary is not None
        if thought is None or move.startswith("%") or FLOODGATE not in self.summary.game_id:
            return [move]
        after = self.state.apply(action)
        line = [str(expected) for expected in thought.line]
        evaluation = attrs.evolve(thought, line=tuple(line[1:] if line[:1] == [str(action)] else ()))
        comment = floodgate_lines(after, evaluation.evaluation(self.seat))[0]
        return [f"{move},'{comment}"]


CSA: Final = LineProtocol(
    name="csa",
    referee=CsaReferee,
    player=CsaPlayer,
    start_time=120.0,
    first_move_time=60.0,
    move_time=60.0,
    time_unit=1.0,
    increment_first=True,
)
PROTOCOLS: Final = {**USI_PROTOCOLS, CSA.name: CSA}
