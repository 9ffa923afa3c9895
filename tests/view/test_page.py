"""A recorded game as one page: small, self-contained, and right ply by ply in a real browser."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import boardgames as bg
from boardgames.analysis import analyse
from boardgames.contest import play_game, write_record
from boardgames.core.lookup.installed_games import GAMES
from boardgames.core.model.game import Outcome
from boardgames.core.protocol.evaluation import Evaluation
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.records.game_record import GameRecord, RecordedPlayer
from boardgames.view import page
from tests.view.command import run

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUDE = '</script><script>alert("Ann")</script>&amp;'
FORFEIT = Verdict(Outcome((1.0, -1.0), "timeout"), Fault(1, "timeout", "no answer <in> time"))


def random_game(name: str, plies: int, seed: int = 1) -> bg.Playthrough:
    rng = Random(seed)
    playthrough = bg.Playthrough(bg.load(name).start())
    while playthrough.plies < plies and playthrough.state.outcome is None:
        state = playthrough.state
        playthrough.apply(rng.choice(list(state.actions()) or [throw for throw, _ in state.chances()]))
    return playthrough


def record_of(playthrough: bg.Playthrough, **others: Any) -> GameRecord:
    players = (RecordedPlayer(RUDE, "random"), RecordedPlayer("Bob", "greedy"))
    times = [0.0 if state.turn < 0 else 1.5 for state in playthrough.states[:-1]]
    return GameRecord.of(playthrough, players=players, times=times, **{"verdict": FORFEIT, **others})


class Elements(HTMLParser):
    """The tags of a page, and the texts of its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem in self.texts:
            self.texts[self.cdata_elem or ""].append(data)


@pytest.mark.thorough
def test_a_replay_of_150_plies_of_shogi_is_small() -> None:
    assert len(page(record_of(random_game("shogi", 150))).encode()) <= 166_500


def test_the_page_needs_nobody_and_allows_nothing_else() -> None:
    record = record_of(random_game("ur", 60), comments={0: RUDE, 60: RUDE}, headers={RUDE: RUDE}, notes=[RUDE])
    text = page(record)
    found = Elements(text)
    assert [tag for tag, _ in found.tags if tag in ("link", "img", "iframe", "object", "base", "form")] == []
    assert not any(name in ("src", "style") or name.startswith("on") for _, named in found.tags for name in named)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    _, data, script = found.texts["script"]
    (style,) = found.texts["style"]
    assert json.loads(data)["comments"] == {"0": RUDE, "60": RUDE}
    (policy,) = [named["content"] or "" for tag, named in found.tags if tag == "meta" and "http-equiv" in named]
    assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
    for inline in (script, style):
        assert f"'sha256-{b64encode(sha256(inline.encode()).digest()).decode()}'" in policy


def test_without_javascript_it_shows_the_last_board_and_the_actions() -> None:
    playthrough = random_game("minishogi", 31)
    text = page(record_of(playthrough))
    rows = re.findall(
        r'<li><a href="#(\d+)" class="seat[01]"><span data-said="\d+">([^ <]+)</span> <small>1\.5 s</small></a></li>',
        text,
    )
    assert rows == [(str(ply), action) for ply, action in enumerate(playthrough.texts, 1)]
    assert bg.find("minishogi").scene(playthrough.state, 0).caption in text.partition("</svg>")[0]
    assert "wins against Bob: Bob forfeits (timeout): no answer &lt;in&gt; time" in text
    assert RUDE not in text


def test_a_game_broken_off_and_players_without_names() -> None:
    text = page(GameRecord.of(random_game("morris", 5)))
    assert "broken off after 5 plies" in text
    assert re.search("<b><span[^>]*>Black</span></b>", text)


def test_a_game_of_three_whose_seats_have_no_names_is_a_page() -> None:
    from tests.piles import THREE

    spec = attrs.evolve(THREE, seat_names=("first", "second"))
    with GAMES.registered(spec.name, spec):
        text = page(GameRecord.of(bg.Playthrough.replay(bg.load(spec.name).start(), ("take1", "take2", "take1"))))
    assert re.search("<b><span[^>]*>seat 3</span></b>", text) and "seat 3 plays take1" in text


