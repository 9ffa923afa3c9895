"""The Python side of the course in the browser: programs, mistakes, examples, boards.  It runs in this process, too."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from boardgames_site.lessons.blocks import block
from boardgames_site.lessons.board import BoardAnswer, BoardRequest, Boards
from boardgames_site.lessons.calls import climb_ladder, run_program, show_choice, show_game
from boardgames_site.lessons.program import MAX_OUTPUT, run

from boardgames.core.lookup.installed_games import GAMES
from boardgames.web.reload.mistake import Mistake
from tests.samples import few
from tests.test_course import EARLIER, EXERCISES, OWN_GAME, PROGRAMS, SOLUTIONS, THOROUGH, solution, wrong_solutions

HEXAPAWN = (SOLUTIONS / OWN_GAME).read_text("utf-8")
QUICK = [name for name in EXERCISES if name not in THOROUGH]
PIG = """\
import boardgames as bg
from fractions import Fraction
import attrs

STEP, = ACTIONS = (bg.SimpleAction(0, "step"),)
THROWS = tuple((bg.SimpleAction(face - 1, f"={face}"), Fraction(1, 2)) for face in (1, 2))

@attrs.frozen
class State(bg.BaseState):
    game: object
    sum: int
    seat: int
    thrown: bool

    @property
    def outcome(self):
        return bg.Outcome.lost_by(self.seat, "five") if self.sum >= 5 else None

    @property
    def turn(self):
        return bg.OVER if self.outcome else self.seat if self.thrown else bg.CHANCE

    def actions(self):
        return ACTIONS if self.turn >= 0 else ()

    def chances(self):
        return THROWS if self.turn == bg.CHANCE else ()

    def apply(self, action):
        if action is STEP:
            return State(self.game, self.sum, 1 - self.seat, False)
        return State(self.game, self.sum + action.index + 1, self.seat, True)

class Five(bg.SimpleGame):
    name = title = "five"
    all_actions = ACTIONS

    def start(self):
        return State(self, 0, 0, False)

