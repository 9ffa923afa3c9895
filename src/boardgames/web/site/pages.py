"""The HTML pages of the site, from the templates of the server's pages."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find
from boardgames.core.lookup.spec import GameSpec
from boardgames.view import svg
from boardgames.view.page import side_name
from boardgames.web import pages
from boardgames.web.web_player import GUEST

NOT_OFFERED: Final = (GUEST, "perfect", "onnx")
"""Players that need a server, a table of a solved game or the file of a network."""


def site_pages(games: list[str], files: str, with_course: bool = False) -> dict[str, str]:
    """The pages by their paths in the site; ``files`` is the folder of its scripts."""
    written = {"index.html": index_page(games, files, with_course)}
    written["records.html"] = records_page(games, files)
    for name in games:
        written[f"play/{name}.html"] = play_page(find(name), f"../{files}")
        written[f"new/{name}.html"] = settings_page(find(name), f"../{files}")
    return written


def index_page(games: list[str], files: str, with_course: bool = False) -> str:
    """The first page: each game, with an opponent to choose."""
    return pages.TEMPLATES.get_template("site_index.html").render(
        files=files,
        with_course=with_course,
        games=[{**pages.card(name), "path": f"new/{name}.html"} for name in games],
        error="",
        game=None,
        **pages.opponents(),
    )


def records_page(games: list[str], files: str) -> str:
    """The page for games in files."""
    return pages.TEMPLATES.get_template("site_records.html").render(
        files=files, games=[(name, find(name).title) for name in games]
    )


def settings_page(spec: GameSpec, files: str) -> str:
    """The form with all settings of a game: players, options, the start."""
    fields = pages.form_fields(spec, {}, allow_commands=False)
    fields["offered"] = [(text, label) for text, label in fields["offered"] if text not in NOT_OFFERED]
    return pages.TEMPLATES.get_template("site_settings.html").render(
        files=files,
        game=spec.name,
        form={},
        method="get",
        action=f"../play/{spec.name}.html",
        hidden={},
        **fields,
    )


def play_page(spec: GameSpec, files: str) -> str:
    """The table of a game, with its start drawn until Python takes over."""
    start: Any = make(spec, {}).start()
    return pages.TEMPLATES.get_template("site_play.html").render(
        files=files,
        game=spec.name,
        title=spec.title,
        heading=spec.title,
        players=[("", side_name(spec, seat)) for seat in range(start.game.seats)],
        board=Markup(svg(spec.scene(start, 0), styled=False)),
        status="",
        layout=pages.layout(start),
        moves=[],
        **pages.rules(spec),
    )
