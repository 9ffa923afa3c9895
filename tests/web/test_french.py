"""A third language: a catalogue and rules in its folder, and no code."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("babel")
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.conftest import ROOT

pytestmark = pytest.mark.thorough
Message = str | tuple[str, ...]
MESSAGES: dict[tuple[str | None, Message], Message] = {
    ("language", "English"): "Français",
    (None, "A new table"): "Nouvelle table",
    ("board", "Royal Game of Ur"): "Jeu royal d'Our",
    ("board", "Dark"): "Sombre",
    ("board", "{side} to move"): "Trait à {side}",
    ("board:shogi", "Black"): "Noir",
    ("board", ("{number} ply", "{number} plies")): ("{number} demi-coup", "{number} demi-coups"),
    ("board", "{file}{rank:abcdefghi}"): "{rank:ABCDEFGHI}{file}",
    ("board", "{origin}{target}"): "{origin}–{target}",
    ("board", "plays {move} ({words})"): "joue {move} : {words}",
    ("you", "plays {move} ({words})"): "jouez {move} : {words}",
    ("board", "{piece}"): "{piece}",
    ("board", "pawn"): "pion",
    ("board", "; "): " ; ",
    ("board", "{man}: {place}"): "{man} : {place}",
}
PROGRAM = """
import json
import boardgames as bg
from boardgames.core.picture.scene import turn_in_words
from boardgames.core.text.said import Said
from boardgames.view import svg
from boardgames.web import pages
from boardgames.language.catalogue import LANGUAGES, preferred
from boardgames.language.phrases import phrases
from boardgames.web.lobby import Lobby

said, spec, state = phrases("fr", "shogi"), bg.find("shogi"), bg.load("shogi").start()
happened = spec.describe(state, state.read("7g7f"), state.play("7g7f"))
print(json.dumps({
    "languages": LANGUAGES,
    "preferred": preferred("fr-CA,en;q=0.5"),
    "page": pages.lobby_page(Lobby(), "token", "ur", {}, language="fr"),
    "words": said.text(happened),
    "yours": said.yours(happened),
    "plies": [said.text(Said.counted("{number} ply", "{number} plies", number)) for number in (0, 1, 2)],
    "svg": svg(spec.scene(state, 0), interactive=True, translate=said.text),
}))
"""


@pytest.fixture(scope="module")
def french(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """The answers of the library with a French catalogue and the rules of one game in French."""
    folder: Path = tmp_path_factory.mktemp("french")
    shutil.copytree(
        ROOT / "src/boardgames", folder / "boardgames", ignore=shutil.ignore_patterns("__pycache__", "*.so")
    )
    catalogue = Catalog(locale="fr", charset="utf-8")
    for (context, message), text in MESSAGES.items():
        catalogue.add(message, text, context=context)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    messages = folder / "boardgames/language/locale/fr/LC_MESSAGES"
    messages.mkdir(parents=True)
    (messages / "boardgames.mo").write_bytes(compiled.getvalue())
    rules = "# Jeu royal d'Our\n\nOn jette des dés et on court jusqu'à\néchapper au plateau.\n\n## Rules\n\n1. Rien.\n"
    (folder / "boardgames/games/ur/rules.fr.md").write_text(rules, encoding="utf-8")
    (folder / "boardgames/games/shogi/rules.fr.md").write_text("# Shogi\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    answers: dict[str, object] = json.loads(done.stdout)
    return answers


def test_a_page_in_french_needs_no_code(french: dict[str, object]) -> None:
    page = str(french["page"])
    assert french["languages"] == {"en": "English", "fr": "Français", "ja": "日本語"} and french["preferred"] == "fr"
    assert (
        '<html lang="fr">' in page and "Jeu royal d&#39;Our" in page and "Sombre" in page and "Nouvelle table" in page
    )
    assert "On jette des dés" in page and "jusqu'à\néchapper" in page, "its words keep the spaces between them"


def test_sentences_squares_and_numbers_are_as_the_catalogue_has_them(french: dict[str, object]) -> None:
    assert french["words"] == "joue G7–F7 : pion" and french["yours"] == "jouez G7–F7 : pion"
    assert french["plies"] == ["0 demi-coup", "1 demi-coup", "2 demi-coups"], "French counts none as one"
    assert "Trait à Noir" in str(french["svg"]) and 'data-place="G7" data-man="Noir pion"' in str(french["svg"])
    assert "Noir pion : G7 ; " in str(french["svg"])
