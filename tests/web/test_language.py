"""The pages in other languages: every word is in the catalogues, and every catalogue is whole."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import attrs
import pytest

import boardgames as bg
from boardgames.core.record.verdict import FAULTS
from boardgames.view import svg
from boardgames.view.page import move_text
from boardgames.web import pages
from boardgames.web.language.catalogue import LANGUAGES, preferred
from boardgames.web.language.phrases import phrases
from boardgames.web.language.rules import rules_text
from boardgames.web.lobby import Lobby
from tests.samples import few, sample
from tests.web.site import Site
from tests.web.tabs import NARROW, tab_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest.importorskip("babel")
ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "build_tools"))
import catalogue  # noqa: E402
from babel.messages.jslexer import tokenize  # noqa: E402

GAMES = sorted(path.parent.name.replace("_", "-") for path in (ROOT / "src/boardgames/games").glob("*/rules.md"))
ENGLISH_WORD = re.compile(r"[A-Za-z]{3,}")
PLACEHOLDERS = re.compile(r"%\(\w+\)s|\{\w+\}")
NOT_WORDS = re.compile(
    r"\{% block data %\}.*?\{% endblock %\}|\{\{.*?\}\}|\{%.*?%\}|<(?:code|pre)>.*?</(?:code|pre)>|<!doctype[^>]*>",
    re.DOTALL,
)
SPOKEN = re.compile(r'(?:aria-label|title|alt)="([^"]*)"')
SELECTOR = re.compile(r"[.#\[(]|(input|main|nav)\b[ .:]|boardgames \w+$|use strict$")
"""What begins like a selector, a key of the browser's storage, and a directive."""
NO_SENTENCES = {"clean_picture.js", "service_worker.js", "worker.js"}
"""Scripts that show nothing: their lists of names look like sentences."""
NAMES = {"boardgames", "· boardgames"}
PROPER_NAMES = {"CodinGame", "CSA", "Fairy", "Stockfish", "KIF", "Ludii", "SFEN", "USI", "Python", "lishogi", "RoyalUr"}
"""Words in Latin letters that Japanese rules have outside of their sources."""


def texts_outside(template: str) -> list[str]:
    """The words of a template that are not in the catalogue."""
    rest = NOT_WORDS.sub("", template)
    spoken = SPOKEN.findall(rest)
    visible = re.sub(r"<[^>]*>", "\n", rest).split("\n")
    return [text.strip() for text in (*spoken, *visible) if ENGLISH_WORD.search(text) and text.strip() not in NAMES]


def test_a_template_has_no_words_outside_of_the_catalogue() -> None:
    assert texts_outside('<p title="a word">{{ _("this") }} and that</p>') == ["a word", "and that"]
    for path in catalogue.TEMPLATES:
        assert texts_outside(path.read_text(encoding="utf-8")) == [], path.name


def sentences_outside(script: str) -> list[str]:
    """The sentences of a script, or shown words, that are not in the catalogue."""
    found, before = [], ["", "", ""]
    for token in tokenize(script, dotted=False):
        if token.type in ("linecomment", "multilinecomment"):
            continue
        text = re.sub(r"\$\{.*?\}", "", token.value[1:-1])
        is_shown = before[1] in ("textContent", "title") and before[2] == "=" and ENGLISH_WORD.search(text)
        is_sentence = re.search(r"[a-z,;.:] [a-z]|^[A-Z][a-z]+ ", text) and not SELECTOR.match(text)
        if token.type in ("string", "template_string") and before[1:] != ["t", "("] and (is_shown or is_sentence):
            found.append(token.value)
        before = [*before[1:], token.value]
    return found


def test_a_script_has_no_sentence_outside_of_the_catalogue() -> None:
    assert sentences_outside('say(t("You can go."), "you can stay")') == ['"you can stay"']
    for name in pages.SCRIPTS:
        text, _ = pages.asset(name) or ("", "")
        assert isinstance(text, str)
        assert sentences_outside(text) == [], name
    for path in catalogue.SCRIPTS:
        if path.name not in NO_SENTENCES:
            assert sentences_outside(path.read_text(encoding="utf-8")) == [], path.name


@pytest.mark.parametrize("path", catalogue.catalogues(), ids=lambda path: path.parts[-3])
def test_a_catalogue_is_whole_and_compiled(path: Path) -> None:
    entries = {(each.context, each.id): each.string for each in catalogue.read(path) if each.id}
    expected = {(context, text) for context, text, _ in catalogue.collected()}
    assert {key for key in entries if not (key[0] or "").startswith(catalogue.OF_PYTHON)} == expected, (
        "run build_tools/catalogue.py"
    )
    for (context, text), said in entries.items():
        assert said, f"{text!r} has no translation"
        wanted, given = set(PLACEHOLDERS.findall(str(text))), set(PLACEHOLDERS.findall(str(said)))
        # what a game says may be said shorter
        assert given <= wanted if (context or "").startswith(catalogue.OF_PYTHON) else given == wanted, text
    assert path.with_suffix(".mo").read_bytes() == catalogue.compiled(catalogue.read(path))


