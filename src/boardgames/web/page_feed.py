"""The facts that one open page at a table is sent, and the effect of its messages; without I/O.

A page is sent all events of the game, then each new one, so a page that reloads, comes back after
its connection broke, or only watches, shows the same as every other page.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from functools import partial
from typing import Any, Final

import attrs

from boardgames.core.text.foreign_code import described
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said, sentence_of
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases
from boardgames.reasons.counterfactual import unless
from boardgames.reasons.near_misses import near_misses
from boardgames.session.analyst import Work
from boardgames.session.chances import Chances
from boardgames.session.partial_choice import partial_choice
from boardgames.session.pictures import Picture
from boardgames.web.json_message import BadMessage
from boardgames.web.messages import ChooseSpots, Message, RequestHint, RequestReasons, View, read_table_message
from boardgames.web.permissions import NotAllowed, Permissions
from boardgames.web.watchable import Watchable, WatchableSession

MAX_ANSWERS: Final = 50
"""Answers that wait for a page that does not read; older ones are dropped."""
NO_CHANGE: Final = (Said("No change of one or two men or counters was found that makes it legal."), ())


@attrs.define
class Sent:
    """The facts of one session that a page has been sent."""

    session: WatchableSession
    entries: int = 0
    """The number of entries of the event log."""
    output: int = 0
    """The number of lines of the players' output, those that were dropped included."""
    picture: Picture | None = None
    line: tuple[Chances, int, View] | None = None
    """The step of a better line on its board: of which chances and ply, and how it is seen."""
    chances: Chances | None = None
    analysis: dict[str, object] | None = None
    turn: tuple[object, ...] = ()
    report: dict[str, object] | None = None


