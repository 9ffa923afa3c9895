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
from boardgames.contest import play_game
from boardgames.core.protocol.verdict import FAULTS, Fault, Verdict
from boardgames.core.text.said import Said, sentence_of
from boardgames.language.catalogue import ENGLISH, LANGUAGES, preferred
from boardgames.language.phrases import phrases
from boardgames.language.rules import rules_text
from boardgames.view import svg
from boardgames.view.page import move_text
from boardgames.web import pages
from boardgames.web.lobby import Lobby
from tests.samples import FIVE, cases, few, sample
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
NAME = re.compile("Ann|Bob")
ENGLISH_WORD = re.compile(r"[A-Za-z]{3,}")
PLACEHOLDERS = re.compile(r"%\((\w+)\)s|\{(\w+)[^}]*\}")
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
PROPER_NAMES = {
    "CodinGame",
    "OpenSpiel",
    "CSA",
    "Fairy",
    "Stockfish",
    "KIF",
    "Ludii",
    "SFEN",
    "USI",
    "Python",
    "lishogi",
    "RoyalUr",
}
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
    """It has each message of templates, scripts and Python; a new sentence needs its words in each language."""
    entries = {(each.context, catalogue.key(each.id)): each for each in catalogue.read(path) if each.id}
    expected = {(context, catalogue.key(text)) for context, text, _ in catalogue.collected()}
    sentences = {text for context, text in expected if context == "board"}
    special = {key for key in entries if key[0] == "you" or (key[0] or "").startswith("board:")}
    assert entries.keys() - special == (expected if path.parts[-3] != "en" else set()), "run build_tools/catalogue.py"
    assert {text for _, text in special} <= sentences
    for (context, text), entry in entries.items():
        wanted = {name for one in ([entry.id] if isinstance(entry.id, str) else entry.id) for name in names_in(one)}
        for said in catalogue.strings(entry):
            assert said, f"{text!r} has no translation"
            # a sentence may be said shorter, and a shogi move also with its piece, file and rank
            of_python = context == "you" or (context or "").startswith("board")
            given = names_in(said)
            assert given <= wanted | {"piece", "file", "rank"} if of_python else given == wanted, text
    assert path.with_suffix(".mo").read_bytes() == catalogue.compiled(catalogue.read(path))


def names_in(message: str) -> set[str]:
    return {one or other for one, other in PLACEHOLDERS.findall(message)}


def test_a_sentence_that_the_catalogue_lacks_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.py").write_text('WHY = Reason("full", "column {column} is full", column=3)\n', encoding="utf-8")
    monkeypatch.setattr(catalogue, "SOURCE", tmp_path)
    assert ("board", "column {column} is full", "rules.py") in catalogue.collected()


PRESETS = [f"{game}:preset={each}" for game in GAMES for each in bg.find(game).presets]


@pytest.mark.parametrize("game", few([*GAMES, *PRESETS], *FIVE))
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
            picture = svg(spec.scene(state, 0), interactive=True, styled=False, translate=said.text)
            for text in re.findall(
                r'aria-label="([^"]*)|<(?:title|desc)>([^<]*)|<text class="caption"[^>]*>([^<]*)', picture
            ):
                assert not ENGLISH_WORD.search("".join(text)), text
        for tried in random.choices(range(made.action_count), k=4):
            if state.turn >= 0 and (text := str(made.action_at(tried))) not in map(str, state.actions()):
                assert not ENGLISH_WORD.search(said.text(state.why_not(text))), text
        action = random.choice([each for each, _ in state.chances()] if state.turn < 0 else list(state.actions()))
        after = state.apply(action)
        happened = spec.describe(state, action, after)
        words, label = said.text(happened), said.text(move_text(spec, state, action, after))
        yours = phrases("en").yours(happened)
        assert yours and yours.split()[0] != happened.split()[0], "the English catalogue says it to the player"
        assert not ENGLISH_WORD.search(words), words
        assert not ENGLISH_WORD.search(label) or label == str(action), label
        state = after
    for reason, meaning in spec.reasons.items():
        why = Said("{why} ({meaning})", why=Said(reason), meaning=Said(meaning))
        for text in (reason, why, Said("a draw: {why}", why=why)):
            assert not ENGLISH_WORD.search(said.text(text)), text


@cases("game", GAMES)
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


@cases("game", GAMES)
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
    said, spec = phrases("ja", "shogi"), bg.find("shogi")

    def told(position: str, move: str) -> str:
        state = bg.load("shogi").parse(position)
        return said.text(spec.describe(state, state.read(move), state.play(move)))

    start = str(bg.load("shogi").start())
    assert told(start, "7g7f") == "７六歩(77)"
    swap = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"
    assert told(swap, "8h2b+") == "２二角成(88)、角を取る"
    assert told("4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5b") == "５二歩打、王手"
    assert said.text(Said("{winner} wins against {loser}", winner="Ann", loser="king")) == "Annの勝ち（対king）"
    assert said.text("words of another game") == "words of another game"
    assert phrases("en").text(Said("{side} to move", side=Said("Black"))) == "Black to move"


