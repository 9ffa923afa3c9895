"""The referee's side of the CSA server protocol, version 1.2.1: a game with a client that has logged in.

Source: Computer Shogi Association, http://www2.computer-shogi.org/protocol/tcp_ip_server_121.html, and the programs in
use.  Login is before the game and belongs to the server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from boardgames.core.model.game import PLY_LIMIT, IllegalAction
from boardgames.core.protocol.dialogue import Answer, Breach, Briefing, Event, NeedData, Resign
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.protocol.verdict import Verdict
from boardgames.games.shogi.impasse import DECLARATION, FALSE_DECLARATION, IMPASSE
from boardgames.games.shogi.io.csa_summary import game_id, summary_lines, whole
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.records.csa_moves import read_move, spell
from boardgames.games.shogi.records.evaluations import of_comment
from boardgames.games.shogi.repetition import PERPETUAL_CHECK, REPETITION
from boardgames.games.shogi.rules import State

RESIGN: Final = "%TORYO"
ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    REPETITION: ("#SENNICHITE",),
    PERPETUAL_CHECK: ("#OUTE_SENNICHITE",),
    IMPASSE: ("#JISHOGI",),
    DECLARATION: ("#JISHOGI",),
    FALSE_DECLARATION: ("#ILLEGAL_MOVE",),
    PLY_LIMIT: ("#MAX_MOVES",),
    "timeout": ("#TIME_UP",),
    "illegal": ("#ILLEGAL_MOVE",),
    "garbled": ("#ILLEGAL_MOVE",),
}
"""Lines before the result, by the reason of a verdict; a resignation's for every other one, a mate too."""


class CsaReferee:
    """One game with one client; ``None`` as the seat stands for the spectators, who get the moves."""

    def __init__(self, briefing: Briefing[State], seat: int | None) -> None:
        self.briefing = briefing
        self.seat = seat
        self.state = briefing.start
        self.ready = seat is None
        self.game_id = game_id(briefing)

    def opening(self) -> Sequence[str]:
        if self.seat is None:
            return ()
        return summary_lines(self.briefing, self.seat, self.briefing.start.game.options.max_plies)

    def started(self) -> Sequence[str]:
        return () if self.seat is None else (f"START:{self.game_id}",)

    def happened(self, event: Event[State]) -> Sequence[str]:
        move = spell(event.before, event.action)
        if move.startswith("%"):
            return (move,)
        clocks = self.briefing.clocks
        return (f"{move},T{whole(clocks[event.before.turn].charged) if clocks else 0}",)

    def ask(self, state: State) -> Sequence[str]:
        self.state = state
        return ()

    def hear(self, line: str) -> Answer | NeedData | Resign | Breach:
        text = line.strip()
        if not text:
            return NeedData(("",))  # keeps the connection; clients wait for one back
        if not self.ready:
            return self._agree(text)
        if text == RESIGN:
            return Resign()
        move, _, comment = text.partition(",")
        try:
            action = read_move(self.state, move)
        except IllegalAction as error:
            return Breach("illegal" if move[:1] in ("+", "-", "%") else "garbled", error.why)
        return Answer(action, thought=self._thought(action, comment) if comment else None)

    def _agree(self, text: str) -> NeedData | Breach:
        words = text.split()
        if words[0] == "AGREE" and words[1:] in ([], [self.game_id]):
            self.ready = True
            return NeedData()
        if words[0] == RESIGN:  # of a client that was mated in the game before
            return NeedData()
        return Breach("garbled", f"expected AGREE or REJECT of the game {self.game_id}")

    def _thought(self, action: Action, comment: str) -> SearchInfo | None:
        """The client's comment on its move, as in Floodgate's games: a score as Black sees it, and what it expects."""
        after = self.state.apply(action)
        evaluation = of_comment(after, comment.removeprefix("'")) if after.turn >= 0 else None
        if evaluation is None:
            return None
        value = 2.0 * evaluation.chance - 1.0
        return SearchInfo(value=value if self.state.turn == 0 else -value, line=(str(action), *evaluation.line))

    def closing(self, verdict: Verdict) -> Sequence[str]:
        if self.seat is None:
            return ()
        reason = verdict.outcome.reason if verdict.fault is None else verdict.fault.kind
        returns = verdict.outcome.returns[self.seat]
        result = "#WIN" if returns > 0 else "#LOSE" if returns < 0 else "#DRAW"
        if reason == PLY_LIMIT:
            result = "#CENSORED"
        return (*ENDINGS.get(reason, (RESIGN, "#RESIGN")), result)
