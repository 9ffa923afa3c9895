"""Mistakes in rules that are being written: each with its line and a sentence, and the process ends at most."""

from __future__ import annotations

import linecache
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardgames.web.reload.checks import CheckedPlaythrough, check_clicks, checked_spec
from boardgames.web.reload.mistake import Mistake, RulesMistake, mistake_of
from boardgames.web.reload.reloader import ServerProcess
from boardgames.web.reload.written_server import Rules
from boardgames.web.server import listen
from tests.command import forget_foreign
from tests.conftest import ROOT
from tests.samples import few

PIG = str(re.search(r"```python\n# pig.py\n(.*?)```", (ROOT / "docs/new-game.md").read_text("utf-8"), re.DOTALL)[1])  # type: ignore[index]
"""The game of the tutorial."""
ACTIONS = "return ACTIONS if self.turn >= 0 else ()"
ROLLS = '            return attrs.evolve(self, next="throw")'

SETS = '            object.__setattr__(self, "next", "throw")\n            return self'
DEF = "def actions(self):"
OVER = "return bg.CHANCE if"
MISTAKES = {
    "syntax": ("GOAL = 20", "GOAL = 20 +", "SyntaxError: invalid syntax", "GOAL = 20 +"),
    "a colon is missing": ("def actions(self):", "def actions(self)", "SyntaxError: expected ':'", "def actions(self)"),
    "indentation": (ACTIONS, f"x = 1\n          {ACTIONS}", "IndentationError: unexpected indent", ACTIONS),
    "half a file": (PIG[PIG.index("    def next_turn") :], "    def next_tu", "SyntaxError: ", "def next_tu"),
    "an empty file": (PIG, "", "has no 'SPEC'; it has no GameSpec", ""),
    "a name": (ACTIONS, "return ACTION", "NameError in actions: name 'ACTION' is not defined", "return ACTION"),
    "an import": ("import attrs", "import atrs", "ModuleNotFoundError: No module named 'atrs'", "import atrs"),
    "in apply": ("action.index + 1", "action.index / 0", "ZeroDivisionError in apply", "face = action.index / 0"),
    "in outcome": ("max(self.scores) <", "max(()) <", "ValueError in outcome: max() ", "if max(()) < GOAL:"),
    "in __str__": ("{self.scores[0]}", "{self.scores[2]}", "IndexError in __str__: ", 'return f"{self.scores[2]}'),
    "in scene": ("game=Pig,", "game=Pig, scene=lambda state, seat: state.b,", "AttributeError in <la", "SPEC ="),
    "recursion": (ACTIONS, "return self.actions()", "RecursionError in actions: it calls itself", "return self"),
    "no SPEC": ("SPEC = bg", "GAME = bg", "has no 'SPEC'; it has the GameSpec GAME", ""),
    "a SPEC of another type": ("SPEC = bg", "SPEC = Pig\nGAME = bg", "SPEC is a type, not a GameSpec", ""),
    "an unknown field": ("title=", "titel=", "unexpected keyword argument 'titel'", "SPEC ="),
    "actions returns None": (ACTIONS, "ACTIONS", "actions returned None: it must return a list", DEF),
    "actions returns texts": (ACTIONS, 'return ["roll"]', "return actions, as SimpleAction(0, 'roll')", DEF),
    "the same twice": (ACTIONS, "return ACTIONS * 2", "actions returned 'roll' twice", DEF),
    "nothing to do": (ACTIONS, "return ()", "seat 0 is to act, but actions returned none", DEF),
    "an index": ("SimpleAction(1,", "SimpleAction(7,", "'hold' has the index 7: it must be 0 to 1", DEF),
    "a state that changes": (ROLLS, SETS, "apply changed the position that it was given", "def apply"),
    "a frozen field": (ROLLS, '            self.next = "throw"', "FrozenInstanceError in apply", "self.next"),
    "apply returns None": (ROLLS, "            return None", "apply returned None for 'roll'", "def apply"),
    "apply returns a tuple": (ROLLS, "            return 1, 2", "apply returned (1, 2), which is not a", "def apply"),
    "chances": ("range(1, 7)", "range(1, 8)", "the chances sum to 7/6, not to 1", "def chances(self):"),
    "floats": ("Fraction(1, 6))", "1 / 6)", "is a float: write Fraction(1, 6), not 1 / 6", "def chances(self):"),
    "no turn": ("else self.seat\n", "else None\n", "turn is None: it must be a seat, 0 to 1, or", "def turn(self):"),
    "over without an outcome": (OVER, "return bg.OVER if", "turn is OVER, but outcome is None", "def turn"),
    "an outcome in words": ("            return None\n", '            return "on"\n', "outcome is 'on'", "def outcome"),
    "a reason": ('"goal")', '"twenty")', "the reason 'twenty' is not among the reasons", "def outcome"),
    "start returns None": ("return State(self, (0, 0)", "State(self, (0, 0)", "start returned None", "def start"),
    "the program ends": ("GOAL = 20", "raise SystemExit", "SystemExit: rules must not end", "raise SystemExit"),
}  # fmt: skip


FEW = (
    "syntax", "half a file", "an empty file", "a name", "in apply", "in __str__", "in scene", "no SPEC",
    "an unknown field", "actions returns None", "a state that changes", "chances", "over without an outcome",
    "a reason", "the program ends",
)  # fmt: skip
"""One of each kind, which are tried every day."""


@pytest.fixture(autouse=True)
def no_traces() -> Iterator[None]:
    """As in a new process."""
    path = list(sys.path)
    forget_foreign()
    yield
    sys.path[:] = path
    forget_foreign()
    linecache.clearcache()