# -- in a browser ------------------------------------------------------------------


SEEN = """() => ({
  men: [...document.querySelectorAll('#parts use, #parts .count')].map(element => element.outerHTML).sort(),
  last: document.querySelectorAll('#parts .last').length,
  status: document.getElementById('status').textContent,
  ply: document.getElementById('ply').textContent,
  slider: document.getElementById('slider').value,
  now: [...document.querySelectorAll('#moves .now a')].map(link => link.hash),
  label: document.querySelector('.board svg').getAttribute('aria-label'),
})"""


def drawn(window_page: Page, scene: Any, western: bool = False) -> list[str]:
    """What the SVG of a scene draws of men and dice, as the browser writes it."""
    from boardgames.view.drawing import Drawing

    drawing = Drawing("auto", western, with_places=True)
    parts = "".join(drawing.parts(scene)[len(drawing.parts(attrs.evolve(scene, last=(), check=(), men=(), dice=()))) :])
    script = """(parts) => {
      const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
      group.innerHTML = parts;
      return [...group.querySelectorAll('use, .count')].map(element => element.outerHTML).sort();
    }"""
    found: list[str] = window_page.evaluate(script, parts)
    return found


def marked(playthrough: bg.Playthrough, ply: int) -> tuple[str, ...]:
    """The spots of the last action that was not a throw."""
    for before, action in reversed(list(zip(playthrough.states[:ply], playthrough.actions[:ply], strict=True))):
        if before.turn >= 0:
            spec = bg.find(before.game.name)
            return spec.scene(before, 0).after(spec.clicks(before, action)).last
    return ()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    ["shogi", "ur", "morris", "minishogi", "dice-shogi"],
)
def test_what_is_shown_is_the_state_ply_by_ply(name: str, opened: Any) -> None:
    playthrough = random_game(name, 24)
    spec = bg.find(name)
    tab = opened(page(record_of(playthrough)))
    for ply, state in enumerate(playthrough.states):
        seen = tab.evaluate(SEEN)
        scene = spec.scene(state, 0)
        assert seen["men"] == drawn(tab, scene), f"ply {ply}"
        is_last = ply == playthrough.plies
        assert seen["status"].endswith(f". {scene.caption}") != is_last, "the verdict says how a game has ended"
        assert seen["last"] == len(marked(playthrough, ply))
        assert seen["label"] == f"{scene.title}: {scene.caption}"
        assert (seen["ply"], seen["slider"]) == (f"{ply} / {playthrough.plies}", str(ply))
        assert seen["now"] == ([f"#{ply}"] if ply else [])
        tab.keyboard.press("ArrowRight")
    assert tab.evaluate(SEEN)["ply"] == f"{playthrough.plies} / {playthrough.plies}"


@pytest.mark.thorough
def test_keys_slider_list_and_buttons(opened: Any) -> None:
    playthrough = random_game("morris", 50)
    tab = opened(page(record_of(playthrough)))

    def ply() -> int:
        return int(tab.inner_text("#ply").split()[0])

    for key, expected in [
        ("End", 50), ("ArrowRight", 50), ("PageUp", 40), ("ArrowLeft", 39), ("PageDown", 49), ("Home", 0),
        ("ArrowLeft", 0), ("ArrowRight", 1),
    ]:  # fmt: skip
        tab.keyboard.press(key)
        assert ply() == expected, key
    tab.fill("#slider", "17")
    assert ply() == 17
    tab.focus("#slider")
    tab.keyboard.press("ArrowRight")
    assert ply() == 18
    tab.click("#moves a[href='#5']")
    assert ply() == 5
    words = bg.find("morris").describe(playthrough.states[4], playthrough.actions[4], playthrough.states[5])
    caption = bg.find("morris").scene(playthrough.states[5], 0).caption
    assert tab.inner_text("#status") == f"{RUDE} {words}. {caption}"
    assert tab.locator(".verdict").is_hidden(), "the result is told when it happens"
    assert tab.inner_text(".players li:first-child .clock") == "4.5 s"
    tab.click("#end")
    assert tab.locator(".verdict").is_visible()
    assert "to move" not in tab.inner_text("#status"), "nobody is to move after a fault"
    for button, expected in [("#end", 50), ("#back", 49), ("#forth", 50), ("#first", 0)]:
        tab.click(button)
        assert ply() == expected
    tab.click("#play")
    tab.get_by_text("2 / 50").wait_for(timeout=90_000)
    tab.click("#play")
    assert tab.get_attribute("#play", "aria-pressed") == "false"


