"""The HTML pages: the lobby, a table as a browser without a script shows it, and refusals.

The templates are in ``templates/``; jinja2 escapes everything that is put into them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from jinja2 import Environment
from markdown_it import MarkdownIt
from markupsafe import Markup

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, games
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, State
from boardgames.core.model.options import Option, as_text, options_of
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said
from boardgames.language.catalogue import ENGLISH, LANGUAGES
from boardgames.language.phrases import phrases
from boardgames.language.rules import rules_text
from boardgames.referee.limits import BaseAndIncrement
from boardgames.session.open_records import saved_formats
from boardgames.session.person import HUMAN
from boardgames.session.practice import games_with_problems
from boardgames.session.slots import DEFAULT_OPPONENT, offered_levels, offered_people, offered_players
from boardgames.view import svg
from boardgames.view.document import packaged_text
from boardgames.view.page import move_text, side_name, style_sheet
from boardgames.web.language.templates import environment
from boardgames.web.lobby import Lobby, offered_clocks
from boardgames.web.permissions import Permissions
from boardgames.web.table import Table
from boardgames.web.watchable import Watchable

SCRIPTS: Final = (
    *("live_table.js", "connection.js", "table.js", "board.js", "moves.js", "panel.js", "sounds.js", "reasons.js"),
    "translate.js",
    *("chances.js", "graph.js", "layout.js", "motion.js", "premove.js"),
    *("live_records.js", "record_files.js", "saving.js"),
)
SOUNDS: Final = ("throw.wav", "move.wav", "end.wav")
LOCAL: Final = ("127.0.0.1", "localhost", "::1")
FIRST: Final = ("ur", "morris", "shogi", "minishogi", "dice-shogi")
"""The games that the lobby shows first."""
SENTENCE_END: Final = re.compile(r"[.!?](?=\s)|[。！？]")
MIN_BLURB: Final = 30  # characters; a shorter first sentence gets the second one too


@cache
def templates(language: str = ENGLISH, package: str = __package__) -> Environment:
    """The templates in a language: those of a package, and ours."""
    made = environment(package, language)
    made.filters["phrase"] = phrases(language).text
    made.globals.update(files="/page/", rules_language=ENGLISH)
    return made


def asset(name: str) -> tuple[str | bytes, str] | None:
    """The content and the media type of a script, style sheet or sound; ``None`` if there is no such file."""
    if name in SOUNDS:
        return files(__package__).joinpath("assets", name).read_bytes(), "audio/wav"
    if name in ("graph.js", "layout.js", "motion.js"):  # of documents that are files too
        return packaged_text(name), "text/javascript"
    if name in SCRIPTS:
        return _read(name), "text/javascript"
    return (style_sheet() + _read("page.css"), "text/css") if name == "page.css" else None


@cache
def _read(name: str) -> str:
    return files(__package__).joinpath("assets", name).read_text(encoding="utf-8")


def refusal_page(sentence: str, back: str | None, language: str = ENGLISH) -> str:
    """A page that says why a request is refused; ``back`` is the path of the lobby, for the host.

    ``sentence`` says it, in ``language``.
    """
    return templates(language).get_template("refusal.html").render(sentence=printable(sentence), back=back)


# -- a table --------------------------------------------------------------------------------


def table_path(table: Watchable, token: str, part: str = "", **query: str) -> str:
    """The path of a table's page, or of a part of it such as ``/record.json``, with a token."""
    return f"/table/{table.number}{part}?{urlencode({'token': token, **query})}"


def lobby_path(token: str, **query: str) -> str:
    """The address of the lobby, for the holder of this token."""
    return "/?" + urlencode({"token": token, **query})


def records_path(token: str, **query: str) -> str:
    """The address of the page for games in files."""
    return "/records?" + urlencode({"token": token, **query})


def table_page(
    table: Watchable,
    permissions: Permissions,
    token: str,
    origin: str,
    home: str | None = None,
    language: str = ENGLISH,
) -> str:
    """The table as it is now; the script of the page takes over from there.  ``home`` is a path back for watchers.

    ``permissions`` say what the reader may do, ``token`` shows who it is; ``origin`` is the server's address for
    links, ``language`` that of the page.
    """
    log, spec = table.session.log, table.session.log.spec
    words = phrases(language, spec.name)
    near = next(iter(table.seats(permissions)), 0)
    shown = {"language": language} if language != ENGLISH else {}
    return (
        templates(language)
        .get_template("table.html")
        .render(
            title=table.title(),
            heading=spec.title,
            players=[(words.text(name), words.text(side_name(spec, seat))) for seat, name in enumerate(log.names)],
            near=near,
            board=Markup(log.pictures.static_svg(near, words.text)),
            status="" if log.verdict is None else log.verdict.sentence(log.names),
            layout=layout(log.state),
            moves=[
                (
                    "dice" if before.turn == CHANCE else f"seat{before.turn}",
                    words.text(move_text(spec, before, action, after)),
                )
                for (before, after), action in zip(
                    pairwise(log.playthrough.states), log.playthrough.actions, strict=True
                )
            ],
            paths={
                "replay.html": table_path(table, token, "/replay.html"),
                "live": table_path(table, token, "/live", **shown),
            },
            formats=[(form, table_path(table, token, f"/record.{form}")) for form in saved_formats(spec)],
            records=records_path(token) if permissions.is_host else None,
            in_languages={code: table_path(table, token, language=code) for code in LANGUAGES},
            links=_links(table, permissions, origin),
            game=spec.name,
            invited=_invited(table, permissions, origin),
            is_local=urlsplit(origin).hostname in LOCAL,
            asks_name=_asks_name(table, permissions),
            lobby=lobby_path(token) if permissions.is_host else home,
            **rules(spec, language),
            permissions=permissions,
        )
    )


