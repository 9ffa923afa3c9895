"""The HTML pages of the site, from the templates of the server's pages."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from boardgames.core.lookup import GameSpec, find, make
from boardgames.language import ENGLISH, LANGUAGES, phrases
from boardgames.session import GUEST, games_with_problems, practice_page, problems_of, saved_formats
from boardgames.view import side_name, svg
from boardgames.web import in_languages, language_folder, pages

NOT_OFFERED: Final = (GUEST, "perfect", "onnx")
"""Players that need a server, a table of a solved game or the file of a network."""


def site_pages(games: list[str], files: str, with_course: bool = False) -> dict[str, str]:
    """The pages by their paths in the site; ``files`` is the folder of its scripts.

    Those in English are at the top, those in another language in a folder with its code.
    """
    written = {}
    for language in LANGUAGES:
        top = language_folder(language)
        up = "../" * top.count("/")
        written[f"{top}index.html"] = index_page(games, up + files, with_course, language)
        written[f"{top}records.html"] = records_page(games, up + files, language)
        for name in games:
            written[f"{top}play/{name}.html"] = play_page(find(name), f"{up}../{files}", language)
            written[f"{top}new/{name}.html"] = settings_page(find(name), f"{up}../{files}", language)
    for name in sorted(set(games) & set(games_with_problems())):
        written[f"practice/{name}.html"] = practice_page(problems_of(name))
    return written


def index_page(games: list[str], files: str, with_course: bool = False, language: str = ENGLISH) -> str:
    """The first page: each game, with an opponent to choose."""
    return (
        pages.templates(language, __package__)
        .get_template("site_index.html")
        .render(
            files=files,
            with_course=with_course,
            top="" if language == ENGLISH else "../",
            in_languages=in_languages("index.html", language),
            games=[
                {**card, "path": f"new/{card['name']}.html", "practice": _practice(card, language)}
                for card in (pages.card(name, language) for name in sorted(games, key=pages.place_in_lobby))
            ],
            errors={},
            practising=False,
            game=None,
            **pages.opponents(),
        )
    )


def _practice(card: dict[str, Any], language: str) -> str:
    """The path of a game's problems, which are one page for all languages; empty if it has none."""
    path: str = card["practice"].lstrip("/")
    return path and "../" * (language != ENGLISH) + path


def records_page(games: list[str], files: str, language: str = ENGLISH) -> str:
    """The page for games in files."""
    return (
        pages.templates(language, __package__)
        .get_template("site_records.html")
        .render(
            files=files,
            home="index.html",
            games=[(name, find(name).title) for name in games],
            in_languages=in_languages("records.html", language),
        )
    )


def settings_page(spec: GameSpec, files: str, language: str = ENGLISH) -> str:
    """The form with all settings of a game: players, options, the start."""
    fields = pages.form_fields(spec, {}, allow_commands=False, language=language)
    for kind in ("offered", "others"):
        fields[kind] = [(text, label) for text, label in fields[kind] if text not in NOT_OFFERED]
    return (
        pages.templates(language, __package__)
        .get_template("site_settings.html")
        .render(
            files=files,
            game=spec.name,
            form={},
            errors={},
            method="get",
            action=f"../play/{spec.name}.html",
            in_languages=in_languages(f"new/{spec.name}.html", language),
            hidden={},
            **fields,
        )
    )


def play_page(spec: GameSpec, files: str, language: str = ENGLISH) -> str:
    """The table of a game, with its start drawn until Python takes over."""
    start: Any = make(spec, {}).start()
    words = phrases(language, spec.name)
    return (
        pages.templates(language, __package__)
        .get_template("site_play.html")
        .render(
            files=files,
            game=spec.name,
            title=spec.title,
            heading=spec.title,
            players=[("", words.text(side_name(spec, seat))) for seat in range(start.game.seats)],
            near=0,
            board=Markup(svg(spec.scene(start, 0), styled=False, translate=words.text)),
            in_languages=in_languages(f"play/{spec.name}.html", language),
            status="",
            layout=pages.layout(start),
            moves=[],
            formats=saved_formats(spec),
            invited=[],
            asks_name=False,
            **pages.rules(spec, language),
        )
    )
