"""The HTML pages of an arena; jinja2 escapes every name and sentence that is put into them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote, urlencode

from markupsafe import Markup

from boardgames.core.lookup import ChosenGame
from boardgames.core.text import Said, printable
from boardgames.language import ENGLISH, LANGUAGES, Phrases, phrases
from boardgames.web import templates
from boardgames_arena.arena import Arena
from boardgames_arena.export import FORMATS
from boardgames_arena.ladder import FEW_OPPONENTS, Ladder, RatingThen
from boardgames_arena.store import Account, RatedGame
from boardgames_arena.web.plot import plot

SHOWN_GAMES: Final = 20
SHOWN_LIVE: Final = 50
BOT_GAMES: Final = 100
CROSS_BOTS: Final = 40


def ladder_page(
    arena: Arena, game: ChosenGame, ladder: Ladder, url: str, span: dict[str, str], language: str = ENGLISH
) -> str:
    """The ladder of a game, of now or of a span of time."""
    query = urlencode({"game": game.name, **span})
    return _render(
        "arena_ladder.html",
        language,
        in_languages=_in_languages("/", game=game.name, **span),
        heading=game.spec.title,
        games=[(game.name, "/?" + urlencode({"game": game.name})) for game in arena.games],
        game=game.name,
        url=url,
        register=("list" if arena.accounts.names else arena.accounts.register),
        credit=round(1000 * arena.settings.credit),
        exports=[(kind, f"/ladder.{kind}?{query}") for kind in FORMATS],
        span=span,
        live_path="" if span else f"/live?{query}",
        **live_facts(arena, game, ladder, language),
    )


def _render(template: str, language: str, **values: object) -> str:
    return templates(language, __package__).get_template(template).render(**values)


def _in_languages(path: str, **query: str) -> dict[str, str]:
    """The links from a page to the same in each language."""
    return {code: f"{path}?{urlencode({**query, 'language': code})}" for code in LANGUAGES}


def ladder_fragment(arena: Arena, game: ChosenGame, language: str = ENGLISH) -> str:
    """The part of the ladder page that changes."""
    return _render("arena_live.html", language, **live_facts(arena, game, arena.ladders[game.name], language), url="")


def live_facts(arena: Arena, game: ChosenGame, ladder: Ladder, language: str = ENGLISH) -> dict[str, object]:
    """All that the changing part of the first page shows."""
    here = {
        session.account.number: session
        for session in arena.sessions.values()
        if session.game is game and session.link is not None
    }
    ranked = {standing.account for standing in ladder.standings}
    names = {account.number: account.name for account in arena.store.accounts()}
    words = phrases(language, game.spec.name)
    return {
        "version": arena.version,
        "standings": [
            {
                "place": place,
                "standing": each,
                "path": bot_path(each.name, game),
                "state": _state(here.get(each.account)),
            }
            for place, each in enumerate(ladder.standings, 1)
        ],
        "new": [(session.account.name, _state(session)) for number, session in here.items() if number not in ranked],
        "doubtful": any(each.doubtful for each in ladder.standings),
        "few": FEW_OPPONENTS,
        "provisional": ladder.provisional,
        "paused": arena.paused,
        "next_round": _hour(arena.next_round) if arena.settings.rounds == "clock" else "",
        "live": [
            (f"/table/{live.number}", live.number, live.names, _plies(live.referee.playthrough.plies))
            for live in list(arena.live.values())[:SHOWN_LIVE]
            if live.game is game
        ],
        "recent": [game_row(each, names, words) for each in arena.store.games(game.name, last=SHOWN_GAMES)[::-1]],
        "cross": _cross(ladder),
    }


def _plies(number: int) -> Said:
    return Said.counted("{number} ply", "{number} plies", number)


def _cross(ladder: Ladder) -> list[tuple[str, list[str]]]:
    """For each bot the points against each other one, best first."""
    best = ladder.standings[:CROSS_BOTS]
    rows = []
    for one in best:
        cells = []
        for other in best:
            points, games = ladder.cross.get((one.account, other.account), (0.0, 0))
            cells.append("·" if one is other else f"{points:g}/{games}" if games else "")
        rows.append((one.name, cells))
    return rows


def _state(session: Any) -> str:
    if session is None:
        return ""
    state = Said("plays") if session.seated else Said("waits")
    if session.round_trip is None:
        return state
    return Said("{state}, {number:.0f} ms away", state=state, number=1000 * session.round_trip)


def game_row(game: RatedGame, names: dict[int, str], words: Phrases) -> dict[str, object]:
    """A finished game in a list."""
    first, second = names.get(game.first, "?"), names.get(game.second, "?")
    fault = ""
    if game.fault is not None:
        fault = printable(
            Said(
                "{name} forfeits ({fault}): {why}",
                name=(first, second)[game.fault_seat or 0],
                fault=Said(game.fault),
                why=Said(str(game.detail)),
            )
        )
    return {
        "number": game.number,
        "path": f"/table/{game.number}",
        "names": (first, second),
        "score": {1.0: "1–0", 0.5: "½–½", 0.0: "0–1"}[game.score],
        "reason": words.text(fault or game.reason),
        "fault": bool(fault),
        "plies": game.plies,
        "when": _hour(game.finished),
    }


def _hour(seconds: float) -> str:
    then = datetime.fromtimestamp(seconds)
    today = then.date() == datetime.fromtimestamp(time.time()).date()
    return then.strftime("%H:%M:%S" if today else "%Y-%m-%d %H:%M")


def bot_path(name: str, game: ChosenGame) -> str:
    """The address of a bot's page."""
    return f"/bot/{quote(name, safe='')}?{urlencode({'game': game.name})}"