def layout(state: State) -> str:
    """The layout of the list of moves: in two columns, for two sides or for throws and moves; or in one."""
    if any(True for _ in state.game.start().chances()):
        return "throws"
    return "pairs" if state.game.seats == 2 else ""


def rules(spec: GameSpec, language: str = ENGLISH) -> dict[str, object]:
    """The rules as HTML, and their language; HTML inside of them is shown as text."""
    text, written_in = rules_text(spec, language)
    html = Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    return {"rules": html, "rules_language": written_in}


def _links(table: Watchable, permissions: Permissions, origin: str) -> list[tuple[str, str]]:
    """For whom each link is, and the link; guests' links are for the host to see."""
    links: list[tuple[str, str]] = [(Said("people who watch"), table.watch_token)]
    if permissions.is_host:
        guests = [
            (Said("{name}, who plays", name=table.names[slot]), token)
            for slot, token in enumerate(table.guest_tokens)
            if token
        ]
        links = guests + links
    return [(reader, origin + table_path(table, token)) for reader, token in links]


def _invited(table: Watchable, permissions: Permissions, origin: str) -> list[tuple[str, str, Markup]]:
    """The guests for whom the host may send a link: their names, and the link, also as a QR code."""
    import segno  # few pages need it

    invited = []
    for slot, token in enumerate(table.guest_tokens):
        if token and permissions.is_host:
            link = origin + table_path(table, token)
            code = segno.make(link, micro=False).svg_inline(scale=4, light="#fff", title=link)
            invited.append((table.names[slot], link, Markup(code)))
    return invited


def _asks_name(table: Watchable, permissions: Permissions) -> bool:
    """True if the page is a guest's that has given no name."""
    slots = [] if permissions.is_host else permissions.slots
    return any(table.guest_tokens[slot] and isinstance(table.names[slot], Said) for slot in slots)


def records_page(token: str, language: str = ENGLISH) -> str:
    """The page for games in files."""
    return (
        templates(language)
        .get_template("records.html")
        .render(
            home=lobby_path(token),
            games=_titles().items(),
            in_languages={code: records_path(token, language=code) for code in LANGUAGES},
        )
    )


# -- the lobby ------------------------------------------------------------------------------


def lobby_page(
    lobby: Lobby,
    token: str,
    game: str | None,
    form: Mapping[str, str],
    errors: Mapping[str, str] | None = None,
    language: str = ENGLISH,
    practising: bool = False,
) -> str:
    """All tables, and a form to open one, filled in with the values of ``form``.  ``practising``: games with problems.

    ``errors`` say what is wrong with its fields, by their names; that of ``""`` is about the whole.
    """
    titles = _titles()
    usual = lobby.conditions.limits.clock
    clock = Said("none") if usual is None else Said("that of the server: {clock}", clock=BaseAndIncrement().show(usual))
    chosen = find(game) if game in titles and game is not None else None
    return (
        templates(language)
        .get_template("lobby.html")
        .render(
            token=token,
            errors={field: printable(sentence) for field, sentence in (errors or {}).items()},
            tables=[
                (table.number, table_path(table, token), table.title(), _progress(table))
                for table in lobby.tables.values()
                if table.games  # else its first one is still starting
            ],
            games=[
                {**card(name, language), "path": lobby_path(token, game=name)}
                for name in titles
                if not practising or name in games_with_problems()
            ],
            practising=practising,
            practice=lobby_path(token, practice="yes"),
            records=records_path(token),
            documentation=documentation(),
            in_languages={
                code: lobby_path(token, **({} if game is None else {"game": game}), language=code) for code in LANGUAGES
            },
            **opponents(),
            game=game,
            form=form,
            method="post",
            action="/open",
            hidden={"token": token, "game": game},
            **({} if chosen is None else form_fields(chosen, form, lobby.allow_commands, language, clock)),
        )
    )


