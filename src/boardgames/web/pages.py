"""The pages as HTML: the hall, a table as who has no script sees it, and refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, Final
from urllib.parse import urlencode

import attrs

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, games
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, UnknownGame
from boardgames.core.model.options import as_text
from boardgames.core.text.printable import printable
from boardgames.view.page import sheet
from boardgames.web.hall import Hall
from boardgames.web.person import HUMAN
from boardgames.web.seats import offered
from boardgames.web.story import side_of
from boardgames.web.table import Pass, Table

SCRIPTS: Final = ("table.js", "board.js", "moves.js", "panel.js", "connection.js")
CURRENT: Final = ' aria-current="true"'
SELECTED: Final = " selected"
USUAL_OPPONENT: Final = "alphabeta:level=3"


@cache
def room(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text(encoding="utf-8")


def static(name: str) -> tuple[str, str] | None:
    """A file that every page may load, and its kind; the same for everybody."""
    if name in SCRIPTS:
        return room(name), "text/javascript"
    return (sheet() + room("page.css"), "text/css") if name == "page.css" else None


def filled(name: str, pieces: Mapping[str, str]) -> str:
    """A template with its ``{{name}}`` replaced; what is put in is not looked at again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: pieces[found[1]], room(name))


def refusal(sentence: str) -> str:
    return filled("refusal.html", {"sentence": escape(printable(sentence))})


# -- a table --------------------------------------------------------------------------------


def address(table: Table, token: str, what: str = "") -> str:
    return f"/table/{table.number}{what}?{urlencode({'token': token})}"


def table_page(table: Table, visitor: Pass, token: str, origin: str) -> str:
    """The table as it is now; the script takes over from there."""
    story, spec = table.round.story, table.setting.spec
    mine = table.seats(visitor)
    seats = range(story.state.game.seats)
    verdict = story.verdict
    moves = "".join(
        f'<li><span class="{_kind(before.turn)}">{escape(str(action))}</span></li>'
        for before, action in zip(story.playthrough.states, story.playthrough.actions, strict=False)
    )
    return filled(
        "table.html",
        {
            "title": escape(table.described()),
            "heading": escape(spec.title),
            "players": "".join(
                f'<li data-seat="{seat}"><span class="seat seat{seat}"></span><b>{escape(story.names[seat])}</b> '
                f"<span>{escape(side_of(spec, seat))}</span>"
                f'<output class="clock"></output></li>'
                for seat in seats
            ),
            "board": story.still(mine[0] if mine else 0),
            "said": escape("" if verdict is None else verdict.sentence(story.names)),
            "moves": moves,
            "live": escape(address(table, token, "/live")),
            "record": escape(address(table, token, "/record.json")),
            "replay": escape(address(table, token, "/replay.html")),
            "links": _links(table, visitor, token, origin),
            "rules": _rules(spec),
            "host": "yes" if visitor.is_host else "",
            "watching": "" if visitor.chairs else "yes",
        },
    )


def _kind(turn: int) -> str:
    return "dice" if turn == CHANCE else f"seat{turn}"


def _links(table: Table, visitor: Pass, token: str, origin: str) -> str:
    """Where others may come in, for the host; and the way to the hall."""
    links = [("somebody who watches", table.watch_token)]
    if visitor.is_host:
        links = [
            (f"{table.names[chair]}, who plays", own) for chair, own in enumerate(table.guest_tokens) if own
        ] + links
    rows = "".join(
        f'<li>for {escape(who)}: <input readonly aria-label="link for {escape(who)}" '
        f'value="{escape(origin + address(table, own))}"></li>'
        for who, own in links
    )
    way = escape(f"/?{urlencode({'token': token})}")
    hall = f'<p><a href="{way}">All tables</a></p>' if visitor.is_host else ""
    return f"<ul>{rows}</ul>{hall}"


def _rules(spec: GameSpec) -> str:
    return f"<pre>{escape(spec.rules)}</pre>" if spec.rules else "<p>The game tells none.</p>"


# -- the hall -------------------------------------------------------------------------------


