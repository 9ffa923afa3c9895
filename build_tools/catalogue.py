"""Collects the messages of the pages into the catalogues of gettext, and compiles those; needs Babel.

    python build_tools/catalogue.py

adds the new messages of templates, scripts and Python to each ``boardgames.po``, empty, removes those that are gone,
and writes the ``boardgames.mo`` beside it.  A catalogue may say a message in another way for one game (with the context
``board:morris``) and to the player that it is about (``you``); these stay while the message does.  The catalogue of
English has the messages of ``you`` alone.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from importlib.metadata import entry_points
from pathlib import Path

from babel.messages.catalog import Catalog, Message as BabelMessage
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import boardgames as bg
from boardgames.core.lookup.players import LEVELS, PLAYERS
from boardgames.core.model.options import as_text, options_of
from boardgames.core.protocol.verdict import ADJUDICATIONS, FAULTS, RESIGNATION
from boardgames.session.person import GUEST, HUMAN
from boardgames.view.texts import MARKED

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "boardgames"
PACKAGES = sorted(path.parent for path in ROOT.glob("packages/*/src/boardgames_*/__init__.py"))
"""The packages beside the library, whose pages the catalogues of the library speak for too."""
ASSETS = [SOURCE / "web" / "assets", *(folder for package in PACKAGES for folder in sorted(package.rglob("assets")))]
SCRIPTS = [path for folder in ASSETS for path in folder.glob("*.js") if path.name != "editor.js"]  # CodeMirror
TEMPLATES = [
    path
    for folder in (SOURCE / "web", *PACKAGES)
    for path in sorted(folder.rglob("*.html"))
    if "templates" in path.parts
]
COMMAND_LINE = {"cli", "commands", "command.py"}
"""Folders and files of what the command prints, which is English."""
KEYWORDS = {"_": None, "pgettext": ((1, "c"), 2)}
SENTENCES = {"Said": None, "Reason": (2,), "counted": (1, 2)}
"""The functions of sentences in Python, and which of their arguments are templates."""
LANGUAGE = ("language", "English")
"""The context and the message for the name of a language."""
OPTIONS = {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}


def names_of_ours(group: str) -> list[str]:
    """The names in a group of entry points that the library or a package of this repository has."""
    entries = entry_points(group=group)
    return sorted(entry.name for entry in entries if entry.dist and entry.dist.name.startswith("abstract-boardgames"))


Message = str | tuple[str, str]
"""The text of a message, or those for one and for many."""


def words_of_games() -> Iterator[tuple[str, str]]:
    """The words that games declare as data, and the game: titles, sides, ends, pieces, options and their values."""
    for name in names_of_ours("boardgames.games"):
        spec = bg.find(name)
        variant = getattr(bg.load(name), "variant", None)
        pieces = [
            piece.called(promoted)
            for piece in getattr(variant, "pieces", ())
            for promoted in (False, True)[: 1 + bool(piece.promotes)]
        ]
        options = options_of(spec.options)
        values = [f"{key}={as_text(value)}" for key, option in options.items() for value in option.facts.choices]
        named = [text for text in values if text.partition("=")[2].strip("0123456789+.-")]
        meanings = [option.facts.meaning for option in options.values()]
        presets = [f"preset={preset}" for preset in spec.presets]
        ends = [*spec.reasons, *spec.reasons.values()]
        for text in (spec.title, *spec.seat_names, *ends, *pieces, *options, *meanings, *named, *presets):
            yield text, name


def words_of_players() -> Iterator[str]:
    """What pages call players, their levels, faults and switches."""
    players = [PLAYERS.find(name) for name in names_of_ours("boardgames.players")]
    yield from (player.summary for player in players if not player.at_terminal)
    yield from (*LEVELS, *FAULTS, RESIGNATION, *ADJUDICATIONS.values(), HUMAN, GUEST, "on", "off")


def collected() -> Iterator[tuple[str | None, Message, str]]:
    """The context and the text of each message, and the file that it is in."""
    yield (*LANGUAGE, "catalogue.py")
    python = [path for folder in (SOURCE, *PACKAGES) for path in sorted(folder.rglob("*.py"))]
    for path in (*python, *sorted((SOURCE / "view").glob("*.html"))):
        if COMMAND_LINE.intersection(path.parts[len(ROOT.parts) :]) or path.name == "said.py":
            continue
        text = path.read_text(encoding="utf-8")
        has_sentences = path.suffix == ".py" and any(f"{name}(" in text for name in SENTENCES)
        for _, message, _, _ in extract_from_file("python", path, keywords=SENTENCES) if has_sentences else ():
            if message:
                yield "board", message if isinstance(message, str) else (str(message[0]), str(message[1])), path.name
        for label, word in MARKED.findall(text):  # templates in Python
            yield "board", label or word, path.name
    for text, game in words_of_games():
        yield "board", text, game
    for text in words_of_players():
        yield "board", text, "players"
    for path in TEMPLATES:
        for _, message, _, context in extract_from_file(
            "jinja2.ext:babel_extract", path, keywords=KEYWORDS, options=OPTIONS
        ):
            yield context, str(message[-1] if isinstance(message, tuple) else message), path.name
    for path in sorted(SCRIPTS):
        for _, message, _, _ in extract_from_file("javascript", path, keywords={"t": None}):
            yield "script", str(message[0] if isinstance(message, tuple) else message), path.name


def catalogues() -> list[Path]:
    return sorted((SOURCE / "language" / "locale").glob("*/LC_MESSAGES/boardgames.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def compiled(catalogue: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def key(message: str | Sequence[str]) -> str:
    return message if isinstance(message, str) else message[0]


def update(path: Path) -> Catalog:
    """The catalogue with the messages that there are now."""
    old = read(path)
    sentences = {key(text) for context, text, _ in collected() if context == "board"}
    new = Catalog(locale=old.locale, project="boardgames", charset="utf-8", fuzzy=False, header_comment="")
    new.creation_date = new.revision_date = old.creation_date  # so that the same messages make the same file
    for context, text, file in collected() if path.parts[-3] != "en" else ():
        before = old.get(text, context)
        new.add(text, before.string if before is not None else "", locations=[(file, 0)], context=context)
    for message in old:
        context = message.context or ""
        if message.id and (context == "you" or context.startswith("board:")) and key(message.id) in sentences:
            new.add(message.id, message.string, context=context)
    return new


def strings(message: BabelMessage) -> tuple[str, ...]:
    """The translations of a message, one for each of its forms."""
    return tuple(map(str, message.string)) if isinstance(message.string, tuple) else (str(message.string or ""),)


def main() -> None:
    for path in catalogues():
        catalogue = update(path)
        buffer = io.BytesIO()
        write_po(buffer, catalogue, width=120, omit_header=False)
        path.write_bytes(buffer.getvalue())
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        missing = [message.id for message in catalogue if message.id and not all(strings(message))]
        print(
            f"{path.parent.parent.name}: {len(catalogue)} messages, {len(missing)} without a translation",
            *missing,
            sep="\n  ",
        )


if __name__ == "__main__":
    main()