def rules_in(file: Path) -> Rules:
    return Rules(f"{file}:SPEC", {}, None, lambda spec, game: [])


def first_mistake(file: Path) -> Mistake | None:
    """The first mistake of some plies: each throw and action of a position is tried, the last is played."""
    try:
        loaded = rules_in(file).load([], tried=True)
        spec, playthrough = checked_spec(loaded.spec, lambda mistake: None), loaded.playthrough
        while (state := playthrough.state).outcome is None:
            spec.scene(state, 0)
            check_clicks(spec, state)
            edges = state.actions() or [throw for throw, _ in state.chances()]
            for edge in edges[:-1]:
                CheckedPlaythrough(spec, state.game, state).apply(edge)
            playthrough.apply(edges[-1])
    except BaseException as error:
        return mistake_of(error)
    return None


@pytest.mark.parametrize("name", few(MISTAKES, *FEW))
def test_a_mistake_is_told_with_its_line(name: str, tmp_path: Path) -> None:
    before, after, sentence, source = MISTAKES[name]
    assert PIG.count(before) >= 1
    file = tmp_path / "pig.py"
    file.write_text(PIG.replace(before, after, 1), "utf-8")
    mistake = first_mistake(file)
    assert mistake is not None and sentence in mistake.sentence, mistake
    if source:
        assert mistake.source.startswith(source.strip()), mistake
        assert file.read_text("utf-8").splitlines()[mistake.line - 1].strip() == mistake.source


def test_what_is_no_mistake(tmp_path: Path) -> None:
    """The game itself, also with a byte order mark and with other line ends."""
    for number, text in enumerate((PIG, "\ufeff" + PIG, PIG.replace("\n", "\r\n"))):
        (tmp_path / f"pig{number}.py").write_bytes(text.encode())
        assert first_mistake(tmp_path / f"pig{number}.py") is None


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "pig.py").write_bytes(PIG.replace("throw as often", "wüürfle so oft").encode("latin-1"))
    mistake = first_mistake(tmp_path / "pig.py")
    assert mistake is not None
    assert mistake.sentence.startswith(
        ("SyntaxError: (unicode error) 'utf-8' codec can't decode", "SyntaxError: Non-UTF-8 code starting with '\\xfc'")
    )


HARD = {
    "an endless loop that catches everything": (
        ACTIONS, "while True:\n            try: 1 / 0\n            except: pass", "has not ended after 3 s", ""),
    "one in C": (ACTIONS, "return max(__import__('itertools').count())", "actions has not ended", "return max("),
    "one in the file": ("GOAL = 20", "while True: pass", "the file has not ended after 6 s", "while True: pass"),
    "memory": (ACTIONS, "return [0] * 10**11", "MemoryError in actions: the memory is", "return [0] * 10**11"),
    "the process ends": (ACTIONS, "return __import__('os')._exit(3)", "ended the process of the rules (exit", ""),
    "a crash": (ACTIONS, "return __import__('ctypes').string_at(0)", "actions ended the process", "return"),
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("name", HARD)
def test_a_mistake_that_ends_the_server(name: str, tmp_path: Path, left_over: object) -> None:
    before, after, sentence, source = HARD[name]
    file = tmp_path / "pig.py"
    file.write_text(PIG.replace(before, after, 1).replace('0, "throw")', '0, "choose")', 1), "utf-8")
    with listen("127.0.0.1", 0) as listener:
        command = [sys.executable, "-m", "boardgames", "web", str(file), "--reload"]
        server = ServerProcess(command, listener, str(tmp_path))
        with pytest.raises(RulesMistake) as caught:
            server.load(None, tried=True)
    assert sentence in caught.value.mistake.sentence, caught.value
    assert caught.value.mistake.source.startswith(source), caught.value
    assert server.process.poll() is not None


@pytest.mark.thorough
def test_stacks_that_are_written_slowly_are_read_to_their_end() -> None:
    """On a busy machine a process waits between two frames; the main thread's come last."""
    server = ServerProcess.__new__(ServerProcess)
    server.dump, dump = os.pipe()
    frames = ['Thread 1:\n  File "a.py", line 1 in wait\n', '  File "b.py", line 2 in actions\n']
    frames.append('  File "<frozen runpy>", line 88 in _run_module_as_main\n')

    def write() -> None:
        for frame in frames:
            os.write(dump, frame.encode())
            time.sleep(0.2)

    writer = threading.Thread(target=write)
    writer.start()
    started = time.monotonic()
    assert server._stacks(30.0) == "".join(frames)
    assert time.monotonic() - started < 20, "the last frame ends it"
    writer.join()
    os.close(dump)


def test_actions_are_played_again_as_far_as_they_go(tmp_path: Path) -> None:
    """Saved rules take the game over where an action is not legal any more, and keep all of it where each is."""
    file, played = tmp_path / "pig.py", ["=5", "roll", "=3", "hold", "=4"]
    changed = PIG.replace(ACTIONS, "return ACTIONS[1:] if self.turn >= 0 else ()")
    illegal = "Move 2 'roll' is not legal any more: no such action in this position; the game continues before it."
    for text, plies, note in (
        (PIG, 5, "The rules were loaded again, and the game continues after 5 moves."),
        (changed, 1, illegal),
    ):
        forget_foreign()
        file.write_text(text, "utf-8")
        loaded = rules_in(file).load(played, tried=True)
        assert loaded.playthrough.texts == played[:plies] and loaded.note == note


def test_options_that_are_wrong() -> None:
    rules = Rules("boardgames.games.ur:SPEC", {"tokens": "99"}, None, lambda spec, game: [])
    with pytest.raises(RulesMistake, match="option tokens cannot be '99'"):
        rules.load([], tried=True)