def hall_page(hall: Hall, token: str, game: str | None, given: Mapping[str, str], sorry: str = "") -> str:
    """All tables, and a form to open one; ``given`` is what stood in the form before."""
    tables = "".join(
        f'<li><a href="{escape(address(table, token))}">{escape(table.described())}</a> '
        f"<span>{escape(_how_it_stands(table))}</span>"
        f'<form method="post" action="/close"><input type="hidden" name="token" value="{escape(token)}">'
        f'<input type="hidden" name="table" value="{table.number}"><button>Close</button></form></li>'
        for table in hall.tables.values()
    )
    found = dict(_games())
    ways = {name: "/?" + urlencode({"token": token, "game": name}) for name in found}
    chosen = "".join(
        f'<li><a href="{escape(ways[name])}"{CURRENT if name == game else ""}>{escape(title)}</a></li>'
        for name, title in found.items()
    )
    return filled(
        "hall.html",
        {
            "tables": f'<ul class="tables">{tables}</ul>' if tables else "<p>There is none yet.</p>",
            "games": chosen,
            "form": _form(hall, token, game, given) if game in found else "<p>Choose a game first.</p>",
            "sorry": f'<p class="sorry" role="alert">{escape(printable(sorry))}</p>' if sorry else "",
        },
    )


def _games() -> list[tuple[str, str]]:
    listed = []
    for name in games():
        try:
            listed.append((name, find(name).title))
        except UnknownGame:
            continue  # 'boardgames list' tells what is wrong with it
    return sorted(listed, key=lambda pair: pair[1])


def _how_it_stands(table: Table) -> str:
    story = table.round.story
    if story.verdict is not None:
        return story.verdict.sentence(story.names)
    plies = story.playthrough.plies
    return f"{plies} {'ply' if plies == 1 else 'plies'}"


def _form(hall: Hall, token: str, name: str | None, given: Mapping[str, str]) -> str:
    assert name is not None
    spec = find(name)
    fields = attrs.fields(spec.options)
    options = "".join(_option(field, given.get(f"option-{field.name}")) for field in fields)
    seats = "".join(
        _seat(seat, side_of(spec, seat), given, hall.allow_commands) for seat in range(make(spec, {}).seats)
    )
    presets = _choice("preset", ["", *spec.presets], given.get("preset", "")) if spec.presets else ""
    return filled(
        "form.html",
        {
            "token": escape(token),
            "game": escape(name),
            "title": escape(spec.title),
            "seats": seats,
            "preset": f"<label>Preset {presets}</label>" if presets else "",
            "options": f"<details><summary>Options of the game</summary>{options}</details>" if options else "",
            "position": escape(given.get("position", "")),
            "seed": escape(given.get("seed", "")),
            "rules": _rules(spec),
        },
    )


def _option(field: attrs.Attribute[Any], given: str | None) -> str:
    facts = field.metadata
    usual = as_text(field.default)
    value = usual if given is None else given
    name = f"option-{field.name}"
    if facts["choices"]:
        control = _choice(name, [as_text(choice) for choice in facts["choices"]], value)
    elif isinstance(field.default, bool):
        control = _choice(name, ["on", "off"], value)
    else:
        control = f'<input name="{escape(name)}" value="{escape(value)}" maxlength="200">'
    meaning = escape(facts["meaning"])
    return (
        f"<label><code>{escape(field.name)}</code> {control} <small>{meaning}; usually {escape(usual)}</small></label>"
    )


def _seat(seat: int, side: str, given: Mapping[str, str], allow_commands: bool) -> str:
    chosen = given.get(f"player-{seat}", HUMAN if seat == 0 else USUAL_OPPONENT)
    players = offered()
    known = "".join(
        f'<option value="{escape(text)}"{SELECTED if text == chosen else ""}>{escape(label)}</option>'
        for text, label in players
    )
    command, name = given.get(f"command-{seat}", ""), given.get(f"name-{seat}", "")
    program = (
        f'<label>or a program <input name="command-{seat}" maxlength="500" placeholder="python mybot.py" '
        f'value="{escape(command)}"></label>'
        if allow_commands
        else ""
    )
    return (
        f'<fieldset><legend><span class="seat seat{seat}"></span>{escape(side)}</legend>'
        f'<label>Player <select name="player-{seat}">{known}</select></label>{program}'
        f'<label>Name <input name="name-{seat}" maxlength="16" value="{escape(name)}"></label>'
        "</fieldset>"
    )


def _choice(name: str, choices: Sequence[str], chosen: str) -> str:
    rows = "".join(
        f'<option value="{escape(each)}"{SELECTED if each == chosen else ""}>{escape(each or "none")}</option>'
        for each in choices
    )
    return f'<select name="{escape(name)}">{rows}</select>'
