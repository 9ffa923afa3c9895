"""The page of problems: right and wrong actions, hint, solution, and the sets that come with the games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import boardgames as bg
from boardgames.records import GameRecord, Variation
from boardgames.session.practice import NoProblems, games_with_problems, practice_page, problems_of
from tests.view.command import run

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIVE = ["dice-shogi", "minishogi", "morris", "shogi", "ur"]
MATE = "8k/9/6R2/9/9/9/9/9/9 b G 1"


def position(game: str, text: str) -> Any:
    rules: Any = bg.load(game)
    return getattr(rules, "parse_composed", rules.parse)(text)


def problem(game: str, text: str, *actions: str, variations: tuple[Variation, ...] = ()) -> GameRecord:
    return GameRecord.of(bg.Playthrough.replay(position(game, text), actions), variations=variations)


def mate_problem() -> GameRecord:
    return problem("shogi", MATE, "3c1c+", "1a2a", "G*2b")


def test_twenty_problems_come_with_each_of_five_games() -> None:
    assert games_with_problems() == FIVE
    for game in FIVE:
        problems = problems_of(game)
        assert len(problems) == 20 and {record.game for record in problems} == {game}
        assert len({record.start for record in problems}) == 20
        assert all(len(record.actions) % 2 for record in problems), "a solution ends with an action of its side"


def test_what_is_not_a_set_of_problems_of_one_game_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoProblems):
        practice_page([GameRecord.of(bg.Playthrough(bg.load("ur").start()))])
    with pytest.raises(NoProblems):
        practice_page([mate_problem(), problems_of("ur")[0]])
    with pytest.raises(NoProblems):
        problems_of("dobutsu")
    with pytest.raises(NoProblems):
        practice_page([GameRecord.of(bg.Playthrough.replay(bg.load("ur").start(), ["=2", "0"]))])
    with pytest.raises(NoProblems):
        practice_page([attrs.evolve(problems_of("ur")[0], actions=(problems_of("ur")[0].actions[0], "=1"))])
    result = run("practice", "missing.json", "--html", str(tmp_path / "page.html"))
    assert result.exit_code == 2 and "Traceback" not in result.stderr


def test_exercises_become_problems_with_the_whole_mate(tmp_path: Path) -> None:
    from boardgames.analysis import Exercise

    state = position("shogi", MATE)
    mate = Exercise(state=state, solution="3c1c+", line=("3c1c+",), margin=0.5).problem()
    assert mate.actions == ("3c1c+", "1a2a", "G*2b")
    other = Exercise(state=bg.load("shogi").start(), solution="7g7f", line=("7g7f", "3c3d"), margin=0.5).problem()
    assert other.actions == ("7g7f",), "only forced answers belong to a problem"
    assert "Black to move: which move is the best?" in practice_page([other])


# -- in a browser ------------------------------------------------------------------


def click(tab: Page, *spots: str) -> None:
    for spot in spots:
        tab.locator(f".spot[data-spot='{spot}']").click()


def spots_of(game: str, text: str, action: str) -> list[str]:
    state = position(game, text)
    return list(bg.find(game).clicks(state, state.read(action)))


@pytest.mark.thorough
def test_a_mate_is_played_to_its_end_with_the_answers(opened: Any) -> None:
    tab = opened(practice_page([mate_problem(), mate_problem()]))
    assert tab.inner_text("#task") == "Black mates in 3."
    origin, target, _ = spots_of("shogi", MATE, "3c3a")
    click(tab, origin, target)
    tab.locator("#choices button").first.wait_for()
    tab.get_by_role("button", name="3c3a", exact=True).click()
    assert tab.inner_text("#said") == "That is not it. Try again."
    click(tab, *spots_of("shogi", MATE, "3c1c")[:2])
    tab.get_by_role("button", name="3c1c+", exact=True).click()
    assert tab.inner_text("#said") == "Right. Go on."
    tab.get_by_text("Black mates in 1.").wait_for()
    after = problem("shogi", MATE, "3c1c+", "1a2a").playthrough().state
    drop = list(bg.find("shogi").clicks(after, after.read("G*2b")))
    click(tab, *drop)
    assert tab.inner_text("#said") == "Solved."
    assert tab.locator("#problems .solved").all_inner_texts() == ["1"]
    tab.click("#forth")
    assert tab.inner_text("#number") == "2 / 2" and tab.inner_text("#said") == ""


@pytest.mark.thorough
def test_hint_and_solution_in_the_language_of_the_browser(opened: Any) -> None:
    tab = opened(practice_page([mate_problem()]), "ja-JP", 390)
    assert tab.evaluate("document.documentElement.scrollWidth") == 390
    assert tab.inner_text("#task") == "先手：3手詰め"
    tab.click("#hint")
    hinted = tab.eval_on_selector_all(".spot.hinted", "spots => spots.map(spot => spot.dataset.spot)")
    assert hinted == spots_of("shogi", MATE, "3c1c+")[:1]
    tab.click("#solution")
    assert tab.inner_text("#said") == "これが正解です。 １三飛成(33)"
    tab.get_by_text("先手：1手詰め").wait_for()
    tab.click("#solution")
    assert tab.locator("#problems .solved").count() == 0, "a solution that was shown is not the reader's"


SQUARE = "square => square.getBoundingClientRect().toJSON()"


@pytest.mark.thorough
def test_on_a_phone_the_hands_are_above_and_below_large_squares(opened: Any) -> None:
    tab = opened(practice_page(problems_of("shogi")), "ja-JP", 390)
    tab.wait_for_selector(".spot.open")
    boxes = {name: tab.eval_on_selector(f"[data-spot='{name}'] .hit", SQUARE) for name in ("1a", "9i", "P*", "p*")}
    assert boxes["1a"]["width"] >= 40 and boxes["1a"]["height"] >= 40
    assert boxes["P*"]["bottom"] <= boxes["9i"]["top"] and boxes["p*"]["top"] >= boxes["1a"]["bottom"], "White's view"
    assert max(box["right"] for box in boxes.values()) <= 390
    assert tab.locator("#parts .coordinate").all_text_contents() == [*"123456789", *"一二三四五六七八九"]
    assert tab.get_attribute("[data-spot='9i']", "aria-label") == "９九、先手の香"
    tab.get_by_role("button", name="English").click()
    assert tab.locator("#parts .coordinate").all_text_contents() == [*"123456789", *"abcdefghi"]
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.wait_for_function("() => document.querySelector('.spot.open .hit').getBoundingClientRect().width > 50")
    left, board = (tab.eval_on_selector(f"[data-spot='{name}'] .hit", SQUARE) for name in ("P*", "9i"))
    assert left["right"] <= board["left"] or left["left"] >= board["right"], "beside the board"


@pytest.mark.thorough
@pytest.mark.parametrize("game", FIVE)
def test_every_problem_is_solved_by_the_clicks_of_its_solution(game: str, opened: Any) -> None:
    problems = problems_of(game)
    tab = opened(practice_page(problems))
    for number, record in enumerate(problems, 1):
        tab.click(f"#problems li:nth-child({number}) button")
        playthrough, spec = record.playthrough(), bg.find(game)
        for ply in range(0, playthrough.plies, 2):
            state, action = playthrough.states[ply], playthrough.actions[ply]
            for spot in spec.clicks(state, action):
                place = tab.locator(f".spot[data-spot='{spot}']")
                if place.count():
                    place.dispatch_event("click")
                elif tab.locator("#choices button").count():
                    tab.get_by_role("button", name=str(action), exact=True).click()
            if ply + 2 < playthrough.plies:
                tab.locator(".spot.open").first.wait_for(state="attached")
        assert tab.inner_text("#said") == "Solved.", (number, record.start)


# -- where it is found ---------------------------------------------------------------


def test_the_command_writes_the_problems_of_a_game_and_of_files(tmp_path: Path) -> None:
    result = run("practice", "ur", "--html", str(tmp_path / "ur.html"))
    assert result.exit_code == 0, result.stderr
    assert (tmp_path / "ur.html").read_text(encoding="utf-8") == practice_page(problems_of("ur"))
    (tmp_path / "mate.json").write_text(mate_problem().json() + "\n", encoding="utf-8")
    page = run("practice", str(tmp_path / "mate.json"), "--html", "-").stdout
    assert page.rstrip() == practice_page([mate_problem()]).rstrip()


def test_analyse_writes_problems_of_missed_actions_and_of_mates(tmp_path: Path) -> None:
    from boardgames.records import record_formats

    (tmp_path / "game.json").write_text(mate_problem().json() + "\n", encoding="utf-8")
    options = ("--by", "alphabeta:nodes=2000", "--exercises", str(tmp_path / "problems.json"))
    result = run("analyse", str(tmp_path / "game.json"), *options)
    assert result.exit_code == 0, result.stderr
    (found,) = record_formats.read_all((tmp_path / "problems.json").read_bytes())
    assert found.actions == ("3c1c+", "1a2a", "G*2b")


def test_at_the_end_every_mate_is_right() -> None:
    page = practice_page([problem("shogi", "8k/9/7G1/9/9/9/9/9/9 b G 1", "G*1b")])
    right = re.search(r'"right":(\[.*?\])', page)
    assert right is not None and {"G*1b", "G*2b"} <= set(json.loads(right[1])) and "G*5e" not in right[1]


def test_second_solutions_are_right_too() -> None:
    second = problem("shogi", MATE, "3c1c+", "1a2a", "G*2b", variations=(Variation(ply=0, actions=("3c3b",)),))
    page = practice_page([second])
    assert '"right":["3c3b","3c1c+"]' in page or '"right":["3c1c+","3c3b"]' in page
