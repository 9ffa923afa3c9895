"""What a program says besides its actions is kept by ply: on its standard error, and behind an action."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

from boardgames.contest import play_game
from boardgames.records import json_record
from boardgames.records.game_record import GameRecord
from boardgames.referee.process import STDERR_TAIL
from tests.command import Run
from tests.samples import cases

UR = """
import sys
err, number = sys.stderr.buffer.raw, 0
for line in sys.stdin:
    if line.startswith("go "):
        number += 1
        {say}
        print(line.split()[1], flush=True)
"""


def bot(say: str, program: str = UR) -> str:
    return shlex.join([sys.executable, "-c", program.replace("{say}", say)])


def played(say: str) -> tuple[GameRecord, list[str]]:
    """A game against ``random``, and the remarks at the bot's plies in order; there are none at others."""
    record = play_game("ur:tokens=1", f"plain:{bot(say)}", "random", seed=1)
    states = record.playthrough().states
    own = [ply for ply in range(1, len(states)) if states[ply - 1].turn == 0]
    assert record.comments.keys() <= set(own) and len(own) > 3
    return record, [record.comments.get(ply, "") for ply in own]


def test_standard_error_is_kept_by_ply_and_in_the_record() -> None:
    record, remarks = played("err.write(b'thought %d\\nas \\xff\\x1b[31m\\n\\n' % number)")
    assert remarks == [f"thought {number}\nas \\xff\\x1b[31m" for number in range(1, len(remarks) + 1)]
    assert json_record.read(record.json().encode()).comments == record.comments


def test_what_ends_no_line_waits_for_its_end() -> None:
    _, remarks = played("err.write(b'end %d\\nbegin ' % number if number > 1 else b'first\\nbegin ')")
    assert remarks == ["first", *(f"begin end {number}" for number in range(2, len(remarks) + 1))]


def test_very_many_words_are_cut_at_the_end_of_a_line() -> None:
    _, remarks = played("err.write(b''.join(b'line %d of many\\n' % n for n in range(1000)))")
    for remark in remarks:
        lines = remark.splitlines()
        assert lines[-1] == "line 999 of many" and len(remark) <= STDERR_TAIL
        assert all(line == f"line {1000 - len(lines) + place} of many" for place, line in enumerate(lines))
    assert played("err.write(b'x' * 9000)")[1][-1] == "", "a line without an end is no line"


def test_a_silent_bot_leaves_no_remarks() -> None:
    assert played("pass")[0].comments == {}


ARENA = """
import sys
for line in sys.stdin:
    if line.startswith("{option}"):
        print("{answer}", flush=True)
        while not line.startswith("{last}"):
            line = sys.stdin.readline()
"""


@cases(
    ("game", "answer", "remark"),
    [
        ("minishogi", "RANDOM I am at {0} %", "I am at {0} %"),
        ("dice-shogi", "random  two  blanks ", "two  blanks"),
        ("minishogi", "random", ""),
        ("minishogi", "random " + "z" * 9000, "z" * STDERR_TAIL),
    ],
)
def test_the_message_behind_an_action_is_kept(game: str, answer: str, remark: str) -> None:
    program = "import sys\nprint(*[sys.argv[1]] * 400, sep='\\n', flush=True)\nsys.stdin.read()"
    record = play_game(
        game, f"codingame:{shlex.join([sys.executable, '-c', program, answer])}", "random", seed=1, max_plies=6
    )
    kept = list(record.comments.values())
    assert set(kept) == ({remark} if remark else set())


def test_morris_has_its_message_behind_a_semicolon() -> None:
    program = "print('PUT 0 0 0 0;a plan; of mine', flush=True)\ninput()"
    record = play_game("morris", f"codingame:{shlex.join([sys.executable, '-c', program])}", "random", max_plies=1)
    assert record.comments == {1: "a plan; of mine"}


def test_the_commands_record_has_them(run: Run, tmp_path: Path) -> None:
    words = ("play", "ur:tokens=1", "--p1", f"plain:{bot('err.write(bytes([104, 105, 10]))')}", "--p2", "random")
    assert run(*words, "--record", "game.json", "--show", "result").returncode == 0
    comments = json.loads((tmp_path / "game.json").read_text())["comments"]
    assert set(comments.values()) == {"hi"}
