"""Collects the messages of the pages into the catalogues of gettext, and compiles those; needs Babel.

    python build_tools/catalogue.py

adds the new messages of templates and scripts to each ``boardgames.po``, empty, removes those that are gone, and writes
the ``boardgames.mo`` beside it.  Messages with a context ``board`` or ``lessons`` stay: they are those of games, and of
Python in the course.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

WEB = Path(__file__).parents[1] / "src" / "boardgames" / "web"
ASSETS = [WEB / "assets", WEB / "site" / "assets", WEB / "lessons" / "assets"]
SCRIPTS = [path for folder in ASSETS for path in folder.glob("*.js") if path.name != "editor.js"]  # CodeMirror
TEMPLATES = sorted([*(WEB / "templates").glob("*.html"), *(WEB / "lessons" / "templates").rglob("*.html")])
KEYWORDS = {"_": None, "pgettext": ((1, "c"), 2)}
OF_PYTHON = ("board", "lessons")
"""How contexts begin whose messages Python makes, so that they cannot be collected."""
OPTIONS = {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}


def collected() -> Iterator[tuple[str | None, str, str]]:
    """The context and the text of each message, and the file that it is in."""
    for path in TEMPLATES:
        for _, message, _, context in extract_from_file(
            "jinja2.ext:babel_extract", path, keywords=KEYWORDS, options=OPTIONS
        ):
            yield context, str(message[-1] if isinstance(message, tuple) else message), path.name
    for path in sorted(SCRIPTS):
        for _, message, _, _ in extract_from_file("javascript", path, keywords={"t": None}):
            yield "script", str(message[0] if isinstance(message, tuple) else message), path.name


def catalogues() -> list[Path]:
    return sorted((WEB / "locale").glob("*/LC_MESSAGES/boardgames.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def compiled(catalogue: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def update(path: Path) -> Catalog:
    """The catalogue with the messages that there are now."""
    old = read(path)
    new = Catalog(locale=old.locale, project="boardgames", charset="utf-8", fuzzy=False, header_comment="")
    new.creation_date = new.revision_date = old.creation_date  # so that the same messages make the same file
    for context, text, file in collected():
        before = old.get(text, context)
        new.add(text, before.string if before is not None else "", locations=[(file, 0)], context=context)
    for message in old:
        if message.id and (message.context or "").startswith(OF_PYTHON):
            new.add(message.id, message.string, context=message.context)
    return new


def main() -> None:
    for path in catalogues():
        catalogue = update(path)
        buffer = io.BytesIO()
        write_po(buffer, catalogue, width=120, omit_header=False)
        path.write_bytes(buffer.getvalue())
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        missing = [message.id for message in catalogue if message.id and not message.string]
        print(
            f"{path.parent.parent.name}: {len(catalogue)} messages, {len(missing)} without a translation",
            *missing,
            sep="\n  ",
        )


if __name__ == "__main__":
    main()