class PageFeed:
    """One page at a table: the facts that it has not been sent yet, and its requests; ``work`` does what takes long."""

    def __init__(
        self, table: Watchable, permissions: Permissions, language: str = ENGLISH, work: Work = asyncio.to_thread
    ) -> None:
        self.table = table
        self.work = work
        self.permissions = permissions
        self.answers: deque[dict[str, Any]] = deque(maxlen=MAX_ANSWERS)
        self.phrases = phrases(language, table.session.log.spec.name)
        self.view = View(seat=0)
        self.sent: Sent | None = None

    # -- to the page ------------------------------------------------------------------------

    def unsent(self) -> list[str]:
        """All facts that this page has not been sent yet, as JSON."""
        facts: list[str] = []
        session = self.table.session
        sent = self.sent
        if sent is None or sent.session is not session:
            sent = self.sent = Sent(session)
            facts.append(_json({"kind": "hello", "seats": self.table.seats(self.permissions)}))
        log = session.log
        if sent.entries < len(log.entries):
            new, sent.entries = log.entries[sent.entries :], len(log.entries)
            facts.append(_json({"kind": "events", "entries": [self.phrases.fact(entry) for entry in new]}))
        view = self.view
        ply = log.plies if view.ply is None else min(view.ply, log.plies)
        self._picture(facts, sent, ply)
        chances = log.chances
        if chances is not sent.chances:
            sent.chances = chances
            fact = {"kind": "chances", "html": ""} if chances is None else chances.fact(self.phrases.text)
            facts.append(_json(fact))
        analysis = self._analysis(session)
        if analysis != sent.analysis:
            sent.analysis = analysis
            facts.append(_json({"kind": "analysis", **analysis}))
        waits = (session.undo_request, tuple(sorted(session.resigning)), tuple(session.awaited))
        turn = (session.turn, log.plies, log.over, waits)
        if turn != sent.turn:
            sent.turn = turn
            facts.append(_json(self._turn(session)))
        lines = session.output.since(sent.output)
        if lines:
            sent.output = session.output.count
            facts.append(_json(self.phrases.fact({"kind": "output", "lines": lines})))
        report = self.table.report
        if report is not sent.report:
            sent.report = report
            facts.append(_json({"kind": "report", **(report or {})}))
        while self.answers:
            facts.append(_json(self.phrases.fact(self.answers.popleft())))
        return facts

    def _picture(self, facts: list[str], sent: Sent, ply: int) -> None:
        """Add the board that this page looks at, of the game or of a better line, if it has not been sent."""
        view, log = self.view, sent.session.log
        step = None if log.chances is None else log.chances.step(ply, view.line)
        shown: dict[str, int] = {"ply": ply, "seat": view.seat, "tall": view.tall}
        if step is not None and log.chances is not None and view.line is not None:
            key = (log.chances, ply, view)
            if sent.line == key:
                return
            sent.line, sent.picture = key, None
            picture = log.pictures.line_picture(step, view.seat, view.western, self.phrases.text, view.tall)
            shown["line"] = view.line
            words = {"words": self.phrases.text(log.chances.words(step))}
        else:
            picture = log.pictures.picture(ply, view.seat, view.western, self.phrases.text, view.tall)
            words = {"remark": log.remarks.get(ply, "")}
            if picture is sent.picture:
                return
            sent.line, sent.picture = None, picture
        fact = {"kind": "picture", **shown, "svg": picture.svg, "caption": picture.caption}
        facts.append(_json(fact | words))

    def _analysis(self, session: WatchableSession) -> dict[str, object]:
        """The progress of the analysis of the game, and whether this page may begin or stop it."""
        analysis = session.log.analysis
        permitted = self.table.may_analyse(self.permissions)
        may_begin = session.log.has_ended and (analysis is None or not (analysis.running or analysis.is_whole))
        fact = {"running": False} if analysis is None else analysis.fact()
        return {"may_begin": permitted and may_begin, "may_stop": permitted and fact["running"], **fact}

    def _turn(self, session: WatchableSession) -> dict[str, object]:
        """The seat that is to act, and the paths of its actions if this page may choose one."""
        log, turn = session.log, session.turn
        mine = turn is not None and turn.seat in self.table.seats(self.permissions)
        since = log.last_event_at if turn is None else turn.since
        return {
            "kind": "turn",
            "ply": log.plies,
            "seat": log.state.turn if not log.over else -2,
            "undo_request": session.undo_request,
            "resigning": sorted(session.resigning),
            "paths": turn.paths if turn is not None and mine else None,
            "awaited": list(session.awaited),
            "byoyomi": session.byoyomi,
            "left": [None if left is None else round(left, 1) for left in session.left],
            "elapsed": round(time.monotonic() - since, 1),
        }

    # -- from the page ----------------------------------------------------------------------

    async def receive(self, text: str) -> None:
        """Do what a message asks for; an answer, or the reason of a refusal, is among the next facts."""
        try:
            await self._handle(read_table_message(text))
        except (BadMessage, NotAllowed) as error:
            self.refuse(error)

    def refuse(self, error: Exception) -> None:
        """Say why a message was refused."""
        self.answers.append({"kind": "error", "sentence": self.phrases.text(printable(sentence_of(error)))})

    async def _handle(self, message: Message) -> None:
        match message:
            case View():
                if message.seat >= self.table.session.log.playthrough.start.game.seats:
                    raise NotAllowed(Said("there is no seat {number}", number=message.seat))
                self.view = message
            case RequestHint():
                self.answers.append(await self.table.hint(self.permissions))
            case ChooseSpots():
                self._show_choice(message)
            case RequestReasons():
                await self._show_reasons(message)
            case _:
                await self.table.handle(self.permissions, message)

    def _show_choice(self, message: ChooseSpots) -> None:
        """Answer with the board of a choice that is not complete; not at all if it came too late to matter."""
        session, view = self.table.session, self.view
        log, turn = session.log, session.turn
        if turn is None or turn.seat not in self.table.seats(self.permissions) or message.ply != log.plies:
            return
        try:
            choice = partial_choice(log.spec, turn.state, turn.paths, message.path, view.seat)
        except Exception as error:  # a game's scene is foreign code
            raise NotAllowed(
                Said("this choice cannot be drawn: {error}", error=f"{type(error).__name__}: {error}")
            ) from None
        if choice is None:
            raise NotAllowed(Said("no action begins with these places"))
        picture = log.pictures.choice(choice.scene, view.western, self.phrases.text, view.tall)
        shown = {"ply": message.ply, "path": message.path, "prompt": choice.prompt, "svg": picture}
        self.answers.append({"kind": "choice", **shown})

    async def _show_reasons(self, message: RequestReasons) -> None:
        """Answer with near misses, or what makes an action legal; not at all if the question is too late to matter."""
        log, turn = self.table.session.log, self.table.session.turn
        if turn is None or turn.seat not in self.table.seats(self.permissions) or message.ply != log.plies:
            return
        try:
            if message.action is not None:
                change = await self.work(partial(unless, turn.state, message.action))
                words, spots = NO_CHANGE if change is None else (change.sentences()[0], change.spots)
                shown = {"action": message.action, "sentence": words, "spots": [*spots]}
                self.answers.append({"kind": "unless", "ply": message.ply, **shown})
                return
            misses = near_misses(log.spec, turn.state, message.path)
        except Exception as error:  # a game's reasons are foreign code
            raise NotAllowed(Said("the reasons cannot be told: {error}", error=described(error))) from None
        reasons = [{"action": miss.text, "spot": miss.spot, "why": printable(miss.why)} for miss in misses]
        self.answers.append({"kind": "reasons", "ply": message.ply, "path": message.path, "reasons": reasons})


def _json(fact: dict[str, Any]) -> str:
    return json.dumps(fact, ensure_ascii=False, separators=(",", ":"))