PRESETS = [f"{game}:preset={each}" for game in GAMES for each in bg.find(game).presets]


@pytest.mark.parametrize("game", few([*GAMES, *PRESETS], *GAMES))
@sample(40, thorough=120)
def test_all_that_a_game_says_is_japanese(game: str, sample: int) -> None:
    """What happened, how a place is called, why an action is not legal, and why the game is over."""
    spec, said, random = bg.find(game.partition(":")[0]), phrases("ja", game.partition(":")[0]), Random(3)
    made = bg.load(game)
    state = made.start()
    assert not ENGLISH_WORD.search(said.text(spec.title))
    for ply in range(sample):
        if state.outcome is not None:
            break
        if ply % 8 == 0 or ply < 4:
            picture = said.picture(svg(spec.scene(state, 0), interactive=True, styled=False))
            for text in re.findall(
                r'aria-label="([^"]*)|<(?:title|desc)>([^<]*)|<text class="caption"[^>]*>([^<]*)', picture
            ):
                assert not ENGLISH_WORD.search("".join(text)), text
        for tried in random.choices(range(made.action_count), k=4):
            if state.turn >= 0 and (text := str(made.action_at(tried))) not in map(str, state.actions()):
                assert not ENGLISH_WORD.search(said.text(state.why_not(text))), text
        action = random.choice([each for each, _ in state.chances()] if state.turn < 0 else list(state.actions()))
        after = state.apply(action)
        words, label = said.text(spec.describe(state, action, after)), said.text(move_text(spec, state, action, after))
        assert not ENGLISH_WORD.search(words), words
        assert not ENGLISH_WORD.search(label) or label == str(action), label
        state = after
    for reason, meaning in spec.reasons.items():
        for text in (reason, f"{reason} ({meaning})", f"{spec.title}: Black wins: {reason}", f"a draw: {reason}"):
            assert not ENGLISH_WORD.search(said.text(text)), text


@pytest.mark.parametrize("game", GAMES)
def test_the_settings_of_a_game_are_japanese(game: str) -> None:
    """A new option, value or preset needs its words in the catalogue."""
    fields = pages.form_fields(bg.find(game), {}, allow_commands=False, language="ja")
    for option in fields["options"]:
        assert option["meaning_language"] == "ja" and not ENGLISH_WORD.search(option["meaning"]), option["name"]
    for name, values in [
        ("preset", fields["presets"]),
        *((each["name"], each["choices"]) for each in fields["options"]),
    ]:
        for value, label in values:
            assert label.startswith(value), "a value is named as the command line has it"
            assert label != value or not ENGLISH_WORD.search(value), f"{name}={value}"