def test_the_server_refuses_in_japanese() -> None:
    """Each refusal has a sentence of the catalogue, not a text made on the way."""
    folder, counted = ROOT / "src/boardgames/web", 0
    for path in (*folder.glob("*.py"), *(folder / "arena").glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("NoPage", "NotAllowed", "Refused"):
                assert not any(isinstance(each, ast.JoinedStr) for each in call.args), ast.unparse(call)
                counted += any(isinstance(each, ast.Call) for each in call.args)
    assert counted > 20
    with pytest.raises(bg.BadOption) as error:
        bg.load("morris", turns="x")
    assert error.value.code == "bad-value"
    assert phrases("ja").text(sentence_of(error.value)).startswith("morris：設定 turns に 'x' は使えません。使える値：")


def test_what_a_program_did_wrong_is_told_in_japanese() -> None:
    def told(kind: str, detail: str) -> str:
        verdict = Verdict.forfeit(Fault(0, kind, detail))
        return phrases("ja", "ur").text(verdict.sentence(["mybot", "Ann"])).partition("：")[2]

    record = play_game("ur", f"{sys.executable} -c 'print(9)'", "random", seed=1)
    assert record.verdict is not None and record.verdict.fault is not None
    assert told("illegal", record.verdict.fault.detail) == (
        "mybotの負け（反則）：2手目：「9」と答えました。その番号の駒はありません。番号は0から6です"
    )
    assert record.verdict.fault.code == "no-such-token"
    for fault in FAULTS:
        assert not ENGLISH_WORD.search(phrases("ja").text(fault)), fault


def test_the_browser_or_a_link_chooses_the_language() -> None:
    assert preferred("ja-JP,ja;q=0.9,en;q=0.8") == "ja"
    assert preferred("en-GB,ja;q=0.5") == "en"
    assert preferred("de,*;q=x", "ja") == "ja"
    assert preferred("ja", "xx") == "ja"
    assert preferred("de,ja;q=0") == "en", "a language with q=0 is refused"
    assert set(LANGUAGES) == {path.parts[-3] for path in catalogue.catalogues()} == {"en", "ja"}


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
                    "Hana|Aki|Latin|Tab|Enter|Esc|human|CodinGame|lishogi|Fairy-Stockfish|SFEN|USI|JavaScript|KIF|CSA|JKF|JSON",
                    "",
                    text,
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


def test_the_end_of_dobutsu_speaks_of_a_lion() -> None:
    said = phrases(ENGLISH, "dobutsu")
    assert (
        said.text("king captured") == "lion captured"
        and phrases(ENGLISH, "shogi").text("king captured") != "lion captured"
    )
    reasons = bg.find("dobutsu").reasons.values()
    assert not [why for why in map(said.text, reasons) if "king" in why]


@pytest.mark.parametrize(
    "detail",
    [
        Said("ply {number}: {why}", number=14, why=Said("{why} ({limit})", why=Said("no answer in time"),
             limit=Said("{seconds:.3g} s were left", seconds=297.0))),
        Said("{point} is occupied", point="d6"),
    ],
)  # fmt: skip
def test_a_fault_that_a_record_keeps_as_text_is_said_as_when_it_happened(detail: Said) -> None:
    said = phrases("ja", "morris")
    for kept in (detail, str(detail)):
        verdict = Verdict(bg.Outcome((1.0, -1.0), "forfeit"), Fault(1, "timeout", kept))
        words = said.text(verdict.sentence(["Ann", "Bob"]))
        assert said.text(detail) in words and not ENGLISH_WORD.search(NAME.sub("", words))
    assert said.text(Said("a sentence of nobody's {kind}")) == "a sentence of nobody's {kind}"


@pytest.mark.thorough
def test_thoughts_are_said_in_the_language_of_the_page(site: Site, browser: Browser) -> None:
    table = site.open("shogi", "human", "alphabeta:level=1")
    with tab_at(browser, site.link(table), locale="ja-JP") as tab:
        tab.offered()
        tab.click("7g")
        tab.click("7f")
        lines = tab.page.locator("#output")
        lines.filter(has_text=re.compile(r"[１-９][一二三四五六七八九][歩香桂銀金角飛玉]")).wait_for()
        assert not ENGLISH_WORD.search(lines.inner_text()), lines.inner_text()
        assert tab.page.locator(".players b").all_inner_texts() == ["人間（あなた）", "レベル1"]
