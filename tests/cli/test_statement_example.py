"""The example in the statement of Code Colosseum's Royal Game of Ur, byte for byte.

Its nine throws are scripted; each player says its answers as printed there.  The
last answer would land on a token of its own side, hence RETIRE.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.command import Run

THROWS = ["0 0 1 1", "1 1 1 1", "1 0 1 0", "0 1 0 0", "0 0 0 0", "1 0 1 1", "0 0 1 1", "0 0 0 1", "1 0 1 0"]

PLAYER_A = """\
PlayerA
PlayerB
0
0 0 1 1
1 1 1 1
0
1 0 1 0
0
0 1 0 0
0 0 0 0
1 0 1 1
0 0 1 1
0
0 0 0 1
1 0 1 0
RETIRE
"""

PLAYER_B = """\
PlayerA
PlayerB
1
0 0 1 1
3
1 1 1 1
1 0 1 0
0 1 0 0
3
0 0 0 0
1 0 1 1
3
0 0 1 1
0 0 0 1
4
1 0 1 0
"""

SPECTATORS = """\
PlayerA
PlayerB
0 0 1 1
3
1 1 1 1
0
1 0 1 0
0
0 1 0 0
3
0 0 0 0
1 0 1 1
3
0 0 1 1
0
0 0 0 1
4
1 0 1 0
RETIRE
"""

# Says its answers, one each time it hears a throw that it must answer, and keeps all that it heard.
SPEAKER = """
import sys
answers, turns, heard = {answers!r}, {turns!r}, open({name!r}, "w")
for number, line in enumerate(sys.stdin):
    heard.write(line)
    heard.flush()
    if number in turns:
        print(answers.pop(0), flush=True)
"""


def test_the_statements_example_replays_byte_for_byte(run: Run, tmp_path: Path) -> None:
    (tmp_path / "dice").write_text("\n".join(THROWS))
    for name, answers, turns in (("a", [3, 3, 3, 4], [3, 8, 10, 13]), ("b", [0, 0, 0, 2], [5, 6, 12, 15])):
        (tmp_path / f"{name}.py").write_text(SPEAKER.format(answers=answers, turns=turns, name=name))
    result = run(
        "play", "ur", "--p1", f"{sys.executable} a.py", "--p2", f"{sys.executable} b.py",
        "--p1-name", "PlayerA", "--p2-name", "PlayerB", "--dice", "dice", "--spectators", "gallery",
        "--record", "game.json", "--strict", "--show", "result",
    )  # fmt: skip
    assert (tmp_path / "a").read_text() == PLAYER_A
    assert (tmp_path / "b").read_text() == PLAYER_B
    assert (tmp_path / "gallery").read_text() == SPECTATORS
    assert result.returncode == 1
    assert result.stdout.startswith("PlayerA wins against PlayerB: PlayerB forfeits (illegal): ply 17: it said '2'")
    replayed = run("replay", "game.json", "--show", "result")
    assert replayed.stdout == result.stdout