def bot_page(
    arena: Arena,
    game: ChosenGame,
    account: Account,
    games: Sequence[RatedGame],
    total: int,
    history: Sequence[RatingThen],
    language: str = ENGLISH,
) -> str:
    """A bot's page: its rating over time, its opponents, its games with their faults.

    ``games`` are its own last ones, of a ``total``.
    """
    ladder = arena.ladders[game.name]
    names = {account.number: account.name for account in arena.store.accounts()}
    opponents = sorted(
        (names.get(other, "?"), f"{points:g}", number)
        for (one, other), (points, number) in ladder.cross.items()
        if one == account.number
    )
    words = phrases(language, game.spec.name)
    return _render(
        "arena_bot.html",
        language,
        title=f"{account.name}: {words.text(game.spec.title)}",
        in_languages=_in_languages(f"/bot/{quote(account.name, safe='')}", game=game.name),
        account=account,
        heading=game.spec.title,
        back="/?" + urlencode({"game": game.name}),
        standing=next((each for each in ladder.standings if each.account == account.number), None),
        state=_state(arena.sessions.get((account.number, game.name))),
        plot=Markup(plot(history, words.text)),
        opponents=[(other, bot_path(other, game), points, number) for other, points, number in opponents],
        games=[game_row(each, names, words) for each in games[::-1]],
        total=total,
    )


def invitation_page(url: str, token: str, games: Sequence[ChosenGame], language: str = ENGLISH) -> str:
    """The page that tells the holder of an invitation what to do."""
    links = _in_languages(f"/invite/{quote(token, safe='')}")
    return _render("arena_invitation.html", language, url=url, token=token, games=games, in_languages=links)


def admin_page(
    arena: Arena, token: str, url: str, message: str = "", invitation: str = "", language: str = ENGLISH
) -> str:
    """The page for the people who run the arena."""
    return _render(
        "arena_admin.html",
        language,
        in_languages=_in_languages("/admin", token=token),
        token=token,
        message=message,
        invitation=f"{url}/invite/{quote(invitation)}" if invitation else "",
        paused=arena.paused,
        clock=arena.settings.rounds == "clock",
        next_round=datetime.fromtimestamp(arena.next_round).strftime("%Y-%m-%dT%H:%M"),
        accounts=arena.store.accounts(),
        connected={number for number, _ in arena.sessions},
        unplayed=set(arena.store.unplayed(time.time())),
        live=[(live.number, live.names, live.game.name) for live in arena.live.values()],
    )