def opponents() -> dict[str, object]:
    """Facts for the template of the games' list to offer opponents."""
    return {"human": HUMAN, "opponents": offered_levels(), "default": DEFAULT_OPPONENT}


@cache
def documentation() -> str:
    """The address of the documentation, as the package that is installed says it; empty if it does not."""
    with suppress(PackageNotFoundError):
        for entry in metadata("abstract-boardgames").get_all("Project-URL") or ():
            label, _, address = entry.partition(", ")
            if label == "Documentation":
                return str(address)
    return ""


@cache
def card(name: str, language: str = ENGLISH) -> dict[str, Any]:
    """An installed game as the lobby shows it: its title, its board, how many play, and a word on it."""
    spec = find(name)
    game = make(spec, {})
    try:
        picture = svg(spec.scene(game.start(), 0), styled=False, translate=phrases(language, name).text)
    except Exception:  # a game's scene is foreign code
        picture = ""
    return {
        "name": name,
        "title": spec.title,
        "seats": game.seats,
        "practice": f"/practice/{name}.html" if name in games_with_problems() else "",
        "picture": Markup(picture),
        "preset": spec.peoples_preset,
        **_blurb(spec, language),
    }


def _blurb(spec: GameSpec, language: str) -> dict[str, object]:
    """A word on the game: the first sentence of its rules, or the first few short ones."""
    text, written_in = rules_text(spec, language)
    paragraphs = (" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    first = next((paragraph for paragraph in paragraphs if paragraph and paragraph[0] not in "#|`-*>"), "")
    ends = [match.end() for match in SENTENCE_END.finditer(first)]
    words = first[: next((end for end in ends if end >= MIN_BLURB), len(first))]
    blurb = Markup(MarkdownIt("commonmark", {"html": False}).renderInline(words))
    return {"blurb": blurb, "blurb_language": written_in}


def _titles() -> dict[str, str]:
    """The title of each installed game, in the order of the lobby."""
    titles = {}
    for name in games():
        try:
            titles[name] = find(name).title
            make(find(name), {})
        except Exception:  # of a game's own code
            continue  # 'boardgames list' says what is wrong with it
    return {name: titles[name] for name in sorted(titles, key=place_in_lobby)}


def place_in_lobby(name: str) -> tuple[int, str]:
    """The key that sorts the list of games: first come those that most people look for, then other kinds of shogi."""
    spec = find(name)
    family = FIRST.index(name) if name in FIRST else len(FIRST) + ("usi" not in spec.protocols)
    return family, spec.title


def _progress(table: Table) -> str:
    log = table.session.log
    if log.verdict is not None:
        return log.verdict.sentence(log.names)
    return Said.counted("{number} ply", "{number} plies", log.plies)


def form_fields(
    spec: GameSpec,
    form: Mapping[str, str],
    allow_commands: bool,
    language: str = ENGLISH,
    with_clock: str | None = None,
) -> dict[str, Any]:
    """The values of the form's template.  ``with_clock`` is the word for no clock that is chosen, if one can be."""
    offered = [*offered_people(), *offered_levels()]
    return {
        "spec": spec,
        "allow_commands": allow_commands,
        "offered": offered,
        "others": [(text, label) for text, label in offered_players(spec) if text not in dict(offered)],
        "starts": list(spec.starts),
        "seats": [
            (
                phrases(language, spec.name).text(side_name(spec, seat)),
                form.get(f"player-{seat}", HUMAN if seat == 0 else DEFAULT_OPPONENT),
            )
            for seat in range(make(spec, {}).seats)
        ],
        **rules(spec, language),
        "presets": [(name, _value_label("preset", name, language)) for name in ("", *spec.presets)],
        "clocks": [] if with_clock is None else [("", with_clock), *offered_clocks(spec)],
        "options": [_option(field, form, language) for field in options_of(spec.options).values()],
    }


def _option(field: Option, form: Mapping[str, str], language: str) -> dict[str, Any]:
    """An option of the game: its name, default, value, choices (if they are few) and meaning."""
    default = as_text(field.default)
    choices = [as_text(choice) for choice in field.facts.choices]
    if not choices and isinstance(field.default, bool):
        choices = ["on", "off"]
    meaning = field.facts.meaning
    translated = phrases(language).text(meaning)
    return {
        "name": field.name,
        "label": phrases(language).text(field.name),
        "default": default,
        "value": form.get(f"option-{field.name}", default),
        "choices": [(choice, _value_label(field.name, choice, language)) for choice in choices],
        "meaning": translated,
        "meaning_language": language if translated != meaning else ENGLISH,
    }


def _value_label(option: str, value: str, language: str) -> str:
    """The words of a form for a value of an option: the value itself, or its meaning in another language."""
    words, written = phrases(language), f"{option}={value}"
    label = words.text(written)
    return label if label != written else words.text(value)