@pytest.mark.thorough
def test_the_board_turns(opened: Any) -> None:
    playthrough = random_game("shogi", 30)
    tab = opened(page(record_of(playthrough)))
    tab.keyboard.press("End")
    tab.keyboard.press("t")
    assert tab.evaluate(SEEN)["men"] == drawn(tab, bg.find("shogi").scene(playthrough.state, 1))
    tab.click("#turn")
    assert tab.evaluate(SEEN)["men"] == drawn(tab, bg.find("shogi").scene(playthrough.state, 0))


WATCH = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    moved.push([this.dataset.at ?? this.getAttribute('class'), options.duration, ...Object.keys(frames)]);
    return animate.call(this, frames, options);
  };
}"""
"""Remembers what is moved, and for how many milliseconds."""


@pytest.mark.thorough
def test_pieces_slide_and_dice_roll(opened: Any) -> None:
    """A captured man goes to the hand; nothing slides where the board is turned or more than a move lies between."""
    start = bg.load("shogi").parse("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3")
    tab = opened(page(record_of(bg.Playthrough.replay(start, ["8h2b", "3a2b", "B*5e", "4a3b"]))))
    tab.evaluate(WATCH)
    tab.keyboard.press("ArrowRight")
    assert sorted(tab.evaluate("moved.splice(0)")) == [["2b", 200, "translate"], ["B*", 200, "translate"]]
    for key in ("t", "End"):
        tab.keyboard.press(key)
    assert tab.evaluate("moved.splice(0).length") <= 4
    tab.keyboard.press("t")
    assert tab.evaluate("moved") == []
    tab.emulate_media(reduced_motion="reduce")
    tab.keyboard.press("ArrowLeft")
    assert tab.evaluate("moved") == []
    tab = opened(page(record_of(random_game("ur", 5))))
    tab.evaluate(WATCH)
    tab.keyboard.press("ArrowRight")
    assert {tuple(each) for each in tab.evaluate("moved")} == {("thrown", 200, "rotate", "scale")}


@pytest.mark.thorough
@pytest.mark.parametrize("western", [False, True])
def test_the_letters_change(western: bool, opened: Any) -> None:
    playthrough = random_game("shogi", 30)
    tab = opened(page(record_of(playthrough), western=western))
    tab.keyboard.press("End")
    scene = bg.find("shogi").scene(playthrough.state, 0)
    assert tab.is_checked("#western") == western
    for now in (western, not western, western):
        tab.set_checked("#western", now)
        assert tab.evaluate(SEEN)["men"] == drawn(tab, scene, now)
        (names,) = [tab.eval_on_selector_all("#parts use", "all => all.map(each => each.href.baseVal.slice(1))")]
        assert all(tab.locator(f"defs #{name}").count() == 1 for name in names)
    tab = opened(page(record_of(random_game("ur", 5))))
    assert tab.locator("#western").count() == 0


def test_the_judgement_of_a_game_whose_actions_are_numbers_is_in_words() -> None:
    played = bg.Playthrough.replay(bg.load("ur:tokens=2").start(), ["=4", "0", "=2", "4"])
    evaluations = {0: Evaluation(chance=0.5), 1: Evaluation(chance=0.6, line=("0",)), 2: Evaluation(chance=0.6)}
    evaluations |= {3: Evaluation(chance=0.7, line=("0",)), 4: Evaluation(chance=0.5)}
    text = page(record_of(played, verdict=None, evaluations=evaluations))
    for words in (
        "1. throws 4: gave",
        "2. enters a token on 4: the only",
        "4. moves 4 to 6",
        "better enters a token on 2",
    ):
        assert words in text


@pytest.mark.thorough
def test_the_graph_is_on_the_first_screen_of_a_desktop(opened: Any) -> None:
    evaluations = {ply: Evaluation(chance=0.5) for ply in range(31)}
    record = record_of(random_game("shogi", 30), verdict=None, evaluations=evaluations)
    graph = opened(page(record)).locator("#graph").bounding_box()
    assert 0 < graph["y"] < graph["y"] + graph["height"] < 860


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["shogi", "ur", "morris"])
def test_a_telephone_need_not_scroll_sideways(name: str, opened: Any) -> None:
    tab = opened(page(record_of(random_game(name, 30))), width=390)
    assert tab.evaluate("document.documentElement.scrollWidth") == 390
    board = tab.locator(".board svg").bounding_box()
    assert board["width"] > 300 and board["height"] > 150


INSIDE = """() => {
  const board = document.querySelector('.board svg').getBoundingClientRect();
  return [...document.querySelectorAll('#table *, #parts *')].every((each) => {
    const box = each.getBoundingClientRect();
    return box.left >= board.left && box.right <= board.right && box.top >= board.top && box.bottom <= board.bottom;
  });
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["shogi", "dobutsu"])
def test_on_a_telephone_the_hands_are_above_and_below_large_squares(name: str, opened: Any) -> None:
    tab = opened(page(record_of(random_game(name, 30))), width=390)
    for _ in range(2):
        assert tab.evaluate("100 * document.querySelector('.board svg').getScreenCTM().a") >= 40
        board, *hands = (each.bounding_box() for each in tab.locator("#table .rim, #table .tray").all())
        assert [
            hand["y"] + hand["height"] <= board["y"] + 5 or hand["y"] >= board["y"] + board["height"] - 5
            for hand in hands
        ] == [True] * 2
        assert tab.evaluate(INSIDE)
        tab.click("#turn")
    tab.set_viewport_size({"width": 1280, "height": 900})
    wide = "({width, height}) => width > height"
    tab.wait_for_function(f"() => ({wide})(document.querySelector('.board svg').viewBox.baseVal)")
    assert tab.evaluate(INSIDE)