SPEC = bg.GameSpec(name="five", title="Five", game=Five, reasons={"five": "five or more"})
"""
"""A game with dice, of which the reader has written only the rules."""


@pytest.fixture
def boards() -> Iterator[Boards]:
    boards = Boards()
    yield boards
    boards.close()


def hexapawn(source: str = HEXAPAWN, **fields: object) -> BoardRequest:
    return BoardRequest(file=OWN_GAME, files={OWN_GAME: source}, **fields)  # type: ignore[arg-type]


def shown(answer: BoardAnswer | Mistake) -> BoardAnswer:
    assert isinstance(answer, BoardAnswer), answer
    return answer


def mistake(answer: BoardAnswer | Mistake) -> Mistake:
    assert isinstance(answer, Mistake)
    return answer


# -- programs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", few(QUICK, "promotions.py", "hexapawn_text.py"))
def test_an_exercise_is_solved_or_told_what_is_missing(name: str) -> None:
    """With our solution, untouched, and with the first wrong one."""
    assert run(name, {OWN_GAME: HEXAPAWN, name: solution(name)}).status == "solved"
    untouched = run(name, {OWN_GAME: PROGRAMS[OWN_GAME], name: EXERCISES[name]})
    assert untouched.status == "not-yet" and untouched.mistake is not None
    assert untouched.mistake.sentence.startswith("not yet") and "Traceback" not in untouched.mistake.sentence
    _, wrong = wrong_solutions(name)[0]
    if "your turn" in EXERCISES[name]:
        exercise = block(solution(name))
        texts = {OWN_GAME: HEXAPAWN, name: f"{exercise.head}{wrong}\n{exercise.check}"}
    else:
        texts = {OWN_GAME: f"{HEXAPAWN}\n\n{wrong}", name: EXERCISES[name]}
    assert run(name, texts).status == "not-yet"


def test_a_mistake_has_the_line_of_the_file_that_has_it() -> None:
    """Also where the check only loads the game, and the game cannot be imported."""
    check = EXERCISES["hexapawn_end.py"]
    for right, wrong, sentence in (
        ("if self.steps():", "if self.steps(:", "SyntaxError"),
        ("FILES, RANKS =", "FILES, RANKs =", "NameError: name 'RANKS' is not defined"),
        ("if self.steps():", "if self.stops():", "AttributeError: 'State' object has no attribute 'stops'"),
    ):
        source = HEXAPAWN.replace(right, wrong)
        found = run("hexapawn_end.py", {OWN_GAME: source, "hexapawn_end.py": check}).mistake
        assert found is not None and found.file == OWN_GAME and sentence in found.sentence
        line = source.splitlines()[found.line - 1]
        assert found.source == line.strip() and (wrong in line or "RANKS" in line)


@pytest.mark.parametrize(
    ("program", "status", "sentence"),
    [
        ("def f():\n    return f()\nf()", "mistake", "a function calls itself too often: does it ever stop?"),
        ("import sys\nsys.exit(0)", "mistake", "the program ended itself with 0"),
        ("raise KeyboardInterrupt", "mistake", "KeyboardInterrupt"),
        ("input('name? ')", "mistake", "EOFError: EOF when reading a line"),
        ("x = (1,", "mistake", "SyntaxError: '(' was never closed"),
        ("\0", "mistake", "SyntaxError: source code string cannot contain null bytes"),
        ("class E(Exception):\n    def __str__(self):\n        1 / 0\nraise E", "mistake", "E"),
    ],
)
def test_whatever_a_program_does_a_sentence_comes_back(program: str, status: str, sentence: str) -> None:
    found = run("it.py", {"it.py": program})
    assert found.status == status
    assert found.mistake is not None and found.mistake.sentence == sentence


def test_a_program_that_prints_for_long_is_cut() -> None:
    found = run("it.py", {"it.py": "for n in range(10**4): print(n)"})
    assert found.status == "ran" and len(found.output) < MAX_OUTPUT + 100 and "more was printed" in found.output


def test_a_program_that_ends_before_its_check_is_not_solved() -> None:
    found = run("it.py", {"it.py": "from boardgames.testkit import checks\nraise SystemExit"})
    assert found.status == "mistake"


def test_nothing_of_a_program_is_left() -> None:
    """Neither its folder, nor modules, games, or streams; a changed file is what the next run sees."""
    before = (Path.cwd(), list(sys.path), sys.modules["__main__"], dict(GAMES.found), sys.stdout, sys.stdin)
    loaded = {"helper", "hexapawn"} & sys.modules.keys()  # by other tests
    seen = []
    for number in (1, 2):
        files = {"helper.py": f"N = {number}", "it.py": "import helper, os\nprint(helper.N, os.getcwd())"}
        value, folder = run("it.py", files).output.split()
        seen.append(value)
        assert not os.path.exists(folder)
    run("hexapawn_end.py", {OWN_GAME: HEXAPAWN, "hexapawn_end.py": EXERCISES["hexapawn_end.py"]})
    assert seen == ["1", "2"]
    assert before == (Path.cwd(), list(sys.path), sys.modules["__main__"], dict(GAMES.found), sys.stdout, sys.stdin)
    assert {"helper", "hexapawn"} & sys.modules.keys() == loaded


def test_files_have_names_of_modules() -> None:
    with pytest.raises(ValueError, match="cannot be the name of a file here"):
        run_program("../it.py", {"../it.py": ""})


# -- boards -----------------------------------------------------------------------------------


def test_a_game_is_drawn_and_played_by_clicks(boards: Boards) -> None:
    start = shown(boards.position(hexapawn()))
    assert start.paths == {"a1": {"a2": "a1a2"}, "b1": {"b2": "b1b2"}, "c1": {"c2": "c1c2"}}
    assert start.sides == ["White", "Black"] and start.text == "BBB/.../WWW w"
    then = shown(boards.position(hexapawn(actions=["a1a2", "b3a2", "b1a2", "c3c2"])))
    assert (then.over, then.paths) == (True, None)
    assert then.status == "Black plays c3c2. Black wins: no step."
    assert shown(boards.position(hexapawn(options={"files": "5", "gone": "1"}))).text == "BBBBB/...../WWWWW w"


@pytest.mark.parametrize("number", few(range(len(EARLIER)), 3, 9))
def test_a_game_that_grows_has_a_board_in_every_chapter(number: int, boards: Boards) -> None:
    source = HEXAPAWN
    for _, now, before in EARLIER[: number + 1]:
        source = source.replace(now, before)
    answer = boards.position(hexapawn(source, actions=["a1a2"]))
    if EARLIER[number][1] == "    options=Options,\n":  # its methods still ask for the option
        assert mistake(answer).sentence == "AttributeError: 'NoOptions' object has no attribute 'files'"
    else:
        assert shown(answer).status == "White plays a1a2. Black to move."


def test_rules_that_changed_take_back_what_is_no_longer_legal(boards: Boards) -> None:
    actions = ["a1a2", "b3a2", "b1a2"]
    assert shown(boards.position(hexapawn(actions=actions))).dropped == 0
    peaceful = HEXAPAWN.replace('("." if to == x else other)', '"."')
    assert peaceful != HEXAPAWN
    changed = shown(boards.position(hexapawn(peaceful, actions=actions)))
    assert (changed.actions, changed.dropped) == (["a1a2"], 2)


def test_what_is_not_written_yet_is_a_line_of_the_game(boards: Boards) -> None:
    found = mistake(boards.position(hexapawn(PROGRAMS[OWN_GAME])))
    assert (found.sentence, found.file) == ("this part is not written yet: your turn", OWN_GAME)
    assert found.source == 'raise NotImplementedError("your turn")'


def test_a_bad_option_or_opponent_is_a_sentence(boards: Boards) -> None:
    assert "files" in mistake(boards.position(hexapawn(options={"files": "9"}))).sentence
    assert "there is no opponent 'perfect'" in mistake(boards.position(hexapawn(opponent="perfect", seat=1))).sentence


def test_the_opponent_and_the_dice_go_on_until_the_reader_is_to_act(boards: Boards) -> None:
    first = shown(boards.position(hexapawn(opponent="alphabeta:level=4", actions=["b1b2"])))
    assert len(first.actions) == 2 and first.status.endswith("White to move.")
    five = BoardRequest(file="five.py", files={"five.py": PIG}, seed=3, opponent="random")
    start = shown(boards.position(five))
    assert start.paths == {"step": "step"} and [seat for seat, _ in start.moves] == [-1]
    assert start == shown(boards.position(five))  # the seed alone decides
    alone = BoardRequest(file="five.py", files={"five.py": PIG}, seed=3, actions=[*start.actions, "step"])
    assert [seat for seat, _ in shown(boards.position(alone)).moves] == [-1, 0, -1]


def test_an_error_that_the_opponent_meets_in_the_reader_s_code_is_a_line_of_it(boards: Boards) -> None:
    source = HEXAPAWN + "\n\ndef worth(state, seat):\n    return [][seat]\n\n"
    source += "import attrs\nSPEC = attrs.evolve(SPEC, evaluate=worth)\n"
    found = mistake(boards.position(hexapawn(source, opponent="greedy", actions=["b1b2"])))
    assert (found.sentence, found.source) == ("IndexError: list index out of range", "return [][seat]")


def test_a_page_calls_with_plain_values() -> None:
    game = {"file": OWN_GAME, "files": {OWN_GAME: HEXAPAWN}, "actions": [], "options": {}, "seat": 0, "seed": 1}
    assert show_game(game)["status"] == "White to move"
    assert show_choice(game, ["b1"])["prompt"] == "choose one of the marked places"
    assert "no action begins" in show_choice(game, ["b3"])["mistake"]["sentence"]
    assert show_game({**game, "files": {OWN_GAME: "x ="}})["mistake"]["line"] == 1


@pytest.mark.thorough
def test_the_ladder_is_climbed_in_the_page() -> None:
    climbed = climb_ladder(OWN_GAME, {OWN_GAME: HEXAPAWN}, {"files": "4"})
    assert climbed["holds"] and "climbs the ladder" in climbed["report"]
    broken = HEXAPAWN.replace('"no step": ', '"stuck": ')
    assert not climb_ladder(OWN_GAME, {OWN_GAME: broken}, {})["holds"]