def outline(text: str) -> list[tuple[object, ...]]:
    """What each section of rules has: numbered rules, remarks, rows of tables, sources, and words of the program."""
    counted = (r"^#+ ", r"^\d+\. ", r"^- ", r"^\|", r"^\*(?!\*)")
    return [
        (*(len(re.findall(each, section, re.MULTILINE)) for each in counted), set(re.findall(r"`([^`]+)`", section)))
        for section in re.split(r"^(?=#+ )", text, flags=re.MULTILINE)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_as_complete_as_the_english_ones(game: str) -> None:
    """A new rule, option or preset of a game needs its words in ``rules.ja.md``."""
    spec = bg.find(game)
    text, language = rules_text(spec, "ja")
    assert language == "ja"
    assert outline(text) == outline(spec.rules)
    assert phrases("ja").text(spec.title) == text.split("\n")[0].removeprefix("# ")
    words = re.sub(r"`[^`]*`|\*.*?\*", "", text, flags=re.DOTALL)
    assert set(ENGLISH_WORD.findall(words)) <= PROPER_NAMES


def test_moves_of_shogi_are_written_as_in_records() -> None:
    said = phrases("ja", "shogi")
    assert said.text("plays 7g7f (pawn)") == "７六歩(77)"
    assert said.text("plays 8h2b+ (bishop takes bishop, promotes, check)") == "２二角成(88)、角を取る、王手"
    assert said.text("plays P*5e (pawn dropped)") == "５五歩打"
    assert said.text("Ann wins against Bob") == "Annの勝ち（対Bob）"
    assert said.text("words of another game") == "words of another game"
    assert phrases("en").text("Black to move") == "Black to move"


def refusals() -> set[str]:
    """The sentences with which the server refuses something; 1 stands for what is put into them."""
    sentences = set()
    folder = ROOT / "src/boardgames/web"
    for path in (*folder.glob("*.py"), *(folder / "arena").glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("NoPage", "Refusal", "Refused"):
                for text in call.args:
                    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
                    words = [str(part.value) if isinstance(part, ast.Constant) else "1" for part in parts]
                    sentences.add("".join(words))
    return {each for each in sentences if ENGLISH_WORD.search(each)}


def test_the_server_refuses_in_japanese() -> None:
    said = phrases("ja")
    assert len(refusals()) > 20
    for sentence in refusals():
        words = re.sub(r"「.*?」|--reload", "", said.text(sentence))  # commands stay
        assert not ENGLISH_WORD.search(words), sentence
    assert said.text("option turns cannot be 'x': expected a whole number from 1 to 9") == (
        "設定 turns に 'x' は使えません。使える値：1から9までの整数"
    )


def test_what_a_program_did_wrong_is_told_in_japanese() -> None:
    said = phrases("ja", "ur")
    assert said.text(
        "mybot forfeits (illegal): ply 2: it said '9': there is no such token: they are numbered 0 to 6"
    ) == ("mybotの反則負け：2手目：「9」と答えました。その番号の駒はありません。番号は0から6です")
    stderr = "Traceback (most recent call last): " + "x" * 400
    assert said.text(
        f"mybot forfeits (crash): ply 1: it exited with status 1 and gave no answer; the end of its stderr: {stderr}"
    ) == (f"mybotの負け（異常終了）：1手目：終了コード1で終わり、答えませんでした。標準エラー出力の終わり：{stderr}")
    assert said.text("mybot forfeits (cpu time): ply 3: 5.2 s of processor time; 5 allowed") == (
        "mybotの負け（計算時間の使いすぎ）：3手目：計算時間を5.2秒使いました（上限5秒）"
    )
    for fault in FAULTS:
        assert not ENGLISH_WORD.search(said.text(fault)), fault


def test_the_browser_or_a_link_chooses_the_language() -> None:
    assert preferred("ja-JP,ja;q=0.9,en;q=0.8") == "ja"
    assert preferred("en-GB,ja;q=0.5") == "en"
    assert preferred("de,*;q=x", "ja") == "ja"
    assert preferred("ja", "xx") == "ja"
    assert set(LANGUAGES) == {"en", *(path.parts[-3] for path in catalogue.catalogues())}


def test_rules_fall_back_to_english() -> None:
    foreign = attrs.evolve(bg.find("gorogoro"), name="foreign")
    assert rules_text(foreign, "ja") == (foreign.rules, "en")
    assert pages.rules(foreign, "ja")["rules_language"] == "en"
    lobby = pages.lobby_page(Lobby(), "token", "gorogoro", {}, language="ja")
    assert lobby.startswith('<!doctype html>\n<html lang="ja">') and '<div class="rules" lang="ja">' in lobby
    assert "北尾まどかが2012年に「ごろごろ" in lobby, "no space where a line of the source ends"
    assert "対局する" in pages.lobby_page(Lobby(), "token", None, {}, language="ja")
    assert "対局する" not in pages.lobby_page(Lobby(), "token", None, {})


SHOWN = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent.closest('[lang=en], script, noscript, code, use, #languages')) texts.push(node.data.trim());
  }
  for (const each of document.querySelectorAll('[aria-label]')) texts.push(each.getAttribute('aria-label'));
  return texts.filter(Boolean);
}"""


@pytest.mark.thorough
def test_a_japanese_browser_shows_japanese(site: Site, browser: Browser) -> None:
    """On a phone: what is read and heard after a move has no English word but the names of players."""
    table = site.open("minishogi", "human", "random", names=["Hana", "Aki"])
    with tab_at(browser, site.link(table), NARROW, locale="ja-JP") as tab:
        tab.offered()
        tab.click("3c")
        tab.page.wait_for_function("() => document.getElementById('error').textContent.includes('枠の付いた場所')")
        tab.play(table.session.log.state, "2e3d")
        tab.at(2)
        tab.offered()
        english = [
            text
            for text in tab.page.evaluate(SHOWN)
            if ENGLISH_WORD.search(
                re.sub(
                    "Hana|Aki|Latin|Tab|Enter|Esc|human|CodinGame|lishogi|Fairy-Stockfish|SFEN|USI|JavaScript", "", text
                )
            )
        ]
        assert english == []
        assert tab.page.locator("#moves li").first.inner_text().startswith("３四角(25)")
        assert tab.page.evaluate("document.documentElement.lang") == "ja"
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        tab.page.click("#languages a[lang=en]")
        tab.page.goto(site.link(table))
        assert tab.page.locator("#undo").inner_text() == "Undo", "the choice is kept"