# -- from the command line -----------------------------------------------------------


def test_replay_writes_a_page(tmp_path: Path) -> None:
    record = record_of(random_game("minishogi", 20))
    (tmp_path / "game.json").write_text(record.json())
    result = run("replay", str(tmp_path / "game.json"), "--html", str(tmp_path / "game.html"), "--seat", "1")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"{tmp_path / 'game.html'} is written: open it in a browser.\n"
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == page(record, seat=1)


@pytest.mark.parametrize("form", ["kif", "csa", "usi"])
def test_replay_reads_the_other_formats(form: str, tmp_path: Path) -> None:
    from boardgames.records import record_formats as records

    record = GameRecord.of(random_game("shogi", 20), players=(RecordedPlayer("Ann"), RecordedPlayer("Bob")))
    path = tmp_path / f"game.{form}"
    path.write_text(records.write(record, form), encoding="utf-8")
    result = run("replay", str(path), "--html", "-")
    assert result.exit_code == 0, result.stderr
    assert f'value="{20}"' in result.stdout and all(text in result.stdout for text in record.actions)


def test_a_record_that_does_not_replay_is_told_in_a_sentence(tmp_path: Path) -> None:
    record = record_of(random_game("minishogi", 20))
    spoilt = json.loads(record.json())
    spoilt["actions"][7] = "1a5e"
    (tmp_path / "game.json").write_text(json.dumps(spoilt))
    result = run("replay", str(tmp_path / "game.json"), "--html", str(tmp_path / "game.html"))
    assert result.exit_code == 2
    assert "ply 8" in result.stderr and "Traceback" not in result.stderr
    assert not (tmp_path / "game.html").exists()


def test_a_record_is_also_named_by_its_file(tmp_path: Path) -> None:
    record = play_game("ur:tokens=1", "greedy", "random", seed=1)
    write_record(record, tmp_path / "game.json")
    assert page(tmp_path / "game.json") == page(str(tmp_path / "game.json")) == page(record)
    assert analyse(str(tmp_path / "game.json"), by="exact").losses == analyse(record, by="exact").losses
